package depict

import (
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/matrix"
)

// ColumnsState holds the choices for columns by group.
type ColumnsState struct {
	By      string // grouping of the rows, see [Subject.Groupings]; "" for the first
	Level   string // its rows are compared with all others; "" compares all groups
	InOrder bool   // columns as the table has them, not those first that differ most
	Most    int    // columns shown; 0 for all
}

// foundClusters names the groups that the model found.
const foundClusters = "clusters found"

// Groupings lists the groupings of the rows: the clusters that the model found, and annotations.
func Groupings(s *Subject) (list []inference.Annotation) {
	if hasClusters(s) {
		class, _ := FoundAt(s, -1)
		a := inference.Annotation{Name: foundClusters, Values: make([]string, len(class)), Codes: class}
		for k := range 1 + max(0, slices.Max(class)) {
			a.Levels = append(a.Levels, fmt.Sprint(k+1))
		}
		for i, k := range class {
			if k >= 0 {
				a.Values[i] = a.Levels[k]
			}
		}
		if len(a.Levels) > 1 && len(a.Levels) <= mostClasses {
			list = append(list, a)
		}
	}
	for _, a := range matrix.Grouping(s.Data.Annotations) {
		if a.Numeric || len(a.Levels) <= mostClasses || factors.Dated(a) {
			list = append(list, a)
		}
	}
	return list
}

// Measured reports whether an annotation is a measurement, along which rows stand, and not by groups.
func Measured(a inference.Annotation) bool { return factors.NumbersOf(a) != nil }

// Grouping returns the grouping of that name, or the first there is; false for none.
func Grouping(s *Subject, name string) (inference.Annotation, bool) {
	list := Groupings(s)
	for _, a := range list {
		if a.Name == name {
			return a, true
		}
	}
	if len(list) == 0 {
		return inference.Annotation{}, false
	}
	return list[0], true
}

// others are the rows beside those of one level.
const others = "all others"

// against returns the annotation that puts the rows of a level against all others.
func against(a inference.Annotation, level string) (inference.Annotation, bool) {
	at := slices.Index(a.Levels, level)
	if at < 0 {
		return a, false
	}
	b := inference.Annotation{Name: a.Name, Values: make([]string, len(a.Codes)), Levels: []string{level, others},
		Codes: make([]int, len(a.Codes))}
	for i, c := range a.Codes {
		switch {
		case c < 0:
			b.Codes[i] = -1
			continue
		case c != at:
			b.Codes[i] = 1
		}
		b.Values[i] = b.Levels[b.Codes[i]]
	}
	return b, true
}

// firstClades is the number of clades into which a tree is cut to find the columns in which they differ.
const firstClades = 4

// CladeTests tests the columns by the first clades of the best tree; nil where there is no tree. They are kept.
func CladeTests(s *Subject) *chart.ColumnTests {
	best := forest.Best(s.Snapshot)
	if best == nil || best.Leaves() != len(s.Data.Rows) {
		return nil
	}
	return subject.Once(s, columnTestsKey{by: "clades"}, func() *chart.ColumnTests {
		groups, _ := best.CutInto(firstClades)
		a := inference.Annotation{Name: "first clades of the tree", Values: make([]string, best.Leaves()),
			Codes: make([]int, best.Leaves())}
		for k, rows := range groups {
			size := plotting.FormatRows(float64(len(rows)))
			name := fmt.Sprintf("clade %d of %s, with %s", k+1, size, s.Data.Rows[rows[0]])
			a.Levels = append(a.Levels, name)
			for _, r := range rows {
				a.Values[r], a.Codes[r] = name, k
			}
		}
		if len(a.Levels) < 2 {
			return nil
		}
		return chart.NewColumnTests(s.Data, a, true)
	})
}

// columnTestsKey identifies tests of columns.
type columnTestsKey struct{ by, level string }

// ColumnTests tests the columns by the groups of the rows; nil without groups. They are kept.
func ColumnTests(s *Subject, st ColumnsState) *chart.ColumnTests {
	a, ok := Grouping(s, st.By)
	if !ok {
		return nil
	}
	return subject.Once(s, columnTestsKey{a.Name, st.Level}, func() *chart.ColumnTests {
		circular := a.Name == foundClusters
		if b, ok := against(a, st.Level); ok {
			a = b
		}
		return chart.NewColumnTests(s.Data, a, circular)
	})
}

// Columns shows how each column depends on the groups of the rows: box plots by group, or points along a measurement,
// each with a test, those that differ most first. columns and rows are selected.
func Columns(s *Subject, st ColumnsState, selected study.Selection) chart.Boxes {
	t := ColumnTests(s, st)
	if t == nil {
		return chart.Boxes{Style: plotting.Light, Window: plotting.All, Title: s.Title(0), Subtitle: s.Subtitle(0, ""),
			Empty: "Nothing groups the rows. Read a column as an annotation, or make groups, to compare columns by them."}
	}
	order, words := t.Order(), ""
	if st.InOrder {
		order = inference.UpTo(len(t.Tests))
	}
	if n := len(order); st.Most > 0 && n > st.Most {
		words = "the " + plotting.FormatCount(st.Most) + " of " + plotting.Plural(n, "column") + " that differ most"
		if st.InOrder {
			words = "the first " + plotting.FormatCount(st.Most) + " of " + plotting.Plural(n, "column")
		}
		order = order[:st.Most]
	}
	f := t.Boxes(order)
	if t.Annotation.Name != foundClusters && !slices.ContainsFunc(s.Table.Annotations,
		func(a inference.Annotation) bool { return a.Name == t.Annotation.Name }) && study.NamesGroups(t.Annotation.Name) {
		f.Subtitle += ", and too small where the groups were cut from these columns"
	}
	if slices.Contains(t.Annotation.Levels, st.Level) {
		f.Title += ": " + st.Level
	}
	whole, _ := Grouping(s, st.By)
	f.Levels = whole.Levels
	of := s.Data.Name
	if t.Annotation.Name == foundClusters {
		of = s.Title(0)
	}
	f.Title, f.Subtitle, f.SelectedPoints = subject.JoinTitle(of, f.Title),
		subject.JoinWords(words, f.Subtitle), selected.Rows
	units := inference.StatedUnits(s.Data.Columns, s.Data.ColumnAnnotations)
	for i := range f.Panels {
		p := &f.Panels[i]
		p.Selected, p.Unit = slices.Contains(selected.Columns, p.ID), units[p.ID]
	}
	return f
}

// Most columns that have a panel in the window.
const mostColumns = 200

// mostOr is the number of panels in the window, or as many as a file has room for.
func mostOr(g Given, window int) int {
	if g.Window {
		return window
	}
	return mostPanels
}

// shown is the state with the number of columns.
func (st ColumnsState) shown(g Given) ColumnsState {
	if st.Most == 0 {
		st.Most = mostOr(g, mostColumns)
	}
	return st
}

var columnsEntry = with(Entry{Name: "columns", Tab: "Columns", Suffix: "columns by group",
	About:  "each column by group of rows, those that differ most first, with rank tests",
	offers: func(s *Subject) bool { return len(Groupings(s)) > 0 },
	size: func(f plotting.Figure) plotting.Size {
		b := f.(chart.Boxes)
		return tall((len(b.Panels)+3)/4*max(len(b.Groups), 8), 3.4)
	},
	says: wordsOf(func(_ *Subject, f chart.Boxes) string { return "each column by group of rows: " + f.Subtitle }),
}, Chosen[ColumnsState]{
	State: func(g Given) (st ColumnsState) {
		if g.Subject != nil {
			if !hasClusters(g.Subject) {
				st.By = labelsOf(g.Subject)
			}
		}
		return st
	},
	Choices: columnsChoices,
	Figure:  func(g Given, st ColumnsState) plotting.Figure { return Columns(g.Subject, st.shown(g), g.Selected) },
	Pick: func(_ Given, _ *ColumnsState, f plotting.Figure, m plotting.Mark) Click {
		b, _ := f.(chart.Boxes)
		if m.Index < 0 || m.Index >= len(b.Panels) {
			return selects(study.Selection{})
		}
		panel := &b.Panels[m.Index]
		s := study.Selection{Columns: study.Set{panel.ID}}
		switch {
		case m.Row >= 0:
			s.Rows = study.Set{m.Row}
		case m.Kind == plotting.GroupMark:
			s.Rows = study.SetOf(RowsOf(panel.Group, m.Column))
		}
		return selects(s)
	},
})

func columnsChoices(g Given, st *ColumnsState) []choice.Choice {
	var names, levels []string
	shown, options := "", choice.Names("all groups")
	if levels = []string{""}; g.Subject != nil {
		for _, a := range Groupings(g.Subject) {
			names = append(names, a.Name)
		}
		a, ok := Grouping(g.Subject, st.By)
		if shown = a.Name; ok && len(a.Levels) > 2 && !Measured(a) {
			levels, options = append(levels, a.Levels...), append(options, choice.Names(a.Levels...)...)
		}
	}
	return []choice.Choice{
		choice.Choice{Name: "by", Label: "Groups", Help: "annotation that groups the rows", Options: choice.Names(names...),
			At: slices.Index(names, shown), Set: func(i int) { st.By, st.Level = names[i], "" }}.With(choice.Press("A",
			"The next annotation")).Unless(len(names) < 2),
		choice.Of("level", "Compare", "group that is compared with all others", &st.Level, levels, options).
			With(choice.Press("G", "The next group against all others")).Unless(len(levels) < 2),
		choice.Switch("order", "Order", "columns that differ most first, or as in the table", &st.InOrder,
			choice.Option{Name: "difference", Words: "by difference"}, choice.Option{Name: "table", Words: "as in the table"}).
			With(choice.Press("P", "Order the columns by how much they differ, or as in the table")),
	}
}
