package beside

import (
	"image/color"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// RowColours give the colour of each row of the data and its meaning: by groups if there are some,
// otherwise by an annotation. The zero value shows all alike.
type RowColours struct {
	Groups []Group
	Strip  *Strip
}

// RowClasses are the colours of the rows of a tree, with the selection.
type RowClasses struct {
	Style   plotting.Style
	inks    []color.NRGBA // of each class
	Class   []int         // of each row: an index of inks, PlainClass or SelectedClass
	Colours *StripColours // of the strip, for the legend; nil without one
	groups  []Group
}

// Classes returns the class of each row. Selected rows have the class of the selection.
func (r RowColours) Classes(p *PreparedTree, h plotting.Selection, s plotting.Style) *RowClasses {
	n := len(p.order)
	c := &RowClasses{Style: s, Class: make([]int, n)}
	for row := range c.Class {
		c.Class[row] = PlainClass
	}
	switch {
	case len(r.Groups) > 0:
		c.groups = r.Groups
		for g, group := range r.Groups {
			c.inks = append(c.inks, GroupColour(r.Groups, g))
			for _, row := range group.Rows {
				if row >= 0 && row < n {
					c.Class[row] = g
				}
			}
		}
	case r.Strip != nil:
		c.Colours = NewStripColours(r.Strip, p.order, 0, s.Look)
		c.inks = c.Colours.Colour
		for row := range c.Class {
			if code := r.Strip.Code(row); code >= 0 {
				c.Class[row] = code
			}
		}
	}
	for _, row := range h.Rows {
		if row >= 0 && row < n {
			c.Class[row] = SelectedClass
		}
	}
	if h.Node >= 0 && h.Node < len(p.First) {
		for _, row := range p.Leaves(h.Node) {
			c.Class[row] = SelectedClass
		}
	}
	return c
}

// Nodes returns the class of each node: that of all leaves below it if they agree, otherwise
// PlainClass.
func (c *RowClasses) Nodes(p *PreparedTree) []int {
	class := make([]int, len(p.Preorder))
	for i := len(p.Preorder) - 1; i >= 0; i-- {
		v := int(p.Preorder[i])
		kids := p.tree.Children[v]
		if len(kids) == 0 {
			class[v] = c.Class[v]
			continue
		}
		class[v] = class[kids[0]]
		for _, k := range kids[1:] {
			if class[k] != class[v] {
				class[v] = PlainClass
			}
		}
	}
	return class
}

// Ink returns the colour of a class. Rows without a class are muted if others have colours.
func (c *RowClasses) Ink(class int) color.NRGBA {
	switch {
	case class == SelectedClass:
		return c.Style.Selection
	case class >= 0:
		return c.inks[class]
	case len(c.inks) > 0:
		return c.Style.Muted
	}
	return c.Style.Ink
}

// Order returns the classes in drawing order: the plain ones first, the selected ones last.
func (c *RowClasses) Order() []int {
	order := []int{PlainClass}
	for k := range c.inks {
		order = append(order, k)
	}
	return append(order, SelectedClass)
}

// Legend explains the colours.
func (c *RowClasses) Legend(limit int) []ink.LegendBlock {
	switch {
	case c.groups != nil:
		return []ink.LegendBlock{GroupBlock(c.groups, limit)}
	case c.Colours != nil:
		return []ink.LegendBlock{c.Colours.Legend(limit)}
	}
	return nil
}

// Lines describes the meaning of a row's colour.
func (c *RowClasses) Lines(row int) [][2]string {
	if c.Colours != nil {
		return [][2]string{{c.Colours.Strip.Annotation.Name, c.Colours.Strip.LevelText(row)}}
	}
	for _, g := range c.groups {
		for _, r := range g.Rows {
			if r == row {
				return [][2]string{{"group", g.Name}}
			}
		}
	}
	return nil
}

// The class of a clade determines the colour of its branches: a group's number, or one of these.
const (
	PlainClass    = -1
	SelectedClass = -2
	UniqueClass   = -3 // a clade that the tree at the other side of a tanglegram lacks
)
