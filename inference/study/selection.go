package study

import (
	"cmp"
	"maps"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
)

// A Kind is the sort of an [Object].
type Kind string

// The kinds of objects. IDs are the numbers that the result itself gives to its parts.
const (
	Factor    Kind = "factor"    // one ID, see factor.State
	Component Kind = "component" // one number of a component of a mixture
	Clade     Kind = "clade"     // the leaves below a branch point
	Edge      Kind = "edge"      // two ends
)

// An Object is a part of one result: a factor, a component, a clade, an edge.
type Object struct {
	Kind Kind `json:"kind"`
	IDs  Set  `json:"ids"`
}

func compareObjects(a, b Object) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), slices.Compare(a.IDs, b.IDs))
}

// A Selection is the selection in all panes: rows and columns of a table, which all results of that table show, and
// objects, each of one result. It is a value; its slices and its map are never modified.
type Selection struct {
	Rows    Set                   `json:"rows,omitempty"`
	Columns Set                   `json:"columns,omitempty"`
	Objects map[ResultID][]Object `json:"objects,omitempty"` // ascending, each once
}

// Normal returns the selection with its sets in order, each member once. It shares nothing
// with s.
func (s Selection) Normal() Selection {
	n := Selection{Rows: SetOf(s.Rows), Columns: SetOf(s.Columns)}
	for r, list := range s.Objects {
		if len(list) == 0 {
			continue
		}
		list = slices.Clone(list)
		for i := range list {
			list[i].IDs = SetOf(list[i].IDs)
		}
		stable.SortFunc(list, compareObjects)
		list = slices.CompactFunc(list, func(a, b Object) bool { return compareObjects(a, b) == 0 })
		if n.Objects == nil {
			n.Objects = map[ResultID][]Object{}
		}
		n.Objects[r] = list
	}
	return n
}

// Empty reports whether nothing is selected.
func (s Selection) Empty() bool {
	for _, list := range s.Objects {
		if len(list) > 0 {
			return false
		}
	}
	return len(s.Rows)+len(s.Columns) == 0
}

// Equal reports whether both select the same things.
func (s Selection) Equal(q Selection) bool {
	return slices.Equal(s.Rows, q.Rows) && slices.Equal(s.Columns, q.Columns) &&
		maps.EqualFunc(s.Objects, q.Objects, func(a, b []Object) bool {
			return slices.EqualFunc(a, b, func(x, y Object) bool { return compareObjects(x, y) == 0 })
		})
}

// Toggled returns s with q added, as by a click with Shift or Ctrl. If all rows of q are already in
// s, they are removed instead, and likewise columns and the objects of each result.
func (s Selection) Toggled(q Selection) Selection {
	n := Selection{Rows: Toggled(s.Rows, SetOf(q.Rows)), Columns: Toggled(s.Columns, SetOf(q.Columns)),
		Objects: maps.Clone(s.Objects)}
	for r, more := range q.Normal().Objects {
		in := func(o Object) bool {
			_, found := slices.BinarySearchFunc(s.Objects[r], o, compareObjects)
			return found
		}
		if n.Objects == nil {
			n.Objects = map[ResultID][]Object{}
		}
		if !slices.ContainsFunc(more, func(o Object) bool { return !in(o) }) {
			n.Objects[r] = slices.DeleteFunc(slices.Clone(s.Objects[r]), func(o Object) bool {
				_, found := slices.BinarySearchFunc(more, o, compareObjects)
				return found
			})
		} else {
			n.Objects[r] = slices.Concat(s.Objects[r], more)
		}
	}
	return n.Normal()
}

// Joined returns the union of the selections s and q.
func (s Selection) Joined(q Selection) Selection {
	n := Selection{Rows: slices.Concat(s.Rows, q.Rows), Columns: slices.Concat(s.Columns, q.Columns),
		Objects: maps.Clone(s.Objects)}
	for r, more := range q.Objects {
		if n.Objects == nil {
			n.Objects = map[ResultID][]Object{}
		}
		n.Objects[r] = slices.Concat(s.Objects[r], more)
	}
	return n.Normal()
}

// IDs returns the numbers of the selected objects of one kind in a result, if each object of that
// kind is one number; nil for none.
func (s Selection) IDs(r ResultID, k Kind) Set {
	var ids Set
	for _, o := range s.Objects[r] {
		if o.Kind == k && len(o.IDs) == 1 {
			ids = append(ids, o.IDs[0])
		}
	}
	return ids
}

// Factors returns the IDs of the selected factors of a result.
func (s Selection) Factors(r ResultID) Set { return s.IDs(r, Factor) }

// WithFactors returns s with exactly these factors of a result selected, instead of all other
// objects of that result.
func (s Selection) WithFactors(r ResultID, ids ...int) Selection {
	s.Objects = maps.Clone(s.Objects)
	if s.Objects == nil {
		s.Objects = map[ResultID][]Object{}
	}
	s.Objects[r] = nil
	for _, id := range ids {
		s.Objects[r] = append(s.Objects[r], Object{Factor, Set{id}})
	}
	return s.Normal()
}

// OfSides returns the selection of the given items, which have the loadings of a factor model, and
// cases, in which its factors are active.
func OfSides(side inference.Side, items, cases []int) Selection {
	if side == inference.OnRows {
		return Selection{Rows: items, Columns: cases}
	}
	return Selection{Rows: cases, Columns: items}
}

// Items returns the rows or columns that have the loadings of a factor model.
func (s Selection) Items(side inference.Side) Set {
	if side == inference.OnRows {
		return s.Rows
	}
	return s.Columns
}

// Cases returns the rows or columns in which its factors are active.
func (s Selection) Cases(side inference.Side) Set {
	if side == inference.OnRows {
		return s.Columns
	}
	return s.Rows
}
