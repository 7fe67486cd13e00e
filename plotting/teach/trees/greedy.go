package trees

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/times"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/teach/stage"
)

// Greedy is the stage of the search for one good tree.
func Greedy() stage.Stage {
	return stage.Stage{
		Name:  "greedy",
		Title: "Climbing from tree to tree",
		Summary: "A search takes each change that makes the tree better and no other; several starts end on " +
			"several hills.",
		Text: "A search does not draw trees, it looks for one that is good. It takes a random subtree off, tries the " +
			"places that promise most, with the times around them fitted, and keeps the tree if the objective rises. " +
			"Otherwise the subtree goes back. Every change is up. So the search ends on a hill, where no subtree " +
			"gains by another place, and not always on the highest: three starts climb side by side. The dashed " +
			"line is the tree that made the table, with its times fitted alike. Where the search passes it, the " +
			"table " +
			"itself prefers another tree: too few columns to know better.",
		Formula: []string{
			`T ← T' \quad \text{if} \quad F(T') > F(T)`,
			`F(T) = \text{log } p(X | T, t) + \text{log } p(T, t)`,
		},
		Signs: map[string]string{"F": "objective", "T": "tree", "X": "objective"},
		Try: []string{
			"Few columns: the search passes the truth. --set columns=4",
			"Many columns: all starts find the truth. --set columns=150",
			"Thirty leaves: more hills to end on. --set leaves=30",
		},
		More: []string{
			"Knowles (2012), Bayesian non-parametric models and inference for sparse and hierarchical latent " +
				"structure, section 4.5",
			"Felsenstein (2004), Inferring phylogenies, chapter 4",
		},
		Ask: stage.Question{Text: "How many of the true clades has the best tree in the end, as a share?",
			Counter: "true clades found, share", Part: "truth", High: 1},
		Controls: []inference.Parameter{
			{Name: "columns", Title: "Columns", Type: inference.Integer, Default: "20", Min: 1, Max: 200,
				Help: "Columns of the table: what is known of the tree."},
			{Name: "leaves", Title: "Leaves", Type: inference.Integer, Default: "14", Min: 4, Max: 40,
				Help: "Rows of the table."},
		},
		Pace: 8, Light: []string{"leaves=8"},
		New: stage.Rules[*greedy]{
			Start: newGreedy,
			Steps: func(*greedy) int { return climbs }, Step: func(g *greedy) { g.done++ },
			Figure: (*greedy).figure, Counters: (*greedy).counters, Summary: (*greedy).summary,
		}.New,
	}
}

// climbs is the number of subtrees that are tried, starts that of searches.
const (
	climbs = 120
	starts = 3
)

// A greedy shows one more try of each search a step.
type greedy struct {
	*greedyPlan
	done int
}

type greedyPlan struct {
	truth     *tree.Tree
	objective float64 // of the true structure, with times fitted
	search    [starts][]tried
}

// A tried is the tree of a search after a try.
type tried struct {
	tree      *tree.Tree
	objective float64
	better    int // attempts that made it better, up to this one
}

func newGreedy(o stage.Options) (*greedy, error) {
	rng := stage.NewRandom(o.Seed, 0)
	r := newRows(o, rng)
	p := &greedyPlan{truth: r.truth}
	for k := range p.search {
		if k > 0 {
			r.join(rng)
		}
		p.search[k] = r.climb(rng)
	}
	r.s.Adopt(r.truth)
	p.objective = r.fitTimes()
	return &greedy{greedyPlan: p}, nil
}

// fitTimes gives all branch points their best times, and returns the objective.
func (r *rows) fitTimes() float64 {
	var w times.Sweeper
	for range 40 {
		w.Sweep(r.s)
	}
	r.s.Recompute()
	return r.s.Objective()
}

// climb searches from the present tree.
func (r *rows) climb(rng stage.Random) (list []tried) {
	r.fitTimes()
	f := placing.NewSearcher(r.s, rng.Rand, func(float64) {})
	now := tried{tree: r.now(), objective: r.s.Objective()}
	list = append(list, now)
	for range climbs {
		done, improved := false, false
		for !done {
			done, improved = f.Advance(len(r.s.Parent))
		}
		if improved {
			now = tried{tree: r.now(), objective: r.s.Objective(), better: now.better + 1}
		}
		list = append(list, now)
	}
	return list
}

// best is the search with the best tree now.
func (g *greedy) best() (at int) {
	for k := range g.search {
		if g.search[k][g.done].objective > g.search[at][g.done].objective {
			at = k
		}
	}
	return at
}

// shared is the share of the true clades that a tree has.
func (p *greedyPlan) shared(t *tree.Tree) float64 {
	found, all := 0.0, 0.0
	for v := range p.truth.Children {
		if rows := p.truth.LeavesBelow(v); len(rows) > 1 && len(rows) < p.truth.Leaves() {
			all++
			if _, ok := t.FindClade(rows); ok {
				found++
			}
		}
	}
	return found / max(all, 1)
}

func (g *greedy) counters() []stage.Counter {
	now := g.search[g.best()][g.done]
	return []stage.Counter{stage.Unknown("objective, best", now.objective),
		stage.Unknown("of the true tree", g.objective),
		stage.Unknown("true clades found, share", g.shared(now.tree)),
		stage.Unknown("attempts that gained", float64(now.better))}
}

func (g *greedy) summary() string {
	now := g.search[g.best()][g.done]
	return fmt.Sprintf("After %s the best of %d searches has an objective of %s, the true tree %s; it has %s of "+
		"the true "+
		"clades.", plotting.Plural(g.done, "attempt"), starts, plotting.FormatDigits(now.objective, 3),
		plotting.FormatDigits(g.objective, 3), plotting.FormatPercent(g.shared(now.tree)))
}

func (g *greedy) figure() plotting.Figure {
	now := g.search[g.best()][g.done]
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", compared("the best tree so far; orange: clades that the truth lacks",
			now.tree.OrderedAs(g.truth), g.truth), 0, 0.5, 0, 0.56),
		chart.At("truth", compared("the tree that made the table", g.truth, now.tree), 0.5, 1, 0, 0.56),
		chart.At("objective", g.course(), 0, 1, 0.56, 1),
	}}
}

// compared is a tree with the branches of clades that another one lacks in orange, of those that it has in blue.
func compared(subtitle string, t, other *tree.Tree) *dendro.Dendrogram {
	d := dendro.NewDendrogram(t)
	d.Subtitle = subtitle
	d.Branches = &dendro.BranchValues{Values: make([]float64, t.Nodes()), Limit: 1, Bare: true}
	for v := range d.Branches.Values {
		d.Branches.Values[v] = math.NaN()
		if rows := t.LeavesBelow(v); len(rows) > 1 {
			d.Branches.Values[v] = 1
			if _, ok := other.FindClade(rows); ok {
				d.Branches.Values[v] = -1
			}
		}
	}
	return d
}

// course shows the objective of each search.
func (g *greedy) course() *chart.Chart {
	low, high := g.objective, g.objective
	layers := []chart.Layer{chart.Level("the true tree", 0, climbs, g.objective)}
	best := g.best()
	for k, list := range g.search {
		l := chart.Layer{Ink: chart.CategoryInk(k), Stroke: 1.5, Opacity: 0.7}
		if k == best {
			l.Stroke, l.Opacity = 2.5, 1
		}
		l.Name = fmt.Sprintf("start %d", k+1)
		for i, t := range list {
			low, high = min(low, t.objective), max(high, t.objective)
			if i <= g.done {
				l.X, l.Y = append(l.X, float64(i)), append(l.Y, t.objective)
			}
		}
		layers = append(layers, l)
	}
	low = max(low, high-3*(high-g.search[best][climbs].objective)-0.7*(high-low))
	pad := 0.06*(high-low) + 1e-3
	return chart.Plain("objective of the searches", chart.Axis{Name: "subtrees tried", High: climbs, Whole: true},
		chart.Axis{Low: low - pad, High: high + pad}, layers...)
}
