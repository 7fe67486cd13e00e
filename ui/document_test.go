package ui

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/choice"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/ui/export"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/pane"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
)

// Steps of one name are steps of their own: each Undo takes one back.
func TestChangeAShapeTwiceAndUndoTwice(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		shape := func() dendro.Shape { return s.w.centre.tree.State().Shape }
		s.w.centre.tree.Choose("shape", "circular")
		s.w.centre.tree.Choose("shape", "rectangular")
		s.w.undo()
		if shape() != dendro.Circular {
			t.Error("the first undo does nothing")
		}
		s.w.undo()
		if shape() != dendro.Rectangular || s.w.ws.Doc.UndoName() != "" {
			t.Errorf("after the second undo the tree is a disc: %v; to undo is %q", shape() == dendro.Circular,
				s.w.ws.Doc.UndoName())
		}
		s.w.redo()
		if shape() != dendro.Circular {
			t.Error("redo does nothing")
		}
	})
}

// What was done to a table is there when the table comes back.
func TestGroupsSurviveAnotherTable(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	var before []study.Group
	s.do(func() {
		s.w.centre.tree.Groups.CutInto(3)
		s.w.centre.tree.Groups.Name(0, "outside")
		before = s.w.centre.tree.State().Groups
	})
	s.openSample("crabs")
	s.do(func() {
		if n := len(s.w.centre.tree.State().Groups); n != 0 {
			t.Errorf("the next table begins with %d groups", n)
		}
		s.w.undo()
	})
	s.until("iris again", func() bool { return s.w.centre.shown.Table.Name == "iris" })
	s.do(func() {
		if diff := cmp.Diff(before, s.w.centre.tree.State().Groups); diff != "" || len(before) != 3 {
			t.Errorf("%d groups: %s", len(before), diff)
		}
		s.w.undo()
		if s.w.centre.tree.State().Groups[0].Name == "outside" {
			t.Error("the steps before cannot be undone any more")
		}
	})
}

// Groups are an annotation at once and follow every change: a class of rows, a column of files. Kept, they
// are one more, which stays as it is.
func TestGroupsAreAnAnnotation(t *testing.T) {
	s := newStage(t, usual, nil, gaussian.Model{})
	s.openSample("iris")
	names := func(d *inference.Dataset) (list []string) {
		for _, a := range d.Annotations {
			list = append(list, a.Name)
		}
		return list
	}
	is := func(want ...string) {
		t.Helper()
		if got, shown := names(s.w.ws.Data()), names(s.w.centre.shown.Data); !slices.Equal(got, want) || !slices.Equal(shown, want) {
			t.Fatalf("annotations are %q, and %q where it is shown", got, shown)
		}
	}
	s.do(func() {
		w := s.w
		is("species")
		if !w.menu.annotate.Disabled {
			t.Error("without groups there is something to keep")
		}
		if err := w.ws.Next.SetModel("gaussian"); err != nil {
			t.Fatal(err)
		}
		stale := w.ws.Runs.Stage()
		w.centre.tree.Groups.CutInto(3)
		is("species", "groups")
		if w.ws.Runs.Stage() != stale {
			t.Error("groups make a run stale")
		}
		a := w.centre.shown.Data.Annotations[1]
		for _, g := range w.centre.tree.State().Groups {
			for _, r := range g.Rows {
				if a.Values[r] != g.Name {
					t.Errorf("row %d of %s is annotated %q", r, g.Name, a.Values[r])
				}
			}
		}
		if !slices.Contains(w.ws.Next.ClassNames(), "groups") {
			t.Errorf("classes are %v", w.ws.Next.ClassNames())
		}
		if n := export.NEXUSOf(w.centre.shown.Subject()); len(n.Annotations) != 2 ||
			n.Annotations[1].Name != "groups" {
			t.Errorf("exported annotations are %+v", n.Annotations)
		}
		w.menu.annotate.Action()
		if n := w.ws.Notice; n.Bad {
			t.Fatal(n)
		}
		w.centre.tree.Groups.Name(0, "outside")
		is("species", "kept groups", "groups")
		if d := w.ws.Data(); slices.Contains(d.Annotations[1].Levels, "outside") || !slices.Contains(d.Annotations[2].Levels, "outside") || d != w.ws.Data() {
			t.Errorf("levels are %q, kept %q", d.Annotations[2].Levels, d.Annotations[1].Levels)
		}
		f := w.centre.tree.Figure()
		if len(f.Strips) != 2 || f.Strips[1].Annotation.Name != "kept groups" {
			t.Errorf("the tree has %d strips", len(f.Strips))
		}
		w.undo()
		w.undo()
		is("species", "groups")
		if len(w.centre.tree.Figure().Strips) != 1 {
			t.Error("undo leaves the strip")
		}
	})
	// A model can be fitted to each of them.
	s.do(func() {
		s.w.ws.Next.SetClasses("groups")
		test.Tap(s.w.run.go_)
	})
	s.until("a fit for each group", func() bool {
		r := s.w.centre.shown
		return classes.Of(r.Snapshot) != nil && !s.w.ws.Runs.Stage().Working
	})
	s.do(func() {
		if s.w.ws.Runs.Stage().Stale {
			t.Error("the run is stale at once")
		}
		r, _ := s.w.ws.Doc.Result(s.w.ws.Now().Shown)
		if len(r.Made.Rows) != 1 || r.Made.Rows[0].Name != "groups" {
			t.Errorf("the result keeps the annotations %+v", r.Made.Rows)
		}
		s.w.centre.tree.Groups.Name(0, "other")
		if !s.w.ws.Runs.Stage().Stale {
			t.Error("a run of groups that have changed is not stale")
		}
		s.w.centre.tree.Groups.Clear()
		is("species")
		if !s.w.ws.Runs.Stage().Stale {
			t.Error("a run of groups that are gone is not stale")
		}
	})
}

// Undo takes back one choice of a figure at a time; steps of the same choice in a row are one.
func TestUndoOneChoiceOfAFigure(t *testing.T) {
	s := newStage(t, usual, nil, pca.Model{})
	s.fit("pca", "penguins", 30)
	s.do(func() {
		var p *pane.Entry
		for _, l := range s.w.centre.leaves {
			if l.Tab() == "Scatter" {
				p = l.Pane.(*pane.Entry)
			}
		}
		choose := func(name string, option int) {
			p.Choose(slices.IndexFunc(p.Choices(), func(c choice.Choice) bool { return c.Name == name }), option)
		}
		shows := func(want string) {
			t.Helper()
			if got := p.Chosen("colour") + ", " + p.Chosen("arrows"); got != want {
				t.Errorf("%s is shown, not %s", got, want)
			}
		}
		usual := p.Chosen("colour") + ", " + p.Chosen("arrows")
		choose("arrows", 2)
		choose("colour", 2)
		choose("colour", 3)
		shows("sex, none")
		s.w.undo()
		shows("species, none")
		s.w.undo()
		shows(usual)
		s.w.redo()
		shows("species, none")
	})
}

// A factor is selected, and unselected by Undo, where no tree was ever shown.
func TestAFactorIsSelectedWithoutATree(t *testing.T) {
	s := newStage(t, usual, nil, nsfa.Model{})
	s.fit("nsfa", "iris", 30)
	s.until("the summary", func() bool { return s.w.side.said != nil })
	s.do(func() {
		c := s.w.centre
		if len(c.tree.Trees()) != 0 || factor.StateOf(c.shown.Snapshot) == nil {
			t.Fatal("there is a tree")
		}
		id := s.w.side.said.Summary.Factors.IDs[0]
		c.pick(study.Selection{}.WithFactors(c.shown.ID, id))
		if s.w.ws.Doc.UndoName() != "select 1 factor" || !slices.Equal(c.selection().Factors(c.shown.ID),
			[]int{id}) || !s.w.side.panel.Visible() {
			t.Errorf("selected is %+v; to undo is %q", c.selection(), s.w.ws.Doc.UndoName())
		}
		if c.selection().Factors(c.shown.ID+1) != nil {
			t.Error("the factor is selected in another result")
		}
		// The pictures of the factors follow it as the heat maps do.
		c.togglePictures()
		f := c.leaf(tabTemplates).Figure()
		if p, ok := f.(cells.Templates); !ok || !slices.Equal(p.Selected, []int{slices.Index(factor.StateOf(c.shown.Snapshot).IDs, id)}) {
			t.Errorf("the pictures show %+v as selected", p.Selected)
		}
		s.w.undo()
		if f = c.leaf(tabTemplates).Figure(); len(f.(cells.Templates).Selected) != 0 {
			t.Error("undo leaves a picture selected")
		}
		if !c.selection().Empty() || s.w.side.panel.Visible() {
			t.Error("undo leaves the factor selected")
		}
		s.w.redo()
		if c.selection().Empty() {
			t.Error("redo does not select it again")
		}
	})
}

// All that can be undone can be written and read.
func TestTheDocumentIsData(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		tv := s.w.centre.tree
		tv.Groups.CutInto(3)
		s.w.notes.keepGroups()
		tv.Select(tv.State().Groups[1].Rows)
		tv.Clades.Collapse(tv.State().Selection.Rows)
		tv.Choose("shape", "circular")
		data, err := json.Marshal(s.w.ws.Doc.State())
		if err != nil {
			t.Fatal(err)
		}
		var back study.State
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		h, _ := back.Sheet()
		was, _ := s.w.ws.Now().Sheet()
		if diff := cmp.Diff(workspace.LookOn(was, nil, nil), workspace.LookOn(h, nil, nil)); diff != "" {
			t.Error(diff)
		}
		again, err := json.Marshal(back)
		if err != nil || !sameJSON(t, data, again) {
			t.Errorf("what was read is written otherwise: %v\n%s\n%s", err, data, again)
		}
	})
}

// sameJSON reports whether two texts hold the same values, in any order of names.
func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	for v, data := range map[*any][]byte{&x: a, &y: b} {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := d.Decode(v); err != nil {
			t.Fatal(err)
		}
	}
	return cmp.Equal(x, y)
}

// Rows that preparing leaves out keep what was done to them.
func TestRowsLeftOutKeepTheirGroups(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	var whole []study.Group
	var names []string
	s.do(func() {
		s.w.centre.tree.Groups.CutInto(2)
		s.w.centre.tree.Select([]int{0, 60, 140})
		names = s.w.centre.tree.SelectedNames()
		whole = s.w.centre.tree.State().Groups
		p := s.w.ws.Preprocessing()
		p.TopRows = 40
		s.w.ws.SetPreprocessing("the 40 most variable rows", p)
	})
	s.until("fewer rows", func() bool { d := s.w.centre.tree.Data(); return d != nil && len(d.Rows) == 40 })
	s.do(func() {
		st := s.w.centre.tree.State()
		data := s.w.centre.tree.Data()
		table := s.w.ws.Table()
		for i, g := range st.Groups {
			for _, r := range g.Rows {
				if name := data.Rows[r]; !slices.ContainsFunc(whole[i].Rows, func(k int) bool { return table.Rows[k] == name }) {
					t.Fatalf("%s came into %s", name, g.Name)
				}
			}
		}
		for _, name := range s.w.centre.tree.SelectedNames() {
			if !slices.Contains(names, name) {
				t.Errorf("%s is selected, which was not", name)
			}
		}
		s.w.centre.tree.Groups.Name(0, "renamed")
		p := s.w.ws.Preprocessing()
		p.TopRows = 0
		s.w.ws.SetPreprocessing("all rows", p)
	})
	s.until("all rows", func() bool { d := s.w.centre.tree.Data(); return d != nil && len(d.Rows) == 150 })
	s.do(func() {
		now := s.w.centre.tree.State().Groups
		if len(now) != 2 || !strings.HasPrefix(now[0].Name, "renamed") || len(now[0].Rows) != len(whole[0].Rows) || len(now[1].Rows) != len(whole[1].Rows) {
			t.Errorf("%d groups, the first %q", len(now), now[0].Name)
		}
	})
}

// A table at whose trees nobody has looked yet has strips, as in a study made on the command line.
func TestTreesThatNobodyLookedAtHaveStrips(t *testing.T) {
	data := &inference.Dataset{Annotations: []inference.Annotation{inference.NewAnnotation("species", []string{"a", "b", "a", "b", "a", "b"})}}
	if got := workspace.LookOn(study.Sheet{Table: 1}, data, nil).Strips; len(got) != 1 || got[0] != "species" {
		t.Errorf("strips %v", got)
	}
	h := study.Sheet{Table: 1}.WithPane(workspace.PaneTree, drawn.NewLook(nil))
	if got := workspace.LookOn(h, data, nil).Strips; len(got) != 0 {
		t.Errorf("strips %v, and the user has taken them away", got)
	}
	data.Annotations = append(data.Annotations, inference.NewAnnotation("sex", []string{"m", "f", "m", "f", "f", "m"}))
	for _, named := range [][]string{{"sex"}, {"species"}, nil} { // as files have them
		want := depict.UsualLook(&depict.Subject{Data: data, Annotations: named}).Strips
		if got := workspace.LookOn(study.Sheet{Table: 1}, data, named).Strips; !slices.Equal(got, want) ||
			len(got) != 2 || named != nil && got[0] != named[0] {
			t.Errorf("with %v named to the fit the strips are %v, in files %v", named, got, want)
		}
	}
}
