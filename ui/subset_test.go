package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// What a lasso encloses in a scatter can become a group and a table.
func TestNewTableFromLasso(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{})
	s.openSample("iris")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("kmeans"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("clusters", func() bool {
		return s.w.centre.shown != nil && s.w.centre.shown.Info.Name == "kmeans" && !s.w.ws.Runs.Stage().Working
	})
	s.do(func() { s.w.centre.tabs.Pick("Clusters") })
	v := s.w.centre.leaf("Clusters").View()
	s.until("the scatter", func() bool { _, scene := v.Shown(); return scene != nil && v.Settled() })
	s.do(func() {
		v.Modifiers = func() fyne.KeyModifier { return screen.Ctrl }
		_, scene := v.Shown()
		area := scene.PlotArea()
		left := fyne.NewPos(float32(area.Min.X+area.Max.X)/2, 0) // the left half of the picture
		viewstest.Drag(v, screen.Ctrl, true, fyne.NewPos(0, 0), left, left.AddXY(0, v.Size().Height), fyne.NewPos(0, v.Size().Height))
		n := len(s.w.ws.Now().Selection.Rows)
		if n == 0 || n == 150 {
			t.Fatalf("%d rows are selected", n)
		}
		s.w.menu.refresh()
		if s.w.menu.group.Disabled {
			t.Fatal("no group can be made")
		}
		s.w.menu.group.Action()
		s.w.Top().Accept()
		if groups := s.w.centre.tree.State().Groups; len(groups) != 1 || len(groups[0].Rows) != n {
			t.Fatalf("the groups are %+v", groups)
		}
		rows, _ := s.w.ws.Portions()
		if len(rows) < 3 || len(rows[1].Places) != n || len(rows[2].Places) != 150-n ||
			!strings.Contains(rows[1].How, "selected row") {
			t.Fatalf("%d rows are selected; offered are %+v", n, rows)
		}
		s.w.ws.NewTable("", rows[1], workspace.Portion{})
	})
	s.until("the new table", func() bool { return strings.Contains(s.w.ws.Table().Name, "selected row") })
}

// A part of a table is fitted by itself; the whole and its results are there to go back to.
func TestNewTableFromSelection(t *testing.T) {
	s := newStage(t, usual, nil, gaussian.Model{})
	s.openSample("iris")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		test.Tap(s.w.run.go_)
	})
	s.until("a fit of the whole", func() bool { return len(s.w.ws.Runs.Entries()) == 1 })
	s.do(func() {
		s.w.ws.Doc.Do("select", "", func(now study.State) study.State {
			now.Selection = study.Selection{Rows: []int{3, 5, 8}, Columns: []int{1}}
			return now
		})
		rows, columns := s.w.ws.Portions()
		var says []string
		for _, p := range append(rows, columns...) {
			says = append(says, p.How)
		}
		want := []string{"", "3 selected rows", "without 3 selected rows", "species setosa", "without species setosa", "species versicolor", "without species versicolor",
			"species virginica", "without species virginica", "", "1 selected column", "without 1 selected column"}
		if !slices.Equal(says, want) {
			t.Errorf("%q", says)
		}
		s.w.menu.part.Action()
		if s.w.Top() == nil {
			t.Fatal("nothing is asked")
		}
		s.w.Top().Close()
		s.w.ws.Table().Notes = []string{"2 rows of the whole"}
		s.w.ws.NewTable("", rows[4], columns[2])
	})
	s.until("the new table", func() bool {
		return strings.Contains(s.w.ws.Table().Name, "without") && s.w.centre.shown != nil && s.w.centre.shown.Table == s.w.ws.Table()
	})
	s.do(func() {
		table := s.w.ws.Table()
		h, _ := s.w.ws.Now().Sheet()
		n, d := table.Dims()
		if n != 100 || d != 3 || table.Name != "iris, without species setosa, without 1 selected column" || slices.Contains(table.Columns, "sepal_width") ||
			h.Origin == nil || h.Origin.Table != 1 || h.Origin.Rows[0] != 50 || !slices.Equal(h.Origin.Columns, fit.Places{0, 2, 3}) || table.SHA256 != "" {
			t.Errorf("%d × %d, %q, %v, %+v", n, d, table.Name, table.Columns, h.Origin)
		}
		if s.w.data.Notes.Text != "" || len(table.Notes) != 0 {
			t.Errorf("of the part is said %q", s.w.data.Notes.Text)
		}
		if len(s.w.ws.Runs.Entries()) != 0 || s.w.menu.tables.Disabled || len(s.w.menu.tables.ChildMenu.Items) != 2 {
			t.Errorf("%d results of the part", len(s.w.ws.Runs.Entries()))
		}
		test.Tap(s.w.run.go_)
	})
	s.until("a fit of the part", func() bool {
		return len(s.w.ws.Runs.Entries()) == 1 &&
			s.w.ws.Runs.Result().Info.Name == "gaussian"
	})
	s.do(func() {
		if n, _ := s.w.ws.Runs.Result().Data.Dims(); n != 100 {
			t.Errorf("%d rows were fitted", n)
		}
		s.w.menu.tables.ChildMenu.Items[0].Action()
	})
	s.until("the whole", func() bool { return s.w.ws.Table().Name == "iris" })
	s.do(func() {
		if r := s.w.ws.Runs.Result(); r == nil || s.w.ws.Table().Name != "iris" || r.Info.Name != "gaussian" {
			t.Fatalf("back at %s", s.w.ws.Table().Name)
		}
		if n, _ := s.w.ws.Runs.Result().Data.Dims(); n != 150 {
			t.Errorf("%d rows of the whole", n)
		}
		if items := s.w.ws.Runs.Reported(""); len(items) != 2 {
			t.Errorf("%d results in the report", len(items))
		}
		s.w.undo()
		if n, _ := s.w.ws.Runs.Result().Data.Dims(); n != 100 {
			t.Errorf("after undo %d rows", n)
		}
	})
}

// Values of annotations of the columns are offered as parts of a table too.
func TestPortionsOfColumns(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		s.w.ws.Doc.Do("annotate", "", func(now study.State) study.State {
			h, _ := now.Sheet()
			h.ColumnAnnotations = []inference.Annotation{inference.NewAnnotation("part", []string{"sepal", "sepal", "petal", "petal"})}
			return now.WithSheet(h)
		})
		_, columns := s.w.ws.Portions()
		i := slices.IndexFunc(columns, func(p workspace.Portion) bool { return p.How == "part petal" })
		if i < 0 || len(columns[i].Places) != 2 || columns[i].Places[0] != 2 {
			t.Fatalf("offered are %+v", columns)
		}
		s.w.ws.NewTable("", workspace.Portion{}, columns[i])
	})
	s.until("the new table", func() bool { return s.w.ws.Table().Name == "iris, part petal" })
	s.do(func() {
		if c := s.w.ws.Table().Columns; !slices.Equal(c, []string{"petal_length", "petal_width"}) {
			t.Errorf("its columns are %q", c)
		}
	})
}

// A finding that a column holds labels has a button that makes it an annotation; the sheet makes it numbers again, and
// back. Groups stay, and each is one step of the history.
func TestMakeAnnotation(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{})
	text := "name,length,width,stage\n"
	for i := range 30 {
		text += fmt.Sprintf("r%d,%d.5,%d.25,%d\n", i, i*i%31, i*i*i%29, 2007+i*i%7%3)
	}
	table, err := read.Bytes("birds.csv", "birds.csv", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	columns := func() string {
		if s.w.ws.Data() == nil || s.w.ws.Busy() != "" {
			return ""
		}
		text := strings.Join(s.w.ws.Data().Columns, " ") + ";"
		for _, a := range s.w.ws.Table().Annotations {
			text += " " + a.Name
		}
		return text
	}
	const with, without = "length width stage;", "length width; stage"
	s.do(func() { s.w.ws.Use(table) })
	s.until("the table", func() bool { return columns() == with && s.w.data.Annotate.Visible() })
	s.do(func() {
		if got := s.w.data.Annotate.Text; got != `Make "stage" an annotation` {
			t.Errorf("the button says %q", got)
		}
		s.w.ws.Doc.Do("Group", "", func(now study.State) study.State {
			h, _ := now.Sheet()
			h.Rows.Groups = []study.Group{{Name: "A", Rows: []int{1, 4}}}
			h.Columns.Groups = []study.Group{{Name: "B", Rows: []int{1, 2}}}
			return now.WithSheet(h)
		})
		test.Tap(s.w.data.Annotate)
	})
	s.until("the annotation", func() bool { return columns() == without })
	s.do(func() {
		h, _ := s.w.ws.Now().Sheet()
		if len(h.Rows.Groups) != 1 || !slices.Equal(h.Columns.Groups[0].Rows, []int{1}) ||
			len(s.w.ws.Now().Sheets) != 1 {
			t.Errorf("%+v", s.w.ws.Now().Sheets)
		}
		if s.w.data.Annotate.Visible() || slices.ContainsFunc(s.w.ws.Table().Notes, func(note string) bool { return strings.Contains(note, "labels") }) {
			t.Error("the finding stays")
		}
		s.w.ws.Undo()
		if columns() != with || !s.w.data.Annotate.Visible() {
			t.Errorf("after Undo: %s", columns())
		}
		s.w.ws.Redo()
		if columns() != without {
			t.Errorf("after Redo: %s", columns())
		}
		s.w.askParts()
	})
	picker := func(name string) (p *controls.Picker) {
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if q, ok := o.(*controls.Picker); ok && strings.HasPrefix(q.AccessibilityLabel(), name) {
				p = q
			}
		})
		return p
	}
	s.do(func() {
		if p := picker("Make numbers of"); p == nil || len(p.Options) != 1 || p.Options[0].Value != "stage" {
			t.Fatalf("%+v", p)
		}
		picker("Make numbers of").OnPicked("stage")
		if p := picker("Make an annotation of"); len(p.Options) != 3 {
			t.Errorf("%+v", p.Options)
		}
	})
	s.until("the sheet to know", func() bool { s.w.Top().Accept(); return s.w.Top() == nil })
	s.until("numbers again", func() bool { return columns() == with })
	s.do(func() {
		if got := s.w.ws.Table().X.At(4, 2); got != 2009 {
			t.Errorf("the cell is %v", got)
		}
	})
}

// The sheet of a new table takes a name, and the levels that no row of the part has are gone.
func TestANewTableIsNamed(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		s.w.ws.Doc.Do("select", "", func(now study.State) study.State {
			now.Selection.Rows = study.SetOf([]int{0, 1,
				2, 60})
			return now
		})
		s.w.askNewTable()
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if f, ok := o.(*controls.Field); ok {
				if f.PlaceHolder != "iris, 4 selected rows" {
					t.Errorf("the name proposed is %q", f.PlaceHolder)
				}
				f.SetText("four flowers")
			}
		})
		s.w.Top().Accept()
	})
	s.until("the new table", func() bool { return s.w.ws.Table().Name == "four flowers" })
	s.do(func() {
		if a := s.w.ws.Table().Annotations[0]; !slices.Equal(a.Levels, []string{"setosa", "versicolor"}) {
			t.Errorf("the species of the part are %q", a.Levels)
		}
	})
}

// All rows and all columns are no new table: the sheet does not make one, and proposes no name that ends in a comma.
func TestTheWholeTableIsNoNewTable(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		s.w.askNewTable()
		var rows *controls.Picker
		var name *controls.Field
		var begin *controls.Button
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			switch o := o.(type) {
			case *controls.Picker:
				if rows == nil {
					rows = o
				}
			case *controls.Field:
				name = o
			case *controls.Button:
				begin = o // the last one
			}
		})
		rows.OnPicked("0")
		if !begin.Disabled() || name.PlaceHolder != "iris" {
			t.Errorf("of the whole table: %q can be pressed: %v, the name proposed is %q", begin.Text, !begin.Disabled(), name.PlaceHolder)
		}
		s.w.Top().Accept()
		if s.w.Top() == nil {
			t.Fatal("the sheet closed")
		}
		rows.OnPicked("1")
		if begin.Disabled() || name.PlaceHolder != "iris, species setosa" {
			t.Errorf("of a part: %q can be pressed: %v, the name proposed is %q", begin.Text, !begin.Disabled(), name.PlaceHolder)
		}
	})
}
