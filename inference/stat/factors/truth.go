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

// ReconstructionError returns how far true loadings, D×K, are from an estimate, D×K̂: the mean over
// cells of the squared difference between each true factor and the nearest estimated one, of either
// sign. Several true factors may have the same neighbour, and estimates that are no one's neighbour
// cost nothing (Knowles and Ghahramani 2011, section 4.1). Put both on one scale first: see
// [UnitLoadings]. A nil estimate means zeros. It takes O(D K K̂).
func ReconstructionError(truth, estimate *mat.Dense) float64 {
	items, k := truth.Dims()
	found := 0
	if estimate != nil {
		_, found = estimate.Dims()
	}
	sum := 0.0
	for a := range k {
		least := math.Inf(1)
		if found == 0 {
			least = square(mat.Norm(truth.ColView(a), 2))
		}
		for b := range found {
			plus, minus := 0.0, 0.0
			for i := range items {
				plus += square(truth.At(i, a) - estimate.At(i, b))
				minus += square(truth.At(i, a) + estimate.At(i, b))
			}
			least = min(least, plus, minus)
		}
		sum += least
	}
	return sum / float64(items*k)
}
