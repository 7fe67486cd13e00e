package classify

import (
	"errors"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

var (
	_ inference.Classifier = (*fit)(nil)
	_ inference.Saver      = (*fit)(nil)
)

// layout is the version of the saved state.
const layout = 1

// state is the saved form.
type state struct {
	Class     string
	Parts     []savedPart
	Begun     bool
	Iteration int
	// The last classification. It cannot be repeated within an iteration, when some classes have done more iterations.
	Classified    int
	Probabilities *mat.Dense // nil for none
}

// savedPart is the fit of one class.
type savedPart struct {
	State       []byte
	Scalars     []float64
	Fresh, Done bool
	Phase       string
	Fraction    float64
}

// MarshalBinary implements inference.Saver. It fails if the model of the classes is not a Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	s := state{Class: f.model.Class, Begun: f.begun, Iteration: f.iteration, Classified: -1}
	for c, p := range f.parts {
		saver, ok := p.Predictor.(inference.Saver)
		if !ok {
			return nil, fmt.Errorf("a fit of %s cannot be saved", f.model.Base.Info().Title)
		}
		b, err := saver.MarshalBinary()
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", f.model.Class, f.levels[c], err)
		}
		s.Parts = append(s.Parts, savedPart{b, p.scalars, p.fresh, p.done, p.last.Phase, p.last.Fraction})
	}
	if f.result != nil {
		s.Classified, s.Probabilities = f.classified, f.result.Probabilities
	}
	return saved.Seal("classify", layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("classify", layout, data, &s); err != nil {
		return err
	}
	if s.Class != f.model.Class || len(s.Parts) != len(f.parts) {
		return fmt.Errorf("the saved state has %d classes of %s, but this run has %d of %s; start the run again",
			len(s.Parts), s.Class, len(f.parts), f.model.Class)
	}
	for c, p := range f.parts {
		saver, ok := p.Predictor.(inference.Saver)
		if !ok {
			return fmt.Errorf("a saved fit of %s cannot be continued", f.model.Base.Info().Title)
		}
		one := s.Parts[c]
		if err := saver.UnmarshalBinary(one.State); err != nil {
			return fmt.Errorf("%s %s: %w", f.model.Class, f.levels[c], err)
		}
		p.scalars, p.fresh, p.done = one.Scalars, one.Fresh, one.Done
		p.last = inference.Report{Phase: one.Phase, Fraction: one.Fraction}
	}
	f.begun, f.iteration, f.classified, f.result = s.Begun, s.Iteration, -1, nil
	if p := s.Probabilities; p != nil {
		if n, k := p.Dims(); n != len(f.truth) || k != len(f.levels) {
			return errors.New("the saved classification belongs to another table; start the run again")
		}
		f.classified, f.result = s.Classified, f.classification(p, s.Classified)
	}
	return nil
}
