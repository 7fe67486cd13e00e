package files

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A Preview shows how a file was understood, and lets the user change every guess before it is
// opened.
type Preview struct {
	d       *dialogs.Dialogs
	content *read.Content
	then    func(read.Options, inference.Preprocessing)
	options read.Options
	preview *read.Preview
	asked   int    // looks requested: only the last answer counts
	giveUp  func() // cancels the look under way; nil for none
	unread  bool   // the last look failed
	opening bool   // open as soon as all that was asked for has come

	sieve     *Sieve
	tabs      *controls.Tabs
	sheet     *dialogs.Sheet
	summary   *controls.Text
	notes     *controls.Paragraph
	room      float32 // height for the notes
	table     *cellTable
	separator *controls.Picker
	page      *controls.Picker // sheet of a workbook; nil for other files
	cells     *controls.Field  // range of its cells; nil for other files
	decimal   *controls.Picker
	header    *controls.Picker
	rowNames  *controls.Picker
	missing   *controls.Field
	skip      *controls.Field
	lines     linesAside
	layout    *controls.Picker // whether that of a known program is used; nil where none is known
	open      *controls.Button
	notation  notation
}

var separators = []controls.Option{
	{Value: ",", Title: "comma"}, {Value: ";", Title: "semicolon"}, {Value: "\t", Title: "tab"},
	{Value: "|", Title: "bar"}, {Value: " ", Title: "spaces"},
}

// Show shows how the content of a file was understood. If the user opens the file, it calls then with the options
// chosen, and with which way the table lies and the parts left out. These begin as the user chose them the last time;
// nil guesses which way it lies, and the kinds of columns that a model of this info takes by their looks.
func Show(d *dialogs.Dialogs, style plotting.Style, name string, content *read.Content, p *read.Preview,
	info inference.Info, was *inference.Preprocessing, then func(read.Options, inference.Preprocessing)) *Preview {
	s := &Preview{d: d, content: content, then: then, options: p.Options}
	s.sieve = newSieve(d, style, s.refreshOpen, s.setRoleOf)
	s.sieve.again = func(a read.Advice) {
		s.options = a.Options(s.options)
		s.look()
	}
	s.sieve.info = info
	if s.sieve.guess = was == nil; was != nil {
		s.sieve.prep = *was
	}
	s.summary = controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic()
	s.notes = controls.NewParagraph("", textRoom(d, partsWide), look.SizeSmall, look.WarnText)
	s.separator = controls.NewPicker(separators, "", func(v string) {
		s.options.Separator = []rune(v)[0]
		s.look()
	})
	yesNo := func(set func(read.Choice)) *controls.Picker {
		return controls.NewPicker(controls.Options("yes", "no"), "", func(v string) {
			c := read.No
			if v == "yes" {
				c = read.Yes
			}
			set(c)
			s.look()
		})
	}
	s.decimal = yesNo(func(c read.Choice) { s.options.DecimalComma = c })
	s.header = yesNo(func(c read.Choice) { s.options.Header = c })
	s.rowNames = yesNo(func(c read.Choice) { s.options.RowNames = c })
	s.missing = controls.NewField("", func(text string) {
		s.options.Missing = splitCodes(text)
		s.look()
	})
	s.missing.Left = true
	s.missing.Tip = "Codes for missing cells, separated by spaces. An empty cell is always missing. " +
		"Beside the usual codes, dashes, none, nd, n.d. and missing count only in columns of numbers."
	s.skip = controls.NewField("", func(text string) {
		s.options.Skip = lineNumber(text)
		s.look()
	})
	s.skip.Tip = "Lines of text, or rows of the sheet, above the column names. Empty lets the program guess."
	cell := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return controls.Stack(4, controls.NewText(label, look.SizeSmall, look.Muted), o)
	}
	first, second := cell("Separator", s.separator), cell("Decimal comma", s.decimal)
	if len(p.Sheets) > 0 {
		s.choosePart(p.Sheets)
		first, second = cell("Sheet", s.page), cell("Cells", s.cells)
	}
	shares := []float32{1, 1, 1, 1, 1.3}
	answers := []fyne.CanvasObject{first, second, cell("First row: names", s.header),
		cell("First column: names", s.rowNames), cell("Missing cells", s.missing)}
	if p.Known != "" || p.Options.AsIs {
		s.chooseLayout(p)
		shares, answers = append([]float32{1.2}, shares...), append([]fyne.CanvasObject{cell("Layout", s.layout)}, answers...)
	}
	form := controls.Stack(8, controls.Shares(12, shares, answers...), s.makeLines(cell), s.makeNotation(cell))
	switch {
	case p.Fixed && len(p.Sheets) > 0:
		form = controls.Shares(12, []float32{1, 1}, cell("Matrix", s.page), cell("Missing cells", s.missing))
	case p.Fixed:
		form = controls.Shares(12, []float32{1}, cell("Missing cells", s.missing))
	}
	s.makeTable()
	cells := container.NewBorder(controls.Stack(10, form, controls.Gap(0, 2)), nil, nil, nil, s.table)
	tabs, pages := newPages(s.sieve.pages(page{pageCells, cells}))
	s.tabs = tabs
	s.room = controls.NewParagraph("1\n2\n3\n4", s.sieve.room, look.SizeSmall, look.Muted).MinSize().Height
	head := controls.Stack(4, s.summary, container.New(noteRoom{s.room}, s.notes))
	body := container.NewBorder(controls.Inset(0, 0, 0, 4, head), nil, nil, nil, pages)
	s.open = controls.NewButton("Open", controls.Primary, s.accept)
	s.sheet = d.OpenSheet("Open "+name, fyne.NewSize(partsWide, 680), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }), s.open)
	s.sheet.Accept, s.sheet.Turn = s.accept, tabs.Turn
	s.sheet.Closed = func() { s.newLook(); s.sieve.close() }
	s.put(p)
	d.Window.Canvas().Focus(s.open)
	return s
}

// choosePart makes the controls that choose the sheet of a workbook and a range of its cells.
func (s *Preview) choosePart(sheets []string) {
	s.page = controls.NewPicker(controls.Options(sheets...), "", func(v string) {
		s.options.Sheet = v
		s.guessLines()
	})
	s.cells = controls.NewField("", func(text string) {
		s.options.Range = strings.TrimSpace(text)
		s.guessLines()
	})
	s.cells.Left = true
	s.cells.Put("", "all")
	s.cells.Tip = "The first and the last cell to read, such as B3:F200. Empty reads the whole sheet."
}

// look reads the file again with the present options, on another goroutine.
func (s *Preview) look() {
	mine, o := s.newLook(), s.options
	ctx, cancel := context.WithCancel(s.d.Context)
	s.giveUp = cancel
	s.d.Background(func(context.Context) func() {
		p, err := panics.Call(func() (*read.Preview, error) { return s.content.Look(ctx, o) })
		return func() {
			cancel()
			if mine != s.asked {
				return
			}
			s.giveUp = nil
			if err != nil {
				s.summary.Set("This cannot be read with these settings.")
				s.notes.Set(say.Explain(err), look.BadText)
				s.unread = true
				s.sieve.Use(nil)
				s.refreshOpen()
				return
			}
			s.put(p)
		}
	})
}

// newLook cancels the look under way and returns the number of the next one.
func (s *Preview) newLook() int {
	if s.giveUp != nil {
		s.giveUp()
		s.giveUp = nil
	}
	s.asked++
	return s.asked
}

// put shows an answer of the reader.
func (s *Preview) put(p *read.Preview) {
	s.preview, s.unread = p, false
	o := p.Options
	s.separator.Put(string(o.Separator))
	s.putNotation(p)
	s.decimal.Put(o.DecimalComma.String())
	if s.page != nil {
		s.page.Put(o.Sheet)
	}
	s.putLayout(o)
	s.skip.Put(strconv.Itoa(p.Skipped), "")
	s.putLines(p)
	s.header.Put(o.Header.String())
	s.rowNames.Put(o.RowNames.String())
	codes := o.Missing
	if codes == nil {
		codes = read.DefaultMissing
	}
	s.missing.Put(strings.Join(slices.Concat(p.Codes, codes), "  "), "")
	s.sieve.Use(p.Table)
	s.refreshOpen()
	if p.Problem != nil {
		s.summary.Set("This cannot be read with these settings.")
		s.notes.Set(say.Explain(p.Problem), look.BadText)
	} else {
		s.note()
	}
	for i := range min(len(p.Columns), read.PreviewColumns) { // each refreshes the whole table
		s.table.SetColumnWidth(i, s.columnWidth(i))
	}
	for i := range s.shownRows() {
		s.table.SetRowHeight(i, 22) // by default a row is as high as the head
	}
	s.table.Refresh()
	s.sheet.Refresh()
}

// refreshOpen lets the table be opened where it can be read and something is left of it, and opens it if that only
// waited for answers.
func (s *Preview) refreshOpen() {
	known := s.preview != nil && !s.unread && s.preview.Problem == nil
	opens := s.opening && s.settled()
	s.opening = s.opening && !opens
	text := "Open"
	if s.opening {
		text = "Opening…"
	}
	s.open.SetText(text)
	s.open.SetEnabled(known && s.sieve.problem == nil && !s.opening)
	if known {
		s.note()
	}
	s.sheet.Refresh()
	if opens {
		s.accept()
	}
}

// settled reports whether no pending answer can change the table to open.
func (s *Preview) settled() bool { return s.giveUp == nil && s.sieve.settled() }

// noteRoom is the layout of the notes. Four lines have room from the start, and findings that need more stand on their
// own page: they change with the user's choices below, which must not move.
type noteRoom struct{ least float32 }

// MinSize implements fyne.Layout.
func (r noteRoom) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(fyne.NewSize(0, r.least))
}

// Layout implements fyne.Layout.
func (noteRoom) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// note shows below the summary the used part of the table and the first findings; the page of findings has all.
func (s *Preview) note() {
	var notes []string
	told := describePreview(s.preview, s.sieve.kinded)
	if k := s.sieve.kept; s.sieve.problem != nil {
		notes = append(notes, say.Explain(s.sieve.problem))
	} else if s.sieve.prep.Transpose || k.AllRows > 0 && (!k.Whole() || s.sieve.prep.TopRows+s.sieve.prep.TopColumns > 0) {
		text := s.sieve.Words()
		if s.sieve.prep.Transpose {
			text = "Transposed: the columns of the file become rows. " + text
			told = "In the file: " + told
		}
		notes = append(notes, text)
	}
	s.summary.Set(told)
	said := s.sieve.said()
	const most = 2
	for k := min(most, len(said)); k >= 0; k-- {
		lines := slices.Clone(notes)
		for _, f := range said[:k] {
			lines = append(lines, say.WithoutFlags(f.note))
		}
		if more := len(said) - k; more > 0 && k > 0 {
			lines = append(lines, plotting.Plural(more, "more finding")+" on the page "+pageFindings+".")
		} else if more > 0 {
			lines = append(lines, plotting.Plural(more, "finding")+" on the page "+pageFindings+".")
		}
		s.notes.Set(strings.Join(lines, "\n"), look.WarnText)
		if s.notes.MinSize().Height <= s.room {
			break
		}
	}
	s.sheet.Refresh()
}

// mostSorts is how many kinds of columns have room in one line.
const mostSorts = 3

func sortsOf(kinds []column.Kind) int {
	sorts := map[column.Sort]bool{}
	for _, k := range kinds {
		sorts[k.Sort] = true
	}
	return len(sorts)
}

// describePreview describes the content of the file; kinded is its table with the kinds that were chosen, nil for none.
func describePreview(p *read.Preview, kinded *inference.Table) string {
	annotations := 0
	for _, c := range p.Columns {
		if c.Role == read.Annotation {
			annotations++
		}
	}
	columns, missing, limits := plotting.Plural(p.Numbers, "column")+" of numbers", p.Missing, 0
	if p.Table != nil {
		missing, limits = p.Table.Unknown()
	}
	if kinded != nil && kinded.Kinds != nil {
		_, d := kinded.Dims()
		columns = plotting.Plural(d, "column") + ": " + inference.KindsTaken(kinded.Kinds)
		if sorts := sortsOf(kinded.Kinds); sorts > mostSorts {
			columns = fmt.Sprintf("%s of %d kinds", plotting.Plural(d, "column"), sorts)
		}
		annotations = len(kinded.Annotations)
		missing, limits = kinded.Unknown()
	}
	text := ""
	switch word, _, _ := strings.Cut(p.Known, " "); {
	case p.Known == "":
	case word == "a" || word == "results":
		text = strings.ToUpper(p.Known[:1]) + p.Known[1:] + ": "
	default: // programs are written as they call themselves
		text = p.Known + ": "
	}
	text += fmt.Sprintf("%s × %s", plotting.Plural(p.Rows, "row"), columns)
	if annotations > 0 {
		text += ", " + plotting.Plural(annotations, "annotation")
	}
	switch {
	case missing == 0 && limits == 0:
		text += ", complete"
	case missing > 0:
		text += ", " + plotting.Plural(missing, "cell") + " missing"
	}
	if limits > 0 {
		text += ", " + plotting.Plural(limits, "cell") + " with " + words.ByNumber(limits, "a limit", "limits")
	}
	switch {
	case kinded != nil && kinded.Kinds != nil:
	case p.Kind == inference.Binary:
		text += ", yes/no"
	case p.Kind == inference.Count:
		text += ", whole counts"
	}
	return text
}

// columnWidth has room for the name of a column, and for the names of the rows.
func (s *Preview) columnWidth(i int) float32 {
	w := controls.TextWidth(s.preview.Columns[i].Name, look.SizeBody, true)
	if s.preview.Columns[i].Role == read.RowName {
		for _, row := range s.preview.Cells {
			if i < len(row) {
				w = max(w, controls.TextWidth(row[i], look.SizeSmall, true))
			}
		}
	}
	return min(190, max(104, w+20))
}

// makeTable makes the table of the first rows, with the role of each column in its head.
func (s *Preview) makeTable() {
	s.table = newCellTable(
		func() (int, int) {
			if s.preview == nil {
				return 0, 0
			}
			return s.shownRows(), min(len(s.preview.Columns), read.PreviewColumns)
		},
		func() fyne.CanvasObject {
			return controls.Inset(6, 3, 6, 3, controls.NewText("", look.SizeSmall, look.Ink).Elastic())
		},
		func(at widget.TableCellID, o fyne.CanvasObject) {
			text := o.(*fyne.Container).Objects[0].(*controls.Text)
			if aside, is := s.asideAt(at.Row); is {
				showAside(text, aside, at.Col)
				return
			}
			at.Row -= len(s.preview.Above)
			text.WithTip("")
			c := s.preview.Columns[at.Col]
			text.Color, text.Align = look.Ink, fyne.TextAlignLeading
			switch c.Role {
			case read.Number:
				text.Align = fyne.TextAlignTrailing
			case read.RowName:
				text.Style.Bold = true
			case read.LeftOut:
				text.Color = look.Muted
			}
			text.Style.Bold = c.Role == read.RowName
			if at.Row < len(s.preview.Dropped) && s.preview.Dropped[at.Row] {
				text.Color, text.Style.Bold = look.Muted, false
			}
			text.Text = ""
			if row := s.preview.Cells[at.Row]; at.Col < len(row) {
				text.Text = row[at.Col]
			}
			text.Refresh()
		})
	s.table.OnSelected = func(at widget.TableCellID) {
		s.table.UnselectAll()
		if line, is := s.asideAt(at.Row); is {
			s.readAside(line)
		}
	}
	s.table.ShowHeaderRow = true
	s.table.CreateHeader = func() fyne.CanvasObject {
		return controls.Inset(4, 4, 4, 4, controls.Stack(3,
			controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic(),
			controls.NewPicker(roles, "", nil)))
	}
	s.table.UpdateHeader = func(at widget.TableCellID, o fyne.CanvasObject) {
		if at.Col < 0 || s.preview == nil || at.Col >= len(s.preview.Columns) {
			return
		}
		c := s.preview.Columns[at.Col]
		parts := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
		name, role := parts[0].(*controls.Text), parts[1].(*controls.Picker)
		name.WithTip(c.Note)
		name.Set(c.Name)
		role.OnPicked = nil
		role.Put(string(c.Role))
		fixed := c.Role == read.RowName || c.Role == read.LeftOut || c.Role == "" || c.Name == ""
		if fixed != role.Disabled() {
			if fixed {
				role.Disable()
			} else {
				role.Enable()
			}
		}
		role.OnPicked = func(v string) { s.setRole(c, read.Role(v)) }
	}
}

var roles = []controls.Option{
	{Value: string(read.Number), Title: "numbers", Note: "The model uses this column."},
	{Value: string(read.Annotation), Title: "annotation", Note: "Shown as colours and labels; models never see it."},
}

// setRole makes a column numbers or an annotation.
func (s *Preview) setRole(c read.Column, role read.Role) {
	without := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == c.Name })
	}
	s.options.Annotations, s.options.Numeric = without(s.options.Annotations), without(s.options.Numeric)
	if role == read.Annotation {
		s.options.Annotations = append(s.options.Annotations, c.Name)
	} else {
		s.options.Numeric = append(s.options.Numeric, c.Name)
	}
	s.look()
}

// setRoleOf is setRole for a column by its name.
func (s *Preview) setRoleOf(name string, annotation bool) {
	for _, c := range s.preview.Columns {
		switch {
		case c.Name != name:
		case annotation:
			s.setRole(c, read.Annotation)
		default:
			s.setRole(c, read.Number)
		}
	}
}

// accept opens the table as soon as it is known which way it lies and which part is kept.
func (s *Preview) accept() {
	if s.open.Disabled() {
		return
	}
	if !s.settled() {
		s.opening = true
		s.refreshOpen()
		return
	}
	s.sheet.Close()
	s.then(s.options, s.sieve.prep)
}

// splitCodes reads the codes of a missing cell; an empty text keeps the defaults.
func splitCodes(text string) []string {
	codes := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	if len(codes) == 0 {
		return nil
	}
	return codes
}
