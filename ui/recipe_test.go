package ui

import (
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// deepTable is a table of counts: four samples in rows, of different depths.
func deepTable() *inference.Table {
	t := &inference.Table{Name: "deep", X: mat.NewDense(4, 40, nil)}
	for i := range 4 {
		t.Rows = append(t.Rows, "sample_"+strconv.Itoa(i))
		for j := range 40 {
			t.X.(*mat.Dense).Set(i, j, float64((i+1)*(100+(i*i+j*17)%31)))
		}
	}
	for j := range 40 {
		t.Columns = append(t.Columns, "ENSG000000000"+strconv.Itoa(10+j))
	}
	t.Kind = inference.KindOf(t.X)
	return t
}

// TestRecipe: steps are added from the menu, typed, switched off, moved and removed; the picture follows; what is applied is
// done and can be undone.
func TestRecipe(t *testing.T) {
	s := newStage(t, usual, nil)
	s.do(func() { s.w.ws.Use(deepTable()) })
	s.until("the table", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Table() != nil && s.w.ws.Table().Name == "deep" })
	was := s.w.ws.Preprocessing()
	s.do(func() { s.w.data.Recipe.Tapped(nil) })
	sheet := s.w.data.Steps
	is := func(want string) {
		t.Helper()
		if got := sheet.Text.Text; got != want {
			t.Errorf("the recipe is %q, want %q", got, want)
		}
	}
	ready := func(says string) {
		t.Helper()
		s.until(says, func() bool { return strings.Contains(sheet.Told.Text, says) })
	}
	usual := sheet.Text.Text // the scaling that the model takes
	s.do(func() { sheet.Add.OnPicked("counts:tmm") })
	is(strings.Trim("counts:tmm,"+usual, ","))
	s.do(func() { sheet.Add.OnPicked("log2(x+1)") })
	is(strings.Trim("counts:tmm,log2(x+1),"+usual, ","))
	s.do(func() { sheet.Text.OnCommit("counts:tmm,log2(x+1)," + usual) })
	is("counts:tmm,log2(x+1)," + usual)
	ready("Size factors reach from")
	s.do(func() {
		sheet.Lines[0].Text.OnCommit("counts:deep")
		if !sheet.Apply.Disabled() || !strings.Contains(sheet.Told.Text, "no way “deep”") && !strings.Contains(sheet.Told.Text, `no way "deep"`) {
			t.Errorf("a wrong step: %q", sheet.Told.Text)
		}
		sheet.Lines[0].Text.OnCommit("counts:size-factors")
		sheet.Lines[1].On.Tapped(nil)
	})
	is("counts:size-factors,off:log2(x+1)," + usual)
	s.do(func() { sheet.Lines[0].Down.Tapped(nil) })
	is("off:log2(x+1),counts:size-factors," + usual)
	s.do(func() { sheet.Lines[0].On.Tapped(nil) })
	s.do(func() { sheet.Lines[0].Down.Tapped(nil) })
	s.do(func() { sheet.Add.OnPicked("floor:1"); sheet.Lines[2].Remove.Tapped(nil) })
	is("counts:size-factors,log2(x+1)," + usual)
	ready("Size factors reach from")
	s.until("the picture", func() bool { _, drawn := sheet.View.Shown(); return drawn != nil })
	s.do(func() { sheet.Apply.Tapped(nil) })
	want := was
	want.Recipe, want.Log2p1 = "counts:size-factors", true
	s.until("applied", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Data().Preprocessing.Recipe == want.Recipe })
	s.do(func() {
		p := s.w.ws.Preprocessing()
		if p.Recipe != want.Recipe || !p.Log2p1 || !s.w.data.Log2p1.On || s.w.data.Recipe.Text != "1 step…" {
			t.Errorf("applied: %+v, %q", p, s.w.data.Recipe.Text)
		}
		s.w.ws.Undo()
	})
	s.until("undone", func() bool { return s.w.ws.Busy() == "" && s.w.ws.Preprocessing() == was })
}
