package mixture

import (
	"math"
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Present implements inference.Replayed: the mixture without the epochs before it.
func (m Mixture) Present() inference.Part { m.Epochs = nil; return &m }

// Change implements inference.Replayed: how much of the rows belongs to other components, by their IDs, or how far the
// means, loadings and noise moved, by their size, whichever is more.
func (m *Mixture) Change(from inference.Part) float64 {
	was, ok := from.(*Mixture)
	if !ok {
		return 1
	}
	before := was.places()
	var means, shapes apart
	for _, c := range m.Components {
		old := Component{}
		if k, stayed := before[c.ID]; stayed {
			old = was.Components[k]
		}
		means.add(old.Mean, c.Mean)
		shapes.add(elements(old.Loadings), elements(c.Loadings))
		shapes.add(was.NoiseOf(old), m.NoiseOf(c))
	}
	return max(means.share(), shapes.share(), m.rowsMoved(was, before))
}

// An apart sums up squares by which numbers differ, and theirs.
type apart struct{ moved, size float64 }

func (a *apart) add(from, to []float64) {
	for i := range max(len(from), len(to)) {
		x, y := 0.0, 0.0
		if i < len(from) {
			x = from[i]
		}
		if i < len(to) {
			y = to[i]
		}
		a.moved += (x - y) * (x - y)
		a.size += x*x + y*y
	}
}

// share returns the root of the share of the squares, 1 at most.
func (a *apart) share() float64 {
	if a.size == 0 {
		return 0
	}
	return min(1, math.Sqrt(a.moved/a.size))
}

// elements returns those of a matrix by rows; nil for none.
func elements(x *mat.Dense) []float64 {
	if x == nil {
		return nil
	}
	return x.RawMatrix().Data
}

// rowsMoved returns the share of the rows that belongs to other components than before.
func (m *Mixture) rowsMoved(was *Mixture, before map[int]int) float64 {
	if m.Responsibilities == nil || was.Responsibilities == nil {
		return 0
	}
	n, _ := m.Responsibilities.Dims()
	if rows, _ := was.Responsibilities.Dims(); rows != n || n == 0 {
		return 1
	}
	stays := 0.0
	for i := range n {
		now, old := m.Responsibilities.RawRowView(i), was.Responsibilities.RawRowView(i)
		for k, c := range m.Components {
			if o, stayed := before[c.ID]; stayed {
				stays += min(now[k], old[o])
			}
		}
	}
	return max(0, 1-stays/float64(n))
}

// places returns where each component stands, by its ID.
func (m *Mixture) places() map[int]int {
	at := make(map[int]int, len(m.Components))
	for k, c := range m.Components {
		at[c.ID] = k
	}
	return at
}

// Toward implements inference.Replayed: components that the later mixture has stand where they stand there, as far as
// there are enough components.
func (m *Mixture) Toward(later inference.Part) inference.Part {
	next, ok := later.(*Mixture)
	if !ok {
		return m
	}
	order := make([]int, len(m.Components)) // which component stands at each place
	for i := range order {
		order[i] = -1
	}
	to := next.places()
	var rest []int
	for k, c := range m.Components {
		if at, stays := to[c.ID]; stays && at < len(order) {
			order[at] = k
		} else {
			rest = append(rest, k)
		}
	}
	for i, k := range order {
		if k < 0 {
			order[i], rest = rest[0], rest[1:]
		}
	}
	if slices.IsSorted(order) {
		return m
	}
	out := *m
	out.Components = make([]Component, len(order))
	for i, k := range order {
		out.Components[i] = m.Components[k]
	}
	if m.Responsibilities != nil {
		n, _ := m.Responsibilities.Dims()
		out.Responsibilities = mat.NewDense(n, len(order), nil)
		for i := range n {
			for at, k := range order {
				out.Responsibilities.Set(i, at, m.Responsibilities.At(i, k))
			}
		}
	}
	return &out
}
