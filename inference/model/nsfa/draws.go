package nsfa

import (
	"slices"

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
	// Parameters are those of the columns that learn, nil where they are held.
	Parameters []float64 `cbor:",omitempty"`
}

// At returns the iteration of the draw.
func (d *draw) At() int { return d.Iteration }

// keep copies a state in single precision.
func keep(f *loadings.Frozen, iteration int, scalars []float64) *draw {
	out := f.Sparse()
	bytes := 4 * len(out.Noise)
	for j, items := range out.Items {
		bytes += 8*len(items) + 4*len(out.Activities[j]) + 96
	}
	return &draw{Iteration: iteration, Scalars: scalars, Factors: out, Base: slices.Clone(f.Base),
		Bytes: bytes + 8*(len(f.Base)+len(f.Parameters)), Parameters: slices.Clone(f.Parameters)}
}

// full reports whether there are too many draws.
func full(draws []*draw) bool {
	return len(draws) > 4 && (len(draws) > mostDraws || bytesOf(draws) > mostBytes)
}

func bytesOf(draws []*draw) int {
	n := 0
	for _, k := range draws {
		n += k.Bytes
	}
	return n
}
