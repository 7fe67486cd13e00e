package cells

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Table is a figure of rows of words and numbers, sorted by one column. If not all rows have room,
// its Window scrolls it.
type Table struct {
	Title, Subtitle string
	Empty           string // the sentence while there are no rows; has a default
	Note            string // stands below the last row where there is room for all of it
	Columns         []TableColumn
	Rows            []TableRow
	Sort            int // column by which rows are ordered
	// From is how many columns after the first are left out at the left, where there is not room for all.
	From       int
	Brief      bool // columns of details are left out
	Descending bool
	Selected   []int // Index of the rows that are selected
	Window     plotting.Window
	Style      plotting.Style
}

// A TableColumn is a column of a [Table].
type TableColumn struct {
	Head string
	Name string      // in files: "log_density"
	Tip  [][2]string // of the head; how to order by it is added
	Text bool        // words, at the left; numbers stand at the right
	Bar  bool        // a bar behind each number shows its share of the greatest
	Most float64     // the bar is a share of this, in place of the greatest; 0 for the greatest
	// Detail marks a column that a brief table leaves out.
	Detail bool
}

// A TableRow is a row of a [Table].
type TableRow struct {
	Index  int          // for marks
	Swatch *color.NRGBA // nil for none
	Cells  []TableCell  // one a column
	Lines  [][2]string  // for the tooltip
	Bare   bool         // its numbers are of other units than those of other rows, and have no bars
}

// A TableCell is a word or a number.
type TableCell struct {
	Text  string  // as it is shown
	Value float64 // for the order of rows and for files; NaN for words
}

var (
	_ plotting.Zoomable = Table{}
	_ plotting.Styled   = Table{}
	_ plotting.Sheeter  = Table{}
)

// GetWindow implements Zoomable; tables only scroll up and down.
func (t Table) GetWindow() plotting.Window { return t.Window.Normal() }

// WithWindow implements Zoomable.
func (t Table) WithWindow(w plotting.Window) plotting.Figure {
	w = w.Normal()
	t.Window = plotting.Window{X0: 0, X1: 1, Y0: w.Y0, Y1: w.Y1}
	return t
}

// Selects implements [plotting.Selecting].
func (t Table) Selects() bool { return len(t.Selected) > 0 }

// Unselected implements [plotting.Selecting].
func (t Table) Unselected() plotting.Figure { t.Selected = nil; return t }

// WithStyle implements Styled.
func (t Table) WithStyle(s plotting.Style) plotting.Figure { t.Style = s; return t }

// Sheets implements Sheeter.
func (t Table) Sheets() []plotting.Sheet {
	if len(t.Rows) == 0 {
		return nil
	}
	var header []string
	for _, c := range t.Columns {
		header = append(header, c.Name)
	}
	return []plotting.Sheet{{Name: "table", Header: header, Rows: func(yield func([]string) bool) {
		for _, i := range t.Order() {
			line := make([]string, len(t.Columns))
			for j, c := range t.Rows[i].Cells {
				line[j] = plotting.Cell(c.Value)
				if math.IsNaN(c.Value) && c.Text != "–" {
					line[j] = c.Text
				}
			}
			if !yield(line) {
				return
			}
		}
	}}}
}

// Drawn lists the columns that are drawn: not those of details where the table is brief, nor those that say nothing in
// any row. Files have all.
func (t Table) Drawn() (columns []int) {
	for j, c := range t.Columns {
		says := j == 0 || slices.ContainsFunc(t.Rows, func(r TableRow) bool { return r.Cells[j].Text != "–" })
		if says && !(t.Brief && c.Detail) {
			columns = append(columns, j)
		}
	}
	return columns
}

// Order lists the rows from top to bottom, by words or numbers. Rows without one come last; equal
// rows keep their order.
func (t Table) Order() []int {
	order := inference.UpTo(len(t.Rows))
	if t.Sort < 0 || t.Sort >= len(t.Columns) {
		return order
	}
	sign := 1
	if t.Descending {
		sign = -1
	}
	stable.Sort(order, func(a, b int) int {
		x, y := t.Rows[a].Cells[t.Sort], t.Rows[b].Cells[t.Sort]
		if t.Columns[t.Sort].Text {
			return sign * strings.Compare(x.Text, y.Text)
		}
		if math.IsNaN(x.Value) || math.IsNaN(y.Value) {
			return cmp.Compare(boolNumber(math.IsNaN(x.Value)), boolNumber(math.IsNaN(y.Value)))
		}
		return sign * cmp.Compare(x.Value, y.Value)
	})
	return order
}

func boolNumber(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Sizes of tables, in points.
const (
	tableRow    = 24 // height of a row where there is room
	tableTight  = 17 // least before they scroll
	tableLeast  = 13 // least where columns stand below others
	tableSwatch = 9
	tableSpace  = 22 // between columns

	tableBetween = tableRow + 3 + 18 // between the rows of two blocks: the heads of the second, and space
)

// Height returns the height needed to show all rows, in points.
func (t Table) Height() vg.Length {
	return 2*t.Style.Margin + ink.Heading(nil, t.Style, vg.Point{}, 1000, t.Title, t.Subtitle) +
		tableRow*vg.Length(len(t.Rows)+1) + 8
}

// RowsWindow returns the window, from the top, in which rows have room in a plot area of the given
// height; all, if every row has room.
func (t Table) RowsWindow(height vg.Length) plotting.Window {
	return ink.RowsWindow(len(t.Rows), height, tableTight)
}

// Layout implements Figure. It costs the number of rows and their order.
func (t Table) Layout(size vg.Point) plotting.Scene {
	s := &tableScene{Table: t, placed: placed{size: size}}
	st := t.Style
	box, ok := ink.Page(&s.list, st, size, ink.LeastCells, t.Title, t.Subtitle)
	if !ok {
		return s
	}
	if len(t.Rows) == 0 {
		s.list.Add(ink.NoteItem{Style: st, Box: box, Text: cmp.Or(t.Empty, "There is nothing to list yet.")})
		return s
	}
	s.heads = vg.Rectangle{Min: vg.Point{X: box.Min.X, Y: box.Max.Y - tableRow}, Max: box.Max}
	s.area = vg.Rectangle{Min: box.Min, Max: vg.Point{X: box.Max.X, Y: s.heads.Min.Y - 3}}
	if s.area.Max.Y-s.area.Min.Y < tableTight {
		s.area = vg.Rectangle{}
		return s
	}
	s.order = t.Order()
	s.build()
	return s
}

// IsBlank implements [plotting.Blank].
func (t Table) IsBlank() bool { return len(t.Rows) == 0 }
