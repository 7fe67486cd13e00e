package batch

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/gonum/mat"
)

// graphFacts say how large a graph is; its edges are in edges.csv.
type graphFacts struct {
	Over     string `json:"over"` // what the nodes are: rows or columns
	Directed bool   `json:"directed"`
	Nodes    int    `json:"nodes"`
	Edges    int    `json:"edges"`             // that are listed
	Measure  string `json:"measure"`           // what the probability of an edge is
	Weight   string `json:"weight,omitempty"`  // what its weight is
	Unit     string `json:"unit,omitempty"`    // of the weight
	Omitted  number `json:"omitted,omitempty"` // sum of the probabilities of edges that are not listed
	// Truth compares it with the edges of --truth.
	Truth *truthFacts `json:"truth,omitempty"`
}

// graphFacts returns nil for results without a graph.
func (f *fitted) graphFacts() *graphFacts {
	g := graph.Of(f.snapshot)
	if g == nil {
		return nil
	}
	return &graphFacts{Over: g.Over, Directed: g.Directed, Nodes: len(g.Nodes), Edges: len(g.Edges), Measure: g.Measure, Weight: g.Weighted, Unit: g.Unit(), Omitted: number(g.Omitted), Truth: f.compared()}
}

// writeGraph writes the edges and nodes of a graph as tables, and the graph for other programs:
// GraphML, DOT and the JSON of Cytoscape.
func (f *fitted) writeGraph(out *folder) error {
	g := graph.Of(f.snapshot)
	if g == nil {
		return nil
	}
	sheets := depict.GraphSheets(g)
	if c := f.propagated(); c != nil {
		sheets = append(sheets, depict.LabelSheet(c, f.material.Data.Rows))
	}
	for _, sheet := range sheets {
		if err := out.writeSheet(sheet.Name+".csv", sheet); err != nil {
			return err
		}
	}
	if _, together := f.grove(); together != nil {
		if err := out.writeSheet("matrices/together.csv", depict.TogetherSheet(together, f.material.Data.Rows)); err != nil {
			return err
		}
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{"graph.graphml", g.WriteGraphML}, {"graph.dot", g.WriteDOT}, {"graph.cyjs", g.WriteCytoscape}} {
		if err := out.stream(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

// propagatedFacts say what became of labels that were propagated along the edges of a graph; those of each
// row are in labels.csv.
type propagatedFacts struct {
	Annotation string   `json:"annotation"`
	Labels     []string `json:"labels"`
	Known      []int    `json:"known"`    // rows known to have each label
	Hidden     int      `json:"hidden"`   // rows without a known label
	Expected   []number `json:"expected"` // hidden rows expected to have each label
}

// propagated returns the labels that were propagated along the edges of a graph; nil for none.
func (f *fitted) propagated() *classes.Classification {
	if graph.Of(f.snapshot) == nil {
		return nil
	}
	return classes.Of(f.snapshot)
}

func (f *fitted) propagatedFacts() *propagatedFacts {
	c := f.propagated()
	if c == nil {
		return nil
	}
	out := &propagatedFacts{Annotation: c.Class, Labels: c.Levels, Known: make([]int, len(c.Levels)), Expected: make([]number, len(c.Levels))}
	for i, known := range c.Truth {
		if known >= 0 {
			out.Known[known]++
			continue
		}
		out.Hidden++
		for k := range c.Levels {
			out.Expected[k] += number(c.Probabilities.At(i, k))
		}
	}
	return out
}

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
