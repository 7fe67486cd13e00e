package crosscat

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/sweeps"

	"gonum.org/v1/gonum/mat"
)

// Model is the model of views of columns. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model       = Model{}
	_ inference.Discrete    = Model{}
	_ inference.KindSampler = Model{}
)

// startEither chooses between the starts.
const startEither = "either"

// Info describes the model.
func (Model) Info() inference.Info {
	return sweeps.Info(inference.Info{
		Family: inference.FamilyClusters,
		Name:   "crosscat",
		Title:  "Views of columns",
		Summary: "Finds views: columns that tell of the same clusters of rows. Each view has clusters of its own, " +
			"so one table can fall into groups in several ways. It says which columns depend on each other, predicts " +
			"cells, and finds odd ones.",
		Reference: "V. Mansinghka, P. Shafto, E. Jonas, C. Petschulat, M. Gasner and J. B. Tenenbaum (2016), " +
			"CrossCat: a fully Bayesian nonparametric method for analyzing heterogeneous, high dimensional data, " +
			"Journal of Machine Learning Research 17(138), 1–49; K. P. Murphy (2012), Machine Learning: " +
			"A Probabilistic Perspective, section 25.6.1.",
		Parameters: []inference.Parameter{
			sweeps.Concentration("concentration", "α, concentration of views",
				"How readily a column starts a view of its own; larger values give more views."),
			sweeps.Concentration("row_concentration", "β, concentration of clusters", "How readily a row starts a "+
				"cluster of its own, in every view; where it is learnt, each view has its own."),
			sweeps.Prior("Prior of clusters", "learnt: how alike the cells of a cluster are, and how much clusters "+
				"differ, is learnt for each column; usual: it is held, at half a cell of each level."),
			sweeps.Proposals("split_merge", "Split-merge proposals", "3",
				"Number of proposals in each sweep, in each view, to split a cluster of rows or merge two."),
			sweeps.Proposals("split_views", "Split-merge proposals of views", "2",
				"Number of proposals in each sweep to split a view or merge two."),
			sweeps.Start("either: both are tried for some sweeps, and the more probable goes on; apart: each "+
				"column in a view of its own, which join; together: all in one view, which splits.",
				startEither, sweeps.Apart, sweeps.Together),
		},
		Kinds:         []column.Sort{column.YesNo, column.Ordered, column.Category, column.Count, column.Censored},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Scalars:       []string{"log_joint", "views", "largest_view", "clusters", "concentration"},
	})
}

// Discrete implements inference.Discrete.
func (Model) Discrete(d *inference.Dataset, _ inference.Settings) bool {
	_, p := d.Dims()
	for j := range p {
		if !block.Masses(d, j) {
			return false
		}
	}
	return true
}

// errFew refuses tables without two rows and two columns.
var errFew = errors.New("crosscat: views need at least two rows and two columns")

// Check refuses tables of fewer than two rows or columns.
func (Model) Check(data *inference.Dataset, _ inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	if n < 2 || d < 2 {
		return nil, errFew
	}
	if _, err := newTable(data); err != nil {
		return nil, err
	}
	notes = append(notes, "Within a cluster columns are independent: numbers are Gaussian, other columns have shares "+
		"of their levels, or a rate.")
	if data.Missing() > 0 {
		notes = append(notes, "Missing cells are not counted, and nothing is filled in for them.")
	}
	if len(data.Limits) > 0 {
		notes = append(notes, "Cells of which only limits are known are drawn together with the clusters.")
	}
	if n*d > partition.MostSurprise {
		notes = append(notes, fmt.Sprintf("The table has %s cells: how surprising each is, is told of at most %s.",
			inference.Grouped(n*d), inference.Grouped(partition.MostSurprise)))
	}
	if d > partition.MostTogether {
		notes = append(notes, fmt.Sprintf("Which columns depend on each other is told of at most %s columns; this "+
			"table has %s.", inference.Grouped(partition.MostTogether), inference.Grouped(d)))
	}
	return notes, nil
}

// Estimate assumes a cluster of rows for every 60 up to 20 and a view for every 8 columns up to 15, and costs
// measured on one core: 25 ns for the likelihood of a cell, 12 ns to count one.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	clusters, number := 2+min(18, n/60), 1+min(14, d/8)
	rounds := 2*clusters + 4 + float64(s.Int("split_merge")) + 2*clusters*float64(s.Int("split_views"))
	sweep := 25*n*d*rounds + 12*n*d*(number+auxiliary)
	bytes := 8*6*n*d + min(mostDraws*n*number, mostLabels)*8
	if rows*columns <= partition.MostSurprise {
		bytes += mostSurprising * 8 * n * d
	}
	if columns <= partition.MostTogether {
		bytes += 18 * d * d
	}
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(sweep), Iteration: time.Duration(sweep)}
}

// New prepares a chain. It works on one thread.
func (Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	_ int) (inference.Stepper, error) {
	if n, d := data.Dims(); n < 2 || d < 2 {
		return nil, errFew
	}
	return newSampler(data, s, streams)
}

// Sample implements inference.PriorSampler: numbers, with the usual prior of clusters.
func (Model) Sample(n, d int, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	if n < 1 || d < 1 {
		return inference.Draw{}, fmt.Errorf("crosscat: a sample of %d rows and %d columns has no cells", n, d)
	}
	return sample(n, make([]column.Kind, d), s, rng), nil
}

// SampleKinds implements inference.KindSampler.
func (Model) SampleKinds(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) (inference.Draw, error) {
	return sample(n, kinds, s, rng), nil
}

func sample(n int, kinds []column.Kind, s inference.Settings, rng *rand.Rand) inference.Draw {
	d := len(kinds)
	of := crp.Partition(d, crp.Parameters{Concentration: s.Real("concentration")}, rng)
	var rows [][]int
	for range labels.Number(of) {
		rows = append(rows, crp.Partition(n, crp.Parameters{Concentration: s.Real("row_concentration")}, rng))
	}
	x := mat.NewDense(n, d, nil)
	for j, v := range of {
		law := block.Unseen(kinds[j])
		if law == nil {
			law = block.UsualNumbers()
		}
		y := make([]float64, n)
		block.Fill(y, nil, law, rows[v], rng)
		x.SetCol(j, y)
	}
	columns := partition.Drawn("views", [][]int{of}, nil, []float64{}, 1)
	v := partition.NewViews(columns, []partition.ViewDraw{{Of: of, Rows: rows}})
	return inference.Draw{X: x, Parts: []inference.Part{v}}
}
