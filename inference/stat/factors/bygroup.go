package factors

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// ByGroup says how the variance of each group of columns, such as those of one of several tables, is divided
// (Argelaguet et al. 2018, Multi-Omics Factor Analysis, Molecular Systems Biology 14, e8124, whose R² it is, by the
// draws). The means of a group add up to 1.
type ByGroup struct {
	Names   []string
	Columns []int // of each group
	// Explained is, for each factor of the summary and each group, the share of the variance of the group; Noise and
	// Rest are as in [Summary], for each group.
	Explained   [][]Spread
	Noise, Rest []Spread
}

// groupsOf returns the number of the group of each item and the names, nil where the items are in no groups.
func groupsOf(data *inference.Dataset, side inference.Side) (of []int, b *ByGroup) {
	a, ok := data.Groups()
	if !ok || side == inference.OnRows {
		return nil, nil
	}
	of = make([]int, len(a.Codes))
	b = &ByGroup{Names: a.Levels, Columns: make([]int, len(a.Levels))}
	for j, code := range a.Codes {
		of[j] = max(0, code)
		b.Columns[of[j]]++
	}
	return of, b
}

// byGroup divides the variance of each group in every draw: among the factors of the summary, in the given order of the
// references, the others, and the noise.
func (m *matcher) byGroup(data *inference.Dataset, side inference.Side, offset []float64, samples []factor.Draw,
	order []int) *ByGroup {
	of, b := groupsOf(data, side)
	if b == nil {
		return nil
	}
	groups := len(b.Names)
	place := make([]int, len(order)) // of each reference in the summary
	for j, r := range order {
		place[r] = j
	}
	all := totals(data, side, offset, of, groups)
	explained := make([][][]float64, len(order)) // by factor, group and draw
	for j := range explained {
		explained[j] = shares(groups, len(samples))
	}
	rest, noise := shares(groups, len(samples)), shares(groups, len(samples))
	noisy := samples[0].State.Noise != nil
	for i, d := range samples {
		whole := make([]float64, groups)
		for item, v := range d.State.Noise {
			noise[of[item]][i] += float64(m.cases) * float64(v)
			whole[of[item]] += float64(m.cases) * float64(v)
		}
		for k, items := range d.State.Items {
			into := rest
			if at := m.places[i][k].to; at >= 0 {
				into = explained[place[at]]
			}
			active := square(m.draws[i][k].actNorm)
			for e, item := range items {
				x := square(float64(d.State.Values[k][e])) * active
				into[of[item]][i] += x
				whole[of[item]] += x
			}
		}
		if !noisy {
			copy(whole, all)
		}
		for g, w := range whole {
			if !(w > 0) {
				continue
			}
			rest[g][i] /= w
			noise[g][i] /= w
			for j := range explained {
				explained[j][g][i] /= w
			}
		}
	}
	for j := range explained {
		b.Explained = append(b.Explained, spreads(explained[j]))
	}
	b.Rest, b.Noise = spreads(rest), spreads(noise)
	if !noisy {
		b.Noise = slices.Repeat([]Spread{spread(nil)}, groups)
	}
	return b
}

func shares(groups, draws int) [][]float64 {
	x := make([][]float64, groups)
	for g := range x {
		x[g] = make([]float64, draws)
	}
	return x
}

func spreads(shares [][]float64) (list []Spread) {
	for _, s := range shares {
		list = append(list, spread(s))
	}
	return list
}

// estimateByGroup is byGroup for an estimate, whose factors have these shares of the whole variance, which is all. Each
// divides its share among the groups in proportion to its squared loadings.
func estimateByGroup(data *inference.Dataset, f *factor.State, explained []float64, all float64) *ByGroup {
	of, b := groupsOf(data, f.Side)
	if b == nil {
		return nil
	}
	groups := len(b.Names)
	parts := make([][]float64, f.Count())
	whole := make([]float64, groups)
	for k := range parts {
		parts[k] = make([]float64, groups)
		sum := square(mat.Norm(f.Loadings.ColView(k), 2))
		for item, g := range of {
			if sum > 0 {
				parts[k][g] += square(f.Loadings.At(item, k)) / sum * explained[k] * all
			}
		}
		for g, x := range parts[k] {
			whole[g] += x
		}
	}
	n, _ := data.Dims()
	noise := make([]float64, groups)
	for item, v := range f.Noise {
		noise[of[item]] += float64(n) * v
	}
	single := f.Noise != nil && slices.Min(f.Noise) == slices.Max(f.Noise)
	if f.Noise == nil || single {
		whole = totals(data, f.Side, f.Offset, of, groups)
	} else {
		for g, x := range noise {
			whole[g] += x
		}
	}
	share := func(x, w float64) Spread {
		s := spread(nil)
		if s.Mean = 0; w > 0 {
			s.Mean = x / w
		}
		return s
	}
	for k := range parts {
		var list []Spread
		for g, w := range whole {
			list = append(list, share(parts[k][g], w))
		}
		b.Explained = append(b.Explained, list)
	}
	for g, w := range whole {
		s := spread(nil)
		switch {
		case single:
			s.Mean = 1
			for k := range parts {
				s.Mean -= b.Explained[k][g].Mean
			}
			s.Mean = max(0, s.Mean)
		case f.Noise != nil:
			s = share(noise[g], w)
		}
		b.Noise, b.Rest = append(b.Noise, s), append(b.Rest, share(0, 1))
	}
	return b
}

// of returns the shares of some of the factors, in that order. The shares of the others go to Rest if they are to be
// kept.
func (b *ByGroup) of(order []int) *ByGroup {
	if b == nil {
		return nil
	}
	out := *b
	out.Explained = nil
	for _, j := range order {
		out.Explained = append(out.Explained, b.Explained[j])
	}
	return &out
}

// Total returns the share of the variance of a group that all the factors of the summary explain together.
func (b *ByGroup) Total(group int) float64 {
	sum := 0.0
	for _, e := range b.Explained {
		sum += e[group].Mean
	}
	return sum
}

// totals is total for each group of items.
func totals(data *inference.Dataset, side inference.Side, offset []float64, of []int, groups int) []float64 {
	cases, items := data.Dims()
	if side == inference.OnRows {
		cases, items = items, cases
	}
	squares, observed := make([]float64, items), make([]float64, items)
	n, d := data.Dims()
	for i := range n {
		for j, y := range data.X.RawRowView(i)[:d] {
			item := j
			if side == inference.OnRows {
				item = i
			}
			if math.IsNaN(y) {
				continue
			}
			if offset != nil {
				y -= offset[item]
			}
			squares[item] += y * y
			observed[item]++
		}
	}
	sums := make([]float64, groups)
	for i, q := range squares {
		if observed[i] > 0 {
			sums[of[i]] += float64(cases) * q / observed[i]
		}
	}
	return sums
}
