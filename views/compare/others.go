package compare

import (
	"slices"
	"strconv"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
)

// An Other is a result of the study as the page of comparison lists it.
type Other struct {
	pane.Result        // without a subject while it has nothing to show
	Name        string // that no other result of its table has
	Table       string // the name of its table, where that is not the open one; else ""
}

// leastCommon is how many rows two trees must have in common.
const leastCommon = 3

// unlike says why the tree of a result cannot be compared with one over rows of these names; "" where it can.
func (o Other) unlike(rows []string) string {
	switch {
	case o.Subject == nil:
		return "It has found nothing yet."
	case !o.HasTree() && depict.HasPartition(o.Subject):
		return "It has groups and no tree: compare it on the page Partitions."
	case !o.HasTree():
		return "It has no tree."
	case slices.Equal(o.Data.Rows, rows):
		return ""
	}
	here, common := map[string]bool{}, 0
	for _, name := range rows {
		here[name] = true
	}
	for _, name := range o.Data.Rows {
		if here[name] {
			common++
		}
	}
	if common < leastCommon {
		return o.Data.Say("Its rows are others.")
	}
	return ""
}

// ofResults lists the results of the study but the one shown. Those that cannot be compared have the reason.
func (o *candidates) ofResults(p *Pane) (list []controls.Option) {
	for _, r := range o.results {
		if r.ID == p.result.ID {
			continue
		}
		why := r.unlike(p.result.Data.Rows)
		head := "Results"
		if r.Table != "" {
			head += " of " + r.Table
		}
		list = append(list, controls.Option{Value: pickResult + strconv.Itoa(int(r.ID)), Title: r.Name, Note: why,
			Head: head, Off: why != ""})
	}
	return list
}

// lists reports whether a result of the open table has a name.
func (o *candidates) lists(name string) bool {
	return slices.ContainsFunc(o.results, func(r Other) bool { return r.Table == "" && r.Name == name })
}

// ofResult is the best tree of a result of the list.
func (o *candidates) ofResult(id study.ResultID) Tree {
	for _, r := range o.results {
		if r.ID == id && r.Subject != nil {
			return Tree{Name: r.Name, Tree: forest.Best(r.Snapshot), Axis: axisOf(r.Result)}
		}
	}
	return Tree{}
}

// newest is the newest result with which the one shown can be compared, among those of its table if there are any; ok
// is false if there is none.
func (o *candidates) newest(p *Pane) (r Other, ok bool) {
	for _, r := range o.results {
		if r.ID != p.result.ID && r.unlike(p.result.Data.Rows) == "" {
			return r, true
		}
	}
	return r, false
}
