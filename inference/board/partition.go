package board

import (
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
)

// A Partition puts named rows into groups.
type Partition struct {
	Name   string   // where the groups come from: "dpmm", "species"
	Rows   []string // distinct
	Labels []int    // group of each row, an index of Groups; −1 for none
	Groups []string
}

// GroupsOf returns the groups that a fit found: its clusters, or its tree cut into as many groups
// as asked for, at least 2. The error explains why there are none.
func GroupsOf(e Entry, groups int) (Partition, error) {
	f := foundBy(e.Result)
	p := Partition{Name: name(e), Rows: distinct(e.Data.Rows), Labels: f.labels}
	if f.tree != nil && f.tree.Leaves() == len(e.Data.Rows) {
		p.Labels = tree.GroupLabels(f.read(e.Data).Groups(max(groups, 2)), f.tree.Leaves())
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
			return PartitionOf(data, a.Name, a.Codes, a.Levels), nil
		}
	}
	return Partition{}, fmt.Errorf("there is no annotation %q", annotation)
}

// PartitionOf puts the rows of data into groups: labels are indices of groups, −1 for none.
func PartitionOf(data *inference.Dataset, name string, labels []int, groups []string) Partition {
	return Partition{Name: name, Rows: distinct(data.Rows), Labels: labels, Groups: groups}
}

// A Side is one of two partitions to compare: groups that a fit found, or given ones.
type Side struct {
	Fit   *Entry // nil for those given
	Given Partition
}

// ErrTrees means that the number of groups to cut two trees into is not given.
var ErrTrees = errors.New("both are trees; give the number of groups to cut them into")

// CrossSides compares two sides. A tree is cut into as many groups as asked for or, for 0, as many as
// the other side has; two trees with 0 are [ErrTrees].
func CrossSides(left, right Side, groups int) (*Crossing, error) {
	sides, parts := [2]Side{left, right}, [2]Partition{left.Given, right.Given}
	asked := groups
	for _, trees := range []bool{false, true} { // trees follow
		for i, s := range sides {
			if s.Fit != nil && IsTree(*s.Fit) == trees {
				if groups == 0 && trees {
					return nil, ErrTrees
				}
				p, err := GroupsOf(*s.Fit, groups)
				if err != nil {
					return nil, err
				}
				parts[i] = p
			}
			if asked == 0 && !trees && parts[i].Labels != nil {
				groups = max(groups, parts[i].Count())
			}
		}
	}
	return Cross(parts[0], parts[1])
}

// Count returns how many groups have a row.
func (p Partition) Count() int { return Distinct(p.Labels) }

// A Crossing compares two partitions over the rows that have a group in both.
type Crossing struct {
	A, B   Partition
	Counts [][]int // rows of each group of A by group of B
	Rows   int     // that both have
	// AdjustedRand and MutualInformation are at most 1; VariationOfInformation is in nats.
	AdjustedRand, MutualInformation, VariationOfInformation float64

	pairs [][2]int // the groups of each row of A, in A and in B; −1 where it has none in either
}

// Of lists the rows of A that are in a group of A and in one of B; −1 stands for any group.
func (c *Crossing) Of(a, b int) (rows []int) {
	for i, p := range c.pairs {
		if p[0] >= 0 && (a < 0 || p[0] == a) && (b < 0 || p[1] == b) {
			rows = append(rows, i)
		}
	}
	return rows
}

// Cross compares two partitions. Rows are matched by name; having none in common is an error.
func Cross(a, b Partition) (*Crossing, error) {
	at := map[string]int{}
	for i, row := range b.Rows {
		at[row] = i
	}
	var x, y []int
	pairs := make([][2]int, len(a.Rows))
	for i, row := range a.Rows {
		pairs[i] = [2]int{-1, -1}
		if j, ok := at[row]; ok && a.Labels[i] >= 0 && b.Labels[j] >= 0 {
			x, y = append(x, a.Labels[i]), append(y, b.Labels[j])
			pairs[i] = [2]int{a.Labels[i], b.Labels[j]}
		}
	}
	if len(x) == 0 {
		return nil, fmt.Errorf("%s and %s have no row in common", a.Name, b.Name)
	}
	return &Crossing{A: a, B: b, Counts: scores.Confusion(x, y, len(a.Groups), len(b.Groups)), Rows: len(x), pairs: pairs,
		AdjustedRand: scores.AdjustedRand(x, y), MutualInformation: scores.NormalizedMutualInformation(x, y),
		VariationOfInformation: scores.VariationOfInformation(x, y)}, nil
}
