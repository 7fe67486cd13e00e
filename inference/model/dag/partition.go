package dag

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/categorical"
)

// A layering is an ordered partition of the columns: parents lie in earlier layers, one of them at least
// in the last layer before. Its weight is the sum over the graphs that have it,
//
//	Π_j { e^A_j(U) − e^A_j(U∖L) },   U all earlier columns, L those of the last layer before
//
// and e^A_j(∅) for a column of the first layer.
type layering struct {
	families []*family
	layer    []int // of each column, 0 …
	layers   int
}

// flat is the layering of the graph without edges.
func flat(families []*family) *layering {
	return &layering{families: families, layer: make([]int, len(families)), layers: 1}
}

// weigh returns the log weight of a column given the masks of U and L; first means that no layer precedes it.
func (f *family) weigh(u, l uint32, first bool) float64 {
	if first {
		return f.all[0]
	}
	if l == 0 {
		return math.Inf(-1)
	}
	return f.all[u] + math.Log(-math.Expm1(f.all[u&^l]-f.all[u]))
}

// before returns the masks of U and L of a column that stands in a layer.
func (y *layering) before(f *family, layer int) (u, l uint32) {
	for k, c := range f.candidates {
		switch at := y.layer[c]; {
		case c == f.node || at >= layer:
		case at == layer-1:
			l |= 1 << k
			u |= 1 << k
		default:
			u |= 1 << k
		}
	}
	return u, l
}

// log is the log weight of the layering.
func (y *layering) log() float64 {
	sum := 0.0
	for j, f := range y.families {
		u, l := y.before(f, y.layer[j])
		sum += f.weigh(u, l, y.layer[j] == 0)
	}
	return sum
}

// out removes a column, and its layer if it was alone there.
func (y *layering) out(x int) {
	from := y.layer[x]
	y.layer[x] = math.MaxInt
	for _, at := range y.layer {
		if at == from {
			return
		}
	}
	for j, at := range y.layer {
		if at > from && j != x {
			y.layer[j]--
		}
	}
	y.layers--
}

// in inserts a column at place 2t+1, in layer t, or at place 2t, alone before layer t.
func (y *layering) in(x, place int) {
	t := place / 2
	if place%2 == 0 {
		for j, at := range y.layer {
			if at >= t && j != x {
				y.layer[j]++
			}
		}
		y.layers++
	}
	y.layer[x] = t
}

// places returns the log weights of all places, as in numbers them, for a column that is out: D·K operations.
func (y *layering) places(x int) []float64 {
	m := y.layers
	// by layer, the weights of its columns where x is not before it, before the last layer before it,
	// within that, and alone between
	apart, early, within, between := make([]float64, m+1), make([]float64, m+1), make([]float64, m+1), make([]float64, m+1)
	for k, f := range y.families {
		if k == x {
			continue
		}
		at, bit := y.layer[k], f.place(x)
		u, l := y.before(f, at)
		plain := f.weigh(u, l, at == 0)
		apart[at] += plain
		between[at] += f.weigh(u|bit, bit, false)
		if bit == 0 {
			early[at] += plain
			within[at] += plain
			continue
		}
		early[at] += f.weigh(u|bit, l, false)
		within[at] += f.weigh(u|bit, l|bit, false)
	}
	later := make([]float64, m+2) // all of early from a layer on
	for t := m - 1; t >= 0; t-- {
		later[t] = later[t+1] + early[t]
	}
	f := y.families[x]
	out := make([]float64, 2*m+1)
	sofar := 0.0 // apart before layer t
	for t := range m + 1 {
		u, l := y.before(f, t)
		own := f.weigh(u, l, t == 0) + sofar
		if t == m {
			out[2*t] = own
			break
		}
		out[2*t] = own + between[t] + later[t+1]
		sofar += apart[t]
		own += apart[t]
		out[2*t+1] = own + later[min(t+2, m+1)]
		if t+1 < m {
			out[2*t+1] += within[t+1]
		}
	}
	return out
}

// move draws the place of a column given all others.
func (y *layering) move(x int, rng *rand.Rand) {
	y.out(x)
	y.in(x, categorical.DrawLogs(y.places(x), rng))
}

// exchange proposes to swap two columns.
func (y *layering) exchange(rng *rand.Rand) {
	d := len(y.layer)
	a, b := rng.IntN(d), rng.IntN(d)
	if y.layer[a] == y.layer[b] {
		return
	}
	was := y.log()
	y.layer[a], y.layer[b] = y.layer[b], y.layer[a]
	if math.Log(rng.Float64()) >= y.log()-was {
		y.layer[a], y.layer[b] = y.layer[b], y.layer[a]
	}
}

// draw draws the parents of each column given the layering, as masks: 2ᴷ a column.
func (y *layering) draw(rng *rand.Rand) []uint32 {
	out := make([]uint32, len(y.families))
	var masks []uint32
	var logs []float64
	for j, f := range y.families {
		u, l := y.before(f, y.layer[j])
		if y.layer[j] == 0 {
			continue
		}
		masks, logs = masks[:0], logs[:0]
		for m := u; m != 0; m = (m - 1) & u {
			if m&l != 0 && !math.IsInf(f.score[m], -1) {
				masks, logs = append(masks, m), append(logs, f.score[m])
			}
		}
		out[j] = masks[categorical.DrawLogs(logs, rng)]
	}
	return out
}

// probabilities returns, of each column and candidate, the probability of the edge given the
// layering: D·K numbers one after the other.
func (y *layering) probabilities() (out []float64) {
	for j, f := range y.families {
		u, l := y.before(f, y.layer[j])
		from := len(out)
		for range f.candidates {
			out = append(out, 0)
		}
		if y.layer[j] == 0 {
			continue
		}
		all := f.all[u]
		rest := math.Exp(f.all[u&^l] - all)
		for k := range f.candidates {
			bit := uint32(1) << k
			if u&bit == 0 {
				continue
			}
			with := -math.Expm1(f.all[u&^bit] - all)
			if l&bit == 0 {
				with += rest * math.Expm1(f.all[u&^l&^bit]-f.all[u&^l])
			}
			out[from+k] = math.Min(1, math.Max(0, with/(1-rest)))
		}
	}
	return out
}

// logScore is the log score of a graph, given masks of the parents.
func logScore(families []*family, parents []uint32) float64 {
	sum := 0.0
	for j, f := range families {
		sum += f.score[parents[j]]
	}
	return sum
}

// candidatesOf chooses at most k columns for each, by the gain of a pair: those of the greatest
// log m(u,v) − log m(u) − log m(v).
func candidatesOf(d, k int, gain func(u, v int) float64) (families []*family) {
	if k >= d-1 {
		return everyone(d)
	}
	gains := make([]float64, d*d)
	for u := range d {
		for v := range u {
			g := gain(u, v)
			gains[u*d+v], gains[v*d+u] = g, g
		}
	}
	for j := range d {
		order := inference.UpTo(d)
		gains[j*d+j] = math.Inf(-1)
		stable.Sort(order, func(a, b int) int { return cmp.Compare(gains[j*d+b], gains[j*d+a]) })
		slices.Sort(order[:k])
		families = append(families, newFamily(j, order[:k:k]))
	}
	return families
}
