package factors

import (
	"math"

	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// UnitLoadings returns the loadings, D×K, that correspond to activities of mean square 1, a scale
// on which factors of different models compare. Nil if K is 0.
func UnitLoadings(f *factor.State) *mat.Dense {
	if f.Count() == 0 {
		return nil
	}
	n, _ := f.Activities.Dims()
	out := mat.DenseCopyOf(f.Loadings)
	items, _ := out.Dims()
	for k := range f.Count() {
		scale := mat.Norm(f.Activities.ColView(k), 2) / math.Sqrt(float64(n))
		for i := range items {
			out.Set(i, k, scale*out.At(i, k))
		}
	}
	return out
}
