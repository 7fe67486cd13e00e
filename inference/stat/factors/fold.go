package factors

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// minorShare is the share of the variance below which a factor is minor.
const minorShare = 0.01

// fewFactors is the greatest number of factors of which none is folded away.
const fewFactors = 12

// A Fold divides the factors of a summary into those that one reads and a remainder.
type Fold struct {
	Major []int   // factors that are read one by one, in the order of the summary
	Minor int     // number of the others
	Share float64 // share of the variance of the others, and of the factors that are in no more than a few draws
}

// Fold sets minor factors aside: those with less than minorShare of the variance, and those that load on one item,
// which say nothing about how items vary together. If there are few factors, or none would be left, all are major.
func (s *Summary) Fold() Fold {
	f := Fold{}
	if s == nil {
		return f
	}
	for j := range s.Count() {
		if s.Count() <= fewFactors || s.Explained[j].Mean >= minorShare && s.items(j) != 1 {
			f.Major = append(f.Major, j)
		}
	}
	if f.Major == nil {
		for j := range s.Count() {
			f.Major = append(f.Major, j)
		}
	}
	if f.Minor = s.Count() - len(f.Major); f.Minor == 0 {
		return f
	}
	next := 0
	for j := range s.Count() {
		if next < len(f.Major) && f.Major[next] == j {
			next++
			continue
		}
		f.Share += s.Explained[j].Mean
	}
	if !math.IsNaN(s.Rest.Mean) {
		f.Share += s.Rest.Mean
	}
	return f
}

// Parts returns the shares of the variance of the major factors of a fold, of all other factors, and of the noise. They
// add up to 1.
func (s *Summary) Parts(f Fold) []float64 {
	var parts []float64
	for _, j := range f.Major {
		parts = append(parts, s.Explained[j].Mean)
	}
	rest := f.Share
	if f.Minor == 0 && !math.IsNaN(s.Rest.Mean) {
		rest = s.Rest.Mean
	}
	return append(parts, rest, s.Noise.Mean)
}

// Readable returns a summary of the major factors alone, which keep their names and IDs; it returns s itself if none
// is minor. The shares of the others and of the factors in few draws are in Left, no longer in Rest. O(K(D + N))
func (s *Summary) Readable() *Summary {
	f := s.Fold()
	if f.Minor == 0 {
		return s
	}
	out, state := *s, *s.Factors
	out.Factors, out.Left, out.Numbers = &state, f, f.Major
	for _, x := range []**mat.Dense{&state.Loadings, &state.Inclusion, &state.Activities,
		&out.Deviation, &out.Low, &out.High,
		&out.ActivityDeviation, &out.ActivityLow, &out.ActivityHigh} {
		*x = columns(*x, f.Major)
	}
	if s.Factors.Binary {
		state.Inclusion = state.Activities
	}
	state.IDs, out.Matches, out.Explained = nil, nil, nil
	out.ByGroup = s.ByGroup.of(f.Major)
	for _, j := range f.Major {
		state.IDs, out.Matches, out.Explained = append(state.IDs, s.Factors.IDs[j]), append(out.Matches, s.Matches[j]),
			append(out.Explained, s.Explained[j])
	}
	return &out
}

// items returns the number of items on which factor j loads in at least half of the draws that have it; all items if
// loadings are never 0.
func (s *Summary) items(j int) (n int) {
	if s.Factors.Binary {
		n, _ = s.Factors.Loadings.Dims()
		return n
	}
	d, _ := s.Factors.Loadings.Dims()
	for i := range d {
		if s.Factors.Inclusion == nil || s.Factors.Inclusion.At(i, j) >= 0.5 {
			n++
		}
	}
	return n
}

// Singles counts the factors of a list that load on one item, for a model whose loadings can be 0.
func (s *Summary) Singles(of []int) (n int) {
	for _, j := range of {
		if s.Factors.Inclusion != nil && !s.Factors.Binary && s.items(j) == 1 {
			n++
		}
	}
	return n
}

// fewItems is how many items a factor shares without that being worth a word.
const fewItems = 10

// Dense counts the factors that load on more than nine items in ten, of ten or more, for a model whose loadings can
// be 0; 0 for other models.
func (s *Summary) Dense() (n int) {
	if s.Count() == 0 || s.Factors.Inclusion == nil || s.Factors.Binary {
		return 0
	}
	d, _ := s.Factors.Loadings.Dims()
	if d < fewItems {
		return 0
	}
	for j := range s.Count() {
		if 10*s.items(j) > 9*d {
			n++
		}
	}
	return n
}

// Words names the minor factors after a list of the others: "and 140 minor factors, 9 %"; "" if there are none. percent
// writes a share.
func (f Fold) Words(percent func(float64) string) string {
	switch f.Minor {
	case 0:
		return ""
	case 1:
		return "and one minor factor, " + percent(f.Share)
	}
	return fmt.Sprintf("and %d minor factors, %s", f.Minor, percent(f.Share))
}
