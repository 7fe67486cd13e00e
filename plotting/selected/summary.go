// Package selected describes the selection in words, numbers and bars.
package selected

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
)

// A Summary describes the selection in words and numbers.
type Summary struct {
	Empty bool        // nothing is selected: Title and Lines are of the whole tree
	Title string      // "Clade of 8 leaves"
	Lines [][2]string // label, value
	Hint  string      // advice where nothing is selected
	// Highest and Lowest are the columns in which the selection differs most from the
	// rest, most first; empty when there is no rest.
	Highest, Lowest []Contrast
	// Heads stand over Highest and Lowest; empty ones are the usual.
	Heads [2]string
	// Directions lists the directions that set the selected rows apart, one line each; "" if none
	// is known.
	Directions string
	// Names are those of the selected rows, the first mostNames of them; Selected is how many there are.
	Names    []string
	Selected int
	// Compared is the number of columns for which the p values of the contrasts are adjusted; 0 before they are known.
	Compared int
}

// A Contrast compares the selected rows with the others in one column.
type Contrast struct {
	Column int
	Name   string
	// Difference of the means in standard deviations of the column over all rows.
	Difference float64
	// Means in input units, of the selected rows and of the others.
	Inside, Outside float64
	// Tested says that P is known: the p value of the rank sum test of the selected rows against
	// the others, adjusted for the number of columns (Benjamini and Hochberg 1995).
	Tested bool
	P      float64
	// Pick is the selection by a click on the bar, if Difference is another number, such as the loading of a factor; nil
	// for a comparison of columns.
	Pick *study.Selection
}

// Limits of the columns that a Summary lists.
const (
	mostHighest = 5
	mostLowest  = 5
)

// mostNames is how many names of selected rows a Summary lists, FewNames how many are listed before the bars.
const (
	mostNames = 50
	FewNames  = 12
)

// leastDifference is the difference, in standard deviations, below which a column is
// not worth a bar.
const leastDifference = 0.2

// Summarise describes the selection of s in a tree, which may be nil, over data, which may be nil, without
// the contrasts, which do not depend on the tree. Times are given as heights where height, that of the
// origin, is above 0.
func Summarise(t *tree.Tree, data *inference.Dataset, s drawn.State, height float64) Summary {
	rows := s.Selection.Rows
	if len(rows) == 0 && data != nil && len(s.Selection.Columns) > 0 {
		return summariseColumns(t, data, s.Selection.Columns)
	}
	if len(rows) == 0 {
		return summariseAll(t, data, s)
	}
	m := Summary{Title: "Selection of " + data.Say(plotting.Plural(len(rows), "leaf|leaves"))}
	if t == nil {
		m.Title = "Selection of " + data.Say(plotting.Plural(len(rows), "row"))
	}
	if t != nil {
		m.describeClade(t, data, rows, height)
	} else if data != nil && len(rows) == 1 && rows[0] < len(data.Rows) {
		m.Title = data.Rows[rows[0]]
	}
	if data == nil {
		return m
	}
	if m.Selected = len(rows); m.Selected > 1 { // the name of one is the title
		for _, r := range rows[:min(len(rows), mostNames)] {
			if r < len(data.Rows) {
				m.Names = append(m.Names, data.Rows[r])
			}
		}
	}
	for _, a := range data.Annotations {
		if len(a.Codes) != len(data.Rows) || len(a.Levels) == 0 {
			continue
		}
		level, n := a.Commonest(rows)
		if n > 0 || len(rows) == 1 {
			m.Lines = append(m.Lines, [2]string{a.Name, annotated(a, rows, level)})
		}
	}
	if g := study.GroupHolding(s.Groups, rows); g >= 0 {
		m.Lines = append(m.Lines, [2]string{"in group", s.Groups[g].Name})
	}
	return m
}

// summariseColumns describes columns, of which no rows are selected: one by its numbers in the units of the file,
// several by their names, and both by their annotations. Of one it says how much follows the tree, which may be nil.
func summariseColumns(t *tree.Tree, data *inference.Dataset, columns []int) Summary {
	columns = slices.DeleteFunc(slices.Clone(columns), func(j int) bool { return j >= len(data.Columns) })
	m := Summary{Title: "Selection of " + data.Say(plotting.Plural(len(columns), "column")),
		Selected: len(columns)}
	for _, j := range columns[:min(len(columns), mostNames)] {
		m.Names = append(m.Names, data.Columns[j])
	}
	if len(columns) == 1 {
		m.Title, m.Names = data.Columns[columns[0]], nil
		m.Lines = append(columnLines(data, columns[0]), shareLines(t, data, columns[0])...)
	}
	for _, a := range data.ColumnAnnotations {
		if len(a.Codes) != len(data.Columns) || len(a.Levels) == 0 {
			continue
		}
		level, _ := a.Commonest(columns)
		m.Lines = append(m.Lines, [2]string{a.Name, annotated(a, columns, level)})
	}
	return m
}

// annotated describes an annotation of the rows or columns selected, of which level is the commonest.
func annotated(a inference.Annotation, selected []int, level string) string {
	switch {
	case len(selected) == 1:
		return orMissing(level)
	case a.Numeric && len(a.Levels) > 12:
		return spread(a, selected)
	}
	return composition(a, selected)
}

func summariseAll(t *tree.Tree, data *inference.Dataset, s drawn.State) Summary {
	m := Summary{Empty: true, Title: "Nothing selected", Hint: "Click a branch to see its clade."}
	if t == nil {
		m.Hint = "Press Run to learn a tree."
		return m
	}
	most := 0
	for _, c := range t.Children {
		most = max(most, len(c))
	}
	m.Lines = [][2]string{
		{data.Say("leaves"), plotting.FormatCount(t.Leaves())},
		{"branch points", plotting.FormatCount(t.Nodes() - t.Leaves())},
		{"most children", plotting.FormatCount(most)},
	}
	if n := len(s.Groups); n > 0 {
		m.Lines = append(m.Lines, [2]string{"groups", plotting.FormatCount(n)})
	}
	return m
}

func (m *Summary) describeClade(t *tree.Tree, data *inference.Dataset, rows []int, height float64) {
	v, exact := t.FindClade(rows)
	if v < 0 {
		return
	}
	add := func(label, value string) { m.Lines = append(m.Lines, [2]string{label, value}) }
	at := func(v int) string { return plotting.FormatTimeOrHeight(t.Time(v), height) }
	diverged, above := "diverged at", 1.0
	if height > 0 {
		diverged, above = "joined at", height
	}
	switch {
	case t.IsLeaf(v):
		m.Title = t.Names[v]
		if data != nil && v < len(data.Rows) {
			m.Title = data.Rows[v]
		}
		if u := t.Parent[v]; u >= 0 {
			add("branches off at", at(u))
		}
	case exact:
		if v == t.Top {
			m.Title = "Whole tree"
			add(data.Say("leaves"), plotting.FormatCount(len(rows)))
		} else {
			m.Title = "Clade of " + data.Say(plotting.Plural(len(rows), "leaf|leaves"))
		}
		add(diverged, at(v))
		if v < len(t.Support) && t.Support[v] > 0 {
			of := "support"
			if height > 0 {
				of = "one cluster"
			}
			add(of, plotting.FormatPercent(t.Support[v]))
		}
		add("children", plotting.FormatCount(len(t.Children[v])))
		if u := t.Parent[v]; u >= 0 {
			add("branch above", plotting.FormatNumber(above*(t.Time(v)-t.Time(u))))
		}
	default:
		add("within a clade of", plotting.FormatCount(len(t.LeavesBelow(v))))
		add("which "+diverged, at(v))
	}
}

func orMissing(s string) string {
	if s == "" {
		return "missing"
	}
	return s
}

// composition writes the levels of rows: "liver 8 of 8" where one level has them all,
// "liver 5, kidney 2, …" otherwise, the commonest first.
func composition(a inference.Annotation, rows []int) string {
	if level, n := a.Commonest(rows); n == len(rows) {
		if a.Numeric {
			return fmt.Sprintf("%s (%s of %s)", level, plotting.FormatCount(n), plotting.FormatCount(n))
		}
		return fmt.Sprintf("%s %s of %s", level, plotting.FormatCount(n), plotting.FormatCount(n))
	}
	counts := make([]int, len(a.Levels))
	missing := 0
	for _, r := range rows {
		if c := a.Codes[r]; c >= 0 {
			counts[c]++
		} else {
			missing++
		}
	}
	order := make([]int, 0, len(counts))
	for i, c := range counts {
		if c > 0 {
			order = append(order, i)
		}
	}
	stable.Sort(order, func(i, j int) int { return counts[j] - counts[i] })
	var parts []string
	apart := " "
	if a.Numeric { // 2: 5, 3: 4
		apart = ": "
	}
	for _, i := range order[:min(len(order), 4)] {
		parts = append(parts, a.Levels[i]+apart+plotting.FormatCount(counts[i]))
	}
	switch {
	case len(order) > 4:
		parts = append(parts, "…")
	case missing > 0:
		parts = append(parts, "missing "+plotting.FormatCount(missing))
	}
	return strings.Join(parts, ", ")
}

// spread writes the least and greatest level of the rows in a numeric annotation.
func spread(a inference.Annotation, rows []int) string {
	low, high := -1, -1
	for _, r := range rows {
		if c := a.Codes[r]; c >= 0 {
			if low < 0 || c < low {
				low = c
			}
			high = max(high, c)
		}
	}
	switch {
	case low < 0:
		return "missing"
	case low == high:
		return a.Levels[low]
	}
	return a.Levels[low] + " to " + a.Levels[high]
}
