package views

import (
	"math"
	"slices"

	"espalier/inference"
	"espalier/inference/kind/partition"
	"espalier/plotting"
	"espalier/plotting/beside"
	"espalier/plotting/ink"
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
	directions      *scatterDirections
	x, y            int
	z               int // the third direction; −1 for none
	turn            space.Turn
	grabbed         fyne.Position // where the pointer was when it turned the rows last
	colour          string        // annotation; "" for the clusters
	made            *madePoints
}

// NewClustersView returns an empty view. A nil post is fyne.DoAndWait.
func NewClustersView(post Post, style plotting.Style) *ClustersView {
	c := &ClustersView{y: 1, z: -1, turn: usualTurn, made: &madePoints{}}
	c.across = newChooser("Across", func(i int) { c.SetDirections(i, c.y) })
	c.upwards = newChooser("Up", func(i int) { c.SetDirections(c.x, i) })
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

// SetSnapshot shows the clusters of a snapshot of a run on data, at the pace of a run.
func (c *ClustersView) SetSnapshot(data *inference.Dataset, s *inference.Snapshot) {
	if data != c.data {
		if c.data == nil || !slices.Equal(c.data.Columns, data.Columns) {
			c.colour, c.x, c.y, c.z = "", 0, 1, -1
		}
		c.directions = newScatterDirections(data)
		n := len(c.directions.names())
		c.x, c.y, c.z = min(c.x, n-1), min(c.y, n-1), min(c.z, n-1)
	}
	c.flat.SetSnapshot(data, s)
}

// tools brings the row of tools up to date.
func (c *ClustersView) tools() {
	c.across.set(c.directions.names(), c.x)
	c.upwards.set(c.directions.names(), c.y)
	c.deep.set(append([]string{"none"}, c.directions.names()...), c.z+1)
	c.deep.needless = len(c.directions.names()) < 3
	names, at := []string{"clusters"}, 0
	for _, a := range c.data.Annotations {
		if a.Name == c.colour {
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
	return c.directions.names()
}

// SetDirections shows the rows over two directions. Where both would be the same they
// change places.
func (c *ClustersView) SetDirections(x, y int) {
	n := len(c.Directions())
	if x < 0 || y < 0 || x >= n || y >= n || x == c.x && y == c.y {
		return
	}
	if x == y {
		x, y = c.y, c.x
	}
	if c.z == x || c.z == y { // it goes where that one was
		if c.z == x {
			c.z = c.x
		} else {
			c.z = c.y
		}
	}
	c.x, c.y = x, y
	c.view.SetWindow(plotting.All)
	c.changed()
}

// SetDeep shows a third direction, and turns all three; −1 shows two.
func (c *ClustersView) SetDeep(z int) {
	if z >= -1 && z < len(c.Directions()) && z != c.z {
		c.z, c.turn = z, usualTurn
		c.view.SetWindow(plotting.All)
		c.changed()
	}
}

// chooseDeep is SetDeep past the directions that are shown already.
func (c *ClustersView) chooseDeep(z int) {
	step := 1
	if z < c.z {
		step = -1
	}
	for z >= 0 && (z == c.x || z == c.y) {
		z += step
	}
	c.SetDeep(z)
}

// toggleDeep shows the first direction that is not shown yet as a third, or two again.
func (c *ClustersView) toggleDeep() {
	if c.z >= 0 {
		c.SetDeep(-1)
		return
	}
	for z := range c.Directions() {
		if z != c.x && z != c.y {
			c.SetDeep(z)
			return
		}
	}
}

// usualTurn is the side from which three directions are seen at first.
var usualTurn = space.Turn{Around: -0.5, Up: 0.35}

const (
	dragTurn = 0.008        // radians for each unit of a drag
	keyTurn  = math.Pi / 24 // for each key
)

// turnBy turns three directions; up and down go no farther than from straight above to
// straight below.
func (c *ClustersView) turnBy(around, up float64) {
	if c.z < 0 {
		return
	}
	c.turn.Around = math.Remainder(c.turn.Around+around, 2*math.Pi)
	c.turn.Up = min(max(c.turn.Up+up, -math.Pi/2), math.Pi/2)
	c.changed()
}

// grab takes a drag for a turn where there is something to turn; with Shift it moves the
// picture as elsewhere.
func (c *ClustersView) grab(plotting.Mark, bool) bool {
	c.grabbed = c.view.press
	return c.z >= 0 && c.view.modifiers()&fyne.KeyModifierShift == 0
}

func (c *ClustersView) drag(at fyne.Position, _ bool) {
	d := at.Subtract(c.grabbed)
	c.grabbed = at
	c.turnBy(dragTurn*float64(d.X), dragTurn*float64(d.Y))
}

func (c *ClustersView) setColour(i int) {
	if c.colour = ""; i > 0 && i <= len(c.data.Annotations) {
		c.colour = c.data.Annotations[i-1].Name
	}
	c.changed()
}

func (c *ClustersView) selected(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	var rows []int
	switch {
	case ok && m.Kind == "point":
		rows = []int{m.Row}
	case ok && m.Kind == "cluster":
		class, _ := c.labels()
		rows = rowsOf(class, m.Index)
	}
	c.clicked(rows)
}

// clustersCommands is the table behind the keys of the view and the help.
var clustersCommands = append([]viewCommand[*ClustersView]{
	{Shortcut{"←", "Across: the direction before", "Clusters"}, "", fyne.KeyLeft, func(c *ClustersView) { c.SetDirections(past(c.x, -1, c.y), c.y) }},
	{Shortcut{"→", "Across: the next direction", "Clusters"}, "", fyne.KeyRight, func(c *ClustersView) { c.SetDirections(past(c.x, 1, c.y), c.y) }},
	{Shortcut{"↑", "Upwards: the direction before", "Clusters"}, "", fyne.KeyUp, func(c *ClustersView) { c.SetDirections(c.x, past(c.y, -1, c.x)) }},
	{Shortcut{"↓", "Upwards: the next direction", "Clusters"}, "", fyne.KeyDown, func(c *ClustersView) { c.SetDirections(c.x, past(c.y, 1, c.x)) }},
	{Shortcut{"3", "A third direction, turned by dragging, or two again", "Clusters"}, "3", "", (*ClustersView).toggleDeep},
	{Shortcut{"J", "Turn three directions to the left", "Clusters"}, "jJ", "", func(c *ClustersView) { c.turnBy(-keyTurn, 0) }},
	{Shortcut{"L", "Turn three directions to the right", "Clusters"}, "lL", "", func(c *ClustersView) { c.turnBy(keyTurn, 0) }},
	{Shortcut{"I", "Turn three directions up", "Clusters"}, "iI", "", func(c *ClustersView) { c.turnBy(0, -keyTurn) }},
	{Shortcut{"K", "Turn three directions down", "Clusters"}, "kK", "", func(c *ClustersView) { c.turnBy(0, keyTurn) }},
}, epochCommands("Clusters", func(c *ClustersView) *flat { return &c.flat })...)

func (c *ClustersView) key(k *fyne.KeyEvent) bool {
	return byKey(clustersCommands, c, k, c.view.modifiers())
}

// labels returns the cluster of each row, −1 for none, and how certain it is.
func (c *ClustersView) labels() (class []int, certainty []float64) {
	if class, certainty = c.mixture().Assigned(); class != nil {
		return class, certainty
	}
	if labels := partition.LabelsOf(c.snapshot); c.epoch < 0 && labels != nil {
		return labels, nil
	}
	class = make([]int, len(c.data.Rows))
	for i := range class {
		class[i] = -1
	}
	return class, nil
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (c *ClustersView) Figure() *space.Clusters {
	if c.data == nil {
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
	if len(c.directions.names()) < 2 {
		return func() plotting.Figure {
			return ink.Sentence{Text: "Clusters are shown over two directions, and this table has one column.", Style: plotting.Light}
		}
	}
	f := space.Clusters{Title: c.title, Subtitle: c.subtitle, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	f.Selection.Rows = c.selection
	f.Class, f.Certainty = c.labels()
	class, of := f.Class, "clusters"
	if a, ok := annotationOf(c.data, c.colour); ok {
		f.Strip, class, of = &beside.Strip{Annotation: a}, a.Codes, a.Name
	}
	found := c.mixture()
	if found != nil {
		f.Shares = found.Responsibilities
	}
	made, data, dirs, turn, shown := c.made, c.data, c.directions, c.turn, []int{c.x, c.y}
	if c.z >= 0 {
		shown = append(shown, c.z)
	}
	return func() plotting.Figure {
		g := f
		var weights [][]float64
		var measures []ink.Measure
		for _, i := range shown {
			w, m := dirs.get(i, class, of)
			weights, measures = append(weights, w), append(measures, m)
		}
		points, turned := made.get(data, weights, measures)
		across, up := weights[0], weights[1]
		if g.Points = points; turned != nil {
			g.Turned = turned.Seen(turn)
			g.Points = g.Turned.Points(points.Names, points.Complete)
			across, up = g.Turned.Weights([3][]float64(weights))
		}
		if found != nil {
			g.Ellipses = space.MixtureEllipses(found, across, up)
		} else {
			g.Ellipses = space.LabelEllipses(g.Points, g.Class)
		}
		return &g
	}
}
