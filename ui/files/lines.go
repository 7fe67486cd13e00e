package files

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference/read"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// linesAside chooses which lines of a file are no rows of the table.
type linesAside struct {
	end, comment, units *controls.Field
}

// makeLines makes the controls, a row for the form.
func (s *Preview) makeLines(cell func(string, fyne.CanvasObject) fyne.CanvasObject) fyne.CanvasObject {
	s.lines = linesAside{
		end: controls.NewField("", func(text string) {
			s.options.SkipEnd = lineNumber(text)
			s.look()
		}),
		comment: controls.NewField("", func(text string) {
			s.options.Comment = strings.TrimSpace(text)
			s.look()
		}),
		units: controls.NewField("", func(text string) {
			s.options.UnitsLine = lineNumber(text)
			s.look()
		}),
	}
	s.lines.end.Tip = "Lines of text, or rows of the sheet, below the table. " +
		"Blank ones do not count. Empty lets the program guess."
	s.lines.comment.Tip = "Lines that begin with this sign are comments. " +
		"Empty lets the program guess; none reads all lines."
	s.lines.units.Tip = "The line of the file, or row of the sheet, that holds the units of the columns. " +
		"Empty lets the program guess; 0 says there is none."
	return controls.Shares(12, []float32{1, 1, 1, 1}, cell("Skip at start", s.skip), cell("Skip at end", s.lines.end),
		cell("Comment sign", s.lines.comment), cell("Units in line", s.lines.units))
}

// guessLines lets the program guess all of them, as for another sheet.
func (s *Preview) guessLines() {
	s.options.Skip, s.options.SkipEnd, s.options.UnitsLine, s.options.Comment = 0, 0, 0, ""
	s.look()
}

// putLines shows the choices and the guesses.
func (s *Preview) putLines(p *read.Preview) {
	s.lines.end.Put(strconv.Itoa(p.Ended), "")
	sign := p.Options.Comment
	if sign == "" {
		sign = p.CommentSign
	}
	found, units := "", "" // shown by a field at rest in place of its text
	if sign == "" {
		found = "none found"
	}
	s.lines.comment.Put(sign, found)
	line := "none"
	if p.UnitsLine > 0 {
		units, line = strconv.Itoa(p.UnitsLine), ""
	}
	s.lines.units.Put(units, line)
}

// lineNumber reads a number as the options have it: 0 guesses, and -1 stands for none.
func lineNumber(text string) int {
	switch n, err := strconv.Atoi(strings.TrimSpace(text)); {
	case err != nil || n < 0:
		return 0
	case n == 0:
		return -1
	default:
		return n
	}
}

// shownRows counts the rows of the table of cells: the first rows, and the lines above and below that are none.
func (s *Preview) shownRows() int {
	return len(s.preview.Above) + len(s.preview.Cells) + len(s.preview.Below)
}

// asideAt returns the line in a row of the table of cells that is no row of the table.
func (s *Preview) asideAt(row int) (line read.Aside, is bool) {
	above, below := s.preview.Above, s.preview.Below
	if row < len(above) {
		return above[row], true
	}
	if row -= len(above) + len(s.preview.Cells); row >= 0 && row < len(below) {
		return below[row], true
	}
	return line, false
}

// readAside reads a line that was left out as part of the table: as names of columns, or as a row.
func (s *Preview) readAside(line read.Aside) {
	switch line.Why {
	case read.AboveTable:
		s.options.Skip = line.Line - 1
		if s.options.Skip == 0 {
			s.options.Skip = -1
		}
	case read.UnitsBelow:
		s.options.UnitsLine = -1
	case read.CommentLine:
		s.options.Comment = read.NoComments
	case read.BelowTable:
		s.options.SkipEnd = s.preview.EndsAfter(line)
		if s.options.SkipEnd == 0 {
			s.options.SkipEnd = -1
		}
	default:
		return
	}
	s.look()
}

// showAside shows a cell of a line that is no row, in grey.
func showAside(text *controls.Text, line read.Aside, column int) {
	text.Color, text.Align, text.Style.Bold = look.Muted, fyne.TextAlignLeading, false
	text.Text = ""
	if column < len(line.Cells) {
		text.Text = line.Cells[column]
	}
	tip := fmt.Sprintf("Line %d, %s: no row of the table.", line.Line, line.Why)
	if line.Why != read.TypesLine && line.Why != read.HeaderAgain {
		tip += " Click to read it."
	}
	text.WithTip(tip)
	text.Refresh()
}
