// Package spectrum is the kind of result that says how the number of clusters of a graph was chosen: its smallest
// eigenvalues, and how good the cut into each number of clusters is.
package spectrum

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "spectrum"
	Version = 1
)

// The values of Rule: how the number was chosen.
const (
	Given      = "given"
	Gap        = "eigengap"
	Modularity = "modularity"
)

// A Spectrum is never modified once published.
type Spectrum struct {
	Values []float64 // the smallest eigenvalues of the normalised Laplacian, ascending, from 0 to 2
	Number int       // of clusters, from 1
	Rule   string    // Given, Gap or Modularity
	// Modularity is that of 1, 2, 3, … clusters; nil where they were not tried.
	Modularity []float64
}

// Of returns the spectrum of a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Spectrum {
	if s == nil {
		return nil
	}
	f, _ := inference.Find[*Spectrum](s.Parts)
	return f
}

// Widest is the number of values before the largest gap between one and the next, from 1; the first of equal gaps.
func (s *Spectrum) Widest() int {
	k, widest := 1, 0.0
	for q := range len(s.Values) - 1 {
		if gap := s.Values[q+1] - s.Values[q]; gap > widest {
			k, widest = q+1, gap
		}
	}
	return k
}

// Kind implements inference.Part.
func (*Spectrum) Kind() string { return Kind }

// Check implements inference.Part: eigenvalues that rise from 0 to 2 at most, and a number of clusters.
func (s *Spectrum) Check(*inference.Dataset) error {
	const rounding = 1e-6
	for _, v := range s.Values {
		if !(v >= -rounding && v <= 2+rounding) {
			return fmt.Errorf("spectrum: an eigenvalue of %v", v)
		}
	}
	for k, q := range s.Modularity {
		if !(math.Abs(q) <= 1+rounding) {
			return fmt.Errorf("spectrum: %d clusters of modularity %v", k+1, q)
		}
	}
	switch {
	case !slices.IsSorted(s.Values):
		return errors.New("spectrum: the eigenvalues do not rise")
	case len(s.Values) == 0 && s.Number == 0 && s.Rule == "":
		return nil
	case s.Number < 1:
		return fmt.Errorf("spectrum: %d clusters", s.Number)
	case !slices.Contains([]string{Given, Gap, Modularity}, s.Rule):
		return fmt.Errorf("spectrum: the number was chosen by %q, which is unknown", s.Rule)
	}
	return nil
}

// form is a Spectrum as it is written.
type form struct {
	_                  struct{} `cbor:",toarray"`
	Values, Modularity wire.Floats
	Number             int
	Rule               string
}

// MarshalBinary implements inference.Part.
func (s *Spectrum) MarshalBinary() ([]byte, error) {
	return wire.Marshal(form{Values: s.Values, Modularity: s.Modularity, Number: s.Number, Rule: s.Rule})
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error s is unchanged.
func (s *Spectrum) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a spectrum", data, &f); err != nil {
		return err
	}
	read := Spectrum{Values: f.Values, Modularity: f.Modularity, Number: f.Number, Rule: f.Rule}
	if err := read.Check(nil); err != nil {
		return err
	}
	*s = read
	return nil
}
