// Package scree is the kind of result that says how the variance of a table is distributed over its principal
// components, and how many of them stand out from chance.
package scree

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "scree"
	Version = 1
)

// Scree holds the eigenvalues of the covariance of the items. It is never modified once published.
type Scree struct {
	Values []float64 // descending, in squared working units, divisor N; missing cells are filled with means
	Band   []float64 // the 95 % point of each in tables in which no item has to do with another
	Number int       // how many stand out, from the first on
	Shown  int       // how many components the result has
}

// Of returns the scree of a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Scree {
	if s == nil {
		return nil
	}
	f, _ := inference.Find[*Scree](s.Parts)
	return f
}

// Shares returns the eigenvalues and their band as shares of the variance; nil where there is no variance.
func (s *Scree) Shares() (values, band []float64) {
	whole := 0.0
	for _, v := range s.Values {
		whole += v
	}
	if !(whole > 0) {
		return nil, nil
	}
	for k, v := range s.Values {
		values, band = append(values, v/whole), append(band, s.Band[k]/whole)
	}
	return values, band
}

// Words says, with a small first letter and no full stop, how many components stand out where others are shown: "K =
// 0: no component stands out from chance; the first 2 are shown". It is "" where those that stand out are shown.
func (s *Scree) Words() string {
	if s.Number == s.Shown {
		return ""
	}
	shown := "the first is shown"
	if s.Shown != 1 {
		shown = "the first " + inference.Grouped(s.Shown) + " are shown"
	}
	switch s.Number {
	case 0:
		return "K = 0: no component stands out from chance; " + shown
	case 1:
		return "one component stands out from chance; " + shown
	}
	return fmt.Sprintf("%d components stand out from chance; %s", s.Number, shown)
}

// Kind implements inference.Part.
func (*Scree) Kind() string { return Kind }

// Check implements inference.Part: as many eigenvalues as points of the band, finite and not negative, the greatest
// first, and numbers of components that there can be.
func (s *Scree) Check(data *inference.Dataset) error {
	if len(s.Band) != len(s.Values) {
		return fmt.Errorf("scree: %d eigenvalues and a band of %d points", len(s.Values), len(s.Band))
	}
	for _, v := range slices.Concat(s.Values, s.Band) {
		if !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("scree: an eigenvalue of %v", v)
		}
	}
	if !slices.IsSortedFunc(s.Values, func(a, b float64) int { return cmp.Compare(b, a) }) {
		return errors.New("scree: the eigenvalues do not fall")
	}
	if s.Number < 0 || s.Number > len(s.Values) || s.Shown < 0 || s.Shown > len(s.Values) {
		return fmt.Errorf("scree: %d components stand out and %d are shown, of %d", s.Number, s.Shown, len(s.Values))
	}
	if data != nil {
		// A category is several columns to the components.
		if n, d := data.Dims(); len(s.Values) != min(n, d) && !(data.OfKinds() && len(s.Values) <= n) {
			return fmt.Errorf("scree: %d eigenvalues of a table of %d × %d", len(s.Values), n, d)
		}
	}
	return nil
}

// form is a Scree as it is written.
type form struct {
	_            struct{} `cbor:",toarray"`
	Values, Band wire.Floats
	Numbers      wire.Ints // Number and Shown
}

// MarshalBinary implements inference.Part.
func (s *Scree) MarshalBinary() ([]byte, error) {
	return wire.Marshal(form{Values: s.Values, Band: s.Band, Numbers: wire.Ints{s.Number, s.Shown}})
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error s is unchanged.
func (s *Scree) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a scree", data, &f); err != nil {
		return err
	}
	if len(f.Numbers) != 2 {
		return errors.New("scree: the numbers of components cannot be decoded; the bytes are damaged")
	}
	read := Scree{f.Values, f.Band, f.Numbers[0], f.Numbers[1]}
	if err := read.Check(nil); err != nil {
		return err
	}
	*s = read
	return nil
}
