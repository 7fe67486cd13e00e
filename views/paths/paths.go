package paths

import (
	"strconv"
	"sync/atomic"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/clock"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A follower is a pane of the tree that the view of trees shows.
type follower struct {
	*pane.Entry
	at *drawn.Shown
}

func newFollower(tab string, post screen.Post, style plotting.Style, tools ...fyne.CanvasObject) follower {
	return follower{pane.NewEntry(depict.ByTab(tab), nil, post, style, tools...), &drawn.Shown{}}
}

// Follow is part of [trees.Follower].
func (f *follower) Follow(s drawn.Shown) {
	f.at = &s
	f.Redraw()
}

// A DiffusionView shows how the paths of a tree run in time along one direction of its data, given the data: a draw of
// them from their posterior or their means. Its cursor can be dragged, and P plays the time. Make one with
// [NewDiffusionView]; Close it when it is no longer needed.
type DiffusionView struct {
	follower
	again, play *controls.Link

	clock   clock.Clock
	playing clock.Alarm // nil while time stands still
	started time.Time   // when playing was at time 0
	shown   atomic.Pointer[float64]
	along   int
}

// Motion of the paths while they are played.
const (
	playTime  = 7 * time.Second
	playFrame = 33 * time.Millisecond
)

// NewDiffusionView returns a view without paths. A nil post is fyne.DoAndWait.
func NewDiffusionView(post screen.Post, style plotting.Style) *DiffusionView {
	d := &DiffusionView{}
	d.again = controls.NewLink("Draw again", func() { d.View().OnRune('n') })
	d.play = controls.NewLink("Play", d.TogglePlay)
	for _, l := range []*controls.Link{d.again, d.play} {
		l.TextSize, l.Tall = look.SizeSmall, 28
	}
	d.follower = newFollower("Paths", post, style, d.again, d.play)
	d.OnGiven = func(g *depict.Given) { g.Tree = d.at }
	d.OnTools, d.OnFigure, d.OnChosen, d.OnHide = d.refreshTools, d.atMoment, d.chosen, d.halt
	v := d.View()
	grab, byRune := v.OnGrab, v.OnRune
	v.OnGrab = func(m plotting.Mark, ok bool) bool { d.halt(); return grab(m, ok) }
	v.OnRune = func(r rune) bool {
		if r == 'p' || r == 'P' {
			d.TogglePlay()
			return true
		}
		return byRune(r)
	}
	return d
}

// Close ends the goroutine of the view.
func (d *DiffusionView) Close() { d.halt(); d.Entry.Close() }

// state returns the choices.
func (d *DiffusionView) state() depict.PathsState {
	return d.States()["Paths"].(depict.PathsChoice).State
}

func (d *DiffusionView) refreshTools() {
	d.again.Set("Draw again", d.state().Means)
	text := "Play"
	if d.playing != nil {
		text = "Stop"
	}
	d.play.Set(text, false)
}

// chosen ends playing, and shows the whole width of another direction.
func (d *DiffusionView) chosen() {
	if d.playing != nil {
		d.halt()
		d.Redraw()
	}
	if along := d.state().Along; along != d.along {
		d.along = along
		w := d.View().Window()
		d.View().SetWindow(plotting.Window{X0: w.X0, X1: w.X1, Y0: 0, Y1: 1})
	}
}

// atMoment shows a cursor, and the time while it is played.
func (d *DiffusionView) atMoment(f plotting.Figure) plotting.Figure {
	paths, ok := f.(*space.Diffusion)
	if !ok {
		return f
	}
	c := *paths
	c.Cursor = true
	if t := d.shown.Load(); t != nil {
		c.Until = *t
	}
	return &c
}

// Until returns the time up to which paths are drawn, 1 for all.
func (d *DiffusionView) Until() float64 {
	if t := d.shown.Load(); t != nil {
		return *t
	}
	return d.state().Until
}

// TogglePlay lets the time run to 1, from 0 or from where it is; a second call stops it there.
func (d *DiffusionView) TogglePlay() {
	if d.playing != nil {
		d.rest(d.Until())
		return
	}
	from := d.Until()
	if from >= 1 {
		from = 0
	}
	d.started = d.clock.Now().Add(-time.Duration(from * float64(playTime)))
	d.shown.Store(&from)
	d.frame()
	d.Redraw()
}

// frame waits for the next picture of playing.
func (d *DiffusionView) frame() {
	var timer clock.Alarm
	timer = d.clock.AfterFunc(playFrame, func() {
		d.View().Do(func() {
			if d.playing != timer {
				return // stopped meanwhile
			}
			t := float64(d.clock.Now().Sub(d.started)) / float64(playTime)
			if t >= 1 {
				d.rest(1)
				return
			}
			d.shown.Store(&t)
			d.frame()
			d.Redraw()
		})
	})
	d.playing = timer
}

// rest ends playing at a time, which is chosen.
func (d *DiffusionView) rest(t float64) {
	d.halt()
	d.Put("until", strconv.FormatFloat(t, 'g', -1, 64))
	d.Redraw()
}

// halt ends playing: the chosen moment is shown again.
func (d *DiffusionView) halt() {
	if d.playing != nil {
		d.playing.Stop()
		d.playing = nil
		d.shown.Store(nil)
	}
}
