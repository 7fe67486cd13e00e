package views

import (
	"context"
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
)

// A DensityView shows the predictive density of a new row over two directions of the data,
// with the rows and the tree between its posterior means. It follows a TreeView: tree,
// selection, groups. Make one with [NewDensityView]; Close it when it is no longer needed.
//
// Left and Right go through the directions across, Up and Down through those upwards; T
// hides the tree.
type DensityView struct {
	widget.BaseWidget
	follower

	across, upwards *chooser
	colouring       *chooser
	branches        *link
	row, box        *fyne.Container

	x, y     int // directions
	hideTree bool
	made     *madePlaces
	refiner  *worker
	rest     *time.Timer // until the density is refined
	cancel   context.CancelFunc
	closed   bool
}

// Cells of the density along an axis: at once, and when nothing moved for a while.
const (
	coarseCells = 64
	fineCells   = 180
	refineRest  = 200 * time.Millisecond
)

// NewDensityView returns the view of the predictive density of the tree that t shows. A nil
// post is fyne.DoAndWait.
func NewDensityView(t *TreeView, post Post, style plotting.Style) *DensityView {
	d := &DensityView{follower: newFollower(t, post, style), y: 1, made: &madePlaces{}, refiner: newWorker()}
	d.across = newChooser("Across", func(i int) { d.SetDirections(i, d.y) })
	d.upwards = newChooser("Up", func(i int) { d.SetDirections(d.x, i) })
	d.colouring = newChooser("Colours", func(i int) { d.setColour(i); d.changed() })
	d.branches = newLink("Hide tree", func() { d.HideTree(!d.hideTree) })
	d.branches.size, d.branches.height = sizeSmall, 28
	d.row = container.New(toolRow{}, d.across, d.upwards, d.branches, d.colouring)
	d.box = container.New(underTools{}, d.row, d.view)
	d.view.OnSelect = d.clicked
	d.view.OnKey = d.key
	d.view.OnRune = d.rune
	d.view.OnWindow = func(plotting.Window) { d.refineSoon() }
	d.view.OnDrawn = d.refineSoon
	d.ExtendBaseWidget(d)
	d.tools()
	return d
}

// CreateRenderer is part of fyne.Widget.
func (d *DensityView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(d.box)
}

// Show makes the view visible, and drawn if something changed meanwhile.
func (d *DensityView) Show() { d.BaseWidget.Show(); d.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (d *DensityView) Hide() { d.rested(); d.BaseWidget.Hide(); d.view.Hide() }

// Close ends the goroutines of the view.
func (d *DensityView) Close() {
	d.closed = true
	d.rested()
	d.refiner.close()
	d.view.Close()
}

// Settled reports whether the picture on the screen is the last that was asked for, its
// density at the finest.
func (d *DensityView) Settled() bool { return d.view.Settled() && d.rest == nil && d.cancel == nil }

// SetSnapshot shows the tree that the tree view shows, with the parameters of a snapshot,
// at the pace of a run; see [View.Offer].
func (d *DensityView) SetSnapshot(s *inference.Snapshot) {
	d.snapshot = s
	d.refreshDirections()
	d.view.Offer(d.source())
}

// Follow brings the view up to date with the tree view.
func (d *DensityView) Follow() { d.changed() }

func (d *DensityView) refreshDirections() {
	before := d.directions
	d.refresh()
	if d.directions == before {
		return
	}
	if n := len(d.directions.names()); before == nil || d.x >= n || d.y >= n {
		d.x, d.y = 0, min(1, n-1)
		if len(d.directions.data.Columns) == 2 { // the plane itself, not a rotation of it
			d.x, d.y = d.directions.components, d.directions.components+1
		}
	}
	d.tools()
}

// changed draws what is to be shown now.
func (d *DensityView) changed() {
	d.refreshDirections()
	d.tools()
	d.view.SetSource(d.source())
}

// tools brings the row of tools up to date.
func (d *DensityView) tools() {
	text := "Hide tree"
	if d.hideTree {
		text = "Show tree"
	}
	d.branches.set(text, false)
	if d.directions != nil {
		d.across.set(d.directions.names(), d.x)
		d.upwards.set(d.directions.names(), d.y)
	}
	names, at := d.colourings()
	d.colouring.set(names, at)
	refreshTools(d.row, d.box, true)
}

// Directions lists what can be shown: principal components and columns.
func (d *DensityView) Directions() []string {
	if d.directions == nil {
		return nil
	}
	return d.directions.names()
}

// Shown returns the directions across and upwards.
func (d *DensityView) Shown() (x, y int) { return d.x, d.y }

// SetDirections shows the density over two directions. Where both would be the same they
// change places.
func (d *DensityView) SetDirections(x, y int) {
	if d.directions == nil {
		return
	}
	n := len(d.directions.names())
	if x < 0 || y < 0 || x >= n || y >= n || x == d.x && y == d.y {
		return
	}
	if x == y {
		x, y = d.y, d.x
	}
	d.x, d.y = x, y
	d.view.SetWindow(plotting.All)
	d.changed()
}

// HideTree leaves the branches out, or shows them again.
func (d *DensityView) HideTree(on bool) { d.hideTree = on; d.changed() }

// densityCommands is the table behind the keys of the view and the help.
var densityCommands = []viewCommand[*DensityView]{
	{Shortcut{"←", "Across: the direction before", "Density"}, "", fyne.KeyLeft, func(d *DensityView) { d.SetDirections(past(d.x, -1, d.y), d.y) }},
	{Shortcut{"→", "Across: the next direction", "Density"}, "", fyne.KeyRight, func(d *DensityView) { d.SetDirections(past(d.x, 1, d.y), d.y) }},
	{Shortcut{"↑", "Upwards: the direction before", "Density"}, "", fyne.KeyUp, func(d *DensityView) { d.SetDirections(d.x, past(d.y, -1, d.x)) }},
	{Shortcut{"↓", "Upwards: the next direction", "Density"}, "", fyne.KeyDown, func(d *DensityView) { d.SetDirections(d.x, past(d.y, 1, d.x)) }},
	{Shortcut{"T", "Show or hide the tree", "Density"}, "tT", "", func(d *DensityView) { d.HideTree(!d.hideTree) }},
}

func (d *DensityView) key(k *fyne.KeyEvent) bool {
	return byKey(densityCommands, d, k, d.view.modifiers())
}

func (d *DensityView) rune(r rune) bool { return byRune(densityCommands, d, r) }

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (d *DensityView) Figure() *space.Density {
	d.refreshDirections()
	f, ok := d.source()().(*space.Density)
	if !ok {
		return nil
	}
	f.Style, f.Window = d.view.Style(), d.view.Window()
	return f
}

// source returns the maker of the figure that is to be shown now.
func (d *DensityView) source() func() plotting.Figure {
	t, data := d.shown()
	if t == nil {
		return func() plotting.Figure { return nil }
	}
	if len(d.directions.names()) < 2 {
		return func() plotting.Figure {
			return ink.Sentence{Text: "A density over two directions needs two columns. The page Paths shows this one.", Style: plotting.Light}
		}
	}
	key := placesKey{t, data, diffusion.Parameters{}, d.x, d.y}
	f := space.Density{Title: d.title, Colours: d.colours(), HideTree: d.hideTree, Selection: d.highlight(),
		Window: plotting.All, Style: plotting.Light}
	known, made, snapshot, draw, latent, dirs, subtitle, window := d.known, d.made, d.snapshot, d.draw(), d.latent, d.directions, d.subtitle, d.view.Window()
	return func() plotting.Figure {
		facts := known.get(t, data, snapshot, draw, latent)
		if facts.err != nil {
			return ink.Sentence{Text: facts.err.Error(), Style: plotting.Light}
		}
		key.params = facts.params
		f.Places, f.Field = made.get(key, facts, dirs, window)
		f.Subtitle = "predictive density of a new row, tree at the posterior means" + facts.words()
		if subtitle != "" {
			f.Subtitle += " · " + subtitle
		}
		return &f
	}
}

// rested forgets that the density was to be refined, and ends the work on it.
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

// refineSoon has the density of what is on the screen computed finely when nothing has
// changed for a while.
func (d *DensityView) refineSoon() {
	d.rested()
	f, _ := d.view.Shown()
	shown, ok := f.(*space.Density)
	if !ok || d.closed || shown.Places.Shows(shown.Field, d.view.Window(), fineCells) {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(refineRest, func() {
		d.view.post(func() {
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
	d.refiner.submit(func() {
		field, err := p.Field(ctx, window, fineCells)
		d.view.post(func() {
			if err != nil || ctx.Err() != nil {
				return
			}
			d.cancel = nil
			d.made.put(p, field)
			d.view.SetSource(d.source())
		})
	})
}

// madePlaces keeps the places that were made last and the best density of them.
type madePlaces struct {
	mu     sync.Mutex
	key    placesKey
	places *space.Places
	field  *diffusion.Field
}

type placesKey struct {
	tree   *tree.Tree
	data   *inference.Dataset
	params diffusion.Parameters
	x, y   int
}

// get returns the places of a key and a density to show through a window: the finest there
// is, the coarse one of the whole at least.
func (m *madePlaces) get(key placesKey, facts facts, dirs *directions, w plotting.Window) (*space.Places, *diffusion.Field) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.places == nil || m.key != key {
		wx, mx := dirs.get(key.x)
		wy, my := dirs.get(key.y)
		m.key, m.places = key, space.NewPlaces(facts.prepared, facts.along(key.tree, wx, wy), mx, my)
		m.field = nil
	}
	if !m.places.Shows(m.field, w, coarseCells) {
		// The background is never cancelled, so there is no error.
		m.field, _ = m.places.Field(context.Background(), plotting.All, coarseCells)
	}
	return m.places, m.field
}

// put keeps a finer density, if the places are still those.
func (m *madePlaces) put(p *space.Places, f *diffusion.Field) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.places == p {
		m.field = f
	}
}
