package views

import (
	"fmt"
	"sync"

	"espalier/inference"
	"espalier/inference/process/diffusion"
	"espalier/plotting"
	"espalier/plotting/ink"
)

// mostComponents is how many principal components are offered.
const mostComponents = 4

// directions are the directions along which the rows of a data set can be looked at: the
// first principal components, then the columns. Components are computed when they are
// first used, on the goroutine that uses them.
type directions struct {
	data       *inference.Dataset
	components int // offered
	once       sync.Once
	principal  [][]float64
	shares     []float64
}

func newDirections(data *inference.Dataset) *directions {
	n, d := data.Dims()
	k := 0
	if d > 1 {
		k = max(min(mostComponents, d, n-1), 0)
	}
	return &directions{data: data, components: k}
}

// names lists the directions.
func (d *directions) names() []string {
	names := make([]string, 0, d.components+len(d.data.Columns))
	for i := range d.components {
		names = append(names, fmt.Sprintf("PC %d", i+1))
	}
	return append(names, d.data.Columns...)
}

// get returns the weights of direction i and how its axis reads.
func (d *directions) get(i int) ([]float64, ink.Measure) {
	if i >= d.components {
		return d.column(i - d.components)
	}
	d.once.Do(func() { d.principal, d.shares = diffusion.Principal(d.data.X, d.components) })
	if i >= len(d.principal) { // rows that span fewer dimensions
		return d.column(0)
	}
	return d.principal[i], ink.Measure{Name: fmt.Sprintf("PC %d, %s of the variance", i+1, plotting.FormatPercent(d.shares[i])), Factor: 1}
}

// column returns the direction of a column, in the units of the table read; the logarithm
// of counts stays one, because the scale of an axis is even.
func (d *directions) column(j int) ([]float64, ink.Measure) {
	weights := make([]float64, len(d.data.Columns))
	weights[j] = 1
	name := d.data.Columns[j]
	if d.data.Preprocessing.Log2p1 {
		name = "log2(1 + " + name + ")"
	}
	return weights, ink.Measure{Name: name, Offset: d.data.Centre[j], Factor: d.data.Scale[j]}
}
