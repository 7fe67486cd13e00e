package ui

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/inspect"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// An inspector describes the selection in a tree, or the clusters of a model without one, in words and numbers.
type inspector struct {
	object   fyne.CanvasObject
	panel    *inspect.Inspector
	clusters *fyne.Container
	between  fyne.CanvasObject // the panel and the list of clusters
	listed   *inference.Snapshot
	late     []workspace.Result // the last moments of the run shown, for which there may be a picture yet
	said     *factors.Posterior
	epoch    int // of which the clusters are listed; −1 for now
	evidence *evidencePanel
	groups   *trees.GroupList
	details  bool // parameters with Greek letters are listed too
	c        *centre
}

func newInspector(w *window) *inspector {
	i := &inspector{c: w.centre, epoch: -1, clusters: controls.Stack(6), evidence: newEvidencePanel(w)}
	wishes := inspect.TreeWishes(w.centre.tree)
	wishes.Annotate = w.notes.keepGroups
	i.groups = trees.NewGroupList(w.centre.tree.Groups.Wishes())
	i.panel = inspect.NewInspector(wishes, i.groups, screen.Post(w.post), w.centre.style())
	i.clusters.Hide()
	i.between = controls.Stack(8, controls.Gap(0, 12), controls.Rule(), controls.Gap(0, 0))
	i.panel.Describe = func(s study.Selection) (string, [][2]string) {
		if r := i.c.shown; r != nil && r.Subject().Treeless() {
			return facts.Describe(facts.Shown{Subject: r.Subject(), ID: r.ID, Epoch: i.c.epoch}, s)
		}
		return "", nil
	}
	w.centre.summaries.Follow(func(*factors.Posterior) { i.refresh() })
	i.object = container.NewVScroll(controls.Inset(look.Margin, look.Margin-6, look.Margin, look.Margin,
		controls.Stack(0, i.panel, i.between, i.clusters, i.evidence.object)))
	return i
}

// mostLate is how many moments of a run wait for their pictures.
const mostLate = 12

// ofPicture returns a result at the moment that its picture shows, while its run works; at its last moment where it has
// no picture of a moment that is remembered.
func (i *inspector) ofPicture(r *workspace.Result) *workspace.Result {
	if n := len(i.late); n > 0 && i.late[0].ID != r.ID {
		i.late = nil
	} else if n == 0 || i.late[n-1].Snapshot != r.Snapshot {
		i.late = append(i.late, *r)
	}
	if !i.c.w.ws.Runs.Stage().Working {
		i.late = nil
		return r
	}
	i.late = i.late[max(0, len(i.late)-mostLate):]
	seen := i.c.seen()
	for k := range i.late {
		if i.late[k].Stamp() == seen {
			i.late = i.late[k:]
			return &i.late[0]
		}
	}
	return r
}

func (i *inspector) refresh() {
	r := i.c.shown
	if r != nil && !r.Moment {
		r = i.ofPicture(r)
	}
	flat := r != nil && r.Subject().Treeless()
	var said *factors.Posterior
	if flat && !r.Moment && depict.HasFactors(r.Subject()) { // a moment of a replay has no draws
		said = i.c.summaries.Current(r.ID)
	}
	i.panel.SetFactors(said)
	if r != nil {
		i.panel.SetCovariance(r.Snapshot)
	} else {
		i.panel.SetCovariance(nil)
	}
	if flat && (i.listed != r.Snapshot || i.said != said || i.epoch != i.c.epoch) {
		i.listed, i.said, i.epoch = r.Snapshot, said, i.c.epoch
		i.list(r)
	}
	controls.Show(i.panel, !flat || !i.c.selection().Empty())
	controls.Show(i.between, flat && i.panel.Visible())
	controls.Show(i.clusters, flat)
	i.evidence.follow(r)
	i.panel.Follow(i.c.tree.Source())
	i.panel.Resized()
	controls.Relayout(i.object)
}

// toolPadding is the space at each side of a button with text alone.
const toolPadding float32 = 6

// list writes the result's lines on its groups or factors, and other learnt numbers.
func (i *inspector) list(r *workspace.Result) {
	shown := facts.Shown{Subject: r.Subject(), ID: r.ID, Epoch: i.epoch}
	if i.said != nil {
		shown.Summary = i.said.Summary
	}
	i.clusters.RemoveAll()
	i.clusters.Add(controls.Gap(0, 0)) // the gap after it brings the head level with those of the other columns
	if head, told := facts.Overview(shown); head != "" {
		i.clusters.Add(controls.Head(head))
		i.write(told)
		i.clusters.Add(controls.Gap(0, 6))
	}
	i.clusters.Add(controls.Head("Learnt"))
	var score facts.List
	if v, ok := r.Subject().Objective(0); ok && r.Info.Iterations == 0 { // others have a trace of it
		score.Say(say.ScoreName(r.Info.ShownTitle(r.Snapshot)), chart.FormatScore(v))
	}
	words, symbols := facts.Learnt(r.Subject()).Split()
	i.write(append(score, words...))
	if len(symbols) == 0 {
		return
	}
	text := "Details"
	if i.details {
		text = "Hide the details"
	}
	i.clusters.Add(controls.NewButton(text, controls.Linked, func() {
		i.details = !i.details
		i.list(r)
		controls.Relayout(i.clusters)
	}).WithTip("What the model learnt that goes by Greek letters"))
	if i.details {
		i.write(symbols)
	}
}

// write writes facts, those that can be picked as buttons.
func (i *inspector) write(told facts.List) {
	for _, f := range told {
		if f.Pick == nil {
			i.clusters.Add(controls.Row(0, controls.NewText(f.Words, look.SizeBody, look.Muted).Elastic(),
				controls.Label(f.Text)))
			continue
		}
		b := controls.NewButton(i.short(f.Words, f.Text), controls.Tool, func() { i.c.pick(f.Pick()) })
		if b.Text != f.Words {
			b.WithTip(f.Words)
		}
		i.clusters.Add(controls.Inset(-toolPadding, 0, 0, 0, controls.Row(0, controls.Beside(0, b), controls.Label(f.Text))))
	}
}

// short is the part of a text that has room beside a value, whose end stays in sight.
func (i *inspector) short(text, value string) string {
	const least = 40
	room := i.object.Size().Width - 2*look.Margin - controls.TextWidth(value, look.SizeBody, false) - 3*toolPadding
	return controls.Elide(text, look.SizeBody, false, max(room, least))
}

// height is that of all that is said.
func (i *inspector) height() float32 { return i.object.(*container.Scroll).Content.MinSize().Height }

func (i *inspector) restyle() { i.panel.SetStyle(i.c.style()) }

func (i *inspector) close() { i.evidence.end(); i.panel.Close() }
