package trees

import (
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/beside"
)

// An arranger keeps the last few arranged and prepared trees, for the worker that
// draws them and for the gestures that read them. It is safe for concurrent use.
type arranger struct {
	mu   sync.Mutex
	last []arranged // the newest first
	read []read     // the newest first
}

// A read is a tree with its interpretation.
type read struct {
	tree   *tree.Tree
	data   *inference.Dataset
	within bool
	what   *reading.Tree
}

// reading reads t, from memory if it was read before; nil for data of other leaves.
func (a *arranger) reading(t *tree.Tree, data *inference.Dataset, within bool) *reading.Tree {
	if t == nil || data == nil || len(data.Rows) != t.Leaves() {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.readLocked(t, data, within)
}

func (a *arranger) readLocked(t *tree.Tree, data *inference.Dataset, within bool) *reading.Tree {
	for _, k := range a.read {
		if k.tree == t && k.data == data && k.within == within {
			return k.what
		}
	}
	r := reading.Read(t, coded.Worth(data), within)
	a.read = append([]read{{t, data, within, r}}, a.read...)
	a.read = a.read[:min(len(a.read), 3)]
	return r
}

type arranged struct {
	tree     *tree.Tree
	data     *inference.Dataset
	within   bool
	order    study.Ordering
	rotated  [][]int
	together [][]int
	prepared *beside.PreparedTree
}

// get returns t arranged for a state, from memory if it was arranged before.
func (a *arranger) get(t *tree.Tree, data *inference.Dataset, within bool, s State) *beside.PreparedTree {
	a.mu.Lock()
	defer a.mu.Unlock()
	together := s.together()
	for _, k := range a.last {
		if k.tree == t && k.data == data && k.within == within && k.order == s.Order &&
			slices.EqualFunc(k.rotated, s.Rotated, slices.Equal[[]int]) &&
			slices.EqualFunc(k.together, together, slices.Equal[[]int]) {
			return k.prepared
		}
	}
	grouped := t
	if data != nil && len(data.Rows) == t.Leaves() {
		grouped = a.readLocked(t, data, within).Resolved
	}
	p := arrangedTree(t, grouped, data, s.Edits, together)
	a.last = append([]arranged{{t, data, within, s.Order, s.Rotated, together, p}}, a.last...)
	a.last = a.last[:min(len(a.last), 3)]
	return p
}
