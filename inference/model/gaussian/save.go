package gaussian

import (
	"errors"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"
)

var (
	_ inference.Predictor = (*fit)(nil)
	_ inference.Saver     = (*fit)(nil)
)

// layout is the version of the saved state.
const layout = 1

// state is the saved form: the final moments of the fit. Before the end there is nothing to save:
// the fit depends on nothing but the data and is repeated.
type state struct {
	Finished, Reported bool
	Freedom, Bound     float64
	Mean, Scatter      []float64 // D, and the upper triangle of D×D
}

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{}
	if f.Finished {
		s = state{true, f.Reported, f.prior.Freedom, f.bound, f.mean, f.scatter}
	}
	return saved.Seal("gaussian", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("gaussian", layout, data, &s); err != nil {
		return err
	}
	if !s.Finished {
		return nil
	}
	if len(s.Mean) != len(f.mean) || len(s.Scatter) != len(f.scatter) || !(s.Freedom > 2) {
		return errors.New("gaussian: the saved state belongs to another table; start the run again")
	}
	f.mean, f.scatter = s.Mean, s.Scatter
	f.evidence(s.Freedom) // fills the posterior
	f.Finished, f.Reported, f.bound = true, s.Reported, s.Bound
	return nil
}
