package screen

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/raster"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A lasso selects the points of a scatter: a drag with Ctrl draws a line around them, and so does
// any drag while the tool is on. Escape drops the line under way or, without one, puts the tool
// away.
type lasso struct {
	on      bool // the tool: every drag draws
	drawing bool
	loop    plotting.Loop // in points of the scene
	inside  plotting.Selection
	adds    bool // Shift was down when the drag began
}

// LassoCommand is the key that takes up or puts away the lasso, in a part of the help.
func LassoCommand[V any](part string, of func(V) *View) Command[V] {
	return On("S", "Turn the lasso on or off", part, "sS", "", func(v V) { of(v).SetLasso(!of(v).Lasso()) })
}

// nib is how far the pointer moves, in points, before the line has another corner.
const nib = 2

// Lasso reports whether every drag draws a lasso.
func (v *View) Lasso() bool { return v.lasso.on }

// SetLasso says whether every drag draws a lasso.
func (v *View) SetLasso(on bool) {
	on = on && v.OnLasso != nil
	if v.lasso.on == on {
		return
	}
	v.lasso.on = on
	v.endLasso()
	if v.OnLassoTool != nil {
		v.OnLassoTool(on)
	}
}

// scattered returns the scene on the screen if it has points that a lasso can take.
func (v *View) scattered() (plotting.Scattered, bool) {
	_, s := v.Shown()
	points, ok := s.(plotting.Scattered)
	return points, ok && v.OnLasso != nil
}

// beginLasso begins a line if the drag is a lasso, and reports whether it is.
func (v *View) beginLasso() bool {
	held := v.Held()
	if _, ok := v.scattered(); !ok || !v.lasso.on && held&Ctrl == 0 {
		return false
	}
	v.lasso.drawing, v.lasso.loop, v.lasso.inside = true, nil, plotting.NoSelection
	v.lasso.adds = (held|v.pressed)&fyne.KeyModifierShift != 0
	v.lead(v.Press)
	return true
}

// lead extends the line to a place of the widget.
func (v *View) lead(at fyne.Position) {
	s, ok := v.scattered()
	if !ok || !v.lasso.drawing {
		return
	}
	p, ok := v.onScene(s, at)
	if n := len(v.lasso.loop); !ok || n > 0 && max(p.X-v.lasso.loop[n-1].X, v.lasso.loop[n-1].X-p.X, p.Y-v.lasso.loop[n-1].Y, v.lasso.loop[n-1].Y-p.Y) < nib {
		return
	}
	v.lasso.loop = append(v.lasso.loop, p)
	v.lasso.inside = s.Within(v.lasso.loop)
	v.Refresh()
}

// closeLasso selects what the line encloses, unless Escape dropped it.
func (v *View) closeLasso() {
	if !v.lasso.drawing {
		return
	}
	inside, adds := v.lasso.inside, v.lasso.adds || v.Held()&fyne.KeyModifierShift != 0
	v.endLasso()
	v.OnLasso(inside, adds)
}

// endLasso takes the line away.
func (v *View) endLasso() {
	v.lasso.drawing, v.lasso.loop = false, nil
	v.Refresh()
}

// escapesLasso drops the line or, without one, puts the tool away; it reports whether there was
// either.
func (v *View) escapesLasso() bool {
	switch {
	case v.lasso.drawing:
		v.endLasso()
	case v.lasso.on:
		v.SetLasso(false)
	default:
		return false
	}
	return true
}

// lassoMark says what the line encloses.
func (v *View) lassoMark() plotting.Mark {
	m := plotting.NewMark(plotting.LassoMark)
	rows, columns := len(v.lasso.inside.Rows), len(v.lasso.inside.Columns)
	switch {
	case columns == 0:
		m.Title = plotting.Plural(rows, "row")
	case rows == 0:
		m.Title = plotting.Plural(columns, "column")
	default:
		m.Title = plotting.Plural(rows, "row") + ", " + plotting.Plural(columns, "column")
	}
	if v.lasso.adds {
		m.Title = "and " + m.Title
	}
	return m
}

// drawLasso draws the line on a transparent canvas over the scene.
func (v *View) drawLasso(c *raster.Canvas) {
	if len(v.lasso.loop) < 2 {
		return
	}
	path := v.lasso.loop.Path()
	ink.Fill{Colour: plotting.Fade(v.style.Selection, 0.15), Path: path}.Draw(c)
	(&ink.Stroke{Colour: v.style.Selection, Width: 1.5, Path: path}).Draw(c)
}

// onScene returns a place of the widget in points of a scene. A scene drawn for another size is
// stretched on the screen.
func (v *View) onScene(s plotting.Scene, at fyne.Position) (p vg.Point, ok bool) {
	size, drawn := v.Size(), s.Size()
	if size.Width < 1 || size.Height < 1 {
		return p, false
	}
	return vg.Point{X: vg.Length(at.X/size.Width) * drawn.X, Y: drawn.Y - vg.Length(at.Y/size.Height)*drawn.Y}, true
}
