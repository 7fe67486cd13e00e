package chowliu

import (
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/atonce"
	"example.org/espalier/inference/process/marginal"
)

// Model is the dependence tree of columns. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Discrete = Model{}
	_ inference.Decider  = Model{}
)

// The values of the parameter columns.
const (
	auto    = "auto"
	numbers = "numbers"
	nominal = "categories"
	both    = "mixed"
)

// most is the greatest number of columns.
const most = 3000

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "chowliu",
		Title:  "Chow-Liu tree",
		Summary: "Finds the tree, or forest, of columns that explains the table best when each column depends " +
			"directly on at most one other. Exact and fast.",
		Reference: "C. K. Chow and C. N. Liu (1968), Approximating discrete probability distributions with dependence trees, IEEE Transactions on Information Theory 14, 462–467.",
		Parameters: []inference.Parameter{
			{Name: "columns", Title: "Columns are", Type: inference.Choice, Default: auto,
				Choices: []string{auto, numbers, nominal, both},
				Help: fmt.Sprintf(
					"numbers: Gaussian, with linear dependences; categories: at most %d different whole numbers each, whose "+
						"order does not count; mixed: such columns are categories, others numbers; auto: categories for zeros and ones.",
					marginal.MostLevels)},
			{Name: "criterion", Title: "Edges", Type: inference.Choice, Default: "bic", Choices: []string{"bic", "all"},
				Help: "bic: keeps only edges that the Bayesian information criterion supports, which gives a forest; " +
					"all: joins all columns in one tree."},
			{Name: "resamples", Title: "Bootstrap samples", Type: inference.Integer, Default: "50",
				Min: 0, Max: 1000, Zero: "none",
				Help: "Number of bootstrap samples of the rows used to measure the stability of each edge."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		Scalars:       []string{"edges", "log_likelihood"},
		Iteration:     "fit",
	}
}

// Discrete implements inference.Discrete.
func (Model) Discrete(data *inference.Dataset, s inference.Settings) bool {
	return kindOf(data, s) != numbers
}

// Decide implements inference.Decider.
func (Model) Decide(data *inference.Dataset, s inference.Settings) map[string]string {
	if s.Text("columns") != auto {
		return nil
	}
	return map[string]string{"columns": kindOf(data, s)}
}

// kindOf returns the type of the columns: numbers, categories, or some of each.
func kindOf(data *inference.Dataset, s inference.Settings) string {
	switch kind := s.Text("columns"); {
	case kind != auto:
		return kind
	case data.Kind == inference.Binary:
		return nominal
	}
	return numbers
}

// Check refuses tables of fewer than three rows or two columns, tables with too many columns, and columns that are to
// be categories and are not.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	switch {
	case n < 3:
		return nil, errors.New("chowliu: a tree of columns needs at least three rows")
	case d < 2:
		return nil, errors.New("chowliu: a tree of columns needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"chowliu: the pairs of %d columns take too long; keep the most variable %d columns in the preprocessing", d, most)
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Cells are missing (%d); each pair of columns uses the rows where both are "+
			"known.", k))
	}
	if kindOf(data, s) == numbers {
		return notes, nil
	}
	coding := newCoding(data)
	count := 0
	for _, levels := range coding.levels {
		if levels != nil {
			count++
		}
	}
	switch {
	case kindOf(data, s) == both && count == 0:
		return nil, fmt.Errorf(
			"chowliu: no column is of categories, which are at most %d different whole numbers; set columns to numbers",
			marginal.MostLevels)
	case kindOf(data, s) == both && count < d:
		return append(notes,
			fmt.Sprintf("Columns of at most %d different whole numbers are categories (%d of %d), the others numbers with one "+
				"variance in all categories.", marginal.MostLevels, count, d)), nil
	case coding.mixed():
		return nil,
			fmt.Errorf("chowliu: column %q is not of categories: these are at most %d different whole numbers; leave the "+
				"column out, or set columns to mixed or numbers", data.Columns[coding.first], marginal.MostLevels)
	case data.Kind == inference.Binary:
		return append(notes, "The table holds zeros and ones: edges and probabilities come from counts."), nil
	}
	return append(notes,
		"Different whole numbers are categories, whose order does not count: edges and probabilities come from counts."), nil
}

// Estimate predicts the memory and time of the fit.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	each := time.Duration(n*d) * time.Duration(d)
	return inference.Estimate{Bytes: 8 * int64(4*d*d+4*n*d),
		Start: each*time.Duration(1+s.Int("resamples")) + time.Millisecond}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	f := &fit{Fit: atonce.Fit{Model: "chowliu", Phase: "measuring pairs", Learnt: "edges"}, data: data, streams: streams,
		all: s.Text("criterion") == "all", resamples: s.Int("resamples"), counts: map[[2]int]int{}}
	if kindOf(data, s) != numbers {
		f.coding = newCoding(data)
		f.coded = f.coding.codes()
	}
	f.begin(inference.UpTo(len(data.Rows)))
	return f, nil
}
