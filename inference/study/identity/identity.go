// Package identity says which groups of one result are those of another, by the rows that they share, so that a group
// keeps its place among the colours from result to result and while a fit runs.
package identity

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
)

// Groups are those of the rows of a table that a result found.
type Groups struct {
	Across bool  // the rows are the columns of the table
	Labels []int // of each row of the table, −1 for none; those at the end may be lacking
	Count  int   // labels are below it
	Places []int // of the groups among the colours, from 0; −1 for a colour that is none of these
}

// Of returns the groups of a snapshot, without places; false where it has none. The data are those of the fit.
func Of(s *inference.Snapshot, d *inference.Dataset) (Groups, bool) {
	labels, _ := mixture.Of(s).Assigned()
	if labels == nil {
		labels = partition.LabelsOf(s)
	}
	if labels == nil || len(labels) != len(d.RowIndex) {
		return Groups{}, false
	}
	g := Groups{Across: d.Preprocessing.Transpose}
	if m := mixture.Of(s); m != nil {
		g.Count = len(m.Components)
	}
	for i, k := range labels {
		at := d.RowIndex[i]
		for len(g.Labels) <= at {
			g.Labels = append(g.Labels, -1)
		}
		g.Labels[at], g.Count = k, max(g.Count, k+1)
	}
	return g, true
}

const (
	least = 0.1 // of the rows of two groups together, the share that both have, from which they are one
	fresh = 12  // places that a new group takes before one that is of another group elsewhere
)

// Matched returns the places of the groups of others that share most rows with those of g; of equal shares those of the
// others that stand first. −1 is for a group that shares too few rows with any. Each place is taken once.
func (g Groups) Matched(others []Groups) []int {
	type pair struct {
		share       float64
		group, from int
		place       int
	}
	var pairs []pair
	for i, o := range others {
		if o.Across != g.Across || o.Count == 0 || g.Count == 0 {
			continue
		}
		both, own, its := make([]int, g.Count*o.Count), make([]int, g.Count), make([]int, o.Count)
		for r := range min(len(g.Labels), len(o.Labels)) {
			if a, b := g.Labels[r], o.Labels[r]; a >= 0 && b >= 0 {
				both[a*o.Count+b]++
				own[a]++
				its[b]++
			}
		}
		for a := range own {
			for b := range its {
				if n := both[a*o.Count+b]; n > 0 && b < len(o.Places) && o.Places[b] >= 0 {
					if share := float64(n) / float64(own[a]+its[b]-n); share >= least {
						pairs = append(pairs, pair{share, a, i, o.Places[b]})
					}
				}
			}
		}
	}
	stable.Sort(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.share, a.share), a.from-b.from, a.group-b.group)
	})
	places := make([]int, g.Count)
	for k := range places {
		places[k] = -1
	}
	taken := map[int]bool{}
	for _, p := range pairs {
		if places[p.group] < 0 && !taken[p.place] {
			places[p.group], taken[p.place] = p.place, true
		}
	}
	return places
}

// Placed returns the groups with places: those of the groups of others that they are, see [Groups.Matched]. A new group
// has the first place that no other group has, among the first twelve, or else that none of the same result has.
func (g Groups) Placed(others []Groups) Groups {
	used, taken := map[int]bool{}, map[int]bool{}
	for _, o := range others {
		for _, p := range o.Places {
			used[p] = true
		}
	}
	g.Places = g.Matched(others)
	for _, p := range g.Places {
		taken[p] = true
	}
	for k, p := range g.Places {
		if p >= 0 {
			continue
		}
		p = 0
		for p < fresh && (used[p] || taken[p]) {
			p++
		}
		if p == fresh {
			for p = 0; taken[p]; p++ {
			}
		}
		g.Places[k], taken[p] = p, true
	}
	return g
}
