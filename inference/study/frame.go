package study

import (
	"maps"
	"slices"

	"example.org/espalier/inference"
)

// A Frame translates between the rows and columns of a table, to which a [State] refers, and those
// of the data prepared from it, to which models and pictures refer. Preparing may leave rows and
// columns out, and may transpose the table.
type Frame struct {
	turned        bool
	rows, columns axis // of the data
}

// An axis is one side of the data.
type axis struct {
	n  int
	to []int       // place of each in the table; nil if both are the same
	of map[int]int // the inverse
}

func axisOf(index []int, n int) axis {
	a := axis{n: n}
	for i, r := range index {
		if i != r {
			a.to = index
		}
	}
	if a.to != nil {
		a.of = make(map[int]int, len(index))
		for i, r := range index {
			a.of[r] = i
		}
	}
	return a
}

func (a axis) out(i int) int {
	if a.to == nil || i < 0 || i >= len(a.to) {
		return i
	}
	return a.to[i]
}

// in translates a set of places in the table to places in the data, dropping those that the data
// lack.
func (a axis) in(s Set) Set {
	var in Set
	for _, r := range s {
		if a.to == nil {
			if r < a.n {
				in = append(in, r)
			}
		} else if i, ok := a.of[r]; ok {
			in = append(in, i)
		}
	}
	if a.to == nil {
		return in
	}
	return SetOf(in)
}

func (a axis) outSet(s Set) Set {
	if a.to == nil {
		return s
	}
	out := make(Set, len(s))
	for i, r := range s {
		out[i] = a.out(r)
	}
	return SetOf(out)
}

// FrameOf returns the frame of data; the frame of nil changes nothing.
func FrameOf(d *inference.Dataset) Frame {
	if d == nil {
		const all = int(^uint(0) >> 1)
		return Frame{rows: axis{n: all}, columns: axis{n: all}}
	}
	return Frame{d.Preprocessing.Transpose, axisOf(d.RowIndex, len(d.Rows)), axisOf(d.ColumnIndex, len(d.Columns))}
}

// SelectionIn returns a selection of the table as rows and columns of the data. Rows and columns that the data lack are
// left out. Objects stay.
func (f Frame) SelectionIn(s Selection) Selection {
	if f.turned {
		s.Rows, s.Columns = s.Columns, s.Rows
	}
	return Selection{f.rows.in(s.Rows), f.columns.in(s.Columns), maps.Clone(s.Objects)}
}

// SelectionOut returns a selection of the data as rows and columns of the table.
func (f Frame) SelectionOut(s Selection) Selection {
	s.Rows, s.Columns = f.rows.outSet(s.Rows), f.columns.outSet(s.Columns)
	if f.turned {
		s.Rows, s.Columns = s.Columns, s.Rows
	}
	return s
}

// GroupsIn translates groups to rows of the data. A group without any keeps its place.
func (f Frame) GroupsIn(groups []Group) []Group { return mapGroups(groups, f.rows.in) }

// GroupsOut translates groups to rows of the table. Rows that the data lack stay in the group that
// they have in old; it is matched by having the same rows of the data, else by its name. If their
// group is gone they are in none.
func (f Frame) GroupsOut(groups, old []Group) []Group {
	out := mapGroups(groups, f.rows.outSet)
	if f.rows.to == nil {
		return out
	}
	kept, found := make([]bool, len(old)), make([]bool, len(out))
	keep := func(same func(now, then Group) bool) {
		for i := range out {
			for k, g := range old {
				if !found[i] && !kept[k] && same(groups[i], g) {
					hidden := Without(g.Rows, f.rows.outSet(f.rows.in(g.Rows)))
					out[i].Rows = SetOf(append(hidden, out[i].Rows...))
					kept[k], found[i] = true, true
				}
			}
		}
	}
	keep(func(now, then Group) bool { return slices.Equal(now.Rows, f.rows.in(then.Rows)) && len(now.Rows) > 0 })
	keep(func(now, then Group) bool { return now.Name == then.Name })
	return out
}

func mapGroups(groups []Group, rows func(Set) Set) []Group {
	if groups == nil {
		return nil
	}
	mapped := make([]Group, len(groups))
	for i, g := range groups {
		mapped[i] = g
		mapped[i].Rows = rows(g.Rows)
	}
	return mapped
}

// EditsIn translates edits to rows of the data. Clades of which the data have fewer than two rows
// are dropped.
func (f Frame) EditsIn(e Edits) Edits {
	e.Collapsed, e.Rotated = f.clades(e.Collapsed), f.clades(e.Rotated)
	return e
}

func (f Frame) clades(sets []Set) []Set {
	var in []Set
	for _, s := range sets {
		if s = f.rows.in(s); len(s) > 1 {
			in = append(in, s)
		}
	}
	return in
}

// EditsOut translates edits to rows of the table.
func (f Frame) EditsOut(e Edits) Edits {
	if f.rows.to == nil {
		return e
	}
	out := func(sets []Set) []Set {
		var list []Set
		for _, s := range sets {
			list = append(list, f.rows.outSet(s))
		}
		return list
	}
	e.Collapsed, e.Rotated = out(e.Collapsed), out(e.Rotated)
	return e
}
