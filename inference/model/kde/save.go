package kde

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

// state is the saved form. Before the end there is nothing to save: the search depends on nothing
// but the data and is repeated.
type state struct {
	Finished, Reported bool
	Bandwidth, Score   float64
}

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{}
	if f.Finished {
		s = state{true, f.Reported, f.bandwidth, f.score}
	}
	return saved.Seal("kde", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("kde", layout, data, &s); err != nil {
		return err
	}
	if !s.Finished {
		return nil
	}
	if !(s.Bandwidth > 0) {
		return errors.New("kde: the saved state has no bandwidth; start the run again")
	}
	f.Finished, f.Reported, f.bandwidth, f.score, f.terms = true, s.Reported, s.Bandwidth, s.Score, nil
	return nil
}
