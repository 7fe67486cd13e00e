package views

import (
	"slices"
	"sync"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A ClustersView shows the rows over two directions of the data with the clusters that a
// model found, as ellipses: the components of a mixture, or the moments of the rows where
// a model gives labels alone. Make one with [NewClustersView]; Close it when it is no
// longer needed.
//
// Left and Right go through the directions across, Up and Down through those upwards,
// comma and full stop through the accepted epochs.
type ClustersView struct {
	widget.BaseWidget
	// OnSelect is told the rows of a cluster or the row that was clicked; nil for none.
	OnSelect func(rows []int)

	view            *View
	across, upwards *chooser
	colouring, past *chooser
	row             *fyne.Container
	data            *inference.Dataset
	snapshot        *inference.Snapshot
	directions      *directions
	x, y            int
	colour          string // annotation; "" for the clusters
	epoch           int    // of the accepted ones with a picture; −1 for now
	title, subtitle string
	selection       []int
	made            *madePoints
}

// NewClustersView returns an empty view. A nil post is fyne.DoAndWait.
func NewClustersView(post Post, style plotting.Style) *ClustersView {
	c := &ClustersView{view: NewView(post, style), y: 1, epoch: -1, made: &madePoints{}}
	c.across = newChooser("Across", func(i int) { c.SetDirections(i, c.y) })
	c.upwards = newChooser("Up", func(i int) { c.SetDirections(c.x, i) })
	c.colouring = newChooser("Colours", c.setColour)
	c.past = newChooser("Epoch", func(i int) { c.ShowEpoch(i - 1) })
	c.row = container.New(toolRow{}, c.across, c.upwards, c.colouring, c.past)
	c.view.OnSelect = c.clicked
	c.view.OnKey = c.key
	c.view.OnRune = func(r rune) bool { return byRune(clustersCommands, c, r) }
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer is part of fyne.Widget.
func (c *ClustersView) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewBorder(c.row, nil, nil, nil, c.view))
}

// View returns the view within.
func (c *ClustersView) View() *View { return c.view }

// SetStyle changes the style, such as from light to dark.
func (c *ClustersView) SetStyle(s plotting.Style) { c.view.SetStyle(s) }

// Show makes the view visible, and drawn if something changed meanwhile.
func (c *ClustersView) Show() { c.BaseWidget.Show(); c.view.Show() }

// Hide makes the view invisible; nothing is drawn for it until Show.
func (c *ClustersView) Hide() { c.BaseWidget.Hide(); c.view.Hide() }

// Close ends the goroutine of the view.
func (c *ClustersView) Close() { c.view.Close() }

// SetTitle changes what stands over the figure.
func (c *ClustersView) SetTitle(title, subtitle string) { c.title, c.subtitle = title, subtitle }

// SetSnapshot shows the clusters of a snapshot of a run on data, at the pace of a run.
func (c *ClustersView) SetSnapshot(data *inference.Dataset, s *inference.Snapshot) {
	if data != c.data {
		if c.data == nil || !slices.Equal(c.data.Columns, data.Columns) {
			c.colour, c.x, c.y = "", 0, 1
		}
		c.data, c.directions, c.selection = data, newDirections(data), nil
		n := len(c.directions.names())
		c.x, c.y = min(c.x, n-1), min(c.y, n-1)
	}
	if c.snapshot == nil || c.epoch >= len(pictured(s)) {
		c.epoch = -1
	}
	c.snapshot = s
	c.tools()
	c.view.Offer(c.source())
}

// changed draws what is to be shown now.
func (c *ClustersView) changed() {
	if c.data == nil {
		return
	}
	c.tools()
	c.view.SetSource(c.source())
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
	setEpochs(c.past, c.snapshot, c.epoch)
	c.row.Refresh()
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

// ShowEpoch shows the mixture at the end of the i-th accepted epoch; −1 shows it as it is.
func (c *ClustersView) ShowEpoch(i int) {
	if c.snapshot != nil && i >= -1 && i < len(pictured(c.snapshot)) && i != c.epoch {
		c.epoch = i
		c.changed()
	}
}

// Select marks rows.
func (c *ClustersView) Select(rows []int) {
	if !slices.Equal(rows, c.selection) {
		c.selection = rows
		c.changed()
	}
}

func (c *ClustersView) clicked(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	var rows []int
	switch {
	case ok && m.Kind == "point":
		rows = []int{m.Row}
	case ok && m.Kind == "cluster":
		class, _ := c.labels()
		rows = rowsOf(class, m.Index)
	}
	c.Select(rows)
	if c.OnSelect != nil {
		c.OnSelect(rows)
	}
}

// clustersCommands is the table behind the keys of the view and the help.
var clustersCommands = []viewCommand[*ClustersView]{
	{Shortcut{"←", "Across: the direction before", "Clusters"}, "", fyne.KeyLeft, func(c *ClustersView) { c.SetDirections(past(c.x, -1, c.y), c.y) }},
	{Shortcut{"→", "Across: the next direction", "Clusters"}, "", fyne.KeyRight, func(c *ClustersView) { c.SetDirections(past(c.x, 1, c.y), c.y) }},
	{Shortcut{"↑", "Upwards: the direction before", "Clusters"}, "", fyne.KeyUp, func(c *ClustersView) { c.SetDirections(c.x, past(c.y, -1, c.x)) }},
	{Shortcut{"↓", "Upwards: the next direction", "Clusters"}, "", fyne.KeyDown, func(c *ClustersView) { c.SetDirections(c.x, past(c.y, 1, c.x)) }},
	{Shortcut{",", "Back by an accepted epoch", "Clusters"}, ",", "", func(c *ClustersView) { c.ShowEpoch(epochBefore(c.snapshot, c.epoch)) }},
	{Shortcut{".", "Forward by an accepted epoch", "Clusters"}, ".", "", func(c *ClustersView) { c.ShowEpoch(epochAfter(c.snapshot, c.epoch)) }},
}

func (c *ClustersView) key(k *fyne.KeyEvent) bool {
	return byKey(clustersCommands, c, k, c.view.modifiers())
}

// mixture returns the mixture shown, nil where the model gives labels alone.
func (c *ClustersView) mixture() *inference.Mixture { return mixtureAt(c.snapshot, c.epoch) }

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
	f, ok := c.source()().(*plotting.Clusters)
	if !ok {
		return nil
	}
	f.Style, f.Window = c.view.Style(), c.view.Window()
	return f
}

// source returns the maker of the figure that is to be shown now.
func (c *ClustersView) source() func() plotting.Figure {
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
