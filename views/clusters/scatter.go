package clusters

import (
	"context"
	"math"
	"slices"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A ScatterView shows the rows over two directions of the data with the clusters that a
// model found, as ellipses: the components of a mixture, or the moments of the rows where
// a model gives labels alone. Make one with [NewScatterView]; Close it when it is no
// longer needed.
//
// Left and Right go through the directions across, Up and Down through those upwards, and
// comma and full stop through the accepted epochs. With a third direction a drag, or the
// keys J, L, I and K, turn the rows.
type ScatterView struct {
	flat
	across, upwards *controls.Chooser
	colouring       *controls.Chooser
	deep            *controls.Chooser
	directions      *depict.Directions
	state           depict.ClustersState
	grabbed         fyne.Position // where the pointer was when it turned the rows last
	made            *depict.ClustersMaker
	contours        bool // the density of a new row, in place of clusters
	memory          *pane.Memory[depict.ClustersState]
}

// NewScatterView returns an empty view. A nil post is fyne.DoAndWait.
func NewScatterView(post screen.Post, style plotting.Style) *ScatterView {
	return newScatter("Clusters", false, post, style)
}

// NewContoursView returns an empty view of rows over the density of a new row, of models that know it
// along any two directions.
func NewContoursView(post screen.Post, style plotting.Style) *ScatterView {
	return newScatter("Contours", true, post, style)
}

func newScatter(tab string, contours bool, post screen.Post, style plotting.Style) *ScatterView {
	c := &ScatterView{contours: contours, state: depict.ClustersState{Up: 1, Deep: -1, Turn: depict.UsualTurn, Epoch: -1}, made: &depict.ClustersMaker{}}
	c.across = controls.NewChooser("Across", func(i int) { c.SetDirections(i, c.state.Up) })
	c.upwards = controls.NewChooser("Up", func(i int) { c.SetDirections(c.state.Across, i) })
	c.deep = controls.NewChooser("Deep", func(i int) { c.chooseDeep(i - 1) })
	c.colouring = controls.NewChooser("Colours", c.setColour)
	c.init(c, tab, post, style, c.tools, c.maker, c.across, c.upwards, c.deep, c.colouring)
	c.Lasso(func() study.Selection { return c.selection }, nil)
	c.view.OnGrab, c.view.OnDrag = c.grab, c.drag
	c.view.OnSelect = c.selected
	c.view.OnKey = c.key
	c.view.OnRune = func(r rune) bool { return screen.ByRune(clustersCommands, c, r) }
	c.memory = pane.Recall(&c.Base, c.chosen, c.choose, func() depict.ClustersState {
		if c.directions == nil {
			return depict.ClustersState{Up: 1, Deep: -1, Turn: depict.UsualTurn}
		}
		return depict.UsualClusters(c.directions)
	})
	return c
}

// SetResult shows the clusters of a result, at the pace of a run.
func (c *ScatterView) SetResult(r pane.Result) {
	if before := c.data(); r.Data != before {
		c.directions = depict.DirectionsOf(r.Subject, true)
		if before != nil && !slices.Equal(before.Columns, r.Data.Columns) || before == nil && !c.memory.Kept() {
			c.state = depict.UsualClusters(c.directions)
		}
		c.fit()
	}
	c.flat.SetResult(r)
}

// fit replaces directions that the data do not have.
func (c *ScatterView) fit() {
	n := c.directions.Len()
	c.state.Across, c.state.Up, c.state.Deep = min(c.state.Across, n-1), min(c.state.Up, n-1), min(c.state.Deep, n-1)
}

// chosen is what the user chose in this pane; all panes share the epoch.
func (c *ScatterView) chosen() depict.ClustersState {
	s := c.state
	s.Epoch = 0
	return s
}

// choose shows what the user chose.
func (c *ScatterView) choose(s depict.ClustersState) {
	s.Across, s.Up, s.Deep = max(s.Across, 0), max(s.Up, 0), max(s.Deep, -1)
	c.state = s
	if c.directions != nil {
		c.fit()
	}
	c.redraw()
}

// tools refreshes the row of tools.
func (c *ScatterView) tools() {
	c.across.Set(c.directions.Names(), c.state.Across)
	c.upwards.Set(c.directions.Names(), c.state.Up)
	c.deep.Set(append([]string{"none"}, c.directions.Names()...), c.state.Deep+1)
	c.deep.Needless = len(c.directions.Names()) < 3 || c.contours
	names, at := []string{"clusters"}, 0
	if c.contours {
		names[0] = "none"
	}
	for _, a := range c.data().Annotations {
		if a.Name == c.state.Colour {
			at = len(names)
		}
		names = append(names, a.Name)
	}
	c.colouring.Set(names, at)
	c.classes.Needless = true
}

// Directions lists what can be shown: principal components and columns.
func (c *ScatterView) Directions() []string {
	if c.directions == nil {
		return nil
	}
	return c.directions.Names()
}

// SetDirections shows the rows over two directions. If both would be the same, they change
// places.
func (c *ScatterView) SetDirections(x, y int) {
	n := len(c.Directions())
	if x < 0 || y < 0 || x >= n || y >= n || x == c.state.Across && y == c.state.Up {
		return
	}
	if x == y {
		x, y = c.state.Up, c.state.Across
	}
	if c.state.Deep == x || c.state.Deep == y { // it goes where that one was
		if c.state.Deep == x {
			c.state.Deep = c.state.Across
		} else {
			c.state.Deep = c.state.Up
		}
	}
	c.state.Across, c.state.Up = x, y
	c.view.SetWindow(plotting.All)
	c.changed()
}

// SetDeep adds a third direction, so that the picture can be turned; −1 shows two.
func (c *ScatterView) SetDeep(z int) {
	if c.contours { // a density is of two
		return
	}
	if z >= -1 && z < len(c.Directions()) && z != c.state.Deep {
		c.state.Deep, c.state.Turn = z, depict.UsualTurn
		c.view.SetWindow(plotting.All)
		c.changed()
	}
}

// chooseDeep is SetDeep, but skips the directions that are already shown.
func (c *ScatterView) chooseDeep(z int) {
	step := 1
	if z < c.state.Deep {
		step = -1
	}
	for z >= 0 && (z == c.state.Across || z == c.state.Up) {
		z += step
	}
	c.SetDeep(z)
}

// toggleDeep shows the first direction that is not shown yet as a third, or two again.
func (c *ScatterView) toggleDeep() {
	if c.state.Deep >= 0 {
		c.SetDeep(-1)
		return
	}
	for z := range c.Directions() {
		if z != c.state.Across && z != c.state.Up {
			c.SetDeep(z)
			return
		}
	}
}

const (
	dragTurn = 0.008        // radians for each unit of a drag
	keyTurn  = math.Pi / 24 // for each key
)

// turnBy turns the three directions. Upwards it stops at the view from straight above,
// downwards at that from straight below.
func (c *ScatterView) turnBy(around, up float64) {
	c.turn(around, up)
	c.changed()
}

// turn is turnBy in the middle of a drag.
func (c *ScatterView) turn(around, up float64) {
	if c.state.Deep < 0 {
		return
	}
	c.state.Turn.Around = math.Remainder(c.state.Turn.Around+around, 2*math.Pi)
	c.state.Turn.Up = min(max(c.state.Turn.Up+up, -math.Pi/2), math.Pi/2)
	c.redraw()
}

// grab makes a drag a turn if a third direction is shown; with Shift a drag moves the picture,
// as elsewhere.
func (c *ScatterView) grab(plotting.Mark, bool) bool {
	c.grabbed = c.view.Press
	return c.state.Deep >= 0 && c.view.Held()&fyne.KeyModifierShift == 0
}

func (c *ScatterView) drag(at fyne.Position, ended bool) {
	d := at.Subtract(c.grabbed)
	c.grabbed = at
	c.turn(dragTurn*float64(d.X), dragTurn*float64(d.Y))
	if ended {
		c.changed()
	}
}

func (c *ScatterView) setColour(i int) {
	if c.state.Colour = ""; i > 0 && i <= len(c.data().Annotations) {
		c.state.Colour = c.data().Annotations[i-1].Name
	}
	c.changed()
}

func (c *ScatterView) selected(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	var rows []int
	switch {
	case ok && m.Kind == "point":
		rows = []int{m.Row}
	case ok && m.Kind == "cluster":
		class, _ := depict.FoundAt(c.subject, c.epoch)
		rows = RowsOf(class, m.Index)
	case ok && m.Kind == ink.LegendMark:
		if rows = m.Rows; modifiers&(fyne.KeyModifierShift|screen.Ctrl) != 0 {
			rows = study.Toggled(c.selection.Rows, study.SetOf(rows))
		}
	}
	c.clicked(rows)
}

// clustersCommands is the table behind the keys of the view and the help.
var clustersCommands = append([]screen.Command[*ScatterView]{
	screen.On("←", "Across: the previous direction", "Clusters", "", fyne.KeyLeft, func(c *ScatterView) { c.SetDirections(screen.Past(c.state.Across, -1, c.state.Up), c.state.Up) }),
	screen.On("→", "Across: the next direction", "Clusters", "", fyne.KeyRight, func(c *ScatterView) { c.SetDirections(screen.Past(c.state.Across, 1, c.state.Up), c.state.Up) }),
	screen.On("↑", "Upwards: the previous direction", "Clusters", "", fyne.KeyUp, func(c *ScatterView) { c.SetDirections(c.state.Across, screen.Past(c.state.Up, -1, c.state.Across)) }),
	screen.On("↓", "Upwards: the next direction", "Clusters", "", fyne.KeyDown, func(c *ScatterView) { c.SetDirections(c.state.Across, screen.Past(c.state.Up, 1, c.state.Across)) }),
	screen.On("3", "Show a third direction, turned by dragging, or only two", "Clusters", "3", "", (*ScatterView).toggleDeep),
	screen.LassoCommand("Clusters", func(c *ScatterView) *screen.View { return c.view }),
	screen.On("J", "Turn three directions to the left", "Clusters", "jJ", "", func(c *ScatterView) { c.turnBy(-keyTurn, 0) }),
	screen.On("L", "Turn three directions to the right", "Clusters", "lL", "", func(c *ScatterView) { c.turnBy(keyTurn, 0) }),
	screen.On("I", "Turn three directions up", "Clusters", "iI", "", func(c *ScatterView) { c.turnBy(0, -keyTurn) }),
	screen.On("K", "Turn three directions down", "Clusters", "kK", "", func(c *ScatterView) { c.turnBy(0, keyTurn) }),
}, epochCommands("Clusters", func(c *ScatterView) *flat { return &c.flat })...)

func (c *ScatterView) key(k *fyne.KeyEvent) bool {
	return screen.ByKey(clustersCommands, c, k, c.view.Held())
}

// Figure returns the figure shown, in the style and window of the pane, for export; nil when there
// is none.
func (c *ScatterView) Figure() plotting.Figure {
	if c.subject == nil {
		return nil
	}
	f, ok := c.maker()().(*space.Clusters)
	if !ok {
		return nil
	}
	f.Style, f.Window = c.view.Style(), c.view.Window()
	return f
}

// maker returns the maker of the figure to show now.
func (c *ScatterView) maker() func() plotting.Figure {
	made, subject, directions, state, rows := c.made, c.subject, c.directions, c.state, c.rows()
	state.Epoch = c.epoch
	if c.contours {
		return func() plotting.Figure {
			f, err := made.Contours(context.Background(), subject, directions, state, rows)
			if err != nil {
				return ink.Sentence{Text: err.Error(), Style: plotting.Light}
			}
			return f
		}
	}
	return func() plotting.Figure { return made.Figure(subject, directions, state, rows) }
}
