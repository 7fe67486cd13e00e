package dag

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal"
	"example.org/espalier/inference/process/outlying"
)

// Model is the Bayesian network. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

const (
	autoExact  = 12 // greatest number of columns for which "auto" sums over all graphs
	mostExact  = 14 // … for which that can be chosen
	most       = 150
	exact      = "exact"
	partitions = "partition"
)

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyGraphs,
		Name:   "dag",
		Title:  "Bayesian network",
		Summary: "Shows which column depends on which: arrows with their probabilities, averaged over all networks. " +
			"An arrow says that one column helps to predict another, not that it causes it.",
		Reference: "J. Kuipers and G. Moffa (2017), Partition MCMC for inference on acyclic digraphs, Journal of the American Statistical Association 112, 282–299; " +
			"J. Tian and R. He (2009), Computing posterior probabilities of structural features in Bayesian networks, UAI, 538–547.",
		Parameters: []inference.Parameter{
			{Name: "method", Title: "Method", Type: inference.Choice, Default: "auto",
				Choices: []string{"auto", exact, partitions},
				Help: fmt.Sprintf("exact: sums over all networks, up to %d columns; partition: samples networks; "+
					"auto: exact up to %d columns.", mostExact, autoExact)},
			{Name: "score", Title: "Score", Type: inference.Choice, Default: "auto", Choices: []string{"auto", "bge", "bdeu"},
				Help: "bge: columns are numbers with linear dependences and Gaussian errors; bdeu: columns are categories; auto: bdeu for zeros and ones."},
			outlying.Parameter(),
			{Name: "over", Title: "Prior over networks", Type: inference.Choice, Default: "graphs",
				Choices: []string{"graphs", "orders"}, Advanced: true,
				Help: "graphs: all networks are equally probable; orders (exact only): all orders of the columns are " +
					"equally probable, which favours networks with few arrows."},
			{Name: "parents", Title: "Most parents", Type: inference.Integer, Default: "0", Min: 0, Max: 12,
				Advanced: true, Zero: "any number",
				Help: "Largest number of parents of a column."},
			{Name: "candidates", Title: "Candidate parents", Type: inference.Integer, Default: "10",
				Min: 2, Max: 13, Advanced: true,
				Help: "When networks are sampled, number of candidate parents for each column: those that predict it " +
					"best on their own."},
			{Name: "levels", Title: "Groups of a column", Type: inference.Integer, Default: "3", Min: 2, Max: 10, Advanced: true,
				Help: fmt.Sprintf("With bdeu, columns of at most %d whole numbers are used as categories; others are "+
					"cut into this many groups of equal size.", marginal.MostLevels)},
			{Name: "weight", Title: "α, weight of the prior", Type: inference.Real, Default: "1", Min: 0,
				OpenMin: true, Max: 1e6, Advanced: true,
				Help: "With bdeu, the weight of the prior in rows; larger values give more arrows."},
		},
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"log_score", "edges"},
		Objective:      "log_score",
		ObjectiveTitle: "log score of the network, nats",
		Iteration:      "sweep",
		Iterations:     1000,
		Samples:        true,
		Chains:         4,
	}
}

var (
	_ inference.Switcher = Model{}
	_ inference.Decider  = Model{}
	_ inference.Discrete = Model{}
)

// InfoFor implements inference.Switcher: the exact sum has one iteration.
func (m Model) InfoFor(s inference.Settings) inference.Info {
	info := m.Info()
	if s.Text("method") == exact {
		info.Samples, info.Chains, info.Iterations = false, 0, 0
		info.Iteration = "sum"
	}
	return info
}

// Decide implements inference.Decider.
func (Model) Decide(data *inference.Dataset, s inference.Settings) map[string]string {
	out := map[string]string{}
	if s.Text("method") == "auto" {
		out["method"] = methodOf(data, s)
	}
	if s.Text("score") == "auto" {
		out["score"] = "bge"
		if bayesDirichlet(data, s) {
			out["score"] = "bdeu"
		}
	}
	if !bayesDirichlet(data, s) {
		maps.Copy(out, outlying.Decide(data, s))
	}
	return out
}

// Discrete implements inference.Discrete.
func (Model) Discrete(data *inference.Dataset, s inference.Settings) bool {
	return data.Kind == inference.Binary && bayesDirichlet(data, s)
}

func methodOf(data *inference.Dataset, s inference.Settings) string {
	_, d := data.Dims()
	switch m := s.Text("method"); {
	case m != "auto":
		return m
	case d <= autoExact:
		return exact
	}
	return partitions
}

// Check refuses tables of too few rows without missing cells, or of too many columns.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	all, d := data.Dims()
	method := methodOf(data, s)
	missing, whole := data.Missing(), data
	if data = marginal.Complete(data); data == nil || all > 1 && len(data.Rows) < 2 {
		return nil, errors.New("dag: fewer than two rows are complete, and the score needs complete rows; leave out " +
			"the columns with many missing cells, or use ggm or glasso")
	}
	n := len(data.Rows)
	switch {
	case n < 2:
		return nil, errors.New("dag: a network of columns needs at least two rows")
	case d < 2:
		return nil, errors.New("dag: a network needs at least two columns")
	case d > most:
		return nil, fmt.Errorf(
			"dag: networks of %d columns take too long; keep the most variable %d columns in the preprocessing", d, most)
	case method == exact && d > mostExact:
		return nil, fmt.Errorf("dag: the sum over all networks takes at most %d columns, and the table has %d; set "+
			"method to %s", mostExact, d, partitions)
	case method == partitions && s.Text("over") == "orders":
		return nil, fmt.Errorf("dag: the prior over orders needs the exact sum; set over to graphs, or method to "+
			"exact with up to %d columns", mostExact)
	}
	notes = append(notes, "An arrow says that one column helps to predict another, not that it causes it. Equivalent "+
		"networks fit equally well, so an arrow is often as probable as its reverse.")
	if missing > 0 {
		notes = append(notes, fmt.Sprintf("Rows with missing cells (%d of %d) are left out, because the score needs "+
			"complete rows.", all-n, all))
	}
	if method == partitions && d-1 > s.Int("candidates") {
		notes = append(notes, fmt.Sprintf("Each column's parents are sought among the %d columns that predict it "+
			"best on their own.", s.Int("candidates")))
	}
	if note := outlying.Note(whole, s); note != "" && !bayesDirichlet(data, s) {
		notes = append(notes, note)
	}
	if bayesDirichlet(data, s) {
		if k := marginal.Cut(data); k > 0 {
			notes = append(notes, fmt.Sprintf("Columns with other values than a few whole numbers (%d) are cut into "+
				"%d groups of about equal size.", k, s.Int("levels")))
		}
	} else if data.Kind != inference.Continuous {
		notes = append(notes, "Whole numbers are treated as continuous, with Gaussian errors; score=bdeu treats them "+
			"as categories.")
	}
	return notes, nil
}

// Estimate predicts the memory and time of a chain: 20 ns for each term of the sums, 30 for each
// candidate of a column in a move, and 300 for each score of numbers.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	sets, each := float64(d)*math.Pow(2, float64(d-1)), 300.0
	if bayesDirichlet(data, s) {
		each = 10 * float64(n)
	}
	if methodOf(data, s) == exact {
		sums := 3 * 20 * math.Pow(3, float64(d))
		if s.Text("over") == "orders" {
			sums = 3 * 20 * sets
		}
		return inference.Estimate{Bytes: int64(40*sets) + 1<<20,
			Start: time.Duration(math.Pow(2, float64(d))*each+20*sets+sums) + time.Millisecond}
	}
	k := float64(min(d-1, s.Int("candidates")))
	sets = float64(d) * math.Pow(2, k)
	return inference.Estimate{Bytes: int64(16*sets+float64(70*d)*k*8+float64(mostDraws*d)*4) + 1<<20,
		Start: time.Duration(2*sets*each) + time.Millisecond, Iteration: time.Duration(30*float64(d*d)*k + 10*sets)}
}

// New prepares a chain, or the sum. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	if !bayesDirichlet(data, s) {
		data = outlying.Prepare(data, s)
	}
	return newFit(data, s, streams), nil
}

// scorerOf prepares the marginal likelihoods of a complete table.
func scorerOf(data *inference.Dataset, s inference.Settings) marginal.Scorer {
	if bayesDirichlet(data, s) {
		codes, levels := marginal.Categories(data, s.Int("levels"))
		return marginal.NewDiscrete(codes, levels, s.Real("weight"))
	}
	return marginal.Usual(data.X)
}

// bayesDirichlet reports whether columns are categories.
func bayesDirichlet(data *inference.Dataset, s inference.Settings) bool {
	switch s.Text("score") {
	case "bdeu":
		return true
	case "bge":
		return false
	}
	return data.Kind == inference.Binary
}
