package dpmm

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/expecting"
	"example.org/espalier/inference/process/observation"
)

// What one draw expects of a cell is the density of its row with the cell over that without it, given the clusters of
// the other rows.
func TestBelieve(t *testing.T) {
	data := kindsTable(t, 30, true, rand.New(rand.NewPCG(4, 1)))
	c := inferencetest.Begin(t, Model{}, data, nil).(mixedSampler)
	inferencetest.Iterate(t, c, 12)
	c.draws.Draws = c.draws.Draws[len(c.draws.Draws)-1:]
	columns, err := observation.Of(data)
	if err != nil {
		t.Fatal(err)
	}
	var cells []inference.Cell
	for i := range 30 {
		for j := range len(data.Columns) {
			cells = append(cells, inference.Cell{Row: i, Column: j})
		}
	}
	beliefs, err := c.Believe(t.Context(), cells, 10)
	if err != nil {
		t.Fatal(err)
	}
	rows, gaps := c.rows()
	for k, at := range cells {
		v := data.X.At(at.Row, at.Column)
		levels := len(data.KindAt(at.Column).Levels)
		var factor observation.Factor
		if column := columns[at.Column]; column != nil {
			factor = column.Factor(at.Row, v)
		}
		got := expecting.Cell(at, columns[at.Column], levels, factor, v, beliefs[k])
		if !got.Known() {
			t.Fatalf("%+v", got)
		}
		if math.IsNaN(v) {
			continue
		}
		s, err := c.stateOf(c.draws.Draws[0], rows, gaps)
		if err != nil {
			t.Fatal(err)
		}
		s.take(at.Row)
		whole := c.kinds.Row(data.X.RawRowView(at.Row), at.Row)
		x := append([]float64(nil), data.X.RawRowView(at.Row)...)
		x[at.Column] = math.NaN()
		part := c.kinds.Row(x, at.Row)
		want := s.logPredictive(whole) - s.logPredictive(part)
		inferencetest.Near(t, data.Columns[at.Column], got.Log, want, 1e-4)
	}
}
