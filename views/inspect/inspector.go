package inspect

import (
	"math"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/selected"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"
)

// Wishes are the requests of an [Inspector]. All are required.
type Wishes struct {
	Copy     func()                  // copies the names of the selection
	Collapse func()                  // collapses the selected clade, of rows or of columns, or expands it
	Rotate   func(rows []int)        // turns a clade
	Zoom     func()                  // shows the selection in full
	Group    func()                  // asks for the colour of a group of the selection
	Ungroup  func()                  // removes all groups
	Annotate func()                  // keeps the groups as an annotation of the table
	Pick     func(s study.Selection) // selects
	Order    func(column string)     // orders the tree by a column
	Step     func(by int)            // shows the next of the best trees, or the one before
}

// An Inspector describes the selection in a tree, lists the commands for it, and lists the groups. It gets everything
// as values and changes nothing itself. Make one with [NewInspector]; Close it when it is no longer needed.
type Inspector struct {
	widget.BaseWidget
	// Describe describes a selection when there is no tree; may be nil.
	Describe func(s study.Selection) (title string, lines [][2]string)
	// Resized is called after the height has changed; may be nil.
	Resized func()

	wishes Wishes
	post   screen.Post
	worker *screen.Worker
	last   drawn.Shown // shown last
	shown  selected.Summary
	// factors are described instead of a tree; nil for none.
	factors *factors.Posterior
	// covariance says how columns vary together along the tree; nil if that was not learnt.
	covariance *covariance.Covariance
	// contrasts and apart belong to the worker.
	contrasts selected.Contrasts
	apart     selected.Directions

	head, title *controls.Line
	hint        *controls.Line
	lines       []*controls.Line
	linesBox    *fyne.Container
	bars        *screen.View
	note        *names // on the p values
	directions  *names // that set the selected rows apart
	names       *names // of the selected rows, few above the bars, many below them
	manyNames   *names
	links       *fyne.Container
	copy, group *controls.Link
	collapse    *controls.Link
	rotate      *controls.Link
	zoom        *controls.Link
	groupsRule  *canvas.Rectangle
	groupsHead  *controls.Line
	groups      *trees.GroupList
	clear       *fyne.Container // commands for all groups
	annotate    *controls.Link
	treesRule   *canvas.Rectangle
	treesHead   *controls.Line
	trees       *trees.Selector
	groupsBox   *fyne.Container
	treesBox    *fyne.Container
	box         *fyne.Container
}

// TreeWishes returns the wishes that a view of trees fulfils itself; the window must set Annotate.
func TreeWishes(t *trees.View) Wishes {
	return Wishes{
		Copy: func() { t.CopyNames() }, Zoom: t.ZoomToSelection, Group: t.AskGroup, Pick: t.Pick, Annotate: func() {},
		Collapse: t.Clades.ToggleSelected, Rotate: t.Clades.Rotate, Ungroup: t.Groups.Clear, Order: t.Clades.OrderByColumn,
		Step: func(by int) {
			t.Step("best", func(at, _ int) int { return at + by })
		},
	}
}

// NewInspector returns an inspector with a list of groups. A nil post is fyne.DoAndWait.
func NewInspector(w Wishes, groups *trees.GroupList, post screen.Post, style plotting.Style) *Inspector {
	if post == nil {
		post = fyne.DoAndWait
	}
	n := &Inspector{wishes: w, groups: groups, post: post, worker: screen.NewWorker(), bars: screen.NewView(post, style),
		linesBox: controls.Stack(0)}
	n.bars.Description = "Differences of the selection, a figure"
	n.head = controls.NewTextLine("SELECTED", look.SizeHead, true, look.Muted, 26)
	n.title = controls.NewTextLine("", look.SizeName, true, look.MarkText, 30)
	n.hint = controls.NewTextLine("", look.SizeBody, false, look.Muted, 30)
	n.bars.OnSelect = n.clickedBar
	n.bars.OnWheel = func(e *fyne.ScrollEvent) { controls.Wheel(n, e) }
	n.note, n.directions, n.names, n.manyNames = newNames(), newNames(), newNames(), newNames()
	n.copy = controls.NewLink("Copy names", w.Copy)
	n.collapse = controls.NewLink("Collapse", w.Collapse)
	n.rotate = controls.NewLink("Rotate", func() { w.Rotate(n.last.State.Selection.Rows) })
	n.zoom = controls.NewLink("Zoom to it", w.Zoom)
	n.group = controls.NewLink("Make a group…", w.Group)
	n.links = controls.Stack(0, controls.Gap(1, 14))
	for _, l := range []*controls.Link{n.copy, n.collapse, n.rotate, n.zoom, n.group} {
		n.links.Add(l)
	}
	n.groupsRule, n.treesRule = canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	for _, r := range []*canvas.Rectangle{n.groupsRule, n.treesRule} {
		r.SetMinSize(fyne.NewSize(1, 1))
	}
	n.groupsHead = controls.NewTextLine("GROUPS", look.SizeHead, true, look.Muted, 26)
	n.annotate = controls.NewLink("Keep as annotation", w.Annotate)
	n.clear = controls.Stack(0, n.annotate, controls.NewLink("Remove all groups", w.Ungroup))
	n.treesHead = controls.NewTextLine("BEST TREES", look.SizeHead, true, look.Muted, 26)
	n.trees = trees.NewSelector(w.Step)
	// Groups come first: below the selection, they would move away from under the pointer at each click.
	n.groupsBox = controls.Stack(0, n.groupsHead, n.groups, n.clear, spaced(n.groupsRule))
	n.treesBox = controls.Stack(0, spaced(n.treesRule), n.treesHead, n.trees)
	n.box = controls.Stack(0, n.groupsBox, n.head, n.title, n.linesBox, n.names, n.hint, n.bars,
		controls.Stack(0, n.note, n.directions), n.manyNames, n.links, n.treesBox)
	n.ExtendBaseWidget(n)
	n.follow(n.last)
	n.Follow(n.last)
	return n
}

// space puts a rule into its gap.
func spaced(rule *canvas.Rectangle) fyne.CanvasObject {
	return controls.Stack(0, controls.Gap(1, 14), rule, controls.Gap(1, 8))
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
func (n *Inspector) Groups() *trees.GroupList { return n.groups }

// SetStyle changes the style, such as from light to dark.
func (n *Inspector) SetStyle(s plotting.Style) { n.bars.SetStyle(s); n.Refresh() }

// Close ends the goroutines of the inspector.
func (n *Inspector) Close() { n.worker.Close(); n.bars.Close() }

// Follow shows a change of the tree or of its state. A goroutine computes the sums over the data,
// and skips calls when it falls behind.
func (n *Inspector) Follow(f drawn.Shown) {
	if f.Tree != n.last.Tree || !reflect.DeepEqual(f.State, n.last.State) {
		n.last = f
		n.follow(f)
	} else {
		n.last = f
		if f.Posterior != nil {
			n.groups.Follow(f) // their probabilities
		}
	}
	more := f.Memberships()
	title, facts := "", [][2]string(nil)
	if f.Tree == nil && n.Describe != nil {
		title, facts = n.Describe(f.State.Selection)
	}
	if one := f.State.Selection; f.Tree != nil && f.Caption.Cells != nil && len(one.Rows) == 1 && len(one.Columns) == 1 {
		facts = f.Caption.Cells.Lines(one.Rows[0], one.Columns[0])
	}
	p, c := n.factors, n.covariance
	n.worker.Submit(func() {
		if p != nil {
			m := selected.Factors(p.FactorSubject, p.Result, f.State)
			n.post(func() { n.put(m) })
			return
		}
		m := selected.Summarise(f.Tree, f.Data, f.State, f.Caption.Height)
		if title != "" {
			m.Title, m.Empty, m.Hint = title, false, ""
		}
		m.Lines = append(facts, m.Lines...)
		m.Lines = append(m.Lines, more...)
		if f.Data == nil || len(f.State.Selection.Rows) == 0 {
			n.post(func() { n.put(m) })
			return
		}
		n.apart.Follow(c)
		m.Directions = n.apart.Describe(f.Data, f.State.Selection.Rows)
		if !n.contrasts.Find(f.Data, f.State.Selection.Rows) { // the tests take longer than the sums
			m.Highest, m.Lowest = n.contrasts.Highest, n.contrasts.Lowest
			n.post(func() { n.put(m) })
			if !n.contrasts.Test(n.worker.Waiting) {
				return // the selection is another one by now
			}
		}
		m.Highest, m.Lowest, m.Compared = n.contrasts.Highest, n.contrasts.Lowest, n.contrasts.Compared
		n.post(func() { n.put(m) })
	})
}

// put shows a summary if it differs from the one shown.
func (n *Inspector) put(m selected.Summary) {
	if !reflect.DeepEqual(m, n.shown) {
		n.shown = m
		n.show(m)
	}
}

// SetFactors describes the selection by the draws of a factor model instead of a tree; nil goes
// back to the tree. Call Follow afterwards.
func (n *Inspector) SetFactors(p *factors.Posterior) { n.factors = p }

// SetCovariance sets how the columns vary together along the tree, which gives the directions that
// set a selection apart; nil if that was not learnt. Call Follow afterwards.
func (n *Inspector) SetCovariance(s *inference.Snapshot) {
	if n.covariance = nil; s != nil {
		n.covariance = covariance.Of(s)
	}
}

// follow shows the parts that need no sums.
func (n *Inspector) follow(f drawn.Shown) {
	s, rows, columns := f.State, f.State.Selection.Rows, f.State.Selection.Columns
	clade := len(rows) > 1 && f.IsClade(rows)
	of := len(rows) == 0 && f.IsColumnClade(columns) // a clade of columns
	word := "Collapse"
	if len(rows) > 0 && s.IsCollapsed(rows) || of && study.IndexOf(s.ColumnsShut, columns) >= 0 {
		word = "Expand"
	}
	name := "Copy names"
	names := len(f.SelectedNames())
	if names == 1 {
		name = "Copy name"
	}
	n.copy.Set(name, names == 0)
	n.collapse.Set(word, !clade && !of)
	n.rotate.Set("Rotate", !clade)
	for _, l := range []*controls.Link{n.collapse, n.rotate, n.zoom} { // of trees alone
		controls.Show(l, f.Tree != nil)
	}
	group := "Make a group…"
	if study.GroupOf(s.Groups, rows) >= 0 {
		group = "Change the group…"
	}
	n.group.Set(group, false)
	controls.Show(n.group, len(rows) > 0)
	controls.Show(n.links, names > 0)
	n.groups.Follow(f)
	controls.Show(n.groupsBox, len(s.Groups) > 0)
	n.trees.Set(f.RankText, f.Rank, f.Of)
	controls.Show(n.treesBox, f.Of > 1)
	n.box.Refresh()
}

// show puts a summary on the screen.
func (n *Inspector) show(m selected.Summary) {
	n.title.LeftRole = look.MarkText
	n.head.Set("SELECTED", "")
	if m.Empty {
		n.title.LeftRole = look.Ink
	}
	n.title.Left = m.Title
	n.title.Refresh()
	for len(n.lines) < len(m.Lines) {
		l := controls.NewLine("", "")
		n.lines = append(n.lines, l)
		n.linesBox.Add(l)
	}
	for i, l := range n.lines {
		controls.Show(l, i < len(m.Lines))
		if i < len(m.Lines) {
			l.Set(m.Lines[i][0], m.Lines[i][1])
		}
	}
	n.hint.Set(m.Hint, "")
	controls.Show(n.hint, m.Hint != "")
	bars := selected.Bars{Highest: m.Highest, Lowest: m.Lowest, Heads: m.Heads, Style: n.bars.Style()}
	height := float32(math.Ceil(float64(bars.Height())))
	controls.Show(n.bars, height > 0)
	if height > 0 {
		n.bars.SetMinSize(fyne.NewSize(120, height))
		n.bars.SetFigure(bars)
	}
	n.note.set("", m.TestNote())
	n.directions.set(selected.DirectionsHead, m.Directions)
	few, many := m.NamesText(), ""
	if m.Selected > selected.FewNames {
		few, many = many, few
	}
	n.names.set(m.NamesHead(), few)
	n.manyNames.set(m.NamesHead(), many)
	n.linesBox.Refresh()
	n.box.Refresh()
	n.Refresh()
	if n.Resized != nil {
		n.Resized()
	}
}

func (n *Inspector) clickedBar(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	data := n.last.Data
	switch {
	case ok && m.Kind == plotting.BarMark:
		if bars := append(slices.Clone(n.shown.Highest), n.shown.Lowest...); m.Index < len(bars) &&
			bars[m.Index].Pick != nil {
			n.wishes.Pick(*bars[m.Index].Pick)
		}
	case !ok || m.Column < 0:
	case data != nil && m.Column < len(data.Columns):
		n.wishes.Order(data.Columns[m.Column])
	}
}
