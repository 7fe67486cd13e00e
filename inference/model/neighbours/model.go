package neighbours

import (
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/process/outlying"
)

// Model is the dependency network. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// components is the value of the parameter choice for the penalty of Meinshausen and Bühlmann.
const components = "components"

// most is the greatest number of columns.
const most = 2000

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "neighbours",
		Title:  "Dependency network",
		Summary: "Predicts each column from the others by a sparse regression and joins it to those it needs. Fast, " +
			"and gives the stability of each edge.",
		Reference: "N. Meinshausen and P. Bühlmann (2006), High-dimensional graphs and variable selection with the lasso, Annals of Statistics 34, 1436–1462.",
		Parameters: []inference.Parameter{
			{Name: "rule", Title: "Edges", Type: inference.Choice, Default: "and", Choices: []string{"and", "or"},
				Help: "and: joins two columns if each helps to predict the other; or: if either does."},
			{Name: "choice", Title: "Choice of penalties", Type: inference.Choice, Default: "ebic",
				Choices: []string{"ebic", "cv", components},
				Help: "ebic: the extended Bayesian information criterion; cv: ten-fold cross-validation, which " +
					"predicts best but joins too many columns; components: the penalty of Meinshausen and Bühlmann, with which " +
					"parts of the network that are not connected are hardly ever joined."},
			{Name: "lambda", Title: "λ, penalty", Type: inference.Real, Default: "0", Min: 0, Max: 1e6,
				Zero: "chosen for each column",
				Help: "One penalty for all columns, in the units of a covariance (of a correlation if columns have " +
					"unit variance)."},
			outlying.Parameter(),
			{Name: "alpha", Title: "α, of the components", Type: inference.Real, Default: "0.05", Min: 0, OpenMin: true, Max: 1,
				OpenMax: true, Advanced: true,
				Help: "With components, the largest probability that any two unconnected parts are joined, for Gaussian " +
					"columns of unit variance."},
			{Name: "gamma", Title: "γ, of the criterion", Type: inference.Real, Default: "0.5", Min: 0, Max: 1, Advanced: true,
				Help: "Extra penalty of the extended criterion for the number of possible neighbours; 0 is the " +
					"ordinary criterion, larger values give fewer edges."},
			{Name: "subsamples", Title: "Half-samples", Type: inference.Integer, Default: "50", Min: 0, Max: 1000,
				Advanced: true, Zero: "none",
				Help: "Number of random halves of the rows used to measure the stability of each edge."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Scalars:       []string{"edges", "lambda"},
		Iteration:     "fit",
	}
}

// Decide implements inference.Decider: whether values or ranks are used.
func (Model) Decide(data *inference.Dataset, s inference.Settings) map[string]string {
	return outlying.Decide(data, s)
}

// Check refuses tables of too few rows without missing cells, and of too many columns.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	all, d := data.Dims()
	whole := data
	missing := data.Missing()
	if all < 4 {
		return nil, errors.New("neighbours: the regressions need at least four rows")
	}
	if data = marginal.Complete(data); data == nil || len(data.Rows) < 4 {
		return nil, errors.New("neighbours: fewer than four rows are complete, and the regressions need complete " +
			"rows; leave out the columns with many missing cells, or use glasso")
	}
	switch {
	case d < 2:
		return nil, errors.New("neighbours: a network needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"neighbours: a network of %d columns takes too long; keep the most variable %d columns in the preprocessing", d,
			most)
	}
	if note := outlying.Note(whole, s); note != "" {
		notes = append(notes, note)
	}
	if missing > 0 {
		notes = append(notes, fmt.Sprintf("Rows with missing cells (%d of %d) are left out.", all-len(data.Rows), all))
	}
	if data.Kind != inference.Continuous {
		notes = append(notes, "Whole numbers, and zeros and ones, are treated as continuous.")
	}
	return notes, nil
}

// Estimate predicts the memory and time of the fit.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	square := float64(d) * float64(d)
	once := 3 * square * (float64(n)/2 + 20*float64(min(n, d)))
	if s.Text("choice") == "cv" {
		once *= folds
	}
	return inference.Estimate{Bytes: 8 * int64(5*d*d+2*n*d),
		Start: time.Duration(once+float64(s.Int("subsamples"))*square*(float64(n)/4+2*float64(min(n, d)))) + time.Millisecond}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	return newFit(marginal.Complete(outlying.Prepare(data, s)), s, streams), nil
}

func newFit(data *inference.Dataset, s inference.Settings, streams inference.Streams) *fit {
	_, d := data.Dims()
	f := &fit{Fit: atonce.Fit{Model: "neighbours", Phase: "choosing penalties", Learnt: "edges"},
		data: data, streams: streams,
		both: s.Text("rule") == "and", validate: s.Text("choice") == "cv", lambda: s.Real("lambda"), alpha: s.Real("alpha"),
		gamma: s.Real("gamma"), subsamples: s.Int("subsamples")}
	if s.Text("choice") != components {
		f.alpha = 0
	}
	f.penalties, f.beta, f.count = make([]float64, d), make([]float64, d*d), make([]int, d*d)
	return f
}
