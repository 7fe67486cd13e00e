package trees

import (
	"math"
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/beside"
)

// arrange returns t with its children in the order that a state asks for. It ignores clades that t
// does not have, and columns or annotations that the data do not have.
func arrange(t *tree.Tree, data *inference.Dataset, s State) *tree.Tree {
	switch s.Order.Kind {
	case study.Ladder:
		t = t.Ladderize()
	case study.ByColumn, study.ByAnnotation:
		if key := orderKey(data, s.Order); len(key) == t.Leaves() {
			t = t.OrderBy(key)
		}
	}
	for _, rows := range s.Rotated {
		if v, exact := t.FindClade(rows); exact {
			t = t.Rotate(v)
		}
	}
	return t
}

// orderKey returns one number for each row to order by, NaN where missing; nil if the data have
// nothing of that name.
func orderKey(data *inference.Dataset, o study.Ordering) []float64 {
	if data == nil {
		return nil
	}
	n, _ := data.Dims()
	key := make([]float64, n)
	if o.Kind == study.ByColumn {
		j := slices.Index(data.Columns, o.Name)
		if j < 0 {
			return nil
		}
		for i := range key {
			key[i] = data.X.At(i, j)
		}
		return key
	}
	for _, a := range data.Annotations {
		if a.Name != o.Name || len(a.Codes) != n {
			continue
		}
		for i, c := range a.Codes {
			key[i] = math.NaN()
			if c >= 0 {
				key[i] = float64(c)
			}
		}
		return key
	}
	return nil
}

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
	p := beside.Prepare(arrange(t, data, s))
	a.last = append([]arranged{{t, data, s.Order, s.Rotated, p}}, a.last...)
	a.last = a.last[:min(len(a.last), 3)]
	return p
}
