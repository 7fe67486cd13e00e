package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestDoubtsAreToldAndCured: counts and codes that a model would take for measurements are told beside the table, with a
// button that does something about them.
func TestDoubtsAreToldAndCured(t *testing.T) {
	s := newStage(t, usual, nil)
	counts := testTable("reads", 30)
	x := counts.X.(*mat.Dense)
	for i := range 30 {
		for j := range 3 {
			x.Set(i, j, float64((i*i*31+j*17)%997))
		}
	}
	counts.Kind = inference.KindOf(x)
	table := testTable("flowers", 30)
	for i := range 30 {
		table.X.(*mat.Dense).Set(i, 0, 0.37*float64(i))
		table.X.(*mat.Dense).Set(i, 1, 10.01+1.7*float64(i%7))
		table.X.(*mat.Dense).Set(i, 2, float64(i%3))
	}
	open := func(t *inference.Table) {
		s.do(func() { s.w.ws.Use(t) })
		s.until("the table "+t.Name, func() bool { return s.w.ws.Busy() == "" && s.w.ws.Table() != nil && s.w.ws.Table().Name == t.Name })
	}
	told := func(want, title string) {
		t.Helper()
		s.do(func() {
			d := s.w.data
			if !d.Doubt.Visible() || !strings.HasPrefix(d.Doubt.Text, want) || !d.Cure.Visible() || d.Cure.Text != title {
				t.Errorf("told %q with %q; want %q with %q", d.Doubt.Text, d.Cure.Text, want, title)
			}
		})
	}
	cured := func(done func(p inference.Preprocessing) bool) {
		t.Helper()
		s.do(func() { s.w.data.Cure.Tapped(nil) })
		s.until("the cure", func() bool { return s.w.ws.Busy() == "" && done(s.w.ws.Data().Preprocessing) })
		s.do(func() {
			if d := s.w.data; d.Doubt.Visible() || d.Cure.Visible() {
				t.Errorf("still told: %q", d.Doubt.Text)
			}
		})
	}
	open(counts)
	told("3 columns of counts, taken as numbers.", "Turn on log2(x + 1)")
	cured(func(p inference.Preprocessing) bool { return p.Log2p1 })
	open(deepTable())
	told("Counts: the samples have depths of 4,", "Normalise")
	cured(func(p inference.Preprocessing) bool { return p.Recipe == "counts:size-factors" && p.Log2p1 })
	s.do(func() { s.w.ws.Undo() })
	s.until("undone", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data().Preprocessing.Recipe == "" })
	// Where samples are in columns, one click turns the table too, and one Undo takes both back.
	deep := deepTable().Turned()
	deep.Name = "genes of samples"
	for i := range deep.Rows {
		deep.Rows[i] = fmt.Sprintf("ENSG%011d", i)
	}
	open(deep)
	told("Counts: the samples have depths of 4,", "Normalise and turn")
	cured(func(p inference.Preprocessing) bool {
		return p.Recipe == "counts:size-factors" && p.Log2p1 && p.Transpose
	})
	s.do(func() { s.w.ws.Undo() })
	s.until("undone", func() bool {
		p := s.w.ws.Data().Preprocessing
		return s.w.ws.Busy() == "" && p.Recipe == "" && !p.Transpose
	})
	open(table)
	told("1 column of few whole numbers (0 to 2)", "Leave 1 column out")
	cured(func(p inference.Preprocessing) bool { return p.Leave.Columns == "depth" })
	// Genes in rows are told of after logarithms; their rows can be centred, or the table turned.
	genes := testTable("genes", 600)
	g := mat.NewDense(600, 6, nil)
	for i := range 600 {
		for j := range 6 {
			g.Set(i, j, 8+2*math.Sin(float64(i*i))+0.4*math.Sin(float64(i+j)))
		}
	}
	genes.X, genes.Columns, genes.Annotations = g, []string{"a", "b", "c", "d", "e", "f"}, nil
	open(genes)
	told("Rows differ mostly in level", "Centre the rows")
	cured(func(p inference.Preprocessing) bool { return p.Recipe == "centre-rows" })
	s.do(func() { s.w.ws.Undo() })
	s.until("undone", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data().Preprocessing.Recipe == "" })
	s.do(func() { s.w.data.Turn.Tapped(nil) })
	s.until("the table to turn", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data().Preprocessing.Transpose })
	s.do(func() {
		if d := s.w.data; d.Doubt.Visible() || d.Turn.Visible() {
			t.Errorf("still told: %q", d.Doubt.Text)
		}
	})
}
