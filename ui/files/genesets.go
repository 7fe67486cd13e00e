package files

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/geneset"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// GeneSets shows tests of gene sets as a table with bars that is ordered by a click on a head. A click on a
// row selects the names that are in both.
type GeneSets struct {
	// Select receives the names of a row that was clicked, and whether they are of columns.
	Select func(names []string, columns bool)
	// Export saves the table as a figure.
	Export func(f plotting.Figure, m plotting.Metadata)

	d        *dialogs.Dialogs
	result   *geneset.Result
	side     string
	data     string
	software string
	plate    depict.Plate
	table    cells.Table
	view     *screen.View
	sheet    *dialogs.Sheet

	tester     *SetTester // nil where the background cannot be changed
	choices    []Background
	chosen     int
	background *controls.Picker
	trouble    *controls.Paragraph
	asked      int // tests requested: only the last answer counts
}

// mostTests is how many tests the sheet shows; the file of the table has all.
const mostTests = 500

// ShowGeneSets shows tests of rows or columns of data. tester tests them again on another background; nil shows
// them as they are.
func ShowGeneSets(d *dialogs.Dialogs, style plotting.Style, r *geneset.Result, side, data, software string,
	tester *SetTester) *GeneSets {
	s := &GeneSets{d: d, side: side, data: data, software: software, tester: tester}
	s.view = screen.NewView(screen.Post(d.Post), style)
	s.view.Description = "Gene sets, a figure"
	s.view.OnSelect = s.clicked
	s.trouble = controls.NewParagraph("", textRoom(d, setsWide), look.SizeSmall, look.BadText)
	hint := controls.NewText(
		"Click a heading to sort, or a row to select the names in both. The wheel scrolls; Save numbers… has all tests.",
		look.SizeSmall, look.Muted)
	head := controls.Stack(4, s.trouble)
	if tester != nil {
		s.choices = tester.Backgrounds(side)
		s.background = controls.NewPicker(nil, "0", s.pickBackground)
		s.background.SetName("Background")
		s.offerBackgrounds()
		head = controls.Stack(4, controls.Beside(10, controls.NewText("Background", look.SizeBody, look.Ink).
			WithTip("The names that could have been in a list. A list is surprising only against what could have been found."),
			container.New(controls.Fixed(360, 26), s.background)), s.trouble)
	}
	s.sheet = d.OpenSheet("Gene sets", fyne.NewSize(setsWide, 660), container.NewBorder(controls.Inset(0, 0, 0, 6, head),
		hint, nil, nil, s.view), controls.NewButton("Save numbers…", controls.Quiet, s.save),
		controls.NewButton("Export figure…", controls.Quiet, func() { s.Export(s.figure(), s.plate.Metadata) }),
		controls.NewButton("Close", controls.Primary, func() { s.sheet.Close() }))
	s.sheet.Accept = s.sheet.Close
	s.sheet.Closed = func() { s.asked++; s.view.Close() }
	s.put(r)
	return s
}

const setsWide = 1080

// put shows other tests.
func (s *GeneSets) put(r *geneset.Result) {
	from := s.side + " of " + s.data
	if s.tester != nil && s.chosen > 0 {
		from += ", against " + s.choices[s.chosen].Title
	}
	s.result, s.plate, s.table = r, depict.EnrichmentPlate(r, from, s.software, s.data),
		depict.EnrichmentTable(r, from, mostTests)
	s.view.SetWindow(s.table.RowsWindow(tableTall))
	s.show()
}

// The value of the picker that asks for a file.
const backgroundFile = "file"

func (s *GeneSets) offerBackgrounds() {
	var options []controls.Option
	for i, b := range s.choices {
		options = append(options, controls.Option{Value: strconv.Itoa(i), Title: plotting.Capital(b.Title)})
	}
	options = append(options, controls.Option{Value: backgroundFile, Title: "Names in a file…",
		Note: "One name on each line, as those of the sets are written."})
	offer(s.background, options, strconv.Itoa(s.chosen))
}

// pickBackground tests on another background.
func (s *GeneSets) pickBackground(v string) {
	if v == backgroundFile {
		offer(s.background, s.background.Options, strconv.Itoa(s.chosen)) // until there is one
		s.d.ChooseOpen("Names of the background",
			[]dialogs.FileFilter{{Name: "All files", Extensions: []string{"*"}}}, s.BackgroundFile)
		return
	}
	if i, err := strconv.Atoi(v); err == nil && i < len(s.choices) {
		s.test(i)
	}
}

// BackgroundFile takes the names in a file, the first cell of each line, as the background.
func (s *GeneSets) BackgroundFile(path string) {
	s.asked++
	mine := s.asked
	s.d.Background(func(ctx context.Context) func() {
		lines, err := panics.Call(func() (*annotate.Lines, error) { return read.LinesOf(ctx, path) })
		return func() {
			if mine != s.asked {
				return
			}
			if err != nil {
				s.trouble.Set(say.Explain(err), look.BadText)
				s.sheet.Refresh()
				return
			}
			var names []string
			for _, l := range lines.Cells {
				names = append(names, l[0])
			}
			s.choices = append(s.choices,
				Background{Title: plotting.Plural(len(names), "name") + " of " + filepath.Base(path), Names: names})
			s.test(len(s.choices) - 1)
		}
	})
}

// test tests again on a background, on another goroutine.
func (s *GeneSets) test(i int) {
	s.asked++
	mine, of := s.asked, s.choices[i]
	s.d.Background(func(ctx context.Context) func() {
		r, err := panics.Call(func() (*geneset.Result, error) {
			_, r, err := s.tester.Test(ctx, s.side, of)
			return r, err
		})
		return func() {
			if mine != s.asked {
				return
			}
			if err != nil {
				s.trouble.Set(plotting.Capital(of.Title)+": "+say.Explain(err), look.BadText)
				s.offerBackgrounds()
				s.sheet.Refresh()
				return
			}
			s.trouble.Set("", look.BadText)
			s.chosen = i
			s.offerBackgrounds()
			s.put(r)
			s.sheet.Refresh()
		}
	})
}

func (s *GeneSets) show() { s.view.SetFigure(s.table) }

// tableTall is the height of the rows in the sheet: as many have room as can be read, and the wheel scrolls to the
// others.
const tableTall = 400

// figure is the table as it is ordered, as long as a page takes.
func (s *GeneSets) figure() plotting.Figure {
	t := s.plate.Figure.(cells.Table)
	t.Sort, t.Descending = s.table.Sort, s.table.Descending
	return t
}

// clicked orders the table or selects the names of a row.
func (s *GeneSets) clicked(m plotting.Mark, ok bool, _ fyne.KeyModifier) {
	switch {
	case !ok:
	case m.Kind == plotting.HeadMark && m.Column >= 0 && m.Column < len(s.table.Columns):
		s.order(m.Column)
	case m.Kind != plotting.HeadMark && m.Index >= 0 && m.Index < len(s.table.Rows):
		s.table.Selected = []int{m.Index}
		s.show()
		s.Select(s.result.Rows[m.Index].Overlap, s.side == "columns")
	}
}

// order orders by a column; a second call reverses the order, a third puts the least p first again.
func (s *GeneSets) order(column int) {
	first := !s.table.Columns[column].Text && !strings.HasPrefix(s.table.Columns[column].Name, "p")
	switch {
	case s.table.Sort != column:
		s.table.Sort, s.table.Descending = column, first
	case s.table.Descending == first:
		s.table.Descending = !first
	default:
		s.table.Sort, s.table.Descending = -1, false
	}
	s.show()
}

// save saves all tests as CSV.
func (s *GeneSets) save() {
	all := depict.EnrichmentTable(s.result, "", 0)
	s.d.ChooseSave("Save the tests", say.FileName(s.plate.Metadata.Title)+".csv",
		[]dialogs.FileFilter{{Name: "CSV", Extensions: []string{"csv"}}}, func(path string) {
			s.d.Write(path, func() error { _, err := write.Numbers(path, all); return err })
		})
}

// ReadSets reads a file of gene sets.
func ReadSets(ctx context.Context, path string) ([]geneset.Set, error) {
	return panics.Call(func() ([]geneset.Set, error) {
		data, err := Read(ctx, path)
		if err != nil {
			return nil, err
		}
		return geneset.ReadGMT(filepath.Base(path), data)
	})
}

// A Background is names that could have been in a list.
type Background struct {
	Title string
	Names []string // nil for all rows, or columns, of the data
}

// A SetTester tests gene sets on the lists of a result.
type SetTester struct {
	subject *depict.Subject
	sets    []geneset.Set
	lists   depict.Lists
}

// NewSetTester reads the sets of a file, and gathers the lists of a result and more of them.
func NewSetTester(ctx context.Context, path string, s *depict.Subject, more depict.Lists) (*SetTester, error) {
	sets, err := ReadSets(ctx, path)
	if err != nil {
		return nil, err
	}
	lists, err := depict.ListsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	lists.Rows, lists.Columns = append(more.Rows, lists.Rows...), append(more.Columns, lists.Columns...)
	return &SetTester{s, sets, lists}, nil
}

// Test tests the lists of a side against a background; "" takes the side that more sets name, and says which.
func (t *SetTester) Test(ctx context.Context, side string, b Background) (string, *geneset.Result, error) {
	lists := t.lists
	switch side {
	case "rows":
		lists.Columns = nil
	case "columns":
		lists.Rows = nil
	}
	side, r, _, err := depict.Enrich(ctx, t.subject.Data, t.sets, depict.Tested{Lists: lists, Background: b.Names})
	return side, r, err
}

// mostBackgrounds is the largest number of levels of an annotation that are offered as backgrounds.
const mostBackgrounds = 12

// Backgrounds lists the backgrounds of tests on a side: the names that the model saw, all names of the table, and each
// level of an annotation.
func (t *SetTester) Backgrounds(side string) []Background {
	data, table := t.subject.Data, t.subject.Table
	what, used, known := "row", data.Rows, data.Annotations
	if side == "columns" {
		what, used, known = "column", data.Columns, data.ColumnAnnotations
	}
	list := []Background{{Title: "the " + plotting.Plural(len(used), what) + " of the data"}}
	all := table.Rows
	if (side == "columns") != data.Preprocessing.Transpose {
		all = table.Columns
	}
	if len(all) > len(used) {
		list = append(list,
			Background{Title: "all " + plotting.FormatCount(len(all)) + " of the file, those left out too", Names: all})
	}
	for _, a := range known {
		if len(a.Levels) < 2 || len(a.Levels) > mostBackgrounds {
			continue
		}
		for code, level := range a.Levels {
			b := Background{}
			for i, c := range a.Codes {
				if c == code {
					b.Names = append(b.Names, used[i])
				}
			}
			b.Title = fmt.Sprintf("%s of %s %s", plotting.Plural(len(b.Names), what), a.Name, level)
			list = append(list, b)
		}
	}
	return list
}

// TestSets tests the sets of a file on the lists of a result and on more lists, on another goroutine, and shows the
// outcome.
func TestSets(d *dialogs.Dialogs, style plotting.Style, path string, subject *depict.Subject, more depict.Lists,
	software string, save func(plotting.Figure, plotting.Metadata), choose func(study.Selection)) {
	data := subject.Data
	d.Background(func(ctx context.Context) func() {
		var side string
		var tester *SetTester
		found, err := panics.Call(func() (found *geneset.Result, err error) {
			if tester, err = NewSetTester(ctx, path, subject, more); err == nil {
				side, found, err = tester.Test(ctx, "", Background{})
			}
			return found, err
		})
		return func() {
			if err != nil {
				d.Fail("The sets of "+filepath.Base(path)+" could not be tested.", err)
				return
			}
			s := ShowGeneSets(d, style, found, side, data.Name, software, tester)
			s.Export = save
			s.Select = func(names []string, columns bool) { choose(Named(data, names, columns)) }
		}
	})
}

// Lists returns the selection and the groups, by the names that data of the open table have.
func Lists(state study.State, data *inference.Dataset) (l depict.Lists) {
	f := study.FrameOf(data)
	h, _ := state.Sheet()
	of := func(names []string, places []int) (list []string) {
		for _, i := range places {
			list = append(list, names[i])
		}
		return list
	}
	in := f.SelectionIn(state.Selection)
	if len(in.Rows) > 0 {
		l.Rows = append(l.Rows, geneset.List{Name: "selection", Names: of(data.Rows, in.Rows)})
	}
	if len(in.Columns) > 0 {
		l.Columns = append(l.Columns, geneset.List{Name: "selection", Names: of(data.Columns, in.Columns)})
	}
	for _, g := range f.GroupsIn(h.Side().Groups) {
		l.Rows = append(l.Rows, geneset.List{Name: "group " + g.Name, Names: of(data.Rows, g.Rows)})
	}
	return l
}

// Named returns the selection of rows or columns of data by name.
func Named(data *inference.Dataset, names []string, columns bool) study.Selection {
	var sel study.Selection
	for _, name := range names {
		if i := slices.Index(data.Columns, name); columns && i >= 0 {
			sel.Columns = append(sel.Columns, i)
		} else if i := slices.Index(data.Rows, name); !columns && i >= 0 {
			sel.Rows = append(sel.Rows, i)
		}
	}
	return study.FrameOf(data).SelectionOut(sel.Normal())
}
