package trees

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
)

// A Choice says which tree of a result is shown. The zero value is the usual one: the
// tree of maximum clade credibility where there are draws, else the best tree.
type Choice struct {
	Kind  ChoiceKind
	Least float64 // of a consensus: the least share of the draws that have a clade, 0.5 or more
	// Chain and Iteration name a draw. If thinning drops that draw as the run continues, the
	// nearest one is shown.
	Chain, Iteration int
}

// ChoiceKind is a kind of tree that stands for draws.
type ChoiceKind string

// The kinds of trees.
const (
	ShownUsual     ChoiceKind = ""
	ShownConsensus ChoiceKind = "consensus"
	ShownCredible  ChoiceKind = "credible"
	ShownMedoid    ChoiceKind = "medoid"
	ShownBest      ChoiceKind = "best"
	ShownDraw      ChoiceKind = "draw"
)

// Choices returns the trees that can stand for draws, in the order of menus.
func Choices() []Choice {
	return []Choice{
		{Kind: ShownCredible}, {Kind: ShownConsensus, Least: 0.5}, {Kind: ShownConsensus, Least: 0.75}, {Kind: ShownConsensus, Least: 0.95},
		{Kind: ShownMedoid}, {Kind: ShownBest},
	}
}

// String names a choice in the field's words: "Consensus ≥ 50 %".
func (c Choice) String() string {
	switch c.Kind {
	case ShownConsensus:
		return "Consensus ≥ " + plotting.FormatPercent(c.Least)
	case ShownCredible:
		return "Maximum clade credibility"
	case ShownMedoid:
		return "Medoid"
	case ShownBest:
		return "Best draw"
	case ShownDraw:
		return fmt.Sprintf("Draw at chain %d, iteration %s", c.Chain+1, plotting.FormatCount(c.Iteration))
	}
	return "Best tree"
}

// drawnTree is the tree of one draw as it is shown.
type drawnTree struct {
	from *tree.Tree
	with *Posterior
	tree *tree.Tree
}

// SetSamples shows the draws of a snapshot, burn-in included; burnIn is a share of the iterations
// of each chain. A goroutine summarises them, at the pace of a run; the latest wins. Without draws
// the view shows the trees of [View.SetTrees].
func (t *View) SetSamples(samples []forest.Draw, burnIn float64) {
	if sameDraws(samples, t.samples) && burnIn == t.burnIn {
		return
	}
	t.samples, t.burnIn = samples, burnIn
	if len(samples) == 0 {
		t.forgetSamples()
		t.offer()
		return
	}
	t.askPosterior(false)
}

// forgetSamples drops the draws and their summary.
func (t *View) forgetSamples() {
	t.summaries.Forget()
	t.samples, t.posterior, t.drawn = nil, nil, drawnTree{}
	t.tellDraw()
}

// askPosterior has the draws summarised, at once or at the pace of a run.
func (t *View) askPosterior(now bool) {
	if len(t.samples) == 0 {
		return
	}
	s := t.State()
	k := posteriorTask{samples: t.samples, burnIn: t.burnIn, least: t.Draws.Choice().least(), behind: s.Behind, backing: t.caption.Backing}
	for _, g := range s.Groups {
		k.groups = append(k.groups, g.Rows)
	}
	t.summaries.Offer(0, k, now)
}

func (c Choice) least() float64 {
	if c.Kind == ShownConsensus {
		return max(c.Least, 0.5)
	}
	return 0.5
}

func (t *View) setPosterior(p *Posterior) {
	if p == nil {
		return
	}
	first := t.posterior == nil
	if t.posterior = p; first { // it takes the place of a tree that stands for less
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
func (ds *Draws) Posterior() *Posterior { return ds.t.posterior }

// Choice returns which tree is shown, the usual one resolved.
func (ds *Draws) Choice() Choice {
	t := ds.t
	c := t.State().Shown
	if c.Kind == ShownUsual && len(t.samples) > 0 {
		return Choice{Kind: ShownCredible}
	}
	return c
}

// Show chooses the tree that is shown. Successive draws are one step of the history.
func (ds *Draws) Show(c Choice) {
	t := ds.t
	if c == t.Draws.Choice() {
		return
	}
	merge := ""
	if c.Kind == ShownDraw {
		merge = "draw"
	}
	s := t.State()
	s.Shown = c
	t.do("show "+strings.ToLower(c.String()[:1])+c.String()[1:], merge, s)
}

// All returns the draws kept by the run, burn-in included, by chain and iteration.
func (ds *Draws) All() []forest.Draw { return ds.t.samples }

// At returns the number of the draw shown, from 0, −1 while a summary is shown, and
// how many draws there are.
func (ds *Draws) At() (i, n int) {
	t := ds.t
	c := t.Draws.Choice()
	if c.Kind != ShownDraw {
		return -1, len(t.samples)
	}
	return t.findDraw(c.Chain, c.Iteration), len(t.samples)
}

// drawn returns the draw that is shown; nil for a tree that no iteration had, such as a
// consensus or the best of a search.
func (ds *Draws) drawn() *forest.Draw {
	p := ds.t.posterior
	if p == nil || len(ds.t.samples) == 0 {
		return nil
	}
	switch ds.Choice().Kind {
	case ShownMedoid:
		return &p.Medoid
	case ShownBest:
		return &p.Best
	case ShownDraw:
		if i, _ := ds.At(); i >= 0 {
			return &ds.t.samples[i]
		}
	}
	return nil
}

// findDraw returns the draw of a chain nearest to an iteration, −1 where the chain has none.
func (t *View) findDraw(chain, iteration int) int {
	at, least := -1, math.MaxInt
	for i, d := range t.samples {
		if away := max(d.Iteration-iteration, iteration-d.Iteration); d.Chain == chain && away < least {
			at, least = i, away
		}
	}
	return at
}

// ShowAt shows draw i, or the first or last if i is out of range.
func (ds *Draws) ShowAt(i int) {
	t := ds.t
	if len(t.samples) == 0 {
		return
	}
	d := t.samples[max(0, min(i, len(t.samples)-1))]
	t.Draws.Show(Choice{Kind: ShownDraw, Chain: d.Chain, Iteration: d.Iteration})
}

// Step goes some draws forward or back; from a summary it goes to the last draw.
func (ds *Draws) Step(by int) {
	t := ds.t
	i, n := t.Draws.At()
	if i < 0 {
		i = n - 1 - by
	}
	t.Draws.ShowAt(i + by)
}

// GoTo shows the draw of a chain nearest to an iteration, such as one clicked in a
// trace, and reports whether there is any.
func (ds *Draws) GoTo(chain, iteration int) bool {
	t := ds.t
	i := t.findDraw(chain, iteration)
	if i >= 0 {
		t.Draws.ShowAt(i)
	}
	return i >= 0
}

// tellDraw tells OnDraw when the draw shown changes, or when there is none any more.
func (t *View) tellDraw() {
	told := [2]int{-1, -1}
	if i, _ := t.Draws.At(); i >= 0 {
		told = [2]int{t.samples[i].Chain, t.samples[i].Iteration}
	}
	if told != t.told {
		t.told = told
		if t.OnDraw != nil {
			t.OnDraw(told[0], told[1])
		}
	}
}

// SetSupport changes how the support of clades is shown.
func (ds *Draws) SetSupport(how dendro.SupportStyle) {
	t := ds.t
	if s := t.State(); s.Support != how {
		s.Support = how
		name := "show support " + supportWords[how]
		if how == dendro.SupportHidden {
			name = "hide support"
		}
		t.do(name, "", s)
	}
}

var supportWords = map[dendro.SupportStyle]string{
	dendro.SupportWidth: "by thickness", dendro.SupportLabels: "by labels",
	dendro.SupportColour: "by colour", dendro.SupportHidden: "hidden",
}

func (t *View) nextSupport() {
	t.Draws.SetSupport((t.State().Support + 1) % (dendro.SupportHidden + 1))
}

// ShowBehind shows or hides the draws faintly behind the tree.
func (ds *Draws) ShowBehind(on bool) {
	t := ds.t
	if s := t.State(); s.Behind != on {
		s.Behind = on
		t.do(shows(on)+"the draws behind", "", s)
	}
}

// nextChoice shows the next of the trees that stand for the draws.
func (t *View) nextChoice() {
	if len(t.samples) == 0 {
		return
	}
	all := Choices()
	t.Draws.Show(all[(slices.Index(all, t.Draws.Choice())+1)%len(all)])
}

// ShownTree returns the tree shown, as the model or the summary gives it, without the collapsed
// branches; nil if there is none.
func (t *View) ShownTree() *tree.Tree { return t.collapsed(t.wholeTree()) }

// wholeTree is ShownTree with all branches.
func (t *View) wholeTree() *tree.Tree {
	p := t.posterior
	if p == nil || len(t.samples) == 0 {
		if i, n := t.Best(); n > 0 {
			return t.trees[i].Tree
		}
		return nil
	}
	switch c := t.Draws.Choice(); c.Kind {
	case ShownConsensus:
		return p.Majority
	case ShownMedoid:
		return p.Medoid.Tree
	case ShownBest:
		return p.Best.Tree
	case ShownDraw:
		if i, _ := t.Draws.At(); i >= 0 {
			return t.drawTree(t.samples[i].Tree)
		}
	}
	return p.Credible
}

// drawTree returns the tree of a draw with its supports.
func (t *View) drawTree(from *tree.Tree) *tree.Tree {
	if t.drawn.from != from || t.drawn.with != t.posterior {
		x, _ := t.summariser.supported(from, t.posterior)
		t.drawn = drawnTree{from, t.posterior, x}
	}
	return t.drawn.tree
}

// Text describes the choice of draw, for a caption; "" without draws.
func (ds *Draws) Text() string {
	t := ds.t
	p := t.posterior
	if p == nil {
		return ""
	}
	of := depict.OfDraws(p.Draws, p.Chains)
	switch c := t.Draws.Choice(); c.Kind {
	case ShownConsensus:
		if p.Least > 0.5 {
			return "clades of at least " + plotting.FormatPercent(c.least()) + of
		}
		return "majority-rule consensus" + of
	case ShownMedoid:
		return "medoid" + of + ", " + plotting.FormatDigits(p.Distance, 3) + " clades from them on average"
	case ShownBest:
		return "best" + of + ", log joint " + plotting.FormatDigits(p.Best.Objective, 6)
	case ShownDraw:
		if i, n := t.Draws.At(); i >= 0 {
			d := t.samples[i]
			return fmt.Sprintf("draw %s of %s: chain %d, iteration %s, log joint %s", plotting.FormatCount(i+1), plotting.FormatCount(n),
				d.Chain+1, plotting.FormatCount(d.Iteration), plotting.FormatDigits(d.Objective, 6))
		}
	}
	return "maximum clade credibility tree" + of
}

// Annotated returns a function that makes the tree shown with the annotations of the posterior. The
// function may be slow, and may be called on any goroutine; ok is false without draws.
func (ds *Draws) Annotated(name string) (make func() tree.NEXUSTree, ok bool) {
	t := ds.t
	x, p := t.Tree(), t.posterior
	if x == nil || p == nil {
		return nil, false
	}
	s := t.summariser
	return func() tree.NEXUSTree {
		s.mu.RLock()
		defer s.mu.RUnlock()
		return s.set.NEXUS(name, x)
	}, true
}

// Membership returns the probability that each row belongs to each group, by row and group; nil
// without draws, or until it is known for the present groups.
func (gs *Groups) Membership() [][]float64 {
	t := gs.t
	p := t.posterior
	if p == nil || p.Membership == nil || len(p.Membership) != len(t.names()) || !t.groupsAre(p.Groups) {
		return nil
	}
	return p.Membership
}

// groupsAre reports whether groups of rows are those of the state.
func (t *View) groupsAre(groups [][]int) bool {
	return slices.EqualFunc(t.State().Groups, groups, func(g beside.Group, rows []int) bool { return slices.Equal(g.Rows, rows) })
}

// MembershipColumns returns the memberships as one column a group, named "probability of NAME"; nil
// if there are none.
func (gs *Groups) MembershipColumns() []inference.Annotation {
	t := gs.t
	m := t.Groups.Membership()
	if m == nil {
		return nil
	}
	var columns []inference.Annotation
	for k, g := range t.State().Groups {
		values := make([]string, len(m))
		for i, share := range m {
			values[i] = strconv.FormatFloat(share[k], 'g', 4, 64)
		}
		columns = append(columns, inference.Annotation{Name: "probability of " + g.Name, Values: values})
	}
	return columns
}

// membershipLines is Membership of a [Shown].
func (t *View) membershipLines() [][2]string {
	s := t.State()
	if len(s.Selection.Rows) != 1 {
		return nil
	}
	m := t.Groups.Membership()
	if m == nil || s.Selection.Rows[0] >= len(m) {
		return nil
	}
	share := m[s.Selection.Rows[0]]
	order := make([]int, len(share))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	var lines [][2]string
	for _, g := range order[:min(len(order), 3)] {
		if share[g] > 0 {
			lines = append(lines, [2]string{"with " + s.Groups[g].Name, plotting.FormatPercent(share[g])})
		}
	}
	return lines
}

// groupCertainty returns the mean probability that the rows of a group belong to it.
func groupCertainty(membership [][]float64, rows []int, group int) float64 {
	sum := 0.0
	for _, r := range rows {
		sum += membership[r][group]
	}
	return sum / float64(len(rows))
}
