package graphs

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	sheets "example.org/espalier/docs/teach"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// There are T^(T−1) rooted trees (Cayley); of equal weights the sum is their number and every edge
// has probability 1/T.
func TestTreesAreCounted(t *testing.T) {
	for nodes, want := range map[string]float64{"3": 9, "4": 64, "5": 625} {
		p := stagetest.Played[treesPlay](t, AllTheTrees(), 1, "nodes", nodes, "gap", "0", "spread", "0")
		inferencetest.Near(t, nodes+" nodes", float64(p.seen), want, 0)
		inferencetest.Near(t, "determinant", math.Exp(p.exact), want, 1e-9)
		for u := range p.weights.T {
			for v := range p.weights.T {
				if u != v {
					inferencetest.Near(t, "edge", p.edges[u*p.weights.T+v], 1/float64(p.weights.T), 1e-12)
				}
			}
		}
	}
}

// What is counted is what the determinant says, of the sum and of every edge.
func TestCountIsDeterminant(t *testing.T) {
	for seed := range uint64(4) {
		p := stagetest.Played[treesPlay](t, AllTheTrees(), seed, "gap", "3", "spread", "1.5")
		inferencetest.Near(t, "sum", p.counted(), 1, 1e-10)
		inferencetest.Near(t, "elimination", p.total, p.exact, 1e-10)
		for k, v := range p.edges {
			inferencetest.Near(t, "edge", v, p.shares[k], 1e-10)
		}
	}
}

// With a large σ every row is the parent of every other with about probability 1/T; with a small one
// nearly one tree is left, of the nearest rows.
func TestParents(t *testing.T) {
	p := stagetest.Played[parentPlay](t, WhichParent(), 2, "points", "6")
	far := p.posterior(1e5)
	for u := range 6 {
		for v := range 6 {
			if u != v {
				inferencetest.Near(t, "far edge", far.edge[u*6+v], (1-far.root[u]+far.root[v])/6, 1e-6) // a tree has its root's edges twice as often
			}
		}
	}
	inferencetest.Near(t, "far entropy", far.entropy, math.Log2(6), 0.15) // roots are not alike
	if near := p.posterior(0.02); near.entropy > 0.7*far.entropy {
		t.Errorf("a parent is unsure by %v bits with a small step", near.entropy)
	}
	// Two points: the density is the mean of both orders.
	two := &parentPlan{x: []float64{0.3, 1}, y: []float64{-0.2, 0.4}}
	q := two.posterior(0.7)
	root := func(k int) float64 {
		return math.Exp(-(two.x[k]*two.x[k]+two.y[k]*two.y[k])/8) / (2 * math.Pi * 4)
	}
	edge := math.Exp(-(0.49+0.36)/(2*0.49)) / (2 * math.Pi * 0.49)
	inferencetest.Near(t, "two points", math.Exp(q.log), (root(0)+root(1))/2*edge, 1e-12)
	inferencetest.Near(t, "root", q.root[0], root(0)/(root(0)+root(1)), 1e-12)
	best := 0
	all := stagetest.Played[parentPlay](t, WhichParent(), 3, "points", "24")
	for k, a := range all.at {
		if a.log > all.at[best].log {
			best = k
		}
	}
	if s := all.at[best].sigma; s < 0.25 || s > 1 {
		t.Errorf("points of σ 0.5 are likeliest under %v", s)
	}
}

// The fits are optimal, begin without an edge and find the true chain in many rows.
func TestSparse(t *testing.T) {
	for _, shape := range []string{"chain", "star", "pairs"} {
		p := stagetest.Played[sparsePlay](t, SparseOrDense(), 1, "network", shape, "rows", "500")
		if p.points[0].edges != 0 {
			t.Errorf("%s: %d edges at the greatest λ", shape, p.points[0].edges)
		}
		for _, q := range p.points {
			inferencetest.Near(t, shape+": optimality", q.error, 0, 1e-8)
		}
		chosen := p.points[p.best]
		if chosen.true != len(p.truth) {
			t.Errorf("%s: %d of %d true edges are chosen", shape, chosen.true, len(p.truth))
		}
	}
	p := stagetest.Played[sparsePlay](t, SparseOrDense(), 1, "network", "pairs", "columns", "6")
	if len(p.truth) != 3 {
		t.Errorf("%d pairs of 6 columns", len(p.truth))
	}
}

// Of a chain of nine edges in 80 rows nearly all are chosen and hardly any edges of chance. Scored as the lasso shrinks
// them, networks with many edges of chance would be.
func TestChosenNetworkHasFewEdgesOfChance(t *testing.T) {
	chance, shrunken := 0, 0
	for seed := range uint64(8) {
		p := stagetest.Played[sparsePlay](t, SparseOrDense(), seed+1)
		best := p.points[p.best]
		chance += best.edges - best.true
		if best.true < 8 || best.edges-best.true > 2 {
			t.Errorf("seed %d: %d edges are chosen, %d of 9 true ones", seed+1, best.edges, best.true)
		}
		kept := slices.MinFunc(p.points, func(a, b sparsePoint) int { return cmp.Compare(a.shrunken, b.shrunken) })
		shrunken += kept.edges - kept.true
		if sheet, _ := sheets.Of("sparse"); seed == 0 {
			if kept.edges != 17 || kept.edges-kept.true != 8 || !strings.Contains(sheet, "until 17 edges, eight of them of chance") {
				t.Errorf("shrunken fits choose %d edges, %d of chance, and the lesson sheet says otherwise", kept.edges, kept.edges-kept.true)
			}
		}
	}
	if chance > 4 || shrunken < 30 {
		t.Errorf("%d edges of chance in eight tables, %d without the second fit", chance, shrunken)
	}
}

// The Gaussian of the greatest likelihood on a tree has, of every edge, the inverse of the 2×2 covariance, less 1/s_ii
// for each edge of a column but one (Lauritzen 1996, Graphical models, section 5.3); the criterion follows.
func TestFittedAgainOnATree(t *testing.T) {
	const d, n = 4, 30
	s := []float64{1, 0.5, 0.3, -0.2, 0.5, 1, 0.4, 0.1, 0.3, 0.4, 1, 0.25, -0.2, 0.1, 0.25, 1}
	joined := make([]bool, d*d)
	want := make([]float64, d*d)
	degree, log := make([]float64, d), 0.0
	edges := [][2]int{{0, 1}, {1, 2}, {1, 3}}
	for _, e := range edges {
		i, j := e[0], e[1]
		joined[i*d+j], joined[j*d+i] = true, true
		r := s[i*d+j]
		want[i*d+i] += 1 / (1 - r*r)
		want[j*d+j] += 1 / (1 - r*r)
		want[i*d+j], want[j*d+i] = -r/(1-r*r), -r/(1-r*r)
		log -= math.Log(1 - r*r)
		degree[i]++
		degree[j]++
	}
	for i := range d {
		want[i*d+i] -= degree[i] - 1
	}
	omega := refitted(d, s, joined)
	for i := range d {
		for j := range d {
			inferencetest.Near(t, "Ω", omega.At(i, j), want[i*d+j], 1e-7)
		}
	}
	p := &sparsePlan{d: d, n: n}
	inferencetest.Near(t, "EBIC", p.ebic(s, omega, len(edges)), -n*(log-d)+3*math.Log(n)+6*math.Log(d), 1e-6)
}

// Murphy (2012), section 26.4: eight rows of two columns with α = 4.
func TestTextbook(t *testing.T) {
	p := stagetest.Played[arrowsPlay](t, Arrows(), 1, "table", "textbook")
	if len(p.graphs) != 3 || len(p.classes) != 2 || p.rows() != 8 {
		t.Fatalf("%d graphs in %d classes, %d rows", len(p.graphs), len(p.classes), p.rows())
	}
	c := p.counters()
	inferencetest.Near(t, "edge", math.Exp(c[3].Drawn), 7.2150072150e-6, 1e-15)
	inferencetest.Near(t, "no edge", math.Exp(c[2].Drawn), 6.7465002530e-6, 1e-15)
	inferencetest.Near(t, "edge against none", c[4].Drawn, 0.5167785235, 1e-10)
}

// Three nodes have 25 directed graphs without cycles in 11 classes, of one score each; the meeting
// of two arrows is a class by itself, a chain has three.
func TestClasses(t *testing.T) {
	p := stagetest.Played[arrowsPlay](t, Arrows(), 2, "rows", "1200")
	if len(p.graphs) != 25 || len(p.classes) != 11 {
		t.Fatalf("%d graphs in %d classes", len(p.graphs), len(p.classes))
	}
	inferencetest.Near(t, "within classes", p.spread(), 0, 1e-10)
	names := p.bars().Y.Labels
	for _, want := range []string{"no edge", "A–B", "A–C–B", "A→C←B", "B→A←C", "all joined"} {
		if !slices.Contains(names, want) {
			t.Errorf("no class is named %q: %q", want, names)
		}
	}
	best := p.classes[p.best()]
	if len(best.members) != 1 || p.graphs[best.members[0]].text != "A→C B→C" || len(best.fixed) != 2 {
		t.Errorf("a meeting is taken for %q of %d", p.graphs[best.members[0]].text, len(best.members))
	}
	p = stagetest.Played[arrowsPlay](t, Arrows(), 2, "table", "chain")
	best = p.classes[p.best()]
	if len(best.members) != 3 || len(best.fixed) != 0 {
		t.Errorf("a chain is taken for %q of %d", p.graphs[best.members[0]].text, len(best.members))
	}
	p = stagetest.Played[arrowsPlay](t, Arrows(), 2, "table", "independent", "rows", "1200")
	if p.graphs[p.classes[p.best()].members[0]].text != "no edge" {
		t.Errorf("independent columns are taken for %q", p.graphs[p.classes[p.best()].members[0]].text)
	}
}
