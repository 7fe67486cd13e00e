package stages

import (
	"context"
	"math"
	"slices"

	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// pointsHelp says how points are moved.
const pointsHelp = "Drag a point to move it; a double click adds one, a right click removes one. By keys: M and Shift+M mark a point, Shift and an arrow move it, A adds one beside it, Delete removes it."

// Points of a stage that the viewer moves, adds and removes.
type points struct {
	own     []teach.Point // in place of the stage's; nil for those
	of      string        // the controls and the seed for which the own ones were made
	marked  int           // by keys, from 1; 0 is none
	dragged int           // by the mouse

	object fyne.CanvasObject
	reset  *controls.Button
}

// buildPoints makes the part beside the figure, hidden where no point can be moved.
func (p *stageScreen) buildPoints() fyne.CanvasObject {
	p.points.reset = controls.NewButton("Back to the stage's own points", controls.Linked, func() { p.setPoints(nil, 0) })
	own := controls.NewButton("Points from a table…", controls.Linked, p.askTable).WithTip(
		"The first two columns of numbers of a file, such as what the class has measured")
	controls.Show(own, !p.stage.Fields)
	p.points.object = controls.Stack(6, controls.Head("Move the points"),
		controls.NewParagraph(pointsHelp, sideText, look.SizeBody, look.Muted), own, p.points.reset)
	p.points.object.Hide()
	p.view.OnGrab = func(plotting.Mark, bool) bool {
		_, i, ok := p.pointAt(p.view.Press)
		p.points.dragged = i
		return ok && i >= 0
	}
	p.view.OnDrag = func(to fyne.Position, _ bool) {
		if at, _, ok := p.pointAt(to); ok {
			p.movePoint(p.points.dragged, at)
		}
	}
	p.view.OnOpen = func(plotting.Mark, bool) bool {
		at, i, ok := p.pointAt(p.view.Press)
		if ok && i < 0 {
			p.addPoint(at)
		}
		return ok
	}
	p.view.OnMenu = func(plotting.Mark, bool, fyne.Position) {
		if _, i, ok := p.pointAt(p.view.Pointer()); ok && i >= 0 {
			p.removePoint(i)
		}
	}
	return p.points.object
}

// pointAt returns the place of the picture under the pointer and the point that stands there, −1 for none.
func (p *stageScreen) pointAt(pointer fyne.Position) (at teach.Point, i int, ok bool) {
	if p.now.points == nil || p.prediction.on {
		return at, -1, false
	}
	scene, q, ok := p.view.SceneAt(pointer)
	if !ok {
		return at, -1, false
	}
	return teach.PointAt(scene, q, p.now.points)
}

// source names the controls and the seed that give a stage its points.
func (p *stageScreen) source() (text string) {
	for _, c := range p.stage.Controls {
		if c.Name == "data" || c.Name == "points" || c.Name == "rows" {
			text += p.form.settings.Text(c.Name) + " "
		}
	}
	return teach.Request{Stage: text, Seed: p.seed}.Command()
}

// setPoints shows the stage with these points, nil for its own, at the present step, or at the end if it stands there:
// more points may take more steps.
func (p *stageScreen) setPoints(own []teach.Point, marked int) {
	p.points.own, p.points.of, p.points.marked = own, p.source(), marked
	step, playing := p.player.Wish()
	if p.now.of > 0 && step >= p.now.of {
		step = math.MaxInt32
	}
	p.open(step, playing)
}

// present returns a copy of the points that a change begins with: the own ones, which may be newer than the picture.
func (p *stageScreen) present() []teach.Point {
	if p.points.own != nil && p.points.of == p.source() {
		return slices.Clone(p.points.own)
	}
	return slices.Clone(p.now.points)
}

func (p *stageScreen) movePoint(i int, to teach.Point) {
	if list := p.present(); i >= 0 && i < len(list) {
		list[i] = to
		p.setPoints(list, p.points.marked)
	}
}

func (p *stageScreen) addPoint(at teach.Point) {
	if list := p.present(); len(list) < stage.MostPoints {
		p.setPoints(append(list, at), len(list)+1)
	}
}

func (p *stageScreen) removePoint(i int) {
	if list := p.present(); i >= 0 && i < len(list) && len(list) > stage.FewestPoints {
		p.setPoints(slices.Delete(list, i, i+1), 0)
	}
}

// markPoint marks the next point, or the one before.
func (p *stageScreen) markPoint(by int) {
	n := len(p.present())
	if n == 0 || p.now.points == nil {
		return
	}
	p.points.marked = (p.points.marked-1+by+n)%n + 1
	p.again()
}

// pointKey handles the keys of points and reports whether it was one.
func (p *stageScreen) pointKey(e *fyne.KeyEvent, shift bool) bool {
	if p.now.points == nil {
		return false
	}
	list, i := p.present(), p.points.marked-1
	if i < 0 || i >= len(list) {
		return false
	}
	at, step := list[i], 0.03*spread(list)
	switch {
	case e.Name == fyne.KeyDelete || e.Name == fyne.KeyBackspace:
		p.removePoint(i)
		return true
	case !shift:
		return false
	case e.Name == fyne.KeyLeft:
		at.X -= step
	case e.Name == fyne.KeyRight:
		at.X += step
	case e.Name == fyne.KeyUp:
		at.Y += step
	case e.Name == fyne.KeyDown:
		at.Y -= step
	default:
		return false
	}
	p.movePoint(i, at)
	return true
}

// addBeside adds a point near the marked one, or in the middle of all.
func (p *stageScreen) addBeside() {
	list := p.present()
	if p.now.points == nil || len(list) == 0 {
		return
	}
	if i := p.points.marked - 1; i >= 0 && i < len(list) {
		p.addPoint(teach.Point{X: list[i].X + 0.06*spread(list), Y: list[i].Y})
		return
	}
	var middle teach.Point
	for _, q := range list {
		middle.X += q.X / float64(len(list))
		middle.Y += q.Y / float64(len(list))
	}
	p.addPoint(middle)
}

// spread is the greater side of the box around points.
func spread(list []teach.Point) float64 {
	low, high := list[0], list[0]
	for _, q := range list {
		low.X, low.Y, high.X, high.Y = min(low.X, q.X), min(low.Y, q.Y), max(high.X, q.X), max(high.Y, q.Y)
	}
	return max(high.X-low.X, high.Y-low.Y, 1e-3)
}

// askTable asks for a table whose rows take the place of the points.
func (p *stageScreen) askTable() {
	filters := []dialogs.FileFilter{{Name: "Tables", Extensions: read.Extensions()}}
	p.h.ChooseOpen("Points from a table", filters, func(path string) {
		p.h.Background(func(ctx context.Context) func() {
			t, err := read.File(ctx, path, read.Options{})
			var list []teach.Point
			if err == nil {
				list, err = teach.PointsOf(t)
			}
			return func() {
				if err != nil {
					p.h.Fail("No points could be read.", err)
					return
				}
				p.setPoints(list, 0)
			}
		})
	})
}
