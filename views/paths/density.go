package paths

import (
	"context"
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A DensityView shows the predictive density of a new row over two directions of the data,
// with the rows and the tree between its posterior means. It follows a TreeView: tree,
// selection, groups. Make one with [NewDensityView]; Close it when it is no longer needed.
//
// Left and Right go through the directions across, Up and Down through those upwards; T
// hides the tree.
type DensityView struct {
	follower

	across, upwards *controls.Chooser
	colouring       *controls.Chooser
	branches        *controls.Link

	state   depict.DensityState
	made    depict.DensityMaker
	memory  *pane.Memory[depict.DensityChoice]
	refiner *screen.Worker
	rest    *time.Timer // until the density is refined
	cancel  context.CancelFunc
	closed  bool
}

// refineRest is how long the view must be still before the density is refined.
const refineRest = 200 * time.Millisecond

// NewDensityView returns the view of the predictive density of the tree that t shows. A nil
// post is fyne.DoAndWait.
func NewDensityView(post screen.Post, style plotting.Style) *DensityView {
	d := &DensityView{state: depict.DensityState{Up: 1}, refiner: screen.NewWorker()}
	d.across = controls.NewChooser("Across", func(i int) { d.SetDirections(i, d.state.Up) })
	d.upwards = controls.NewChooser("Up", func(i int) { d.SetDirections(d.state.Across, i) })
	d.colouring = controls.NewChooser("Colours", func(i int) { d.setColour(i); d.changed() })
	d.branches = controls.NewLink("Hide tree", func() { d.HideTree(!d.state.HideTree) })
	d.branches.TextSize, d.branches.Tall = look.SizeSmall, 28
	d.Init(d, "Density", post, style, d.across, d.upwards, d.branches, d.colouring)
	d.view, d.refreshDirections, d.tools, d.source = d.View(), d.newDirections, d.refreshTools, d.maker
	d.memory = pane.Recall(&d.Base, func() depict.DensityChoice { return depict.DensityChoice{State: d.state, Colour: d.colour} }, d.choose, d.usual)
	d.view.OnSelect = d.clicked
	d.Lasso(func() study.Selection { return d.at.State.Selection }, nil)
	d.view.OnKey = d.key
	d.view.OnRune = d.rune
	d.view.OnWindow = func(plotting.Window) { d.refineSoon() }
	d.view.OnDrawn = d.refineSoon
	d.tools()
	return d
}

// Hide makes the view invisible; nothing is drawn for it until Show.
func (d *DensityView) Hide() { d.rested(); d.Base.Hide() }

// Close ends the goroutines of the view.
func (d *DensityView) Close() {
	d.closed = true
	d.rested()
	d.refiner.Close()
	d.Base.Close()
}

// Settled reports whether the picture on the screen is the last that was asked for, its
// density at the finest.
func (d *DensityView) Settled() bool { return d.view.Settled() && d.rest == nil && d.cancel == nil }

// newDirections brings the directions up to date with the data.
func (d *DensityView) newDirections() {
	before := d.directions
	d.refresh()
	if d.directions == before {
		return
	}
	if n := d.directions.Len(); before == nil && !d.memory.Kept() || d.state.Across >= n || d.state.Up >= n {
		d.state.Across, d.state.Up = d.directions.Usual()
	}
	d.tools()
	d.Settle()
}

// refreshTools brings the row of tools up to date.
func (d *DensityView) refreshTools() {
	text := "Hide tree"
	if d.state.HideTree {
		text = "Show tree"
	}
	d.branches.Set(text, false)
	if d.directions != nil {
		d.across.Set(d.directions.Names(), d.state.Across)
		d.upwards.Set(d.directions.Names(), d.state.Up)
	}
	names, at := d.colourings()
	d.colouring.Set(names, at)
	controls.RefreshTools(d.Row, d.Box, true)
}

// choose shows what the user chose.
func (d *DensityView) choose(c depict.DensityChoice) {
	d.state, d.colour = c.State, c.Colour
	d.state.Across, d.state.Up = max(c.State.Across, 0), max(c.State.Up, 0)
	if d.directions != nil && max(d.state.Across, d.state.Up) >= d.directions.Len() {
		d.state.Across, d.state.Up = d.directions.Usual()
	}
	d.redraw()
}

// usual returns the default choice.
func (d *DensityView) usual() depict.DensityChoice {
	if d.directions == nil {
		return depict.DensityChoice{State: depict.DensityState{Up: 1}}
	}
	return depict.DensityChoice{State: depict.UsualDensity(d.directions)}
}

// Shown returns the directions across and upwards.
func (d *DensityView) Shown() (x, y int) { return d.state.Across, d.state.Up }

// SetDirections shows the density over two directions. If both would be the same, they change
// places.
func (d *DensityView) SetDirections(x, y int) {
	if d.directions == nil {
		return
	}
	n := len(d.directions.Names())
	if x < 0 || y < 0 || x >= n || y >= n || x == d.state.Across && y == d.state.Up {
		return
	}
	if x == y {
		x, y = d.state.Up, d.state.Across
	}
	d.state.Across, d.state.Up = x, y
	d.view.SetWindow(plotting.All)
	d.changed()
}

// HideTree leaves the branches out, or shows them again.
func (d *DensityView) HideTree(on bool) { d.state.HideTree = on; d.changed() }

// densityCommands is the table behind the keys of the view and the help.
var densityCommands = []screen.Command[*DensityView]{
	screen.On("←", "Across: the previous direction", "Density", "", fyne.KeyLeft, func(d *DensityView) { d.SetDirections(screen.Past(d.state.Across, -1, d.state.Up), d.state.Up) }),
	screen.On("→", "Across: the next direction", "Density", "", fyne.KeyRight, func(d *DensityView) { d.SetDirections(screen.Past(d.state.Across, 1, d.state.Up), d.state.Up) }),
	screen.On("↑", "Upwards: the previous direction", "Density", "", fyne.KeyUp, func(d *DensityView) { d.SetDirections(d.state.Across, screen.Past(d.state.Up, -1, d.state.Across)) }),
	screen.On("↓", "Upwards: the next direction", "Density", "", fyne.KeyDown, func(d *DensityView) { d.SetDirections(d.state.Across, screen.Past(d.state.Up, 1, d.state.Across)) }),
	screen.LassoCommand("Density", func(d *DensityView) *screen.View { return d.view }),
	screen.On("T", "Show or hide the tree", "Density", "tT", "", func(d *DensityView) { d.HideTree(!d.state.HideTree) }),
}

func (d *DensityView) key(k *fyne.KeyEvent) bool {
	return screen.ByKey(densityCommands, d, k, d.view.Held())
}

func (d *DensityView) rune(r rune) bool { return screen.ByRune(densityCommands, d, r) }

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (d *DensityView) Figure() plotting.Figure {
	d.refreshDirections()
	f, ok := d.source()().(*space.Density)
	if !ok {
		return nil
	}
	f.Style, f.Window = d.view.Style(), d.view.Window()
	return f
}

// maker returns the maker of the figure to be shown now.
func (d *DensityView) maker() func() plotting.Figure {
	t, data := d.shown()
	if t == nil {
		return func() plotting.Figure { return nil }
	}
	subject := d.subjectOf(data)
	made, dirs, place, state, window := &d.made, d.directions, d.place(t, subject), d.state, d.view.Window()
	return func() plotting.Figure { return made.Figure(subject, dirs, place, state, window, depict.CoarseCells) }
}

// rested cancels the refinement of the density, begun or not.
func (d *DensityView) rested() {
	if d.rest != nil {
		d.rest.Stop()
		d.rest = nil
	}
	if d.cancel != nil {
		d.cancel()
		d.cancel = nil
	}
}

// refineSoon refines the density on the screen once nothing has changed for a while.
func (d *DensityView) refineSoon() {
	d.rested()
	f, _ := d.view.Shown()
	shown, ok := f.(*space.Density)
	if !ok || d.closed || shown.Places.Shows(shown.Field, d.view.Window(), depict.FineCells) {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(refineRest, func() {
		d.view.Do(func() {
			if d.rest == timer {
				d.rest = nil
				d.refine(shown.Places)
			}
		})
	})
	d.rest = timer
}

// refine computes the density of the window on a goroutine and shows it.
func (d *DensityView) refine(p *space.Places) {
	ctx, cancel := context.WithCancel(context.Background())
	d.cancel = cancel
	window := d.view.Window()
	d.refiner.Submit(func() {
		field, err := p.Field(ctx, window, depict.FineCells)
		d.view.Do(func() {
			if err != nil || ctx.Err() != nil {
				return
			}
			d.cancel = nil
			d.made.Put(p, field)
			d.view.SetSource(d.source())
		})
	})
}
