package batch

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// groveFacts say what the trees drawn have as roots, for models of several trees over the rows.
type groveFacts struct {
	Draws int    `json:"draws"` // of whole forests
	Roots object `json:"roots"` // share of the draws with each number of roots
	// Pairs are the rows that are in one tree in at least half of the draws; null where there are too
	// many rows for shares of pairs.
	Pairs *int `json:"pairs"`
}

// grove returns the graph and the share of the draws in which each pair of rows is in one tree; the graph is nil for
// models of a single tree, the shares where there are too many rows.
func (f *fitted) grove() (*graph.Graph, *mat.Dense) {
	g, p := graph.Of(f.snapshot), partition.Of(f.snapshot)
	if g == nil || p == nil || g.Over != graph.Rows || len(g.Draws) == 0 {
		return nil, nil
	}
	return g, p.Together
}

func (f *fitted) groveFacts() *groveFacts {
	g, together := f.grove()
	if g == nil {
		return nil
	}
	counts := map[int]float64{}
	for _, parents := range g.Draws {
		roots := 0
		for _, v := range parents {
			if v < 0 {
				roots++
			}
		}
		counts[roots]++
	}
	out := &groveFacts{Draws: len(g.Draws), Roots: sharesOf(counts)}
	if together != nil {
		n, _ := together.Dims()
		pairs := 0
		for i := range n {
			for _, share := range together.RawRowView(i)[:i] {
				if share >= 0.5 {
					pairs++
				}
			}
		}
		out.Pairs = &pairs
	}
	return out
}

// sharesOf lays out how often each number was counted, as shares, the least number first.
func sharesOf(counts map[int]float64) (o object) {
	all := 0.0
	for _, n := range counts {
		all += n
	}
	for k, n := range counts {
		o = append(o, member{strconv.Itoa(k), n / all})
	}
	slices.SortFunc(o, func(a, b member) int {
		x, _ := strconv.Atoi(a.name)
		y, _ := strconv.Atoi(b.name)
		return cmp.Compare(x, y)
	})
	return o
}

// togetherSheet is the matrix of the shares of draws in which two rows are in one tree.
func togetherSheet(together *mat.Dense, names []string) plotting.Sheet {
	return plotting.Sheet{Name: "together", Header: append([]string{"row"}, names...), Rows: func(yield func([]string) bool) {
		for i, name := range names {
			row := []string{name}
			for _, share := range together.RawRowView(i) {
				row = append(row, plotting.Cell(share))
			}
			if !yield(row) {
				return
			}
		}
	}}
}
