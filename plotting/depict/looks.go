package depict

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/depict/trees"
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

// EditsOf returns those states of panes in which a person edited figures: their looks, the colours of
// annotations and the nodes of a network that were moved. The others say what is shown.
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

// LooksOfSheet returns the looks of the figures of a sheet of a table, in which the annotations that its groups are
// have the colours of the groups.
func LooksOfSheet(h study.Sheet, t *inference.Table) Looks {
	k := LooksOf(h.Panes)
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
	return k
}

// CodingsOfPart returns how the annotations of a part of the table of a sheet are drawn: each level in the colour that it
// has in the whole.
func CodingsOfPart(h study.Sheet, whole, part *inference.Table) plotting.Codings {
	codings := LooksOfSheet(h, whole).Annotations
	all := h.GroupsAnnotated(whole).AnnotatedTable(whole)
	first := firstPlaces(h, all, codings)
	for _, side := range [][2][]inference.Annotation{{part.Annotations, all.Annotations}, {part.ColumnAnnotations, all.ColumnAnnotations}} {
		for _, a := range side[0] {
			i := slices.IndexFunc(side[1], func(b inference.Annotation) bool { return b.Name == a.Name })
			if i < 0 {
				continue
			}
			c := codings.Of(a.Name)
			if len(c.Among) == 0 && len(side[1][i].Levels) != len(a.Levels) {
				c.Among = side[1][i].Levels
			}
			if c.First == 0 {
				c.First = first[a.Name]
			}
			with := codings.With(a.Name, c)
			codings = &with
		}
	}
	return codings.With("", plotting.Coding{})
}

// firstPlaces returns the places in the palette, from 1, at which the strips beside the trees of a table begin.
func firstPlaces(h study.Sheet, t *inference.Table, codings *plotting.Codings) map[string]int {
	list := t.Annotations
	if h.Preprocessing.Transpose {
		list = t.ColumnAnnotations
	}
	var names []string
	if k, ok := trees.LookOf(h.Panes, trees.Pane); ok {
		names = k.Strips
	} else {
		for _, a := range list {
			if a.Groups() && len(names) < subject.MostStrips {
				names = append(names, a.Name)
			}
		}
	}
	first, used := map[string]int{}, 0
	for _, name := range names {
		if i := slices.IndexFunc(list, func(a inference.Annotation) bool { return a.Name == name }); i >= 0 {
			order := make([]int32, len(list[i].Codes))
			for row := range order {
				order[row] = int32(row)
			}
			first[name] = used + 1
			used += beside.NewStripColours(&beside.Strip{Annotation: list[i]}, order, used, plotting.Look{Codings: codings}).Inks
		}
	}
	return first
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
