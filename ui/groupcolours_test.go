package ui

import (
	"image/color"
	"slices"
	"testing"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// Groups have the same colours in the tree, in a table made of them, as a kept annotation and in the
// report; none has a colour of the annotations beside the tree, or one like the selection's.
func TestGroupsKeepTheirColours(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	want := map[string]color.NRGBA{}
	s.do(func() {
		s.w.centre.tree.Groups.CutInto(5)
		for _, g := range s.w.centre.tree.State().Groups {
			want[g.Name] = g.Colour
			for _, taken := range []uint32{0x0072B2, 0x009E73, 0xCC79A7, 0xE69F00, 0xD55E00} { // of the three species; the last two are like amber
				if g.Colour == plotting.Hex(taken) {
					t.Errorf("%s has the colour %06X, which stands for something else", g.Name, taken)
				}
			}
		}
	})
	if len(want) != 5 {
		t.Fatalf("%d groups", len(want))
	}
	check := func(what, annotation string, looks depict.Looks) {
		t.Helper()
		for name, c := range want {
			if got, ok := looks.Annotations.Of(annotation).Colour(name); !ok || got != c {
				t.Errorf("%s: %s is %v, not %v", what, name, got, c)
			}
		}
	}
	s.do(func() {
		check("report", "groups", s.w.ws.LooksOf(s.w.ws.Now().Open))
		s.w.notes.keepGroups()
		check("kept annotation", "kept groups", s.w.ws.LooksOf(s.w.ws.Now().Open))
		part := workspace.Portion{Places: fit.PlacesOf(inference.UpTo(100)), How: "100 rows"}
		s.w.ws.NewTable("", part, workspace.Portion{})
	})
	s.until("the new table", func() bool { n, _ := s.w.ws.Table().Dims(); return n == 100 })
	s.do(func() {
		h, _ := s.w.ws.Now().Sheet()
		check("new table", "groups", depict.LooksOfSheet(h, s.w.ws.Table()))
		if i := slices.IndexFunc(s.w.ws.Table().Annotations, func(a inference.Annotation) bool { return a.Name == "groups" }); i < 0 || len(h.Rows.Groups) != 0 {
			t.Error("the new table has no annotation of the groups")
		}
	})
}

// Return in the name of a new group makes it: its colour is chosen.
func TestReturnMakesTheGroup(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		rows := study.SetOf([]int{1, 2, 3})
		s.w.centre.pick(study.Selection{Rows: rows})
		s.w.askColour(rows)
		name := s.w.win.Canvas().Focused().(*controls.Field)
		name.SetText("mine")
		name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if s.w.Top() != nil {
			t.Error("the sheet is still open")
		}
		if g := s.w.centre.tree.State().Groups; len(g) != 1 || g[0].Name != "mine" || len(g[0].Rows) != 3 {
			t.Errorf("the groups are %+v", g)
		}
	})
}
