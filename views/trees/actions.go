package trees

import (
	"errors"
	"image/color"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
)

// describe names a set of rows for the history and the menus: "clade of 12", "leaf liver 35".
func (t *View) describe(rows []int) string { return rowsInWords(rows, t.names(), t.ShownTree()) }

func rowsInWords(rows []int, names []string, shown *tree.Tree) string {
	switch {
	case len(rows) == 1 && rows[0] < len(names):
		return names[rows[0]]
	case drawn.IsClade(shown, rows):
		return "clade of " + plotting.FormatCount(len(rows))
	case shown == nil:
		return plotting.Plural(len(rows), "row")
	}
	return plotting.Plural(len(rows), "leaf|leaves")
}

// SelectionInWords names a selection of data, for the history. A set of rows may be a clade of
// the tree shown, which may be nil.
func SelectionInWords(s study.Selection, data *inference.Dataset, shown *tree.Tree) string {
	factors := 0
	for _, list := range s.Objects {
		for _, o := range list {
			if o.Kind == study.Factor {
				factors++
			}
		}
	}
	var names []string
	if data != nil {
		names = data.Rows
	}
	switch {
	case s.Empty():
		return "nothing"
	case factors > 0:
		return plotting.Plural(factors, "factor")
	case len(s.Columns) == 1 && data != nil && s.Columns[0] < len(data.Columns):
		return data.Columns[s.Columns[0]]
	case len(s.Columns) > 0:
		return plotting.Plural(len(s.Columns), "column")
	}
	return rowsInWords(s.Rows, names, shown)
}

// Pick selects rows, columns and objects of results, and nothing else.
func (t *View) Pick(s study.Selection) {
	if s = s.Normal(); s.Equal(t.state.Selection) {
		return
	}
	next := t.state
	next.Selection = s
	t.do("select "+SelectionInWords(s, t.of.Data, t.ShownTree()), "select", next)
}

// IsClade reports whether rows are exactly the leaves below a branch point, or one
// leaf, of the tree shown.
func (t *View) IsClade(rows []int) bool { return drawn.IsClade(t.ShownTree(), rows) }

// Select selects rows; none ends the selection.
func (t *View) Select(rows []int) {
	s := t.State().WithSelection(rows)
	name := "select " + t.describe(s.Selection.Rows)
	if len(s.Selection.Rows) == 0 {
		if t.State().Selection.Empty() {
			return
		}
		name = "select nothing"
	}
	t.do(name, "select", s)
}

// SelectColumns selects columns of the data.
func (t *View) SelectColumns(columns []int) {
	t.do("select "+plotting.Plural(len(columns), "column"), "select", t.State().WithColumns(columns))
}

// Collapse draws a clade as one wedge. It ignores leaves, and rows that are no clade of the tree.
func (a *Clades) Collapse(rows []int) {
	t := a.t
	s := t.State()
	if len(rows) > 1 && t.IsClade(rows) && !s.IsCollapsed(rows) {
		t.do("collapse "+t.describe(rows), "", s.WithCollapsed(rows, true))
	}
}

// Expand draws a collapsed clade open again.
func (a *Clades) Expand(rows []int) {
	t := a.t
	if s := t.State(); s.IsCollapsed(rows) {
		t.do("expand "+t.describe(rows), "", s.WithCollapsed(rows, false))
	}
}

// ToggleCollapse collapses a clade, or expands it if it is collapsed.
func (a *Clades) ToggleCollapse(rows []int) {
	t := a.t
	if t.State().IsCollapsed(rows) {
		a.Expand(rows)
	} else {
		a.Collapse(rows)
	}
}

// ExpandAll expands every collapsed clade.
func (a *Clades) ExpandAll() {
	t := a.t
	if s := t.State(); len(s.Collapsed)+len(s.ColumnsShut) > 0 {
		t.do("expand all", "", s.WithAllExpanded())
	}
}

// Rotate reverses the order of the children of a clade's branch point.
func (a *Clades) Rotate(rows []int) {
	t := a.t
	if len(rows) > 1 && t.IsClade(rows) {
		t.do("rotate "+t.describe(rows), "", t.State().WithRotation(rows))
	}
}

// OrderByColumn orders the children of every branch point by the mean of a column of
// the data, lowest first.
func (a *Clades) OrderByColumn(name string) {
	a.order(study.Ordering{Kind: study.ByColumn, Name: name}, "order by "+name)
}

// OrderByAnnotation orders the children of every branch point by the mean place of
// their levels of an annotation.
func (a *Clades) OrderByAnnotation(name string) {
	a.order(study.Ordering{Kind: study.ByAnnotation, Name: name}, "order by "+name)
}

// Ladderize puts the child with the fewest leaves first at every branch point.
func (a *Clades) Ladderize() { a.order(study.Ordering{Kind: study.Ladder}, "ladderize") }

// OrderAsFound draws the children in the order in which the model gives them.
func (a *Clades) OrderAsFound() { a.order(study.Ordering{}, "order as found") }

func (a *Clades) order(o study.Ordering, name string) {
	t := a.t
	if s := t.State(); s.Order != o || len(s.Rotated) > 0 {
		t.do(name, "", s.WithOrder(o))
	}
}

// ShowStrip shows or hides an annotation as a strip of colour.
func (t *View) ShowStrip(name string, on bool) {
	t.do(shows(on)+name, "", t.State().WithStrip(name, on))
}

func shows(on bool) string {
	if on {
		return "show "
	}
	return "hide "
}

// Search looks for a text in names and annotations, marks the rows that match and returns their number. "" ends the
// search.
func (w *Walk) Search(text string) int {
	t := w.t
	s := t.State()
	if text == s.Search {
		return len(w.matches())
	}
	name := "search for “" + text + "”"
	if text == "" {
		name = "end the search"
	}
	t.do(name, "search", s.WithSearch(text))
	return len(w.matches())
}

// Matches returns the index of the match last visited, −1 before the first, and the number of
// matches.
func (w *Walk) Matches() (at, n int) {
	n = len(w.matches())
	return min(w.t.State().Match, n-1), n
}

// matches are the rows that the search finds.
func (w *Walk) matches() []int { return w.t.of.Matches(w.t.state.Look) }

// NextMatch selects the next match in drawing order, and wraps round at the end; a negative step
// goes back. It brings the match into view, and expands collapsed clades to show it.
func (w *Walk) NextMatch(step int) {
	t := w.t
	p := t.prepared()
	if p == nil || len(w.matches()) == 0 {
		return
	}
	found := map[int]bool{}
	for _, r := range w.matches() {
		found[r] = true
	}
	var inOrder []int
	for _, leaf := range p.Order() {
		if found[int(leaf)] {
			inOrder = append(inOrder, int(leaf))
		}
	}
	n := len(inOrder)
	if n == 0 {
		return
	}
	s := t.State()
	at := s.Match + step
	if s.Match < 0 && step < 0 {
		at = n - 1
	}
	at = ((at % n) + n) % n
	s = s.WithSelection([]int{inOrder[at]})
	s.Edits, s.Match = s.Edits.WithOpen(inOrder[at]), at
	t.do("go to "+t.describe(s.Selection.Rows), "select", s)
	w.reveal(s.Selection.Rows)
}

// BestText says which tree is shown, see [drawn.Source.RankText].
func (t *View) BestText() string { return t.of.RankText(t.state.Look) }

// ParseColour reads a colour as #RRGGBB or #RGB, the # optional.
func ParseColour(text string) (color.NRGBA, error) {
	hex := strings.TrimPrefix(strings.TrimSpace(text), "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	x, err := strconv.ParseUint(hex, 16, 32)
	if len(hex) != 6 || err != nil {
		return color.NRGBA{},
			errors.New("views: " + strconv.Quote(text) + " is not a colour; write it as #RRGGBB, such as #0072B2")
	}
	return plotting.Hex(uint32(x)), nil
}
