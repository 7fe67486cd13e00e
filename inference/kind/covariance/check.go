package covariance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Check implements inference.Part: the matrices are of the columns, symmetric and finite, variances are not negative,
// and no covariance exceeds the product of its standard deviations. It does not check that Σ is positive definite.
func (c *Covariance) Check(data *inference.Dataset) error {
	d := len(c.Columns)
	switch {
	case d == 0:
		return errors.New("covariance: it has no columns")
	case data != nil && !slices.Equal(c.Columns, data.Columns):
		return errors.New("covariance: its columns are not those of the data, in order")
	case c.Form != Free && c.Form != Factors && c.Form != ByTree:
		return fmt.Errorf("covariance: the form %q is unknown", c.Form)
	case !slices.Contains([]string{PosteriorMean, Likelihood, MeanOfDraws, OneDraw}, c.Estimate):
		return fmt.Errorf("covariance: the estimate %q is unknown", c.Estimate)
	case !(c.Freedom >= 0) || math.IsInf(c.Freedom, 0):
		return fmt.Errorf("covariance: %v degrees of freedom", c.Freedom)
	case c.Factors < 0 || c.Form != Factors && c.Factors != 0:
		return fmt.Errorf("covariance: %d factors", c.Factors)
	case c.Draws < 0 || (c.Draws > 0) != (c.Estimate == MeanOfDraws):
		return fmt.Errorf("covariance: an estimate by %q cannot have %d draws", c.Estimate, c.Draws)
	case (c.Correlation != nil) != (c.Draws > 0) || (c.Deviation != nil) != (c.Draws > 0):
		return errors.New("covariance: draws without correlations, or correlations without draws")
	}
	var err error
	if c.Dense != nil {
		err = checkDense(c.Dense, d)
	}
	if err == nil && (c.Dense == nil || c.Specific != nil || c.Loadings != nil) {
		err = c.checkFactors()
	}
	if err == nil && c.Draws > 0 {
		err = c.checkDraws()
	}
	if err == nil {
		err = c.checkChanges()
	}
	if err == nil {
		err = c.checkTree()
	}
	if err != nil {
		return fmt.Errorf("covariance: %w", err)
	}
	return nil
}

func checkDense(m *mat.Dense, d int) error {
	if err := symmetric(m, d); err != nil {
		return err
	}
	for i := range d {
		if m.At(i, i) < 0 {
			return fmt.Errorf("column %d has the variance %v", i+1, m.At(i, i))
		}
	}
	for i := range d {
		for j := range i {
			if most := math.Sqrt(m.At(i, i)) * math.Sqrt(m.At(j, j)); math.Abs(m.At(i, j)) > most*(1+1e-9) {
				return fmt.Errorf("columns %d and %d have the covariance %v, but their variances allow at most %v", j+1, i+1,
					m.At(i, j), most)
			}
		}
	}
	return nil
}

func (c *Covariance) checkFactors() error {
	d := len(c.Columns)
	if len(c.Specific) != d {
		return fmt.Errorf("%d specific variances for %d columns", len(c.Specific), d)
	}
	for j, v := range c.Specific {
		if !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("column %d has the specific variance %v", j+1, v)
		}
	}
	if c.Loadings == nil {
		return nil
	}
	if r, k := c.Loadings.Dims(); r != d || k == 0 {
		return fmt.Errorf("loadings of %d×%d for %d columns", r, k, d)
	}
	for j := range d {
		for _, v := range c.Loadings.RawRowView(j) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("column %d has the loading %v", j+1, v)
			}
		}
	}
	return nil
}

func (c *Covariance) checkDraws() error {
	d := len(c.Columns)
	if err := symmetric(c.Correlation, d); err != nil {
		return fmt.Errorf("correlations: %w", err)
	}
	if err := symmetric(c.Deviation, d); err != nil {
		return fmt.Errorf("deviations: %w", err)
	}
	if most := mat.Max(c.Correlation); most > 1 || mat.Min(c.Correlation) < -1 {
		return errors.New("a correlation is not between −1 and 1")
	}
	if mat.Min(c.Deviation) < 0 {
		return errors.New("a standard deviation is negative")
	}
	return nil
}

func (c *Covariance) checkChanges() error {
	if c.Changes == nil {
		return nil
	}
	nodes, k := c.Changes.Dims()
	if c.Loadings == nil || k != c.Loadings.RawMatrix().Cols {
		return fmt.Errorf("changes of %d factors do not match the loadings", k)
	}
	for v := range nodes {
		for _, x := range c.Changes.RawRowView(v) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("a factor changes by %v along the branch above node %d", x, v)
			}
		}
	}
	return nil
}

func (c *Covariance) checkTree() error {
	if c.Tree == nil {
		if c.Form == ByTree {
			return errors.New("no tree over the columns")
		}
		return nil
	}
	if err := c.Tree.Check(); err != nil {
		return fmt.Errorf("the tree over the columns: %w", err)
	}
	if !slices.Equal(c.Tree.Names, c.Columns) {
		return errors.New("the leaves of the tree over the columns are not the columns, in order")
	}
	if !(c.Scale > 0) || math.IsInf(c.Scale, 0) || !(c.Noise >= 0) || math.IsInf(c.Noise, 0) {
		return fmt.Errorf("the tree over the columns has the scale %v and the noise %v", c.Scale, c.Noise)
	}
	return nil
}

// symmetric checks that m is d×d, finite and equal to its transpose.
func symmetric(m *mat.Dense, d int) error {
	if r, k := m.Dims(); r != d || k != d {
		return fmt.Errorf("%d×%d numbers for %d columns", r, k, d)
	}
	for i := range d {
		for j := range i + 1 {
			if v := m.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) || v != m.At(j, i) {
				return fmt.Errorf("row %d, column %d: %v is not finite, or the matrix is not symmetric", i+1, j+1, v)
			}
		}
	}
	return nil
}
