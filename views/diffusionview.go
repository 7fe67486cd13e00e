package views

import (
	"sync"
	"time"

	"espalier/inference"
	"espalier/inference/process/diffusion"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/ink"
	"espalier/plotting/space"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/plot/vg"
)

// A DiffusionView shows how the paths of a tree run in time along one direction of its
// data, given the data: a draw of them from their posterior or their means. It follows a
// TreeView: tree, selection, groups. Make one with [NewDiffusionView]; Close it when it is
// no longer needed.
//
// Up and Down go through the directions, Left and Right move the time up to which paths
// are drawn, P plays it, N draws anew, M changes between draw and means, L shows names.
type DiffusionView struct {
	widget.BaseWidget
	follower

	along, colouring *chooser
	mode, again      *link
	play             *link
	row, box         *fyne.Container

	direction int
	means     bool
	seed      uint64
	labels    bool
	until     float64 // 1 is all
	playing   *time.Timer
	started   time.Time // when the time of playing was 0
	made      *madePaths
}

// Motion of the paths while they are played, and a step of the keys.
const (
	playTime  = 7 * time.Second
	playFrame = 33 * time.Millisecond
	timeStep  = 0.02
)

// NewDiffusionView returns the view of the paths of the tree that t shows. A nil post is
// fyne.DoAndWait.
func NewDiffusionView(t *TreeView, post Post, style plotting.Style) *DiffusionView {
	d := &DiffusionView{follower: newFollower(t, post, style), until: 1, labels: true, seed: 1, made: &madePaths{}}
	d.along = newChooser("Along", d.SetDirection)
	d.colouring = newChooser("Colours", func(i int) { d.setColour(i); d.changed() })
	d.mode = newLink("", func() { d.SetMeans(!d.means) })
	d.again = newLink("Draw again", d.DrawAgain)
	d.play = newLink("Play", d.TogglePlay)
	for _, l := range []*link{d.mode, d.again, d.play} {
		l.size, l.height = sizeSmall, 28
	}
	d.row = container.New(toolRow{}, d.along, d.mode, d.again, d.play, d.colouring)
	d.box = container.New(underTools{}, d.row, d.view)
	d.view.OnSelect = d.clicked
	d.view.OnKey = d.key
	d.view.OnRune = d.rune
	d.view.OnGrab = func(m plotting.Mark, ok bool) bool { return ok && m.Kind == "cursor" }
	d.view.OnDrag = d.drag
	d.ExtendBaseWidget(d)
	d.tools()
	return d
}

// CreateRenderer is part of fyne.Widget.
func (d *DiffusionView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(d.box)
}

// Show makes the view visible, and drawn if something changed meanwhile.
func (d *DiffusionView) Show() { d.BaseWidget.Show(); d.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (d *DiffusionView) Hide() { d.stop(); d.BaseWidget.Hide(); d.view.Hide() }

// Close ends the goroutine of the view.
func (d *DiffusionView) Close() { d.stop(); d.view.Close() }

// SetSnapshot shows the tree that the tree view shows, with the parameters of a snapshot,
// at the pace of a run; see [View.Offer].
func (d *DiffusionView) SetSnapshot(s *inference.Snapshot) {
	d.snapshot = s
	d.refreshDirections()
	d.view.Offer(d.source())
}

// Follow brings the view up to date with the tree view.
func (d *DiffusionView) Follow() { d.changed() }

func (d *DiffusionView) refreshDirections() {
	before := d.directions
	d.refresh()
	if d.directions != before {
		if before == nil || d.directions == nil || d.direction >= len(d.directions.names()) {
			d.direction = 0
			if d.directions != nil && len(d.directions.data.Columns) == 2 { // components of two are no more than a turn
				d.direction = d.directions.components
			}
		}
		d.tools()
	}
}

// changed draws what is to be shown now.
func (d *DiffusionView) changed() {
	d.refreshDirections()
	d.tools()
	d.view.SetSource(d.source())
}

// tools brings the row of tools up to date.
func (d *DiffusionView) tools() {
	mode := "Show means"
	if d.means {
		mode = "Show a draw"
	}
	d.mode.set(mode, false)
	d.again.set("Draw again", d.means)
	play := "Play"
	if d.playing != nil {
		play = "Stop"
	}
	d.play.set(play, false)
	if d.directions != nil {
		d.along.set(d.directions.names(), d.direction)
	}
	names, at := d.colourings()
	d.colouring.set(names, at)
	refreshTools(d.row, d.box, true)
}

// Directions lists what the paths can be shown along: principal components and columns.
func (d *DiffusionView) Directions() []string {
	if d.directions == nil {
		return nil
	}
	return d.directions.names()
}

// Direction returns which of the directions is shown.
func (d *DiffusionView) Direction() int { return d.direction }

// SetDirection shows the paths along the i-th direction.
func (d *DiffusionView) SetDirection(i int) {
	if d.directions == nil || i < 0 || i >= len(d.directions.names()) || i == d.direction {
		return
	}
	d.direction = i
	w := d.view.Window()
	d.view.SetWindow(plotting.Window{X0: w.X0, X1: w.X1, Y0: 0, Y1: 1})
	d.changed()
}

// SetMeans shows the posterior means of the locations in place of a draw.
func (d *DiffusionView) SetMeans(on bool) { d.means = on; d.changed() }

// DrawAgain shows another draw from the posterior.
func (d *DiffusionView) DrawAgain() { d.seed++; d.means = false; d.changed() }

// Until returns the time up to which paths are drawn, 1 for all.
func (d *DiffusionView) Until() float64 { return d.until }

// SetUntil draws paths up to a time in (0,1].
func (d *DiffusionView) SetUntil(t float64) {
	d.stop()
	d.setUntil(t)
}

func (d *DiffusionView) setUntil(t float64) {
	if t = min(max(t, 0.002), 1); t != d.until {
		d.until = t
		d.changed()
	}
}

// TogglePlay lets the time run from 0 to 1, or from where it stands; again stops it.
func (d *DiffusionView) TogglePlay() {
	if d.playing != nil {
		d.stop()
		d.tools()
		return
	}
	from := d.until
	if from >= 1 {
		from = 0
	}
	d.started = time.Now().Add(-time.Duration(from * float64(playTime)))
	d.setUntil(from)
	d.frame()
	d.tools()
}

// frame waits for the next picture of playing.
func (d *DiffusionView) frame() {
	var timer *time.Timer
	timer = time.AfterFunc(playFrame, func() {
		d.view.post(func() {
			if d.playing != timer {
				return // stopped meanwhile
			}
			d.setUntil(float64(time.Since(d.started)) / float64(playTime))
			if d.until >= 1 {
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
	_, scene := d.view.Shown()
	s, ok := scene.(*space.DiffusionScene)
	if !ok || d.view.Size().Width < 1 {
		return
	}
	size, drawn := d.view.Size(), s.Size()
	time, _ := s.TimeAt(vg.Point{X: vg.Length(at.X/size.Width) * drawn.X, Y: drawn.Y - vg.Length(at.Y/size.Height)*drawn.Y})
	d.SetUntil(time)
}

// pathsCommands is the table behind the keys of the view and the help.
var pathsCommands = []viewCommand[*DiffusionView]{
	{Shortcut{"↑", "Show the direction before", "Paths"}, "", fyne.KeyUp, func(d *DiffusionView) { d.SetDirection(d.direction - 1) }},
	{Shortcut{"↓", "Show the next direction", "Paths"}, "", fyne.KeyDown, func(d *DiffusionView) { d.SetDirection(d.direction + 1) }},
	{Shortcut{"←", "Take the time back", "Paths"}, "", fyne.KeyLeft, func(d *DiffusionView) { d.SetUntil(d.until - timeStep) }},
	{Shortcut{"→", "Let the time go on", "Paths"}, "", fyne.KeyRight, func(d *DiffusionView) { d.SetUntil(d.until + timeStep) }},
	{Shortcut{"P", "Play the time, or stop it", "Paths"}, "pP", "", (*DiffusionView).TogglePlay},
	{Shortcut{"N", "Draw the paths again", "Paths"}, "nN", "", (*DiffusionView).DrawAgain},
	{Shortcut{"M", "Change between a draw and the means", "Paths"}, "mM", "", func(d *DiffusionView) { d.SetMeans(!d.means) }},
	{Shortcut{"L", "Show or hide names", "Paths"}, "lL", "", func(d *DiffusionView) { d.labels = !d.labels; d.changed() }},
}

func (d *DiffusionView) key(k *fyne.KeyEvent) bool {
	return byKey(pathsCommands, d, k, d.view.modifiers())
}

func (d *DiffusionView) rune(r rune) bool { return byRune(pathsCommands, d, r) }

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (d *DiffusionView) Figure() *space.Diffusion {
	d.refreshDirections()
	f, ok := d.source()().(*space.Diffusion)
	if !ok {
		return nil
	}
	f.Style, f.Window, f.Cursor = d.view.Style(), d.view.Window(), false
	return f
}

// source returns the maker of the figure that is to be shown now.
func (d *DiffusionView) source() func() plotting.Figure {
	t, data := d.shown()
	if t == nil {
		return func() plotting.Figure { return nil }
	}
	key := pathsKey{t, data, diffusion.Parameters{}, d.direction, d.means, d.seed}
	f := space.Diffusion{Title: d.title, Colours: d.colours(), ShowLabels: d.labels, Until: d.until, Cursor: true,
		Selection: d.highlight(), Window: plotting.All, Style: plotting.Light}
	known, made, snapshot, draw, latent, dirs, subtitle := d.known, d.made, d.snapshot, d.draw(), d.latent, d.directions, d.subtitle
	return func() plotting.Figure {
		facts := known.get(t, data, snapshot, draw, latent)
		if facts.err != nil {
			return ink.Sentence{Text: facts.err.Error(), Style: plotting.Light}
		}
		key.params = facts.params
		f.Paths = made.get(key, facts, dirs)
		f.Subtitle = "one draw of the paths given the data" + facts.words()
		if key.means {
			f.Subtitle = "posterior means of the paths" + facts.words()
		}
		if subtitle != "" {
			f.Subtitle += " · " + subtitle
		}
		return &f
	}
}

// madePaths keeps the paths that were made last.
type madePaths struct {
	mu    sync.Mutex
	key   pathsKey
	paths *space.Paths
}

type pathsKey struct {
	tree      *tree.Tree
	data      *inference.Dataset
	params    diffusion.Parameters
	direction int
	means     bool
	seed      uint64
}

func (m *madePaths) get(key pathsKey, facts facts, dirs *directions) *space.Paths {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.paths != nil && m.key == key {
		return m.paths
	}
	weights, measure := dirs.get(key.direction)
	d, p := facts.along(key.tree, weights), facts.prepared
	if key.means {
		m.paths = space.NewMeanPaths(p, d, measure)
	} else {
		m.paths = space.NewPaths(p, d, measure, key.seed)
	}
	m.key = key
	return m.paths
}
