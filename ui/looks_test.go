package ui

import (
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestStyleDrawer opens the drawer by its button, changes the figure by its form, undoes that, and
// closes the drawer by Escape.
func TestStyleDrawer(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	var pickers map[string]*controls.Picker
	find := func() {
		pickers = map[string]*controls.Picker{}
		each(s.w.centre.looks.object, func(o fyne.CanvasObject) {
			if p, ok := o.(*controls.Picker); ok && p.Visible() {
				pickers[p.Tip] = p
			}
		})
	}
	control := func(name string) plotting.Control {
		c, ok := plotting.ControlNamed(name)
		if !ok {
			t.Fatalf("there is no control %s", name)
		}
		return c
	}
	looks := s.w.centre.looks
	s.do(func() {
		each(s.w.centre.object, func(o fyne.CanvasObject) {
			if b, ok := o.(*controls.Button); ok && b.Text == "Style" {
				test.Tap(b)
			}
		})
		if !looks.on() || s.w.side.object.Visible() || !s.w.columns.Shown() {
			t.Error("the button does not open the drawer in place of the inspector")
		}
		find()
		palette := pickers[control("palette").Help]
		if palette == nil {
			t.Fatal("the drawer of a tree with a heat map has no palettes")
		}
		palette.OnPicked("viridis")
		if got := looks.style(tabTree).Look.Palette; got != "viridis" || palette.Value != "viridis" {
			t.Errorf("the palette is %q, the drawer shows %q", got, palette.Value)
		}
		if s.w.centre.tree.View().Style().Look.Palette != "viridis" || s.w.centre.leaf(tabTrace).View().Style().Look.Palette != "" {
			t.Error("the palette does not reach the figure, or another figure")
		}
		h, _ := s.w.ws.Now().Sheet()
		if c, _ := study.PaneOf[plotting.Choices](h.Panes, depict.LookPane(tabTree)); len(c) != 1 {
			t.Errorf("the document keeps %v", c)
		}
		s.w.undo()
		if looks.style(tabTree).Look.Palette != "" || palette.Value != "usual" {
			t.Error("Undo does not put the palette back")
		}
		s.w.redo()

		shape := func() *controls.Picker { // the form is made again where a shape has other controls
			looks.refresh()
			find()
			return pickers[control("tree-shape").Help]
		}
		if shape() == nil {
			t.Fatal("the drawer of a tree has no shapes")
		}
		shape().OnPicked("circular")
		if got := s.w.centre.tree.State().Shape; got != dendro.Circular || shape().Value != "circular" {
			t.Errorf("the tree is %v, the drawer shows %q", got, shape().Value)
		}
		s.w.centre.tree.Choose("shape", "slanted")
		if shape().Value != "slanted" {
			t.Errorf("the shape of the menu is shown as %q", shape().Value)
		}
		s.w.undo()
		s.w.undo()
		if got := s.w.centre.tree.State().Shape; got != dendro.Rectangular || shape().Value != "rectangular" {
			t.Errorf("Undo leaves a tree that is %v, the drawer shows %q", got, shape().Value)
		}

		looks.set(tabTree, control("row-names"), "none", "")
		if s.w.centre.tree.State().Labels || looks.value(tabTree, control("row-names")) != "none" {
			t.Error("without names of rows the tree has labels")
		}
		looks.set(tabTree, control("row-names"), "all", "")
		if !s.w.centre.tree.State().Labels || looks.style(tabTree).Look.Rows != plotting.AllNames {
			t.Error("all names of rows are not shown")
		}
		looks.set(tabTree, control("columns"), "file", "")
		if s.w.centre.tree.State().ColumnsOrder != plotting.FileOrder {
			t.Error("the columns are not as in the file")
		}
		looks.adjust(tabTree, "heat-share", "30")
		looks.adjust(tabTree, "heat-share", "35")
		s.w.undo()
		if looks.style(tabTree).Look.HeatShare != 0 {
			t.Error("a drag is more than one step")
		}
		looks.code("species", plotting.Coding{Colours: map[string]string{"blue": "#112233"}, Order: []string{"orange"}})
		if style := looks.style(tabTrace); style.Look.Codings.Of("species").Colours["blue"] != "#112233" {
			t.Error("the colours of an annotation do not reach every figure")
		}
		s.w.undo()
		if c := looks.style(tabTree).Look.Codings.Of("species"); len(c.Colours)+len(c.Order) > 0 {
			t.Error("Undo does not take the colours of an annotation back")
		}
		looks.set(tabTree, control("label-size"), "1e9", "")
		if looks.style(tabTree).LabelSize != plotting.Light.LabelSize {
			t.Error("a size out of range is taken")
		}
	})
	s.do(func() {
		f, _, err := s.w.centre.figure()
		if d, ok := f.(*dendro.Dendrogram); err != nil || !ok || d.Style.Look.Palette != "viridis" || d.Style.Look.Rows != plotting.AllNames {
			t.Error("what is exported does not look like what is shown")
		}
		if l := s.w.ws.LooksOf(s.w.ws.Now().Open); l.Figures[tabTree]["palette"] != "viridis" {
			t.Error("reports do not get the look")
		}
		s.w.centre.tabs.Pick(tabTrace)
		find()
		if pickers[control("palette").Help] != nil {
			t.Error("a trace has palettes")
		}
		s.w.typed(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if looks.on() || !s.w.side.object.Visible() {
			t.Error("Escape does not close the drawer")
		}
	})
}

// The drawer of the style has the whole column: the card that leads to the stages is hidden meanwhile.
func TestTheDrawerHidesTheCard(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("iris")
	s.do(func() {
		if !s.w.card.Visible() {
			t.Fatal("there is no card")
		}
		s.w.centre.looks.toggle()
		if s.w.card.Visible() {
			t.Error("the card stands below the drawer")
		}
		s.w.centre.looks.toggle()
		if !s.w.card.Visible() {
			t.Error("the card does not come back")
		}
	})
}
