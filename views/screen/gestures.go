package screen

import (
	"math"
	"time"

	"example.org/espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"gonum.org/v1/plot/vg"
)

const (
	wheelPan   = 2.4   // units moved for each unit of the wheel: 60 a notch
	wheelZoom  = 0.009 // logarithm of the magnification for each unit: 1.25 a notch
	keyPan     = 0.1   // share of the view for each key
	keyZoom    = 1.25
	doubleTime = 350 * time.Millisecond
	nearby     = 6 // how far apart two clicks may be and count as a double click
)

// A pointing receives moves, clicks, drags and the wheel from the driver, for a View.
type pointing struct{ of *View }

// Held returns the modifier keys that are down.
func (v *View) Held() fyne.KeyModifier {
	if v.Modifiers != nil {
		return v.Modifiers()
	}
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// Window returns the visible part.
func (v *View) Window() plotting.Window { return v.window }

// SetWindow shows a part, without telling OnWindow.
func (v *View) SetWindow(w plotting.Window) {
	w = w.Normal()
	v.chosen = false
	if w == v.window {
		return
	}
	v.window = w
	v.redraw()
}

// Fit shows the whole figure.
func (v *View) Fit() { v.ShowWindow(plotting.All) }

// ShowWindow sets the window for a gesture.
func (v *View) ShowWindow(w plotting.Window) {
	if v.choose(w) && v.OnChosen != nil {
		v.OnChosen()
	}
}

// choose sets the window as one that the user chose, and reports whether it is another one.
func (v *View) choose(w plotting.Window) bool {
	w = w.Normal()
	f, _ := v.Shown()
	if _, zooms := f.(plotting.Zoomable); w == v.window || !zooms {
		return false
	}
	v.window, v.chosen, v.recalled = w, true, plotting.Window{}
	v.redraw()
	if v.OnWindow != nil {
		v.OnWindow(w)
	}
	return true
}

// area returns the part of the figure that zooms, the nearest to a point of the widget if there are
// several: left, top, width and height, in the coordinates of the widget. ok is false if nothing
// zooms.
func (v *View) area(at fyne.Position) (x, y, w, h float64, ok bool) {
	f, s := v.Shown()
	if _, z := f.(plotting.Zoomable); !z || s == nil {
		return 0, 0, 0, 0, false
	}
	place, ok := v.onScene(s, at)
	size, drawn := v.Size(), s.Size()
	if !ok || drawn.X <= 0 || drawn.Y <= 0 {
		return 0, 0, 0, 0, false
	}
	r := s.PlotArea()
	if p, several := s.(plotting.Panelled); several {
		r = p.PlotAreaAt(place)
	}
	kx, ky := float64(size.Width)/float64(drawn.X), float64(size.Height)/float64(drawn.Y)
	w, h = kx*float64(r.Max.X-r.Min.X), ky*float64(r.Max.Y-r.Min.Y)
	return kx * float64(r.Min.X), ky * float64(drawn.Y-r.Max.Y), w, h, w > 0 && h > 0
}

// Zoom magnifies by fx and fy (above 1 shows less) about a point of the widget, which stays in
// place as far as the edges of the figure allow.
func (v *View) Zoom(fx, fy float64, at fyne.Position) {
	x, y, w, h, ok := v.area(at)
	if !ok {
		return
	}
	px := min(max((float64(at.X)-x)/w, 0), 1)
	py := min(max((float64(at.Y)-y)/h, 0), 1)
	v.ShowWindow(v.window.Zoom(fx, fy, px, py))
}

// pan moves the visible part by a distance in the units of the widget: the picture follows the hand.
func (v *View) pan(dx, dy float32) {
	if _, _, w, h, ok := v.area(v.pointer); ok {
		v.ShowWindow(v.window.Pan(-float64(dx)/w, -float64(dy)/h))
	}
}

// axes are those along which the figure shown zooms.
func (v *View) axes() plotting.Axes {
	f, _ := v.Shown()
	if z, ok := f.(plotting.ZoomsAlong); ok {
		return z.ZoomAxes()
	}
	return plotting.AlongRows
}

// magnify zooms by f along the axis that a gesture means.
func (v *View) magnify(f float64, sideways bool, at fyne.Position) {
	switch a := v.axes(); {
	case a == plotting.AlongBoth:
		_, s := v.Shown()
		fx, fy := evenly(s, f, sideways)
		v.Zoom(fx, fy, at)
	case a == plotting.AlongWidth || sideways:
		v.Zoom(f, 1, at)
	default:
		v.Zoom(1, f, at)
	}
}

// uneven is the largest ratio of sides at which cells are zoomed along both axes.
const uneven = 2

// evenly returns by how much to zoom along each axis of a plane. A matrix with narrow or flat cells
// zooms only along their shorter side, until they are nearer to squares; sideways zooms along the
// horizontal axis.
func evenly(s plotting.Scene, f float64, sideways bool) (fx, fy float64) {
	c, ok := s.(interface {
		CellSize() (width, height vg.Length)
	})
	if !ok {
		return f, f
	}
	switch w, h := c.CellSize(); {
	case sideways:
		return f, 1
	case f < 1:
	case w > uneven*h:
		return 1, f
	case h > uneven*w:
		return f, 1
	}
	return f, f
}

// Scrolled pans with the wheel: up and down, or to the sides with Shift; Ctrl zooms
// about the pointer, along the leaves, or along the other axis with Shift. Matrices zoom
// along the axis on which their cells are small, or along both.
func (p pointing) Scrolled(e *fyne.ScrollEvent) {
	v := p.of
	if v.OnWheel != nil {
		v.OnWheel(e)
		return
	}
	v.pointer, v.inside = e.Position, true
	dx, dy := e.Scrolled.DX, e.Scrolled.DY
	m := v.Held()
	if m&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0 {
		delta := dy
		if delta == 0 {
			delta = dx // Shift turns the wheel on some systems
		}
		v.magnify(math.Exp(wheelZoom*float64(delta)), m&fyne.KeyModifierShift != 0, e.Position)
		return
	}
	if dx == 0 && (m&fyne.KeyModifierShift != 0 || v.axes() == plotting.AlongWidth) {
		dx, dy = dy, 0
	}
	v.pan(wheelPan*dx, wheelPan*dy)
}

// Dragged pans, moves the grabbed handle, or draws a lasso.
func (p pointing) Dragged(e *fyne.DragEvent) {
	v := p.of
	if !v.dragging {
		v.dragging, v.lasso.dragged = true, v.lasso.begin()
		m, ok := v.MarkAt(v.Press)
		v.handle.dragged = !v.lasso.dragged && v.handle.grab(m, ok)
		if !v.lasso.dragged && !v.handle.dragged && v.OnGrab != nil && v.OnDrag != nil {
			v.grabbed = v.OnGrab(m, ok)
		}
		v.Refresh()
	}
	v.pointer = e.Position
	if v.lasso.dragged {
		v.lasso.lead(e.Position)
		return
	}
	if v.handle.dragged {
		v.handle.drag(e.Position)
		return
	}
	if v.grabbed {
		v.OnDrag(e.Position, false)
		return
	}
	v.pan(e.Dragged.DX, e.Dragged.DY)
}

// DragEnd ends a drag.
func (p pointing) DragEnd() {
	v := p.of
	v.dragging, v.handle.dragged = false, false
	if v.lasso.dragged {
		v.lasso.dragged = false
		v.lasso.close()
	}
	if v.grabbed {
		v.grabbed = false
		v.OnDrag(v.pointer, true)
	}
	v.point(v.pointer)
	v.Refresh()
}

// MouseIn is part of desktop.Hoverable.
func (p pointing) MouseIn(e *desktop.MouseEvent) { p.of.MouseMoved(e) }

// MouseMoved finds the mark under the pointer.
func (p pointing) MouseMoved(e *desktop.MouseEvent) {
	v := p.of
	v.inside = true
	v.point(e.Position)
}

// MouseOut ends the hover.
func (p pointing) MouseOut() { p.of.leave() }

func (v *View) leave() {
	v.inside = false
	v.lastTap = time.Time{} // a drag ends a double click
	if v.OnPoint != nil {
		v.OnPoint(v.pointer, false)
	}
	if v.hovering {
		v.hovering = false
		v.Refresh()
		if v.OnHover != nil {
			v.OnHover(plotting.NewMark(plotting.NoMark), false)
		}
	}
}

// point records the place of the pointer and the mark under it.
func (v *View) point(at fyne.Position) {
	moved := at != v.pointer
	v.pointer = at
	if !v.inside || v.dragging {
		return
	}
	if v.OnPoint != nil {
		v.OnPoint(at, true)
	}
	m, ok := v.MarkAt(at)
	same := ok == v.hovering && (!ok || sameMark(m, v.hover))
	v.hover, v.hovering = m, ok
	if ok && moved || !same {
		v.Refresh()
	}
	if !same && v.OnHover != nil {
		v.OnHover(m, ok)
	}
}

func sameMark(a, b plotting.Mark) bool {
	return a.Kind == b.Kind && a.Node == b.Node && a.Row == b.Row && a.Column == b.Column && a.Index == b.Index &&
		a.Title == b.Title && a.Anchor == b.Anchor
}

// MarkAt returns the mark at a place of the widget in the scene that is on the screen.
func (v *View) MarkAt(at fyne.Position) (plotting.Mark, bool) {
	_, s := v.Shown()
	if s == nil {
		return plotting.NewMark(plotting.NoMark), false
	}
	p, ok := v.onScene(s, at)
	if !ok {
		return plotting.NewMark(plotting.NoMark), false
	}
	return s.Hit(p)
}

// SceneAt returns the scene that is on the screen and the point of it at a place of the widget; ok is false outside.
func (v *View) SceneAt(at fyne.Position) (s plotting.Scene, p vg.Point, ok bool) {
	if _, s = v.Shown(); s == nil {
		return nil, p, false
	}
	p, ok = v.onScene(s, at)
	return s, p, ok
}

// Pointer returns where the pointer was last.
func (v *View) Pointer() fyne.Position { return v.pointer }

// Hovered returns the mark under the pointer.
func (v *View) Hovered() (plotting.Mark, bool) { return v.hover, v.hovering }

// MouseDown takes the keyboard and records the modifiers of the coming click.
func (p pointing) MouseDown(e *desktop.MouseEvent) {
	v := p.of
	v.pressed, v.Press = e.Modifier, e.Position
	v.takeFocus()
}

// MouseUp is part of desktop.Mouseable.
func (p pointing) MouseUp(*desktop.MouseEvent) {}

// Tapped selects the mark clicked; two clicks in quick succession open it.
func (p pointing) Tapped(e *fyne.PointEvent) {
	v := p.of
	v.takeFocus()
	now := v.now()
	dx, dy := e.Position.X-v.lastTapAt.X, e.Position.Y-v.lastTapAt.Y
	double := now.Sub(v.lastTap) < doubleTime && dx*dx+dy*dy < nearby*nearby
	v.lastTap, v.lastTapAt = now, e.Position
	m, ok := v.MarkAt(e.Position)
	pressed := v.pressed
	v.pressed = 0
	if ok && m.Kind == plotting.HandleMark {
		if double {
			v.lastTap = time.Time{}
			v.handle.release(m)
		}
		return
	}
	if double {
		v.lastTap = time.Time{}
		if v.OnOpen == nil || !v.OnOpen(m, ok) {
			v.Fit()
		}
		return
	}
	if v.OnSelect != nil {
		v.OnSelect(m, ok, pressed)
	}
}

// TappedSecondary asks for the menu.
func (p pointing) TappedSecondary(e *fyne.PointEvent) {
	v := p.of
	v.takeFocus()
	v.pointer = e.Position
	m, ok := v.MarkAt(e.Position)
	if v.OnMenu != nil {
		v.leave() // no tooltip under the menu
		v.OnMenu(m, ok, e.AbsolutePosition)
	}
}

// Cursor is a hand over marks that can be clicked.
func (p pointing) Cursor() desktop.Cursor {
	v := p.of
	if v.lasso.on {
		return desktop.CrosshairCursor
	}
	if v.hovering && v.hover.Kind == plotting.HandleMark {
		return desktop.HResizeCursor
	}
	if v.hovering && !v.dragging && v.OnSelect != nil {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}
