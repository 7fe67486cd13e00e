package comparing

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict/graphs"
)

// Known are the known edges of the open table, as the document keeps them.
type Known struct {
	list graphs.KnownList
	read map[*inference.Dataset]*graphs.KnownEdges // figures compare results by pointer
}

// Follow reports whether a sheet has other known edges than before.
func (k *Known) Follow(h study.Sheet) bool {
	list, _ := study.PaneOf[graphs.KnownList](h.Panes, graphs.KnownPane)
	if list == k.list {
		return false
	}
	*k = Known{list: list}
	return true
}

// Of returns the edges if the data have all of their nodes, else nil.
func (k *Known) Of(d *inference.Dataset) *graphs.KnownEdges {
	if k.list.Text == "" || d == nil {
		return nil
	}
	edges, ok := k.read[d]
	if !ok {
		if k.read == nil || len(k.read) > 64 {
			k.read = map[*inference.Dataset]*graphs.KnownEdges{}
		}
		edges = k.list.Of(d)
		k.read[d] = edges
	}
	return edges
}
