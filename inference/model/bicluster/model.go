package bicluster

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/sweeps"

	"gonum.org/v1/gonum/mat"
)

// Model is the clustering of rows and columns at once. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model        = Model{}
	_ inference.Discrete     = Model{}
	_ inference.PriorSampler = Model{}
)

// Info describes the model.
func (Model) Info() inference.Info {
	concentration := func(name, of string) inference.Parameter {
		return sweeps.Concentration(name, "α, concentration of "+of+"s",
			"How readily a "+of+" starts a cluster of its own; larger values give more clusters.")
	}
	return sweeps.Info(inference.Info{
		Family: inference.FamilyClusters,
		Name:   "bicluster",
		Title:  "Clusters of rows and columns",
		Summary: "Finds clusters of rows and clusters of columns at once, as many as the data support, so that the table falls " +
			"into blocks. It predicts missing cells by their blocks.",
		Reference: "C. Kemp, J. B. Tenenbaum, T. L. Griffiths, T. Yamada and N. Ueda (2006), Learning systems of concepts with an infinite relational model, AAAI 21, 381–388; D. B. Dahl (2003), An improved merge-split sampler for conjugate Dirichlet process mixture models, University of Wisconsin–Madison technical report 1086; K. P. Murphy (2012), Machine Learning: A Probabilistic Perspective, section 25.6.",
		Parameters: []inference.Parameter{
			concentration("row_concentration", "row"),
			concentration("column_concentration", "column"),
			sweeps.Prior("Prior of blocks", "learnt: how alike the cells of a block are, and how much blocks differ, "+
				"is learnt; usual: it is held, at half a one and half a zero for zeros and ones."),
			sweeps.Proposals("split_merge", "Split-merge proposals", "5",
				"Number of proposals in each sweep, for rows and for columns, to split a cluster or merge two."),
			sweeps.Start("together: one cluster of rows and one of columns; apart: each row and column in its own.",
				sweeps.Together, sweeps.Apart),
		},
		Kinds:         []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Scalars: []string{"log_joint", "row_clusters", "column_clusters", "row_concentration",
			"column_concentration"},
	})
}

// Discrete implements inference.Discrete.
func (Model) Discrete(d *inference.Dataset, _ inference.Settings) bool {
	return block.Discrete(d) || d.Kinds != nil &&
		!slices.ContainsFunc(d.Kinds, func(k column.Kind) bool { return !k.Sort.Mass() })
}

// Check refuses tables of fewer than two rows or columns.
func (Model) Check(data *inference.Dataset, _ inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	if n < 2 || d < 2 {
		return nil, errors.New("bicluster: blocks need at least two rows and two columns")
	}
	if _, err := newTable(data); err != nil {
		return nil, err
	}
	switch {
	case data.Kinds != nil:
		notes = append(notes,
			"A block has a share of each level, a rate, or a mean and a variance, for each kind of its columns.")
	case block.Discrete(data) && data.Kind == inference.Binary:
		notes = append(notes, "Cells are taken as zeros and ones: a block has a share of ones.")
	case block.Discrete(data):
		notes = append(notes, "Cells are taken as counts: a block has a rate.")
	case !data.Preprocessing.Scale:
		notes = append(notes,
			"Columns are not scaled: blocks then mostly sort columns by their size. Scale them in the preprocessing, unless they share a unit.")
	}
	if data.Missing() > 0 {
		notes = append(notes, "Missing cells are not counted, and nothing is filled in for them.")
	}
	if note := partition.TogetherNote(max(n, d)); note != "" {
		notes = append(notes, note)
	}
	return notes, nil
}

// Estimate assumes √N clusters of N rows or columns up to 40, and costs measured on one core: 10 ns for each cell, and
// 30 ns for the likelihood of a block with the cells of a row.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	kr, kc := float64(clustersOf(rows)), float64(clustersOf(columns))
	sweep := 20*n*d + 30*kr*kc*(n+d) + float64(s.Int("split_merge"))*30*3*(n*kc/kr+d*kr/kc)
	bytes := 8*n*d + 40*(n*kc+d*kr) + mostDraws*8*(n+d)
	for _, k := range []int{rows, columns} {
		if k <= partition.MostTogether {
			bytes += 18 * float64(k*k)
		}
	}
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(sweep), Iteration: time.Duration(sweep)}
}

// clustersOf guesses the number of clusters of n items.
func clustersOf(n int) (k int) {
	for k = 1; k*k < n && k < 40; k++ {
	}
	return k
}

// New prepares a chain. It works on one thread.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	_ int) (inference.Stepper, error) {
	if n, d := data.Dims(); n < 2 || d < 2 {
		return nil, errors.New("bicluster: blocks need at least two rows and two columns")
	}
	return newSampler(data, s, streams)
}

// Sample implements inference.PriorSampler: numbers, with the usual prior of blocks.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, fmt.Errorf("bicluster: a sample of %d rows and %d columns has no cells", n, d)
	}
	x := mat.NewDense(n, d, nil)
	t, err := newTable(&inference.Dataset{X: x})
	if err != nil {
		return inference.Draw{}, err
	}
	z := crp.Partition(n, crp.Parameters{Concentration: s.Real("row_concentration")}, rng)
	w := crp.Partition(d, crp.Parameters{Concentration: s.Real("column_concentration")}, rng)
	t.draw(z, w, t.laws(), rng)
	for i := range n {
		x.SetRow(i, t.x[i*d:(i+1)*d])
	}
	return inference.Draw{X: x, Parts: []inference.Part{&partition.Partition{Name: "row clusters", Labels: z},
		&partition.Columns{Partition: &partition.Partition{Name: "column clusters", Labels: w}}}}, nil
}
