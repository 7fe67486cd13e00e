package views

import (
	"math"
	"slices"

	"espalier/plotting"
	"espalier/plotting/depict"
	"espalier/plotting/space"

	"fyne.io/fyne/v2"
)

// A ClustersView shows the rows over two directions of the data with the clusters that a
// model found, as ellipses: the components of a mixture, or the moments of the rows where
// a model gives labels alone. Make one with [NewClustersView]; Close it when it is no
// longer needed.
//
// Left and Right go through the directions across, Up and Down through those upwards,
// comma and full stop through the accepted epochs. With a third direction a drag, or the
// keys J, L, I and K, turn the rows.
type ClustersView struct {
	flat
	across, upwards *chooser
	colouring       *chooser
	deep            *chooser
	directions      *depict.Directions
	state           depict.ClustersState
	grabbed         fyne.Position // where the pointer was when it turned the rows last
	made            *depict.ClustersMaker
}

// NewClustersView returns an empty view. A nil post is fyne.DoAndWait.
func NewClustersView(post Post, style plotting.Style) *ClustersView {
	c := &ClustersView{state: depict.ClustersState{Up: 1, Deep: -1, Turn: depict.UsualTurn, Epoch: -1}, made: &depict.ClustersMaker{}}
	c.across = newChooser("Across", func(i int) { c.SetDirections(i, c.state.Up) })
	c.upwards = newChooser("Up", func(i int) { c.SetDirections(c.state.Across, i) })
	c.deep = newChooser("Deep", func(i int) { c.chooseDeep(i - 1) })
	c.colouring = newChooser("Colours", c.setColour)
	c.init(post, style, c.tools, c.maker, c.across, c.upwards, c.deep, c.colouring)
	c.view.OnGrab, c.view.OnDrag = c.grab, c.drag
	c.view.OnSelect = c.selected
	c.view.OnKey = c.key
	c.view.OnRune = func(r rune) bool { return byRune(clustersCommands, c, r) }
	c.ExtendBaseWidget(c)
	return c
}

// SetSubject shows the clusters of a result, at the pace of a run.
func (c *ClustersView) SetSubject(s *depict.Subject) {
	if before := c.data(); s.Data != before {
		c.directions = s.Directions(true)
		if before == nil || !slices.Equal(before.Columns, s.Data.Columns) {
			c.state = depict.UsualClusters(c.directions)
		}
		n := c.directions.Len()
		c.state.Across, c.state.Up, c.state.Deep = min(c.state.Across, n-1), min(c.state.Up, n-1), min(c.state.Deep, n-1)
	}
	c.flat.SetSubject(s)
}

// tools brings the row of tools up to date.
func (c *ClustersView) tools() {
	c.across.set(c.directions.Names(), c.state.Across)
	c.upwards.set(c.directions.Names(), c.state.Up)
	c.deep.set(append([]string{"none"}, c.directions.Names()...), c.state.Deep+1)
	c.deep.needless = len(c.directions.Names()) < 3
	names, at := []string{"clusters"}, 0
	for _, a := range c.data().Annotations {
		if a.Name == c.state.Colour {
			at = len(names)
		}
		names = append(names, a.Name)
	}
	c.colouring.set(names, at)
	c.classes.needless = true
}

// Directions lists what can be shown: principal components and columns.
func (c *ClustersView) Directions() []string {
	if c.directions == nil {
		return nil
	}
	return c.directions.Names()
}

// SetDirections shows the rows over two directions. Where both would be the same they
// change places.
func (c *ClustersView) SetDirections(x, y int) {
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

// SetDeep shows a third direction, and turns all three; −1 shows two.
func (c *ClustersView) SetDeep(z int) {
	if z >= -1 && z < len(c.Directions()) && z != c.state.Deep {
		c.state.Deep, c.state.Turn = z, depict.UsualTurn
		c.view.SetWindow(plotting.All)
		c.changed()
	}
}

// chooseDeep is SetDeep past the directions that are shown already.
func (c *ClustersView) chooseDeep(z int) {
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
func (c *ClustersView) toggleDeep() {
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

// turnBy turns three directions; up and down go no farther than from straight above to
// straight below.
func (c *ClustersView) turnBy(around, up float64) {
	if c.state.Deep < 0 {
		return
	}
	c.state.Turn.Around = math.Remainder(c.state.Turn.Around+around, 2*math.Pi)
	c.state.Turn.Up = min(max(c.state.Turn.Up+up, -math.Pi/2), math.Pi/2)
	c.changed()
}

// grab takes a drag for a turn where there is something to turn; with Shift it moves the
// picture as elsewhere.
func (c *ClustersView) grab(plotting.Mark, bool) bool {
	c.grabbed = c.view.press
	return c.state.Deep >= 0 && c.view.modifiers()&fyne.KeyModifierShift == 0
}

func (c *ClustersView) drag(at fyne.Position, _ bool) {
	d := at.Subtract(c.grabbed)
	c.grabbed = at
	c.turnBy(dragTurn*float64(d.X), dragTurn*float64(d.Y))
}

func (c *ClustersView) setColour(i int) {
	if c.state.Colour = ""; i > 0 && i <= len(c.data().Annotations) {
		c.state.Colour = c.data().Annotations[i-1].Name
	}
	c.changed()
}

func (c *ClustersView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	var rows []int
	switch {
	case ok && m.Kind == "point":
		rows = []int{m.Row}
	case ok && m.Kind == "cluster":
		class, _ := c.subject.Found(c.epoch)
		rows = rowsOf(class, m.Index)
	}
	c.clicked(rows)
}

// clustersCommands is the table behind the keys of the view and the help.
var clustersCommands = append([]viewCommand[*ClustersView]{
	on("←", "Across: the previous direction", "Clusters", "", fyne.KeyLeft, func(c *ClustersView) { c.SetDirections(past(c.state.Across, -1, c.state.Up), c.state.Up) }),
	on("→", "Across: the next direction", "Clusters", "", fyne.KeyRight, func(c *ClustersView) { c.SetDirections(past(c.state.Across, 1, c.state.Up), c.state.Up) }),
	on("↑", "Upwards: the previous direction", "Clusters", "", fyne.KeyUp, func(c *ClustersView) { c.SetDirections(c.state.Across, past(c.state.Up, -1, c.state.Across)) }),
	on("↓", "Upwards: the next direction", "Clusters", "", fyne.KeyDown, func(c *ClustersView) { c.SetDirections(c.state.Across, past(c.state.Up, 1, c.state.Across)) }),
	on("3", "Show a third direction, turned by dragging, or only two", "Clusters", "3", "", (*ClustersView).toggleDeep),
	on("J", "Turn three directions to the left", "Clusters", "jJ", "", func(c *ClustersView) { c.turnBy(-keyTurn, 0) }),
	on("L", "Turn three directions to the right", "Clusters", "lL", "", func(c *ClustersView) { c.turnBy(keyTurn, 0) }),
	on("I", "Turn three directions up", "Clusters", "iI", "", func(c *ClustersView) { c.turnBy(0, -keyTurn) }),
	on("K", "Turn three directions down", "Clusters", "kK", "", func(c *ClustersView) { c.turnBy(0, keyTurn) }),
}, epochCommands("Clusters", func(c *ClustersView) *flat { return &c.flat })...)

func (c *ClustersView) key(k *fyne.KeyEvent) bool {
	return byKey(clustersCommands, c, k, c.view.modifiers())
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (c *ClustersView) Figure() *space.Clusters {
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

// maker returns the maker of the figure that is to be shown now.
func (c *ClustersView) maker() func() plotting.Figure {
	made, subject, directions, state, rows := c.made, c.subject, c.directions, c.state, c.selection
	state.Epoch = c.epoch
	return func() plotting.Figure { return made.Figure(subject, directions, state, rows) }
}
