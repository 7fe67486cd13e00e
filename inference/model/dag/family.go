package dag

import (
	"math"
	"math/bits"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/marginal"
)

// A family holds the scores of the parent sets of a column. Sets are masks over its candidates.
type family struct {
	node       int
	candidates []int     // possible parents, ascending
	score      []float64 // 2ᴷ log scores, −Inf for sets that are too large
	all        []float64 // 2ᴷ: A, the log sums of score over all subsets
}

// newFamily prepares a family without scores.
func newFamily(node int, candidates []int) *family {
	return &family{node: node, candidates: candidates, score: make([]float64, 1<<len(candidates))}
}

// set returns the parents of a mask, in order.
func (f *family) set(mask uint32) (parents []int) {
	for k, c := range f.candidates {
		if mask>>k&1 == 1 {
			parents = append(parents, c)
		}
	}
	return parents
}

// place returns the bit of a candidate, 0 for other columns.
func (f *family) place(column int) uint32 {
	for k, c := range f.candidates {
		if c == column {
			return 1 << k
		}
	}
	return 0
}

// sum renews all from score. K·2ᴷ.
func (f *family) sum() {
	f.all = append(f.all[:0], f.score...)
	for bit := 1; bit < len(f.all); bit <<= 1 {
		for m := range f.all {
			if m&bit != 0 {
				f.all[m] = special.LogAdd(f.all[m], f.all[m^bit])
			}
		}
	}
}

// A builder fills families with scores, a set at a time.
type builder struct {
	scorer   marginal.Scorer
	families []*family
	parents  int       // most, 0 for any number
	known    []float64 // marginals by mask over all columns, NaN where not asked for yet; nil where these are too many
	node     int
	at       uint32
}

// mostKnown is the largest number of columns for which all marginals are kept.
const mostKnown = 16

func newBuilder(s marginal.Scorer, families []*family, parents int) *builder {
	b := &builder{scorer: s, families: families, parents: parents}
	if s != nil && s.Columns() <= mostKnown {
		b.known = make([]float64, 1<<s.Columns())
		for i := range b.known {
			b.known[i] = math.NaN()
		}
	}
	return b
}

// advance scores this many sets and reports whether none is left.
func (b *builder) advance(sets int) bool {
	for ; b.node < len(b.families); b.node, b.at = b.node+1, 0 {
		f := b.families[b.node]
		for ; int(b.at) < len(f.score); b.at++ {
			if sets--; sets < 0 {
				return false
			}
			f.score[b.at] = b.score(f, b.at)
		}
		f.sum()
	}
	return true
}

func (b *builder) score(f *family, mask uint32) float64 {
	switch {
	case b.parents > 0 && bits.OnesCount32(mask) > b.parents:
		return math.Inf(-1)
	case b.scorer == nil: // no data
		return 0
	}
	parents := f.set(mask)
	return b.log(append(parents, f.node)) - b.log(parents)
}

func (b *builder) log(set []int) float64 {
	if b.known == nil {
		return b.scorer.Log(set)
	}
	mask := 0
	for _, j := range set {
		mask |= 1 << j
	}
	if math.IsNaN(b.known[mask]) {
		b.known[mask] = b.scorer.Log(set)
	}
	return b.known[mask]
}

// everyone returns families in which every other column may be a parent.
func everyone(d int) (families []*family) {
	for j := range d {
		var others []int
		for k := range d {
			if k != j {
				others = append(others, k)
			}
		}
		families = append(families, newFamily(j, others))
	}
	return families
}
