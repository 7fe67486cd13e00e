package ui

import (
	"reflect"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/drawer"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A stylist lets the user change how figures look. The document keeps the choices; the drawer replaces the inspector.
type stylist struct {
	c       *centre
	drawer  *drawer.Drawer
	codings *drawer.Codings
	object  fyne.CanvasObject
	looks   depict.Looks // of the open table, as the document has them
	folded  bool         // the right column was folded when the drawer was opened
	wanted  bool         // and whether it was wanted where there is room
}

func newStylist(c *centre) *stylist {
	s := &stylist{c: c}
	s.codings = drawer.NewCodings(s.code, c.w.AskColour)
	s.drawer = drawer.New(look.RightWidth-2*look.Margin-6,
		drawer.Wishes{Set: func(k plotting.Control, text string) { s.set(s.tab(), k, text, "") },
			Reset: s.reset, Close: s.close, Colour: c.w.AskColour}, s.codings.Object)
	s.object = s.drawer.Object
	s.object.Hide()
	return s
}

// tab is the page whose figure the drawer is about.
func (s *stylist) tab() string { return s.c.leaf(s.c.tabs.Picked()).Tab() }

// on reports whether the drawer is shown.
func (s *stylist) on() bool { return s.object.Visible() }

// toggle opens or closes the drawer.
func (s *stylist) toggle() {
	if s.on() {
		s.close()
		return
	}
	w := s.c.w
	s.wanted = w.columns.Wanted()
	if s.folded = !w.columns.Shown(); s.folded {
		w.columns.Fold(true)
	}
	controls.Show(w.side.object, false)
	controls.Show(w.card, false) // the drawer takes the whole column
	controls.Show(s.object, true)
	s.refresh()
	s.drawer.FocusOn(w.win.Canvas())
	w.menu.refresh()
}

// close shows the inspector again, or folds the column if it was.
func (s *stylist) close() {
	if !s.on() {
		return
	}
	w := s.c.w
	controls.Show(s.object, false)
	controls.Show(w.side.object, true)
	controls.Show(w.card, true)
	if s.folded {
		w.columns.Fold(false)
	}
	w.columns.Want(s.wanted)
	controls.Relayout(w.columns.Object)
	s.c.view().FocusOn(w.win.Canvas())
	w.menu.refresh()
}

// style is that of the figure of a tab.
func (s *stylist) style(tab string) plotting.Style { return s.looks.Style(s.c.style(), tab) }

// follow shows the looks that the document keeps.
func (s *stylist) follow(h study.Sheet) {
	if looks := depict.LooksOfSheet(h, s.c.w.ws.Table()); !reflect.DeepEqual(looks, s.looks) {
		s.looks = looks
		s.c.restyle()
	}
	s.refresh()
}

// refresh brings the drawer up to date.
func (s *stylist) refresh() {
	if !s.on() {
		return
	}
	tab := s.tab()
	l := s.c.leaf(tab)
	f, _ := l.View().Shown()
	if f == nil {
		f = l.Figure() // not drawn yet
	}
	choices := s.looks.Figures[tab]
	var coded []plotting.Coded
	if a, ok := f.(plotting.Annotated); ok {
		coded = a.Coded()
	}
	s.codings.Show(coded, s.looks.Annotations)
	s.drawer.Show(tab, plotting.ControlsOf(f),
		func(k plotting.Control) string { return s.value(tab, k) }, len(choices) > 0)
}

// value is that of a control of a page. Controls in the tree view's own menu have its values.
func (s *stylist) value(tab string, k plotting.Control) string {
	if tab == tabTree {
		if own, ok := s.c.tree.Control(k.Name); ok {
			return own
		}
	}
	return s.looks.Figures[tab].Value(k)
}

// set gives a control of a page another value. Steps in a row of the same merge that is not "" are
// undone as one.
func (s *stylist) set(tab string, k plotting.Control, text, merge string) {
	if text != "" && k.Check(text) != nil || text == s.value(tab, k) {
		return
	}
	data := s.c.tree.Data()
	s.c.w.ws.Doc.Do("style: "+k.Title, merge, func(now study.State) study.State {
		h, ok := now.Sheet()
		if !ok {
			return now
		}
		if tab == tabTree {
			l, kept := workspace.LookOn(h, data, s.c.w.ws.Runs.Named()).WithControl(k.Name, text)
			h = h.WithPane(workspace.PaneTree, l)
			if kept {
				return now.WithSheet(h)
			}
		}
		choices, _ := study.PaneOf[plotting.Choices](h.Panes, depict.LookPane(tab))
		return now.WithSheet(h.WithPane(depict.LookPane(tab), choices.With(k, text)))
	})
}

// code draws an annotation in another way, in all figures of the table.
func (s *stylist) code(annotation string, c plotting.Coding) {
	s.c.w.ws.Doc.Do("colours of "+annotation, "", func(now study.State) study.State {
		h, ok := now.Sheet()
		if !ok {
			return now
		}
		was, _ := study.PaneOf[plotting.Codings](h.Panes, depict.CodingsPane)
		return now.WithSheet(h.WithLevels(annotation, c.Order).WithPane(depict.CodingsPane, was.With(annotation, c)))
	})
}

// adjust sets a control by dragging a handle of the figure.
func (s *stylist) adjust(tab, name, text string) {
	if k, ok := plotting.ControlNamed(name); ok {
		s.set(tab, k, text, "drag "+name+" of "+tab)
	}
}

// reset puts everything about the look of the page back.
func (s *stylist) reset() {
	tab := s.tab()
	s.c.w.ws.Doc.Do("style as usual", "", func(now study.State) study.State {
		h, ok := now.Sheet()
		if !ok {
			return now
		}
		return now.WithSheet(h.WithPane(depict.LookPane(tab), plotting.Choices{}))
	})
}
