package agglomerative

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// mahalanobis is the distance of points under the covariance within the tree.
const mahalanobis = "mahalanobis"

const (
	withinRounds = 2   // of learning that covariance from a tree and clustering again
	mostWithin   = 400 // columns or rows, whichever are fewer
)

// distanceOf returns the distance that settings ask for; within says that it is that of points
// under the covariance within the tree.
func distanceOf(data *inference.Dataset, s inference.Settings) (by linkage.Metric, within bool) {
	if data.Distances.Active() {
		return linkage.Given, false
	}
	if s.Text("distance") == mahalanobis {
		return linkage.Euclidean, true
	}
	if s.Text("distance") == ofKinds {
		return linkage.Given, false // once they are measured
	}
	return linkage.Metric(s.Text("distance")), false
}

// within returns the data as mapped by the covariance of the contrasts of a tree (Felsenstein 1973):
// the differences between clusters where these were merged, each by its height, so that groups that
// are far apart count no more than rows side by side. The covariance is drawn towards a diagonal as
// far as the contrasts ask for it.
func within(merges []linkage.Merge, data *inference.Dataset) *mat.Dense {
	if len(merges) == 0 || merges[len(merges)-1].Height == 0 {
		return data.X // of equal rows
	}
	t := linkage.Tree(merges, data.Rows)
	for v := t.Leaves(); v < t.Nodes(); v++ {
		t.LogTime[v] *= 2 // squared distances grow as times do
	}
	c := covary.NewContrasts(t, data.X, 0)
	n, d := c.Dims() // the last contrast is against the origin, and not within the tree
	c = &covary.Contrasts{U: mat.DenseCopyOf(c.U.Slice(0, n-1, 0, d)), Variances: c.Variances[:n-1], Node: c.Node[:n-1]}
	prior := covary.FitWishart(c, covary.Centre(data.X), covary.Learn{G: true, Nu: true})
	return prior.Posterior(c, nil).Sigma.Map().Rows(data.X)
}
