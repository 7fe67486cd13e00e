package nsfa

import (
	"espalier/inference"
)

const (
	mostDraws = 400      // are kept: when there are more, every second one is dropped and half as many taken
	mostBytes = 48 << 20 // that they take together
)

// A draw is one kept state. It is never changed. Its fields are exported to be saved.
type draw struct {
	Iteration int
	Scalars   []float64
	Factors   *inference.FactorDraw
	Bytes     int
}

// keep copies the present state, sparsely and in single precision.
func (s *state) keep(iteration int, scalars []float64) *draw {
	f := &inference.FactorDraw{Noise: make([]float32, s.obs.d)}
	for d, t := range s.tau {
		f.Noise[d] = float32(1 / t)
	}
	bytes := 4 * s.obs.d
	for k := range s.k() {
		items, values := make([]int32, 0, s.m[k]), make([]float32, 0, s.m[k])
		for d := range s.obs.d {
			if s.z[d*s.size+k] {
				items, values = append(items, int32(d)), append(values, float32(s.g[d*s.size+k]))
			}
		}
		x := make([]float32, s.obs.n)
		for i, v := range s.activity(k) {
			x[i] = float32(v)
		}
		f.Items, f.Values, f.Activities = append(f.Items, items), append(f.Values, values), append(f.Activities, x)
		f.IDs = append(f.IDs, s.ids[k])
		bytes += 8*len(items) + 4*len(x) + 96
	}
	return &draw{Iteration: iteration, Scalars: scalars, Factors: f, Bytes: bytes}
}

// draws are the kept states, evenly spaced.
type draws struct {
	kept   []*draw
	stride int // iterations from one to the next
}

// offer keeps the state of an iteration if it is its turn.
func (d *draws) offer(iteration int, take func() *draw) {
	if iteration%d.stride != 0 {
		return
	}
	d.kept = append(d.kept, take())
	for len(d.kept) > 4 && (len(d.kept) > mostDraws || d.bytes() > mostBytes) {
		d.stride *= 2
		var thin []*draw
		for _, k := range d.kept {
			if k.Iteration%d.stride == 0 {
				thin = append(thin, k)
			}
		}
		d.kept = thin
	}
}

func (d *draws) bytes() int {
	n := 0
	for _, k := range d.kept {
		n += k.Bytes
	}
	return n
}

// after returns the draws after burn-in, when so many iterations are complete.
func (d *draws) after(iteration int) []*draw {
	from := inference.BurnIn * float64(iteration)
	for i, k := range d.kept {
		if float64(k.Iteration) >= from {
			return d.kept[i:]
		}
	}
	return nil
}
