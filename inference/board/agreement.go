package board

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/grouping"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
)

// An Agreement measures how well a result agrees with labels. Rows without a label are left out. See package scores;
// NaN means unknown.
type Agreement struct {
	Groups int // that were compared
	Rows   int // that have a label
	// AdjustedRand, MutualInformation and Purity are at most 1; VariationOfInformation is in nats.
	AdjustedRand, MutualInformation, VariationOfInformation, Purity float64
	// DendrogramPurity is that of a tree, and ResolvedPurity that of the tree with the children of branch points of many
	// joined two by two, see [tree.Tree.Resolved]; NaN but for trees.
	DendrogramPurity, ResolvedPurity float64
}

// AgreeGroups compares groups of rows with the codes of their labels, −1 for none. A row without a group stands alone:
// it is compared as a group of one row. It returns nil for fewer than two labels, and panics if the lengths differ.
func AgreeGroups(labels, codes []int) *Agreement {
	var l, c []int
	apart := grouping.Apart(labels)
	for i, k := range codes {
		if k >= 0 {
			l, c = append(l, apart[i]), append(c, k)
		}
	}
	if Distinct(c) < 2 {
		return nil
	}
	return &Agreement{
		Groups: Distinct(labels), Rows: len(l),
		AdjustedRand:           scores.AdjustedRand(l, c),
		MutualInformation:      scores.NormalizedMutualInformation(l, c),
		VariationOfInformation: scores.VariationOfInformation(l, c),
		Purity:                 scores.Purity(l, c),
		DendrogramPurity:       math.NaN(),
		ResolvedPurity:         math.NaN(),
	}
}

// AgreeTree cuts a tree into as many groups as there are labels and compares them with the codes of
// the labels of its leaves, −1 for none. It also returns the group of each leaf. Both are nil for
// fewer than two labels. resolved is t resolved, see [tree.Tree.Resolved], and into cuts the tree into
// a number of groups.
func AgreeTree(t, resolved *tree.Tree, codes []int, into func(k int) [][]int) (*Agreement, []int) {
	distinct := Distinct(codes)
	if distinct < 2 {
		return nil, nil
	}
	cut := cutAbout(t, distinct, into)
	labels := tree.GroupLabels(cut, t.Leaves())
	a := AgreeGroups(labels, codes)
	a.Groups, a.DendrogramPurity, a.ResolvedPurity = len(cut), scores.DendrogramPurity(t, codes),
		scores.DendrogramPurity(resolved, codes)
	return a, labels
}

// read reads the tree of rows of data.
func (f found) read(data *inference.Dataset) *reading.Tree {
	return reading.Read(f.tree, coded.Worth(data), f.within)
}

// cutAbout cuts a tree into at most k groups, or into the smallest number above one if the first
// branch point has more than k children.
func cutAbout(t *tree.Tree, k int, into func(k int) [][]int) [][]int {
	cut := into(k)
	for more := k + 1; len(cut) < 2 && k > 1 && more <= t.Leaves(); more++ {
		cut = into(more)
	}
	return cut
}

// agree compares the groups and the tree found with an annotation of the fitted rows; nil if either is absent.
func (f found) agree(data *inference.Dataset, name string) *Agreement {
	if data == nil || name == "" {
		return nil
	}
	for _, a := range data.Annotations {
		switch {
		case a.Name != name:
		case f.tree != nil && f.tree.Leaves() == len(a.Codes):
			read := f.read(data)
			g, _ := AgreeTree(f.tree, read.Resolved, a.Codes, read.Groups)
			return g
		case f.tree == nil && len(f.labels) == len(a.Codes):
			return AgreeGroups(f.labels, a.Codes)
		}
	}
	return nil
}

// meanAgreement is the mean over several fits of one line.
func meanAgreement(all []*Agreement) *Agreement {
	var m *Agreement
	for k, a := range all {
		if a == nil {
			return nil
		}
		if m == nil {
			one := *a
			m = &one
			continue
		}
		n := float64(k + 1)
		for _, v := range []struct {
			to   *float64
			from float64
		}{{&m.AdjustedRand, a.AdjustedRand}, {&m.MutualInformation, a.MutualInformation},
			{&m.VariationOfInformation, a.VariationOfInformation},
			{&m.Purity, a.Purity}, {&m.DendrogramPurity, a.DendrogramPurity}, {&m.ResolvedPurity, a.ResolvedPurity}} {
			*v.to += (v.from - *v.to) / n
		}
	}
	return m
}
