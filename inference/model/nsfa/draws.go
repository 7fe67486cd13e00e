package nsfa

import (
	"slices"

	"espalier/inference"
	"espalier/inference/kind/factor"
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
	Bytes     int
}

func (d *draw) at() int { return d.Iteration }

// keep copies a state of D items and N cases in single precision.
func (f *frozen) keep(iteration int, scalars []float64) *draw {
	out := &factor.Sparse{IDs: slices.Clone(f.IDs), Noise: make([]float32, len(f.Tau))}
	for d, t := range f.Tau {
		out.Noise[d] = float32(1 / t)
	}
	bytes := 4 * len(f.Tau)
	for j, items := range f.Items {
		n := len(f.X) / len(f.IDs)
		x := single(f.X[j*n : (j+1)*n])
		out.Items, out.Values, out.Activities = append(out.Items, slices.Clone(items)), append(out.Values, single(f.Values[j])), append(out.Activities, x)
		bytes += 8*len(items) + 4*len(x) + 96
	}
	return &draw{Iteration: iteration, Scalars: scalars, Factors: out, Bytes: bytes}
}

func single(x []float64) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(v)
	}
	return out
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
