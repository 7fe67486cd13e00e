package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study/opening"

	"gonum.org/v1/gonum/mat"
)

// TestOneFactorFollowsTheTable: the model's choice between one factor and unit variance is made again for what is left of
// the table, and for another model; what the user chose stays.
func TestOneFactorFollowsTheTable(t *testing.T) {
	d := newDesk(t, []inference.Model{fakeModel{name: "whole", oneFactor: true}, fakeModel{name: opening.FirstModel}})
	table := testTable("beans", 20)
	x := table.X.(*mat.Dense)
	for i := range 20 {
		x.Set(i, 2, 1000*x.At(i, 2))
	}
	d.open(table)
	each, whole := inference.Preprocessing{Centre: true, Scale: true}, inference.Preprocessing{Centre: true, ScaleAll: true}
	is := func(what string, want inference.Preprocessing) {
		t.Helper()
		d.until(what, func() bool { return d.ws.Busy() == "" && d.ws.Data().Preprocessing == want })
	}
	is("columns of different units", each)
	without := inference.Preprocessing{Leave: inference.LeaveOut{Columns: inference.NamesOf("depth")}}
	d.do(func() { d.ws.SetChosen("Leave Out", d.ws.Preprocessing().Using(without)) })
	is("columns of one unit", whole.Using(without))
	d.do(func() {
		if err := d.ws.Next.SetModel(opening.FirstModel); err != nil {
			t.Error(err)
		}
	})
	is("a model that scales each column", each.Using(without))
	d.do(func() {
		if n := d.ws.Notice; !strings.Contains(n.Text,
			"takes the table centred and scaled to unit variance, not centred and scaled by one factor") {
			t.Errorf("told %q", n.Text)
		}
	})
	d.do(func() {
		if err := d.ws.Next.SetModel("whole"); err != nil {
			t.Error(err)
		}
	})
	is("one that does not", whole.Using(without))
	d.do(func() {
		p := d.ws.Preprocessing()
		p.ScaleAll = false
		d.ws.SetPreprocessing("Scale", p)
	})
	plain := inference.Preprocessing{Centre: true}
	is("what the user chose", plain.Using(without))
	d.do(func() { d.ws.SetChosen("Rows and Columns", plain) })
	is("what the user chose, with all columns", plain)
}
