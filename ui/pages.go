package ui

import (
	"espalier/inference/kind/forest"
	"espalier/plotting"
	"espalier/views/controls"
	"espalier/views/runs"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A page is a figure of the centre with a tab of its own. Its methods are called on
// the window's goroutine and do little: what takes long is done by the view's worker.
type page interface {
	// Name stands on the tab.
	Name() string
	// Object is the view, with what stands around it.
	Object() fyne.CanvasObject
	// View has the keyboard, the zoom and the picture.
	View() *screen.View
	// Offers reports whether there is something to show of a result. Only such pages
	// have a tab; r is never nil and has a snapshot.
	Offers(r *Result) bool
	// Show brings the newest snapshot of a result that the page offers to show.
	Show(r *Result)
	// Follow is called when the selection, the groups or what is shown of the tree changed.
	Follow()
	// Figure returns what is shown, for export; nil where there is nothing. about says what it
	// shows where that is not what the list of figures says of the page; "" where it is.
	Figure() (f plotting.Figure, about string)
	SetStyle(s plotting.Style)
	Close()
}

// newPages makes the pages after Tree and Trace, in the order of their tabs. A page of
// its own is added by a line here; other figures of the list have plain pages.
func newPages(c *centre) []page {
	c.compare = newComparePage(c)
	c.diagnosis = newDiagnosticsPage(c)
	c.summaries = newFactorSummaries(c)
	pages := append(newFactorPages(c), newSummaryPages(c)...)
	pages = append(pages, flatPages(c)...)
	pages = append(pages, newMatrixPage(c), c.diagnosis, newHeldOutPage(c), newPathsPage(c), newDensityPage(c), c.compare)
	return withPlainPages(c, pages)
}

// A leaf is a page with its card and whether it has a tab.
type leaf struct {
	page
	card    fyne.CanvasObject
	offered bool
	stale   bool // the newest result has not been brought yet
}

// tracePage shows how the run goes.
type tracePage struct {
	c     *centre
	trace *runs.TraceView
}

func (p *tracePage) Name() string              { return tabTrace }
func (p *tracePage) Object() fyne.CanvasObject { return p.trace }
func (p *tracePage) View() *screen.View        { return p.trace.View() }
func (p *tracePage) Offers(r *Result) bool     { return r.Info.Objective != "" }
func (p *tracePage) Show(r *Result)            { p.trace.SetSnapshot(r.Snapshot, r.Info) }
func (p *tracePage) Follow()                   {}
func (p *tracePage) SetStyle(s plotting.Style) { p.trace.SetStyle(s) }
func (p *tracePage) Close()                    { p.trace.Close() }
func (p *tracePage) Figure() (plotting.Figure, string) {
	f := p.trace.Figure()
	if len(f.Series) == 0 || p.c.shown == nil {
		return nil, ""
	}
	return f, p.c.shown.Info.ObjectiveTitle + ", against the " + plotting.Plural(2, p.c.shown.Info.Iteration)[2:]
}

// treePage shows the tree; the centre itself keeps what belongs to it.
type treePage struct{ c *centre }

func (p treePage) Name() string              { return tabTree }
func (p treePage) Object() fyne.CanvasObject { return p.c.treeObject }
func (p treePage) View() *screen.View        { return p.c.tree.View() }
func (p treePage) Offers(r *Result) bool     { return len(forest.TreesOf(r.Snapshot)) > 0 }
func (p treePage) Show(*Result)              {}
func (p treePage) Follow()                   {}
func (p treePage) SetStyle(s plotting.Style) { p.c.tree.SetStyle(s) }
func (p treePage) Close()                    { p.c.tree.Close() }
func (p treePage) Figure() (plotting.Figure, string) {
	f := p.c.tree.Figure()
	if f == nil || p.c.shown == nil {
		return nil, ""
	}
	best, _ := p.c.tree.Best()
	s := p.c.tree.State()
	return f, p.c.shown.Subject().TreeWords(best, p.c.tree.Draws.Text(), s.Strips, s.Heat)
}

// addPages makes the cards of all pages.
func (c *centre) addPages() {
	for _, p := range append([]page{treePage{c}, &tracePage{c, c.trace}}, newPages(c)...) {
		l := &leaf{page: p, card: card(p.Object()), offered: p.Name() == tabTree || p.Name() == tabTrace}
		own := p.View().OnKey
		p.View().OnKey = func(e *fyne.KeyEvent) bool { return c.w.windowKey(e) || own != nil && own(e) }
		c.leaves = append(c.leaves, l)
	}
}

// leaf returns the page of a tab, that of the tree where there is none.
func (c *centre) leaf(name string) *leaf {
	for _, l := range c.leaves {
		if l.Name() == name {
			return l
		}
	}
	return c.leaves[0]
}

// offer gives a tab to each page that has something to show of a result.
func (c *centre) offer(r *Result) {
	var names []string
	for i, l := range c.leaves {
		l.stale = r != nil && r.Snapshot != nil && l.Offers(r)
		l.offered = l.stale || i == 1 || i == 0 && r == nil // before there is a result a tree is expected
		switch {
		case l.offered && len(names) == 1 && names[0] == tabTrace: // a model without trees begins with its own picture
			names = []string{l.Name(), tabTrace}
		case l.offered:
			names = append(names, l.Name())
		}
	}
	if !c.leaf(c.beside).offered {
		c.beside = ""
	}
	c.tabs.Put(names, c.tabs.Picked(), c.second())
}

// second returns the name of the page beside the one picked, "" when there is none.
func (c *centre) second() string {
	switch first := c.tabs.Picked(); {
	case !c.places.split:
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

// picked shows another tab; when split, the one before stays beside it.
func (c *centre) picked(before string) {
	c.beside = before
	c.arrange()
	if c.w.menu != nil {
		c.w.menu.refresh() // which page is picked
	}
}

// arrange shows what the tabs and the split ask for, and brings what is shown up to date.
func (c *centre) arrange() {
	first, second := c.leaf(c.tabs.Picked()), c.second()
	c.places.main, c.places.side, c.places.below = first.card, nil, nil
	if second != "" {
		c.places.side = c.leaf(second).card
	}
	trace := c.leaf(tabTrace)
	if first != trace && second != tabTrace && c.hasTrace() {
		c.places.below = trace.card
	}
	for _, l := range c.leaves {
		on := l.card == c.places.main || l.card == c.places.side || l.card == c.places.below
		if on && l.stale && c.shown != nil {
			l.stale = false
			l.Show(c.shown)
		}
		controls.Show(l.card, on)
	}
	c.tabs.Put(c.tabs.Names(), first.Name(), second)
	controls.Relayout(c.object)
}

// stack puts the cards of all pages into one container.
func (c *centre) stack() *fyne.Container {
	figures := container.New(c.places)
	for _, l := range c.leaves {
		figures.Add(l.card)
	}
	return figures
}
