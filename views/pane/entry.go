package pane

import (
	"context"
	"reflect"
	"strings"

	"example.org/espalier/inference/replay"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// An Entry is the pane of a figure of the list: its tools, keys, clicks and its state in a study follow from the
// entry's declaration. It has no state but the one that the document keeps. Make one with [NewEntry]; Close it when it
// is no longer needed.
type Entry struct {
	Base
	// OnTools is called when the tools are brought up to date, for tools of the pane's own; nil has none.
	OnTools func()
	// OnGiven is called before the figure is made from a result, and may add to g; nil adds nothing.
	OnGiven func(g *depict.Given)
	// OnChosen is called after the user chose something; nil does nothing.
	OnChosen func()
	// OnFigure changes the figure shown, in the worker, and not the one exported; nil changes nothing.
	OnFigure func(f plotting.Figure) plotting.Figure
	// OnHide is called when the pane is no longer seen; nil does nothing.
	OnHide func()

	entry  depict.Entry
	traits depict.Traits
	given  depict.Given
	panes  study.Panes // those of the document that are of the entry
	state  depict.State
	tools  []tool
	copies *controls.Link
	draws  Draws
	made   made
	moved  bool     // the user has chosen the visible part
	drag   dragging // in progress
	moment bool     // a moment of a replay is shown
}

// Draws puts the draws of factor models together in the background.
type Draws interface {
	// Offer starts the summary of a result.
	Offer(r Result)
	// Latest returns the last summary of a result, with the snapshot that it is of; nil before the first.
	Latest(r study.ResultID) (*depict.Subject, *factors.Summary)
	// OnSummary has a function called after each summary.
	OnSummary(f func(r study.ResultID))
}

// A tool is that of a choice.
type tool struct {
	name   string
	list   *controls.Chooser
	slider *controls.EpochSlider
	link   *controls.Link
}

type dragging struct {
	mark plotting.Mark
	at   vg.Point
}

// NewEntry returns the pane of an entry of the list of figures. draws are for entries of factor models; nil for none. A
// nil post is fyne.DoAndWait.
func NewEntry(e depict.Entry, draws Draws, post screen.Post, style plotting.Style, more ...fyne.CanvasObject) *Entry {
	p := &Entry{entry: e, traits: e.Traits(), draws: draws}
	p.given = depict.Given{Window: true, Store: &choice.Store{}}
	p.state = e.State(p.given, nil)
	p.Init(p, e.Tab, post, style, append(p.makeTools(), more...)...)
	v := p.view
	if e.Picks() {
		v.OnSelect = p.clicked
	}
	v.OnOpen = p.opened
	v.OnGrab, v.OnDrag = p.grab, p.dragTo
	v.OnDrawn = p.showRows
	v.OnWindow = func(w plotting.Window) { p.moved = !w.IsAll(); p.showRows() }
	v.OnKey = func(k *fyne.KeyEvent) bool {
		return v.Held() == 0 && p.key(func(c choice.Key) bool { return c.Name == string(k.Name) })
	}
	v.OnRune = func(r rune) bool { return p.key(func(c choice.Key) bool { return strings.ContainsRune(c.Runes, r) }) }
	if of := p.traits.Lasso; of != nil {
		p.Lasso(func() study.Selection { return p.given.Selected },
			func(in plotting.Selection) study.Selection { return of(p.given, in) })
	}
	if draws != nil {
		draws.OnSummary(func(r study.ResultID) {
			if r == p.given.Result && p.given.Subject != nil {
				p.bring()
			}
		})
	}
	p.refreshTools()
	return p
}

// Entries returns panes of the figures of a list that have none.
func Entries(list []depict.Entry, panes []Pane, post screen.Post, style plotting.Style) (more []Pane) {
	shown := map[string]bool{}
	for _, p := range panes {
		shown[p.Tab()] = true
	}
	for _, e := range list {
		if !shown[e.Tab] {
			more = append(more, NewEntry(e, nil, post, style))
		}
	}
	return more
}

// Hide makes the pane invisible; nothing is drawn for it until Show.
func (p *Entry) Hide() {
	if p.OnHide != nil {
		p.OnHide()
	}
	p.Base.Hide()
}

// makeTools makes a tool for each choice.
func (p *Entry) makeTools() (row []fyne.CanvasObject) {
	for i, c := range p.state.Choices(p.given) {
		t := tool{name: c.Name}
		switch c.Form {
		case choice.Linked:
			t.link = small("", func() { p.step(i, choice.Round) })
			row = append(row, t.link)
		case choice.Listed, choice.Sliding:
			t.list = controls.NewChooser(c.Label, func(at int) { p.Choose(i, at) })
			t.list.Needless = true
			row = append(row, t.list)
		}
		if c.Form == choice.Sliding {
			t.slider = controls.NewEpochSlider(func(at int) { p.Choose(i, at+1) })
			row = append(row, t.slider)
		}
		p.tools = append(p.tools, t)
	}
	if p.traits.Copies != "" {
		p.copies = small(p.traits.Copies, p.CopyNumbers)
		row = append(row, p.copies)
	}
	return row
}

func small(text string, tapped func()) *controls.Link {
	l := controls.NewLink(text, tapped)
	l.TextSize, l.Tall = look.SizeSmall, 28
	return l
}

// refreshTools brings the row of tools up to date.
func (p *Entry) refreshTools() {
	some := p.copies != nil || p.traits.Lasso != nil
	for i, c := range p.Choices() {
		t := p.tools[i]
		none := c.Needless || len(c.Options) == 0
		some = some || !none && c.Form != choice.Hidden
		names := make([]string, len(c.Options))
		for k, o := range c.Options {
			names[k] = o.Shown()
		}
		switch {
		case t.list != nil:
			t.list.Needless = none
			t.list.Set(names, max(c.At, 0))
		case t.link != nil && len(names) == 2:
			t.link.Set(names[1-max(c.At, 0)], none)
		}
		if t.slider != nil {
			t.slider.Set(c.At-1, len(names)-1)
		}
	}
	if p.copies != nil {
		p.copies.Set(p.traits.Copies, false)
	}
	if p.OnTools != nil {
		p.OnTools()
	}
	// A row without tools takes no room.
	controls.RefreshTools(p.Row, p.Box, some && p.given.Subject != nil && !p.waits())
}

// Choices lists the choices in the figure shown.
func (p *Entry) Choices() []choice.Choice { return p.state.Choices(p.given) }

// waits reports whether nothing is shown until the draws are put together.
func (p *Entry) waits() bool {
	return p.traits.Draws == depict.DrawsAwaited && p.draws != nil && p.given.Summary == nil
}

// Choose chooses an option of the i-th choice.
func (p *Entry) Choose(i, option int) {
	if list := p.Choices(); i < len(list) && option >= 0 && option < len(list[i].Options) && option != list[i].At {
		c := list[i]
		if c.Selects != nil {
			p.pick(c.Selects(option), 0)
			return
		}
		p.change(c.Whole, func() depict.Click { c.Set(option); return depict.Click{} }, 0)
	}
}

// Put chooses an option, or puts a text, by the name of a choice.
func (p *Entry) Put(name, text string) {
	p.change(false, func() depict.Click {
		if c, err := choice.Named(p.Choices(), name); err == nil {
			_ = c.Choose(text) // an impossible choice changes nothing
		}
		return depict.Click{}
	}, 0)
}

// step goes to another option of the i-th choice.
func (p *Entry) step(i int, to func(at, n int) int) {
	if c := p.Choices()[i]; !c.Needless && len(c.Options) > 0 {
		p.Choose(i, to(c.At, len(c.Options)))
	}
}

// key runs the first key of the entry that is meant.
func (p *Entry) key(is func(k choice.Key) bool) bool {
	if p.given.Subject == nil || p.waits() {
		return false
	}
	for i, c := range p.Choices() {
		for _, k := range c.Keys {
			if is(k) {
				p.step(i, k.To)
				return true
			}
		}
	}
	for i, k := range p.entry.Acts() {
		if is(k) {
			f := p.figure()
			p.change(false, func() depict.Click { return p.state.Act(i, p.given, f) }, 0)
			return true
		}
	}
	own := func(letter string) bool { return is(choice.Press(letter, "")) }
	switch {
	case p.traits.Lasso != nil && own("S"):
		p.view.SetLasso(!p.view.Lasso())
	case p.copies != nil && own("C"):
		p.CopyNumbers()
	default:
		return false
	}
	return true
}

// change does something that may change the state, shows it, tells the document, and selects what it asks for.
func (p *Entry) change(whole bool, do func() depict.Click, modifiers fyne.KeyModifier) {
	before := p.state.Kept()
	click := do()
	changed := choice.Changed(before, p.state.Kept())
	if len(changed) > 0 {
		if p.moved = false; whole {
			p.view.SetWindow(plotting.All)
		}
		p.redraw()
		p.keep(changed)
		if p.OnChosen != nil {
			p.OnChosen()
		}
	}
	if click.Selects {
		p.pick(click.Selection, modifiers)
	}
	if click.Draws {
		p.Draw(click.Chain, click.Iteration)
	}
}

// keep tells the document of parts of the state.
func (p *Entry) keep(parts study.Panes) {
	next := study.Panes{}
	for name := range p.state.Kept() {
		if v, ok := p.panes[name]; ok {
			next[name] = v
		}
		if v, ok := parts[name]; ok {
			next[name] = v
		}
	}
	p.panes = next
	for name, v := range parts {
		p.Keep(name, v)
	}
}

// pick selects in this pane and tells the others.
func (p *Entry) pick(s study.Selection, modifiers fyne.KeyModifier) {
	p.Select(screen.ClickedOn(p.given.Selected, s, modifiers))
	p.Pick(p.given.Selected)
}

func (p *Entry) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if p.given.Subject == nil || p.waits() {
		return
	}
	if !ok {
		p.pick(study.Selection{}, modifiers)
		return
	}
	f := p.figure()
	p.change(false, func() depict.Click { return p.state.Pick(p.given, f, m) }, modifiers)
}

// opened follows a double click.
func (p *Entry) opened(m plotting.Mark, ok bool) bool {
	if !ok || p.given.Subject == nil || p.waits() {
		return false
	}
	click := p.state.Open(p.given, p.figure(), m)
	if click.Selects {
		p.pick(click.Selection, 0)
	}
	return click.Selects
}

// grab asks whether a drag changes the state; with Shift a drag moves the picture.
func (p *Entry) grab(m plotting.Mark, ok bool) bool {
	if !ok {
		m = plotting.NewMark(plotting.NoMark)
	}
	_, at, inside := p.view.SceneAt(p.view.Press)
	p.drag = dragging{m, at}
	return inside && p.given.Subject != nil && p.view.Held()&fyne.KeyModifierShift == 0 && p.state.Grabs(p.given, m)
}

func (p *Entry) dragTo(at fyne.Position, ended bool) {
	f, _ := p.view.Shown()
	if s, to, _ := p.view.SceneAt(at); s != nil {
		p.state.Drag(p.given, f, depict.Drag{Mark: p.drag.mark, Scene: s, From: p.drag.at, To: to})
		p.drag.at = to
		p.redraw()
	}
	if ended {
		p.keep(choice.Changed(p.panes, p.state.Kept()))
	}
}

// redraw shows the figure of the present state.
func (p *Entry) redraw() {
	if p.given.Subject != nil && !p.waits() {
		p.refreshTools()
		p.view.SetSource(p.source())
	}
}

// Redraw shows the figure again after something changed that it was given.
func (p *Entry) Redraw() { p.redraw() }

// SetResult shows a result, at the pace of a run.
func (p *Entry) SetResult(r Result) {
	if p.given.Subject == nil || r.Data != p.given.Data {
		p.given.Selected, p.given.Looked, p.moved = study.Selection{}, nil, false
	}
	p.given.Subject, p.given.Result, p.given.Live, p.moment = r.Subject, r.ID, !r.Rests, r.Moment
	p.bring()
	if p.draws != nil && !p.moment && p.traits.Draws != depict.NoDraws {
		p.draws.Offer(r)
	}
}

// bring shows the result with the draws that are put together by now.
func (p *Entry) bring() {
	switch {
	case p.draws == nil:
	case p.given.Live && p.traits.Draws == depict.DrawsAwaited && !p.moment:
		// While a run works its present state is shown; putting the draws together takes too long to follow it.
		p.given.Subject = p.given.Subject.At(replay.Present(p.given.Subject.Snapshot))
		fallthrough
	case p.moment && p.traits.Draws != depict.NoDraws:
		p.given.Summary, _ = p.given.Subject.Summary(context.Background()) // of one state; there is no other error
	default:
		of, sum := p.draws.Latest(p.given.Result)
		if p.given.Summary = sum; of != nil && of.Data != p.given.Data {
			p.given.Summary = nil
		} else if of != nil && p.traits.Draws == depict.DrawsAwaited {
			p.given.Subject = of // the figure is of the snapshot that the draws are of
		}
	}
	p.view.Of = stamp.Of(p.given.Table, p.given.Result, p.given.Snapshot) // which may be that of the last draws
	p.state = p.entry.State(p.given, p.panes)
	p.refreshTools()
	if p.waits() {
		p.view.SetFigure(ink.Sentence{Text: "Combining the draws…"})
		return
	}
	p.view.Offer(p.source())
}

// Select marks the selection. A factor in it becomes the one shown.
func (p *Entry) Select(s study.Selection) {
	if s.Equal(p.given.Selected) {
		return
	}
	p.given.Selected = s
	if list := s.Factors(p.given.Result); len(list) > 0 {
		id := list[len(list)-1]
		if p.given.Looked == nil || *p.given.Looked != id {
			p.given.Looked, p.moved = &id, false
		}
	}
	p.redraw()
}

// Restore shows the choices that the document keeps.
func (p *Entry) Restore(panes study.Panes) {
	now := study.Panes{}
	for name := range p.state.Kept() {
		if v, ok := panes[name]; ok {
			now[name] = v
		}
	}
	if reflect.DeepEqual(now, p.panes) || len(now) == 0 && len(p.panes) == 0 {
		return
	}
	p.panes, p.moved = now, false
	p.state = p.entry.State(p.given, p.panes)
	p.redraw()
}

// States returns the present choices, by the names of their parts.
func (p *Entry) States() study.Panes { return p.state.Kept() }

// Chosen returns the name of the option that is chosen, "" for none.
func (p *Entry) Chosen(name string) string {
	for _, c := range p.Choices() {
		if c.Name == name && c.At >= 0 && c.At < len(c.Options) {
			return c.Options[c.At].Name
		}
	}
	return ""
}

// Subject is the result shown; nil before the first.
func (p *Entry) Subject() *depict.Subject { return p.given.Subject }

// Offers reports whether the result has the figure.
func (p *Entry) Offers(s *depict.Subject) bool { return p.entry.Offers(s) }

// About describes the figure where the list does not.
func (p *Entry) About() string {
	if p.given.Subject == nil {
		return ""
	}
	return p.state.Words(p.given, p.figure())
}

// Shortcuts lists the keys of entries of the list of figures, for the help.
func Shortcuts(tabs ...string) (list []screen.Shortcut) {
	for _, tab := range tabs {
		e := depict.ByTab(tab)
		add := func(k choice.Key) { list = append(list, screen.NewShortcut(k.Shown, k.Title, tab)) }
		for _, c := range e.Choices() {
			for _, k := range c.Keys {
				add(k)
			}
		}
		for _, k := range e.Acts() {
			add(k)
		}
		if e.Traits().Lasso != nil {
			add(choice.Press("S", "Turn the lasso on or off"))
		}
		if e.Traits().Copies != "" {
			add(choice.Press("C", "Copy the list"))
		}
	}
	return list
}
