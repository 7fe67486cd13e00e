package depict

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/stat/correlations"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// MostMatrixColumns is how many columns a matrix of correlations shows at most.
const MostMatrixColumns = 2000

// mostDirections is how many principal directions of a covariance are shown.
const mostDirections = 6

// hasCovariance reports whether the result learnt how columns vary together.
func hasCovariance(s *Subject) bool { return covariance.Of(s.Snapshot) != nil }

// columnsTogether describes in a few words the covariance of the result: "by 5 factors, maximum likelihood given the
// tree"; "" where there is none.
func columnsTogether(s *Subject) string {
	c := covariance.Of(s.Snapshot)
	if c == nil {
		return ""
	}
	text := ""
	if c.Form == covariance.Factors {
		text = "by " + plotting.Plural(c.Factors, "factor") + ", "
	}
	switch c.Estimate {
	case covariance.MeanOfDraws:
		return text + "mean of " + plotting.Plural(c.Draws, "draw")
	case covariance.OneDraw:
		return text + c.Estimate
	}
	return text + c.Estimate + " given the tree"
}

// A columnTree is the columns in an order in which those that go together stand together.
type columnTree struct {
	correlations *mat.Dense
	tree         *beside.PreparedTree
	order        []int
	height       float64 // at the origin, in units of 1 − r; 0 for a tree with diffusion times
}

// newColumnTree clusters the columns of a covariance by their correlations. A tree over the columns that was learnt
// takes the place of the linkage, keeps its times, and is turned as [trees.TurnedColumnTree] says.
func newColumnTree(c *covariance.Covariance, data *inference.Dataset) *columnTree {
	k := &columnTree{correlations: correlations.Matrix(c)}
	if c.Tree != nil {
		t := trees.TurnedColumnTree(c.Tree, beside.NewHeat(data, beside.HeatOptions{Order: plotting.ClusteredOrder}))
		k.order, k.tree = t.LeafOrder(), beside.Prepare(t)
		return k
	}
	merges, order := correlations.Cluster(k.correlations)
	k.order = order
	k.tree = beside.Prepare(linkage.Tree(merges, c.Columns).OrderByPosition(order))
	if n := len(merges); n > 0 {
		k.height = linkage.Headroom * merges[n-1].Height
	}
	return k
}

type columnTreeKey struct{}

// columnTreeOf is that of the covariance of the result.
func columnTreeOf(s *Subject) *columnTree {
	return subject.Once(s, columnTreeKey{}, func() *columnTree { return newColumnTree(covariance.Of(s.Snapshot), s.Data) })
}

// pairsOfColumns begins a heat map of all pairs of columns; it is empty where there are too
// many, or fewer than two.
func pairsOfColumns(s *Subject, about string) (m matrix.Matrix, ok bool) {
	m = matrix.Matrix{Title: subject.JoinTitle(s.Title(0), about),
		Subtitle: subject.JoinWords(columnsTogether(s), s.Facts()), Symmetric: true,
		Sides: [2]string{"columns", "columns"}, Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	switch c := covariance.Of(s.Snapshot); {
	case c == nil || len(c.Columns) < 2:
		m.Empty = "A single column varies with no other."
		return m, false
	case len(c.Columns) > MostMatrixColumns:
		m.Empty = fmt.Sprintf(
			"A matrix of %s columns would not be legible: it is shown for up to %s. Keep fewer columns, such as the most variable ones, to see it.",
			plotting.FormatCount(len(c.Columns)), plotting.FormatCount(MostMatrixColumns))
		return m, false
	}
	return m, true
}

// fill puts the cells of all pairs of columns into a heat map, in the order of their tree.
func (k *columnTree) fill(m *matrix.Matrix, x *mat.Dense, names []string, what string) {
	limit := ink.SymmetricLimit(pairs(x))
	m.Heat = &beside.Heat{X: x, Columns: names, Order: k.order, Title: what,
		Scale: ink.Scale{Map: ink.Signed, Low: -limit, High: limit}, LimitNote: "limits: 98th percentile of pairs"}
	m.Rows, m.Order, m.Tree, m.Height = names, k.order, k.tree, k.height
	m.Asides = []matrix.Aside{matrix.Strongest(x.At, names, func(r float64) string { return plotting.FormatDigits(r, 2) })}
}

// pairs lists the cells below the diagonal.
func pairs(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	var list []float64
	for i := range n {
		list = append(list, x.RawRowView(i)[:i]...)
	}
	return list
}

// correlationMatrix shows the correlation between all columns, in the order of their linkage.
func correlationMatrix(s *Subject) matrix.Matrix {
	m, ok := pairsOfColumns(s, "correlation of columns")
	if !ok {
		return m
	}
	c, k := covariance.Of(s.Snapshot), columnTreeOf(s)
	k.fill(&m, k.correlations, c.Columns, "correlation")
	m.Details = func(i, j int) (lines [][2]string) {
		if c.Deviation != nil && i != j {
			lines = append(lines, [2]string{"s.d. over draws", plotting.FormatNumber(c.Deviation.At(i, j))})
		}
		return append(lines, [2]string{"covariance", plotting.FormatNumber(c.At(i, j))})
	}
	return m
}

// partialMatrix shows the partial correlation between all columns, in the order of the
// correlations.
func partialMatrix(s *Subject) matrix.Matrix {
	m, ok := pairsOfColumns(s, "partial correlation of columns")
	if !ok {
		return m
	}
	c := covariance.Of(s.Snapshot)
	p, ok := correlations.Partial(c)
	if !ok {
		m.Empty =
			"Some columns are sums of others, so there are no partial correlations: the covariance has no inverse. Leave out columns that repeat others."
		return m
	}
	k := columnTreeOf(s)
	k.fill(&m, p, c.Columns, "partial correlation")
	m.Details = func(i, j int) [][2]string {
		return [][2]string{{"correlation", plotting.FormatNumber(k.correlations.At(i, j))}}
	}
	return m
}

// principalDirections shows the first eigenvectors of the covariance as a Hinton diagram.
func principalDirections(s *Subject) cells.Hinton {
	f := cells.Hinton{Title: subject.JoinTitle(s.Title(0), "directions"),
		Subtitle: subject.JoinWords(columnsTogether(s), s.Facts()), Value: "weight", Quality: "share of the variance",
		Empty: "The columns do not vary along the tree.", Window: plotting.All, Style: plotting.Light}
	c := covariance.Of(s.Snapshot)
	if c == nil {
		return f
	}
	items, block := cells.DirectionBlock(correlations.Directions(c, mostDirections), mostItems)
	if len(items) == 0 {
		return f
	}
	f.Items, f.Blocks = items, []cells.HintonBlock{block}
	for _, j := range items {
		f.Rows = append(f.Rows, c.Columns[j])
	}
	return f
}

// columnsBy names the tree by which the columns are ordered.
func columnsBy(s *Subject) string {
	if LearntColumnTree(s) != nil {
		return "the tree of the columns"
	}
	return "average linkage of 1 − r"
}

// covarianceEntries are the figures of how columns vary together.
var covarianceEntries = []Entry{
	selectable(Entry{Name: "correlation", Tab: "Correlation", Suffix: "correlation of columns",
		About:  "correlation between columns along the branches of the tree",
		offers: hasCovariance, size: planeSize,
		make: func(_ context.Context, s *Subject) (plotting.Figure, error) { return correlationMatrix(s), nil },
		says: func(s *Subject, _ plotting.Figure) string {
			return "correlation between columns along the branches of the tree (" + columnsTogether(s) +
				"), ordered by " + columnsBy(s)
		}}, markPairs, pickPairs),
	selectable(Entry{Name: "partial", Tab: "Partial correlation", Suffix: "partial correlation of columns",
		About:  "what is left of the correlation of two columns once all others are known",
		offers: hasCovariance, size: planeSize,
		make: func(_ context.Context, s *Subject) (plotting.Figure, error) { return partialMatrix(s), nil },
		says: func(s *Subject, _ plotting.Figure) string {
			return "what is left of the correlation of two columns along the branches once all others are known (" +
				columnsTogether(s) + "), in the order of the correlations"
		}}, markPairs, pickPairs),
	selectable(Entry{Name: "directions", Tab: "Directions", Suffix: "directions",
		About:  "the directions in which the columns vary most along the tree, with their share of the variance",
		offers: hasCovariance,
		make:   func(_ context.Context, s *Subject) (plotting.Figure, error) { return principalDirections(s), nil },
		size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(cells.Hinton).Rows), 3.2) },
		says: wordsOf(func(s *Subject, f cells.Hinton) string {
			text := "weights of the columns on the directions in which they vary most along the tree (" +
				columnsTogether(s) + ")"
			if _, d := s.Data.Dims(); len(f.Items) < d {
				text += "; the " + plotting.FormatCount(len(f.Items)) + " of " + plotting.Plural(d, "column") +
					" that lead the directions"
			}
			return text
		})}, markDirections, pickDirections),
}
