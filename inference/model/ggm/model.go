package ggm

import (
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/outlying"
)

// Model is the Bayesian Gaussian graphical model. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// most is the largest number of columns: a sweep of that many takes about a second.
const most = 200

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "ggm",
		Title:  "Gaussian graphical model",
		Summary: "Shows which columns depend on each other given all others, and samples networks for the " +
			"probability of each edge. Slower than the graphical lasso, which gives no probabilities.",
		Reference: "H. Wang (2015), Scaling it up: stochastic search structure learning in graphical models, Bayesian Analysis 10, 351–377.",
		Parameters: []inference.Parameter{
			{Name: "edges", Title: "Edges of a column", Type: inference.Real, Default: "2", Min: 0, OpenMin: true, Max: 1e4,
				Help: "Expected number of edges of each column, before the prior requires a positive definite " +
					"matrix: π is this divided by the number of other columns, at most ½."},
			{Name: "spike", Title: "v₀, spike", Type: inference.Real, Default: "0.05", Min: 0,
				OpenMin: true, Max: 10, Advanced: true,
				Help: "Standard deviation of an entry of the precision matrix that is not an edge; with smaller " +
					"values, weaker dependences count as edges."},
			{Name: "slab", Title: "v₁, slab", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 100, Advanced: true,
				Help: "Standard deviation of an entry that is an edge; larger than that of the spike."},
			{Name: "lambda", Title: "λ, of the diagonal", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "Entries of the diagonal are exponential with rate λ/2."},
			outlying.Parameter(),
		},
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"log_joint", "edges"},
		Objective:      "log_joint",
		ObjectiveTitle: "log joint probability up to a constant, nats",
		Iteration:      "sweep",
		Iterations:     2000,
		Samples:        true,
		Chains:         4,
	}
}

// Decide implements inference.Decider: whether values or ranks are used.
func (Model) Decide(data *inference.Dataset, s inference.Settings) map[string]string {
	return outlying.Decide(data, s)
}

// Check refuses tables of fewer than three rows or two columns, and of too many columns.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	switch {
	case n < 3:
		return nil, errors.New("ggm: a network of columns needs at least three rows")
	case d < 2:
		return nil, errors.New("ggm: a network needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"ggm: sampling a network of %d columns takes too long; keep the most variable %d columns in the preprocessing, or use glasso",
			d, most)
	case s.Real("slab") <= s.Real("spike"):
		return nil, fmt.Errorf("ggm: the slab (%v) must be wider than the spike (%v)", s.Real("slab"), s.Real("spike"))
	}
	if err := conjugate.Digits("ggm", data.X, 1); err != nil {
		return nil, err
	}
	if constant, err := conjugate.Constant("ggm", data.X); err != nil {
		return nil, err
	} else if constant > 0 {
		notes = append(notes, fmt.Sprintf("Columns with only one value (%d) have no edges; densities depend on the "+
			"prior of their variance.", constant))
	}
	if !data.Preprocessing.Scale && data.Kind == inference.Continuous {
		notes = append(notes, "The prior assumes columns of unit variance; scale the columns in the preprocessing.")
	}
	if note := outlying.Note(data, s); note != "" {
		notes = append(notes, note)
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Missing cells (%d) are drawn together with the network.", k))
	}
	return notes, nil
}

// Estimate predicts the memory and time of a chain.
func (Model) Estimate(data *inference.Dataset, _ inference.Settings) inference.Estimate {
	n, d := data.Dims()
	sweep := 2*float64(d)*float64(d)*float64(d)*float64(d)/3 + 3000*float64(d)
	if data.Missing() > 0 {
		sweep += float64(n*d) * float64(d) * 3
	}
	return inference.Estimate{Bytes: 8 * int64(d*d*(mostDraws/2+70+8)+n*d),
		Start:     time.Duration(sweep*float64(priorSweeps(d))) + time.Millisecond,
		Iteration: time.Duration(sweep) + time.Microsecond}
}

// New prepares a chain. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	return newFit(outlying.Prepare(data, s), s, streams), nil
}
