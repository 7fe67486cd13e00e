package vbmfa

import (
	"fmt"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/saved"
)

var _ inference.Saver = (*fit)(nil)

// file is the saved form of a fit.
type file struct {
	Search    *search
	Generator []byte
	Pictures  map[int]*found.Mixture
	Phase     string
}

// layout is the version of the saved state.
const layout = 1

func (f *fit) owner() string {
	if f.search.Mixture.maximum {
		return "mlmfa"
	}
	return "vbmfa"
}

// MarshalBinary implements inference.Saver. Work on single rows in the present unit is repeated, to
// the same bits.
func (f *fit) MarshalBinary() ([]byte, error) {
	state, err := f.source.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("vbmfa: saving the random number generator: %w", err)
	}
	s := *f.search
	s.Cycle.Low = 0
	return saved.Seal(f.owner(), layout, file{&s, state, f.pictures, f.phase})
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var in file
	if err := saved.Open(f.owner(), layout, data, &in); err != nil {
		return err
	}
	if in.Search == nil || in.Search.Mixture == nil || len(in.Search.Tries) != f.d.n {
		return fmt.Errorf("vbmfa: the saved state belongs to another table")
	}
	if err := f.source.UnmarshalBinary(in.Generator); err != nil {
		return fmt.Errorf("vbmfa: the saved random number generator cannot be read: %w", err)
	}
	old, s := f.search, in.Search
	for _, m := range []*mixture{s.Mixture, s.Saved} {
		if m == nil {
			continue
		}
		m.d, m.fixed, m.maximum, m.isotropic = f.d, old.Mixture.fixed, old.Mixture.maximum, old.Mixture.isotropic
		m.setNoise()
	}
	if s.Spared == nil {
		s.Spared = map[int]bool{}
	}
	if s.Heirs == nil {
		s.Heirs = map[int][]int{}
	}
	if s.Lean == nil {
		s.Lean = map[int]bool{}
	}
	s.options, s.rng = old.options, old.rng
	f.search, f.pictures, f.phase = s, in.Pictures, in.Phase
	if f.pictures == nil {
		f.pictures = map[int]*found.Mixture{}
	}
	return nil
}
