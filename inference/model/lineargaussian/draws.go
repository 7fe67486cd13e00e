package lineargaussian

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/kind/factor"
)

// Limits on the draws kept: when there are more, or they take more memory, every second one is
// dropped, and from then on half as many are taken.
const (
	mostDraws   = 400
	fewestDraws = 20
	mostBytes   = 64 << 20
)

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration              int
	LogJoint               float64
	IDs                    []int
	Owners                 [][]int32   // rows that have each feature
	Values                 [][]float32 // of each feature, one per column
	Base                   []float32   // offset and base of each column
	Alpha, Noise, Variance float64

	factors *factor.Sparse
}

// draw copies the state at the end of a sweep in the form that a chain needs to continue.
func (c *sampler) draw(joint float64) *draw {
	s := c.state
	d := &draw{Iteration: c.iteration, LogJoint: joint, IDs: slices.Clone(s.ids[s.first():]),
		Base:  make([]float32, len(c.offset)),
		Alpha: s.hyper.alpha, Noise: s.hyper.noise, Variance: s.hyper.variance}
	for j, b := range c.offset {
		if s.base {
			b += s.values[0][j]
		}
		d.Base[j] = float32(b)
	}
	for k := s.first(); k < len(s.z); k++ {
		var rows []int32
		for i, on := range s.z[k] {
			if on {
				rows = append(rows, int32(i))
			}
		}
		d.Owners = append(d.Owners, rows)
		d.Values = append(d.Values, vector.Singles(s.values[k]))
	}
	return d
}

// publish returns the draw in its published form, for n rows.
func (c *sampler) publish(d *draw) *draw {
	if c.state.base {
		d = d.canonical(len(c.state.x))
	}
	d.share(len(c.state.x))
	return d
}

// canonical returns the draw with the features that more than half of n rows have replaced by their
// complements, and their values moved to the base: the sums are the same.
func (d *draw) canonical(n int) *draw {
	c := *d
	c.Owners, c.Values, c.Base = slices.Clone(d.Owners), slices.Clone(d.Values), slices.Clone(d.Base)
	for k, rows := range d.Owners {
		if 2*len(rows) <= n {
			continue
		}
		others, next := make([]int32, 0, n-len(rows)), 0
		for i := range int32(n) {
			if next < len(rows) && rows[next] == i {
				next++
			} else {
				others = append(others, i)
			}
		}
		c.Owners[k], c.Values[k] = others, make([]float32, len(d.Base))
		for j, v := range d.Values[k] {
			c.Base[j] += v
			c.Values[k][j] = -v
		}
	}
	return &c
}

// share makes the published form of the draw, for n rows.
func (d *draw) share(n int) {
	columns := len(d.Base)
	all := make([]int32, columns)
	for j := range all {
		all[j] = int32(j)
	}
	noise := slices.Repeat([]float32{float32(d.Noise)}, columns)
	f := &factor.Sparse{IDs: d.IDs, Values: d.Values, Noise: noise, Offset: d.Base}
	for _, rows := range d.Owners {
		a := make([]float32, n)
		for _, i := range rows {
			a[i] = 1
		}
		f.Items = append(f.Items, all)
		f.Activities = append(f.Activities, a)
	}
	d.factors = f
}

func (d *draw) at() int { return d.Iteration }

// bytes estimates the memory of a draw of n rows.
func (d *draw) bytes(n int) int { return len(d.IDs) * (4*len(d.Base) + 8*n) }

// draws are the kept states, evenly spaced.
type draws struct {
	all    []*draw
	stride int // iterations between draws
}

func newDraws() draws { return draws{stride: 1} }

// offer keeps a draw of n rows if it is its turn.
func (d *draws) offer(k *draw, n int) {
	if k.Iteration%d.stride != 0 {
		return
	}
	d.all = append(d.all, k)
	bytes := 0
	for _, k := range d.all {
		bytes += k.bytes(n)
	}
	if len(d.all) > mostDraws || bytes > mostBytes && len(d.all) > fewestDraws {
		d.stride *= 2
		d.all = inference.Thin(d.all, (*draw).at, d.stride)
	}
}

// after returns the draws after burn-in, once the given number of iterations is complete.
func (d *draws) after(iteration int) []*draw {
	return inference.AfterBurnIn(d.all, (*draw).at, iteration)
}
