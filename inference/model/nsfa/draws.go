package nsfa

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/loadings"
)

const (
	mostDraws = 400      // draws kept: when there are more, every second one is dropped and half as many are taken
	mostBytes = 48 << 20 // of all draws together
)

// A draw is a kept state. It is never changed. Its fields are exported for saving.
type draw struct {
	Iteration int
	Scalars   []float64
	Factors   *factor.Sparse
	Base      []float64 // of items that are not numbers: the intercepts of all items, nil without such items
	Bytes     int
}

func (d *draw) at() int { return d.Iteration }

// keep copies a state in single precision.
func keep(f *loadings.Frozen, iteration int, scalars []float64) *draw {
	out := f.Sparse()
	bytes := 4 * len(out.Noise)
	for j, items := range out.Items {
		bytes += 8*len(items) + 4*len(out.Activities[j]) + 96
	}
	return &draw{Iteration: iteration, Scalars: scalars, Factors: out, Base: slices.Clone(f.Base),
		Bytes: bytes + 8*len(f.Base)}
}

// draws are the kept states, evenly spaced.
type draws struct {
	kept   []*draw
	stride int // iterations between draws
}

// offer keeps the state of an iteration if it is its turn.
func (d *draws) offer(iteration int, take func() *draw) {
	if iteration%d.stride != 0 {
		return
	}
	d.kept = append(d.kept, take())
	for len(d.kept) > 4 && (len(d.kept) > mostDraws || d.bytes() > mostBytes) {
		d.stride *= 2
		d.kept = inference.Thin(d.kept, (*draw).at, d.stride)
	}
}

func (d *draws) bytes() int {
	n := 0
	for _, k := range d.kept {
		n += k.Bytes
	}
	return n
}

// after returns the draws after burn-in, once the given number of iterations is complete.
func (d *draws) after(iteration int) []*draw {
	return inference.AfterBurnIn(d.kept, (*draw).at, iteration)
}
