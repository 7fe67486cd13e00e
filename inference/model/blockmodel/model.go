package blockmodel

import (
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/sweeps"
)

// Model is the clustering of the nodes of a network. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model    = Model{}
	_ inference.Discrete = Model{}
)

// mostNodes is the greatest number of nodes: the table is held whole.
const mostNodes = 3000

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
			"clusters are alike. The table has a row and a column for each node. It predicts hidden links.",
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
		Scalars: []string{"log_joint", "clusters", "concentration"},
	})
}

// Discrete implements inference.Discrete.
func (Model) Discrete(d *inference.Dataset, _ inference.Settings) bool {
	return d.Kind == inference.Binary || d.Kind == inference.Count
}

// Check refuses tables that are no network, and says what the links are taken for.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	t, err := newNetwork(data, s)
	if err != nil {
		return nil, err
	}
	way, sort := "undirected: each pair of nodes counts once", "numbers: a block has a mean and a variance"
	if t.directed {
		way = "directed, from rows to columns"
	}
	switch {
	case t.out != nil:
		sort = "counts: a block has a rate, and each node its degree"
	case data.Kind == inference.Binary:
		sort = "yes/no: a block has a share of links"
	case t.masses:
		sort = "counts: a block has a rate"
	}
	notes = []string{"Links are " + way + ".", "They are taken as " + sort + "."}
	if nameless(data) {
		notes = append(notes, "Rows and columns have different names: they are taken for the nodes in their order.")
	}
	if !t.own {
		notes = append(notes, "Links of nodes with themselves are not counted, as there are none.")
	}
	if data.Missing() > 0 {
		text := "Missing cells are not counted."
		if !t.directed {
			text = "Missing cells are not counted, nor are their counterparts across the diagonal, " +
				"unless one half of the table is empty."
		}
		notes = append(notes, text)
	}
	if note := partition.TogetherNote(t.n); note != "" {
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
