package mixture

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Check implements inference.Part: components are of one number of columns, with loadings
// and noise that fit; weights and variances are not negative, responsibilities are
// probabilities; epochs run forwards, and their mixtures have the same columns.
func (m *Mixture) Check(data *inference.Dataset) error {
	rows, columns := -1, -1
	if data != nil {
		rows, columns = data.Dims()
	}
	if len(m.Components) == 0 {
		return errors.New("mixture: there is no component")
	}
	if columns < 0 {
		columns = len(m.Components[0].Mean)
	}
	if rows < 0 && m.Responsibilities != nil {
		rows, _ = m.Responsibilities.Dims()
	}
	if err := m.check(rows, columns); err != nil {
		return err
	}
	for i, e := range m.Epochs {
		if err := e.check(rows, columns); err != nil {
			return fmt.Errorf("epoch %d: %w", i+1, err)
		}
	}
	return nil
}

// check checks everything but the epochs. rows is −1 if unknown.
func (m *Mixture) check(rows, columns int) error {
	if len(m.Noise) != 0 && len(m.Noise) != columns || !notNegative(m.Noise) {
		return fmt.Errorf("mixture: the noise does not have %d variances", columns)
	}
	for i, c := range m.Components {
		if err := c.check(columns, len(m.Noise) > 0); err != nil {
			return fmt.Errorf("mixture: component %d: %w", i+1, err)
		}
	}
	if m.Responsibilities == nil {
		return nil
	}
	if n, k := m.Responsibilities.Dims(); rows >= 0 && n != rows || k != len(m.Components) {
		return fmt.Errorf("mixture: responsibilities are %d×%d for %d rows and %d components", n, k, rows, len(m.Components))
	}
	if !probabilities(m.Responsibilities) {
		return errors.New("mixture: a responsibility is not a probability")
	}
	return nil
}

func (c *Component) check(columns int, shared bool) error {
	k := 0
	if c.Loadings != nil {
		p, factors := c.Loadings.Dims()
		if k = factors; p != columns {
			return fmt.Errorf("loadings of %d columns, not %d", p, columns)
		}
	}
	switch {
	case len(c.Mean) != columns:
		return fmt.Errorf("a mean of %d columns, not %d", len(c.Mean), columns)
	case len(c.Noise) != columns && (len(c.Noise) > 0 || !shared) || !notNegative(c.Noise):
		return fmt.Errorf("the noise does not have %d variances", columns)
	case len(c.Precision) != 0 && len(c.Precision) != k || len(c.Active) != 0 && len(c.Active) != k:
		return fmt.Errorf("%d precisions and %d switches for %d factors", len(c.Precision), len(c.Active), k)
	case !notNegative([]float64{c.Weight, c.Size}) || c.Weight > 1+1e-9:
		return fmt.Errorf("weight %v and size %v", c.Weight, c.Size)
	}
	return nil
}

func (e *Epoch) check(rows, columns int) error {
	switch {
	case e.First < 0 || e.Last < e.First:
		return fmt.Errorf("mixture: iterations %d to %d", e.First, e.Last)
	case e.Mixture == nil:
		return nil
	case len(e.Mixture.Epochs) > 0:
		return errors.New("mixture: an epoch contains epochs")
	}
	return e.Mixture.check(rows, columns)
}

// notNegative reports whether all are finite and 0 or more.
func notNegative(xs []float64) bool {
	for _, x := range xs {
		if !(x >= 0) || math.IsInf(x, 1) {
			return false
		}
	}
	return true
}

func probabilities(x *mat.Dense) bool {
	n, _ := x.Dims()
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if !(v >= 0 && v <= 1+1e-9) {
				return false
			}
		}
	}
	return true
}
