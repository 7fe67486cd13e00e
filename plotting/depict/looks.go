package depict

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
)

// Names of looks among the states of panes.
const (
	lookPrefix = "look of "
	// CodingsPane is that of the colours of annotations.
	CodingsPane = "annotations"
	// NetworkTab is the tab of networks, and the name of the state of its pane.
	NetworkTab = "Network"
)

// LookPane is the name of the look of a figure among the states of panes.
func LookPane(tab string) string { return lookPrefix + tab }

// EditsOf returns those states of panes in which a person edited figures: their looks, the colours of annotations and
// the nodes of a network that were moved. The others hold choices of the content.
func EditsOf(p study.Panes) study.Panes {
	var edits study.Panes
	keep := func(name string, state any) {
		if edits == nil {
			edits = study.Panes{}
		}
		edits[name] = state
	}
	for _, e := range entries {
		if c, ok := study.PaneOf[plotting.Choices](p, LookPane(e.Tab)); ok && len(c) > 0 {
			keep(LookPane(e.Tab), c)
		}
	}
	if c, ok := study.PaneOf[plotting.Codings](p, CodingsPane); ok && len(c) > 0 {
		keep(CodingsPane, c)
	}
	type nodes struct{ Moved map[int][2]float64 }
	if n, ok := study.PaneOf[nodes](p, NetworkTab); ok && len(n.Moved) > 0 {
		keep(NetworkTab, n)
	}
	return edits
}

// LooksOf returns the looks that a document keeps among the states of panes.
func LooksOf(p study.Panes) Looks {
	k := Looks{Figures: map[string]plotting.Choices{}}
	for _, e := range entries {
		if c, ok := study.PaneOf[plotting.Choices](p, LookPane(e.Tab)); ok {
			k.Figures[e.Tab] = c
		}
	}
	if c, ok := study.PaneOf[plotting.Codings](p, CodingsPane); ok && len(c) > 0 {
		k.Annotations = &c
	}
	return k
}

// LooksInOrder returns the looks with levels of annotations in the orders given, by the name of the annotation, where
// they have none.
func LooksInOrder(k Looks, levels map[string][]string) Looks {
	for name, order := range levels {
		if c := k.Annotations.Of(name); len(c.Order) == 0 && len(order) > 0 {
			c.Order, c.Among = order, order
			with := k.Annotations.With(name, c)
			k.Annotations = &with
		}
	}
	return k
}

// LooksOfSheet returns the looks of the figures of a sheet of a table, in which the annotations that its groups are
// have the colours of the groups.
func LooksOfSheet(h study.Sheet, t *inference.Table) Looks {
	k := LooksInOrder(LooksOf(h.Panes), h.Levels)
	if t == nil {
		return k
	}
	for _, a := range slices.Concat(t.Annotations, t.ColumnAnnotations) {
		if c := k.Annotations.Of(a.Name); len(c.Order) > 0 && len(c.Among) == 0 {
			with := k.Annotations.With(a.Name, c.Placed(a.Levels))
			k.Annotations = &with
		}
	}
	code := func(name string, groups []study.Group) {
		if name != "" && len(k.Annotations.Of(name).Colours) == 0 {
			with := k.Annotations.With(name, CodingOfGroups(groups))
			k.Annotations = &with
		}
	}
	rows, columns := h.GroupsNames(t)
	code(rows, h.Rows.Groups)
	if columns != rows {
		code(columns, h.Columns.Groups)
	}
	all := h.GroupsAnnotated(t).AnnotatedTable(t)
	k.Annotations = Placed(k.Annotations, all.Annotations, all.ColumnAnnotations)
	return k
}

// CodingsOfPart returns how the annotations of parts of the table of a sheet are drawn: each level in the colour that
// it has in the whole.
func CodingsOfPart(h study.Sheet, whole *inference.Table) plotting.Codings {
	codings := LooksOfSheet(h, whole).Annotations
	return codings.With("", plotting.Coding{})
}

// Placed returns codings in which each annotation has places in the palette of its own, the same in all figures: those
// of the rows before those of the columns, in the order of the table, and before others those that group.
func Placed(codings *plotting.Codings, rows, columns []inference.Annotation) *plotting.Codings {
	used, next := 0, codings.With("", plotting.Coding{})
	for _, side := range [][]inference.Annotation{rows, columns} {
		for _, groups := range []bool{true, false} {
			for _, a := range side {
				c := codings.Of(a.Name)
				if a.Groups() != groups || c.First > 0 { // the other round, or a part of a table
					continue
				}
				c.First = used + 1
				if len(c.Among) == 0 {
					c.Among = a.Levels
				}
				next[a.Name] = c
				used += beside.NewStripColours(&beside.Strip{Annotation: a}, nil, 0, plotting.Look{}).Inks
			}
		}
	}
	return &next
}

// CodingOfGroups draws an annotation that groups became in their colours and order.
func CodingOfGroups(groups []study.Group) plotting.Coding {
	c := plotting.Coding{Colours: map[string]string{}}
	for _, g := range groups {
		if g.Colour.A == 0 {
			continue
		}
		c.Colours[g.Name] = plotting.FormatColour(g.Colour)
		c.Order = append(c.Order, g.Name)
	}
	return c
}
