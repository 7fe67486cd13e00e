package stored

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/words"
)

// Options say what to read.
type Options struct {
	Sheet string // which of the matrices; "" takes the first
	// Cells and Rows are how many a table may have, Narrow how many cells are held as float64.
	Cells, Rows, Narrow int
	Progress            func(done, all int64) // may be nil
}

// A Table is what a file holds.
type Table struct {
	Title  string   // of the form: "AnnData"
	Sheets []string // the matrices that may be chosen; none where there is only one
	Sheet  string   // the one that was read
	Key    string   // what the names of rows are
	// Rows and Columns are their names as they stand, "" where there are none.
	Rows, Columns                  []string
	X                              mat.Matrix
	Annotations, ColumnAnnotations []inference.Annotation
	Notes                          []string
}

// A form is one way of keeping a table in groups and arrays.
type form struct {
	title  string
	is     func(root Node) bool
	sheets func(root Node) (list []sheet, notes []string, err error)
}

// A sheet is a matrix with the frames of its rows and columns.
type sheet struct {
	name string
	read func() (m matrix, rows, columns frame, err error)
}

var forms = []form{annData, tenX, biom, loom}

// Titles are the names of the forms.
func Titles() []string {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = f.title
	}
	return names
}

// Read returns the table that a file holds. Soon after ctx ends it returns an error that wraps ctx.Err(). An error is
// otherwise an *[Error] or that of the file.
func Read(ctx context.Context, root Node, o Options) (*Table, error) {
	for _, f := range forms {
		if f.is(root) {
			return f.read(ctx, root, o)
		}
	}
	names, err := root.Names()
	if err != nil {
		return nil, err
	}
	return nil, &Error{What: "holds no table that is known (" + strings.Join(Titles(), ", ") + "); it holds " +
		words.QuoteSome(names, 8),
		Remedy: "Export its matrix as CSV or TSV."}
}

func (f form) read(ctx context.Context, root Node, o Options) (*Table, error) {
	sheets, notes, err := f.sheets(root)
	if err != nil {
		return nil, err
	}
	if len(sheets) == 0 {
		return nil, &Error{What: "is " + f.title + " without a matrix", Remedy: "Write it again with its matrix."}
	}
	t := &Table{Title: f.title, Sheet: sheets[0].name}
	if o.Sheet != "" {
		t.Sheet = o.Sheet
	}
	at := -1
	for i, s := range sheets {
		t.Sheets = append(t.Sheets, s.name)
		if s.name == t.Sheet {
			at = i
		}
	}
	if at < 0 {
		return nil, &Error{What: fmt.Sprintf("there is no matrix %q", o.Sheet), Remedy: "The file has " +
			words.QuoteSome(t.Sheets, 12) + "."}
	}
	if len(sheets) > 1 {
		others := slices.Delete(slices.Clone(t.Sheets), at, at+1)
		notes = append([]string{fmt.Sprintf("The table is %s. The file also holds %s: choose one when you open it "+
			"(Matrix, or --sheet).", t.Sheet, words.QuoteSome(others, 8))}, notes...)
	}
	m, rows, columns, err := sheets[at].read()
	if err != nil {
		return nil, err
	}
	for _, of := range []struct {
		what string
		left []string
	}{{"rows", rows.left}, {"columns", columns.left}} {
		if len(of.left) > 0 {
			notes = append(notes, fmt.Sprintf("Not read of the %s: %s.", of.what, words.QuoteSome(of.left, 6)))
		}
	}
	t.Key, t.Rows, t.Columns = rows.key, rows.names, columns.names
	t.Annotations, t.ColumnAnnotations = rows.annotations, columns.annotations
	t.Notes = notes
	return t, t.fill(ctx, m, o)
}

// fill makes the matrix; of one that is too large it keeps the columns that vary most.
func (t *Table) fill(ctx context.Context, m matrix, o Options) error {
	if m.n < 1 || m.d < 1 {
		return &Error{What: fmt.Sprintf("the matrix has %s and %s", inference.Plural(m.n, "row"),
			inference.Plural(m.d, "column")), Remedy: "Write it again with its cells."}
	}
	if m.n > o.Rows {
		return &Error{What: fmt.Sprintf("the matrix has %d rows; the limit is %d million", m.n, o.Rows/1_000_000),
			Remedy: "Keep the rows you need and save them as a smaller file."}
	}
	progress := o.Progress
	if progress == nil {
		progress = func(int64, int64) {}
	}
	var place []int // of each column, −1 where it is left out; nil for all
	if m.d > o.Cells/m.n {
		spread, err := m.spread(ctx)
		if err != nil {
			return err
		}
		kept := most(spread, o.Cells/m.n)
		t.Notes = append(t.Notes, fmt.Sprintf(
			"The matrix has %d × %d cells, more than the limit of %d million: the %d columns that vary most were kept, and %d left out.",
			m.n, m.d, o.Cells/1_000_000, len(kept), m.d-len(kept)))
		place = make([]int, m.d)
		for j := range place {
			place[j] = -1
		}
		for k, j := range kept {
			place[j] = k
		}
		t.pick(kept)
	}
	x := inference.NewFiller(m.n, len(t.Columns), o.Narrow)
	infinite, huge := 0, 0
	lines := m.n
	if m.byColumn {
		lines = m.d
	}
	err := m.each(ctx, func(k int, at []int64, cells []float64) error {
		if k%256 == 0 {
			progress(int64(k), int64(lines))
		}
		for c, v := range cells {
			if v == 0 {
				continue
			}
			i, j := k, c
			if at != nil {
				j = int(at[c])
			}
			if m.byColumn {
				i, j = j, i
			}
			if place != nil {
				if j = place[j]; j < 0 {
					continue
				}
			}
			if math.Abs(v) > math.MaxFloat32 {
				if math.IsInf(v, 0) {
					infinite++
					v = math.NaN()
				} else if x.Narrow() {
					huge++
				}
			}
			x.Add(i, j, v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if huge > 0 {
		return &Error{
			What: fmt.Sprintf("%s beyond ±3.4e38, and a table of more than %.4g million cells holds no larger numbers (float32)",
				inference.Plural(huge, "cell"), float64(o.Narrow)/1e6),
			Remedy: "Divide the matrix by a power of ten, or keep fewer rows or columns."}
	}
	if infinite > 0 {
		t.Notes = append(t.Notes, inference.Plural(infinite, "infinite cell")+" became missing.")
	}
	if x.Narrow() {
		t.Notes = append(t.Notes, fmt.Sprintf(
			"The table has more than %.4g million cells, so they are held as float32: numbers are rounded to seven digits.",
			float64(o.Narrow)/1e6))
	}
	t.X = x.Matrix()
	return nil
}

// most returns the k columns of the largest spread, in their order.
func most(spread []float64, k int) []int {
	all := inference.UpTo(len(spread))
	stable.Sort(all, func(a, b int) int {
		switch {
		case spread[a] > spread[b]:
			return -1
		case spread[a] < spread[b]:
			return 1
		}
		return 0
	})
	all = all[:max(k, 1)]
	slices.Sort(all)
	return all
}

// pick keeps some columns.
func (t *Table) pick(columns []int) {
	names := make([]string, len(columns))
	for k, j := range columns {
		names[k] = t.Columns[j]
	}
	t.Columns = names
	for k, a := range t.ColumnAnnotations {
		t.ColumnAnnotations[k] = a.Select(columns)
	}
}
