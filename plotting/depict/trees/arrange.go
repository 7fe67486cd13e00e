package trees

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/beside"
)

// GroupedChildren returns t with its children grouped for reading, see [tree.Tree.Resolved]; t itself where the data
// are not of its leaves.
func GroupedChildren(t *tree.Tree, data *inference.Dataset) *tree.Tree {
	if data == nil || len(data.Rows) != t.Leaves() {
		return t
	}
	return t.Resolved(coded.Worth(data).RawRowView)
}

// arrangedTree prepares t, whose children grouped are those of grouped, in the order that edits ask for; see [arrange].
// Where they ask for none, the rows of each group of together lie as near as the tree allows.
func arrangedTree(t, grouped *tree.Tree, data *inference.Dataset, e study.Edits,
	together [][]int) *beside.PreparedTree {
	if e.Order.Kind == study.AsFound {
		if grouped.Nodes() > t.Nodes() {
			grouped = grouped.Together(together)
			t = t.OrderedAs(grouped)
		} else {
			t = t.Together(together)
			grouped = t
		}
	}
	p := beside.Prepare(arrange(t, data, e))
	if grouped.Nodes() > t.Nodes() {
		p.Grouped = grouped
	}
	return p
}

// arrange returns t with its children in the order that edits ask for. It ignores clades that t
// does not have, and columns or annotations that the data do not have.
func arrange(t *tree.Tree, data *inference.Dataset, e study.Edits) *tree.Tree {
	switch e.Order.Kind {
	case study.Ladder:
		t = t.Ladderize()
	case study.ByColumn, study.ByAnnotation:
		if key := orderKey(data, e.Order); len(key) == t.Leaves() {
			t = t.OrderBy(key)
		}
	}
	for _, rows := range e.Rotated {
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

// cladeName names a collapsed clade: by its group, or by the level that all its rows share; "" if there is neither.
func cladeName(rows []int, data *inference.Dataset, groups []study.Group, strips []string) string {
	for _, g := range groups {
		if len(g.Rows) == len(rows) && study.IndexOf([][]int{g.Rows}, rows) == 0 {
			return g.Name
		}
	}
	if data == nil {
		return ""
	}
	for _, name := range strips {
		for _, a := range data.Annotations {
			if a.Name != name {
				continue
			}
			if level, shared := a.Commonest(rows); shared == len(rows) {
				return level
			}
		}
	}
	return ""
}
