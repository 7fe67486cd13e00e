package board

import (
	"fmt"
	"slices"

	"espalier/inference"
	"espalier/inference/stat/scores"
	"espalier/inference/tree"
)

// A Partition puts named rows into groups.
type Partition struct {
	Name   string   // of what the groups are: "dpmm", "species"
	Rows   []string // distinct
	Labels []int    // group of each row, an index of Groups; −1 for none
	Groups []string
}

// GroupsOf returns the groups that a fit found: its clusters, or its tree cut into as many groups
// as asked for, at least 2. The error says why there are none.
func GroupsOf(e Entry, groups int) (Partition, error) {
	f := foundBy(e.Result)
	p := Partition{Name: name(e), Rows: distinct(e.Data.Rows), Labels: f.labels}
	if f.tree != nil {
		cut := cutAbout(f.tree, max(groups, 2), func(k int) [][]int { g, _ := f.tree.CutInto(k); return g })
		p.Labels = tree.GroupLabels(cut, f.tree.Leaves())
	}
	if len(p.Labels) != len(p.Rows) {
		return p, fmt.Errorf("%s found no groups of rows", p.Name)
	}
	for k := range 1 + slices.Max(p.Labels) {
		p.Groups = append(p.Groups, fmt.Sprint(k+1))
	}
	return p, nil
}

// IsTree reports whether the groups of a fit are those of a tree, which can be cut into any number.
func IsTree(e Entry) bool { return treeOf(e.Result.Snapshot, e.Result.Spec.Burn()) != nil }

// LabelsOf returns an annotation as groups of the rows of data.
func LabelsOf(data *inference.Dataset, annotation string) (Partition, error) {
	for _, a := range data.Annotations {
		if a.Name == annotation {
			return Partition{Name: a.Name, Rows: distinct(data.Rows), Labels: a.Codes, Groups: a.Levels}, nil
		}
	}
	return Partition{}, fmt.Errorf("there is no annotation %q", annotation)
}

// Count returns how many groups have a row.
func (p Partition) Count() int { return groups(p.Labels) }

// A Crossing is two partitions of the rows that both have in a group.
type Crossing struct {
	A, B   Partition
	Counts [][]int // rows of each group of A by group of B
	Rows   int     // that both have
	// AdjustedRand and MutualInformation are at most 1; VariationOfInformation is in nats.
	AdjustedRand, MutualInformation, VariationOfInformation float64
}

// Cross compares two partitions. Rows are matched by name. The error says that they share none.
func Cross(a, b Partition) (*Crossing, error) {
	at := map[string]int{}
	for i, row := range b.Rows {
		at[row] = i
	}
	var x, y []int
	for i, row := range a.Rows {
		if j, ok := at[row]; ok && a.Labels[i] >= 0 && b.Labels[j] >= 0 {
			x, y = append(x, a.Labels[i]), append(y, b.Labels[j])
		}
	}
	if len(x) == 0 {
		return nil, fmt.Errorf("%s and %s have no row in common", a.Name, b.Name)
	}
	return &Crossing{A: a, B: b, Counts: scores.Confusion(x, y, len(a.Groups), len(b.Groups)), Rows: len(x),
		AdjustedRand: scores.AdjustedRand(x, y), MutualInformation: scores.NormalizedMutualInformation(x, y), VariationOfInformation: scores.VariationOfInformation(x, y)}, nil
}
