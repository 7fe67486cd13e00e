package datacolumn

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
)

// folds reports whether a text begins and ends as another, of which the middle may be left out.
func folds(text, want string) bool {
	begin, end, _ := strings.Cut(want, " ")
	return strings.HasPrefix(text, begin) && strings.HasSuffix(text, end)
}

// The form of preparation is folded into a line that says what it holds; it shows when asked for, and folds again with
// the next table.
func TestFormFolds(t *testing.T) {
	s := viewstest.NewStage(t)
	laid := 0
	c := New(Wishes{Resized: func() { laid++ }})
	s.Show(controls.Stack(0, c.Object), 300, 700)
	table := func(name string) Subject {
		t := &inference.Table{Name: name, X: mat.NewDense(1, 1, nil), Rows: []string{"r"}, Columns: []string{"c"}}
		data := &inference.Dataset{X: mat.NewDense(1, 1, nil), Rows: t.Rows, Columns: t.Columns}
		return Subject{Table: t, Annotated: t, Data: data,
			Preprocessing: inference.Preprocessing{Transpose: true, Log2p1: true, TopColumns: 100, Centre: true}}
	}
	check := func(when, line string, form bool) {
		t.Helper()
		if c.rows.Visible() != form || c.folded.Visible() != (line != "") || !folds(c.Fold.Text, line) {
			t.Errorf("%s: the form is shown: %v, its line: %v, %q",
				when, c.rows.Visible(), c.folded.Visible(), c.Fold.Text)
		}
		if w := c.folded.MinSize().Width; line != "" && w > look.LeftInner {
			t.Errorf("%s: the line is %v wide", when, w)
		}
	}
	check("without a table", "", false)
	c.Refresh(table("a"))
	check("with a table", "transposed ▸", false)
	low := c.Object.MinSize().Height
	test.Tap(c.Fold)
	check("asked for", "transposed ▾", true)
	if high := c.Object.MinSize().Height; low > high-150 || laid != 1 {
		t.Errorf("folded it is %v high, unfolded %v; laid out %d times", low, high, laid)
	}
	of := c.of
	of.Preprocessing = inference.Preprocessing{}
	c.Refresh(of)
	check("changed", "as read ▾", true)
	c.Refresh(table("b"))
	check("with another table", "transposed ▸", false)
}

// TestTheFormIsAboutOneOfSeveralTables chooses a table, changes how it is prepared, and goes back to all.
func TestTheFormIsAboutOneOfSeveralTables(t *testing.T) {
	s := viewstest.NewStage(t)
	var c *Column
	var of Subject
	put := func(_ string, p inference.Preprocessing) {
		of.Preprocessing = p
		c.Refresh(of)
	}
	c = New(Wishes{Resized: func() {}, Choose: put, Scale: put})
	s.Show(controls.Stack(0, c.Object), 300, 700)
	table := &inference.Table{Name: "t", X: mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 7}), Rows: []string{"r", "s"},
		Columns: []string{"a", "b", "c"}}
	of = Subject{Table: table, Annotated: table, Preprocessing: inference.Preprocessing{Centre: true, Scale: true}}
	var err error
	if of.Data, err = table.Prepare(of.Preprocessing); err != nil {
		t.Fatal(err)
	}
	c.Refresh(of)
	if c.partRow.Visible() {
		t.Error("a table alone is asked which part is meant")
	}
	joined := *table
	joined.ColumnAnnotations = []inference.Annotation{inference.InOrder(inference.TablesAnnotation, []string{"x", "x",
		"y"})}
	of.Table, of.Annotated = &joined, &joined
	c.Refresh(of)
	if !c.partRow.Visible() || len(c.Part.Options) != 3 {
		t.Fatalf("offered are %v", c.Part.Options)
	}
	c.Part.OnPicked("y")
	c.Log2p1.OnChanged(true)
	if p := of.Preprocessing; p.Log2p1 || !p.Table("y").Log2p1 || p.Table("x").Log2p1 || !c.Log2p1.On {
		t.Errorf("the logarithm of one table: %+v", p)
	}
	c.scale.OnPicked("table")
	if p := of.Preprocessing; !p.Scale || !p.Table("y").ScaleAll || !p.Table("x").Scale {
		t.Errorf("one factor for one table: %+v", p)
	}
	c.Part.OnPicked("")
	if c.Log2p1.On || c.scale.Value != "columns" {
		t.Error("the form shows one table, and says it is about all")
	}
	c.Centre.OnChanged(false)
	if p := of.Preprocessing; p.Centre || !p.Table("y").Centre {
		t.Errorf("all tables but that with its own: %+v", p)
	}
}
