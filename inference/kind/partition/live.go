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

// Over implements inference.Live.
func (c *Columns) Over(older inference.Part) inference.Part {
	o, ok := older.(*Columns)
	if !ok {
		return c
	}
	return &Columns{c.Partition.Over(o.Partition).(*Partition)}
}
