// Package directions lists the directions along which the rows of a table can be looked at.
package directions

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/discriminant"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The most directions of each kind that are offered beside the columns.
const (
	mostComponents    = 4
	mostDiscriminants = 3
)

// Directions are those along which the rows of a data set can be plotted: the first principal components, the
// discriminants of the classes that colour the rows where those are wanted, then the columns. Long computations are
// done when first used. It is safe for concurrent use.
type Directions struct {
	data          *inference.Dataset
	components    int // offered
	discriminants int // offered

	once      sync.Once
	principal [][]float64
	shares    []float64

	mu     sync.Mutex
	class  []int // that the discriminants part
	found  [][]float64
	parted []float64 // share of the variance between classes
}

// New returns the directions of a data set, with discriminants if they are wanted.
func New(data *inference.Dataset, discriminants bool) *Directions {
	n, d := data.Dims()
	k := 0
	if d > 1 {
		k = max(min(mostComponents, d, n-1), 0)
	}
	dirs := &Directions{data: data, components: k}
	if discriminants {
		dirs.discriminants = min(k, mostDiscriminants)
	}
	return dirs
}

// Data returns the data set.
func (d *Directions) Data() *inference.Dataset { return d.data }

// Names lists the directions.
func (d *Directions) Names() []string {
	names := make([]string, 0, d.Len())
	for i := range d.components {
		names = append(names, fmt.Sprintf("PC %d", i+1))
	}
	for i := range d.discriminants {
		names = append(names, fmt.Sprintf("LD %d", i+1))
	}
	return append(names, d.data.Columns...)
}

// Len returns how many directions there are.
func (d *Directions) Len() int { return d.components + d.discriminants + len(d.data.Columns) }

// FirstColumn returns the place of the first column.
func (d *Directions) FirstColumn() int { return d.components + d.discriminants }

// Usual returns the two directions that are shown first: the first two principal components,
// or the columns themselves where there are two.
func (d *Directions) Usual() (x, y int) {
	if len(d.data.Columns) == 2 { // components of two are no more than a turn
		return d.FirstColumn(), d.FirstColumn() + 1
	}
	return 0, min(1, d.Len()-1)
}

// Get returns the weights of direction i, one for each column, and how its axis reads. class
// and of are the classes of the rows, which discriminants part, and their name.
func (d *Directions) Get(i int, class []int, of string) ([]float64, ink.Measure) {
	switch {
	case i < d.components:
		d.once.Do(func() {
			x, scale := even(d.data)
			d.principal, d.shares = diffusion.Principal(x, d.components)
			for _, weights := range d.principal {
				floats.Div(weights, scale)
			}
		})
		if i >= len(d.principal) { // the rows span fewer dimensions
			return d.column(0)
		}
		return d.principal[i],
			ink.Measure{Name: fmt.Sprintf("PC %d, %s of the variance", i+1, plotting.FormatPercent(d.shares[i])), Factor: 1}
	case i >= d.FirstColumn():
		return d.column(i - d.FirstColumn())
	}
	return d.discriminant(i-d.components, class, of)
}

// even returns the numbers whose principal components are shown, and their divisors, column by column. Of columns of
// several kinds, where counts and places of levels stand beside standardised numbers, each is in its own standard
// deviations. Categories, whose levels have no order, have no weight where there are other columns.
func even(d *inference.Dataset) (*mat.Dense, []float64) {
	n, columns := d.Dims()
	scale := slices.Repeat([]float64{1}, columns)
	if d.Kinds == nil || d.Kind == inference.Binary {
		return d.X, scale
	}
	ordered := 0
	for j := range columns {
		if d.KindAt(j).Sort != column.Category {
			ordered++
		}
	}
	x := mat.DenseCopyOf(d.Stated())
	for j := range columns {
		if ordered > 1 && d.KindAt(j).Sort == column.Category {
			x.SetCol(j, make([]float64, n))
			continue
		}
		var known []float64
		for i := range n {
			if y := x.At(i, j); !math.IsNaN(y) {
				known = append(known, y)
			}
		}
		if deviation := stat.StdDev(known, nil); deviation > 0 {
			scale[j] = deviation
		}
		for i := range n {
			x.Set(i, j, x.At(i, j)/scale[j])
		}
	}
	return x, scale
}

// discriminant returns the i-th direction that parts the classes best.
func (d *Directions) discriminant(i int, class []int, of string) ([]float64, ink.Measure) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.found == nil || !slices.Equal(class, d.class) {
		d.class = class
		d.found, d.parted = discriminant.Directions(d.data.Stated(), class, mostDiscriminants)
		if d.found == nil {
			d.found = [][]float64{}
		}
	}
	name := fmt.Sprintf("LD %d of the %s", i+1, of)
	if i >= len(d.found) { // there are fewer than classes
		return make([]float64, len(d.data.Columns)), ink.Measure{Name: name + ": there is none", Factor: 1}
	}
	return d.found[i],
		ink.Measure{Name: name + ", " + plotting.FormatPercent(d.parted[i]) + " of their separation", Factor: 1}
}

// column returns the direction of a column, in the units of the table; the logarithm of
// counts stays one, because the scale of an axis is even.
func (d *Directions) column(j int) ([]float64, ink.Measure) {
	weights := make([]float64, len(d.data.Columns))
	weights[j] = 1
	name := d.data.Columns[j]
	if d.data.PreparedAt(j).Log2p1 {
		name = "log2(1 + " + name + ")"
	}
	m := ink.Measure{Name: name, Offset: d.data.Centre[j], Factor: d.data.Scale[j]}
	if p := d.data.PreparedAt(j); !p.Log2p1 && !p.Cooks() {
		m.Percent = inference.StatedUnits(d.data.Columns, d.data.ColumnAnnotations)[j] == "%"
	}
	n, _ := d.data.Dims()
	m.Plain = plotting.Identifies(d.data.Columns[j]) ||
		plotting.Years(n, func(i int) float64 { return m.Value(d.data.X.At(i, j)) })
	return weights, m
}

type directionsKey struct{ discriminants bool }

// Of returns those along which the rows can be looked at.
func Of(s *subject.Subject, discriminants bool) *Directions {
	return subject.Once(s, directionsKey{discriminants}, func() *Directions { return New(s.Data, discriminants) })
}
