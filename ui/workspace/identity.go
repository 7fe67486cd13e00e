package workspace

import (
	"image/color"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study/identity"
	"example.org/espalier/plotting/ink"
)

// grouped holds the last known groups of a run.
type grouped struct {
	of *inference.Snapshot
	identity.Groups
}

// mostPlaced is how many earlier results lend their colours, the last ones: all are looked through with each picture.
const mostPlaced = 12

// place gives the groups of a run's snapshot the colours that they had in its last one, and then those of like groups
// in results of the table that were made before it.
func (r *Runs) place(j *Job) {
	now, ok := identity.Of(j.Snapshot, j.Data)
	if !ok {
		return
	}
	var others []identity.Groups
	if last := r.groupsOf(j); last.Count > 0 {
		others = append(others, last)
	}
	for _, id := range r.w.Now().Results {
		if o := r.Jobs[id]; o != nil && id < j.ID && o.Table == j.Table {
			if g := r.groupsOf(o); g.Count > 0 {
				others = append(others, g)
			}
		}
	}
	if n := len(others); n > mostPlaced {
		others = append(others[:1:1], others[n-mostPlaced+1:]...)
	}
	if known, ok := r.w.Doc.Result(j.ID); ok {
		others = append(others, identity.OfSheet(r.w.Now().SheetOf(known.Table), ink.PlaceOf)...)
	}
	j.groups = grouped{j.Snapshot, now.Placed(others)}
	j.places = j.groups.Places
}

// groupsOf returns the groups of a run as they were placed last, without any before that.
func (r *Runs) groupsOf(j *Job) identity.Groups {
	if j.groups.of == nil && j.Snapshot != nil && j.Landed && j.places != nil {
		if g, ok := identity.Of(j.Snapshot, j.Data); ok {
			g.Places = j.places
			j.groups = grouped{j.Snapshot, g}
		}
	}
	return j.groups.Groups
}

// Lent returns, for groups of the rows of data, the colours of the clusters that they are in results of the table;
// transparent where a group is no cluster.
func Lent(r *Runs, d *inference.Dataset, rows [][]int) []color.NRGBA {
	g := identity.Groups{Across: d.Preprocessing.Transpose, Count: len(rows)}
	for k, group := range rows {
		for _, i := range group {
			for len(g.Labels) <= d.RowIndex[i] {
				g.Labels = append(g.Labels, -1)
			}
			g.Labels[d.RowIndex[i]] = k
		}
	}
	var others []identity.Groups
	for _, id := range slices.Backward(r.w.Now().Results) { // of equal ones that of the newest
		if o := r.Jobs[id]; o != nil && o.Table == r.w.Table() {
			if of := r.groupsOf(o); of.Count > 0 {
				others = append(others, of)
			}
		}
	}
	colours := make([]color.NRGBA, len(rows))
	for k, p := range g.Matched(others) {
		if p >= 0 {
			colours[k] = ink.ClusterInk(p)
		}
	}
	return colours
}
