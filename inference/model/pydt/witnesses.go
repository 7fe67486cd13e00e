package pydt

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Columns that vary together are not as many witnesses as they are columns. If each diffuses by itself, the likelihood
// counts what they say as often as they say it, and clades that the columns' common noise has made seem certain. So a chain
// can take the likelihood to a power: that of a few times as many columns as would be independent (math 10.3).

const (
	// witnessesEach is how many witnesses an effective column counts as. With 1 groups that are there lose support, with 4 some
	// clades of common noise keep it.
	witnessesEach = 2
	// witnessRows is the largest number of rows, evenly spaced, that the number of effective columns is found from.
	witnessRows = 400
)

// effectiveColumns returns how many independent columns of equal variance would vary as little about their covariance as
// the columns do: (tr C)²/tr C², C the covariance of the columns about their means. The estimate of tr C² has no bias
// for normal rows (Srivastava 2005). Missing cells count as the mean. It is between 1 and the number of columns: O(N²·D).
func effectiveColumns(x []float64, n, d int) float64 {
	rows := n
	if rows > witnessRows {
		rows = witnessRows
	}
	if rows < 4 || d < 2 {
		return float64(max(d, 1))
	}
	y := mat.NewDense(rows, d, nil)
	for i := range rows {
		from := i * n / rows
		copy(y.RawRowView(i), x[from*d:(from+1)*d])
	}
	for j := range d {
		mean, seen := 0.0, 0.0
		for i := range rows {
			if v := y.At(i, j); !math.IsNaN(v) {
				mean += v
				seen++
			}
		}
		for i := range rows {
			if v := y.At(i, j); math.IsNaN(v) {
				y.Set(i, j, 0)
			} else {
				y.Set(i, j, v-mean/seen)
			}
		}
	}
	var gram mat.Dense
	gram.Mul(y, y.T())
	m := float64(rows - 1)
	trace, squares := 0.0, 0.0
	for i := range rows {
		trace += gram.At(i, i) / m
		for k := range rows {
			squares += gram.At(i, k) * gram.At(i, k) / (m * m)
		}
	}
	squares = m * m / ((m - 1) * (m + 2)) * (squares - trace*trace/m)
	if !(squares > trace*trace/float64(d)) {
		return float64(d)
	}
	return max(trace*trace/squares, 1)
}

// effectiveWitnesses is the value of the parameter witnesses that counts effective columns.
const effectiveWitnesses = "effective"

func witnessesParameter() inference.Parameter {
	return inference.Parameter{Name: "witnesses", Title: "Witnesses", Type: inference.Choice, Default: "columns", Before: "columns",
		Choices: []string{"columns", effectiveWitnesses}, Advanced: true, Methods: []string{"mcmc"},
		Help: "What counts as evidence for a clade. columns: each column, as if all were independent, which predicts best; effective: " +
			"as many columns as would vary as little together, so that supports of clades are not too high where columns " +
			"vary together. For columns=independent."}
}

// witnessPower returns the power of the likelihood under the settings, 1 at most.
func witnessPower(data *inference.Dataset, s inference.Settings) float64 {
	if s.Text("method") != "mcmc" || !s.Has("witnesses") || s.Text("witnesses") != effectiveWitnesses {
		return 1
	}
	x := data.X.RawMatrix()
	return math.Min(1, witnessesEach*effectiveColumns(x.Data, x.Rows, x.Cols)/float64(x.Cols))
}

// fewWitnesses is the share of effective columns below which a chain says that its supports are too high.
const fewWitnesses = 0.25

// checkWitnesses refuses effective columns where no power would be right, and notes where supports count columns that vary
// together.
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
	case effective && form != independent:
		return nil, errors.New("witnesses=effective needs independent columns; set columns to independent")
	case probit || form != independent && form != undecided:
		return nil, nil
	}
	x := data.X.RawMatrix()
	e := effectiveColumns(x.Data, x.Rows, x.Cols)
	d := float64(x.Cols)
	switch {
	case effective:
		return []string{fmt.Sprintf("The %s columns vary together like about %.0f independent ones: supports count them as %.0f", inference.Grouped(x.Cols), e, math.Min(d, witnessesEach*e))}, nil
	case e < fewWitnesses*d:
		return []string{fmt.Sprintf("The %s columns vary together like about %.0f independent ones. With independent columns each counts as a witness "+
			"of its own, and supports of clades are too high; columns=independent and witnesses=effective give more careful ones", inference.Grouped(x.Cols), e)}, nil
	}
	return nil, nil
}
