// Package partition is the kind of result that puts each row into one of several groups.
package partition

import (
	"cmp"
	"fmt"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "partition"
	Version = 2
)

// A Partition says to which group each row belongs. It is never modified once published.
type Partition struct {
	Name   string // of what the groups are: "cluster"
	Labels []int  // group of each row, from 0; −1 where it belongs to none
	// Together is, for each pair of rows, the share of the draws in which they are in one group,
	// rows × rows; nil for models that do not sample, and if there are too many rows.
	Together *mat.Dense
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

// Pool implements inference.Pooler: Together is the mean over the chains, and the labels are
// those of the chain nearest to it. Without Together they are those of the first chain.
func (p *Partition) Pool(chains []inference.Part) inference.Part {
	var all []*Partition
	for _, c := range chains {
		if one, ok := c.(*Partition); ok && (len(all) == 0 || len(one.Labels) == len(all[0].Labels)) {
			all = append(all, one)
		}
	}
	first := cmp.Or(append(all, p)...)
	if first.Together == nil {
		return first
	}
	sum, n := mat.DenseCopyOf(first.Together), 1.0
	values := sum.RawMatrix().Data
	for _, o := range all[1:] {
		if o.Together == nil {
			continue
		}
		n++
		for i, v := range o.Together.RawMatrix().Data {
			values[i] += (v - values[i]) / n
		}
	}
	best := nearest(sum, all)
	return &Partition{Name: best.Name, Labels: best.Labels, Together: sum}
}

// nearest returns the partition of the rows with the least squared distance from the co-clustering
// probabilities p, N×N: the least Σ over its pairs of 1−2p (Dahl 2006).
func nearest(p *mat.Dense, partitions []*Partition) *Partition {
	var best *Partition
	least := 0.0
	for _, z := range partitions {
		sum := 0.0
		for i, a := range z.Labels {
			row := p.RawRowView(i)
			for j, b := range z.Labels[:i] {
				if a == b {
					sum += 1 - 2*row[j]
				}
			}
		}
		if best == nil || sum < least {
			best, least = z, sum
		}
	}
	return best
}
