package job

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// gaussianCells predicts every cell by one normal distribution in working units.
type gaussianCells struct {
	Handle
	mean, deviation float64
}

func (g gaussianCells) Ask(_ context.Context, q Query) (a Answer, err error) {
	for _, u := range q.Cells.Values {
		z := (u - g.mean) / g.deviation
		a.LogDensity = append(a.LogDensity, -z*z/2-math.Log(g.deviation)-math.Log(2*math.Pi)/2)
		a.Mean = append(a.Mean, g.mean)
	}
	return a, nil
}

// A model that read zeros and ones, levels and counts as numbers is scored by the probability of the level or the count;
// numbers keep their density.
func TestMassesOfCells(t *testing.T) {
	const n = 24
	x := mat.NewDense(n, 4, nil)
	for i := range n {
		x.SetRow(i, []float64{float64(i % 2), float64(2 + i%3), float64(i * i % 59), .5 + float64(i)/7})
	}
	table := &inference.Table{Name: "mixed", Columns: []string{"flag", "grade", "seen", "size"}, X: x, Kind: inference.Continuous}
	for i := range n {
		table.Rows = append(table.Rows, string(rune('a'+i)))
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	m := &Material{Source: table, Table: table, Data: data}
	h := gaussianCells{mean: .3, deviation: .8}
	for j := range 4 {
		m.Held.Cells = append(m.Held.Cells, inference.Cell{Row: 5, Column: j})
		m.Held.Values = append(m.Held.Values, data.X.At(5, j))
	}
	r := &Result{}
	if err := r.scoreCells(t.Context(), h, m); err != nil {
		t.Fatal(err)
	}
	s := r.Cells
	if want := []string{CellsYesNo, CellsLevels, CellsWhole, CellsNumbers}; !slices.Equal(s.Sort, want) {
		t.Fatalf("%q", s.Sort)
	}
	density := func(j int, y float64) float64 { // in input units
		z := ((y-data.Centre[j])/data.Scale[j] - h.mean) / h.deviation
		return math.Exp(-z*z/2) / (h.deviation * data.Scale[j] * math.Sqrt(2*math.Pi))
	}
	below := func(j int, y float64) float64 {
		return math.Erfc(-((y-data.Centre[j])/data.Scale[j]-h.mean)/h.deviation/math.Sqrt2) / 2
	}
	y := s.Value
	want := []float64{density(0, y[0]) / (density(0, 0) + density(0, 1)), density(1, y[1]) / (density(1, 2) + density(1, 3) + density(1, 4)),
		below(2, y[2]+.5) - below(2, y[2]-.5)}
	for j, p := range want {
		if !(math.Abs(s.Mass[j]-math.Log(p)) <= 1e-6) {
			t.Errorf("%s: log probability %v, want %v", table.Columns[j], s.Mass[j], math.Log(p))
		}
	}
	sort, scores := s.Scores(map[string]bool{"seen": true})
	if sort[2] != CellsCounts || scores[2] != s.Mass[2] {
		t.Errorf("a count among counts is scored as %s: %v", sort[2], scores)
	}
	if sort, scores = s.Scores(nil); sort[2] != CellsNumbers || scores[2] != s.LogDensity[2] {
		t.Errorf("a count among numbers is scored as %s: %v", sort[2], scores)
	}
	if !math.IsNaN(s.Mass[3]) || !(math.Abs(scores[3]-math.Log(density(3, y[3]))) <= 1e-9) || scores[0] != s.Mass[0] {
		t.Errorf("scores %v", scores)
	}
	// However narrow a density is, a count has no probability above 1.
	h.deviation, h.mean = 1e-9, data.X.At(5, 2)
	if err := r.scoreCells(t.Context(), h, m); err != nil || r.Cells.Mass[2] > 0 {
		t.Errorf("%v, %v", r.Cells.Mass, err)
	}
	// Numbers alone have no masses, and results stay as they were.
	m.Held.Cells, m.Held.Values = m.Held.Cells[3:], m.Held.Values[3:]
	if err := r.scoreCells(t.Context(), h, m); err != nil || r.Cells.Mass != nil {
		t.Errorf("%v, %v", r.Cells.Mass, err)
	}
}

// Columns that were taken by kind keep the probabilities that the model gives.
func TestMassesOfKinds(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{0, 1.5, 3, 2, 1, 2.5, 30, 3, 2, 1, 1, 2})
	table := &inference.Table{Name: "kinds", Rows: []string{"a", "b", "c", "d", "e", "f"}, Columns: []string{"seen", "size"}, X: x, Kind: inference.Continuous}
	data, err := table.Prepare(inference.Preprocessing{Kinds: "seen=count"})
	if err != nil {
		t.Fatal(err)
	}
	m := &Material{Source: table, Table: table, Data: data}
	m.Held.Cells, m.Held.Values = []inference.Cell{{Row: 1}}, []float64{3}
	h := gaussianCells{mean: 2, deviation: 3}
	r := &Result{}
	if err := r.scoreCells(t.Context(), h, m); err != nil {
		t.Fatal(err)
	}
	if r.Cells.Sort[0] != CellsCounts || r.Cells.Mass[0] != r.Cells.LogDensity[0] {
		t.Errorf("%+v", r.Cells)
	}
}
