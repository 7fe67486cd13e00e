package glasso

import (
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/outlying"
)

// Model is the graphical lasso. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// most is the greatest number of columns.
const most = 2000

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "glasso",
		Title:  "Graphical lasso",
		Summary: "Shows which columns depend on each other given all others, as a sparse network. A criterion " +
			"chooses the penalty, and subsamples measure the stability of each edge.",
		Reference: "J. Friedman, T. Hastie and R. Tibshirani (2008), Sparse inverse covariance estimation with the graphical lasso, Biostatistics 9, 432–441.",
		Parameters: []inference.Parameter{
			{Name: "lambda", Title: "λ, penalty", Type: inference.Real, Default: "0", Min: 0, Max: 1e6,
				Zero: "chosen by the criterion",
				Help: "Penalty on each pair, in the units of a covariance (of a correlation if columns have unit " +
					"variance)."},
			{Name: "criterion", Title: "Chosen by", Type: inference.Choice, Default: ebic,
				Choices: []string{ebic, stars, heldOut},
				Help: "ebic: the extended Bayesian information criterion; stars: the densest graph that is stable over " +
					"subsamples; holdout: the log density of rows left out, a fifth at a time, which gives more edges."},
			{Name: "penalties", Title: "Penalties of pairs", Type: inference.Choice, Default: "equal",
				Choices: []string{"equal", "adaptive"},
				Help: "equal: one for all pairs; adaptive: a second path, on which pairs that were strong on the first have " +
					"smaller penalties, so that strong edges are shrunk less and weak ones fall away."},
			{Name: "gamma", Title: "γ, strictness", Type: inference.Real, Default: "0.5", Min: 0, Max: 1,
				Help: "Extra penalty of the extended criterion for the number of possible edges; 0 is the ordinary " +
					"criterion, larger values give fewer edges."},
			outlying.Parameter(),
			{Name: "points", Title: "Penalties tried", Type: inference.Integer, Default: "30", Min: 2, Max: 200, Advanced: true,
				Help: "Number of penalties along the path, starting from the one that leaves no edge."},
			{Name: "ratio", Title: "Least penalty", Type: inference.Real, Default: "0.05", Min: 0.001, Max: 0.9, Advanced: true,
				Help: "The last penalty of the path, as a proportion of the first. If the criterion would choose it, the " +
					"path continues, at most to a thousandth of the first."},
			{Name: "subsamples", Title: "Subsamples", Type: inference.Integer, Default: "20", Min: 0, Max: 500,
				Advanced: true, Zero: "none",
				Help: "Number of subsamples of the rows used to measure the stability of each edge."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Scalars:       []string{"ebic", "edges", "lambda", "log_likelihood"},
		Iteration:     "path step",
		Iterations:    1000,
	}
}

// Decide implements inference.Decider: whether values or ranks are used.
func (Model) Decide(data *inference.Dataset, s inference.Settings) map[string]string {
	return outlying.Decide(data, s)
}

// Check refuses tables of fewer than three rows or two columns, and tables with too many columns.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	switch {
	case n < 3:
		return nil, errors.New("glasso: a network of columns needs at least three rows")
	case d < 2:
		return nil, errors.New("glasso: a network needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"glasso: a network of %d columns takes too long; keep the most variable %d columns in the preprocessing", d, most)
	}
	if err := conjugate.Digits("glasso", data.X, math.Inf(1)); err != nil {
		return nil, err
	}
	if constant, err := conjugate.Constant("glasso", data.X); err != nil {
		return nil, err
	} else if constant > 0 {
		notes = append(notes, fmt.Sprintf("Columns with only one value (%d) have no edges and get a variance of 1 in "+
			"working units; densities depend on that choice.", constant))
	}
	if note := outlying.Note(data, s); note != "" {
		notes = append(notes, note)
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Missing cells (%d) are estimated together with the network.", k))
	}
	if s.Text("criterion") == stars && s.Int("subsamples") < 2 {
		return nil, errors.New("glasso: the criterion stars needs subsamples; set subsamples=20, or another criterion")
	}
	if n < 20 {
		notes = append(notes, fmt.Sprintf("%d rows support few edges; expect a sparse network.", n))
	}
	return notes, nil
}

// Estimate predicts the memory and time of the fit.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	cube := float64(d) * float64(d) * float64(d)
	once := 4*cube + float64(n)*float64(d)*float64(d)
	if data.Missing() > 0 {
		once += 10 * float64(n) * float64(d) * float64(d)
	}
	switch s.Text("criterion") {
	case stars:
		once *= float64(1 + s.Int("subsamples"))
	case heldOut:
		once *= 1 + folds
	}
	each := cube/2 + 2e5*float64(d) + float64(n)*float64(d)*float64(d) // one penalty, in nanoseconds
	return inference.Estimate{Bytes: 8 * int64(8*d*d+n*d), Start: time.Duration(once) + time.Millisecond,
		Iteration: time.Duration(max(each, once/8))}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	f := &fit{names: data.Columns, streams: streams, lambda: s.Real("lambda"),
		gamma: s.Real("gamma"), ratio: s.Real("ratio"),
		points: s.Int("points"), subsamples: s.Int("subsamples"), criterion: s.Text("criterion"),
		adaptive: s.Text("penalties") == "adaptive"}
	f.prepare(outlying.Prepare(data, s).X)
	return f, nil
}
