package trees

import (
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
)

// heats makes the heat maps of a data set, each order once, at its first use.
type heats struct {
	data *inference.Dataset
	mu   sync.Mutex
	made map[plotting.ColumnOrder]*beside.Heat
	own  *tree.Tree // over the columns, that was learnt; nil where they are joined by linkage

	shut       *beside.Heat // the last one with clades of columns collapsed
	shutOf     *beside.Heat
	shutClades []study.Set

	mirror   *beside.Heat // the last one with the tree of the rows above it
	mirrorOf *beside.PreparedTree
}

// ofRows returns the heat map with the tree of the rows above its columns, which are the rows.
func (h *heats) ofRows(t *beside.PreparedTree, height float64) *beside.Heat {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.mirrorOf != t {
		h.mirror, h.mirrorOf = beside.NewHeat(h.data, beside.HeatOptions{}).WithTree(t, height), t
	}
	return h.mirror
}

// joinBy joins the columns by a tree that was learnt; nil for linkage. It reports whether the tree
// changed.
func (h *heats) joinBy(t *tree.Tree) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.own == t {
		return false
	}
	h.own = t
	delete(h.made, plotting.TreeOrder)
	return true
}

// collapsed is get with some clades of columns drawn as one.
func (h *heats) collapsed(o plotting.ColumnOrder, clades []study.Set) *beside.Heat {
	m := h.get(o)
	if len(clades) == 0 || m.Tree == nil {
		return m
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shutOf != m || !slices.EqualFunc(h.shutClades, clades, slices.Equal[study.Set]) {
		sets := make([][]int, len(clades))
		copy(sets, clades)
		h.shut, h.shutOf, h.shutClades = m.Collapsed(sets), m, clades
	}
	return h.shut
}

// order returns the order that is meant by one that may be the usual one.
func (h *heats) order(o plotting.ColumnOrder) plotting.ColumnOrder {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case o != plotting.UsualOrder:
		return o
	case h.learnt():
		return plotting.TreeOrder
	}
	return plotting.ClusteredOrder
}

// learnt reports whether there is a tree of the columns that was learnt.
func (h *heats) learnt() bool { return h.own != nil && h.own.Leaves() == len(h.data.Columns) }

func (h *heats) get(o plotting.ColumnOrder) *beside.Heat {
	o = h.order(o)
	h.mu.Lock()
	defer h.mu.Unlock()
	if m := h.made[o]; m != nil {
		return m
	}
	if h.made == nil {
		h.made = map[plotting.ColumnOrder]*beside.Heat{}
	}
	if o == plotting.TreeOrder && h.learnt() {
		linked := beside.NewHeat(h.data, beside.HeatOptions{Order: plotting.ClusteredOrder})
		h.made[o] = linked.WithTree(beside.Prepare(TurnedColumnTree(h.own, linked)), 0)
		return h.made[o]
	}
	h.made[o] = beside.NewHeat(h.data, beside.HeatOptions{Order: o})
	return h.made[o]
}

// TurnedColumnTree returns a learnt tree of the columns of a heat map in their order there as far as it allows, so that
// every figure shows it alike.
func TurnedColumnTree(t *tree.Tree, clustered *beside.Heat) *tree.Tree {
	return t.OrderByPosition(clustered.Order)
}
