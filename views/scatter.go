package views

import (
	"fmt"
	"slices"
	"sync"

	"espalier/inference"
	"espalier/inference/algorithm/discriminant"
	"espalier/plotting"
	"espalier/plotting/ink"
	"espalier/plotting/space"
)

// mostDiscriminants is how many discriminant directions are offered.
const mostDiscriminants = 3

// scatterDirections are the directions of a scatter plot: the principal components, the
// discriminants of the classes that colour the rows, then the columns.
type scatterDirections struct {
	*directions
	mu     sync.Mutex
	class  []int // that the discriminants part
	found  [][]float64
	shares []float64
}

func newScatterDirections(data *inference.Dataset) *scatterDirections {
	return &scatterDirections{directions: newDirections(data)}
}

// names lists the directions.
func (d *scatterDirections) names() []string {
	names := d.directions.names()
	k := min(d.components, mostDiscriminants)
	var own []string
	for i := range k {
		own = append(own, fmt.Sprintf("LD %d", i+1))
	}
	return slices.Insert(names, d.components, own...)
}

// get returns the weights of direction i and how its axis reads, where the rows are of
// classes that go by a name.
func (d *scatterDirections) get(i int, class []int, of string) ([]float64, ink.Measure) {
	k := min(d.components, mostDiscriminants)
	switch {
	case i < d.components:
		return d.directions.get(i)
	case i >= d.components+k:
		return d.directions.get(i - k)
	}
	i -= d.components
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.found == nil || !slices.Equal(class, d.class) {
		d.class = class
		d.found, d.shares = discriminant.Directions(d.data.X, class, mostDiscriminants)
		if d.found == nil {
			d.found = [][]float64{}
		}
	}
	name := fmt.Sprintf("LD %d of the %s", i+1, of)
	if i >= len(d.found) { // there are fewer than classes
		return make([]float64, len(d.data.Columns)), ink.Measure{Name: name + ": there is none", Factor: 1}
	}
	return d.found[i], ink.Measure{Name: name + ", " + plotting.FormatPercent(d.shares[i]) + " of what parts them", Factor: 1}
}

// madePoints keeps the points that were made last along up to three directions.
type madePoints struct {
	mu       sync.Mutex
	data     *inference.Dataset
	weights  [][]float64
	measures []ink.Measure
	points   *space.Points
	turned   *space.Turned
}

// get returns the rows along two directions, or three, then not yet seen from a side.
func (m *madePoints) get(data *inference.Dataset, weights [][]float64, measures []ink.Measure) (*space.Points, *space.Turned) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.data == data && slices.Equal(m.measures, measures) && slices.EqualFunc(m.weights, weights, slices.Equal[[]float64]) {
		return m.points, m.turned
	}
	m.data, m.weights, m.measures, m.turned = data, weights, measures, nil
	m.points = space.ProjectedPoints(data, weights[0], weights[1], measures[0], measures[1])
	if len(weights) > 2 {
		third := space.ProjectedPoints(data, weights[2], weights[1], measures[2], measures[1])
		complete := slices.Clone(m.points.Complete)
		for i, on := range third.Complete {
			complete[i] = complete[i] && on
		}
		m.points.Complete = complete
		m.turned = space.NewTurned([3][]float64{m.points.X, m.points.Y, third.X}, [3]ink.Measure{measures[0], measures[1], measures[2]})
	}
	return m.points, m.turned
}
