// Package treestest helps to test the figure of a tree: it has a table with its draws and best trees, and a change of
// every choice in such a figure.
package treestest

import (
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/trees"

	"gonum.org/v1/gonum/mat"
)

// A Change is something that a person may choose about the tree of a result, with a value that is not the usual one.
type Change struct {
	Name  string
	Field string // of the state that it sets first, see [trees.State]
	// Set changes a state in which a result of the fixture is seen.
	Set func(s *trees.State)
	// Draws says that it means something where there are draws, and Best where there are the best trees of a search.
	Draws, Best bool
	Silent      bool // it changes the effect of keys, not the figure
}

// Changes lists a change of each choice, of some several.
func Changes() []Change {
	shown := func(c trees.Which) func(s *trees.State) { return func(s *trees.State) { s.Shown = c } }
	both := func(name, field string, set func(s *trees.State)) Change {
		return Change{Name: name, Field: field, Set: set, Draws: true, Best: true}
	}
	silent := func(name, field string, set func(s *trees.State)) Change {
		return Change{Name: name, Field: field, Set: set, Draws: true, Best: true, Silent: true}
	}
	return []Change{
		{Name: "the third best tree", Field: "Best", Set: func(s *trees.State) { s.Best = 2 }, Best: true},
		{Name: "consensus of 95 %", Field: "Shown",
			Set: shown(trees.Which{Kind: trees.ShownConsensus, Least: 0.95}), Draws: true},
		{Name: "consensus of half", Field: "Shown",
			Set: shown(trees.Which{Kind: trees.ShownConsensus, Least: 0.5}), Draws: true},
		{Name: "medoid", Field: "Shown", Set: shown(trees.Which{Kind: trees.ShownMedoid}), Draws: true},
		{Name: "best draw", Field: "Shown", Set: shown(trees.Which{Kind: trees.ShownBest}), Draws: true},
		{Name: "one draw", Field: "Shown",
			Set: shown(trees.Which{Kind: trees.ShownDraw, Chain: 1, Iteration: 40}), Draws: true},
		both("a search", "Search", func(s *trees.State) { s.Search = "row 1" }),
		silent("the match gone to", "Match", func(s *trees.State) { s.Match = 1 }),
		both("groups cut", "Groups", func(s *trees.State) {
			s.Groups = []study.Group{{Name: "ones", Rows: study.Set{0, 1, 2}}, {Name: "others", Rows: study.Set{6, 7, 8}}}
		}),
		both("the time of a cut", "CutTime", func(s *trees.State) {
			s.CutTime, s.Groups = 0.01, []study.Group{{Name: "all", Rows: inference.UpTo(Rows)}}
		}),
		silent("tightest clades", "Tightest", func(s *trees.State) { s.Tightest = true }),
		silent("a cut by branches", "Branches", func(s *trees.State) { s.Branches = true }),
		both("shape", "Shape", func(s *trees.State) { s.Shape = dendro.Circular }),
		both("no labels", "Labels", func(s *trees.State) { s.Labels = false }),
		both("one strip", "Strips", func(s *trees.State) { s.Strips = []string{"place"} }),
		both("no heat map", "Heat", func(s *trees.State) { s.Heat = false }),
		both("columns as in the file", "ColumnsOrder", func(s *trees.State) { s.ColumnsOrder = plotting.FileOrder }),
		both("the tree of the columns", "ColumnsOrder", func(s *trees.State) { s.ColumnsOrder = plotting.TreeOrder }),
		both("a clade of columns as one", "ColumnsShut", func(s *trees.State) {
			s.ColumnsOrder, s.ColumnsShut = plotting.TreeOrder, []study.Set{{0, 3}}
		}),
		both("support in labels", "Support", func(s *trees.State) { s.Support = dendro.SupportLabels }),
		both("weak branches collapsed", "Below", func(s *trees.State) { s.Below = 0.9 }),
		{Name: "draws behind", Field: "Behind", Set: func(s *trees.State) { s.Behind = true }, Draws: true},
		both("times of branch points", "Intervals", func(s *trees.State) { s.Intervals = true }),
		both("silhouettes", "Silhouettes", func(s *trees.State) { s.Silhouettes = true }),
		both("a clade as a wedge", "Collapsed", func(s *trees.State) { s.Collapsed = []study.Set{Clade()} }),
		both("a clade rotated", "Rotated", func(s *trees.State) { s.Rotated = []study.Set{Clade()} }),
		both("ladderized", "Order", func(s *trees.State) { s.Order = study.Ordering{Kind: study.Ladder} }),
		both("ordered by a column", "Order",
			func(s *trees.State) { s.Order = study.Ordering{Kind: study.ByColumn, Name: "y"} }),
	}
}

// Rows is the number of rows of the fixture.
const Rows = 12

// Clade is a clade of all trees of the fixture.
func Clade() study.Set { return study.Set{0, 1, 2, 3, 4, 5} }

// Table is a small table of two clear halves, with two annotations.
func Table() *inference.Table {
	rng := rand.New(rand.NewPCG(3, 5))
	cells := mat.NewDense(Rows, 4, nil)
	t := &inference.Table{Name: "twelve", Columns: []string{"x", "y", "z", "w"}, X: cells}
	var kind, place []string
	for i := range Rows {
		t.Rows = append(t.Rows, "row "+string(rune('a'+i)))
		if i >= Rows-3 {
			t.Rows[i] = "row 1" + string(rune('0'+i-Rows+3))
		}
		x := float64(20 * (i / 6))
		for j, v := range []float64{x + rng.NormFloat64(), rng.NormFloat64(), 3 * rng.NormFloat64(), 0} {
			cells.Set(i, j, v)
		}
		cells.Set(i, 3, cells.At(i, 0)+0.1*rng.NormFloat64())
		kind, place = append(kind, []string{"u", "v"}[i/6]), append(place, []string{"p", "q", "r"}[i%3])
	}
	t.Annotations = []inference.Annotation{inference.NewAnnotation("kind", kind), inference.NewAnnotation("place", place)}
	return t
}

// Draws are trees of data with noise on them, in three chains, with objectives.
func Draws(data *inference.Dataset) *forest.Forest {
	rng := rand.New(rand.NewPCG(9, 9))
	f := &forest.Forest{}
	for chain := range 3 {
		for i := range 10 {
			f.Draws = append(f.Draws,
				forest.Draw{Chain: chain, Iteration: 10 * i, Tree: noisy(data, 0.3, rng), Objective: -100 + rng.NormFloat64()})
		}
	}
	f.Trees = []forest.Weighted{{Tree: f.Draws[len(f.Draws)-1].Tree, Weight: 1}}
	return f
}

// Best are the best trees of a search, with supports.
func Best(data *inference.Dataset) *forest.Forest {
	rng := rand.New(rand.NewPCG(7, 9))
	f := &forest.Forest{}
	for i := range 3 {
		t := noisy(data, 0.3, rng)
		t.Support = make([]float64, t.Nodes())
		for v := range t.Support {
			t.Support[v] = 0.4 + 0.6*rng.Float64()
		}
		f.Trees = append(f.Trees, forest.Weighted{Tree: t, Objective: -100 - float64(i), Weight: 1})
	}
	return f
}

// noisy joins the rows with noise on them, in the order of a column.
func noisy(data *inference.Dataset, noise float64, rng *rand.Rand) *tree.Tree {
	x := mat.DenseCopyOf(data.X)
	x.Apply(func(_, _ int, v float64) float64 { return v + noise*rng.NormFloat64() }, x)
	return linkage.Tree(linkage.Cluster(x, linkage.Ward), data.Rows).OrderBy(mat.Col(nil, 2, data.X))
}
