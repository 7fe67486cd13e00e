package ui

import (
	"image/color"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/export"
	"example.org/espalier/ui/frame"
	"example.org/espalier/ui/replaying"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/clusters"
	"example.org/espalier/views/compare"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/runs"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Names of the tabs that the centre treats specially.
const (
	tabTree  = "Tree"
	tabTrace = "Trace"
)

// A centre shows the figures of the result: the page of the tab picked and, under it,
// how the run goes, or another page beside it.
type centre struct {
	object *fyne.Container

	w         *window
	tabs      *controls.Tabs
	split     *controls.Button
	details   *controls.Button // leads to the inspector and back, in a narrow window
	tools     *fyne.Container
	best      *trees.Selector
	draws     *trees.DrawBar
	keeper    keeper
	without   []string // sections that were last left out of a report
	tree      *trees.View
	trace     *runs.TraceView
	diagnosis *runs.DiagnosticsView
	board     *runs.BoardView
	crossing  *runs.CrossingView
	find      *trees.SearchBar
	empty     *controls.Paragraph
	begin     *fyne.Container // the next steps if there is nothing to show

	replay     *replaying.Player
	compare    *compare.Pane
	templates  *clusters.TemplatesView
	summaries  *factors.Summaries
	treeObject fyne.CanvasObject
	figures    *fyne.Container // the cards
	leaves     []*leaf         // Tree and Trace first
	beside     string          // tab that was picked before
	places     *frame.Places
	looks      *stylist
	other      *secondPane
	shown      *workspace.Result
	told       stamp.Stamp // of which moment the run card tells
	wide       bool        // there is room for the choice of the best trees
	epoch      int         // of the accepted ones of a mixture that is shown; −1 for now
}

func newCentre(w *window) *centre {
	c := &centre{w: w, places: &frame.Places{}, epoch: -1}
	c.looks = newStylist(c)
	post := screen.Post(w.post)
	c.tabs = controls.NewTabs([]string{tabTree, tabTrace}, c.picked)
	c.tree = trees.New(post, c.style())
	c.keeper = keeper{c, c.tree, workspace.PaneTree}
	c.tree.Keeper = c.keeper
	c.find = trees.NewSearchBar(c.tree)
	c.find.Hide()
	c.find.OnClose = c.closeFind
	c.best = trees.NewSelector(nil)
	c.best.Hide()
	c.tree.OnSearch = c.openFind
	c.tree.OnState = func(drawn.State) { c.stateChanged() }
	c.tree.OnHelp = w.showShortcuts
	c.tree.OnColour = w.askColour
	c.tree.OnTable = w.askNewTable
	c.tree.OnRename = func(g int) { w.side.groups.Edit(g) }
	c.tree.OnCopy = w.copyList
	c.tree.OnSay = func(text string) { w.ws.Tell(workspace.Notice{Text: text}) }
	c.tree.Lend = func(d *inference.Dataset, rows [][]int) []color.NRGBA { return workspace.Lent(w.ws.Runs, d, rows) }
	c.split = controls.NewButton("Split", controls.Tool, c.toggleSplit).
		WithTip("Two figures side by side: this tab and the previous one (Ctrl+T)")
	c.details = controls.NewButton("", controls.Linked, w.foldInspector)
	c.tools = controls.Beside(2,
		controls.NewButton("Find", controls.Tool, c.openFind).WithTip("Finds rows by name or annotation (Ctrl+F)"), c.split,
		controls.NewButton("Style", controls.Tool, func() { c.looks.toggle() }).
			WithTip("Changes how the figure looks: names, colours, sizes, legend (Ctrl+L)"),
		controls.NewButton("Fit", controls.Tool, c.fit).WithTip("Shows the whole figure (Ctrl+0)"),
		controls.NewButton("Export…", controls.Tool,
			w.exports.exportFigure).WithTip("The figure as "+write.Titles(write.Formats())+" (Ctrl+E)"),
		controls.Stack(0, c.details))
	c.empty = controls.NewParagraph("", 380, 13, look.Muted)
	c.begin = controls.Beside(12, controls.NewButton("Open…", controls.Quiet, w.opens.askOpen),
		controls.NewButton("Samples…", controls.Quiet, w.showSamples),
		controls.NewButton("Teach…", controls.Quiet, w.teach.ShowGallery).WithTip("Stages that show how the models work"))
	c.begin.Hide()
	c.draws = trees.NewDrawBar(c.tree)
	c.treeObject = container.NewBorder(c.draws, nil, nil, nil,
		container.NewStack(c.tree, controls.Middle(c.empty, controls.Stack(14, c.empty, c.begin))))
	c.addPanes()
	c.other = newSecondPane(c)
	c.diagnosis.OnVerdict = func(of stamp.Stamp, v diagnostics.Verdict) {
		w.run.judged(of, v)
		w.list.judged(of, v)
	}
	w.run.seen = c.seen
	w.run.play.OnTapped = func() { c.replay.Toggle() }
	w.run.why.OnTapped = func() { c.tabs.Pick(c.diagnosis.Tab()) }
	c.tree.OnDraw = c.markDraw
	figures := c.stack()
	head := container.New(frame.Head{}, c.tabs, c.find, c.best, c.tools)
	top := container.NewVBox(head, controls.Rule())
	// The tabs are first, for the keyboard too.
	c.replay = c.newReplay()
	c.object = container.New(layout.NewBorderLayout(top, c.replay.Object(), nil, nil), top, c.replay.Object(),
		controls.Inset(look.Margin, 16, look.Margin, look.Margin, figures))
	c.refresh()
	return c
}

func (c *centre) style() plotting.Style {
	s := plotting.Light
	if c.w.isDark() {
		s = plotting.Dark
	}
	s.Handles = true
	return s
}

func (c *centre) restyle() {
	for _, l := range c.leaves {
		l.SetStyle(c.looks.style(l.Tab()))
	}
	c.other.restyle()
}

// setMotion says whether figures glide from one form to the next.
func (c *centre) setMotion(on bool) {
	for _, l := range c.leaves {
		l.View().SetMotion(on)
	}
	for _, p := range c.other.panes {
		p.View().SetMotion(on)
	}
}

func (c *centre) close() {
	for _, l := range c.leaves {
		l.Close()
	}
	c.summaries.Close()
	c.other.close()
}

func (c *centre) toggleSplit() {
	c.places.Split = !c.places.Split
	c.split.SetText("Split")
	if c.places.Split {
		c.split.SetText("Join")
	}
	c.arrange()
	c.w.ws.Studies.Looked()
}

func (c *centre) fit() {
	for _, l := range c.leaves {
		if l.card.Visible() {
			l.View().Fit()
		}
	}
}

// hasTrace reports whether the result has, or will have, more than one value to show: a fit done in
// one step has a single point.
func (c *centre) hasTrace() bool {
	s := c.w.ws.Runs.Stage()
	r := c.w.ws.Runs.Result()
	if r == nil {
		return false
	}
	last := r.Snapshot
	if c.w.ws.Runs.Moment != nil { // the early moments of a replay have the room of the result
		last = c.w.ws.Runs.Shown().Snapshot
	}
	return s.Exists && !r.First && r.Info.Objective != "" && r.Info.Iterations > 0 &&
		(!s.Ended || last == nil || len(last.Trace.Iteration) > 2)
}

func (c *centre) refresh() {
	c.replay.Set(workspace.Replayable(c.w.ws.Runs))
	r := c.w.ws.Runs.Result()
	controls.Show(c.begin, r == nil && c.w.ws.Data() == nil && c.w.ws.Busy() == "")
	switch {
	case r == nil && c.w.ws.Data() == nil && c.w.ws.Busy() != "":
		c.say(c.w.ws.Busy() + "…")
	case r == nil && c.w.ws.Data() == nil:
		c.shown = nil
		c.tree.SetTrees(nil)
		c.tree.SetSamples(nil, inference.BurnIn)
		c.say("Open a table to see its tree. You can also drop a file here, or paste cells from a spreadsheet.")
		c.tree.SetData(nil)
	case r == nil && c.w.ws.Studies.Waits(c.w.ws.Now().Shown):
		c.say("Reading this result…")
		if c.shown != nil && c.shown.Table != c.w.ws.Table() {
			c.shown = nil // a click on the picture of another table would count for this one
		}
		c.tree.SetData(c.w.ws.Data())
		c.follow()
	case r == nil:
		_, _, first := workspace.FirstTree(c.w.ws) // its tree takes the place of the one shown, and the tabs stay
		if c.shown != nil && c.shown.Data != c.w.ws.Data() && !first {
			c.shown = nil // a tree of other data is not drawn below the notice
			c.tree.SetTrees(nil)
			c.tree.SetCaption(drawn.Caption{})
		}
		c.say("Press Run to learn the tree of this table.")
		c.tree.SetData(c.w.ws.Data())
		c.follow()
	case r.Snapshot == nil:
		if c.shown == nil || c.shown.Data != r.Data {
			c.say(plotting.Capital(stamp.Drawing))
		}
	default:
		c.show(r)
	}
	c.judge()
	c.fillBoard()
	c.other.follow()
	c.offer(c.shown)
	c.arrange()
	c.looks.refresh()
}

func (c *centre) say(text string) { c.empty.Set(text, look.Muted) }

// show shows a snapshot in the views.
func (c *centre) show(r *workspace.Result) {
	if !r.Subject().HasTree() && !r.Subject().Treeless() {
		if c.shown == nil || c.shown.Data != r.Data {
			c.tree.SetData(r.Data)
			c.follow()
			c.say(plotting.Capital(r.Snapshot.Phase) + "…")
		}
		return
	}
	c.say("")
	if !r.Moment {
		c.tree.SetLater(nil)
	} else if c.shown != nil && !c.shown.Moment {
		c.tree.SetLater(c.tree.Figure())
	}
	c.shown = r
	c.tree.View().Of = r.Stamp()
	c.tree.SetData(r.Data)
	c.follow()
	if !r.Subject().HasTree() { // a mixture or the like: its own pages show it
		trees.Show(c.tree, nil)
		c.followBest()
		return
	}
	c.tree.Clades.SetColumnTree(depict.LearntColumnTree(r.Subject()))
	trees.Show(c.tree, r.Snapshot)
	c.tree.SetCaption(c.caption())
	c.followBest()
}

// caption describes the tree shown.
func (c *centre) caption() drawn.Caption {
	best, _ := c.tree.Best()
	return depict.TreeCaption(c.shown.Subject(), best, c.tree.Draws.Text())
}

// stateChanged follows a change in the tree view.
func (c *centre) stateChanged() {
	if c.shown != nil {
		c.tree.SetCaption(c.caption())
	}
	c.followBest()
	c.find.Follow()
	c.followTree()
	if c.w.side != nil {
		c.w.side.refresh()
	}
	if c.w.menu != nil {
		c.w.menu.refresh()
	}
}

// followTree passes the selection, and the tree shown, on to the panes.
func (c *centre) followTree() {
	selection, shown := c.selection(), c.tree.Source()
	for _, l := range c.leaves {
		if f, ok := l.Pane.(trees.Follower); ok {
			f.Follow(shown)
		}
		if l.offered && c.shown != nil && l.data == c.shown.Data {
			l.Select(selection)
		}
	}
}

// offerDetails leads from the left column to the inspector and back where there is room for one of them, once
// something is selected.
func (c *centre) offerDetails() {
	if c.w.columns == nil {
		return
	}
	on, text, tip := c.w.columns.Narrow(), "Details ▸", "Says in words and numbers what is selected (Ctrl+I)"
	if on && c.w.columns.Shown() {
		text, tip = "◂ Settings", "Back to the table, the results and the model (Ctrl+I)"
	} else if on {
		on = !c.w.ws.Now().Selection.Empty()
	}
	c.details.WithTip(tip)
	if on != c.details.Visible() || c.details.Text != text {
		c.details.SetText(text)
		controls.Show(c.details, on)
		controls.Relayout(c.object)
	}
}

// followBest shows which of the best trees is shown, if the inspector does not.
func (c *centre) followBest() {
	_, n := c.tree.Best()
	c.best.Follow(c.tree)
	c.draws.Follow()
	defer controls.Relayout(c.object)
	c.offerDetails()
	controls.Show(c.best, n > 1 && c.wide && c.w.columns != nil && !c.w.columns.Shown())
}

// leastForBest is the least width of the centre in which the choice of the best trees has room beside tabs and tools.
const leastForBest = 640

// fitWidth follows the width of the centre.
func (c *centre) fitWidth(width float32) {
	if wide := width >= leastForBest; wide != c.wide {
		c.wide = wide
		c.followBest()
	}
	c.offerDetails()
}

func (c *centre) openFind() {
	c.find.Open()
	controls.Relayout(c.object)
}

func (c *centre) closeFind() {
	c.find.Hide()
	controls.Relayout(c.object)
}

// view returns the view of the tab that is shown, for keys.
func (c *centre) view() *screen.View { return c.leaf(c.tabs.Picked()).View() }

// figure returns the figure of the tab that is shown, for export.
func (c *centre) figure() (plotting.Figure, plotting.Metadata, error) {
	if c.shown == nil {
		return nil, plotting.Metadata{}, errNoFigure
	}
	f, m := c.figureOf(c.leaf(c.tabs.Picked()))
	if f == nil {
		return nil, m, errNoFigure
	}
	return f, m, nil
}

// figureOf returns the figure of a pane, nil if it has none, and its metadata.
func (c *centre) figureOf(l *leaf) (plotting.Figure, plotting.Metadata) {
	f, about := l.Figure(), ""
	if f != nil {
		about = l.About()
	}
	best, _ := c.tree.Best()
	m := depict.ByTab(l.Tab()).Metadata(c.shown.Subject(), f, best, about)
	m.Software = c.w.config.software()
	return f, m
}

// arranged returns the figures of the panes that the user has seen of the result shown, by tab.
func (c *centre) arranged() map[string]export.Arranged {
	seen := map[string]export.Arranged{}
	for _, l := range c.leaves {
		if l.Tab() != tabTree && (l.stale || l.data != c.shown.Data) || !l.Offers(c.shown.Subject()) {
			continue
		}
		if f, m := c.figureOf(l); f != nil {
			seen[l.Tab()] = export.Arranged{Figure: f, Metadata: m}
		}
	}
	return seen
}
