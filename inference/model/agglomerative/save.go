package agglomerative

import (
	"errors"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/saved"
)

var _ inference.Saver = (*stepper)(nil)

// layout is the version of the saved state.
const layout = 2

// state is the saved form: the known merges and leaf order, or for mahalanobis distances the merges
// of the last round and how many are to come. Work in progress is not saved; it
// depends on nothing but the data and is repeated.
type state struct {
	Reported bool
	Merges   []linkage.Merge // nil until all are known
	Leaves   []int
	Before   []linkage.Merge // those that the present map was learnt from; nil for none
	Rounds   int             // still to come
}

// MarshalBinary implements inference.Saver.
func (s *stepper) MarshalBinary() ([]byte, error) {
	return saved.Seal("agglomerative", layout, state{s.reported, s.merges, s.leaves, s.before, s.rounds})
}

// UnmarshalBinary implements inference.Saver. On an error the stepper is as it was.
func (s *stepper) UnmarshalBinary(data []byte) error {
	var f state
	if err := saved.Open("agglomerative", layout, data, &f); err != nil {
		return err
	}
	n, _ := s.data.Dims()
	if !f.fits(n, s.optimal) {
		return errors.New("agglomerative: the saved state belongs to other data; start the run again")
	}
	if len(f.Before) > 0 {
		before := state{Merges: f.Before}
		if s.of == 0 || f.Rounds < 0 || f.Rounds >= s.of || !before.fits(n, s.optimal) {
			return errors.New("agglomerative: the saved state belongs to other settings; start the run again")
		}
		s.rounds = f.Rounds + 1
		s.grow(f.Before)
	} else if s.of > 0 && len(f.Merges) > 0 {
		return errors.New("agglomerative: the saved state belongs to other settings; start the run again")
	}
	if len(f.Merges) > 0 {
		s.measure()
		s.grow(f.Merges)
		if len(f.Leaves) > 0 {
			s.arrange(f.Leaves)
		}
	}
	s.reported = f.Reported
	return nil
}

// fits reports whether the state belongs to n rows and has their order if optimal is set.
func (f *state) fits(n int, optimal bool) bool {
	used := make([]bool, 2*n)
	for i, m := range f.Merges {
		if m.A < 0 || m.A >= m.B || m.B >= n+i || used[m.A] || used[m.B] || !(m.Height >= 0) ||
			i > 0 && m.Height < f.Merges[i-1].Height {
			return false
		}
		used[m.A], used[m.B] = true, true
	}
	sorted := slices.Clone(f.Leaves)
	slices.Sort(sorted)
	for i, l := range sorted {
		if l != i {
			return false
		}
	}
	joined, ordered := len(f.Merges) == n-1, len(f.Leaves) == n
	if len(f.Merges) > 0 && !joined || len(f.Leaves) > 0 && !(ordered && joined && optimal) {
		return false
	}
	return !f.Reported || joined && (ordered || !optimal)
}
