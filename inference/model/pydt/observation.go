package pydt

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/numbers"
)

// observationParameter says how cells come about from the locations of the leaves.
func observationParameter() inference.Parameter {
	return inference.Parameter{Name: "observation", Title: "Observation", Type: inference.Choice, Default: "auto",
		Choices: []string{"auto", "gaussian", "probit"},
		Help: "gaussian: numbers with noise; probit: zeros and ones, each 1 with probability Φ(x), where x is the " +
			"leaf's location; auto: probit for a table of zeros and ones that is neither centred nor scaled."}
}

// isProbit reports whether the cells of data are zeros and ones to be fitted by probit. It returns
// an error if the user asked for probit and the cells do not allow it.
func isProbit(data *inference.Dataset, s inference.Settings) (bool, error) {
	observation := "auto"
	if s.Has("observation") {
		observation = s.Text("observation")
	}
	if observation == "gaussian" || severalKinds(data) {
		return false, nil
	}
	if i, _ := numbers.NotBinary(data.X); i < 0 {
		return true, nil
	}
	if observation == "auto" {
		return false, nil
	}
	if data.Kind == inference.Binary {
		return false, errors.New("probit takes zeros and ones as they are: turn centring and scaling off")
	}
	other, cell := 0, ""
	_, d := data.Dims()
	for j := range d {
		i := numbers.NotBinaryIn(data, j)
		if i < 0 {
			continue
		}
		if other++; other == 1 {
			cell = fmt.Sprintf("column %q contains %g in row %q", data.Columns[j], data.Input(i, j), data.Rows[i])
		}
	}
	if other == d {
		return false, fmt.Errorf("probit needs a table of zeros and ones, but %s; set observation to gaussian", cell)
	}
	return false, fmt.Errorf("probit needs a table of zeros and ones, but %s; make annotations of the columns with "+
		"other numbers (%d of %d), or set observation to gaussian to fit all columns as numbers", cell, other, d)
}

// Decide implements inference.Decider: it says what observation = auto takes the cells to be.
func (Model) Decide(d *inference.Dataset, s inference.Settings) map[string]string {
	return decide(d, s)
}

// Decide implements inference.Decider as [Model.Decide] does.
func (DDT) Decide(d *inference.Dataset, s inference.Settings) map[string]string { return decide(d, s) }

func decide(d *inference.Dataset, s inference.Settings) map[string]string {
	decided := map[string]string{}
	if s.Text("observation") == "auto" && !severalKinds(d) {
		decided["observation"] = "gaussian"
		if probit, _ := isProbit(d, s); probit {
			decided["observation"] = "probit"
		}
	}
	if columnsOf(s) == correlated.Undecided && togetherOf(d, s) == correlated.Independent {
		decided["columns"] = correlated.Independent
	}
	return decided
}

// observationNotes tells the user how zeros and ones are treated where that may surprise.
func observationNotes(data *inference.Dataset, s inference.Settings, probit bool) (notes []string) {
	switch {
	case probit && s.Text("method") == "ais":
		notes = append(notes, "The table is binary: it is fitted by probit, which treats ones and zeros as the signs "+
			"of latent numbers and anneals how much of these follows the tree")
	case probit && s.Text("method") == "mcmc":
		notes = append(notes, "The table is binary: it is fitted by probit, which treats ones and zeros as the signs "+
			"of latent numbers and samples these too")
	case probit:
		notes = append(notes, "The table is binary: it is fitted by probit, with the evidence from expectation "+
			"propagation")
	case data.Kind == inference.Binary && s.Text("observation") == "auto":
		notes = append(notes, "The table is binary but centred or scaled, so its zeros and ones are fitted as "+
			"numbers; to fit it by probit, neither centre nor scale it")
	case data.Kind == inference.Binary:
		notes = append(notes, "The table is binary: its zeros and ones are fitted as numbers")
	}
	return notes
}
