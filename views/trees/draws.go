package trees

import (
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
	drawn "example.org/espalier/plotting/depict/trees"
)

// SetSamples shows the draws of a snapshot, burn-in included; burnIn is a share of the iterations
// of each chain. A goroutine summarises them, at the pace of a run; the latest wins. Without draws
// the view shows the trees of [View.SetTrees].
func (t *View) SetSamples(samples []forest.Draw, burnIn float64) {
	if drawn.SameDraws(samples, t.of.Draws) && burnIn == t.of.BurnIn {
		return
	}
	t.of.Draws, t.of.BurnIn = samples, burnIn
	if len(samples) == 0 {
		t.Draws.forget()
		t.offer()
		return
	}
	t.Draws.ask(false)
}

// forget drops the draws and their summary.
func (ds *Draws) forget() {
	t := ds.t
	ds.summaries.Forget()
	t.of.Forget()
	ds.tell()
}

// ask has the draws summarised, at once or at the pace of a run.
func (ds *Draws) ask(now bool) {
	t := ds.t
	if len(t.of.Draws) > 0 {
		ds.summaries.Offer(0, t.of.Task(t.state), now)
	}
}

func (ds *Draws) set(p *drawn.Posterior) {
	t := ds.t
	if p == nil {
		return
	}
	first := t.of.Posterior == nil
	if t.of.Posterior = p; first { // it takes the place of a tree that stands for less
		t.refigure()
	} else {
		t.offer()
	}
	if t.OnTree != nil {
		t.OnTree()
	}
	t.changed()
	if t.OnPosterior != nil {
		t.OnPosterior(p)
	}
}

// Posterior returns the summary of the draws that is shown; nil without draws, and until
// the first was made.
func (ds *Draws) Posterior() *drawn.Posterior { return ds.t.of.Posterior }

// Choice returns which tree is shown, the usual one resolved.
func (ds *Draws) Choice() drawn.Which { return ds.t.of.Which(ds.t.state.Look) }

// Show chooses the tree that is shown. Successive draws are one step of the history.
func (ds *Draws) Show(c drawn.Which) {
	t := ds.t
	if c == ds.Choice() {
		return
	}
	merge := ""
	if c.Kind == drawn.ShownDraw {
		merge = "draw"
	}
	s := t.State()
	s.Shown = c
	t.do("show "+strings.ToLower(c.String()[:1])+c.String()[1:], merge, s)
}

// All returns the draws kept by the run, burn-in included, by chain and iteration.
func (ds *Draws) All() []forest.Draw { return ds.t.of.Draws }

// At returns the number of the draw shown, from 0, −1 while a summary is shown, and
// how many draws there are.
func (ds *Draws) At() (i, n int) { return ds.t.of.At(ds.t.state.Look) }

// ShowAt shows draw i, or the first or last if i is out of range.
func (ds *Draws) ShowAt(i int) {
	t := ds.t
	if len(t.of.Draws) == 0 {
		return
	}
	d := t.of.Draws[max(0, min(i, len(t.of.Draws)-1))]
	ds.Show(drawn.Which{Kind: drawn.ShownDraw, Chain: d.Chain, Iteration: d.Iteration})
}

// Step goes some draws forward or back; from a summary it goes to the last draw.
func (ds *Draws) Step(by int) {
	i, n := ds.At()
	if i < 0 {
		i = n - 1 - by
	}
	ds.ShowAt(i + by)
}

// GoTo shows the draw of a chain nearest to an iteration, such as one clicked in a
// trace, and reports whether there is any.
func (ds *Draws) GoTo(chain, iteration int) bool {
	t := ds.t
	i := t.of.FindDraw(chain, iteration)
	if i >= 0 {
		ds.ShowAt(i)
	}
	return i >= 0
}

// tell tells OnDraw when the draw shown changes, or when there is none any more.
func (ds *Draws) tell() {
	t := ds.t
	told := [2]int{-1, -1}
	if i, _ := ds.At(); i >= 0 {
		told = [2]int{t.of.Draws[i].Chain, t.of.Draws[i].Iteration}
	}
	if told != ds.told {
		ds.told = told
		if t.OnDraw != nil {
			t.OnDraw(told[0], told[1])
		}
	}
}

// ShownTree returns the tree shown, as the model or the summary gives it, without the collapsed
// branches; nil if there is none.
func (t *View) ShownTree() *tree.Tree { return t.of.Tree(t.state.Look) }

// Text describes the choice of draw, for a caption; "" without draws.
func (ds *Draws) Text() string { return ds.t.of.Text(ds.t.state.Look) }

// Annotated returns a function that makes the tree shown with the annotations of the posterior, see
// [drawn.Source.Annotated].
func (ds *Draws) Annotated(name string) (make func() tree.NEXUSTree, ok bool) {
	return ds.t.of.Annotated(name, ds.t.Tree())
}

// MembershipColumns returns the memberships as one column a group, named "probability of NAME"; nil
// if there are none.
func (gs *Groups) MembershipColumns() []inference.Annotation {
	s := gs.t.state
	m := gs.t.of.Membership(s)
	if m == nil {
		return nil
	}
	var columns []inference.Annotation
	for k, g := range s.Groups {
		values := make([]string, len(m))
		for i, share := range m {
			values[i] = strconv.FormatFloat(share[k], 'g', 4, 64)
		}
		columns = append(columns, inference.Annotation{Name: "probability of " + g.Name, Values: values})
	}
	return columns
}
