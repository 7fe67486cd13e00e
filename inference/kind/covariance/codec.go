package covariance

import (
	"errors"
	"fmt"

	"example.org/espalier/inference/kind/wire"

	"gonum.org/v1/gonum/mat"
)

// form is a Covariance as it is written. Of a symmetric matrix one triangle is.
type form struct {
	_                             struct{} `cbor:",toarray"`
	Columns                       wire.Strings
	Form, Estimate                string
	Dense, Correlation, Deviation wire.Floats // triangles, row by row; none for nil
	Loadings, Changes             wire.Matrix
	Specific                      wire.Floats
	Freedom                       wire.Floats // one
	Factors                       int
	Choice                        string
	Draws                         int
	Tree                          *wire.Tree
	Scale                         wire.Floats // that of the tree, and its noise
}

// MarshalBinary implements inference.Part. It fails for a value that does not pass its check.
func (c *Covariance) MarshalBinary() ([]byte, error) {
	if len(c.Columns) > 0 { // an empty one is written too, for tests of forms
		if err := c.Check(nil); err != nil {
			return nil, err
		}
	}
	out := form{Columns: c.Columns, Form: c.Form, Estimate: c.Estimate,
		Dense: triangle(c.Dense), Correlation: triangle(c.Correlation), Deviation: triangle(c.Deviation),
		Loadings: wire.Matrix{Dense: c.Loadings}, Changes: wire.Matrix{Dense: c.Changes}, Specific: c.Specific,
		Freedom: wire.Floats{c.Freedom},
		Factors: c.Factors, Choice: c.Choice, Draws: c.Draws, Scale: wire.Floats{c.Scale, c.Noise}}
	if c.Tree != nil {
		var err error
		if out.Tree, err = wire.TreeOf(c.Tree); err != nil {
			return nil, fmt.Errorf("covariance: %w", err)
		}
	}
	return wire.Marshal(out)
}

// UnmarshalBinary reads what MarshalBinary wrote, from anywhere. c is changed only where it
// gives no error.
func (c *Covariance) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a covariance", data, &f); err != nil {
		return err
	}
	if len(f.Freedom) != 1 || len(f.Scale) != 2 {
		return errDamaged
	}
	read := Covariance{Columns: f.Columns, Form: f.Form, Estimate: f.Estimate, Loadings: f.Loadings.Dense,
		Changes: f.Changes.Dense, Specific: f.Specific,
		Freedom: f.Freedom[0], Factors: f.Factors, Choice: f.Choice, Draws: f.Draws, Scale: f.Scale[0], Noise: f.Scale[1]}
	if f.Tree != nil {
		var err error
		if read.Tree, err = f.Tree.Tree(f.Columns); err != nil {
			return fmt.Errorf("covariance: %w", err)
		}
	}
	for _, m := range []struct {
		half []float64
		full **mat.Dense
	}{{f.Dense, &read.Dense}, {f.Correlation, &read.Correlation}, {f.Deviation, &read.Deviation}} {
		if len(m.half) == 0 {
			continue
		}
		if d := len(f.Columns); len(m.half) != d*(d+1)/2 {
			return errDamaged
		}
		*m.full = square(m.half, len(f.Columns))
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*c = read
	return nil
}

var errDamaged = errors.New("covariance: a matrix does not fit the columns; the bytes are damaged")

// triangle returns the lower triangle of a symmetric matrix, row by row; nil for nil.
func triangle(m *mat.Dense) wire.Floats {
	if m == nil {
		return nil
	}
	d, _ := m.Dims()
	half := make(wire.Floats, 0, d*(d+1)/2)
	for i := range d {
		half = append(half, m.RawRowView(i)[:i+1]...)
	}
	return half
}

// square is the inverse of triangle.
func square(half []float64, d int) *mat.Dense {
	m := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range i + 1 {
			m.Set(i, j, half[j])
			m.Set(j, i, half[j])
		}
		half = half[i+1:]
	}
	return m
}
