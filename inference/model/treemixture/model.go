package treemixture

import (
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/process/marginal"
)

// Model is the average over trees, and the mixture of trees. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model    = Model{}
	_ inference.Switcher = Model{}
	_ inference.Discrete = Model{}
)

const (
	average = "average"
	mixture = "mixture"
	most    = 1000 // columns
)

// Info describes the model.
func (Model) Info() inference.Info {
	only := []string{mixture}
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "treemixture",
		Title:  "Trees of columns",
		Summary: "Joins the columns by a tree. It sums over all trees, which gives the exact probability of each " +
			"edge, or fits several trees, each to a part of the rows.",
		Reference: "M. Meilă and T. Jaakkola (2006), Tractable Bayesian learning of tree belief networks, Statistics and Computing 16, 77–92; " +
			"M. Meilă and M. I. Jordan (2000), Learning with mixtures of trees, Journal of Machine Learning Research 1, 1–48.",
		Parameters: []inference.Parameter{
			{Name: "method", Title: "Method", Type: inference.Choice, Default: average, Choices: []string{average, mixture},
				Help: "average: one tree for all rows, summed over all trees; mixture: several trees, each for a " +
					"part of the rows."},
			{Name: "components", Title: "Components", Type: inference.Integer, Default: "0", Min: 0, Max: 30,
				Zero: "chosen by BIC", Methods: only,
				Help: "Number of trees. If the criterion chooses it, up to six are tried."},
			{Name: "starts", Title: "Starts", Type: inference.Integer, Default: "5", Min: 1, Max: 100,
				Advanced: true, Methods: only,
				Help: "Number of random starts for each number of components; the best is kept."},
			{Name: "weight", Title: "α, weight of the prior", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "Weight of the prior, in rows, for tables of zeros and ones and for each component of a mixture."},
		},
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"log_evidence", "edges"},
		Objective:      "log_evidence",
		ObjectiveTitle: "log evidence, nats",
		Iteration:      "fit",
	}
}

// InfoFor implements inference.Switcher: a mixture has cycles.
func (m Model) InfoFor(s inference.Settings) inference.Info {
	info := m.Info()
	if s.Text("method") == mixture {
		info.Scalars = []string{"log_posterior", "components", "bic"}
		info.Objective, info.ObjectiveTitle = "log_posterior", "log posterior of this start up to a constant, nats"
		info.Iteration, info.Iterations = "cycle", 100_000
	}
	return info
}

// Discrete implements inference.Discrete.
func (Model) Discrete(data *inference.Dataset, _ inference.Settings) bool {
	return data.Kind == inference.Binary
}

// Check refuses tables of too few rows without missing cells, or of too many columns.
func (Model) Check(data *inference.Dataset, _ inference.Settings) (notes []string, err error) {
	all, d := data.Dims()
	missing := data.Missing()
	if data = marginal.Complete(data); data == nil || len(data.Rows) < 3 {
		return nil, errors.New("treemixture: fewer than three rows are complete, and the sum over trees needs " +
			"complete rows; leave out the columns with many missing cells, or use chowliu or glasso")
	}
	switch {
	case d < 2:
		return nil, errors.New("treemixture: a tree of columns needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"treemixture: the trees of %d columns take too long; keep the most variable %d columns in the preprocessing", d,
			most)
	}
	if missing > 0 {
		notes = append(notes, fmt.Sprintf("Rows with missing cells (%d of %d) are left out, because the sum over "+
			"trees needs complete rows.", all-len(data.Rows), all))
	}
	if data.Kind == inference.Count {
		notes = append(notes, "Whole numbers are treated as continuous, with Gaussian errors.")
	}
	return notes, nil
}

// Estimate predicts the memory and time of the fit.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	square := float64(d) * float64(d)
	if s.Text("method") == average {
		each := 200.0
		if data.Kind == inference.Binary {
			each = 5 * float64(n)
		}
		return inference.Estimate{Bytes: int64(40*square) + 8*int64(n*d),
			Start: time.Duration(square*(each+float64(n)/2+4*float64(d))) + time.Millisecond}
	}
	k := max(1, s.Int("components"))
	cycle := time.Duration(float64(k)*float64(n)*square) + time.Millisecond
	return inference.Estimate{Bytes: 8 * int64(k) * int64(4*d*d+2*n), Start: cycle, Iteration: cycle}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	if s.Text("method") == mixture {
		return newMixture(data, s, streams), nil
	}
	data = marginal.Complete(data)
	return &averaged{Fit: atonce.Fit{Model: "treemixture", Phase: "measuring pairs", Learnt: "log_evidence"}, data: data,
		scorer: scorerOf(data, s), streams: streams}, nil
}

func scorerOf(data *inference.Dataset, s inference.Settings) marginal.Scorer {
	if data.Kind == inference.Binary {
		codes, levels := marginal.Categories(data, 2)
		return marginal.NewDiscrete(codes, levels, s.Real("weight"))
	}
	return marginal.Usual(data.X)
}
