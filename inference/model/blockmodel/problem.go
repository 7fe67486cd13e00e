package blockmodel

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/sweeps"
)

// A problem holds the data that the clusters of the nodes explain: relations, and attributes of the nodes.
type problem struct {
	n          int
	relations  []*network // at least one
	attributes []*attribute
	at         []place // of each column of the data
}

// A place is the relation of a column and its node or, where the relation is −1, its attribute.
type place struct{ relation, item int }

// newProblem reads the relations and attributes of a table with a row for each node. The error names the row and column
// that are wrong.
func newProblem(data *inference.Dataset, s inference.Settings) (*problem, error) {
	groups, others, err := relations(data)
	if err != nil {
		return nil, err
	}
	n, d := data.Dims()
	p := &problem{n: n, at: make([]place, d)}
	for r, g := range groups {
		name := g.Name
		if len(groups) == 1 {
			name = ""
		}
		t, err := newNetwork(data, name, g.Columns, s)
		if err != nil {
			return nil, err
		}
		p.relations = append(p.relations, t)
		for item, j := range g.Columns {
			p.at[j] = place{r, item}
		}
	}
	if p.attributes, err = newAttributes(data, others); err != nil {
		return nil, fmt.Errorf("blockmodel: %w", err)
	}
	for item, j := range others {
		p.at[j] = place{-1, item}
	}
	return p, nil
}

// relations finds the columns of each relation, and those that describe the nodes. A square table is one, whatever the
// names of its columns. The error says that there is none, or that there are too many.
func relations(data *inference.Dataset) (groups []inference.Related, others []int, err error) {
	n, d := data.Dims()
	switch _, joined := data.Groups(); {
	case d == n && !joined && n >= 3:
		if !nameless(data) {
			for i, name := range data.Rows {
				if data.Columns[i] != name {
					return nil, nil, fmt.Errorf("blockmodel: row %d is %q and column %d is %q; each node needs its row "+
						"and its column at the same place, by the same name", i+1, name, i+1, data.Columns[i])
				}
			}
		}
		groups = []inference.Related{{Columns: inference.UpTo(n)}}
	default:
		if joined || data.Kinds != nil {
			groups, others = data.Relations()
		}
		if len(groups) == 0 {
			return nil, nil, fmt.Errorf("blockmodel: a network is a square table, with a row and a column for each of "+
				"at least 3 nodes; this one has %d rows and %d columns. Links between rows and columns of two sorts "+
				"are for bicluster", n, d)
		}
	}
	if n > mostNodes {
		return nil, nil, fmt.Errorf("blockmodel: the network has %d nodes; at most %d are taken. Leave out some",
			n, mostNodes)
	}
	if len(groups) > mostRelations {
		return nil, nil, fmt.Errorf("blockmodel: the network has %d relations; at most %d are taken. Leave out some",
			len(groups), mostRelations)
	}
	return groups, others, nil
}

// nameless reports whether no row has the name of a column: then rows and columns are the nodes in their order.
func nameless(data *inference.Dataset) bool {
	return !slices.ContainsFunc(data.Rows, func(r string) bool { return slices.Contains(data.Columns, r) })
}

// state returns the state of a chain with all nodes together.
func (p *problem) state(s inference.Settings) *state {
	out := &state{z: make([]int, p.n), usual: s.Text("prior") == sweeps.Usual, alpha: s.Real("concentration"),
		fixed: s.Fixed("concentration")}
	for _, t := range p.relations {
		out.parts = append(out.parts, newLayer(t))
	}
	for _, a := range p.attributes {
		own := *a
		out.parts = append(out.parts, &own)
	}
	return out
}

// columnLabels returns the cluster of each column, given those of the nodes: the clusters of the nodes, relation by
// relation. Attributes are in none.
func (p *problem) columnLabels(nodes []int) []int {
	count := 0
	for _, k := range nodes {
		count = max(count, k+1)
	}
	out := make([]int, len(p.at))
	for j, at := range p.at {
		if out[j] = -1; at.relation >= 0 && nodes[at.item] >= 0 {
			out[j] = at.relation*count + nodes[at.item]
		}
	}
	return out
}

// plain reports whether the columns are the nodes of one relation.
func (p *problem) plain() bool { return len(p.at) == p.n }

// inner returns a value of a cell in working units as its law takes it, and the difference of a log density in working
// units from that of the law.
func (p *problem) inner(data *inference.Dataset, j int, u float64) (y, beside float64) {
	at := p.at[j]
	if at.relation < 0 {
		a := p.attributes[at.item]
		return a.inner(u), -math.Log(a.scale)
	}
	t := p.relations[at.relation]
	return t.inner(t.cell(data, j, u)), -math.Log(t.scale) - data.LogJacobianAt(j, u)
}
