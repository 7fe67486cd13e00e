package trees

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
)

// A Source is the trees of a result, one of which a figure shows. Make one with [NewSource]; its fields may be set at
// any time. It belongs to one goroutine; a [Shown] that it returns may go to others.
type Source struct {
	Data    *inference.Dataset
	Found   []forest.Weighted // the trees of a snapshot, the best first
	Draws   []forest.Draw     // of the run, burn-in included
	BurnIn  float64           // share of each chain that summaries leave out
	Caption Caption
	// Posterior is the summary of the draws; nil until it is made, see [Source.Summarise].
	Posterior *Posterior

	arranger    *arranger
	intervals   *intervals
	silhouettes *silhouettes
	summariser  *summariser
	heats       *heats
	drawn       drawnTree
	strong      withoutWeak
	found       foundRows
}

// drawnTree is the tree of one draw as it is shown.
type drawnTree struct {
	from *tree.Tree
	with *Posterior
	tree *tree.Tree
}

// withoutWeak is a tree without its branches of little support.
type withoutWeak struct {
	from  *tree.Tree
	below float64
	tree  *tree.Tree
}

// foundRows are the rows that a search found last.
type foundRows struct {
	text string
	data *inference.Dataset
	rows []int
}

// NewSource returns a source without trees. set holds the draws that are summarised, with the draws behind their
// supports, and is only read; nil for one that the source keeps itself and that follows the draws.
func NewSource(set *consensus.Set) *Source {
	own := set == nil
	if own {
		set = &consensus.Set{}
	}
	return &Source{arranger: &arranger{}, intervals: &intervals{}, silhouettes: &silhouettes{},
		summariser: &summariser{set: set, own: own}}
}

// SetData tells which data the trees are of.
func (s *Source) SetData(data *inference.Dataset) {
	if data == nil || s.Data == nil || data.X != s.Data.X { // annotations do not change colours
		s.heats = nil
		if data != nil {
			s.heats = &heats{data: data}
		}
	}
	s.Data = data
}

// JoinColumns sets the tree over the columns that was learnt together with that of the rows; nil for none. It reports
// whether it is another.
func (s *Source) JoinColumns(own *tree.Tree) bool { return s.heats != nil && s.heats.joinBy(own) }

// Forget drops the draws and their summary.
func (s *Source) Forget() { s.Draws, s.Posterior, s.drawn = nil, nil, drawnTree{} }

// Task returns the request for the summary of the draws that a state needs.
func (s *Source) Task(st State) Task {
	k := Task{samples: s.Draws, burnIn: s.BurnIn, least: s.Which(st.Look).least(), behind: st.Behind,
		backing: s.Caption.Backing}
	for _, g := range st.Groups {
		k.groups = append(k.groups, g.Rows)
	}
	return k
}

// Summarise makes the summary of draws that a task asks for; nil without draws. One goroutine at a time may call it,
// any one.
func (s *Source) Summarise(k Task) *Posterior { return s.summariser.make(k) }

// Answers reports whether the summary of the draws suits a state.
func (s *Source) Answers(st State) bool {
	p, c := s.Posterior, s.Which(st.Look)
	return p != nil && p.Knows(st.Groups) && (p.Behind != nil) == st.Behind &&
		(c.Kind == ShownDraw || p.Least == c.least())
}

// Which returns which tree a look shows, the usual one resolved.
func (s *Source) Which(l Look) Which {
	if l.Shown.Kind == ShownUsual && len(s.Draws) > 0 {
		return Which{Kind: ShownCredible}
	}
	return l.Shown
}

// Rank returns which of the trees that were found is shown, from 0, and how many there are; of draws, 0 and one at
// most.
func (s *Source) Rank(l Look) (i, n int) {
	if len(s.Draws) > 0 {
		return 0, min(1, len(s.Found))
	}
	return max(0, min(l.Best, len(s.Found)-1)), len(s.Found)
}

// RankText says which tree is shown and how it compares with the best: "tree 2 of 10, 22 times less likely". Empty
// without trees.
func (s *Source) RankText(l Look) string {
	i, n := s.Rank(l)
	if n == 0 {
		return ""
	}
	text := fmt.Sprintf("tree %d of %d", i+1, n)
	d := s.Found[i].Objective - s.Found[0].Objective
	switch {
	case i == 0 && n > 1:
		return text + ", the best"
	case i > 0 && d == d:
		return text + ", " + lessLikely(d)
	}
	return text
}

// lessLikely says how a tree compares with the best, whose log evidence is higher by −d.
func lessLikely(d float64) string {
	const most = 1000
	switch times := math.Exp(-d); {
	case times >= most:
		return "over 1,000 times less likely"
	case times < 1.05:
		return "as likely"
	default:
		return plotting.FormatDigits(times, 2) + " times less likely"
	}
}

// At returns the number of the draw that a look shows, from 0, −1 while a summary is shown, and how many draws there
// are.
func (s *Source) At(l Look) (i, n int) {
	c := s.Which(l)
	if c.Kind != ShownDraw {
		return -1, len(s.Draws)
	}
	return s.FindDraw(c.Chain, c.Iteration), len(s.Draws)
}

// FindDraw returns the draw of a chain nearest to an iteration, −1 where the chain has none.
func (s *Source) FindDraw(chain, iteration int) int {
	at, least := -1, math.MaxInt
	for i, d := range s.Draws {
		if away := max(d.Iteration-iteration, iteration-d.Iteration); d.Chain == chain && away < least {
			at, least = i, away
		}
	}
	return at
}

// Draw returns the draw that a look shows; nil for a tree that no iteration had, such as a consensus or the best of a
// search.
func (s *Source) Draw(l Look) *forest.Draw {
	p := s.Posterior
	if p == nil || len(s.Draws) == 0 {
		return nil
	}
	switch s.Which(l).Kind {
	case ShownMedoid:
		return &p.Medoid
	case ShownBest:
		return &p.Best
	case ShownDraw:
		if i, _ := s.At(l); i >= 0 {
			return &s.Draws[i]
		}
	}
	return nil
}

// Tree returns the tree that a look shows, as the model or the summary gives it, without the collapsed branches; nil
// if there is none.
func (s *Source) Tree(l Look) *tree.Tree { return s.Collapsed(s.Whole(l), l) }

// Collapsed returns a tree without the branches that a look collapses.
func (s *Source) Collapsed(from *tree.Tree, l Look) *tree.Tree {
	if from == nil || l.Below <= 0 {
		return from
	}
	if s.strong.from != from || s.strong.below != l.Below {
		s.strong = withoutWeak{from, l.Below, from.CollapseBelow(l.Below)}
	}
	return s.strong.tree
}

// Whole is Tree with all branches.
func (s *Source) Whole(l Look) *tree.Tree {
	p := s.Posterior
	if p == nil || len(s.Draws) == 0 {
		if i, n := s.Rank(l); n > 0 {
			return s.Found[i].Tree
		}
		return nil
	}
	switch s.Which(l).Kind {
	case ShownConsensus:
		return p.Majority
	case ShownMedoid:
		return p.Medoid.Tree
	case ShownBest:
		return p.Best.Tree
	case ShownDraw:
		if i, _ := s.At(l); i >= 0 {
			return s.drawTree(s.Draws[i].Tree)
		}
	}
	return p.Credible
}

// drawTree returns the tree of a draw with its supports.
func (s *Source) drawTree(from *tree.Tree) *tree.Tree {
	if s.drawn.from != from || s.drawn.with != s.Posterior {
		x, _ := s.summariser.supported(from, s.Posterior)
		s.drawn = drawnTree{from, s.Posterior, x}
	}
	return s.drawn.tree
}

// Text says which of the draws a look shows, for a caption; "" without draws.
func (s *Source) Text(l Look) string {
	p := s.Posterior
	if p == nil {
		return ""
	}
	of := ofDraws(p.Draws, p.Chains)
	switch c := s.Which(l); c.Kind {
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
		if i, n := s.At(l); i >= 0 {
			d := s.Draws[i]
			return fmt.Sprintf("draw %s of %s: chain %d, iteration %s, log joint %s",
				plotting.FormatCount(i+1), plotting.FormatCount(n), d.Chain+1, plotting.FormatCount(d.Iteration),
				plotting.FormatDigits(d.Objective, 6))
		}
	}
	return "maximum clade credibility tree" + of
}

// Annotated returns a function that makes a tree with the annotations of the posterior. The function may be slow, and
// may be called on any goroutine; ok is false without draws.
func (s *Source) Annotated(name string, t *tree.Tree) (make func() tree.NEXUSTree, ok bool) {
	if t == nil || s.Posterior == nil {
		return nil, false
	}
	k := s.summariser
	return func() tree.NEXUSTree {
		k.mu.RLock()
		defer k.mu.RUnlock()
		return k.set.NEXUS(name, t)
	}, true
}

// Names returns the names of the rows.
func (s *Source) Names(l Look) []string {
	if s.Data != nil {
		return s.Data.Rows
	}
	if t := s.Tree(l); t != nil {
		return t.Names
	}
	return nil
}

// Matches returns the rows that the search of a look finds, in ascending order.
func (s *Source) Matches(l Look) []int {
	if s.found.text != l.Search || s.found.data != s.Data {
		s.found = foundRows{l.Search, s.Data, search(l.Search, s.Names(l), s.Data)}
	}
	return s.found.rows
}

// Membership returns the probability that each row belongs to each group, by row and group; nil without draws, or
// until it is known for these groups.
func (s *Source) Membership(st State) [][]float64 {
	p := s.Posterior
	if p == nil || p.Membership == nil || len(p.Membership) != len(s.Names(st.Look)) || !p.Knows(st.Groups) {
		return nil
	}
	return p.Membership
}

// UsualGroups returns the default number of groups of a cut: the number of levels of the first strip, or four.
func (s *Source) UsualGroups(l Look) int {
	if n, _, ok := s.Levels(l); ok {
		return n
	}
	return 4
}

// Levels returns the number of levels of the first strip of a look, if it has few.
func (s *Source) Levels(l Look) (n int, of string, ok bool) {
	if s.Data != nil {
		for _, name := range l.Strips {
			for _, a := range s.Data.Annotations {
				if n := len(a.Levels); a.Name == name && n >= 2 && n <= 12 {
					return n, name, true
				}
			}
		}
	}
	return 0, "", false
}

// Reading reads the tree that a look shows; nil without the data of its leaves.
func (s *Source) Reading(l Look) *reading.Tree {
	return s.arranger.reading(s.Tree(l), s.Data, s.Caption.Within)
}

// Prepared returns the tree that a state shows with its children in the order in which they are drawn; nil for none.
func (s *Source) Prepared(st State) *beside.PreparedTree {
	t := s.Tree(st.Look)
	if t == nil {
		return nil
	}
	return s.arranger.get(t, s.Data, s.Caption.Within, st)
}

// ColumnsOrder returns how the columns of the heat map of a look are ordered, the usual order resolved.
func (s *Source) ColumnsOrder(l Look) plotting.ColumnOrder {
	if s.heats == nil {
		return plotting.ClusteredOrder
	}
	return s.heats.order(l.ColumnsOrder)
}

// Show returns the figure's tree and texts for a state.
func (s *Source) Show(st State) Shown {
	l := st.Look
	f := Shown{Data: s.Data, State: st, Caption: s.Caption, Tree: s.Tree(l), RankText: s.RankText(l),
		Draws: s.Text(l), Draw: s.Draw(l), Membership: s.Membership(st), Posterior: s.Posterior,
		UsualGroups: s.UsualGroups(l),
		matches:     s.Matches(l), found: s.Found, arranger: s.arranger, intervals: s.intervals,
		silhouettes: s.silhouettes, heats: s.heats,
		summariser: s.summariser}
	f.Rank, f.Of = s.Rank(l)
	return f
}

// ofDraws is " of 1,504 draws from 4 chains".
func ofDraws(draws, chains int) string {
	text := " of " + plotting.Plural(draws, "draw")
	if chains > 1 {
		text += " from " + plotting.Plural(chains, "chain")
	}
	return text
}
