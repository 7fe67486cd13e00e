package pydt

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
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
	if observation == "gaussian" {
		return false, nil
	}
	if i, _ := notBinary(data.X); i < 0 {
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
		i := notBinaryIn(data, j)
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
	if s.Text("observation") == "auto" {
		decided["observation"] = "gaussian"
		if probit, _ := isProbit(d, s); probit {
			decided["observation"] = "probit"
		}
	}
	if columnsOf(s) == undecided && togetherOf(d, s) == independent {
		decided["columns"] = independent
	}
	return decided
}

// notBinary returns the first cell of x that is neither 0, 1 nor missing, or −1.
func notBinary(x *mat.Dense) (row, column int) {
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if v != 0 && v != 1 && !math.IsNaN(v) {
				return i, j
			}
		}
	}
	return -1, -1
}

// notBinaryIn returns the first row in which a column, in the units read, holds neither 0 nor 1, or −1.
func notBinaryIn(data *inference.Dataset, column int) (row int) {
	n, _ := data.Dims()
	for i := range n {
		// What undoing the preprocessing rounds away depends on the size of the column, not on 1.
		most := 1e-9 * (math.Abs(data.Centre[column]) + data.Scale[column]*math.Abs(data.X.At(i, column)))
		if v := data.Input(i, column); !math.IsNaN(v) && math.Abs(v) > most && math.Abs(v-1) > 1e-9 {
			return i
		}
	}
	return -1
}

// observationNotes tells the user how zeros and ones are treated where that may surprise.
func observationNotes(data *inference.Dataset, s inference.Settings, probit bool) (notes []string) {
	switch {
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
	case data.Kind == inference.Continuous:
		_, d := data.Dims()
		binary := 0
		for j := range d {
			if notBinaryIn(data, j) < 0 {
				binary++
			}
		}
		switch {
		case binary == 1:
			notes = append(notes, "1 column contains only zeros and ones; it is fitted as numbers like the others")
		case binary > 1:
			notes = append(notes, fmt.Sprintf("%d columns contain only zeros and ones; they are fitted as numbers "+
				"like the others; a table of these columns alone would be fitted by probit", binary))
		}
	}
	return notes
}

// problemOf sorts the data for the observation model that the settings ask for.
func problemOf(data *inference.Dataset, s inference.Settings) (*problem, error) {
	probit, err := isProbit(data, s)
	if err != nil {
		return nil, err
	}
	p := newProblem(data.X)
	if probit {
		p.takeSigns()
		p.separateColumns()
	}
	return p, nil
}

// chainProblem is problemOf for latent numbers: columns observed in the same rows stay a class,
// because the numbers have the same noise.
func chainProblem(data *inference.Dataset, s inference.Settings) (*problem, error) {
	probit, err := isProbit(data, s)
	if err != nil {
		return nil, err
	}
	p := newProblem(data.X)
	if probit {
		p.takeSigns()
	}
	return p, nil
}

// takeSigns makes the zeros and ones of the problem the signs −1 and 1 of latent numbers, 0 where missing.
func (p *problem) takeSigns() {
	p.binary = true
	for _, cl := range p.classes {
		for i := range p.n {
			if cl.observed == nil || cl.observed[i] {
				for j := cl.low; j < cl.high; j++ {
					p.x[i*p.d+j] = 2*p.x[i*p.d+j] - 1
				}
			}
		}
	}
}
