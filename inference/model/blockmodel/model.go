package blockmodel

import (
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/sweeps"
	"example.org/espalier/inference/words"
)

// Model is the clustering of the nodes of a network. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model    = Model{}
	_ inference.Discrete = Model{}
)

// The greatest numbers of nodes, as the table is held whole, and of relations.
const (
	mostNodes     = 3000
	mostRelations = 100
)

// The choices of parameters.
const (
	linksByTable     = "table"
	linksUndirected  = "undirected"
	linksDirected    = "directed"
	degreesFree      = "free"
	degreesHeld      = "held"
	startCommunities = "communities"
)

// Info describes the model.
func (Model) Info() inference.Info {
	return sweeps.Info(inference.Info{
		Family: inference.FamilyClusters,
		Name:   "blockmodel",
		Title:  "Blocks of a network",
		Summary: "Finds clusters of the nodes of a network, as many as the data support, so that links between two " +
			"clusters are alike. The table has a row and a column for each node. It predicts hidden links. Several " +
			"relations of the same nodes, and columns that describe the nodes, are explained together.",
		Reference: "C. Kemp, J. B. Tenenbaum, T. L. Griffiths, T. Yamada and N. Ueda (2006), Learning systems of " +
			"concepts with an infinite relational model, AAAI 21, 381–388; K. Nowicki and T. A. B. Snijders (2001), " +
			"Estimation and prediction for stochastic blockstructures, Journal of the American Statistical " +
			"Association 96, 1077–1087; B. Karrer and M. E. J. Newman (2011), Stochastic blockmodels and community " +
			"structure in networks, Physical Review E 83, 016107",
		Parameters: []inference.Parameter{
			{Name: "links", Title: "Links", Type: inference.Choice, Default: linksByTable,
				Choices: []string{linksByTable, linksUndirected, linksDirected},
				Help: "table: undirected where the table is the same both ways; undirected: each pair of nodes " +
					"counts once; directed: a link to a node and one from it are two."},
			{Name: "degrees", Title: "Degrees", Type: inference.Choice, Default: degreesFree,
				Choices: []string{degreesFree, degreesHeld},
				Help: "free: nodes with many links and nodes with few are told apart; held: nodes have the numbers " +
					"of links that they have, and clusters are of what else is alike. Of yes/no links and counts."},
			sweeps.Concentration("concentration", "α, concentration",
				"How readily a node starts a cluster of its own; larger values give more clusters."),
			sweeps.Prior("Prior of blocks", "learnt: how much blocks differ is learnt; usual: it is held, at half a "+
				"link and half a gap for yes/no links."),
			sweeps.Proposals("split_merge", "Split-merge proposals", "5",
				"Number of proposals in each sweep to split a cluster or merge two."),
			sweeps.Start("communities: groups of nodes with many links among them, other ones in each chain; together: "+
				"all nodes in one cluster; apart: each in its own.", startCommunities, sweeps.Together, sweeps.Apart),
		},
		Links:   true,
		Kinds:   []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count},
		Scalars: []string{"log_joint", "clusters", "concentration"},
	})
}

// Discrete implements inference.Discrete.
func (Model) Discrete(d *inference.Dataset, s inference.Settings) bool {
	p, err := newProblem(d, s)
	return err == nil && !slices.ContainsFunc(p.relations, func(t *network) bool { return !t.masses }) &&
		!slices.ContainsFunc(p.attributes, func(a *attribute) bool { return !a.masses })
}

// words names the kind of the links of a relation.
func (t *network) words() []string {
	way, sort := "undirected: each pair of nodes counts once", "numbers: a block has a mean and a variance"
	if t.directed {
		way = "directed, from rows to columns"
	}
	switch {
	case t.out != nil:
		sort = "counts: a block has a rate, and each node its degree"
	case t.kind == inference.Binary:
		sort = "yes/no: a block has a share of links"
	case t.masses:
		sort = "counts: a block has a rate"
	}
	return []string{"Links" + t.of() + " are " + way + ".", "Links" + t.of() + " are taken as " + sort + "."}
}

// Check refuses tables that are no network. A note names the kind of the links.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	p, err := newProblem(data, s)
	if err != nil {
		return nil, err
	}
	own, undirected := false, false
	for _, t := range p.relations {
		notes = append(notes, t.words()...)
		own, undirected = own || t.own, undirected || !t.directed
	}
	if len(p.relations) > 1 {
		notes = append(notes, "Clusters of nodes are of all relations together, each with blocks of its own.")
	}
	if k := len(p.attributes); k > 0 {
		var names []string
		for _, a := range p.attributes {
			names = append(names, data.Columns[a.column])
		}
		notes = append(notes, inference.Plural(k, "column")+" "+words.ByNumber(k, "describes", "describe")+
			" the nodes, and clusters explain "+words.ByNumber(k, "it", "them")+" as well: "+
			words.QuoteSome(names, 5)+".")
	}
	if p.plain() && nameless(data) {
		notes = append(notes, "Rows and columns have different names: they are taken for the nodes in their order.")
	}
	if !own {
		notes = append(notes, "Links of nodes with themselves are not counted, as there are none.")
	}
	if data.Missing() > 0 {
		text := "Missing cells are not counted."
		if undirected {
			text = "Missing cells are not counted, nor are their counterparts across the diagonal, " +
				"unless one half of the table is empty."
		}
		notes = append(notes, text)
	}
	if note := partition.TogetherNote(p.n); note != "" {
		notes = append(notes, note)
	}
	return notes, nil
}

// Estimate assumes √N clusters up to 40, and costs measured on one core: 6 ns for each cell, and 10 ns for the
// likelihood of a block.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, _ := data.Dims()
	n, k := float64(rows), 1.0
	for k*k < n && k < 40 {
		k++
	}
	each := 2 * (6*n + 2*10*k*k)
	sweep := n*each + float64(s.Int("split_merge"))*2*n/k*(6*n+80*k)
	bytes := 24*n*n + mostDraws*8*n
	if rows <= partition.MostTogether {
		bytes += 36 * n * n
	}
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(sweep) + time.Microsecond,
		Iteration: time.Duration(sweep) + time.Microsecond}
}

// New prepares a chain. It works on one thread.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	_ int) (inference.Stepper, error) {
	return newSampler(data, s, streams)
}
