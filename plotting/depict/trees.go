package depict

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/stat/consensus"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/expects"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// TreeCaption returns the texts over the tree of a rank, and along its axis. draws says which of the draws are shown,
// "" for none.
func TreeCaption(s *Subject, rank int, draws string) trees.Caption {
	c := trees.Caption{Title: s.Title(rank), Subtitle: s.Subtitle(rank, draws), Height: s.Height(),
		Found: CutByModel(s.Snapshot), Places: &s.Places, Backing: subject.Backing(s), Within: s.ReadWithin(),
		Expected: subject.ExpectedPoints(s)}
	if expects.Has(s) {
		c.Cells = expects.Of(s)
	}
	return c
}

// UsualLook is how the trees of the result are looked at until a person chooses otherwise. The annotation that repeats
// the present groups is no strip of its own accord: branches and a band show the groups.
func UsualLook(s *Subject) trees.Look {
	var groups, names []string
	for _, g := range s.Groups {
		groups = append(groups, g.Name)
	}
	for _, a := range s.Strips() {
		if s.Beside != nil || len(groups) == 0 || !slices.Equal(a.Levels, groups) {
			names = append(names, a.Name)
		}
	}
	return trees.NewLook(names)
}

// Edited shows the figures of the result as the user edited and looks at trees of its table, and returns the subject.
// Annotations that were named for these figures alone stand in place of the strips that the user chose. f is the frame
// of the data.
func Edited(s *Subject, h study.Sheet, f study.Frame) *Subject {
	side := h.Rows
	if s.Data.Preprocessing.Transpose {
		side = h.Columns
	}
	s.Edits, s.Groups, s.Panes = f.EditsIn(side.Edits), f.GroupsIn(side.Groups), h.Panes
	if s.Beside != nil {
		LookAtTrees(s, func(l *trees.Look) { l.Strips = UsualLook(s).Strips })
	}
	return s
}

// LookAtTrees changes how the trees of the result are looked at, before any figure is made.
func LookAtTrees(s *Subject, change func(l *trees.Look)) {
	l := treeState(s).Look
	change(&l)
	s.Panes = maps.Clone(s.Panes)
	if s.Panes == nil {
		s.Panes = study.Panes{}
	}
	s.Panes[trees.Pane] = l
}

// treeState is how the trees of the result are seen.
func treeState(s *Subject) trees.State {
	look, ok := trees.LookOf(s.Panes, trees.Pane)
	if !ok {
		look = UsualLook(s)
	}
	return trees.State{Look: look, Edits: s.Edits, Groups: s.Groups}
}

// sourceOf returns the trees of the result, without a summary of the draws.
func sourceOf(s *Subject, set *consensus.Set) *trees.Source {
	from := trees.NewSource(set)
	if s != nil {
		from.SetData(s.Data)
		from.JoinColumns(LearntColumnTree(s))
		from.Found, from.Draws, from.BurnIn = forest.TreesOf(s.Snapshot), forest.DrawsOf(s.Snapshot), s.BurnIn
	}
	return from
}

// shownIn returns the tree that a state of the trees of the result shows, with all that its figure needs.
func shownIn(s *Subject, state trees.State) trees.Shown {
	from := sourceOf(s, s.Draws())
	from.Caption = TreeCaption(s, 0, "")
	from.Posterior = from.Summarise(from.Task(state))
	rank, _ := from.Rank(state.Look)
	from.Caption = TreeCaption(s, rank, from.Text(state.Look))
	return from.Show(state)
}

// shownKey is the key of the trees shown under a look.
type shownKey struct{ look string }

// shownAs returns the tree that a look shows.
func shownAs(s *Subject, l trees.Look) trees.Shown {
	key, _ := json.Marshal(l) // of numbers and texts alone
	st := treeState(s)
	st.Look = l
	return subject.Once(s, shownKey{string(key)}, func() trees.Shown { return shownIn(s, st) })
}

// shownOf returns the tree that figures of the result show.
func shownOf(s *Subject) trees.Shown { return shownAs(s, treeState(s).Look) }

// rankOf returns which of the best trees figures show, from 0.
func rankOf(s *Subject) int {
	if l, ok := trees.LookOf(s.Panes, trees.Pane); !ok || l.Best == 0 || !s.HasTree() {
		return 0
	}
	return shownOf(s).Rank
}

var treeEntry = with(Entry{Name: "tree", Tab: "Tree", About: "the tree of the rows", offers: (*Subject).HasTree, size: treeSize},
	Chosen[trees.Look]{
		State: func(g Given) trees.Look {
			if g.Subject == nil {
				return trees.NewLook(nil)
			}
			return UsualLook(g.Subject)
		},
		Parts:   func(l *trees.Look) []choice.Part { return []choice.Part{{Name: trees.Pane, At: l}} },
		Choices: func(g Given, l *trees.Look) []choice.Choice { return sourceOf(g.Subject, nil).Choices(l) },
		Figure:  func(g Given, l trees.Look) plotting.Figure { return shownAs(g.Subject, l.Mended()).Figure() },
		Words:   func(g Given, l trees.Look, _ plotting.Figure) string { return shownAs(g.Subject, l.Mended()).Words() },
	})

var matrixEntry = with(Entry{Name: "matrix", Tab: "Matrix", Suffix: "matrix", About: "all pairs of leaves, in the order of the tree",
	offers: func(s *Subject) bool { return s.HasTree() && len(forest.DrawsOf(s.Snapshot)) > 0 }, size: squareSize},
	Chosen[MatrixState]{
		State: func(Given) MatrixState { return MatrixState{} },
		Choices: func(g Given, st *MatrixState) []choice.Choice {
			groups := 0
			if f, ok := treeGiven(g); ok {
				groups = matrixGroups(f)
			}
			values := []int{0, max(st.Groups, groups, 1)}
			return []choice.Choice{
				choice.Of("share", "", "what is shown of each pair: the time that they share, or how often they are in one group",
					&st.Groups, values, []choice.Option{{Name: "time", Words: "Shared time"},
						{Name: "group", Words: fmt.Sprintf("In one group of %d", max(groups, 1))}}).In(choice.Linked)}
		},
		Figure: func(g Given, st MatrixState) plotting.Figure {
			f, _ := treeGiven(g)
			if st.Groups > 0 {
				st.Groups = matrixGroups(f)
			}
			fig := choice.Maker[PairsMaker](g.Store).Of(f, st)
			fig.Selection.Rows = g.Selected.Rows
			return fig
		},
		Pick: func(_ Given, _ *MatrixState, f plotting.Figure, m plotting.Mark) Click {
			fig, ok := f.(matrix.Matrix)
			switch {
			case !ok:
			case m.Kind == ink.LegendMark:
				return selectsRows(m.Rows)
			case m.Kind == plotting.CellMark:
				return selectsRows([]int{m.Row, m.Column})
			case m.Kind == plotting.ColumnMark:
				return selectsRows([]int{m.Column})
			case m.Kind == plotting.BranchMark && fig.Tree != nil:
				return selectsRows(fig.Tree.Leaves(m.Node))
			case m.Row >= 0:
				return selectsRows([]int{m.Row})
			}
			return Click{}
		},
	})

// treeGiven is the tree that the view of trees shows or, without a window, that figures of the result show; false
// where there is none.
func treeGiven(g Given) (trees.Shown, bool) {
	if f, ok := g.Tree.(*trees.Shown); ok {
		return *f, true
	}
	if g.Window || g.Subject == nil {
		return trees.Shown{}, false
	}
	return shownOf(g.Subject), true
}

// matrixGroups is into how many groups trees are cut for the share of draws in one group: as many as there are, or as
// usual.
func matrixGroups(f trees.Shown) int {
	if n := len(f.State.Groups); n > 1 {
		return n
	}
	return max(f.UsualGroups, 1)
}

// shownTree returns the tree of the result as it is shown, with the children of branch points of many in the order in
// which they are grouped.
func shownTree(s *Subject) *tree.Tree {
	t := shownOf(s).Tree
	if t == nil {
		return nil
	}
	return t.OrderedAs(trees.GroupedChildren(t, s.Data))
}

// dendrogramOf shows the tree of the result with annotations and the data beside it.
func dendrogramOf(s *Subject) *dendro.Dendrogram { return shownOf(s).Figure() }

// CutByModel returns the groups into which a model cut the tree that it made; nil where it made no tree or no groups.
func CutByModel(s *inference.Snapshot) *partition.Partition {
	if forest.Best(s) == nil {
		return nil
	}
	return partition.Of(s)
}

// hasTrace reports whether the objective has a course: more than one value of it.
func hasTrace(s *Subject) bool {
	return s.Info.Objective != "" && s.Info.Iterations > 0 && len(s.Snapshot.Trace.Iteration) > 1
}

// diagnosticsOf shows how far the draws can be trusted.
func diagnosticsOf(s *Subject, ctx context.Context) (*chart.Diagnostics, error) {
	r, err := s.Report(ctx)
	if err != nil {
		return nil, err
	}
	d := chart.NewDiagnostics(r, s.Snapshot, diagnostics.Bounds(s.Info))
	d.Window, d.Style = plotting.All, plotting.Light
	return d, nil
}

// MatrixState holds the choices for the matrix of pairs of rows.
type MatrixState struct {
	Groups int // trees are cut into this many, for the share of one group; 0 for shared times
}

// MostMatrixRows is how many rows a matrix of pairs shows at most.
const MostMatrixRows = 3000

// A PairMatrix holds a summary of the draws for each pair of rows, in the order of the rows.
type PairMatrix struct {
	X     *mat.Dense // rows × rows
	Draws int        // it is the mean of
	Of    int        // draws there are
}

// A PairsMaker makes figures of pairs of rows and keeps the heat map that it made last. The
// zero value is ready. It is safe for concurrent use.
type PairsMaker struct {
	of     *PairMatrix
	tree   *beside.PreparedTree
	groups int
	heat   *beside.Heat

	mu      sync.Mutex // guards all
	pairsOf *trees.Posterior
	share   int
	pairs   *PairMatrix
}

// figure shows for each pair of rows how late their paths part in the mean over draws, or how
// often they fall into one group, with the rows in the order of a tree. A nil matrix or tree
// says that there are no draws yet.
func (k *PairsMaker) figure(title string, m *PairMatrix, t *beside.PreparedTree, st MatrixState) matrix.Matrix {
	fig := matrix.Matrix{Title: subject.JoinTitle(title, "shared times"), Symmetric: true, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	if st.Groups > 0 {
		fig.Title = subject.JoinTitle(title, "rows in one group")
	}
	if t != nil && t.Tree().Leaves() > MostMatrixRows {
		fig.Empty = "A matrix of " + plotting.FormatCount(t.Tree().Leaves()) +
			" rows would not be legible: it is shown for up to " +
			plotting.FormatCount(MostMatrixRows) + ". Keep fewer rows, such as the most variable ones, to see it."
		return fig
	}
	if m == nil || t == nil || m.X == nil || m.X.RawMatrix().Rows != t.Tree().Leaves() {
		fig.Empty = "The matrix comes with the first draws."
		return fig
	}
	names := t.Tree().Names
	if k.heat == nil || k.of != m || k.tree != t || k.groups != st.Groups {
		order := make([]int, len(names))
		for i, r := range t.Order() {
			order[i] = int(r)
		}
		k.of, k.tree, k.groups = m, t, st.Groups
		k.heat = &beside.Heat{X: m.X, Columns: names, Order: order, Title: "mean shared time",
			Scale: ink.Scale{Map: ink.Viridis, Low: 0, High: 1}}
		if st.Groups > 0 {
			k.heat.Title, k.heat.Scale.Map, k.heat.Share = "share of draws", ink.Ink, true
		}
	}
	fig.Heat, fig.Rows, fig.Order, fig.Tree = k.heat, names, k.heat.Order, t
	fig.Subtitle = "time at which the paths of two leaves part, mean of "
	if st.Groups > 0 {
		fig.Subtitle = fmt.Sprintf(
			"share of draws in which two leaves are in one group when the tree is cut into at most %d, of ", st.Groups)
	}
	fig.Subtitle += plotting.Plural(m.Draws, "draw")
	if m.Draws < m.Of {
		fig.Subtitle += ", evenly chosen from " + plotting.FormatCount(m.Of)
	}
	return fig
}

// matrixCells is how many pairs of leaves, over all draws, go into one matrix: of more draws
// evenly spaced ones are taken, so that a matrix is made in about a second.
const matrixCells = 400e6

// DrawsForMatrix is how many draws of trees of n leaves go into a matrix of pairs.
func DrawsForMatrix(n int) int {
	n = max(n, 1)
	return max(int(matrixCells/float64(n*n)), 20)
}

// Of makes that figure of the draws of a tree that is shown, in its order and with its groups.
func (k *PairsMaker) Of(f trees.Shown, st MatrixState) matrix.Matrix {
	k.mu.Lock()
	defer k.mu.Unlock()
	t := f.Prepared()
	if p := f.Posterior; p == nil || t == nil {
		k.pairs = nil
	} else if n := t.Tree().Leaves(); n <= MostMatrixRows && (k.pairs == nil || k.pairsOf != p || k.share != st.Groups) {
		k.pairsOf, k.share, k.pairs = p, st.Groups, &PairMatrix{Of: p.Draws}
		k.pairs.X, k.pairs.Draws = f.Pairs(st.Groups, DrawsForMatrix(n))
	}
	fig := k.figure(f.Caption.Title, k.pairs, t, st)
	fig.Groups = f.State.Groups
	if f.Data != nil {
		fig.Things = f.Data.Things
		fig.Subtitle, fig.Empty = fig.Things.Say(fig.Subtitle), fig.Things.Say(fig.Empty)
	}
	return fig
}

// untangleSeed makes the search for few crossings repeatable.
const untangleSeed = 1

// comparisonOf shows the tree face to face with that of Ward's linkage, with as few crossing
// lines as can be found.
func comparisonOf(s *Subject, ctx context.Context) (plotting.Figure, error) {
	own := shownTree(s)
	ward, height := s.Ward()
	pair, err := compare.Match(own, ward)
	if err != nil {
		return nil, err
	}
	x, y, _,
		err := compare.Untangle(ctx, pair.A, pair.B, compare.Starts(own.Leaves()), rand.New(rand.NewPCG(untangleSeed, 0)))
	if err != nil {
		return nil, err
	}
	k := dendro.NewTangle(x, y)
	other := "Ward linkage"
	f := &dendro.Tanglegram{Tangle: k, Title: s.Title(rankOf(s)) + " and " + other,
		Subtitle: s.Data.Say(TangleWords(k, pair)), Names: [2]string{s.Info.Title, other}, Things: s.Data.Things,
		ShowLabels: true, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	f.Axes = [2]dendro.TimeAxis{timeAxis(s.Height()), timeAxis(height)}
	return f, nil
}

// timeAxis is that of a tree of heights, or of diffusion times where the height at the
// origin is 0.
func timeAxis(height float64) dendro.TimeAxis {
	if height > 0 {
		return dendro.HeightAxis(height)
	}
	return dendro.DiffusionAxis()
}

// TangleWords describes two trees face to face in one line.
func TangleWords(k *dendro.Tangle, pair *compare.Pair) string {
	c := k.Comparison
	parts := []string{
		"Robinson-Foulds distance " + plotting.FormatCount(c.RobinsonFoulds) + " (" +
			plotting.FormatNumber(c.Normalised) + " normalised)",
		plotting.Plural(k.Crossings, "crossing"),
	}
	if n := pair.LeftOut(); n > 0 {
		parts = append(parts, plotting.FormatCount(len(pair.Rows))+" leaves in common, "+plotting.FormatCount(n)+" left out")
	} else {
		parts = append(parts, plotting.Plural(len(pair.Rows), "leaf|leaves"))
	}
	return strings.Join(parts, " · ")
}
