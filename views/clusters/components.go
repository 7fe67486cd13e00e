package clusters

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A ComponentsView lists the components of a mixture with their size, dimensionality,
// noise and score, and the majority of a class among their rows. A click on the head of a
// column orders the list by it, a click on a component selects its rows. Make one with
// [NewComponentsView]; Close it when it is no longer needed.
//
// Up and Down go from component to component, Left and Right change the column by which
// they are ordered, R turns the order round.
type ComponentsView struct {
	flat
	order componentOrder
	moved bool // the user has chosen what is seen
}

// A componentOrder is how the user ordered the components.
type componentOrder struct {
	Sort       string // name of the column; "" is the first
	Descending bool
}

// NewComponentsView returns an empty view. A nil post is fyne.DoAndWait.
func NewComponentsView(post screen.Post, style plotting.Style) *ComponentsView {
	v := &ComponentsView{}
	v.init(v, "Components", post, style, func() { v.classes.Needless = len(depict.ClassAnnotations(v.data())) == 0 }, v.maker)
	v.view.OnSelect = v.selected
	v.view.OnKey = func(k *fyne.KeyEvent) bool { return screen.ByKey(componentsCommands, v, k, v.view.Held()) }
	v.view.OnRune = func(r rune) bool { return screen.ByRune(componentsCommands, v, r) }
	v.view.OnWindow = func(plotting.Window) { v.moved = true }
	v.view.OnDrawn = v.drawn
	pane.RecallValue(&v.Base, &v.order, v.redraw)
	return v
}

// drawn shows as many components as have room, until the user chooses otherwise.
func (v *ComponentsView) drawn() {
	if f, s := v.view.Shown(); !v.moved && s != nil {
		if t, ok := f.(cells.Table); ok {
			v.view.SetWindow(t.RowsWindow(s.PlotArea().Size().Y))
		}
	}
}

// selected follows a click.
func (v *ComponentsView) selected(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if ok && m.Kind == "head" {
		v.orderBy(m.Column)
		return
	}
	v.clickedComponent(m, ok && m.Kind == "row", modifiers)
}

// OrderBy orders the list by the column of a name. A second call reverses the order. Numbers begin
// with the greatest.
func (v *ComponentsView) OrderBy(name string) {
	if v.order.Sort == name {
		v.order.Descending = !v.order.Descending
	} else {
		v.order.Sort, v.order.Descending = name, name != "cluster"
	}
	v.changed()
}

func (v *ComponentsView) orderBy(column int) {
	if f := v.table(); f != nil && column >= 0 && column < len(f.Columns) {
		v.OrderBy(f.Columns[column].Name)
	}
}

// step selects the component the given number of lines further down.
func (v *ComponentsView) step(by int) {
	t := v.table()
	if t == nil {
		return
	}
	order, at := t.Order(), -1
	for place, i := range order {
		for _, k := range t.Selected {
			if t.Rows[i].Index == k {
				at = place
			}
		}
	}
	if at += by; at < 0 {
		at = 0
	}
	if at < len(order) {
		class, _ := v.mixture().Assigned()
		v.clicked(RowsOf(class, t.Rows[order[at]].Index))
	}
}

// sideways orders by the column the given number of places further right.
func (v *ComponentsView) sideways(by int) {
	if t := v.table(); t != nil {
		if j := t.Sort + by; j >= 0 && j < len(t.Columns) {
			v.OrderBy(t.Columns[j].Name)
		}
	}
}

// componentsCommands is the table behind the keys of the view and the help.
var componentsCommands = append([]screen.Command[*ComponentsView]{
	screen.On("↑", "The component above", "Components", "", fyne.KeyUp, func(v *ComponentsView) { v.step(-1) }),
	screen.On("↓", "The component below", "Components", "", fyne.KeyDown, func(v *ComponentsView) { v.step(1) }),
	screen.On("←", "Order by the previous column", "Components", "", fyne.KeyLeft, func(v *ComponentsView) { v.sideways(-1) }),
	screen.On("→", "Order by the next column", "Components", "", fyne.KeyRight, func(v *ComponentsView) { v.sideways(1) }),
	screen.On("R", "Reverse the order", "Components", "rR", "", func(v *ComponentsView) {
		if t := v.table(); t != nil {
			v.orderBy(t.Sort)
		}
	}),
}, epochCommands("Components", func(v *ComponentsView) *flat { return &v.flat })...)

// table returns the table shown; nil if there is none.
func (v *ComponentsView) table() *cells.Table {
	if v.subject == nil || v.mixture() == nil {
		return nil
	}
	t := depict.Components(v.subject, depict.ComponentsState{Sort: v.order.Sort, Descending: v.order.Descending, Class: v.class, Epoch: v.epoch}, v.rows())
	return &t
}

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (v *ComponentsView) Figure() plotting.Figure {
	t := v.table()
	if t == nil {
		return nil
	}
	t.Style, t.Window = v.view.Style(), v.view.Window()
	return *t
}

// maker returns the maker of the figure to show now.
func (v *ComponentsView) maker() func() plotting.Figure {
	t := v.table()
	return func() plotting.Figure {
		if t == nil {
			return cells.Table{Style: plotting.Light, Empty: "This model has no components."}
		}
		return *t
	}
}
