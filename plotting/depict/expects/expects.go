// Package expects makes the figures of predictions of the cells of a table of several kinds, each cell left out in
// turn, and their texts for tooltips, tables and facts.
package expects

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/expected"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/subject"
)

// Has reports whether a result has predictions of cells.
func Has(s *subject.Subject) bool {
	return s != nil && s.Snapshot != nil && s.Data != nil && expected.Of(s.Snapshot) != nil
}

// cell is a prediction with the value of its cell.
type cell struct {
	expected.Cell
	data *inference.Dataset
	kind column.Kind
	seen bool
}

func cellOf(d *inference.Dataset, c expected.Cell) cell {
	at := inference.Cell{Row: c.Row, Column: c.Column}
	_, limited := d.Limits[at]
	return cell{c, d, d.KindAt(c.Column), limited || !math.IsNaN(d.X.At(c.Row, c.Column))}
}

// input returns a number of the cell's column in the units of the table.
func (c cell) input(x float64) float64 { return c.data.InputAt(c.Column, x) }

// text writes such a number.
func (c cell) text(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return plotting.FormatDigits(c.input(x), 3)
}

// value writes the value of the cell.
func (c cell) value() string {
	x := c.data.X.At(c.Row, c.Column)
	limit, limited := c.data.Limits[inference.Cell{Row: c.Row, Column: c.Column}]
	switch {
	case limited && math.IsInf(limit.Low, -1):
		return "<" + c.text(limit.High)
	case limited && math.IsInf(limit.High, 1):
		return ">" + c.text(limit.Low)
	case limited:
		return c.text(limit.Low) + "–" + c.text(limit.High)
	case math.IsNaN(x):
		return "missing"
	case c.kind.Sort.HasLevels():
		return c.kind.Levels[int(x)]
	case c.kind.Sort == column.Count:
		return plotting.FormatCount(int(c.input(x)))
	}
	return c.text(x)
}

// expects writes the prediction: "yes 87 %", "12 (3 to 30)".
func (c cell) expects() string {
	if l := c.Likely(); l >= 0 {
		return c.kind.Levels[l] + " " + plotting.FormatPercent(c.Probabilities[l])
	}
	return c.text(c.Middle) + " (" + c.between(c.Low, c.High) + ")"
}

func (c cell) between(low, high float64) string { return c.text(low) + " to " + c.text(high) }

// levels writes the probabilities of the levels that matter, the most probable first.
func (c cell) levels() string {
	order := inference.UpTo(len(c.Probabilities))
	stable.Sort(order, func(a, b int) int { return cmp.Compare(c.Probabilities[b], c.Probabilities[a]) })
	var parts []string
	for i, l := range order {
		if i == 4 || i > 0 && c.Probabilities[l] < .01 {
			break
		}
		parts = append(parts, c.kind.Levels[l]+" "+plotting.FormatPercent(c.Probabilities[l]))
	}
	return strings.Join(parts, ", ")
}

// hidden writes the number behind the cell, which has no unit.
func (c cell) hidden() string {
	if c.kind.Sort.Real() {
		return c.text(c.Hidden) + " (" + c.between(c.HiddenLow, c.HiddenHigh) + ")"
	}
	f := func(x float64) string { return plotting.FormatDigits(x, 2) }
	return f(c.Hidden) + " (" + f(c.HiddenLow) + " to " + f(c.HiddenHigh) + ")"
}

// A Teller tells of cells in tooltips and in the inspector.
type Teller struct {
	cells *expected.Cells
	data  *inference.Dataset
}

// Of returns the Teller of the cells of a result.
func Of(s *subject.Subject) Teller { return Teller{expected.Of(s.Snapshot), s.Data} }

// Lines tells of a cell; nil where nothing is known of it.
func (t Teller) Lines(row, at int) (lines [][2]string) {
	found, ok := t.cells.At(row, at)
	if !ok {
		return nil
	}
	c := cellOf(t.data, found)
	if c.Probabilities != nil {
		lines = append(lines, [2]string{"expected", c.levels()})
	} else {
		lines = append(lines, [2]string{"expected", c.expects()})
	}
	if c.seen && c.kind.Sort.Mass() {
		lines = append(lines, [2]string{"chance of its value", plotting.FormatPercent(math.Exp(c.Log))})
	}
	if c.HasHidden() {
		lines = append(lines, [2]string{"hidden number", c.hidden()})
	}
	return lines
}

// Note explains a prediction.
const Note = "Each cell is left out in turn: what the rest of the table makes it. Intervals hold 90 %."

// Words says in a line how many cells there are.
func Words(s *subject.Subject) string {
	seen, missing := 0, 0
	for _, c := range expected.Of(s.Snapshot).List {
		if cellOf(s.Data, c).seen {
			seen++
		} else {
			missing++
		}
	}
	return fmt.Sprintf("%s, %s missing", plotting.Plural(seen+missing, "cell"), plotting.FormatCount(missing))
}

// Caution warns of wrong conclusions from the known cells; "" for none.
func Caution(s *subject.Subject) string {
	if s.HasTree() && !s.Info.Samples {
		return "the tree was found with all of them, so they look better expected than new cells are"
	}
	return ""
}
