package classtree

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A table holds the cells of the data as classes look at them.
type table struct {
	n       int
	columns []feature
	width   int        // latent numbers of a row
	x       *mat.Dense // the cells
	masses  bool       // zeros and ones that the data set has as numbers: log probabilities lack its Jacobian
	exposed bool       // counts have exposures
}

// A feature is a column, which has its latent numbers in the places from low to high−1.
type feature struct {
	low, high int
	is        observation.Column // nil for numbers that are all known
	// Of other columns: the factor of each row among those that differ, −1 where the cell is missing.
	code    []int32
	factors []observation.Factor
}

// newTable returns the table of a data set. The error says why a column cannot be taken.
func newTable(d *inference.Dataset) (*table, error) {
	kinds, err := observation.Of(d)
	if err != nil {
		return nil, fmt.Errorf("classtree: %w", err)
	}
	n, columns := d.Dims()
	x, masses := d.X, d.Kinds == nil && binary(d)
	switch {
	case masses:
		x, kinds = mat.NewDense(n, columns, nil), make([]observation.Column, columns)
		for j := range columns {
			kinds[j] = observation.YesNo{}
			for i := range n {
				x.Set(i, j, d.Input(i, j))
			}
		}
	case kinds == nil:
		kinds = make([]observation.Column, columns)
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsInf(v, 0) {
				return nil, fmt.Errorf("classtree: row %q has an infinite number in column %q; leave the row out",
					d.Rows[i], d.Columns[j])
			}
		}
	}
	t := tableOf(x, kinds)
	t.masses = masses
	if t.width == 0 {
		return nil, errors.New("classtree: the table has no columns")
	}
	return t, nil
}

// binary reports whether all cells are zeros and ones as they were read.
func binary(d *inference.Dataset) bool {
	return d.Kind == inference.Binary && !d.Preprocessing.Log2p1
}

// tableOf returns the table of cells of columns, nil for numbers.
func tableOf(x *mat.Dense, kinds []observation.Column) *table {
	n, _ := x.Dims()
	t := &table{n: n, x: x}
	for j, is := range kinds {
		c := feature{low: t.width, high: t.width + 1, is: is}
		if is != nil {
			c.high = t.width + is.Width()
			c.code, c.factors = coded(is, mat.Col(nil, j, x))
		}
		if counts, ok := is.(*observation.Counts); ok && counts.Exposed() {
			t.exposed = true
		}
		t.width = c.high
		t.columns = append(t.columns, c)
	}
	return t
}

// coded returns the factors of the cells of a column, those that are alike once.
func coded(is observation.Column, cells []float64) (code []int32, factors []observation.Factor) {
	code = make([]int32, len(cells))
	counts, _ := is.(*observation.Counts)
	places := map[any]int32{}
	for i, y := range cells {
		f := is.Factor(i, y)
		if code[i] = -1; f == nil {
			continue
		}
		var key any = f // of levels, which have a factor each
		switch v := f.(type) {
		case *observation.Interval:
			key = *v
		case *observation.Point:
			key = *v
		default:
			if counts != nil && counts.Exposed() {
				key = i
			} else if counts != nil {
				key = y
			}
		}
		place, ok := places[key]
		if !ok {
			place = int32(len(factors))
			places[key], factors = place, append(factors, f)
		}
		code[i] = place
	}
	return code, factors
}

// threshold reports whether a column says nothing of the scale of its latent numbers.
func (c *feature) threshold() bool { return c.is != nil && c.is.Threshold() }

// intercept returns the variance of the prior of the intercept; 0 for none.
func (c *feature) intercept() float64 {
	if c.is == nil {
		return 0
	}
	return c.is.Intercept()
}

// start returns latent numbers to begin with, rows × width, 0 where a cell is missing, and which are seen, nil for all.
func (t *table) start() (u []float64, seen [][]int) {
	u, seen = make([]float64, t.n*t.width), make([][]int, t.n)
	lost := false
	for j := range t.columns {
		c := &t.columns[j]
		k := c.high - c.low
		one, zero, rest := make([]float64, k), make([]float64, k), make([]float64, k)
		for a := range one {
			one[a] = 1
		}
		means := make([]float64, len(c.factors)*k)
		for f, factor := range c.factors {
			factor.Moments(zero, one, means[f*k:(f+1)*k], rest)
		}
		for i := range t.n {
			own := u[i*t.width+c.low : i*t.width+c.high]
			switch y := t.x.At(i, j); {
			case c.is == nil && !math.IsNaN(y):
				own[0] = y
			case c.is != nil && c.code[i] >= 0:
				copy(own, means[int(c.code[i])*k:])
			default:
				lost = true
				continue
			}
			for a := c.low; a < c.high; a++ {
				seen[i] = append(seen[i], a)
			}
		}
	}
	if !lost {
		return u, nil
	}
	for i := range seen {
		if seen[i] == nil {
			seen[i] = []int{}
		}
	}
	return u, seen
}
