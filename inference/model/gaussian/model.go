package gaussian

import (
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
)

// Model is the multivariate Gaussian. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// most is the greatest number of columns: each evaluation of the evidence costs D³/3.
const most = 1500

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyDensities,
		Name:   "gaussian",
		Title:  "Multivariate Gaussian",
		Summary: "Fits one Gaussian to all rows and shrinks its covariance as far as the data support. It finds no " +
			"groups: a baseline that other models should beat.",
		Reference: "A. Hannart and P. Naveau (2014), Estimating high dimensional covariance matrices: a new look at the Gaussian conjugate framework, Journal of Multivariate Analysis 131, 149–162.",
		Parameters: []inference.Parameter{
			{Name: "freedom", Title: "δ, freedom", Type: inference.Real, Default: "10", Min: 2,
				OpenMin: true, Max: 1e6, Learnt: true,
				Help: "How strongly the prior favours independent columns. Near 2, the covariance is that of the " +
					"rows; for large values, columns are uncorrelated."},
			{Name: "kappa", Title: "κ₀, prior rows", Type: inference.Real, Default: "1", Min: 0, OpenMin: true, Max: 1e6,
				Advanced: true, Unit: "rows",
				Help: "Weight of the prior of the mean, in rows."},
		},
		Compared:       true,
		Preprocessing:  inference.Preprocessing{Centre: true, Scale: true},
		Scalars:        []string{"evidence", "freedom"},
		Objective:      "evidence",
		ObjectiveTitle: "log evidence, nats",
		Iteration:      "fit",
	}
}

// Check refuses tables of fewer than two rows and tables with too many columns for a covariance.
func (Model) Check(data *inference.Dataset, _ inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	switch {
	case n < 2:
		return nil, errors.New("gaussian: a covariance needs at least two rows")
	case d > most:
		return nil, fmt.Errorf(
			"gaussian: the covariance of %d columns takes too long; keep the most variable %d columns in the preprocessing", d,
			most)
	}
	if constant, err := conjugate.Constant("gaussian", data.X); err != nil {
		return nil, err
	} else if constant > 0 {
		notes = append(notes, conjugate.ConstantNote(constant))
	}
	if k := data.Missing(); k > 0 {
		notes = append(notes, fmt.Sprintf("Nothing is filled in for missing cells (%d); the evidence is a lower bound.", k))
	}
	return notes, nil
}

// Estimate predicts the memory and time of the fit.
func (Model) Estimate(data *inference.Dataset, _ inference.Settings) inference.Estimate {
	n, d := data.Dims()
	work := float64(n) * float64(d) * float64(d)
	cube := float64(d) * float64(d) * float64(d)
	nanoseconds := work + 3*cube
	if gaps := data.Missing(); gaps > 0 {
		nanoseconds *= 30
		nanoseconds += 30 * float64(min(n, gaps)) * 2 * cube
	}
	return inference.Estimate{Bytes: 8 * int64(n*d+6*d*d), Start: time.Duration(nanoseconds) + time.Millisecond}
}

// New prepares a fit. It works on one thread and draws no random numbers.
func (Model) New(data *inference.Dataset, s inference.Settings, _ inference.Streams, _ int) (inference.Stepper, error) {
	if n, _ := data.Dims(); n < 2 {
		return nil, errors.New("gaussian: a covariance needs at least two rows")
	}
	return newFit(data.X, s.Real("freedom"), s.Real("kappa"), s.Fixed("freedom"))
}
