package dendro

import (
	"image/color"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
)

// classes maps the selection and the groups, which are kept by rows, to the leaves in drawing
// order, so that the class of any clade is found in constant time.
type classes struct {
	d        *Dendrogram
	selected []int32 // selected leaves before each rank
	group    []int16 // of each rank, −1 for none; nil without groups
	until    []int32 // last rank of the run of equal groups
	matched  map[int]bool
	columns  map[int]bool
	unique   []bool // of each node; nil where no other tree is beside this one
}

func newClasses(d *Dendrogram) *classes {
	p := d.Tree
	n := len(p.Order())
	c := &classes{d: d, selected: make([]int32, n+1), matched: map[int]bool{}, columns: map[int]bool{}}
	for _, r := range d.Selection.Rows {
		if r >= 0 && r < n {
			c.selected[p.Rank[r]+1] = 1
		}
	}
	if v := d.Selection.Node; v >= 0 && v < len(p.First) {
		for r := p.First[v]; r <= p.Last[v]; r++ {
			c.selected[r+1] = 1
		}
	}
	for r := range n {
		c.selected[r+1] += c.selected[r]
	}
	for _, r := range d.Matches {
		c.matched[r] = true
	}
	for _, j := range d.Selection.Columns {
		c.columns[j] = true
	}
	if len(d.Groups) == 0 || n == 0 {
		return c
	}
	c.group, c.until = make([]int16, n), make([]int32, n)
	for r := range c.group {
		c.group[r] = -1
	}
	for g, group := range d.Groups {
		for _, row := range group.Rows {
			if row >= 0 && row < n {
				c.group[p.Rank[row]] = int16(g)
			}
		}
	}
	c.until[n-1] = int32(n - 1)
	for r := n - 2; r >= 0; r-- {
		c.until[r] = int32(r)
		if c.group[r] == c.group[r+1] {
			c.until[r] = c.until[r+1]
		}
	}
	return c
}

// rowGaps returns the ranks before which the rows have a gap: where another group begins.
func (f cellForms) rowGaps() (starts []int) {
	if !f.l.style.Look.Gaps || f.l.classes.group == nil || f.l.d.Shape.Round() {
		return nil
	}
	for r := int(f.l.classes.until[0]) + 1; r < len(f.l.classes.until); r = int(f.l.classes.until[r]) + 1 {
		starts = append(starts, r)
	}
	return starts
}

// of returns the class of node v.
func (c *classes) of(v int) int {
	first, last := c.d.Tree.First[v], c.d.Tree.Last[v]
	if c.selected[last+1]-c.selected[first] == last-first+1 {
		return beside.SelectedClass
	}
	if c.group != nil && c.group[first] >= 0 && c.until[first] >= last {
		return int(c.group[first])
	}
	if c.unique != nil && c.unique[v] {
		return beside.UniqueClass
	}
	return beside.PlainClass
}

// uniform reports whether a clade lies within one group, or none, and is selected as a whole or not
// at all.
func (c *classes) uniform(v int) bool {
	first, last := c.d.Tree.First[v], c.d.Tree.Last[v]
	selected := c.selected[last+1] - c.selected[first]
	return (selected == 0 || selected == last-first+1) && (c.group == nil || c.until[first] >= last)
}

// leafSelected reports whether the leaf of a rank is selected.
func (c *classes) leafSelected(rank int) bool { return c.selected[rank+1] > c.selected[rank] }

// ink returns the colour of a class.
func (c *classes) ink(class int) color.NRGBA {
	switch {
	case class == beside.SelectedClass:
		return c.d.Style.Selection
	case class >= 0:
		return c.d.groupColour(class)
	case class == beside.UniqueClass:
		return plotting.Fade(c.d.Style.Ink, 0.55)
	}
	return c.d.Style.Ink
}

func (d *Dendrogram) groupColour(g int) color.NRGBA { return beside.GroupColour(d.Groups, g) }
