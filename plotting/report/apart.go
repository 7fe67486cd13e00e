package report

import (
	"fmt"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
)

// An apartData says which columns set groups of rows apart.
type apartData struct {
	Title, Says string
	Effect      string // name of the effect: "ε²" or "ρ"
	Tested      bool   // there are p values
	Rows        []apartRow
}

// An apartRow is a column.
type apartRow struct{ Column, Highest, Lowest, Effect, P string }

// How many groupings of the rows and columns of each are told, and from which effect, where there are no p values.
const (
	mostGroupings = 4
	mostApart     = 10
	leastEffect   = 0.1
	mostP         = 0.05
)

// apart lists, for each grouping of the rows of a result, the columns that differ, those first that differ most.
func apart(item Item) (list []apartData) {
	s := item.Subject
	for k, a := range depict.Groupings(s) {
		if k == mostGroupings {
			break
		}
		if t := depict.ColumnTests(s, depict.ColumnsState{By: a.Name}); t != nil {
			list = append(list, apartOf(t, s.Data.Columns))
		}
	}
	if t := depict.CladeTests(s); t != nil {
		list = append(list, apartOf(t, s.Data.Columns))
	}
	return list
}

// apartOf lays out the tests of columns.
func apartOf(t *chart.ColumnTests, columns []string) apartData {
	d := apartData{Title: plotting.Capital(t.Annotation.Name), Says: plotting.Capital(t.Words()) + ".", Effect: "ε²",
		Tested: !t.Circular}
	level := func(k int) string {
		if k < 0 || k >= len(t.Annotation.Levels) {
			return ""
		}
		return t.Annotation.Levels[k]
	}
	more := 0
	for _, j := range t.Order() {
		a := t.Tests[j]
		if a.Numeric {
			d.Effect = "ρ"
		}
		if d.Tested && !(a.Adjusted < mostP) || !d.Tested && !(math.Abs(a.Effect) >= leastEffect) {
			continue
		}
		if len(d.Rows) == mostApart {
			more++
			continue
		}
		r := apartRow{Column: columns[j], Highest: level(t.Highest[j]), Lowest: level(t.Lowest[j]),
			Effect: plotting.FormatDigits(a.Effect, 2)}
		if d.Tested {
			r.P = plotting.FormatP(a.Adjusted)
		}
		d.Rows = append(d.Rows, r)
	}
	switch {
	case len(d.Rows) == 0 && d.Tested:
		d.Says += " No column differs by more than chance would have it."
	case len(d.Rows) == 0:
		d.Says += " No column differs much."
	case more > 0:
		d.Says += fmt.Sprintf(" %s more as well; the figure columns has them.", plotting.Plural(more, "column"))
	}
	return d
}

// apart writes the tables of columns that differ between groups.
func (m *markup) apart(list []apartData) {
	if len(list) == 0 {
		return
	}
	m.add("<h4>What sets the groups apart</h4>\n")
	for _, d := range list {
		m.add("<h5>%s</h5>\n<p class=\"muted\">%s</p>\n", d.Title, d.Says)
		if len(d.Rows) == 0 {
			continue
		}
		m.add("<table class=\"groups\" aria-label=\"%s\">\n<thead><tr><th scope=\"col\">Column</th>", d.Title)
		if d.Effect == "ε²" {
			m.add("<th scope=\"col\">Highest in</th><th scope=\"col\">Lowest in</th>")
		}
		m.add("<th scope=\"col\" class=\"number\">Effect, %s</th>", d.Effect)
		if d.Tested {
			m.add("<th scope=\"col\" class=\"number\">p, adjusted</th>")
		}
		m.add("</tr></thead>\n<tbody>\n")
		for _, r := range d.Rows {
			m.add("<tr><th scope=\"row\">%s</th>", r.Column)
			if d.Effect == "ε²" {
				m.add("<td>%s</td><td>%s</td>", r.Highest, r.Lowest)
			}
			m.add("<td class=\"number\">%s</td>", r.Effect)
			if d.Tested {
				m.add("<td class=\"number\">%s</td>", r.P)
			}
			m.add("</tr>\n")
		}
		m.add("</tbody></table>\n")
	}
}
