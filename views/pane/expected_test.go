package pane_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/gonum/mat"
)

// expecting are four rows of a yes/no column and a count, of which one is missing, with what is expected in each cell.
func expecting(t *testing.T) (*inference.Dataset, *inference.Snapshot) {
	t.Helper()
	no := math.NaN()
	table := &inference.Table{Name: "plants", Columns: []string{"woody", "seeds"},
		Rows: []string{"fir", "oak", "rye", "yew"}, X: mat.NewDense(4, 2, []float64{1, 3, 1, no, 0, 40, 1, 5})}
	data, err := table.Prepare(inference.Preprocessing{Kinds: "woody=yes/no\nseeds=count"})
	if err != nil {
		t.Fatal(err)
	}
	part := &expected.Cells{Columns: 2}
	for i := range 4 {
		p := .2 + .2*float64(i)
		part.List = append(part.List, expected.Cell{Row: i, Column: 0, Probabilities: []float64{1 - p, p}, Low: no,
			Middle: no, High: no, Hidden: no, HiddenLow: no, HiddenHigh: no, Log: math.Log(p)},
			expected.Cell{Row: i, Column: 1, Low: 1, Middle: 4, High: 9 + float64(i), Hidden: no, HiddenLow: no,
				HiddenHigh: no, Log: no})
	}
	return data, &inference.Snapshot{Model: "dpmm", Parts: []inference.Part{part}}
}

// The page of what is expected lists the cells that surprise most and those that are missing; a click on a line selects
// its row and column, and the page of a row has its cells alone.
func TestExpectedPage(t *testing.T) {
	s := viewstest.NewStage(t)
	p := pane.NewEntry(depict.ByTab("Expected"), nil, s.Post, plotting.Light)
	defer p.Close()
	var picked study.Selection
	p.Connect(pane.Wishes{Pick: func(of study.Selection) { picked = of }})
	data, snapshot := expecting(t)
	subject := viewstest.SubjectOf(data, snapshot)
	if !p.Offers(subject) {
		t.Fatal("the result has no such page")
	}
	p.SetResult(pane.Result{Subject: subject})
	s.Show(p.Object(), 700, 400)
	s.Settle(p.View())
	all := p.Figure().(cells.Table)
	if text := fmt.Sprint(all.Rows); !strings.Contains(text, "missing") || !strings.Contains(all.Subtitle, "1 missing") {
		t.Errorf("%q: %s", all.Subtitle, text)
	}
	// The first line is the count of rye, which surprises most.
	viewstest.TapMark(t, p.View(), func(m plotting.Mark) bool { return m.Kind == plotting.RowMark && m.Index == 0 })
	s.Settle(p.View())
	if !slices.Equal(picked.Rows, []int{2}) || !slices.Equal(picked.Columns, []int{1}) {
		t.Fatalf("a click on the first line selects %+v", picked)
	}
	if of := p.Figure().(cells.Table); len(of.Rows) != 1 || !strings.Contains(of.Title, "rye") {
		t.Errorf("%q with %d lines", of.Title, len(of.Rows))
	}
	p.Select(study.Selection{Rows: []int{1}})
	s.Settle(p.View())
	of := p.Figure().(cells.Table)
	if len(of.Rows) != 3 || // a bar for each level of woody
		!strings.Contains(of.Title, "what is expected in oak") {
		t.Errorf("%q with %d lines", of.Title, len(of.Rows))
	}
	p.Select(study.Selection{Columns: []int{0}})
	s.Settle(p.View())
	if of := p.Figure().(cells.Table); len(of.Rows) != 8 || !strings.Contains(of.Title, "woody") {
		t.Errorf("%q with %d lines", of.Title, len(of.Rows))
	}
}
