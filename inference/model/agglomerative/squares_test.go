package agglomerative

import (
	"math"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// Heights are distances, whose squares grow as times do: what a tree at heights √h teaches is what contrasts say whose
// branches are as long as h, up to the unit of time.
func TestHeightsAreDistances(t *testing.T) {
	data := groups(30, 3, 3, 8)
	for i := range 30 { // columns that repeat one another, or nothing is learnt
		data.X.Set(i, 1, data.X.At(i, 0)+0.5*data.X.At(i, 1))
		data.X.Set(i, 2, data.X.At(i, 2)-data.X.At(i, 0))
	}
	merges := linkage.Cluster(data.X, linkage.Ward)
	roots := append([]linkage.Merge(nil), merges...)
	for i := range roots {
		roots[i].Height = math.Sqrt(roots[i].Height)
	}
	got := within(roots, data)

	all := covary.NewContrasts(linkage.Tree(merges, data.Rows), data.X, 0)
	c := &covary.Contrasts{U: mat.DenseCopyOf(all.U.Slice(0, 29, 0, 3)), Variances: all.Variances[:29],
		Node: all.Node[:29]}
	want := covary.FitWishart(c, covary.Centre(data.X), covary.Learn{G: true, Nu: true}).Posterior(c,
		nil).Sigma.Map().Rows(data.X)
	unit := mat.Norm(want, 2) / mat.Norm(got, 2)
	for i := range 30 {
		for j := range 3 {
			if a, b := unit*got.At(i, j), want.At(i, j); !(math.Abs(a-b) <= 1e-2*math.Max(1, math.Abs(b))) {
				t.Errorf("row %d, column %d: %v, want %v", i, j, a, b)
			}
		}
	}
}
