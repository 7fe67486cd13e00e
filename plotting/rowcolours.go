package plotting

import (
	"image/color"
)

// RowColours say in which colour each row of the data is shown, and what the colours mean:
// by groups where there are some, else by an annotation. The zero value shows all alike.
type RowColours struct {
	Groups []Group
	Strip  *Strip
}

// rowClasses are the colours of the rows of a tree, with the selection.
type rowClasses struct {
	style   Style
	inks    []color.NRGBA // of each class
	class   []int         // of each row: an index of inks, plainClass or selectedClass
	colours *stripColours // of the strip, for the legend; nil without one
	groups  []Group
}

// classes works out the class of each row. Selected rows are of the selection's.
func (r RowColours) classes(p *PreparedTree, h Highlight, s Style) *rowClasses {
	n := len(p.order)
	c := &rowClasses{style: s, class: make([]int, n)}
	for row := range c.class {
		c.class[row] = plainClass
	}
	switch {
	case len(r.Groups) > 0:
		c.groups = r.Groups
		for g, group := range r.Groups {
			c.inks = append(c.inks, groupColour(r.Groups, g))
			for _, row := range group.Rows {
				if row >= 0 && row < n {
					c.class[row] = g
				}
			}
		}
	case r.Strip != nil:
		c.colours = newStripColours(r.Strip, p.order, 0)
		c.inks = c.colours.colour
		for row := range c.class {
			if code := r.Strip.code(row); code >= 0 {
				c.class[row] = code
			}
		}
	}
	for _, row := range h.Rows {
		if row >= 0 && row < n {
			c.class[row] = selectedClass
		}
	}
	if h.Node >= 0 && h.Node < len(p.first) {
		for _, row := range p.Leaves(h.Node) {
			c.class[row] = selectedClass
		}
	}
	return c
}

// nodes returns the class of each node: that of all leaves below it where they agree,
// else plainClass.
func (c *rowClasses) nodes(p *PreparedTree) []int {
	class := make([]int, len(p.preorder))
	for i := len(p.preorder) - 1; i >= 0; i-- {
		v := int(p.preorder[i])
		kids := p.tree.Children[v]
		if len(kids) == 0 {
			class[v] = c.class[v]
			continue
		}
		class[v] = class[kids[0]]
		for _, k := range kids[1:] {
			if class[k] != class[v] {
				class[v] = plainClass
			}
		}
	}
	return class
}

// ink returns the colour of a class. What is of none is muted where others have colours.
func (c *rowClasses) ink(class int) color.NRGBA {
	switch {
	case class == selectedClass:
		return c.style.Selection
	case class >= 0:
		return c.inks[class]
	case len(c.inks) > 0:
		return c.style.Muted
	}
	return c.style.Ink
}

// order returns the classes in which lines are drawn: the plain ones below, the selected on top.
func (c *rowClasses) order() []int {
	order := []int{plainClass}
	for k := range c.inks {
		order = append(order, k)
	}
	return append(order, selectedClass)
}

// legend explains the colours.
func (c *rowClasses) legend(limit int) []legendBlock {
	switch {
	case c.groups != nil:
		return []legendBlock{groupBlock(c.groups, limit)}
	case c.colours != nil:
		return []legendBlock{c.colours.legend(limit)}
	}
	return nil
}

// lines describes what a row's colour means.
func (c *rowClasses) lines(row int) [][2]string {
	if c.colours != nil {
		return [][2]string{{c.colours.strip.Annotation.Name, c.colours.strip.levelText(row)}}
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
