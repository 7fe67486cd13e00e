package screen

import (
	"example.org/espalier/plotting"

	"fyne.io/fyne/v2"
)

// A handle is dragged to change the look of the figure.
type handle struct {
	of      *View
	dragged bool // the drag is OnAdjust's
	mark    plotting.Mark
	scene   plotting.Handled // as it was when the drag began
}

// grab reports whether a drag begins on a handle of the figure.
func (h *handle) grab(m plotting.Mark, ok bool) bool {
	_, s := h.of.Shown()
	handled, can := s.(plotting.Handled)
	if !ok || !can || m.Kind != plotting.HandleMark || h.of.OnAdjust == nil {
		return false
	}
	h.mark, h.scene = m, handled
	return true
}

// drag tells OnAdjust the value that the handle has at a place.
func (h *handle) drag(at fyne.Position) {
	if p, ok := h.of.onScene(h.scene, at); ok {
		if name, value := h.scene.Drag(h.mark, p); name != "" {
			h.of.OnAdjust(name, value)
		}
	}
}

// release gives the control of a handle its usual value.
func (h *handle) release(m plotting.Mark) {
	if h.grab(m, true) {
		if name, _ := h.scene.Drag(m, m.Anchor); name != "" {
			h.of.OnAdjust(name, "")
		}
	}
}

// arrows are the keys that go from one cell to the next, with the columns and rows of a step.
var arrows = map[fyne.KeyName][2]int{fyne.KeyLeft: {-1, 0}, fyne.KeyRight: {1, 0},
	fyne.KeyUp: {0, -1}, fyne.KeyDown: {0, 1}}

// step goes from one cell of the figure to the next, with Shift and an arrow, and shows its content.
func (v *View) step(k fyne.KeyName) bool {
	by, ok := arrows[k]
	_, s := v.Shown()
	cells, can := s.(plotting.Stepped)
	if !ok || !can || v.Held() != fyne.KeyModifierShift {
		return false
	}
	from := v.hover
	if !v.hovering {
		from = plotting.NewMark(plotting.NoMark)
	}
	m, found := cells.Step(from, by[0], by[1])
	if !found || s.Size().X <= 0 {
		return false
	}
	size, scene := v.Size(), s.Size()
	v.pointer = fyne.NewPos(float32(m.Anchor.X/scene.X)*size.Width, float32(1-m.Anchor.Y/scene.Y)*size.Height)
	v.hover, v.hovering, v.inside = m, true, true
	v.Refresh()
	if v.OnHover != nil {
		v.OnHover(m, true)
	}
	return true
}
