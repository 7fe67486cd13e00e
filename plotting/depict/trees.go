package depict

import (
	"context"
	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/espalier/inference/stat/compare"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// dendrogramOf shows the tree of the result with annotations and the data beside it.
func dendrogramOf(s *Subject) *dendro.Dendrogram {
	d := dendro.NewDendrogram(shownTree(s))
	if s.Draws().Draws() == 0 {
		d.Supports = Supports(s.Height(), Backing(s))
	}
	d.Near = Backing(s)
	d.Groups = FoundGroups(CutByModel(s.Snapshot))
	d.Shape = s.Shape
	d.Title, d.Subtitle, d.Height = s.Title(0), s.Subtitle(0, drawsText(s)), s.Height()
	if s.Intervals {
		d.Intervals = intervalsOf(s, d)
	}
	for _, a := range s.Strips() {
		d.Strips = append(d.Strips, beside.Strip{Annotation: a})
	}
	if d.Heat = beside.NewHeat(s.Data, beside.HeatOptions{Order: beside.Clustered}); LearntColumnTree(s) != nil && hasBothTrees(s) {
		d.Heat = joinedHeat(s)
	}
	applyEdits(s, d)
	return d
}

// Supports says what the supports of a tree are that is no draw: of a tree of clusters joined at heights, the probabilities
// that the rows below a branch point are one cluster. Those of a second chain are shares of its draws.
func Supports(height float64, backing *support.Set) dendro.SupportKind {
	switch {
	case height > 0:
		return dendro.OfOneCluster
	case backing != nil:
		return dendro.SharesOfDraws
	}
	return dendro.AgainstCollapse
}

// CutByModel returns the groups into which a model cut the tree that it made; nil where it made no tree or no groups.
func CutByModel(s *inference.Snapshot) *partition.Partition {
	if forest.Best(s) == nil {
		return nil
	}
	return partition.Of(s)
}

// FoundGroups returns the groups of a partition that have two rows or more, in colours; nil for none.
func FoundGroups(p *partition.Partition) []beside.Group {
	if p == nil {
		return nil
	}
	groups := clusterGroups(p.Labels)
	return slices.DeleteFunc(groups, func(g beside.Group) bool { return len(g.Rows) < 2 })
}

// drawsText names the tree that stands for the draws; "" without draws.
func drawsText(s *Subject) string {
	d := s.Draws()
	if d.Draws() == 0 || !s.HasTree() {
		return ""
	}
	chains := 0
	for _, n := range d.Chains() {
		if n > 0 {
			chains++
		}
	}
	return "maximum clade credibility tree" + OfDraws(d.Draws(), chains)
}

// OfDraws is " of 1,504 draws from 4 chains".
func OfDraws(draws, chains int) string {
	text := " of " + plotting.Plural(draws, "draw")
	if chains > 1 {
		text += " from " + plotting.Plural(chains, "chain")
	}
	return text
}

// TreeWords says what a figure of a tree shows: how to read its times and supports, below which
// support branches are collapsed (0 for none are), the draws it stands for, the annotations and
// the heat map beside it.
func TreeWords(s *Subject, rank int, draws string, below float64, strips []string, heat bool) string {
	at := "each branch point is at its diffusion time"
	switch {
	case s.Height() > 0:
		at = "each branch point is at the height at which its clusters were joined"
	case draws != "":
		at = "each branch point is at the mean diffusion time of its clade, and thicker branches have more support"
	}
	if list := forest.TreesOf(s.Snapshot); draws == "" && rank < len(list) && list[rank].Tree.Support != nil {
		at += ", and a thicker branch is one without which the tree is less probable"
		switch {
		case Backing(s) != nil:
			at = "each branch point is at its diffusion time, and thicker branches have more support"
		case s.Height() > 0:
			at = "each branch point is at the height at which its clusters were joined, and the rows below a thicker branch are more probably one cluster"
		}
	}
	parts := []string{at}
	if draws != "" {
		parts = []string{draws, at}
	}
	if rank > 0 {
		parts = append(parts, fmt.Sprintf("tree %d of the %d best", rank+1, len(forest.TreesOf(s.Snapshot))))
	}
	if hasGroupedChildren(s) {
		parts = append(parts, dendro.BracketWords)
	}
	if below > 0 {
		parts = append(parts, "branches with less than "+plotting.FormatPercent(below)+" support are collapsed")
	}
	if len(strips) > 0 {
		parts = append(parts, "colour strips: "+strings.Join(strips, ", "))
	}
	if heat {
		parts = append(parts, "heat map: the data in the model's working units")
	}
	return strings.Join(parts, "; ")
}

// hasGroupedChildren reports whether a branch point has more than two children, which are drawn in groups.
func hasGroupedChildren(s *Subject) bool {
	t := forest.Best(s.Snapshot)
	return t != nil && slices.ContainsFunc(t.Children, func(c []int) bool { return len(c) > 2 })
}

// traceOf shows the objective, of all chains where there are several.
func traceOf(s *Subject) chart.Trace {
	name, title := s.Info.Shown(s.Snapshot)
	t := chart.Trace{Title: title, Subtitle: s.Data.Name, Iteration: s.Info.Iteration, Window: plotting.All, Style: plotting.Light}
	if s.Info.Samples {
		t.BurnIn = s.BurnIn
	}
	t.SetChains(s.Snapshot, name)
	t.SetEpochs(mixture.EpochsOf(s.Snapshot))
	return t
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

// MatrixState is what a person may choose about the matrix of pairs of rows.
type MatrixState struct {
	Groups int // trees are cut into this many, for the share of one group; 0 for shared times
}

// MostMatrixRows is how many rows a matrix of pairs shows at most.
const MostMatrixRows = 3000

// A PairMatrix is what the draws say of each pair of rows, in the order of the rows.
type PairMatrix struct {
	X     *mat.Dense // rows × rows
	Draws int        // it is the mean of
	Of    int        // draws there are
}

// A PairsMaker makes figures of pairs of rows and keeps the heat map that it made last. The
// zero value is ready. It belongs to one goroutine at a time.
type PairsMaker struct {
	of     *PairMatrix
	tree   *beside.PreparedTree
	groups int
	heat   *beside.Heat
}

// Figure shows for each pair of rows how late their paths part in the mean over draws, or how
// often they fall into one group, with the rows in the order of a tree. A nil matrix or tree
// says that there are no draws yet.
func (k *PairsMaker) Figure(title string, m *PairMatrix, t *beside.PreparedTree, st MatrixState) matrix.Matrix {
	fig := matrix.Matrix{Title: joinTitle(title, "shared times"), Symmetric: true, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	if st.Groups > 0 {
		fig.Title = joinTitle(title, "rows in one group")
	}
	if t != nil && t.Tree().Leaves() > MostMatrixRows {
		fig.Empty = "A matrix of " + plotting.FormatCount(t.Tree().Leaves()) + " rows would not be legible: it is shown for up to " +
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
		k.heat = &beside.Heat{X: m.X, Columns: names, Order: order, Title: "mean shared time", Scale: ink.Scale{Map: ink.Viridis, Low: 0, High: 1}}
		if st.Groups > 0 {
			k.heat.Title, k.heat.Scale.Map = "share of draws", ink.Ink
		}
	}
	fig.Heat, fig.Rows, fig.Order, fig.Tree = k.heat, names, k.heat.Order, t
	fig.Subtitle = "time at which the paths of two leaves part, mean of "
	if st.Groups > 0 {
		fig.Subtitle = fmt.Sprintf("share of draws in which two leaves are in one group when the tree is cut into at most %d, of ", st.Groups)
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

// pairsOf makes that figure of all draws, in the order of the tree that stands for them.
func pairsOf(s *Subject, st MatrixState) matrix.Matrix {
	d := s.Draws()
	t := beside.Prepare(s.Tree())
	m := &PairMatrix{Of: d.Draws()}
	if n := t.Tree().Leaves(); n <= MostMatrixRows && m.Of > 0 {
		if st.Groups > 0 {
			m.X, m.Draws = d.CoClustering(st.Groups, DrawsForMatrix(n))
		} else {
			m.X, m.Draws = d.SharedTimes(DrawsForMatrix(n))
		}
	}
	return (&PairsMaker{}).Figure(s.Title(0), m, t, st)
}

// usualColours colours rows by the first annotation that stands beside them.
func usualColours(s *Subject) beside.RowColours {
	for _, a := range s.Strips() {
		return beside.RowColours{Strip: &beside.Strip{Annotation: a}}
	}
	return beside.RowColours{}
}

// placeOf is that of the tree that stands for the result.
func placeOf(s *Subject) Place {
	draws := drawsText(s)
	p := Place{Tree: shownTree(s), Title: s.Title(0), Subtitle: s.Subtitle(0, draws), Colours: usualColours(s), Selection: plotting.NoSelection}
	return p
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
	x, y, _, err := compare.Untangle(ctx, pair.A, pair.B, compare.Starts(own.Leaves()), rand.New(rand.NewPCG(untangleSeed, 0)))
	if err != nil {
		return nil, err
	}
	k := dendro.NewTangle(x, y)
	other := "Ward linkage"
	f := &dendro.Tanglegram{Tangle: k, Title: s.Title(0) + " and " + other, Subtitle: TangleWords(k, pair),
		Names: [2]string{s.Info.Title, other}, ShowLabels: true, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
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

// TangleWords is one line of what two trees face to face show.
func TangleWords(k *dendro.Tangle, pair *compare.Pair) string {
	c := k.Comparison
	parts := []string{
		"Robinson-Foulds distance " + plotting.FormatCount(c.RobinsonFoulds) + " (" + plotting.FormatNumber(c.Normalised) + " normalised)",
		plotting.Plural(k.Crossings, "crossing"),
	}
	if n := pair.LeftOut(); n > 0 {
		parts = append(parts, plotting.FormatCount(len(pair.Rows))+" leaves in common, "+plotting.FormatCount(n)+" left out")
	} else {
		parts = append(parts, plotting.Plural(len(pair.Rows), "leaf|leaves"))
	}
	return strings.Join(parts, " · ")
}
