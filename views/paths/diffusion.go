package paths

import (
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/clock"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A DiffusionView shows how the paths of a tree run in time along one direction of its
// data, given the data: a draw of them from their posterior or their means. It follows a
// TreeView: tree, selection, groups. Make one with [NewDiffusionView]; Close it when it is
// no longer needed.
//
// Up and Down go through the directions, Left and Right move the time up to which paths
// are drawn, P plays it, N draws again, M changes between draw and means, L shows names.
type DiffusionView struct {
	follower

	along, colouring *controls.Chooser
	mode, again      *controls.Link
	play             *controls.Link

	state   depict.PathsState
	playing clock.Alarm
	clock   clock.Clock
	started time.Time // when playing was at time 0
	made    depict.PathsMaker
	memory  *pane.Memory[depict.PathsChoice]
}

// Motion of the paths while they are played, and a step of the keys.
const (
	playTime  = 7 * time.Second
	playFrame = 33 * time.Millisecond
	timeStep  = 0.02
	leastTime = 0.002 // up to which paths are drawn
)

// NewDiffusionView returns the view of the paths of the tree that t shows. A nil post is
// fyne.DoAndWait.
func NewDiffusionView(post screen.Post, style plotting.Style) *DiffusionView {
	d := &DiffusionView{state: depict.PathsState{Until: 1, Seed: 1}}
	d.along = controls.NewChooser("Along", d.SetDirection)
	d.colouring = controls.NewChooser("Colours", func(i int) { d.setColour(i); d.changed() })
	d.mode = controls.NewLink("", func() { d.SetMeans(!d.state.Means) })
	d.again = controls.NewLink("Draw again", d.DrawAgain)
	d.play = controls.NewLink("Play", d.TogglePlay)
	for _, l := range []*controls.Link{d.mode, d.again, d.play} {
		l.TextSize, l.Tall = look.SizeSmall, 28
	}
	d.Init(d, "Paths", post, style, d.along, d.mode, d.again, d.play, d.colouring)
	d.view, d.refreshDirections, d.tools, d.source = d.View(), d.newDirections, d.refreshTools, d.maker
	d.memory = pane.Recall(&d.Base, d.choice, d.choose, func() depict.PathsChoice {
		return depict.PathsChoice{State: depict.PathsState{Until: 1, Seed: 1, Along: d.usual()}}
	})
	d.view.OnSelect = d.clicked
	d.Lasso(func() study.Selection { return d.at.State.Selection }, nil)
	d.view.OnKey = d.key
	d.view.OnRune = d.rune
	d.view.OnGrab = func(m plotting.Mark, ok bool) bool { return ok && m.Kind == plotting.CursorMark }
	d.view.OnDrag = d.drag
	d.tools()
	return d
}

// Hide makes the view invisible; nothing is drawn for it until Show.
func (d *DiffusionView) Hide() { d.stop(); d.Base.Hide() }

// Close ends the goroutine of the view.
func (d *DiffusionView) Close() { d.stop(); d.view.Close() }

// newDirections brings the directions up to date with the data.
func (d *DiffusionView) newDirections() {
	before := d.directions
	d.refresh()
	if d.directions != before {
		if before == nil || d.directions == nil || d.state.Along >= len(d.directions.Names()) {
			if before != nil || !d.memory.Kept() {
				d.state.Along = d.usual()
			}
		}
		d.tools()
		d.Settle()
	}
}

// usual returns the default direction.
func (d *DiffusionView) usual() int {
	if d.directions != nil && len(d.directions.Data().Columns) == 2 { // components of two columns are only a rotation
		return d.directions.FirstColumn()
	}
	return 0
}

// refreshTools brings the row of tools up to date.
func (d *DiffusionView) refreshTools() {
	mode := "Show means"
	if d.state.Means {
		mode = "Show a draw"
	}
	d.mode.Set(mode, false)
	d.again.Set("Draw again", d.state.Means)
	play := "Play"
	if d.playing != nil {
		play = "Stop"
	}
	d.play.Set(play, false)
	if d.directions != nil {
		d.along.Set(d.directions.Names(), d.state.Along)
	}
	names, at := d.colourings()
	d.colouring.Set(names, at)
	controls.RefreshTools(d.Row, d.Box, true)
}

// choice returns what the user chose; while the time runs, that is all paths.
func (d *DiffusionView) choice() depict.PathsChoice {
	s := d.state
	if d.playing != nil {
		s.Until = 1
	}
	return depict.PathsChoice{State: s, Colour: d.colour}
}

// choose shows what the user chose.
func (d *DiffusionView) choose(c depict.PathsChoice) {
	d.stop()
	d.state, d.colour = c.State, c.Colour
	d.state.Along, d.state.Until = max(c.State.Along, 0), min(max(c.State.Until, leastTime), 1)
	if d.directions != nil && d.state.Along >= d.directions.Len() {
		d.state.Along = 0
	}
	d.redraw()
}

// Direction returns which of the directions is shown.
func (d *DiffusionView) Direction() int { return d.state.Along }

// SetDirection shows the paths along the i-th direction.
func (d *DiffusionView) SetDirection(i int) {
	if d.directions == nil || i < 0 || i >= len(d.directions.Names()) || i == d.state.Along {
		return
	}
	d.state.Along = i
	w := d.view.Window()
	d.view.SetWindow(plotting.Window{X0: w.X0, X1: w.X1, Y0: 0, Y1: 1})
	d.changed()
}

// SetMeans shows the posterior means of the locations in place of a draw.
func (d *DiffusionView) SetMeans(on bool) { d.state.Means = on; d.changed() }

// DrawAgain shows another draw from the posterior.
func (d *DiffusionView) DrawAgain() { d.state.Seed++; d.state.Means = false; d.changed() }

// Until returns the time up to which paths are drawn, 1 for all.
func (d *DiffusionView) Until() float64 { return d.state.Until }

// SetUntil draws paths up to a time in (0,1].
func (d *DiffusionView) SetUntil(t float64) {
	d.stop()
	d.setUntil(t)
}

func (d *DiffusionView) setUntil(t float64) {
	if t = min(max(t, leastTime), 1); t != d.state.Until {
		d.state.Until = t
		d.changed()
	}
}

// TogglePlay lets the time run to 1, from 0 or from where it is; a second call stops it.
func (d *DiffusionView) TogglePlay() {
	if d.playing != nil {
		d.stop()
		d.tools()
		return
	}
	from := d.state.Until
	if from >= 1 {
		from = 0
	}
	d.started = d.clock.Now().Add(-time.Duration(from * float64(playTime)))
	d.setUntil(from)
	d.frame()
	d.tools()
}

// frame waits for the next picture of playing.
func (d *DiffusionView) frame() {
	var timer clock.Alarm
	timer = d.clock.AfterFunc(playFrame, func() {
		d.view.Do(func() {
			if d.playing != timer {
				return // stopped meanwhile
			}
			d.setUntil(float64(d.clock.Now().Sub(d.started)) / float64(playTime))
			if d.state.Until >= 1 {
				d.playing = nil
				d.tools()
				return
			}
			d.frame()
		})
	})
	d.playing = timer
}

func (d *DiffusionView) stop() {
	if d.playing != nil {
		d.playing.Stop()
		d.playing = nil
	}
}

// drag moves the cursor to the time under the pointer.
func (d *DiffusionView) drag(at fyne.Position, _ bool) {
	scene, p, inside := d.view.SceneAt(at)
	s, ok := scene.(*space.DiffusionScene)
	if !ok || !inside {
		return
	}
	time, _ := s.TimeAt(p)
	d.SetUntil(time)
}

// pathsCommands is the table behind the keys of the view and the help.
var pathsCommands = []screen.Command[*DiffusionView]{
	screen.LassoCommand("Paths", func(d *DiffusionView) *screen.View { return d.view }),
	screen.On("↑", "Show the previous direction", "Paths", "", fyne.KeyUp, func(d *DiffusionView) { d.SetDirection(d.state.Along - 1) }),
	screen.On("↓", "Show the next direction", "Paths", "", fyne.KeyDown, func(d *DiffusionView) { d.SetDirection(d.state.Along + 1) }),
	screen.On("←", "Go back in time", "Paths", "", fyne.KeyLeft, func(d *DiffusionView) { d.SetUntil(d.state.Until - timeStep) }),
	screen.On("→", "Go forward in time", "Paths", "", fyne.KeyRight, func(d *DiffusionView) { d.SetUntil(d.state.Until + timeStep) }),
	screen.On("P", "Play or pause time", "Paths", "pP", "", (*DiffusionView).TogglePlay),
	screen.On("N", "Draw the paths again", "Paths", "nN", "", (*DiffusionView).DrawAgain),
	screen.On("M", "Switch between a draw and the means", "Paths", "mM", "", func(d *DiffusionView) { d.SetMeans(!d.state.Means) }),
	screen.On("L", "Show or hide names", "Paths", "lL", "", func(d *DiffusionView) { d.state.NoLabels = !d.state.NoLabels; d.changed() }),
}

func (d *DiffusionView) key(k *fyne.KeyEvent) bool {
	return screen.ByKey(pathsCommands, d, k, d.view.Held())
}

func (d *DiffusionView) rune(r rune) bool { return screen.ByRune(pathsCommands, d, r) }

// Figure returns the figure shown, in the style and window of the view, for export; nil when there
// is none.
func (d *DiffusionView) Figure() plotting.Figure {
	d.refreshDirections()
	f, ok := d.source()().(*space.Diffusion)
	if !ok {
		return nil
	}
	f.Style, f.Window, f.Cursor = d.view.Style(), d.view.Window(), false
	return f
}

// maker returns the maker of the figure to be shown now.
func (d *DiffusionView) maker() func() plotting.Figure {
	t, data := d.shown()
	if t == nil {
		return func() plotting.Figure { return nil }
	}
	subject := d.subjectOf(data)
	made, dirs, place, state := &d.made, d.directions, d.place(t, subject), d.state
	state.Cursor = true
	return func() plotting.Figure { return made.Figure(subject, dirs, place, state) }
}
