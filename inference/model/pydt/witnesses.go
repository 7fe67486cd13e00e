package pydt

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/covary"
)

// Columns that vary together are not as many witnesses as they are columns. If each diffuses by itself, the likelihood
// counts what they say as often as they say it, and clades that the columns' common noise has made seem certain. So a
// chain can take the likelihood to a power: that of a few times as many columns as would be independent (math 10.3).

// witnessesEach is how many witnesses an effective column, found without a tree, counts as. With 1 groups that are
// there lose support, with 4 some clades of common noise keep it.
const witnessesEach = 2

// The values of the parameter witnesses.
const (
	supportWitnesses   = "supports"
	columnWitnesses    = "columns"
	effectiveWitnesses = "effective"
)

func witnessesParameter() inference.Parameter {
	return inference.Parameter{Name: "witnesses", Title: "Witnesses", Type: inference.Choice,
		Default: supportWitnesses, Before: columnWitnesses,
		Choices: []string{supportWitnesses, columnWitnesses, effectiveWitnesses}, Advanced: true,
		Methods: []string{"em", "mcmc"},
		Help: "What counts as evidence for a clade. supports: a second, short chain finds the supports of clades and " +
			"the number of branch points, and the tree and predictions stay as they are. Of up to 50 columns it draws " +
			"how they vary together; more count as as many columns as would vary as little together. columns: each " +
			"column, as if all were independent; supports are then too high where columns vary together. " +
			"effective: all draws of mcmc count effective columns."}
}

// witnessPower returns the power of the likelihood under the settings, 1 at most.
func witnessPower(data *inference.Dataset, s inference.Settings) float64 {
	if s.Text("method") != "mcmc" || !s.Has("witnesses") || s.Text("witnesses") != effectiveWitnesses {
		return 1
	}
	x := data.X.RawMatrix()
	return math.Min(1, witnessesEach*covary.EffectiveColumns(x.Data, x.Rows, x.Cols)/float64(x.Cols))
}

// fewWitnesses is the share of effective columns below which a chain says that its supports are too high.
const fewWitnesses = 0.25

// checkWitnesses refuses effective columns where no power would be right, and notes where supports count columns that
// vary together.
func checkWitnesses(data *inference.Dataset, s inference.Settings, probit bool) ([]string, error) {
	if s.Text("method") != "mcmc" || !s.Has("witnesses") {
		return nil, nil
	}
	effective := s.Text("witnesses") == effectiveWitnesses
	switch form := togetherOf(data, s); {
	case effective && probit:
		return nil, errors.New("witnesses=effective is for numbers; set witnesses to columns for zeros and ones")
	case effective && severalTemperatures(s):
		return nil, errors.New("witnesses=effective needs one temperature; set temperatures to 1")
	case effective && form != correlated.Independent:
		return nil, errors.New("witnesses=effective needs independent columns; set columns to independent")
	case probit || form != correlated.Independent && form != correlated.Undecided:
		return nil, nil
	}
	x := data.X.RawMatrix()
	e := covary.EffectiveColumns(x.Data, x.Rows, x.Cols)
	d := float64(x.Cols)
	switch {
	case effective:
		return []string{
			fmt.Sprintf("The %s columns vary together like about %.0f independent ones: supports count them as %.0f",
				inference.Grouped(x.Cols), e, math.Min(d, witnessesEach*e))}, nil
	case e < fewWitnesses*d:
		return []string{fmt.Sprintf(
			"The %s columns vary together like about %.0f independent ones. With independent columns each counts as a witness "+
				"of its own, and supports of clades are too high; columns=independent and witnesses=effective give more careful ones",
			inference.Grouped(x.Cols), e)}, nil
	}
	return nil, nil
}

// hasSecond reports whether a second chain finds supports.
func hasSecond(data *inference.Dataset, s inference.Settings) bool {
	if !s.Has("witnesses") || s.Text("witnesses") != supportWitnesses || severalTemperatures(s) {
		return false
	}
	n, d := data.Dims()
	method := s.Text("method")
	probit, err := isProbit(data, s)
	form := togetherOf(data, s)
	if probit && (method == "mcmc" || d < 2 || d > sampler.MostTogether) {
		return false // of more zeros and ones nobody knows how they vary together
	}
	// A chain under Σ draws Σ too, and its own draws are the supports.
	return n > 3 && n <= problem.LargeRows && err == nil &&
		(method == "em" || method == "mcmc" && (form == correlated.Independent || form == correlated.Undecided))
}
