package vbmfa

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/cholesky"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/process/narrow"

	"gonum.org/v1/gonum/mat"
)

// Where rows cluster: in the columns of the table, or by the scores of its leading principal components.
const (
	ofColumns    = "columns"
	ofComponents = "components"
)

// With this many columns or fewer, auto chooses columns if there are so many rows for each of them; with more columns
// it needs more rows. A component of the mixture has a covariance of its own, and a partition that needs several of
// them costs more nats than it is worth where rows are few or columns nearly repeat each other.
const (
	fewColumns  = 15
	rowsOfFew   = 5
	rowsOfMany  = 15
	leastOfTwos = 2 // auto chooses columns where one in this many has two values only
)

// Limits on the number of principal components, where more stand out than a few clusters can have covariances of.
const (
	leastScores = 2
	rowsOfScore = 10
)

// spaceOf returns where rows cluster.
func spaceOf(data *inference.Dataset, s inference.Settings) string {
	if !s.Has("space") || latent(data) {
		return ofColumns
	}
	if how := s.Text("space"); how != "auto" {
		return how
	}
	n, d := data.Dims()
	if n >= rowsOfMany*d || d <= fewColumns && n >= rowsOfFew*d || leastOfTwos*narrow.TwoValued(data.X) >= d {
		return ofColumns
	}
	return ofComponents
}

// count counts the principal components by which rows are to cluster, a permutation of the table at a time, and finds
// them. Once that is done it begins the first search.
func (f *fit) count() {
	if f.maker == nil {
		if k := f.counter.Advance(); k > 0 {
			n, _ := f.data.Dims()
			f.maker = narrow.NewMaker(f.data.X, min(k, max(leastScores, n/rowsOfScore)))
		}
	} else if f.maker.Advance() {
		f.take(f.maker.Components, f.maker.Scores)
	}
}

// take clusters the rows by scores of principal components. The scores get unit variance.
func (f *fit) take(c *narrow.Components, scores *mat.Dense) {
	n, k := scores.Dims()
	f.components, f.counter, f.maker, f.spread = c, nil, nil, make([]float64, k)
	for l := range k {
		square := 0.0
		for i := range n {
			square += scores.At(i, l) * scores.At(i, l) / float64(n)
		}
		if f.spread[l] = math.Sqrt(square); f.spread[l] == 0 {
			f.spread[l] = 1
		}
		for i := range n {
			scores.Set(i, l, scores.At(i, l)/f.spread[l])
		}
	}
	f.prepare(scores)
}

// moments returns the mean and the covariance of a component among the scores, k and k×k.
func (f *fit) moments(m *mixture, c *component) (mean []float64, covariance *mat.SymDense) {
	k := f.d.p
	mean, covariance = make([]float64, k), mat.NewSymDense(k, nil)
	for a := range k {
		at := c.loading(a)
		mean[a] = f.spread[a] * at[c.K]
		for b := range a + 1 {
			v := product(at[:c.K], c.loading(b)[:c.K])
			if a == b {
				v += m.Psi[a]
			}
			covariance.SetSym(a, b, v*f.spread[a]*f.spread[b])
		}
	}
	return mean, covariance
}

// widen gives a published component the columns of the table: its mean is m + Vμ, its factors are the axes of its
// covariance among the scores, and the noise of all components is the residual variance of each column.
func (f *fit) widen(o *found.Component, m *mixture, c *component) {
	mean, covariance := f.moments(m, c)
	d, k := f.components.Axes.Dims()
	o.Mean = append([]float64(nil), f.components.Mean...)
	for j := range d {
		o.Mean[j] += dot(f.components.Axes.RawRowView(j), mean)
	}
	var e mat.EigenSym
	if !e.Factorize(covariance, true) {
		panic("vbmfa: the covariance of a component has no axes")
	}
	var vectors, loadings mat.Dense
	e.VectorsTo(&vectors)
	values := e.Values(nil)
	turned := mat.NewDense(k, k, nil)
	for l := range k {
		for a := range k {
			turned.Set(a, l, vectors.At(a, k-1-l)*math.Sqrt(max(0, values[k-1-l])))
		}
	}
	loadings.Mul(f.components.Axes, turned)
	o.Loadings, o.Precision, o.Active, o.Extinct = &loadings, nil, nil, nil
	noise := 0.0
	for _, v := range f.components.Noise {
		noise += v
	}
	for l := range k {
		power := 0.0
		for j := range d {
			power += loadings.At(j, l) * loadings.At(j, l)
		}
		o.Precision = append(o.Precision, float64(d)/max(power, math.SmallestNonzeroFloat64))
		o.Active = append(o.Active, power >= activePower*noise)
	}
}

// logDensities returns the log density of each row of x in the columns of the table, under the mixture at its
// posterior means.
func (f *fit) logDensities(ctx context.Context, m *mixture, x *mat.Dense) ([]float64, error) {
	m = m.plugIn()
	k := f.d.p
	whole := f.components.Gram(nil)
	var clusters []*narrow.Cluster
	for _, c := range m.Components {
		mean, covariance := f.moments(m, c)
		root := make([]float64, k*k)
		for a := range k {
			for b := range k {
				root[a*k+b] = covariance.At(a, b)
			}
		}
		cholesky.Firm(root, k, k)
		clusters = append(clusters, f.components.NewCluster(mean, root, whole, math.Log(c.Mass)))
	}
	return f.components.LogDensities(ctx, clusters, x, whole)
}

// errSpace names the operation that needs the columns of the table.
func errSpace(what string) error {
	return fmt.Errorf("%s needs the columns of the table, and rows are clustered by principal components; set space to %s",
		what, ofColumns)
}

// checkSpace returns a note on where rows cluster, "" for none.
func checkSpace(data *inference.Dataset, s inference.Settings) (note string, err error) {
	n, d := data.Dims()
	if latent(data) {
		return checkLatent(data, s)
	}
	if spaceOf(data, s) == ofColumns {
		return "", nil
	}
	if how := s.Text("predictive"); how != "plug-in" {
		return "", fmt.Errorf("vbmfa: %w", errSpace("predictive "+how))
	}
	if s.Text("space") == "auto" && d > 1 {
		note = fmt.Sprintf(
			"%d rows are few for %d columns: rows are clustered by the leading principal components, as many as stand out from "+
				"chance. space=%s may predict new rows better.", n, d, ofColumns)
	}
	return note, nil
}
