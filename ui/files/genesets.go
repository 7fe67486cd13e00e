package files

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/geneset"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/guard"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// GeneSets shows tests of gene sets as a table with bars that is ordered by a click on a head. A click on a
// row selects the names that are in both.
type GeneSets struct {
	// Select is told the names of a row that was clicked, and whether they are of columns.
	Select func(names []string, columns bool)
	// Export saves the table as a figure.
	Export func(f plotting.Figure, m plotting.Metadata)

	d      *dialogs.Dialogs
	result *geneset.Result
	side   string
	plate  depict.Plate
	table  cells.Table
	view   *screen.View
	sheet  *dialogs.Sheet
}

// mostTests is how many tests the sheet shows; the file of the table has all.
const mostTests = 500

// ShowGeneSets shows tests of rows or columns of data.
func ShowGeneSets(d *dialogs.Dialogs, style plotting.Style, r *geneset.Result, side, data, software string) *GeneSets {
	from := side + " of " + data
	s := &GeneSets{d: d, result: r, side: side, plate: depict.EnrichmentPlate(r, from, software, data), table: depict.EnrichmentTable(r, from, mostTests)}
	s.view = screen.NewView(screen.Post(d.Post), style)
	s.view.Description = "Gene sets, a figure"
	s.view.OnSelect = s.clicked
	hint := controls.NewText("Click a heading to sort, or a row to select the names in both.", look.SizeSmall, look.Muted)
	s.sheet = d.OpenSheet("Gene sets", fyne.NewSize(1080, 620), container.NewBorder(nil, hint, nil, nil, s.view),
		controls.NewButton("Save numbers…", controls.Quiet, s.save),
		controls.NewButton("Export figure…", controls.Quiet, func() { s.Export(s.figure(), s.plate.Metadata) }),
		controls.NewButton("Close", controls.Primary, func() { s.sheet.Close() }))
	s.sheet.Accept = s.sheet.Close
	s.sheet.Closed = s.view.Close
	s.show()
	return s
}

func (s *GeneSets) show() { s.view.SetFigure(s.table) }

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
	case m.Kind == "head" && m.Column >= 0 && m.Column < len(s.table.Columns):
		s.order(m.Column)
	case m.Kind != "head" && m.Index >= 0 && m.Index < len(s.table.Rows):
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
	s.d.ChooseSave("Save the tests", say.FileName(s.plate.Metadata.Title)+".csv", []dialogs.FileFilter{{Name: "CSV", Extensions: []string{"csv"}}}, func(path string) {
		s.d.Write(path, func() error { _, err := write.Numbers(path, all); return err })
	})
}

// ReadSets reads a file of gene sets.
func ReadSets(ctx context.Context, path string) ([]geneset.Set, error) {
	return guard.Call(func() ([]geneset.Set, error) {
		data, err := Read(ctx, path)
		if err != nil {
			return nil, err
		}
		return geneset.ReadGMT(filepath.Base(path), data)
	})
}

// TestSets tests the sets of a file on what a result found and on more lists, and says of which side.
func TestSets(ctx context.Context, path string, s *depict.Subject, more depict.Lists) (side string, r *geneset.Result, err error) {
	sets, err := ReadSets(ctx, path)
	if err != nil {
		return "", nil, err
	}
	lists, err := depict.ListsOf(ctx, s)
	if err != nil {
		return "", nil, err
	}
	lists.Rows, lists.Columns = append(more.Rows, lists.Rows...), append(more.Columns, lists.Columns...)
	side, r, _, err = depict.Enrich(ctx, s.Data, sets, depict.Tested{Lists: lists})
	return side, r, err
}

// Lists returns what is selected and the groups, by the names that data of the open table have.
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
