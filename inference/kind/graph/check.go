package graph

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
)

// Check implements inference.Part: names that are those of the data, edges between nodes in
// their order, each once, strengths between 0 and 1, and trees that are trees.
func (g *Graph) Check(data *inference.Dataset) error {
	if err := g.check(data); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	return nil
}

func (g *Graph) check(data *inference.Dataset) error {
	switch {
	case g.Over != Rows && g.Over != Columns:
		return fmt.Errorf("over %q", g.Over)
	case !slices.Contains([]string{Probability, Stability, Bootstrapped, Significance, Shared, Chosen, Neighbouring},
		g.Measure):
		return fmt.Errorf("its strengths are %q, which is unknown", g.Measure)
	case !(g.Omitted >= 0) || math.IsInf(g.Omitted, 0):
		return fmt.Errorf("omitted edges of strength %v", g.Omitted)
	case data != nil && g.Over == Rows && !slices.Equal(g.Nodes, data.Rows),
		data != nil && g.Over == Columns && !slices.Equal(g.Nodes, data.Columns):
		return fmt.Errorf("its nodes are not the %s of the data", g.Over)
	}
	if err := g.checkEdges(); err != nil {
		return err
	}
	t := len(g.Nodes)
	if g.Root != nil && (!g.Directed || len(g.Root) != t) {
		return fmt.Errorf("%d probabilities for %d roots", len(g.Root), t)
	}
	for u, p := range g.Root {
		if !(p >= 0 && p <= 1+1e-6) {
			return fmt.Errorf("node %d is a root with probability %v", u+1, p)
		}
	}
	if (g.Best != nil || g.Draws != nil) && !g.Directed {
		return fmt.Errorf("rooted trees in an undirected graph")
	}
	if g.Best != nil {
		if err := checkTree(g.Best, t); err != nil {
			return fmt.Errorf("the best tree: %w", err)
		}
	}
	for k, d := range g.Draws {
		if err := checkTree(d, t); err != nil {
			return fmt.Errorf("draw %d: %w", k+1, err)
		}
	}
	for k, p := range g.Path {
		if !(p.Penalty >= 0) || math.IsInf(p.Penalty, 0) || math.IsNaN(p.Criterion) || p.Edges < 0 {
			return fmt.Errorf("point %d of the path: %+v", k+1, p)
		}
		if p.Joined != nil && len(p.Joined) != p.Edges {
			return fmt.Errorf("point %d of the path has %d edges and lists %d", k+1, p.Edges, len(p.Joined))
		}
		for i, e := range p.Joined {
			if e[0] < 0 || e[0] >= e[1] || e[1] >= t || i > 0 && (e[1] < p.Joined[i-1][1] ||
				e[1] == p.Joined[i-1][1] && e[0] <= p.Joined[i-1][0]) {
				return fmt.Errorf("point %d of the path: edge %d from node %d to %d", k+1, i+1, e[0]+1, e[1]+1)
			}
		}
	}
	return g.Class.check(t)
}

func (c *Class) check(t int) error {
	if c == nil {
		return nil
	}
	if math.IsNaN(c.Log) || math.IsInf(c.Log, 0) {
		return fmt.Errorf("a class of score %v", c.Log)
	}
	for k, b := range c.Bonds {
		switch {
		case b.From < 0 || b.From >= t || b.To < 0 || b.To >= t || b.From == b.To || !b.Directed && b.From > b.To:
			return fmt.Errorf("bond %d of the class joins node %d to %d of %d", k+1, b.From+1, b.To+1, t)
		case k > 0 && (b.To < c.Bonds[k-1].To || b.To == c.Bonds[k-1].To && b.From <= c.Bonds[k-1].From):
			return fmt.Errorf("bond %d of the class is out of order", k+1)
		}
	}
	return nil
}

func (g *Graph) checkEdges() error {
	t := len(g.Nodes)
	for k, e := range g.Edges {
		switch {
		case e.From < 0 || e.From >= t || e.To < 0 || e.To >= t || e.From == e.To:
			return fmt.Errorf("edge %d from node %d to %d of %d", k+1, e.From+1, e.To+1, t)
		case !g.Directed && e.From > e.To:
			return fmt.Errorf("edge %d from node %d back to %d", k+1, e.From+1, e.To+1)
		case k > 0 && (e.To < g.Edges[k-1].To || e.To == g.Edges[k-1].To && e.From <= g.Edges[k-1].From):
			return fmt.Errorf("edge %d is out of order", k+1)
		case !(e.Strength >= 0 && e.Strength <= 1+1e-6):
			return fmt.Errorf("edge %d has strength %v", k+1, e.Strength)
		case math.IsNaN(e.Weight) || math.IsInf(e.Weight, 0) || g.Weighted == "" && e.Weight != 0:
			return fmt.Errorf("edge %d has weight %v", k+1, e.Weight)
		}
	}
	return nil
}

// checkTree checks that every path of parents ends at a root.
func checkTree(parent []int, t int) error {
	if len(parent) != t {
		return fmt.Errorf("%d parents for %d nodes", len(parent), t)
	}
	ends := make([]int, t) // the number of the walk that first came by, plus 1
	for u := range parent {
		for v := u; v != -1 && ends[v] != -1; v = parent[v] {
			if ends[v] == u+1 {
				return fmt.Errorf("node %d is its own ancestor", v+1)
			}
			if p := parent[v]; p < -1 || p >= t {
				return fmt.Errorf("node %d has the parent %d of %d", v+1, p+1, t)
			}
			ends[v] = u + 1
		}
		for v := u; v != -1 && ends[v] != -1; v = parent[v] {
			ends[v] = -1
		}
	}
	return nil
}
