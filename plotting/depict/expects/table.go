package expects

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/subject"
)

// Table lists the predictions of the cells of one row or of one column, a bar for each level, or, where rows and
// columns are nil, in the cells whose values surprise most and in those that are missing, at most so many.
func Table(s *subject.Subject, rows, columns []int, most int) cells.Table {
	t := cells.Table{Style: plotting.Light, Window: plotting.All, Sort: -1, Empty: "No cell is told of.", Note: Note}
	var list []cell
	for _, c := range expected.Of(s.Snapshot).List {
		if (len(rows) == 0 || slices.Contains(rows, c.Row)) &&
			(len(columns) == 0 || slices.Contains(columns, c.Column)) {
			list = append(list, cellOf(s.Data, c))
		}
	}
	bars := len(rows) == 1 || len(columns) == 1
	text := func(head string) cells.TableColumn { return cells.TableColumn{Head: head, Name: head, Text: true} }
	t.Columns = []cells.TableColumn{text("row"), text("column"), text("cell"), text("expected"),
		{Head: "probability", Name: "probability", Bar: true, Most: 1,
			Tip: [][2]string{{"probability", "of the level expected"}}},
		{Head: "low", Name: "low"}, {Head: "high", Name: "high"},
		{Head: "hidden", Name: "hidden",
			Tip: [][2]string{{"hidden", "the number behind the cell, given its value"}}},
		{Head: "from", Name: "hidden_low"}, {Head: "to", Name: "hidden_high"}}
	if !bars {
		t.Columns = append(t.Columns[:5:5], cells.TableColumn{Head: "of its value", Name: "of_its_value",
			Tip: [][2]string{{"probability", "of the value that the cell holds"}}})
		list = surprising(list, most)
	}
	for _, c := range list {
		t.Rows = append(t.Rows, c.lines(bars)...)
	}
	for i := range t.Rows {
		t.Rows[i].Index = i
	}
	return t
}

// surprising returns the cells whose values are least probable, then those that are missing, at most so many of both.
func surprising(list []cell, most int) []cell {
	stable.Sort(list, func(a, b cell) int {
		if a.seen != b.seen {
			return cmp.Compare(value(b.seen), value(a.seen))
		}
		return cmp.Compare(a.likeness(), b.likeness())
	})
	seen := slices.IndexFunc(list, func(c cell) bool { return !c.seen })
	if missing := len(list) - seen; seen >= 0 && len(list) > most { // room for both
		keep := min(seen, max(most*2/3, most-missing))
		list = append(list[:keep:keep], list[seen:]...)
	}
	return list[:min(len(list), most)]
}

// likeness is the probability of the value over that of the most probable one, about, of a number by the Gaussian of
// its interval.
func (c cell) likeness() float64 {
	x := c.data.X.At(c.Row, c.Column)
	switch {
	case math.IsNaN(x):
		return 1
	case c.Probabilities != nil:
		return c.Probabilities[int(x)] / c.Probabilities[c.Likely()]
	}
	half := c.High - c.Middle
	if x < c.Middle {
		half = c.Middle - c.Low
	}
	if c.kind.Sort == column.Count {
		half = max(half, 1)
	}
	z := (x - c.Middle) / half * normal90
	return math.Exp(-z * z / 2)
}

// normal90 is half the width of an interval of 90 % in standard deviations.
const normal90 = 1.6448536269514722

func value(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// lines returns the lines of a cell: one, or with bars one for each level.
func (c cell) lines(bars bool) []cells.TableRow {
	word := func(s string) cells.TableCell { return cells.TableCell{Text: s, Value: math.NaN()} }
	number := func(x float64, text func(float64) string) cells.TableCell {
		if math.IsNaN(x) {
			return word("–")
		}
		return cells.TableCell{Text: text(x), Value: x}
	}
	share := func(p float64) cells.TableCell { return number(p, plotting.FormatPercent) }
	in := func(x float64) cells.TableCell {
		return number(c.input(x), func(x float64) string { return plotting.FormatDigits(x, 3) })
	}
	plain := func(x float64) cells.TableCell {
		if c.kind.Sort.Real() {
			return in(x)
		}
		return number(x, func(x float64) string { return plotting.FormatDigits(x, 2) })
	}
	head := []cells.TableCell{word(c.data.Rows[c.Row]), word(c.data.Columns[c.Column]), word(c.value())}
	no := word("–")
	if !bars {
		expects, p, own := in(c.Middle).Text, no, no
		if l := c.Likely(); l >= 0 {
			expects, p = c.kind.Levels[l], share(c.Probabilities[l])
		}
		if c.seen && c.kind.Sort.Mass() {
			own = share(math.Exp(c.Log))
		}
		return []cells.TableRow{{Cells: append(head, word(expects), p, own)}}
	}
	if c.Probabilities == nil {
		return []cells.TableRow{{Bare: true, Cells: append(head, word(in(c.Middle).Text), no, in(c.Low), in(c.High),
			plain(c.Hidden), plain(c.HiddenLow), plain(c.HiddenHigh))}}
	}
	var rows []cells.TableRow
	for l, p := range c.Probabilities {
		row := cells.TableRow{Cells: append(slices.Clone(head), word(c.kind.Levels[l]), share(p), no, no, no, no, no)}
		if l == 0 {
			row.Cells = append(row.Cells[:7], plain(c.Hidden), plain(c.HiddenLow), plain(c.HiddenHigh))
		} else {
			row.Cells[0], row.Cells[1], row.Cells[2] = word(""), word(""), word("")
		}
		rows = append(rows, row)
	}
	return rows
}

// Line returns the row and the column of the cell of a line of [Table]; ok is false where the line names none.
func Line(d *inference.Dataset, t cells.Table, index int) (row, at int, ok bool) {
	if index < 0 || index >= len(t.Rows) {
		return 0, 0, false
	}
	i := slices.IndexFunc(t.Rows, func(r cells.TableRow) bool { return r.Index == index })
	if i < 0 {
		return 0, 0, false
	}
	row, at = slices.Index(d.Rows, t.Rows[i].Cells[0].Text), slices.Index(d.Columns, t.Rows[i].Cells[1].Text)
	return row, at, row >= 0 && at >= 0
}
