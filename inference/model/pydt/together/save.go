package together

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A SavedTogether is what a search whose columns vary together needs to continue. Before iteration
// 0 there is only the seed to save.
type SavedTogether struct {
	Form              string
	Scores            []float64 `cbor:",omitempty"` // by which the form was decided
	Round             int
	Inner             []byte
	Sigma, Centre     sequel.SavedSigma
	G, Nu             float64
	Filled, Drawn     []float64 // n×d
	Factors           int
	Constant, MeanVar float64
	Columns           *SavedColumns // nil where there is no tree over the columns
}

// SavedColumns are a tree over the columns, from which Σ is computed again.
type SavedColumns struct {
	Parent              []int
	Children            [][]int
	LogTime             []float64 // of the branch points
	Top                 int
	Scale, Noise, Prior float64
	Support             []float64 `cbor:",omitempty"` // of the nodes; nil where branches were not weighed
}

// SaveColumns returns a tree over the columns as it is saved.
func SaveColumns(c *columntree.Tree) *SavedColumns {
	t := c.Tree
	return &SavedColumns{Parent: t.Parent, Children: t.Children, LogTime: t.LogTime[t.Leaves():], Top: t.Top,
		Scale: c.Scale, Noise: c.Noise, Prior: c.Prior, Support: t.Support}
}

// ColumnTree rebuilds the tree; the caller checks it.
func (z *SavedColumns) ColumnTree(names []string) (*columntree.Tree, error) {
	d := len(names)
	t := &tree.Tree{Names: names, Parent: z.Parent, Children: z.Children, Top: z.Top, Support: z.Support,
		LogTime: make([]float64, d, d+len(z.LogTime))}
	for j := range d {
		t.LogTime[j] = math.Inf(1)
	}
	t.LogTime = append(t.LogTime, z.LogTime...)
	c := &columntree.Tree{Tree: t, Scale: z.Scale, Noise: z.Noise, Prior: z.Prior}
	return c, c.Check(names)
}

// MarshalBinary implements inference.Saver.
func (f *Together) MarshalBinary() ([]byte, error) {
	var z SavedTogether
	if f.search {
		inner, err := f.Inner.MarshalBinary()
		if err != nil {
			return nil, err
		}
		z = SavedTogether{Form: f.form, Scores: f.scores, Round: f.round, Inner: inner}
		z.Sigma, z.Centre = sequel.SaveSigma(f.Law.Sigma), sequel.SaveSigma(f.Law.Prior.Centre)
		z.G, z.Nu, z.Factors = f.Law.Prior.G, f.Law.Prior.Nu, f.Law.Factors
		z.Constant, z.MeanVar = f.standing.Constant, f.standing.MeanVar
		if c := f.Law.Columns; c != nil {
			z.Columns, z.Sigma = SaveColumns(c), sequel.SavedSigma{}
			z.Centre = sequel.SavedSigma{} // either follows from the tree
		}
		if f.blanks != nil {
			z.Filled, z.Drawn = f.Law.Filled.RawMatrix().Data, f.Law.Drawn.RawMatrix().Data
		}
	}
	return saved.Seal(f.model, sampler.Layout, z)
}

// UnmarshalBinary implements inference.Saver.
func (f *Together) UnmarshalBinary(data []byte) error {
	var z SavedTogether
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
	sigma, centre, columns, err := z.Sigmas(some.Columns)
	if err != nil {
		return err
	}
	if !vector.Finite([]float64{z.G, z.Nu, z.Constant, z.MeanVar}) ||
		z.Nu != 0 && (z.Nu <= float64(d)+1 || z.G <= 0) || z.Round < 1 {
		return errors.New("pydt: the saved prior of the covariance is not proper")
	}
	l := correlated.Law{Form: z.Form, Sigma: sigma, Prior: covary.Wishart{Centre: centre, G: z.G, Nu: z.Nu},
		Filled: f.Law.Filled, Factors: z.Factors, Columns: columns}
	if f.blanks != nil {
		if len(z.Filled) != n*d || !vector.Finite(z.Filled) || len(z.Drawn) != n*d || !vector.Finite(z.Drawn) {
			return errors.New("pydt: the saved table has other rows or columns than the data")
		}
		l.Filled, l.Drawn = mat.NewDense(n, d, z.Filled), mat.NewDense(n, d, z.Drawn)
	}
	before := f.Law
	f.Law = l
	inner, err := f.newInner(z.Round)
	if err == nil {
		err = inner.UnmarshalBinary(z.Inner)
	}
	if err != nil {
		f.Law = before
		return err
	}
	f.Inner, f.form, f.scores, f.round, f.search = inner, z.Form, z.Scores, z.Round, true
	f.learner, f.learning = nil, nil
	f.standing = correlated.Standing{Constant: z.Constant, MeanVar: z.MeanVar}
	return nil
}

// Sigmas returns Σ and the centre of its prior, and the tree over the columns if they come from
// one.
func (z *SavedTogether) Sigmas(names []string) (sigma, centre *covary.Sigma, columns *columntree.Tree, err error) {
	if (z.Columns != nil) != (z.Form == correlated.ByTree) {
		return nil, nil, nil, errors.New("pydt: the saved state lacks a tree over the columns, or has one too many")
	}
	if z.Columns != nil {
		if columns, err = z.Columns.ColumnTree(names); err != nil {
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
