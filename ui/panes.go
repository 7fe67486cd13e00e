package ui

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/clusters"
	"example.org/espalier/views/columns"
	"example.org/espalier/views/compare"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/network"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/paths"
	"example.org/espalier/views/runs"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	"example.org/espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// newPanes makes the panes of the centre, in the order of their tabs. To add a pane of its own for
// a figure, name it in the Panes of its package; other figures of the list have plain panes.
func newPanes(c *centre) []pane.Pane {
	post, style := screen.Post(c.w.post), c.style()
	c.trace, c.diagnosis = runs.NewTraceView(post, style), runs.NewDiagnosticsView(post, style)
	c.summaries = factors.NewSummaries(post)
	c.compare = compare.NewPane(post, style, c.w.compareSource())
	matrix := trees.NewMatrixView(post, style)
	c.board = newBoard(c, post, style)
	c.crossing = runs.NewCrossingView(post, style)
	matrix.View().OnShortcut = c.tree.Shortcut

	graphs := network.Panes(post, style)
	flat, templates := clusters.Panes(c.w.app.Preferences(), post, style)
	c.templates = templates
	panes := []pane.Pane{&treePane{c: c}, c.trace}
	panes = append(panes, factors.Panes(c.summaries, post, style)...)
	panes = append(panes, graphs[0]) // a graph begins with its network
	panes = append(panes, flat...)
	panes = append(panes, matrix, c.diagnosis, c.board, c.crossing)
	panes = append(panes, paths.Panes(post, style)...)
	panes = append(append(panes, c.compare), graphs[1:]...)
	panes = append(panes, columns.Panes(post, style)...)
	return append(panes, pane.Entries(depict.Entries(), panes, post, style)...)
}

// A leaf is a pane with its card and whether it has a tab.
type leaf struct {
	pane.Pane
	card    fyne.CanvasObject
	offered bool
	veil    *stamp.Veil        // over the figure
	stale   bool               // the pane has not got the newest result yet
	missing bool               // the moment of a replay that is shown has nothing for it
	data    *inference.Dataset // of the result that was brought last
}

// treePane shows the tree; the centre itself keeps its state.
type treePane struct {
	pane.Asks
	c *centre
}

func (p *treePane) Tab() string                   { return tabTree }
func (p *treePane) Object() fyne.CanvasObject     { return p.c.treeObject }
func (p *treePane) View() *screen.View            { return p.c.tree.View() }
func (p *treePane) Offers(s *depict.Subject) bool { return s.HasTree() }
func (p *treePane) SetResult(pane.Result)         {}
func (p *treePane) Select(study.Selection)        {}
func (p *treePane) Restore(study.Panes)           {}
func (p *treePane) SetStyle(s plotting.Style)     { p.c.tree.SetStyle(s) }
func (p *treePane) Close()                        { p.c.tree.Close() }
func (p *treePane) Figure() plotting.Figure {
	if f := p.c.tree.Figure(); f != nil {
		return f
	}
	return nil
}

func (p *treePane) About() string { return p.c.tree.Source().Words() }

// wishes returns the window's functions for requests of panes.
func (c *centre) wishes() pane.Wishes {
	return pane.Wishes{Pick: c.pick, Keep: c.keep, Draw: c.goToDraw, Fail: c.w.ws.Fail,
		Copy: func(text string) { c.w.app.Clipboard().SetContent(text) }}
}

// goToDraw shows the draw nearest to the one picked in a trace or, if no trees are kept, marks the
// one picked.
func (c *centre) goToDraw(chain, iteration int) {
	if !c.tree.Draws.GoTo(chain, iteration) {
		c.markDraw(chain, iteration)
	}
}

// markDraw puts the cursor of the traces at the draw that is shown; a negative iteration
// at none.
func (c *centre) markDraw(chain, iteration int) {
	c.diagnosis.SetCursor(chain, iteration)
	c.trace.SetCursor(chain, iteration)
}

// judge assesses the draws of the newest snapshot at its pace, also while another pane is shown, for the sentence below
// the run.
func (c *centre) judge() {
	j := c.w.ws.Runs.Shown()
	if j == nil || j.Snapshot == nil || !j.Info.Samples {
		c.diagnosis.Judge(pane.Result{}, nil)
		c.trace.SetCursor(-1, -1)
		return
	}
	var judged *diagnostics.Report // when it ended, and kept in the study
	if known, ok := c.w.ws.Doc.Result(j.ID); ok && known.Fit != nil && known.Fit.Snapshot == j.Snapshot {
		judged = known.Fit.Diagnostics
	}
	c.diagnosis.Judge(j.Result.Pane(), judged)
}

// togglePictures turns columns as pictures on or off.
func (c *centre) togglePictures() {
	if c.shown == nil {
		return
	}
	on := !c.templates.IsShown(c.shown.Subject())
	c.templates.SetShown(c.shown.Subject(), on)
	c.refresh()
	if on {
		c.tabs.Pick(c.templates.Tab())
	}
}

// canPicture reports whether the columns of the result could be pictures.
func (c *centre) canPicture() bool { return c.shown != nil && c.templates.CanShow(c.shown.Subject()) }

// addPanes makes the cards of all panes.
func (c *centre) addPanes() {
	for _, p := range newPanes(c) {
		p.Connect(c.wishes())
		veil := stamp.NewVeil(c.w.post)
		l := &leaf{Pane: p, card: controls.Card(3, container.NewStack(p.Object(), veil.Object)), veil: veil,
			offered: p.Tab() == tabTree || p.Tab() == tabTrace}
		c.hook(p.View())
		tab := p.Tab()
		p.View().OnAdjust = func(control, value string) { c.looks.adjust(tab, control, value) }
		drawn := p.View().OnDrawn
		p.View().OnDrawn = func() {
			if drawn != nil {
				drawn()
			}
			if tab == c.tabs.Picked() {
				c.looks.refresh() // another figure may have other controls
			}
			c.beat()
		}
		p.View().OnChosen = c.w.ws.Studies.Looked
		c.leaves = append(c.leaves, l)
	}
}

// hook handles the keys of the window before those of a view.
func (c *centre) hook(v *screen.View) {
	own := v.OnKey
	v.OnKey = func(e *fyne.KeyEvent) bool { return c.w.windowKey(e) || own != nil && own(e) }
}

// leaf returns the pane of a tab, that of the tree if there is no such tab.
func (c *centre) leaf(name string) *leaf {
	for _, l := range c.leaves {
		if l.Tab() == name {
			return l
		}
	}
	return c.leaves[0]
}

// offer gives a tab to each pane that has something to show of a result. A moment of a replay has the tabs of its
// result.
func (c *centre) offer(r *workspace.Result) {
	var names []string
	replayed := r != nil && r.Moment
	for i, l := range c.leaves {
		curve := i == 1 && (r == nil || r.First || r.Info.Objective != "") // the tab of the trace is there before the curve
		l.stale = r != nil && r.Snapshot != nil && (curve || l.Offers(r.Subject()))
		if l.missing = replayed && !l.stale && l.offered; replayed {
			continue
		}
		l.offered = l.stale || curve || i == 0 && r == nil // without a result, expect a tree
		if l.offered {
			names = append(names, l.Tab())
		}
	}
	switch {
	case replayed:
		names = c.tabs.Names()
	case r != nil:
		names = depict.Leading(r.Subject(), names)
	}
	if !c.leaf(c.beside).offered {
		c.beside = ""
	}
	c.tabs.Put(names, c.tabs.Picked(), c.second())
}

// second returns the name of the pane beside the one picked, "" when there is none.
func (c *centre) second() string {
	switch first := c.tabs.Picked(); {
	case !c.places.Split || c.other.on() || c.shown == nil:
		return ""
	case c.beside != "" && c.beside != first:
		return c.beside
	case first != tabTrace && c.leaf(tabTrace).offered:
		return tabTrace
	case len(c.tabs.Names()) > 0 && c.tabs.Names()[0] != first:
		return c.tabs.Names()[0]
	}
	return ""
}

// picked shows another tab; if the centre is split, the previous one stays beside it.
func (c *centre) picked(before string) {
	c.beside = before
	c.arrange()
	c.looks.refresh()
	if c.w.menu != nil {
		c.w.menu.refresh() // which pane is picked
		c.w.ws.Studies.Looked()
	}
}

// arrange shows the panes that the tabs and the split ask for, and brings them up to date.
func (c *centre) arrange() {
	first, second := c.leaf(c.tabs.Picked()), c.second()
	c.places.Main, c.places.Side, c.places.Below = first.card, nil, nil
	if c.shown == nil { // the other pages still have earlier pictures
		c.places.Main = c.leaves[0].card
	}
	switch {
	case c.other.on():
		c.places.Side = c.other.card
	case second != "":
		c.places.Side = c.leaf(second).card
	}
	trace := c.leaf(tabTrace)
	if first != trace && second != tabTrace && c.hasTrace() {
		c.places.Below = trace.card
	}
	for _, l := range c.leaves {
		on := l.card == c.places.Main || l.card == c.places.Side || l.card == c.places.Below
		if on && l.stale && c.shown != nil {
			l.stale, l.data = false, c.shown.Data
			if f, ok := l.Pane.(trees.Follower); ok {
				f.Follow(c.tree.Source())
			}
			l.View().Of = c.shown.Stamp()
			l.SetResult(c.shown.Pane())
			l.Select(c.selection())
		}
		controls.Show(l.card, on)
	}
	controls.Show(c.other.card, c.other.on())
	c.tabs.Put(c.tabs.Names(), first.Tab(), second)
	controls.Relayout(c.object)
	c.beat()
}

// stack puts the cards of all panes into one container.
func (c *centre) stack() *fyne.Container {
	c.figures = container.New(c.places)
	for _, l := range c.leaves {
		c.figures.Add(l.card)
	}
	c.figures.Add(c.other.card)
	return c.figures
}
