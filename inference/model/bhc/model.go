package bhc

import (
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
)

// Model is Bayesian hierarchical clustering. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

const (
	mostRows = 20_000  // of trees built from the rows
	mostMany = 200_000 // of trees built from the top
	fewRows  = 3000    // up to which auto builds from the rows

	// How the tree is built.
	fromRows = "rows"
	fromTop  = "top"

	// How the tree is cut.
	byOdds      = "odds"
	byPartition = "partition"
)

// Info describes the model.
func (Model) Info() inference.Info {
	positive := func(name, title, help string) inference.Parameter {
		return inference.Parameter{Name: name, Title: title, Type: inference.Real, Default: "1", Min: 0, OpenMin: true,
			Max: most, Learnt: true, Help: help}
	}
	return inference.Info{
		Family: inference.FamilyTrees,
		Name:   "bhc",
		Title:  "Bayesian hierarchical clustering",
		Summary: "Joins the two nodes whose rows are most likely one cluster of a Dirichlet process mixture. Fast; the tree " +
			"says where it should be cut, and with what probability two rows share a cluster.",
		Reference: "K. A. Heller and Z. Ghahramani (2005), Bayesian hierarchical clustering, Proceedings of the 22nd " +
			"International Conference on Machine Learning, 297–304; C. Blundell, Y. W. Teh and K. A. Heller (2010), " +
			"Bayesian rose trees, Proceedings of the 26th Conference on Uncertainty in Artificial Intelligence, 65–72.",
		Parameters: []inference.Parameter{
			positive("concentration", "α, concentration", "How readily a row starts a cluster of its own; larger values give "+
				"more clusters."),
			positive("scale", "ρ, scale", "Expected variance within a cluster, as a proportion of the variance of the data."),
			positive("kappa", "κ₀, rows of the mean",
				"Weight of the prior on a cluster's mean, in rows; small values let means "+
					"lie far apart."),
			{Name: "freedom", Title: "δ, degrees of freedom", Type: inference.Real, Default: "3", Min: 2,
				OpenMin: true, Max: 1e4, Advanced: true,
				Help: "How strongly the prior pulls the variances of clusters together; near 2 they are free."},
			{Name: "search", Title: "Build", Type: inference.Choice, Default: "auto", Before: fromRows,
				Choices: []string{"auto", fromRows, fromTop}, Advanced: true,
				Help: fmt.Sprintf("rows: joins rows, comparing all pairs; top: divides the rows by the tree of "+
					"some that "+
					"are drawn at random, and again each side, which is quick for many rows but finds a tree of lower "+
					"density; auto: rows up to %d of them, else top.", fewRows)},
			{Name: "groups", Title: "Groups", Type: inference.Choice, Default: byOdds, Before: byOdds,
				Choices: []string{byOdds, byPartition},
				Help: "odds: the tree is cut, from the top, where rows are as likely one cluster as not; " +
					"partition: the most probable of all partitions that are consistent with the tree."},
			{Name: "covariance", Title: "Covariance", Type: inference.Choice, Default: diagonal, Before: diagonal,
				Choices: []string{diagonal, full},
				Help: fmt.Sprintf("diagonal: columns are independent within a cluster; full: columns of numbers, at "+
					"most %d without missing cells, go together within it.", mostFull)},
			{Name: "trees", Title: "Trees", Type: inference.Choice, Default: binaryTrees, Before: binaryTrees,
				Choices: []string{binaryTrees, roseTrees},
				Help: "binary: each node joins two; rose: nodes have as many children as the rows support, so that a " +
					"group without structure is one node."},
			{Name: "mixing", Title: "γ, mixing", Type: inference.Real, Default: "0.5", Before: "0.5", Min: 0, Max: 1,
				OpenMin: true, OpenMax: true, Advanced: true,
				Help: "Of rose trees: the probability that a node of two children is one cluster. A greater one gives " +
					"nodes of more children."},
		},
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Kinds:          []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count},
		Scalars:        []string{"log_joint", "clusters", "concentration", "scale", "kappa", "height"},
		Objective:      "log_joint",
		ObjectiveTitle: "log joint density, nats",
		Iteration:      "round",
		Iterations:     20,
	}
}

// Check refuses tables of fewer than two rows and of too many.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, _ := data.Dims()
	switch {
	case n < 2:
		return nil, fmt.Errorf("bhc: a tree needs at least 2 rows and the table has %d; open a table with more rows", n)
	case n > mostMany && isRandom(n, s):
		return nil, fmt.Errorf("bhc: %d rows take too long; keep the %d most variable rows in the preprocessing", n,
			mostMany)
	case n > mostRows && !isRandom(n, s):
		return nil, fmt.Errorf(
			"bhc: every pair of %d rows would be compared, which takes too long; keep the %d most variable rows in the preprocessing, or use agglomerative",
			n, mostRows)
	}
	k, err := block.ColumnsOf(data)
	if err != nil {
		return nil, fmt.Errorf("bhc: %w", err)
	}
	if err := takesFull(data, k, s); err != nil {
		return nil, err
	}
	numbers := data.X
	if k != nil {
		notes, numbers = append(notes, k.Note()), k.Table(data.X)
	}
	if numbers == nil {
	} else if constant, err := conjugate.Constant("bhc", numbers); err != nil && k == nil {
		return nil, err
	} else if constant > 0 {
		notes = append(notes, conjugate.ConstantNote(constant))
	}
	if k == nil && data.Kind == inference.Binary && !data.Preprocessing.Centre && !data.Preprocessing.Scale {
		notes = append(notes, conjugate.BinaryNote)
	}
	if data.Missing() > 0 {
		notes = append(notes, "Nothing is filled in for missing cells.")
	}
	if note := partition.TogetherNote(n); note != "" {
		notes = append(notes, note)
	}
	return notes, nil
}

// Estimate assumes that each pair is weighed three times, at 2 ns for each column, or 20 ns where cells are missing.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	each := 40 + 2*d
	for _, k := range data.Kinds {
		if !k.Sort.Real() {
			each += 25 // a table of log Γ is looked up for each level
		}
	}
	if data.Missing() > 0 {
		each = 40 + 20*d
	}
	if s.Text("covariance") == full {
		each = 40 + 20*d + d*d*d/3
	}
	pairs := n * n / 2
	if isRandom(rows, s) {
		pairs = n * samples * math.Sqrt(n) * 2
	}
	build := time.Duration(3 * float64(len(startShares)) * pairs * each)
	bytes := 8 * (2*n*d*3 + 10*n)
	if rows <= partition.MostTogether {
		bytes += 8 * n * n
	}
	return inference.Estimate{Bytes: int64(bytes), Start: build,
		Iteration: build/time.Duration(len(startShares)) + time.Duration(200*n*each)}
}

// New prepares a fit. It works on one thread, and draws random numbers where it builds trees from the top.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	_ int) (inference.Stepper, error) {
	if n, d := data.Dims(); n < 2 || d < 1 {
		return nil, errors.New("bhc: a tree needs at least two rows and a column")
	}
	return newFit(data, s, streams)
}

// takesFull refuses tables of which clusters have no full covariances.
func takesFull(data *inference.Dataset, k *block.Columns, s inference.Settings) error {
	if s.Text("covariance") != full {
		return nil
	}
	x := data.X
	if k != nil {
		x = k.Table(x)
	}
	if x == nil {
		return errors.New("bhc: no column holds numbers, so that there are no full covariances; choose diagonal")
	}
	n, d := x.Dims()
	if d > mostFull {
		return fmt.Errorf("bhc: full covariances are for at most %d columns of numbers and there are %d; choose "+
			"diagonal, or keep the %d most variable columns", mostFull, d, mostFull)
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				if k != nil {
					j = k.Numbers[j]
				}
				return fmt.Errorf("bhc: full covariances need complete rows; %q has no %q. Choose diagonal, or "+
					"leave out rows with missing cells", data.Rows[i], data.Columns[j])
			}
		}
	}
	return nil
}

// lawOf returns the law that the settings ask for.
func lawOf(s inference.Settings) law {
	l := law{freedom: s.Real("freedom")}
	if s.Text("trees") == roseTrees {
		l.mixing = s.Real("mixing")
	}
	return l
}

// isRandom reports whether the tree of n rows is built from the top.
func isRandom(n int, s inference.Settings) bool {
	how := s.Text("search")
	return how == fromTop || how == "auto" && n > fewRows
}
