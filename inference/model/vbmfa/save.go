package vbmfa

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/process/narrow"
	"example.org/espalier/inference/saved"
)

var _ inference.Saver = (*fit)(nil)

// file is the saved form of a fit.
type file struct {
	Search       *search
	Generator    []byte
	Pictures     map[int]*found.Mixture
	Phase        string
	Best         *search // nil unless another search goes on
	BestPictures map[int]*found.Mixture
	Ends         []end
	From         int
	Cycles       int
	Reported     []float64
	Waiting      []contender
	At           int // start of Search, once all have had their turn
	Scores       int // number of principal components by which rows cluster; 0 for the columns of the table
}

// layout is the version of the saved state. In layout 1 there was one search, with ν* at its optimum instead of q(ν*);
// in layout 2 rows clustered in the columns of the table.
const layout = 3

func (f *fit) owner() string { return f.info.Name }

// MarshalBinary implements inference.Saver. Work on single rows in the present unit is repeated, to
// the same bits.
func (f *fit) MarshalBinary() ([]byte, error) {
	if f.counter != nil { // it begins again
		return saved.Seal(f.owner(), layout, file{})
	}
	s := *f.search
	s.Cycle.Low = 0
	return saved.Seal(f.owner(), layout, file{&s, saved.Generator(f.source), f.pictures, f.phase, f.best,
		f.bestPictures, f.Ends, f.From,
		f.cycles, f.reported, f.Waiting, f.At, len(f.spread)})
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var in file
	if err := saved.Open(f.owner(), layout, data, &in); err != nil {
		second := saved.Open(f.owner(), 2, data, &in) == nil
		if !second && saved.Open(f.owner(), 1, data, &in) != nil {
			return err
		}
		if f.counter != nil {
			f.inColumns()
		}
		if !f.readable(in.Search) {
			return errOther
		}
		if !second {
			f.renewed(&in)
		}
	}
	n, d := f.data.Dims()
	switch {
	case in.Search == nil && f.counter != nil: // nothing had begun
		return nil
	case in.Scores < 0 || in.Scores > min(n, d):
		return errOther
	case in.Scores > 0:
		f.take(narrow.New(f.data.X, in.Scores))
	case f.counter != nil:
		f.inColumns()
	}
	if !f.readable(in.Search) || in.Best != nil && !f.readable(in.Best) || len(in.Ends) > len(f.starts) || in.From < 0 ||
		in.From >= max(1, len(in.Ends)) || in.At < 0 || in.At >= len(f.starts) {
		return errOther
	}
	for _, c := range in.Waiting {
		if !f.readable(c.Search) || c.From < 0 || c.From >= len(f.starts) {
			return errOther
		}
	}
	if err := f.source.UnmarshalBinary(in.Generator); err != nil {
		return fmt.Errorf("vbmfa: the saved random number generator cannot be read: %w", err)
	}
	old := f.search
	in.Search.restore(old)
	if len(in.Ends) < len(f.starts) {
		in.At = len(in.Ends)
	}
	in.Search.options.births = f.optionsOf(f.starts[in.At]).births
	if in.Best != nil {
		in.Best.restore(old)
		in.Best.options.births = f.optionsOf(f.starts[in.From]).births
	}
	for _, c := range in.Waiting {
		c.Search.restore(old)
		c.Search.options.births = f.optionsOf(f.starts[c.From]).births
	}
	f.Waiting, f.At = in.Waiting, in.At
	f.search, f.pictures, f.phase, f.best, f.bestPictures, f.clusters = in.Search, in.Pictures, in.Phase, in.Best,
		in.BestPictures, nil
	f.Ends, f.From, f.cycles, f.reported = in.Ends, in.From, in.Cycles, in.Reported
	if f.pictures == nil {
		f.pictures = map[int]*found.Mixture{}
	}
	return nil
}

// inColumns clusters the rows by the columns of the table.
func (f *fit) inColumns() {
	f.counter = nil
	f.prepare(f.data.X)
}

var errOther = errors.New("vbmfa: the saved state belongs to another table")

// readable reports whether a decoded search is of the table of this fit.
func (f *fit) readable(s *search) bool { return s != nil && s.Mixture != nil && len(s.Tries) == f.d.n }

// restore sets the fields of a decoded search that are not saved, as in a new one.
func (s *search) restore(of *search) {
	for _, m := range []*mixture{s.Mixture, s.Saved} {
		if m == nil {
			continue
		}
		m.d, m.fixed, m.maximum, m.isotropic = of.Mixture.d, of.Mixture.fixed, of.Mixture.maximum, of.Mixture.isotropic
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
	s.options, s.rng = of.options, of.rng
}

// renewed brings a state of layout 1 into the present form: its only search goes on, or has ended, with q(ν*) at its
// best for the mixtures it has.
func (f *fit) renewed(in *file) {
	f.starts = []start{{"one", 1}}
	s := in.Search
	s.restore(f.search)
	for _, m := range []*mixture{s.Mixture, s.Saved} {
		if m != nil && !m.maximum && !m.fixed.means {
			m.SpreadRate = make([]float64, f.d.p)
			m.updateMeans()
		}
	}
	in.Cycles, s.Kept = s.Count, math.Inf(-1)
	if s.Count > 0 {
		m := s.settled()
		s.Shown = m.scalars()
		s.Kept, s.Value = s.Shown[0], s.Shown[0]
	}
	s.Last, s.Cycle.Before = math.NaN(), math.NaN()
	if s.Cycle.Group != nil {
		s.Cycle.Rest = s.Mixture.restOf(s.Cycle.members(s.Mixture))
	}
	if s.Phase == finished {
		in.Ends = []end{{Value: s.Kept, Size: len(s.Mixture.Components)}}
	}
}
