// Package scales is the kind of result that puts the rows into groups at several scales, from few large groups to
// many small ones.
package scales

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
	Kind    = "scales"
	Version = 1
)

// Scales are partitions of the same rows. It is never modified once published.
type Scales struct {
	Name    string    // of the parameter of the scale: "resolution"
	Of      string    // name of a group: "community"
	Measure string    // of how good a partition is: "modularity"
	Asked   float64   // the scale asked for, one of At
	At      []float64 // the scales, above 0, ascending
	Labels  [][]int   // at each scale the group of each row, from 0; −1 where it belongs to none
	Quality []float64 // at each scale, see Measure
}

// Of returns the scales of a snapshot; nil where there are none.
func Of(s *inference.Snapshot) *Scales {
	if s == nil {
		return nil
	}
	f, _ := inference.Find[*Scales](s.Parts)
	return f
}

// Nearest is the place of the scale whose ratio to a wanted one is nearest to 1.
func (s *Scales) Nearest(wanted float64) (at int) {
	for k, v := range s.At {
		if math.Abs(math.Log(v/wanted)) < math.Abs(math.Log(s.At[at]/wanted)) {
			at = k
		}
	}
	return at
}

// Groups is the number of groups at a scale.
func (s *Scales) Groups(at int) int { return max(slices.Max(s.Labels[at])+1, 0) }

// Kind implements inference.Part.
func (*Scales) Kind() string { return Kind }

const mostGroups = 1 << 20

// Check implements inference.Part: scales that rise, and for each a group of every row.
func (s *Scales) Check(data *inference.Dataset) error {
	if len(s.At) != len(s.Labels) || len(s.At) != len(s.Quality) {
		return fmt.Errorf("scales: %d scales, %d partitions and %d qualities", len(s.At), len(s.Labels),
			len(s.Quality))
	}
	if len(s.At) > 0 && !slices.Contains(s.At, s.Asked) {
		return fmt.Errorf("scales: %v was asked for, which is none of them", s.Asked)
	}
	n := -1
	if data != nil {
		n, _ = data.Dims()
	}
	for k, at := range s.At {
		switch {
		case !(at > 0) || math.IsInf(at, 0):
			return fmt.Errorf("scales: a scale of %v", at)
		case k > 0 && at <= s.At[k-1]:
			return errors.New("scales: they do not rise")
		case math.IsNaN(s.Quality[k]) || math.IsInf(s.Quality[k], 0):
			return fmt.Errorf("scales: a partition of quality %v", s.Quality[k])
		case len(s.Labels[k]) == 0:
			return errors.New("scales: a partition of no rows")
		}
		if n < 0 {
			n = len(s.Labels[k])
		}
		if len(s.Labels[k]) != n {
			return fmt.Errorf("scales: %d labels for %d rows", len(s.Labels[k]), n)
		}
		for i, c := range s.Labels[k] {
			if c < -1 || c >= mostGroups {
				return fmt.Errorf("scales: row %d is in group %d", i+1, c+1)
			}
		}
	}
	return nil
}

// form is a Scales as it is written.
type form struct {
	_                 struct{} `cbor:",toarray"`
	Name, Of, Measure string
	Asked             float64
	At, Quality       wire.Floats
	Labels            []wire.Ints
}

// MarshalBinary implements inference.Part.
func (s *Scales) MarshalBinary() ([]byte, error) {
	f := form{Name: s.Name, Of: s.Of, Measure: s.Measure, Asked: s.Asked, At: s.At, Quality: s.Quality}
	for _, z := range s.Labels {
		f.Labels = append(f.Labels, z)
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error s is unchanged.
func (s *Scales) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("scales", data, &f); err != nil {
		return err
	}
	read := Scales{Name: f.Name, Of: f.Of, Measure: f.Measure, Asked: f.Asked, At: f.At, Quality: f.Quality}
	for _, z := range f.Labels {
		read.Labels = append(read.Labels, z)
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*s = read
	return nil
}
