package tree

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/words"
)

// labelOf reads the name of a branch point as programs write it: a support (95, 0.95, 95%), several of them, of which
// the last one counts (IQ-TREE: SH-aLRT/UFBoot, 95.5/100), or a support and a name (GTDB: 95.0:g__X). It returns NaN
// without one. Those before are in the order of the label.
func labelOf(name string) (support float64, before []float64) {
	name = strings.TrimSpace(name)
	if before, _, ok := strings.Cut(name, ":"); ok {
		name = before
	}
	parts := strings.Split(name, "/")
	support = math.NaN()
	for k, part := range parts {
		x, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(part), "%"), 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return math.NaN(), nil
		}
		if k > 0 {
			before = append(before, support)
		}
		support = x
	}
	return support, before
}

// readLabels takes the supports that stand in the names of branch points. Whole numbers that count the branch points
// are their names: they follow each other, and begin where the leaves end, at 0 or 1, or the topmost one has one too.
func (r *raw) readLabels() (notes []string) {
	labels := make([]float64, len(r.name))
	several := 0
	var plain []int
	leaves := 0
	for v := range r.name {
		labels[v] = math.NaN()
		if !r.inner[v] {
			leaves++
			continue
		}
		if !r.named[v] {
			continue
		}
		x, before := labelOf(r.name[v])
		labels[v] = x
		if before != nil {
			if several++; r.before == nil {
				r.before = make([][]float64, len(r.name))
			}
			r.before[v] = before
		}
		if n, err := strconv.Atoi(r.name[v]); err == nil {
			plain = append(plain, n)
		}
	}
	if several > 0 {
		notes = append(notes,
			fmt.Sprintf("%s several supports, such as %q; the last one counts, and all are shown",
				words.Plural(several, "branch point")+words.ByNumber(several, " has", " have"), r.firstSeveral()))
	}
	if slices.Sort(plain); len(plain) > 1 && counts(plain) {
		_, err := strconv.Atoi(r.name[0])
		if first := plain[0]; first <= 1 || first == leaves || first == leaves+1 || err == nil && len(plain) > 2 {
			notes = append(notes, fmt.Sprintf("the numbers %d to %d at branch points are names, not supports", first,
				plain[len(plain)-1]))
			for v, name := range r.name {
				if _, err := strconv.Atoi(name); err == nil {
					labels[v] = math.NaN()
				}
			}
		}
	}
	for v, x := range labels {
		if math.IsNaN(r.support[v]) {
			r.support[v] = x
		}
	}
	return notes
}

// counts reports whether sorted numbers follow each other.
func counts(sorted []int) bool {
	for k, x := range sorted {
		if x != sorted[0]+k {
			return false
		}
	}
	return true
}

func (r *raw) firstSeveral() string {
	for v, name := range r.name {
		if _, before := labelOf(name); r.inner[v] && before != nil {
			return name
		}
	}
	return ""
}

// shares makes percentages of supports shares: those in the same place of labels, counted from their end, are of one
// kind. Supports above 100 are unknown (NaN).
func shares(before [][]float64) [][]float64 {
	for place := 1; ; place++ {
		any, percent := false, false
		each := func(do func(list []float64, at int)) {
			for _, list := range before {
				if at := len(list) - place; at >= 0 {
					do(list, at)
				}
			}
		}
		each(func(list []float64, at int) { any, percent = true, percent || list[at] > 1 })
		if !any {
			return before
		}
		each(func(list []float64, at int) {
			if percent {
				list[at] /= 100
			}
			if list[at] > 1 {
				list[at] = math.NaN()
			}
		})
	}
}

// slightlyNegative is how far below 0 a branch length may be that is set to 0, as a share of the longest branch.
// Neighbour joining makes such lengths.
const slightlyNegative = 0.1

// mendLengths sets lengths slightly below 0 to 0. It returns how many, and the first node whose length is too far
// below; −1 for none.
func (r *raw) mendLengths() (mended, bad int) {
	longest := 0.0
	for _, x := range r.length {
		if x > longest {
			longest = x
		}
	}
	bad = -1
	for v, x := range r.length {
		switch {
		case !(x < 0):
		case -x <= slightlyNegative*longest:
			r.length[v] = 0
			mended++
		case bad < 0:
			bad = v
		}
	}
	return mended, bad
}
