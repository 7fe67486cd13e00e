// Package profile is the kind of result that describes latent classes of rows: how many rows each has, the responses of
// its rows in each column, and the tree of the classes.
package profile

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/grouping"
	"example.org/espalier/inference/tree"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "profiles"
	Version = 1
)

// Profiles are those of K classes. They are never modified once published.
type Profiles struct {
	Labels []int     // class of each row, from 0
	Sure   []float64 // of each row, the share of the draws in which it is in its class
	// Tree has the classes as leaves; nil without any. Support is the share of the draws in which a clade is one.
	Tree  *tree.Tree
	Sizes []Interval // of each class, rows
	// Together is K×K: of the rows of class a, the share in class b, over the draws; 1 on the diagonal where
	// all is sure.
	Together []float64
	// Columns are the columns of the profiles. Responses are those of each class, K × [Profiles.Width].
	Columns   []Column
	Responses []Interval
	// Agreement says how far the classes of each chain agree with these, see [grouping.Agreement]; nil for one chain.
	Agreement []float64
}

// A Column has so many responses side by side: the probability of each of its levels, or of yes alone, or the mean of
// its numbers or counts, in the units of the table read.
type Column struct {
	Name   string
	Levels []string // "" alone for means
}

// An Interval is a mean over draws, with 95 % of them between two limits.
type Interval struct{ Mean, Low, High float64 }

// Of returns the profiles of a snapshot; nil where there are none.
func Of(s *inference.Snapshot) *Profiles {
	p, _ := inference.Of[*Profiles](s)
	return p
}

// Classes returns how many classes there are.
func (p *Profiles) Classes() int { return len(p.Sizes) }

// Width returns how many responses a class has.
func (p *Profiles) Width() (width int) {
	for _, c := range p.Columns {
		width += len(c.Levels)
	}
	return width
}

// Response returns a response of a class.
func (p *Profiles) Response(class, at int) Interval { return p.Responses[class*p.Width()+at] }

// Name names a class, from 0.
func Name(class int) string { return fmt.Sprintf("class %d", class+1) }

// Kind implements inference.Part.
func (*Profiles) Kind() string { return Kind }

// Check implements inference.Part: there is a class for each row, each class is a leaf of the tree, and shapes agree.
func (p *Profiles) Check(data *inference.Dataset) error {
	k := len(p.Sizes)
	if data != nil {
		if n, _ := data.Dims(); n != len(p.Labels) {
			return fmt.Errorf("profile: classes of %d rows for a table of %d", len(p.Labels), n)
		}
	}
	if len(p.Sure) != len(p.Labels) {
		return fmt.Errorf("profile: %d rows are sure, of %d", len(p.Sure), len(p.Labels))
	}
	for i, c := range p.Labels {
		if c < 0 || c >= k {
			return fmt.Errorf("profile: row %d is in class %d of %d", i+1, c+1, k)
		}
		if !(p.Sure[i] >= 0 && p.Sure[i] <= 1+1e-9) {
			return fmt.Errorf("profile: row %d is in its class with probability %v", i+1, p.Sure[i])
		}
	}
	switch {
	case (p.Tree == nil) != (k == 0) || p.Tree != nil && len(p.Tree.Names) != k:
		return fmt.Errorf("profile: the tree is not of %d classes", k)
	case len(p.Together) != k*k:
		return fmt.Errorf("profile: %d shares of %d classes", len(p.Together), k)
	case len(p.Responses) != k*p.Width():
		return fmt.Errorf("profile: %d responses of %d classes to %d questions", len(p.Responses), k, p.Width())
	}
	if p.Tree != nil {
		if err := p.Tree.Check(); err != nil {
			return fmt.Errorf("profile: %w", err)
		}
	}
	for _, v := range p.Together {
		if !(v >= 0 && v <= 1+1e-9) {
			return fmt.Errorf("profile: a share of %v", v)
		}
	}
	for _, list := range [][]Interval{p.Sizes, p.Responses} {
		for _, v := range list {
			if !(v.Low <= v.High) || math.IsInf(v.Low, 0) || math.IsInf(v.High, 0) || math.IsNaN(v.Mean) ||
				math.IsInf(v.Mean, 0) {
				return fmt.Errorf("profile: %v from %v to %v", v.Mean, v.Low, v.High)
			}
		}
	}
	for _, v := range p.Agreement {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("profile: chains agree by %v", v)
		}
	}
	return nil
}

// Pool implements inference.Pooler. The classes of different chains need not be the same ones: those of the first chain
// are shown, with how far the others agree.
func (p *Profiles) Pool(chains []inference.Part) inference.Part {
	var first *Profiles
	var agreement []float64
	for _, c := range chains {
		one, ok := c.(*Profiles)
		if !ok || one == nil {
			continue
		}
		if first == nil {
			first = one
		}
		if len(one.Labels) == len(first.Labels) {
			agreement = append(agreement, grouping.Agreement(one.Labels, first.Labels))
		}
	}
	if first == nil {
		return p
	}
	pooled := *first
	if pooled.Agreement = nil; len(agreement) > 1 {
		pooled.Agreement = agreement
	}
	return &pooled
}
