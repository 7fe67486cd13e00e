package missing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// Gaps is the figure of the cells that are missing: dark where they are, as dark as their share where a pixel covers
// several; the shares of columns above and of rows at the right. It zooms along both axes.
type Gaps struct {
	Title, Subtitle string
	Empty           string // the sentence while there is nothing to show; has a default
	Pattern         *Pattern
	Window          plotting.Window
	Style           plotting.Style
}

var (
	_ plotting.Zoomable   = Gaps{}
	_ plotting.Styled     = Gaps{}
	_ plotting.Sheeter    = Gaps{}
	_ plotting.Controlled = Gaps{}
)

// GetWindow implements Zoomable.
func (f Gaps) GetWindow() plotting.Window { return f.Window.Normal() }

// WithWindow implements Zoomable.
func (f Gaps) WithWindow(w plotting.Window) plotting.Figure { f.Window = w.Normal(); return f }

// WithStyle implements Styled.
func (f Gaps) WithStyle(s plotting.Style) plotting.Figure { f.Style = s; return f }

// Controls implements [plotting.Controlled].
func (f Gaps) Controls() []string {
	return append(slices.Clone(plotting.Common), "row-names", "column-names", "missing-order", "legend")
}

// Words says how much is missing, where most of it is, and the remedy: one sentence each.
func (p *Pattern) Words() []string {
	n, d := p.Dims()
	if p.Missing == 0 {
		return []string{
			fmt.Sprintf("No cell of %s × %s is missing.", plotting.Plural(n, "row"), plotting.Plural(d, "column"))}
	}
	rows, columns := p.Whole()
	is := "are"
	if p.Missing == 1 {
		is = "is"
	}
	out := []string{fmt.Sprintf("%s %s missing (%s), in %s and %s.", of(p.Missing, n*d, "cell"), is,
		percent(p.Missing, n*d), of(n-rows, n, "row"), of(d-columns, d, "column"))}
	out = append(out, fmt.Sprintf("Most are missing in column %s (%s) and in row %s (%s).", p.name(p.Columns, p.InColumn),
		percent(slices.Max(p.InColumn), n), p.name(p.Rows, p.InRow), percent(slices.Max(p.InRow), d)))
	groups := p.Groups()
	lacking := slices.DeleteFunc(slices.Clone(groups), func(g Group) bool { return len(g.Columns) == 0 })
	most := slices.MaxFunc(lacking, func(a, b Group) int { return len(a.Rows) - len(b.Rows) })
	switch {
	case len(lacking) == 1 && len(most.Rows) > 1:
		out = append(out,
			fmt.Sprintf("All %s with gaps lack the same: %s.", plotting.Plural(len(most.Rows), "row"), p.list(most.Columns)))
	case len(most.Rows) > 1:
		out = append(out, fmt.Sprintf("There are %s of gaps; the commonest, of %s, is to lack %s.",
			plotting.Plural(len(lacking), "pattern"), plotting.Plural(len(most.Rows), "row"), p.list(most.Columns)))
	default:
		out = append(out, "No two rows lack the same columns.")
	}
	return out
}

// of is "3 of 12 rows", or "all 12 rows".
func of(k, n int, what string) string {
	if k == n && n > 1 {
		return "all " + plotting.Plural(n, what)
	}
	return plotting.FormatCount(k) + " of " + plotting.Plural(n, what)
}

// name names where most are missing.
func (p *Pattern) name(names []string, in []int) string {
	most := slices.Index(in, slices.Max(in))
	return strconv.Quote(names[most])
}

// list names a few columns.
func (p *Pattern) list(columns []int) string {
	const most = 3
	var names []string
	for _, j := range columns[:min(most, len(columns))] {
		names = append(names, strconv.Quote(p.Columns[j]))
	}
	text := strings.Join(names, ", ")
	if n := len(columns) - most; n > 0 {
		text += " and " + plotting.Plural(n, "more column")
	}
	return text
}

// percent is a share in words: "0.3 %", "less than 0.1 %", "more than 99 %".
func percent(k, n int) string {
	share := 100 * float64(k) / float64(max(n, 1))
	switch {
	case k > 0 && share < 0.1:
		return "less than 0.1 %"
	case share < 10:
		return strconv.FormatFloat(share, 'f', 1, 64) + " %"
	case k < n && share >= 99.5:
		return "more than 99 %"
	}
	return strconv.FormatFloat(share, 'f', 0, 64) + " %"
}

// Sheets implements Sheeter: columns and rows with their gaps, and the patterns.
func (f Gaps) Sheets() []plotting.Sheet {
	p := f.Pattern
	if p == nil {
		return nil
	}
	n, d := p.Dims()
	side := func(name, what string, names []string, in []int, all int) plotting.Sheet {
		return plotting.Sheet{Name: name, Header: []string{what, "missing", "share missing"},
			Rows: func(yield func([]string) bool) {
				for i, k := range in {
					if !yield([]string{names[i], strconv.Itoa(k), plotting.Cell(float64(k) / float64(max(all, 1)))}) {
						return
					}
				}
			}}
	}
	patterns := plotting.Sheet{Name: "patterns", Header: []string{"columns missing", "rows", "first row", "which columns"},
		Rows: func(yield func([]string) bool) {
			for _, g := range p.Groups() {
				names := make([]string, len(g.Columns))
				for k, j := range g.Columns {
					names[k] = p.Columns[j]
				}
				if !yield([]string{strconv.Itoa(len(g.Columns)), strconv.Itoa(len(g.Rows)), p.Rows[g.Rows[0]],
					strings.Join(names, "; ")}) {
					return
				}
			}
		}}
	return []plotting.Sheet{side("columns", "column", p.Columns, p.InColumn, n),
		side("rows", "row", p.Rows, p.InRow, d), patterns}
}

// Layout implements Figure. The cost grows with the visible part only.
func (f Gaps) Layout(size vg.Point) plotting.Scene { return f.layout(size) }
