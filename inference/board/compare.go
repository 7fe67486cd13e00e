package board

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
)

// compare scores the lines on the data hidden from all comparable lines, and orders them.
func (b *Board) compare(scored []*hidden) {
	splits := make([]map[string]*hidden, len(b.Lines)) // of each line, by key
	common := b.common(scored, splits)
	var base *hidden
	var compared []int
	all := make([]pooled, len(b.Lines))
	for i := range b.Lines {
		if h := splits[i][first(common)]; h != nil {
			base, b.Unit = h, h.unit
		}
	}
	for i := range b.Lines {
		l := &b.Lines[i]
		shared := common
		if l.Compared = l.Why == "" && splits[i][first(common)] != nil; !l.Compared {
			shared = nil
		}
		var list []*hidden
		for _, e := range l.Entries {
			if h := scored[e]; h != nil && (slices.Contains(shared, h.key) ||
				shared == nil && (len(list) == 0 || h.unit == list[0].unit)) {
				list = append(list, h)
			}
		}
		if len(list) > 0 {
			l.Unit, l.Other = list[0].unit, otherwise(l.Entries, scored, list[0].unit)
		}
		if len(list) == 0 {
			l.Why = cmp.Or(l.Why, l.lacking())
			continue
		}
		if !l.Compared && l.Why == "" {
			l.Why = list[0].unlike(base)
		}
		all[i] = pool(list)
		l.N, l.Squared = len(all[i].density), squared(list)
		l.Density, l.Shares = meanOf(all[i].density, all[i].row), all[i].shares()
		if l.Compared {
			compared = append(compared, i)
			b.Folds = !slices.ContainsFunc(list, func(h *hidden) bool { return !h.fold })
			b.N, b.Splits, b.Rows = l.N, len(list), len(slices.Compact(slices.Sorted(slices.Values(all[i].row))))
		}
	}
	if len(compared) == 0 {
		return
	}
	best := slices.MaxFunc(compared, func(i, j int) int {
		return cmp.Compare(b.Lines[i].Density.Mean,
			b.Lines[j].Density.Mean)
	})
	for _, i := range compared {
		b.Lines[i].Behind = meanOf(all[best].less(all[i]), all[i].row)
	}
	stable.Sort(b.Lines, func(x, y Line) int {
		switch {
		case x.Compared && y.Compared:
			return cmp.Compare(y.Density.Mean, x.Density.Mean)
		case x.Compared:
			return -1
		case y.Compared:
			return 1
		}
		return 0
	})
}

// common returns the keys of the data hidden from every compared line: the lines that share the most frequent key,
// which comes first. It fills in splits for each line.
func (b *Board) common(scored []*hidden, splits []map[string]*hidden) []string {
	var order []string
	lines := map[string]int{}
	for i := range b.Lines {
		l := &b.Lines[i]
		splits[i] = map[string]*hidden{}
		for _, e := range l.Entries {
			h := scored[e]
			if h == nil {
				continue
			}
			if h.problem != "" {
				l.Why = h.problem
				continue
			}
			splits[i][h.key] = h
			if lines[h.key] == 0 {
				order = append(order, h.key)
			}
			lines[h.key]++
		}
	}
	base := ""
	for _, key := range order {
		if lines[key] > lines[base] {
			base = key
		}
	}
	if base == "" {
		return nil
	}
	shared := []string{base}
	for _, key := range order {
		in := key != base
		for i := range b.Lines {
			if b.Lines[i].Why == "" && splits[i][base] != nil && splits[i][key] == nil {
				in = false
			}
		}
		if in {
			shared = append(shared, key)
		}
	}
	return shared
}

func first(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}

// lacking explains why a line has no score.
func (l *Line) lacking() string {
	if l.Problem != "" {
		return "the fit failed"
	}
	return "no data were hidden"
}

// unlike explains why a line cannot be compared on the data hidden from the others.
func (h *hidden) unlike(base *hidden) string {
	switch {
	case h.unit != base.unit:
		return "scored on hidden " + h.unit + "s, the others on " + base.unit + "s"
	case h.measure != base.measure:
		return "scored by " + h.measure + ", the others by " + base.measure
	case h.columns != base.columns:
		return "scored on other columns"
	}
	return "scored on other hidden " + h.unit + "s"
}

// squared returns the mean squared error over splits, weighted by their cells.
func squared(list []*hidden) float64 {
	sum, n := 0.0, 0.0
	for _, h := range list {
		sum += h.squared * float64(len(h.density))
		n += float64(len(h.density))
	}
	return sum / n
}

// Apart reports whether a compared line predicts worse than the first by more than chance: the 95 %
// interval of the difference excludes 0. It is false for the first line, and if there are too few
// rows to tell.
func (l Line) Apart() bool { return l.Compared && (l.Behind.Low > 0 || math.IsInf(l.Behind.Mean, 1)) }

// Compared returns the lines that are compared, the best first.
func (b *Board) Compared() []Line {
	n := 0
	for n < len(b.Lines) && b.Lines[n].Compared {
		n++
	}
	return b.Lines[:n]
}

// otherwise is the mean log density of the rows or cells that the entries hid in another unit; nil where they hid none.
func otherwise(entries []int, scored []*hidden, unit string) *Mean {
	var list []*hidden
	for _, e := range entries {
		if h := scored[e]; h != nil && h.unit != unit {
			list = append(list, h)
		}
	}
	if list == nil {
		return nil
	}
	p := pool(list)
	m := meanOf(p.density, p.row)
	return &m
}
