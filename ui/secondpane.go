package ui

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/clusters"
	"example.org/espalier/views/columns"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/network"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// secondTree is the name of the look of its tree.
const secondTree = "second tree"

// A secondPane shows another result beside the one in the centre, with the same selection.
type secondPane struct {
	c      *centre
	card   fyne.CanvasObject
	title  *controls.Text
	which  *controls.Picker
	room   *fyne.Container
	chosen workspace.SecondChoice
	shown  *inference.Snapshot // that was brought last
	at     pane.Pane           // that shows it; nil for none
	veil   *stamp.Veil         // over its figure

	// The panes are made at first use.
	tree      *trees.View
	keeper    keeper
	summaries *factors.Summaries
	panes     []pane.Pane
}

func newSecondPane(c *centre) *secondPane {
	p := &secondPane{c: c, title: controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic(),
		room: container.NewStack()}
	p.which = controls.NewPicker(nil, "", func(tab string) {
		c.keep(workspace.SecondName,
			workspace.SecondChoice{Result: p.chosen.Result, Tab: tab})
	})
	p.which.Tip = "The figure of this result"
	shut := controls.NewButton("Close", controls.Tool, func() {
		c.keep(workspace.SecondName,
			workspace.SecondChoice{})
	}).WithTip("Closes the second pane; the result stays in the list")
	head := controls.Inset(14, 8, 8, 4, container.NewBorder(nil, nil, nil,
		controls.Beside(8, container.New(controls.Fixed(132, 24), p.which), shut), p.title))
	p.veil = stamp.NewVeil(c.w.post)
	p.card = controls.Card(3, container.NewBorder(head, nil, nil, nil, container.NewStack(p.room, p.veil.Object)))
	p.card.Hide()
	return p
}

// put shows a result in the second pane.
func (p *secondPane) put(id study.ResultID) {
	if p.chosen.Result != id {
		p.c.keep(workspace.SecondName, workspace.SecondChoice{Result: id})
	}
}

// toggle shows a result in the second pane, or closes the pane if it shows that result already.
func (p *secondPane) toggle(id study.ResultID) {
	if workspace.TableOf(p.c.w.ws.Runs, id) != p.c.w.ws.Table() {
		p.c.w.ws.Tell(workspace.Notice{Text: "The second pane shows results of the open table. Show this one first."})
		return
	}
	next := workspace.SecondChoice{Result: id}
	if p.chosen.Result == id {
		next = workspace.SecondChoice{}
	}
	p.c.keep(workspace.SecondName, next)
}

// on reports whether the second pane has a result to show.
func (p *secondPane) on() bool { return p.chosen.Result != 0 }

// secondTreePane shows the tree of another result.
type secondTreePane struct {
	treePane
	view *trees.View
}

func (p *secondTreePane) Object() fyne.CanvasObject { return p.view }
func (p *secondTreePane) View() *screen.View        { return p.view.View() }

// make makes the panes.
func (p *secondPane) make() {
	if p.panes != nil {
		return
	}
	post, style := screen.Post(p.c.w.post), p.c.style()
	p.tree = trees.New(post, style)
	p.keeper = keeper{p.c, p.tree, secondTree}
	p.tree.Keeper, p.tree.OnHelp, p.tree.OnCopy = p.keeper, p.c.w.showShortcuts, p.c.w.copyList
	p.summaries = factors.NewSummaries(post)
	p.panes = append([]pane.Pane{&secondTreePane{view: p.tree}}, factors.Panes(p.summaries, post, style)...)
	graphs := network.Panes(post, style)
	p.panes = append(append(p.panes, graphs[0]), clusters.Plain(post, style)...)
	p.panes = append(append(p.panes, graphs[1:]...), columns.Panes(post, style)...)
	p.panes = append(p.panes, pane.Entries(depict.Entries(), p.panes, post, style)...)
	for _, q := range p.panes {
		q.Connect(pane.Wishes{Pick: p.pick, Copy: func(text string) { p.c.w.app.Clipboard().SetContent(text) }})
		q.View().SetMotion(!p.c.w.still())
		q.View().OnChosen = p.c.w.ws.Studies.Looked
		p.c.hook(q.View())
		drawn := q.View().OnDrawn
		q.View().OnDrawn = func() {
			if drawn != nil {
				drawn()
			}
			p.beat()
		}
		q.Object().Hide()
		p.room.Add(q.Object())
	}
	p.restyle()
}

// result returns the result shown; nil if it has nothing to show yet.
func (p *secondPane) result() *workspace.Result {
	j := p.c.w.ws.Runs.Jobs[p.chosen.Result]
	if j == nil || j.Snapshot == nil {
		return nil
	}
	return p.c.w.ws.Runs.Seen(j)
}

// pick selects in the data of the result shown, and so everywhere.
func (p *secondPane) pick(s study.Selection) {
	if r := p.result(); r != nil {
		p.c.pickIn(r.Data, p.tree.Tree(), s)
	}
}

// follow shows the state of the document: the result, its newest snapshot, the selection.
func (p *secondPane) follow() {
	h, ok := p.c.w.ws.Now().Sheet()
	chosen, _ := study.PaneOf[workspace.SecondChoice](h.Panes, workspace.SecondName)
	if !ok || !slices.Contains(workspace.Listed(p.c.w.ws.Runs), chosen.Result) ||
		workspace.TableOf(p.c.w.ws.Runs, chosen.Result) != p.c.w.ws.Table() {
		chosen = workspace.SecondChoice{}
	}
	changed := chosen != p.chosen
	p.chosen = chosen
	if !p.on() {
		p.at, p.shown = nil, nil
		return
	}
	p.title.Set(p.c.w.ws.Runs.Title(chosen.Result))
	r := p.result()
	if r == nil {
		p.shown = nil
		p.only(nil)
		return
	}
	p.make()
	if changed || r.Snapshot != p.shown {
		p.bring(r)
	}
	if p.at == p.panes[0] {
		p.tree.SetState(p.keeper.state())
	} else if p.at != nil {
		p.at.Select(study.FrameOf(r.Data).SelectionIn(p.c.w.ws.Now().Selection))
	}
}

// bring shows the newest snapshot of a result.
func (p *secondPane) bring(r *workspace.Result) {
	p.shown = r.Snapshot
	var options []controls.Option
	var at pane.Pane
	for _, q := range p.panes {
		if !q.Offers(r.Subject()) {
			continue
		}
		options = append(options, controls.Option{Value: q.Tab(), Title: q.Tab()})
		if at == nil || q.Tab() == p.chosen.Tab {
			at = q
		}
	}
	p.which.Options = options
	p.only(at)
	if at == nil {
		return
	}
	p.which.Put(at.Tab())
	at.View().Of = r.Stamp()
	if at != p.panes[0] {
		at.SetResult(r.Pane())
		return
	}
	p.tree.SetData(r.Data)
	p.tree.SetState(p.keeper.state())
	trees.Show(p.tree, r.Snapshot)
	best, _ := p.tree.Best()
	p.tree.SetCaption(depict.TreeCaption(r.Subject(), best, p.tree.Draws.Text()))
}

// beat greys the figure while it is behind the result, and says why.
func (p *secondPane) beat() {
	why := ""
	if j := p.c.w.ws.Runs.Jobs[p.chosen.Result]; p.on() && p.at != nil && j != nil {
		w := stamp.Wanted{Stamp: stamp.Of(j.Table, j.ID, nil), Rests: !j.Progress().State.Working()}
		if r := p.result(); r != nil {
			w.Stamp = r.Stamp()
		}
		why = w.Behind(screen.Seen(p.at.View()))
	}
	p.veil.Set(why)
}

// only shows one of the panes, or none.
func (p *secondPane) only(at pane.Pane) {
	p.at = at
	controls.Show(p.which, at != nil)
	for _, q := range p.panes {
		controls.Show(q.Object(), q == at)
	}
}

func (p *secondPane) restyle() {
	for i, q := range p.panes {
		if i == 0 {
			p.tree.SetStyle(p.c.looks.style(q.Tab()))
		} else {
			q.SetStyle(p.c.looks.style(q.Tab()))
		}
	}
}

func (p *secondPane) close() {
	p.veil.Stop()
	for i, q := range p.panes {
		if i == 0 {
			p.tree.Close()
		} else {
			q.Close()
		}
	}
	if p.summaries != nil {
		p.summaries.Close()
	}
}
