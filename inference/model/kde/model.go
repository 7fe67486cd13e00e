package kde

import (
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
)

// Model is the kernel density estimate. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyDensities,
		Name:   "kde",
		Title:  "Kernel density estimate",
		Summary: "Places a small Gaussian around every row and chooses its width by leaving rows out. It finds no " +
			"structure: a baseline that other models should beat.",
		Reference: "R. P. W. Duin (1976), On the choice of smoothing parameters for Parzen estimators of probability density functions, IEEE Transactions on Computers C-25, 1175–1179.",
		Parameters: []inference.Parameter{
			{Name: "bandwidth", Title: "h, bandwidth", Type: inference.Real, Default: "0.5", Min: leastBandwidth,
				Max: greatestBandwidth, Learnt: true,
				Help: "Standard deviation of a kernel, as a proportion of the column's."},
		},
		Compared:       true,
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"leave_one_out", "bandwidth"},
		Objective:      "leave_one_out",
		ObjectiveTitle: "log density of each row given the others, summed, nats",
		Iteration:      "fit",
	}
}

// Check refuses tables of fewer than three rows or without variance.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, _ := data.Dims()
	if n < 3 {
		return nil, errors.New("kde: choosing a bandwidth needs at least three rows")
	}
	if constant, err := conjugate.Constant("kde", data.X); err != nil {
		return nil, err
	} else if constant > 0 {
		notes = append(notes, fmt.Sprintf(
			"Columns with only one value (%d) get variance 1 in working units; densities depend on that choice.", constant))
	}
	if data.Missing() > 0 {
		notes = append(notes, "In a missing cell of a row, its kernel is as wide as the column.")
	}
	return notes, nil
}

// Estimate predicts the memory and time of the fit.
func (Model) Estimate(data *inference.Dataset, _ inference.Settings) inference.Estimate {
	n, d := data.Dims()
	pairs, each := float64(n)*float64(n), 8.0
	if data.Missing() > 0 {
		each = 24
	}
	return inference.Estimate{Bytes: int64(pairs*each) + int64(8*n*d),
		Start: time.Duration(pairs*(float64(d)+45*10)) + time.Millisecond}
}

// New prepares a fit. It works on one thread and draws no random numbers.
func (Model) New(data *inference.Dataset, s inference.Settings, _ inference.Streams, _ int) (inference.Stepper, error) {
	if n, _ := data.Dims(); n < 3 {
		return nil, errors.New("kde: choosing a bandwidth needs at least three rows")
	}
	return newFit(data.X, s.Real("bandwidth"), s.Fixed("bandwidth")), nil
}
