package depict

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
)

// Edited shows the tree of the result as the user edited and looks at trees of its table, and returns the subject. f is the frame
// of the data.
func Edited(s *Subject, h study.Sheet, f study.Frame) *Subject {
	side := h.Rows
	if s.Data.Preprocessing.Transpose {
		side = h.Columns
	}
	s.Edits, s.Groups = f.EditsIn(side.Edits), f.GroupsIn(side.Groups)
	if s.Look = treeLookOf(h); s.Look != nil && s.Below == 0 {
		s.Below = s.Look.Below
	}
	return s
}

// applyEdits applies the edits to a dendrogram of the rows, whose strips are there.
func applyEdits(s *Subject, d *dendro.Dendrogram) {
	t := d.Tree.Tree()
	d.Tree = Arranged(t, GroupedChildren(t, s.Data), s.Data, s.Edits)
	var strips []string
	for _, p := range d.Strips {
		strips = append(strips, p.Annotation.Name)
	}
	for _, rows := range s.Edits.Collapsed {
		if v, exact := t.FindClade(rows); exact && !t.IsLeaf(v) {
			d.Collapsed = append(d.Collapsed, dendro.Clade{Rows: rows, Name: CladeName(rows, s.Data, s.Groups, strips)})
		}
	}
}

// collapsedWords says how many clades are drawn as wedges; "" for none.
func collapsedWords(d *dendro.Dendrogram) string {
	if len(d.Collapsed) == 0 {
		return ""
	}
	return "; " + plotting.Plural(len(d.Collapsed), "clade") + " drawn as " + map[bool]string{true: "a wedge", false: "wedges"}[len(d.Collapsed) == 1]
}

// GroupedChildren returns t with its children grouped for reading, see [tree.Tree.Resolved]; t itself where the data are not of its leaves.
func GroupedChildren(t *tree.Tree, data *inference.Dataset) *tree.Tree {
	if data == nil || len(data.Rows) != t.Leaves() {
		return t
	}
	return t.Resolved(data.X.RawRowView)
}

// Arranged prepares t, whose children grouped are those of grouped, in the order that edits ask for; see [Arrange].
func Arranged(t, grouped *tree.Tree, data *inference.Dataset, e study.Edits) *beside.PreparedTree {
	if e.Order.Kind == study.AsFound {
		t = t.OrderedAs(grouped)
	}
	p := beside.Prepare(Arrange(t, data, e))
	if grouped.Nodes() > t.Nodes() {
		p.Grouped = grouped
	}
	return p
}

// Arrange returns t with its children in the order that edits ask for. It ignores clades that t
// does not have, and columns or annotations that the data do not have.
func Arrange(t *tree.Tree, data *inference.Dataset, e study.Edits) *tree.Tree {
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

// CladeName names a collapsed clade: by its group, or by what all its rows have in common; "" if
// there is nothing.
func CladeName(rows []int, data *inference.Dataset, groups []study.Group, strips []string) string {
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
			if level, shared := Commonest(a, rows); shared == len(rows) {
				return level
			}
		}
	}
	return ""
}

// Commonest returns the level that most of the rows have, and how many do; ties go to
// the level listed first.
func Commonest(a inference.Annotation, rows []int) (level string, n int) {
	counts := make([]int, len(a.Levels))
	for _, r := range rows {
		if r >= 0 && r < len(a.Codes) && a.Codes[r] >= 0 {
			counts[a.Codes[r]]++
		}
	}
	for i, c := range counts {
		if c > n {
			level, n = a.Levels[i], c
		}
	}
	return level, n
}
