// Package places is the kind of result that gives each row a place in a plane, so that rows that are alike lie near
// each other, and says how far that can be trusted.
package places

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "places"
	Version = 1
)

// Places are never modified once published.
type Places struct {
	X, Y []float64 // of each row; the axes mean nothing
	// Near is the number of nearest rows that Trust and Continuity look at.
	Near int
	// Trust falls from 1 with rows that are near in the plane and not in the data, Continuity with rows that are near
	// in the data and not in the plane (Venna and Kaski 2001); ½ is about chance.
	Trust, Continuity float64
	// Correlation is that of the distances in the plane with those in the data, between −1 and 1; Tree that with the
	// distances along a tree of average linkage, NaN where there are too many rows.
	Correlation, Tree float64
}

// Of returns the places in a snapshot; nil where there are none.
func Of(s *inference.Snapshot) *Places {
	if s == nil {
		return nil
	}
	p, _ := inference.Find[*Places](s.Parts)
	return p
}

// Kind implements inference.Part.
func (*Places) Kind() string { return Kind }

// Check implements inference.Part: a finite place for each row, and measures in their ranges.
func (p *Places) Check(data *inference.Dataset) error {
	n := len(p.X)
	if data != nil {
		n, _ = data.Dims()
	}
	if len(p.X) != n || len(p.Y) != n {
		return fmt.Errorf("places: %d and %d coordinates of %d rows", len(p.X), len(p.Y), n)
	}
	for i, x := range p.X {
		if d := math.Abs(x) + math.Abs(p.Y[i]); math.IsNaN(d) || math.IsInf(d, 0) {
			return fmt.Errorf("places: row %d is at %v, %v", i+1, x, p.Y[i])
		}
	}
	for _, v := range []float64{p.Trust, p.Continuity} {
		if !(v >= -1e-9 && v <= 1+1e-9) {
			return fmt.Errorf("places: a trustworthiness or continuity of %v", v)
		}
	}
	if !(math.Abs(p.Correlation) <= 1+1e-9) || math.Abs(p.Tree) > 1+1e-9 {
		return fmt.Errorf("places: correlations of %v and %v", p.Correlation, p.Tree)
	}
	if p.Near < 0 {
		return fmt.Errorf("places: %d nearest rows", p.Near)
	}
	return nil
}

// form is a Places as it is written.
type form struct {
	_        struct{} `cbor:",toarray"`
	X, Y     wire.Floats
	Near     int
	Measures wire.Floats // Trust, Continuity, Correlation, Tree
}

// MarshalBinary implements inference.Part.
func (p *Places) MarshalBinary() ([]byte, error) {
	return wire.Marshal(form{X: p.X, Y: p.Y, Near: p.Near,
		Measures: wire.Floats{p.Trust, p.Continuity, p.Correlation, p.Tree}})
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error p is unchanged.
func (p *Places) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("places", data, &f); err != nil {
		return err
	}
	if len(f.Measures) != 4 {
		return fmt.Errorf("places: %d measures in place of 4; the bytes are damaged", len(f.Measures))
	}
	read := Places{X: f.X, Y: f.Y, Near: f.Near, Trust: f.Measures[0], Continuity: f.Measures[1],
		Correlation: f.Measures[2], Tree: f.Measures[3]}
	if err := read.Check(nil); err != nil {
		return err
	}
	*p = read
	return nil
}
