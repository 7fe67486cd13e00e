package pydt

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A savedTogether is what a search whose columns vary together needs to continue. Before iteration
// 0 there is only the seed to save.
type savedTogether struct {
	Form              string
	Scores            []float64 `cbor:",omitempty"` // by which the form was decided
	Round             int
	Inner             []byte
	Sigma, Centre     sequel.SavedSigma
	G, Nu             float64
	Filled, Drawn     []float64 // n×d
	Factors           int
	Constant, MeanVar float64
	Columns           *savedColumns // nil where there is no tree over the columns
}

// savedColumns are a tree over the columns, from which Σ is computed again.
type savedColumns struct {
	Parent              []int
	Children            [][]int
	LogTime             []float64 // of the branch points
	Top                 int
	Scale, Noise, Prior float64
	Support             []float64 `cbor:",omitempty"` // of the nodes; nil where branches were not weighed
}

func saveColumns(c *correlated.Tree) *savedColumns {
	t := c.Tree
	return &savedColumns{Parent: t.Parent, Children: t.Children, LogTime: t.LogTime[t.Leaves():], Top: t.Top,
		Scale: c.Scale, Noise: c.Noise, Prior: c.Prior, Support: t.Support}
}

// columnTree rebuilds the tree; the caller checks it.
func (z *savedColumns) columnTree(names []string) (*correlated.Tree, error) {
	d := len(names)
	t := &tree.Tree{Names: names, Parent: z.Parent, Children: z.Children, Top: z.Top, Support: z.Support,
		LogTime: make([]float64, d, d+len(z.LogTime))}
	for j := range d {
		t.LogTime[j] = math.Inf(1)
	}
	t.LogTime = append(t.LogTime, z.LogTime...)
	c := &correlated.Tree{Tree: t, Scale: z.Scale, Noise: z.Noise, Prior: z.Prior}
	return c, c.Check(names)
}

// MarshalBinary implements inference.Saver.
func (f *together) MarshalBinary() ([]byte, error) {
	var z savedTogether
	if f.search {
		inner, err := f.inner.MarshalBinary()
		if err != nil {
			return nil, err
		}
		z = savedTogether{Form: f.form, Scores: f.scores, Round: f.round, Inner: inner}
		z.Sigma, z.Centre = sequel.SaveSigma(f.law.Sigma), sequel.SaveSigma(f.law.Prior.Centre)
		z.G, z.Nu, z.Factors = f.law.Prior.G, f.law.Prior.Nu, f.law.Factors
		z.Constant, z.MeanVar = f.standing.Constant, f.standing.MeanVar
		if c := f.law.Columns; c != nil {
			z.Columns, z.Sigma = saveColumns(c), sequel.SavedSigma{}
			z.Centre = sequel.SavedSigma{} // either follows from the tree
		}
		if f.blanks != nil {
			z.Filled, z.Drawn = f.law.Filled.RawMatrix().Data, f.law.Drawn.RawMatrix().Data
		}
	}
	return saved.Seal(f.model, sampler.Layout, z)
}

// UnmarshalBinary implements inference.Saver.
func (f *together) UnmarshalBinary(data []byte) error {
	var z savedTogether
	if err := saved.Open(f.model, sampler.Layout, data, &z); err != nil {
		return err
	}
	if z.Inner == nil {
		return nil
	}
	if err := checkScores(z.Form, z.Scores); err != nil {
		return err
	}
	switch z.Form {
	case correlated.AnyCovariance, correlated.ByFactors, correlated.ByTree:
	default:
		return fmt.Errorf("pydt: the saved state has columns %q", z.Form)
	}
	some := f.apart.Of(f.data)
	n, d := some.Dims()
	sigma, centre, columns, err := z.sigmas(some.Columns)
	if err != nil {
		return err
	}
	if !correlated.Finite([]float64{z.G, z.Nu, z.Constant, z.MeanVar}) ||
		z.Nu != 0 && (z.Nu <= float64(d)+1 || z.G <= 0) || z.Round < 1 {
		return errors.New("pydt: the saved prior of the covariance is not proper")
	}
	l := correlated.Law{Form: z.Form, Sigma: sigma, Prior: covary.Wishart{Centre: centre, G: z.G, Nu: z.Nu},
		Filled: f.law.Filled, Factors: z.Factors, Columns: columns}
	if f.blanks != nil {
		if len(z.Filled) != n*d || !correlated.Finite(z.Filled) || len(z.Drawn) != n*d || !correlated.Finite(z.Drawn) {
			return errors.New("pydt: the saved table has other rows or columns than the data")
		}
		l.Filled, l.Drawn = mat.NewDense(n, d, z.Filled), mat.NewDense(n, d, z.Drawn)
	}
	before := f.law
	f.law = l
	inner, err := f.newInner(z.Round)
	if err == nil {
		err = inner.UnmarshalBinary(z.Inner)
	}
	if err != nil {
		f.law = before
		return err
	}
	f.inner, f.form, f.scores, f.round, f.search = inner, z.Form, z.Scores, z.Round, true
	f.learner, f.learning = nil, nil
	f.standing = correlated.Standing{Constant: z.Constant, MeanVar: z.MeanVar}
	return nil
}

// sigmas returns Σ and the centre of its prior, and the tree over the columns if they come from
// one.
func (z *savedTogether) sigmas(names []string) (sigma, centre *covary.Sigma, columns *correlated.Tree, err error) {
	if (z.Columns != nil) != (z.Form == correlated.ByTree) {
		return nil, nil, nil, errors.New("pydt: the saved state lacks a tree over the columns, or has one too many")
	}
	if z.Columns != nil {
		if columns, err = z.Columns.columnTree(names); err != nil {
			return nil, nil, nil, err
		}
		sigma = columns.Sigma()
		return sigma, sigma, columns, nil
	}
	if sigma, err = z.Sigma.Sigma(len(names)); err != nil {
		return nil, nil, nil, err
	}
	centre, err = z.Centre.Sigma(len(names))
	return sigma, centre, nil, err
}
