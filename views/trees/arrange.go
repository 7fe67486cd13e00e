package trees

import (
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict"
)

// An arranger keeps the last few arranged and prepared trees, for the worker that
// draws them and for the gestures that read them. It is safe for concurrent use.
type arranger struct {
	mu   sync.Mutex
	last []arranged // the newest first
}

type arranged struct {
	tree     *tree.Tree
	data     *inference.Dataset
	order    study.Ordering
	rotated  [][]int
	prepared *beside.PreparedTree
}

// get returns t arranged for a state, from memory if it was arranged before.
func (a *arranger) get(t *tree.Tree, data *inference.Dataset, s State) *beside.PreparedTree {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.last {
		if k.tree == t && k.data == data && k.order == s.Order && slices.EqualFunc(k.rotated, s.Rotated, slices.Equal[[]int]) {
			return k.prepared
		}
	}
	p := beside.Prepare(depict.Arrange(t, data, s.Edits))
	a.last = append([]arranged{{t, data, s.Order, s.Rotated, p}}, a.last...)
	a.last = a.last[:min(len(a.last), 3)]
	return p
}
