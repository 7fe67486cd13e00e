package views

import (
	"slices"
	"sync"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
)

// A ClustersView shows the rows over two directions of the data with the clusters that a
// model found, as ellipses: the components of a mixture, or the moments of the rows where
// a model gives labels alone. Make one with [NewClustersView]; Close it when it is no
// longer needed.
//
// Left and Right go through the directions across, Up and Down through those upwards,
// comma and full stop through the accepted epochs.
type ClustersView struct {
	flat
	across, upwards *chooser
	colouring       *chooser
	directions      *directions
	x, y            int
	colour          string // annotation; "" for the clusters
	made            *madePoints
}

// NewClustersView returns an empty view. A nil post is fyne.DoAndWait.
func NewClustersView(post Post, style plotting.Style) *ClustersView {
	c := &ClustersView{y: 1, made: &madePoints{}}
	c.across = newChooser("Across", func(i int) { c.SetDirections(i, c.y) })
	c.upwards = newChooser("Up", func(i int) { c.SetDirections(c.x, i) })
	c.colouring = newChooser("Colours", c.setColour)
	c.init(post, style, c.tools, c.maker, c.across, c.upwards, c.colouring)
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
			c.colour, c.x, c.y = "", 0, 1
		}
		c.directions = newDirections(data)
		n := len(c.directions.names())
		c.x, c.y = min(c.x, n-1), min(c.y, n-1)
	}
	c.flat.SetSnapshot(data, s)
}

// tools brings the row of tools up to date.
func (c *ClustersView) tools() {
	c.across.set(c.directions.names(), c.x)
	c.upwards.set(c.directions.names(), c.y)
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
	c.x, c.y = x, y
	c.view.SetWindow(plotting.All)
	c.changed()
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
}, epochCommands("Clusters", func(c *ClustersView) *flat { return &c.flat })...)

func (c *ClustersView) key(k *fyne.KeyEvent) bool {
	return byKey(clustersCommands, c, k, c.view.modifiers())
}

// labels returns the cluster of each row, −1 for none, and how certain it is.
func (c *ClustersView) labels() (class []int, certainty []float64) {
	if class, certainty = c.mixture().Assigned(); class != nil {
		return class, certainty
	}
	if c.epoch < 0 && len(c.snapshot.Labels) > 0 {
		return c.snapshot.Labels[0].Value, nil
	}
	class = make([]int, len(c.data.Rows))
	for i := range class {
		class[i] = -1
	}
	return class, nil
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (c *ClustersView) Figure() *plotting.Clusters {
	if c.data == nil {
		return nil
	}
	f, ok := c.maker()().(*plotting.Clusters)
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
			return plotting.Sentence{Text: "Clusters are shown over two directions, and this table has one column.", Style: plotting.Light}
		}
	}
	f := plotting.Clusters{Title: c.title, Subtitle: c.subtitle, Highlight: plotting.NoHighlight, Window: plotting.All, Style: plotting.Light}
	f.Highlight.Rows = c.selection
	f.Class, f.Certainty = c.labels()
	for _, a := range c.data.Annotations {
		if a.Name == c.colour {
			f.Strip = &plotting.Strip{Annotation: a}
		}
	}
	made, data, dirs, mixture, x, y := c.made, c.data, c.directions, c.mixture(), c.x, c.y
	return func() plotting.Figure {
		g := f
		wx, mx := dirs.get(x)
		wy, my := dirs.get(y)
		g.Points = made.get(data, wx, wy, mx, my)
		if mixture != nil {
			g.Ellipses = plotting.MixtureEllipses(mixture, wx, wy)
		} else {
			g.Ellipses = plotting.LabelEllipses(g.Points, g.Class)
		}
		return &g
	}
}

// madePoints keeps the points that were made last.
type madePoints struct {
	mu     sync.Mutex
	data   *inference.Dataset
	x, y   plotting.Measure
	points *plotting.Points
}

func (m *madePoints) get(data *inference.Dataset, wx, wy []float64, x, y plotting.Measure) *plotting.Points {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.points != nil && m.data == data && m.x == x && m.y == y {
		return m.points
	}
	m.data, m.x, m.y = data, x, y
	m.points = plotting.ProjectedPoints(data, wx, wy, x, y)
	return m.points
}
