package views

import (
	"math"
	"reflect"
	"slices"

	"espalier/inference"
	"espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// An Inspector says in words and numbers what is selected in a tree, what can be done
// with it, and which groups there are. Make one with [NewInspector]; Close it when it
// is no longer needed.
type Inspector struct {
	widget.BaseWidget
	// OnColumn is told the column whose bar was clicked; nil orders the tree by it.
	OnColumn func(column int)
	// OnAnnotate is asked to make the groups an annotation of the table.
	OnAnnotate func()
	// Describe says what rows are where there is no tree to say it; nil for nothing.
	Describe func(rows []int) (title string, lines [][2]string)

	tree   *TreeView
	post   Post
	worker *worker
	last   treeFigure // what was followed last
	shown  Summary
	// factors are described in place of a tree; nil for none.
	factors *FactorPosterior
	// contrasts belongs to the worker.
	contrasts lastContrasts

	head, title *line
	hint        *line
	lines       []*line
	linesBox    *fyne.Container
	bars        *View
	note        *names // on the p values
	names       *names // of the selected rows, few above the bars, many below them
	manyNames   *names
	links       *fyne.Container
	copy, group *link
	collapse    *link
	rotate      *link
	zoom        *link
	groupsRule  *canvas.Rectangle
	groupsHead  *line
	groups      *GroupList
	clear       *fyne.Container // what can be done with all groups
	annotate    *link
	treesRule   *canvas.Rectangle
	treesHead   *line
	trees       *Selector
	box         *fyne.Container
}

// NewInspector returns the inspector of a tree. A nil post is fyne.DoAndWait.
func NewInspector(t *TreeView, post Post, style plotting.Style) *Inspector {
	if post == nil {
		post = fyne.DoAndWait
	}
	n := &Inspector{tree: t, post: post, worker: newWorker(), bars: NewView(post, style), linesBox: container.New(column{})}
	n.head = newText("SELECTED", sizeHead, true, muted, 26)
	n.title = newText("", sizeName, true, selected, 30)
	n.hint = newText("", sizeBody, false, muted, 30)
	n.bars.OnSelect = n.clickedBar
	n.note, n.names, n.manyNames = newNames(), newNames(), newNames()
	n.copy = newLink("Copy names", func() { t.copyNames() })
	n.collapse = newLink("Collapse", func() { t.Clades.ToggleCollapse(t.State().Selection.Rows) })
	n.rotate = newLink("Rotate", func() { t.Clades.Rotate(t.State().Selection.Rows) })
	n.zoom = newLink("Zoom to it", t.ZoomToSelection)
	n.group = newLink("Colour…", t.askGroup)
	n.links = container.New(column{}, gap(14))
	for _, l := range []*link{n.copy, n.collapse, n.rotate, n.zoom, n.group} {
		n.links.Add(l)
	}
	n.groupsRule, n.treesRule = canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	for _, r := range []*canvas.Rectangle{n.groupsRule, n.treesRule} {
		r.SetMinSize(fyne.NewSize(1, 1))
	}
	n.groupsHead = newText("GROUPS", sizeHead, true, muted, 26)
	n.groups = NewGroupList(t)
	n.annotate = newLink("Make them an annotation", func() {
		if n.OnAnnotate != nil {
			n.OnAnnotate()
		}
	})
	n.clear = container.New(column{}, n.annotate, newLink("Remove all groups", t.Groups.Clear))
	n.treesHead = newText("BEST TREES", sizeHead, true, muted, 26)
	n.trees = NewSelector(nil)
	n.box = container.New(column{}, n.head, n.title, n.linesBox, n.names, n.hint, n.bars, n.note, n.manyNames, n.links,
		spaced(n.groupsRule), n.groupsHead, n.groups, n.clear, spaced(n.treesRule), n.treesHead, n.trees)
	n.ExtendBaseWidget(n)
	n.Follow()
	return n
}

// space puts a rule into its gap.
func spaced(rule *canvas.Rectangle) fyne.CanvasObject {
	return container.New(column{}, gap(14), rule, gap(8))
}

// CreateRenderer is part of fyne.Widget.
func (n *Inspector) CreateRenderer() fyne.WidgetRenderer {
	return &inspectorRenderer{widget.NewSimpleRenderer(n.box), n}
}

// inspectorRenderer colours the rules when the theme changes.
type inspectorRenderer struct {
	fyne.WidgetRenderer
	n *Inspector
}

func (r *inspectorRenderer) Refresh() {
	for _, rule := range []*canvas.Rectangle{r.n.groupsRule, r.n.treesRule} {
		rule.FillColor = theme.Color(theme.ColorNameSeparator)
		rule.Refresh()
	}
	r.WidgetRenderer.Refresh()
}

// Groups returns the list of groups, to edit one of them.
func (n *Inspector) Groups() *GroupList { return n.groups }

// SetStyle changes the style, such as from light to dark.
func (n *Inspector) SetStyle(s plotting.Style) { n.bars.SetStyle(s); n.Refresh() }

// Close ends the goroutines of the inspector.
func (n *Inspector) Close() { n.worker.close(); n.bars.Close() }

// Follow brings the inspector up to date after a change of the tree or of its state.
// The sums over the data are made on a goroutine, which leaves out calls it has no time for.
func (n *Inspector) Follow() {
	f := n.tree.source()
	if f.tree != n.last.tree || !reflect.DeepEqual(f.state, n.last.state) {
		n.last = f
		n.follow(f.state)
	} else if n.tree.Draws.Posterior() != nil {
		n.groups.Follow() // their probabilities
	}
	more := n.tree.membershipLines()
	title, facts := "", [][2]string(nil)
	if f.tree == nil && n.Describe != nil {
		title, facts = n.Describe(f.state.Selection.Rows)
	}
	p := n.factors
	n.worker.submit(func() {
		if p != nil {
			m := describeFactors(p, f.state)
			n.post(func() { n.put(m) })
			return
		}
		m := summarise(f.tree, f.data, f.state, f.caption.Height)
		if title != "" {
			m.Title = title
		}
		m.Lines = append(facts, m.Lines...)
		m.Lines = append(m.Lines, more...)
		if f.data == nil || m.Empty {
			n.post(func() { n.put(m) })
			return
		}
		if !n.contrasts.find(f.data, f.state.Selection.Rows) { // the tests take longer than the sums
			m.Highest, m.Lowest = n.contrasts.highest, n.contrasts.lowest
			n.post(func() { n.put(m) })
			if !n.contrasts.test(n.worker.waiting) {
				return // the selection is another one by now
			}
		}
		m.Highest, m.Lowest, m.Compared = n.contrasts.highest, n.contrasts.lowest, n.contrasts.compared
		n.post(func() { n.put(m) })
	})
}

// put shows a summary where it is another than the one shown.
func (n *Inspector) put(m Summary) {
	if !reflect.DeepEqual(m, n.shown) {
		n.shown = m
		n.show(m)
	}
}

// SetFactors has the selection described by what the draws of a factor model say together
// in place of a tree; nil goes back to the tree. Follow it after changes.
func (n *Inspector) SetFactors(p *FactorPosterior) { n.factors = p }

// follow shows what needs no sums.
func (n *Inspector) follow(s TreeState) {
	rows := s.Selection.Rows
	clade := len(rows) > 1 && n.tree.IsClade(rows)
	word := "Collapse"
	if s.IsCollapsed(rows) && len(rows) > 0 {
		word = "Expand"
	}
	name := "Copy names"
	names := len(n.tree.SelectedNames())
	if names == 1 {
		name = "Copy name"
	}
	n.copy.set(name, names == 0)
	n.collapse.set(word, !clade)
	n.rotate.set("Rotate", !clade)
	for _, l := range []*link{n.collapse, n.rotate, n.zoom, n.group} { // of trees alone
		setVisible(l, n.last.tree != nil)
	}
	n.group.set("Colour…", len(rows) == 0)
	setVisible(n.links, names > 0)
	n.groups.Follow()
	on := len(s.Groups) > 0
	for _, o := range []fyne.CanvasObject{n.box.Objects[9], n.groupsHead, n.groups, n.clear} {
		setVisible(o, on)
	}
	n.trees.Follow(n.tree)
	_, k := n.tree.Best()
	for _, o := range []fyne.CanvasObject{n.box.Objects[13], n.treesHead, n.trees} {
		setVisible(o, k > 1)
	}
	n.box.Refresh()
}

// show puts a summary on the screen.
func (n *Inspector) show(m Summary) {
	n.title.leftRole = selected
	n.head.set("SELECTED", "")
	if m.Empty {
		n.title.leftRole = foreground
	}
	n.title.left = m.Title
	n.title.Refresh()
	for len(n.lines) < len(m.Lines) {
		l := newLine("", "")
		n.lines = append(n.lines, l)
		n.linesBox.Add(l)
	}
	for i, l := range n.lines {
		setVisible(l, i < len(m.Lines))
		if i < len(m.Lines) {
			l.set(m.Lines[i][0], m.Lines[i][1])
		}
	}
	n.hint.set(m.Hint, "")
	setVisible(n.hint, m.Hint != "")
	bars := contrastBars{highest: m.Highest, lowest: m.Lowest, heads: m.Heads, style: n.bars.Style()}
	height := float32(math.Ceil(float64(bars.height())))
	setVisible(n.bars, height > 0)
	if height > 0 {
		n.bars.SetMinSize(fyne.NewSize(120, height))
		n.bars.SetFigure(bars)
	}
	n.note.set("", testNote(m))
	few, many := namesText(m), ""
	if m.Selected > fewNames {
		few, many = many, few
	}
	n.names.set(namesHead(m), few)
	n.manyNames.set(namesHead(m), many)
	n.linesBox.Refresh()
	n.box.Refresh()
	n.Refresh()
}

func (n *Inspector) clickedBar(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	data := n.tree.Data()
	switch {
	case ok && m.Kind == "bar":
		if bars := append(slices.Clone(n.shown.Highest), n.shown.Lowest...); m.Index < len(bars) && bars[m.Index].Pick != nil {
			n.tree.Pick(*bars[m.Index].Pick)
		}
	case !ok || m.Column < 0:
	case n.OnColumn != nil:
		n.OnColumn(m.Column)
	case data != nil && m.Column < len(data.Columns):
		n.tree.Clades.OrderByColumn(data.Columns[m.Column])
	}
}

// lastContrasts keeps the contrasts of one selection, which snapshots of a run do not
// change.
type lastContrasts struct {
	data            *inference.Dataset
	rows            []int
	highest, lowest []Contrast
	compared        int // columns
	tested          bool
}

// find has the contrasts of a selection at hand, without tests, and reports whether it had them before, with tests.
func (l *lastContrasts) find(data *inference.Dataset, rows []int) bool {
	if l.data == data && slices.Equal(l.rows, rows) {
		return l.tested
	}
	l.data, l.rows, l.compared, l.tested = data, rows, 0, false
	l.highest, l.lowest = contrasts(data, rows)
	return false
}

// test adds p values to copies of the contrasts, for those without are shown already; false where it gave up.
func (l *lastContrasts) test(giveUp func() bool) bool {
	highest, lowest := slices.Clone(l.highest), slices.Clone(l.lowest)
	compared := testContrasts(l.data, l.rows, giveUp, highest, lowest)
	if giveUp() && compared == 0 {
		return false
	}
	l.highest, l.lowest, l.compared, l.tested = highest, lowest, compared, true
	return true
}
