// Package partition is the kind of result that puts each row into one of several groups.
package partition

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/grouping"

	"gonum.org/v1/gonum/mat"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "partition"
	Version = 4
)

// A Partition says to which group each row belongs. It is never modified once published.
type Partition struct {
	Name   string // of a group: "cluster"
	Labels []int  // group of each row, from 0; −1 where it belongs to none
	// Live says that Labels are the state of the first chain at the moment of the snapshot, while the fit runs. Summaries
	// of draws are older.
	Live bool
	// Together is, for each pair of rows, the share of the draws in which they are in one group,
	// rows × rows; nil for models that do not sample, and if there are too many rows.
	Together *mat.Dense

	// Of a model that samples; none for others. See [Drawn].
	Draws  [][]int   // some draws, evenly spaced, as labels from 0
	Number []float64 // share of all draws with 0, 1, 2, … groups
	Least  int       // rows that a group has at least; the rows of smaller ones have label −1: they stand alone
	// how far the partition of each chain agrees with this one, see [grouping.Agreement]; nil for one chain
	Agreement []float64
}

// Drawn returns the partition that shows a sampler's draws: that of the least variation of information, see
// [grouping.Shown]. draws are labels of the rows from 0, at least one draw, evenly spaced; number is the share of all
// draws with 0, 1, 2, … groups; a group has at least so many rows. together may be nil.
func Drawn(name string, draws [][]int, together *mat.Dense, number []float64, least int) *Partition {
	p := drawn(name, draws, func(z [][]int) []int { return grouping.Shown(z, together) }, number, least)
	p.Together = together
	return p
}

// drawn is [Drawn] without the shares of pairs. shown returns the partition that shows some draws.
func drawn(name string, draws [][]int, shown func(z [][]int) []int, number []float64, least int) *Partition {
	draws = inference.Spaced(draws, grouping.Draws(len(draws[0])))
	return &Partition{Name: name, Labels: grouping.Alone(shown(draws), least), Draws: draws, Number: number, Least: least}
}

// MostTogether is the number of rows up to which models keep Together.
const MostTogether = 2000

// TogetherNote tells the user that n rows are too many for Together; "" if they are not.
func TogetherNote(n int) string {
	if n <= MostTogether {
		return ""
	}
	return fmt.Sprintf("The matrix of pairs is kept for at most %d rows; this table has %d.", MostTogether, n)
}

// Of returns the partition in a snapshot; nil where there is none.
func Of(s *inference.Snapshot) *Partition {
	p, _ := inference.Of[*Partition](s)
	return p
}

// In returns the partition among parts; nil where there is none.
func In(parts []inference.Part) *Partition {
	p, _ := inference.Find[*Partition](parts)
	return p
}

// LabelsOf returns the group of each row in a snapshot; nil where there is none.
func LabelsOf(s *inference.Snapshot) []int {
	if p := Of(s); p != nil {
		return p.Labels
	}
	return nil
}

// Kind implements inference.Part.
func (*Partition) Kind() string { return Kind }

// mostGroups is far above any real number; memory grows with the greatest label.
const mostGroups = 1 << 20

// Check implements inference.Part: there is a group for each row, and Together holds shares.
func (p *Partition) Check(data *inference.Dataset) error {
	n := len(p.Labels)
	if data != nil {
		n, _ = data.Dims()
	}
	if len(p.Labels) != n {
		return fmt.Errorf("partition: %d labels of %q for %d rows", len(p.Labels), p.Name, n)
	}
	for i, k := range p.Labels {
		if k < -1 || k >= mostGroups {
			return fmt.Errorf("partition: row %d is in group %d", i+1, k+1)
		}
	}
	if err := p.checkDraws(n); err != nil {
		return err
	}
	if p.Together == nil {
		return nil
	}
	if r, c := p.Together.Dims(); r != n || c != n {
		return fmt.Errorf("partition: shares of pairs are %d×%d for %d rows", r, c, n)
	}
	for i := range n {
		for j, v := range p.Together.RawRowView(i) {
			if !(v >= 0 && v <= 1+1e-9) {
				return fmt.Errorf("partition: rows %d and %d share a group with probability %v", i+1, j+1, v)
			}
		}
	}
	return nil
}

// checkDraws checks a sampler's draws of n rows.
func (p *Partition) checkDraws(n int) error {
	for s, z := range p.Draws {
		if len(z) != n {
			return fmt.Errorf("partition: draw %d has %d labels for %d rows", s+1, len(z), n)
		}
		for i, k := range z {
			if k < 0 || k >= mostGroups {
				return fmt.Errorf("partition: row %d is in group %d of draw %d", i+1, k+1, s+1)
			}
		}
	}
	for k, v := range p.Number {
		if !(v >= 0 && v <= 1+1e-9) {
			return fmt.Errorf("partition: %d groups have probability %v", k, v)
		}
	}
	for c, v := range p.Agreement {
		if !(v >= -1 && v <= 1+1e-9) {
			return fmt.Errorf("partition: chain %d agrees by %v", c+1, v)
		}
	}
	if p.Least < 0 {
		return fmt.Errorf("partition: a group has at least %d rows", p.Least)
	}
	return nil
}
