package partition

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/grouping"
)

// State returns the present state of a chain: labels of the rows, which are copied; a group has at least so many rows.
func State(name string, z []int, least int) *Partition {
	return &Partition{Name: name, Labels: grouping.Alone(z, least), Live: true, Least: least}
}

// Over implements inference.Live.
func (p *Partition) Over(older inference.Part) inference.Part {
	o, ok := older.(*Partition)
	if !ok || len(o.Labels) != len(p.Labels) {
		return p
	}
	out := *o
	out.Name, out.Live, out.Labels = p.Name, p.Live, relabelled(p.Labels, o.Labels)
	return &out
}

// StateOfViews returns the present state of a chain: the view of each column, and the clusters of the rows in each
// view, numbered by first appearance. The labels are copied.
func StateOfViews(of []int, rows [][]int) *Views {
	v := &Views{Columns: State("views", of, 1)}
	for _, z := range rows {
		v.Rows = append(v.Rows, State("clusters", z, leastOfView))
	}
	return v
}

// Over implements inference.Live. Views keep their numbers; the clusters of a view have those of the older view that
// has most of its columns.
func (v *Views) Over(older inference.Part) inference.Part {
	o, ok := older.(*Views)
	if !ok || len(o.Columns.Labels) != len(v.Columns.Labels) || len(o.Rows[0].Labels) != len(v.Rows[0].Labels) {
		return v
	}
	out := *o
	out.Columns, out.Rows = o.Columns.with(v.Columns), nil
	was := ViewDraw{Of: o.Columns.Labels, Rows: make([][]int, len(o.Rows))}
	for k, p := range v.Rows {
		out.Rows = append(out.Rows, p.Over(o.Rows[was.holds(v.Columns.Labels, k)]).(*Partition))
	}
	return &out
}

// with returns the partition with the labels of a state.
func (p Partition) with(now *Partition) *Partition { p.Live, p.Labels = true, now.Labels; return &p }

// Over implements inference.Live.
func (c *Columns) Over(older inference.Part) inference.Part {
	o, ok := older.(*Columns)
	if !ok {
		return c
	}
	return &Columns{c.Partition.Over(o.Partition).(*Partition)}
}
