// Package classtrees makes the figure of a tree over latent classes with their profiles beside it, and its tables.
package classtrees

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/subject"

	"gonum.org/v1/gonum/mat"
)

// Has reports whether a result has classes on a tree.
func Has(s *subject.Subject) bool {
	p := profile.Of(s.Snapshot)
	return p != nil && p.Classes() > 0 && s.Data != nil
}

// A cell is the content of one place of the heat map: a response, or the mean grade of a column of levels in order.
type cell struct {
	column  int      // of the data
	first   int      // response
	levels  []string // of grades; nil for others
	share   bool     // a probability
	name    string
	numbers bool
}

// cells lists the columns of the heat map. Yes/no, numbers, counts and grades have one, a category one for each level.
func cells(p *profile.Profiles, d *inference.Dataset) (list []cell) {
	at := 0
	for j, c := range p.Columns {
		switch k := d.KindAt(j); {
		case k.Sort == column.Ordered:
			list = append(list, cell{column: j, first: at, levels: c.Levels, name: c.Name})
		case len(c.Levels) > 1:
			for l, level := range c.Levels {
				list = append(list, cell{column: j, first: at + l, share: true, name: c.Name + ": " + level})
			}
		case c.Levels[0] != "":
			list = append(list, cell{column: j, first: at, share: true, name: c.Name})
		default:
			list = append(list, cell{column: j, first: at, name: c.Name, numbers: true})
		}
		at += len(c.Levels)
	}
	return list
}

// value returns the number of a class at a place.
func (c cell) value(p *profile.Profiles, class int) float64 {
	if c.levels == nil {
		return p.Response(class, c.first).Mean
	}
	mean := 0.0
	for l := range c.levels {
		mean += float64(l) * p.Response(class, c.first+l).Mean
	}
	return mean
}

// words describes the number of a class at a place.
func (c cell) words(p *profile.Profiles, class int) string {
	r := p.Response(class, c.first)
	switch {
	case c.share:
		return fmt.Sprintf("%s (%s)", plotting.FormatPercent(r.Mean), plotting.FormatPercentRange(r.Low, r.High))
	case c.levels != nil:
		return fmt.Sprintf("mean grade %s of %d", plotting.FormatDigits(1+c.value(p, class), 2), len(c.levels))
	}
	return fmt.Sprintf("%s (%s to %s)", plotting.FormatDigits(r.Mean, 3), plotting.FormatDigits(r.Low, 3),
		plotting.FormatDigits(r.High, 3))
}

type key struct{}

// A drawn figure is made once.
type drawn struct {
	tree *beside.PreparedTree
	heat *beside.Heat
}

// Figure draws the tree of the classes with a heat map of their profiles.
func Figure(s *subject.Subject) *dendro.Dendrogram {
	p := profile.Of(s.Snapshot)
	made := subject.Once(s, key{}, func() drawn {
		t := p.Tree.Clone()
		t.Names = nil
		for k := range p.Classes() {
			t.Names = append(t.Names, s.Data.Say(Label(p, k)))
		}
		return drawn{beside.Prepare(t.Ladderize()), heatOf(p, s.Data)}
	})
	f := &dendro.Dendrogram{Tree: made.tree, Heat: made.heat, ShowLabels: true, Support: dendro.SupportLabels,
		Title:     s.Title(0),
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	f.Subtitle = s.Data.Say(Words(p))
	return f
}

// Label names a class with its number of rows.
func Label(p *profile.Profiles, class int) string {
	count := 0
	for _, k := range p.Labels {
		if k == class {
			count++
		}
	}
	return profile.Name(class) + ", " + plotting.Plural(count, "row")
}

// sameClasses is the least adjusted Rand index of chains that agree.
const sameClasses = 0.8

// Words says how sure the classes are.
func Words(p *profile.Profiles) string {
	sure := 0.0
	for _, v := range p.Sure {
		sure += v / float64(len(p.Sure))
	}
	text := fmt.Sprintf("%s; a row is in its class in %s of the draws on average", plural(p.Classes()),
		plotting.FormatPercent(sure))
	if len(p.Agreement) > 1 && p.Classes() > 1 {
		least := slices.Min(p.Agreement)
		verb := "agree with"
		if least < sameClasses {
			verb = "disagree about"
		}
		text += fmt.Sprintf("; chains %s these classes (adjusted Rand index %s at least)", verb,
			plotting.FormatDigits(least, 2))
	}
	return text
}

func plural(classes int) string {
	if classes == 1 {
		return "one class"
	}
	return plotting.FormatCount(classes) + " classes"
}

// heatOf returns the profiles as a heat map, a row for each class.
func heatOf(p *profile.Profiles, d *inference.Dataset) *beside.Heat {
	list := cells(p, d)
	table := &inference.Dataset{Name: d.Name, X: mat.NewDense(p.Classes(), len(list), nil), Kind: inference.Continuous,
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true}, Centre: make([]float64, len(list)),
		Scale: make([]float64, len(list))}
	rows, columns := inference.UpTo(p.Classes()), inference.UpTo(len(list))
	for k := range rows {
		table.Rows = append(table.Rows, profile.Name(k))
	}
	for j, c := range list {
		kind := d.KindAt(c.column)
		switch {
		case c.share:
			kind = column.Kind{Sort: column.YesNo, Levels: []string{"never", "always"}}
		case c.numbers && kind.Sort != column.Count:
			kind = column.Kind{}
		}
		table.Columns, table.Kinds, table.Scale[j] = append(table.Columns, c.name), append(table.Kinds, kind), 1
		for k := range rows {
			v := c.value(p, k)
			if c.numbers && kind.Sort != column.Count {
				v = d.WorkingAt(c.column, v)
			}
			table.X.Set(k, j, v)
		}
	}
	h := beside.NewHeat(table, beside.HeatOptions{}).Means(rows, columns)
	h.Words = func(i, j int) string { return list[j].words(p, i) }
	h.Title = "class profile"
	return h
}

// RowsOf lists the rows of a class.
func RowsOf(p *profile.Profiles, class int) (rows []int) {
	for i, k := range p.Labels {
		if k == class {
			rows = append(rows, i)
		}
	}
	return rows
}

// Picked returns the rows and columns of a mark of the figure: the rows of classes, and columns.
func Picked(p *profile.Profiles, d *inference.Dataset, f *dendro.Dendrogram, m plotting.Mark) (rows, columns []int) {
	t := f.Tree.Tree()
	var classes []int
	switch {
	case m.Row >= 0:
		classes = []int{m.Row}
	case m.Node >= 0 && m.Node < len(t.Parent):
		classes = t.LeavesBelow(m.Node)
	case m.Column >= 0:
		if list := cells(p, d); m.Column < len(list) {
			columns = []int{list[m.Column].column}
		}
	}
	for _, k := range classes {
		rows = append(rows, RowsOf(p, k)...)
	}
	slices.Sort(rows)
	return rows, columns
}

// Marked returns the figure with the classes marked of which all rows are selected.
func Marked(p *profile.Profiles, f *dendro.Dendrogram, rows []int) *dendro.Dendrogram {
	if len(rows) == 0 {
		return f
	}
	left := make([]int, p.Classes())
	for _, k := range p.Labels {
		left[k]++
	}
	for _, i := range rows {
		if i >= 0 && i < len(p.Labels) {
			left[p.Labels[i]]--
		}
	}
	h := plotting.NoSelection
	for k, n := range left {
		if n == 0 {
			h.Rows = append(h.Rows, k)
		}
	}
	return f.WithHighlight(h)
}

// Sheets are the profiles, a line for each class, column and level; the classes; and the class of each row. Classes
// are numbered from 1, the largest first.
func Sheets(s *subject.Subject) []plotting.Sheet {
	p := profile.Of(s.Snapshot)
	number := func(class int) string { return strconv.Itoa(class + 1) }
	profiles := plotting.Sheet{Name: "profiles", Header: []string{"class", "column", "level", "mean", "low", "high"},
		Rows: func(yield func([]string) bool) {
			for k := range p.Classes() {
				at := 0
				for _, c := range p.Columns {
					for _, level := range c.Levels {
						r := p.Response(k, at)
						if !yield([]string{number(k), c.Name, level, plotting.Cell(r.Mean), plotting.Cell(r.Low),
							plotting.Cell(r.High)}) {
							return
						}
						at++
					}
				}
			}
		}}
	sizes := plotting.Sheet{Name: "classes", Header: []string{"class", "rows", "mean", "low", "high"},
		Rows: func(yield func([]string) bool) {
			for k, v := range p.Sizes {
				if !yield([]string{number(k), strconv.Itoa(len(RowsOf(p, k))), plotting.Cell(v.Mean),
					plotting.Cell(v.Low), plotting.Cell(v.High)}) {
					return
				}
			}
		}}
	members := plotting.Sheet{Name: "class_members", Header: []string{"row", "class", "probability"},
		Rows: func(yield func([]string) bool) {
			for i, k := range p.Labels {
				if !yield([]string{s.Data.Rows[i], number(k), plotting.Cell(p.Sure[i])}) {
					return
				}
			}
		}}
	return []plotting.Sheet{profiles, sizes, members}
}
