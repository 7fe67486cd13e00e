package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/geneset"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

func beans() *inference.Table {
	return &inference.Table{Name: "beans", Rows: []string{"r1", "r2", "r3"}, Columns: []string{"length", "width"}, X: mat.NewDense(3, 2, nil)}
}

func lines(text ...string) *annotate.Lines {
	l := &annotate.Lines{File: "more.csv"}
	for _, s := range text {
		l.Cells = append(l.Cells, strings.Split(s, "|"))
	}
	return l
}

// The sheet shows what matches and what does not, and every guess can be changed before it is added.
func TestShowAnnotations(t *testing.T) {
	s := newRoom(t)
	var got *annotate.Joined
	var groups Use
	opened := false
	open := func(l *annotate.Lines) *Annotations {
		return ShowAnnotations(s.d, beans(), l, func(j *annotate.Joined, u Use) { got, groups = j, u }, func() { opened = true })
	}
	a := open(lines("who|kind|seen|where", "R1|long|2|width", "r2|round|3|length", "r9|round|4|"))
	s.Run(func() bool { return a.joined != nil })
	if a.target.Value != "rows" || a.key.Value != "1" || !strings.HasPrefix(a.summary.Text, "2 of 3 rows, kind, seen, where") || a.add.Disabled() {
		t.Errorf("%q, names of %s in %s", a.summary.Text, a.target.Value, a.key.Value)
	}
	said := ""
	for _, o := range a.lists.Objects {
		parts := o.(*fyne.Container).Objects
		said += parts[0].(*controls.Text).Text + ": " + parts[1].(*controls.Paragraph).Text + "\n"
	}
	for _, want := range []string{"1 name matched by a guess (case or spaces)", "R1 for r1", "1 row not in the file", "r3", "1 name of the file without a row", "r9"} {
		if !strings.Contains(said, want) {
			t.Errorf("the sheet lacks %q:\n%s", want, said)
		}
	}
	a.exact.OnPicked("not joined")
	s.Run(func() bool { return strings.HasPrefix(a.summary.Text, "1 of 3 rows") })
	a.target.OnPicked("columns")
	s.Run(func() bool { return a.joined.Target == annotate.Columns })
	if a.key.Value != "4" || !strings.HasPrefix(a.summary.Text, "2 of 2 columns, who, kind, seen") {
		t.Errorf("%q, names in %s", a.summary.Text, a.key.Value)
	}
	a.key.OnPicked("2")
	s.Run(func() bool { return a.joined == nil })
	if !a.add.Disabled() || !strings.Contains(a.notes.Text, "no line names a column of beans") {
		t.Errorf("nothing matches, and it says %q", a.notes.Text)
	}
	a.sheet.Accept()
	if got != nil {
		t.Error("what does not match is added")
	}
	a.key.OnPicked("4")
	s.Run(func() bool { return a.joined != nil })
	a.use.OnPicked("groups kind")
	a.sheet.Accept()
	if got == nil || groups.Groups != "kind" || len(got.Annotations) != 3 {
		t.Errorf("%+v, groups by %v", got, groups)
	}
	b := open(lines("r1|x"))
	b.sheet.Close()
	if opened || s.d.Top() != nil {
		t.Error("a sheet that was closed opens a table")
	}
}

func TestSortOf(t *testing.T) {
	for text, want := range map[string]Sort{
		"id,a\nr,1\n": Table, "": Table, "NODE1X\tGENE0X\tGENE1X\t0.5\n": Trees, "(a": Table, "#nexus\nBEGIN TREES;": Trees, " ((a,b):1,c);": Trees, "[&W 0.2] (a,b);": Trees, "[open (a,b);": Table,
		"\xef\xbb\xbf(a,b);": Trees, "PK\x03\x04" + strings.Repeat("\x00", 26) + "espalier.json{}": Study, "PK\x03\x04" + strings.Repeat("\x00", 26) + "xl/book": Table,
	} {
		if got := SortOf([]byte(text)); got != want {
			t.Errorf("%q is taken for %d, not %d", text, got, want)
		}
	}
}

func TestAnnotates(t *testing.T) {
	for _, c := range []struct {
		l    *annotate.Lines
		want bool
	}{
		{lines("id|kind", "r1|x", "r2|y"), true},
		{lines("id|kind|age", "r1|x|3", "r2|y|4", "r9|z|5"), true},
		{lines("id|kind|a|b", "r1|x|3|4", "r2|y|4|5"), false}, // a table of the same rows
		{lines("id|a", "r1|3", "r2|4"), false},
		{lines("id|kind", "r1|x", "s2|y"), false},
	} {
		if got := Annotates(beans(), c.l); got != c.want {
			t.Errorf("%v: %v", c.l.Cells, got)
		}
	}
}

// The table of gene sets is ordered by a click on a head; a click on a row selects what is in both.
func TestShowGeneSets(t *testing.T) {
	s := newRoom(t)
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	r, err := geneset.Test(context.Background(), []geneset.List{{Name: "clade", Names: names[:3]}, {Name: "other", Names: names[4:]}},
		[]geneset.Set{{Name: "X", Members: names[:3]}, {Name: "Y", Members: names[2:6]}}, geneset.Options{Background: names})
	if err != nil {
		t.Fatal(err)
	}
	g := ShowGeneSets(s.d, plotting.Light, r, "columns", "beans", "", nil)
	var selected []string
	var exported plotting.Figure
	g.Select = func(names []string, columns bool) {
		if columns {
			selected = names
		}
	}
	g.Export = func(f plotting.Figure, _ plotting.Metadata) { exported = f }
	s.Settle(g.view)
	tap := func(want func(m plotting.Mark) bool) {
		t.Helper()
		viewstest.TapMark(t, g.view, want)
		s.Settle(g.view)
	}
	tap(func(m plotting.Mark) bool { return m.Kind != "head" && m.Index == 0 })
	if strings.Join(selected, "") != "abc" {
		t.Errorf("selected are %v of %+v", selected, r.Rows[0])
	}
	for _, want := range []struct {
		sort       int
		descending bool
	}{{6, true}, {6, false}, {-1, false}} {
		tap(func(m plotting.Mark) bool { return m.Kind == "head" && m.Column == 6 })
		if g.table.Sort != want.sort || g.table.Descending != want.descending {
			t.Errorf("by column %d, %v", g.table.Sort, g.table.Descending)
		}
	}
	g.Export(g.figure(), plotting.Metadata{})
	if _, ok := exported.(cells.Table); !ok {
		t.Errorf("exported is %T", exported)
	}
	g.sheet.Accept()
}

// Another background is chosen in the sheet: all that the file has, a level of an annotation, or names in a file.
func TestBackgroundOfGeneSets(t *testing.T) {
	s := newRoom(t)
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprintf("g%d", i))
	}
	x := mat.NewDense(3, len(many), nil)
	for i := range 3 {
		for j := range many {
			x.Set(i, j, float64((i+1)*(j%7)+i))
		}
	}
	levels := make([]string, len(many))
	for j := range levels {
		levels[j] = []string{"nucleus", "membrane"}[j%2]
	}
	table := &inference.Table{Name: "cells", Rows: []string{"a", "b", "c"}, Columns: many, X: x, Kind: inference.Continuous}
	table = table.WithColumnAnnotation(inference.NewAnnotation("place", levels))
	data, err := table.Prepare(inference.Preprocessing{Leave: inference.LeaveOut{Columns: inference.NamesOf(many[30:]...)}})
	if err != nil {
		t.Fatal(err)
	}
	subject := &depict.Subject{Table: table, Data: data}
	tester := &SetTester{subject: subject, sets: []geneset.Set{{Name: "X", Members: many[:6]}}, lists: depict.Lists{Columns: []geneset.List{{Name: "selection", Names: many[:8]}}}}
	side, r, err := tester.Test(context.Background(), "", Background{})
	if err != nil || side != "columns" || r.Background != 30 {
		t.Fatalf("%s, %+v, %v", side, r, err)
	}
	g := ShowGeneSets(s.d, plotting.Light, r, side, "cells", "", tester)
	var titles []string
	for _, o := range g.background.Options {
		titles = append(titles, o.Title)
	}
	if got := strings.Join(titles, "; "); got != "The 30 columns of the data; All 40 of the file, those left out too; 15 columns of place nucleus; 15 columns of place membrane; Names in a file…" {
		t.Errorf("%s", got)
	}
	for i, want := range []int{30, 40, 15} {
		g.background.OnPicked(strconv.Itoa(i))
		s.Run(func() bool { return g.chosen == i && g.result.Background == want })
	}
	if !strings.Contains(g.plate.Metadata.Title, "against 15 columns of place nucleus") {
		t.Errorf("%q", g.plate.Metadata.Title)
	}
	path := filepath.Join(t.TempDir(), "universe.txt")
	if err := os.WriteFile(path, []byte(strings.Join(many[:20], "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g.BackgroundFile(path)
	s.Run(func() bool { return g.result.Background == 20 && g.background.Value == "4" })
	if w := g.view.Window(); w != g.table.RowsWindow(tableTall) {
		t.Errorf("shown is %+v", w)
	}
	g.BackgroundFile(path + ".gone")
	s.Run(func() bool { return strings.Contains(g.trouble.Text, "no such file") && g.result.Background == 20 })
	s.Settle(g.view)
	g.sheet.Accept()
}
