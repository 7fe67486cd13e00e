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
	of      *View
	on      bool // the tool: every drag draws
	drawing bool
	dragged bool          // the drag draws
	loop    plotting.Loop // in points of the scene
	inside  plotting.Selection
	adds    bool // Shift was down when the drag began
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
	v.lasso.end()
	if v.OnLassoTool != nil {
		v.OnLassoTool(on)
	}
}

// scattered returns the scene on the screen if it has points that a lasso can take.
func (l *lasso) scattered() (plotting.Scattered, bool) {
	_, s := l.of.Shown()
	points, ok := s.(plotting.Scattered)
	return points, ok && l.of.OnLasso != nil
}

// begin begins a line if the drag is a lasso, and reports whether it is.
func (l *lasso) begin() bool {
	held := l.of.Held()
	if _, ok := l.scattered(); !ok || !l.on && held&Ctrl == 0 {
		return false
	}
	l.drawing, l.loop, l.inside = true, nil, plotting.NoSelection
	l.adds = (held|l.of.pressed)&fyne.KeyModifierShift != 0
	l.lead(l.of.Press)
	return true
}

// lead extends the line to a place of the widget.
func (l *lasso) lead(at fyne.Position) {
	s, ok := l.scattered()
	if !ok || !l.drawing {
		return
	}
	p, ok := l.of.onScene(s, at)
	if n := len(l.loop); !ok || n > 0 && max(p.X-l.loop[n-1].X, l.loop[n-1].X-p.X, p.Y-l.loop[n-1].Y,
		l.loop[n-1].Y-p.Y) < nib {
		return
	}
	l.loop = append(l.loop, p)
	l.inside = s.Within(l.loop)
	l.of.Refresh()
}

// close selects the marks that the line encloses, unless Escape dropped it.
func (l *lasso) close() {
	if !l.drawing {
		return
	}
	inside, adds := l.inside, l.adds || l.of.Held()&fyne.KeyModifierShift != 0
	l.end()
	l.of.OnLasso(inside, adds)
}

// end takes the line away.
func (l *lasso) end() {
	l.drawing, l.loop = false, nil
	l.of.Refresh()
}

// escapes drops the line or, without one, puts the tool away; it reports whether there was
// either.
func (l *lasso) escapes() bool {
	switch {
	case l.drawing:
		l.end()
	case l.on:
		l.of.SetLasso(false)
	default:
		return false
	}
	return true
}

// mark describes the marks that the line encloses.
func (l *lasso) mark() plotting.Mark {
	m := plotting.NewMark(plotting.LassoMark)
	rows, columns := len(l.inside.Rows), len(l.inside.Columns)
	switch {
	case columns == 0:
		m.Title = plotting.Plural(rows, "row")
	case rows == 0:
		m.Title = plotting.Plural(columns, "column")
	default:
		m.Title = plotting.Plural(rows, "row") + ", " + plotting.Plural(columns, "column")
	}
	if l.adds {
		m.Title = "and " + m.Title
	}
	return m
}

// draw draws the line on a transparent canvas over the scene.
func (l *lasso) draw(c *raster.Canvas) {
	if len(l.loop) < 2 {
		return
	}
	path := l.loop.Path()
	ink.Fill{Colour: plotting.Fade(l.of.style.Selection, 0.15), Path: path}.Draw(c)
	(&ink.Stroke{Colour: l.of.style.Selection, Width: 1.5, Path: path}).Draw(c)
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
