package trees

import (
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/dendro"
)

// columnsOf returns the columns of the data that a mark of the heat map's edge stands for, in the
// figure that is on the screen: one by its name, or those of a clade of the tree above.
func (p *mouse) columnsOf(m plotting.Mark) []int {
	t := p.t
	switch {
	case m.Kind == plotting.ColumnMark && m.Column >= 0:
		return []int{m.Column}
	case m.Kind != plotting.ColumnCladeMark:
		return nil
	}
	f, _ := t.view.Shown()
	d, ok := f.(*dendro.Dendrogram)
	if !ok || d.Heat == nil || d.Heat.Tree == nil || m.Index < 0 || m.Index >= d.Heat.Tree.Tree().Nodes() {
		return nil
	}
	return study.SetOf(d.Heat.CladeColumns(m.Index))
}

// SetColumnTree sets the tree over the columns that was learnt together with that of the rows. It
// stands above the heat map when the tree of the columns is shown. Nil shows their linkage instead.
func (a *Clades) SetColumnTree(own *tree.Tree) {
	t := a.t
	if t.of.JoinColumns(own) &&
		(t.State().ColumnsOrder == plotting.UsualOrder || t.State().ColumnsOrder == plotting.TreeOrder) {
		t.offer()
	}
}

// Control returns the value of a control that the look keeps itself, as the figure has it; ok is false for others.
func (t *View) Control(name string) (value string, ok bool) {
	l := t.State().Look
	l.ColumnsOrder = t.of.ColumnsOrder(l)
	return l.Control(name)
}

// columnsCollapsed reports whether a clade of columns is drawn as one.
func (a *Clades) columnsCollapsed(columns []int) bool {
	t := a.t
	return study.IndexOf(t.State().ColumnsShut, study.SetOf(columns)) >= 0
}

// ToggleColumns draws a clade of columns as one column, their mean, or expands it again. It ignores
// a single column, and sets that are no clade of the tree above the heat map.
func (a *Clades) ToggleColumns(columns []int) {
	t := a.t
	if a.columnsCollapsed(columns) {
		t.do("expand "+plotting.Plural(len(columns), "column"), "", t.State().WithColumnsCollapsed(columns, false))
		return
	}
	if d := t.Source().Figure(); len(columns) > 1 && d != nil && d.Heat != nil && d.Heat.ColumnClade(columns) >= 0 {
		t.do("collapse "+plotting.Plural(len(columns), "column"), "", t.State().WithColumnsCollapsed(columns, true))
	}
}

// ToggleSelected collapses the selected clade, of rows or of columns, or expands it.
func (a *Clades) ToggleSelected() { a.t.toggleSelected() }

// toggleSelected collapses or expands the selected clade: of rows if rows are selected, else of
// columns.
func (t *View) toggleSelected() {
	if s := t.State().Selection; len(s.Rows) == 0 && len(s.Columns) > 0 {
		t.Clades.ToggleColumns(s.Columns)
		return
	}
	t.Clades.ToggleCollapse(t.State().Selection.Rows)
}

// shown returns the verb of a command that shows or hides something.
func shown(on bool) string {
	if on {
		return "Show"
	}
	return "Hide"
}
