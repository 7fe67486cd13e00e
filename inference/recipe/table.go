package recipe

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Table is the input and output of a step. X is n×d; NaN marks a missing cell. No step writes into the table that it
// is given.
type Table struct {
	Rows, Columns []string
	X             *mat.Dense
	// RowAnnotations have one value for each row, ColumnAnnotations one for each column.
	RowAnnotations, ColumnAnnotations []Annotation
	// Part says that rows or columns of a table are left out to save time: a step then skips names that it lacks.
	Part bool
	// RowIndex and ColumnIndex are places in the table given to [Fit], of which some may have been dropped.
	RowIndex, ColumnIndex []int
	// Notes are for the user.
	Notes []string
}

// An Annotation is known of each row, or of each column; "" is missing.
type Annotation struct {
	Name    string
	Values  []string
	Numeric bool // all values are numbers
}

// A Learnt holds the parameters that the steps of a recipe learnt from a table.
type Learnt struct {
	Columns []string // those of the table
	steps   []learnt
}

// largest bounds the numbers of a prepared table, so that their squares can be summed.
const largest = 1e150

// Fit prepares a table and returns it with the learnt parameters. The error names the step, and where a cell is at
// fault its row and column.
func Fit(text Text, t Table) (Table, *Learnt, error) {
	steps, err := Parse(string(text))
	if err != nil {
		return t, nil, err
	}
	l := &Learnt{Columns: t.Columns}
	t.RowIndex, t.ColumnIndex, t.Notes = upTo(len(t.Rows)), upTo(len(t.Columns)), nil
	for _, s := range steps {
		if s.Off {
			continue
		}
		w, err := s.Kind.make(s.Argument)
		if err != nil {
			return t, nil, fmt.Errorf("step %q: %w", s, err)
		}
		if s.Across {
			w = acrossOf{w}
		}
		var have learnt
		t, have, err = w.fit(t)
		if err == nil {
			err = t.fine()
		}
		if err != nil {
			return t, nil, fmt.Errorf("step %q: %w", s, err)
		}
		l.steps = append(l.steps, have)
	}
	return t, l, nil
}

// Apply prepares new rows with the columns of the table that was learnt from. The error describes their fault.
func (l *Learnt) Apply(t Table) (Table, error) {
	t.RowIndex, t.ColumnIndex, t.Notes = upTo(len(t.Rows)), upTo(len(t.Columns)), nil
	for _, have := range l.steps {
		var err error
		if t, err = have.apply(t); err == nil {
			err = t.fine()
		}
		if err != nil {
			return t, err
		}
	}
	return t, nil
}

// fine refuses cells that nothing can be computed with.
func (t Table) fine() error {
	n, d := t.X.Dims()
	if n == 0 || d == 0 {
		return errors.New("nothing is left of the table")
	}
	for i := range n {
		for j, x := range t.X.RawRowView(i) {
			if math.Abs(x) > largest {
				return fmt.Errorf("%s becomes %.4g, too large to compute with; correct the cell or leave the step out",
					t.place(i, j), x)
			}
		}
	}
	return nil
}

// place names a cell.
func (t Table) place(i, j int) string {
	return fmt.Sprintf("row %q, column %q", t.Rows[i], t.Columns[j])
}

// with returns the table with other numbers of the same shape.
func (t Table) with(x *mat.Dense) Table {
	t.X = x
	return t
}

// each returns the table with f of each observed cell. The error of f is given the place of the cell.
func (t Table) each(f func(j int, x float64) (float64, error)) (Table, error) {
	n, d := t.X.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		to := out.RawRowView(i)
		for j, x := range t.X.RawRowView(i) {
			if math.IsNaN(x) {
				to[j] = x
				continue
			}
			y, err := f(j, x)
			if err != nil {
				return t, fmt.Errorf("%s holds %v, and %w", t.place(i, j), x, err)
			}
			to[j] = y
		}
	}
	return t.with(out), nil
}

// keep returns the table of some rows and columns, in that order; nil keeps all.
func (t Table) keep(rows, columns []int) Table {
	if rows == nil {
		rows = upTo(len(t.Rows))
	}
	if columns == nil {
		columns = upTo(len(t.Columns))
	}
	x := mat.NewDense(len(rows), len(columns), nil)
	for a, i := range rows {
		from, to := t.X.RawRowView(i), x.RawRowView(a)
		for b, j := range columns {
			to[b] = from[j]
		}
	}
	t.X = x
	t.Rows, t.Columns = pick(t.Rows, rows), pick(t.Columns, columns)
	t.RowIndex, t.ColumnIndex = pick(t.RowIndex, rows), pick(t.ColumnIndex, columns)
	t.RowAnnotations, t.ColumnAnnotations = annotationsOf(t.RowAnnotations, rows),
		annotationsOf(t.ColumnAnnotations, columns)
	return t
}

func annotationsOf(list []Annotation, places []int) []Annotation {
	out := make([]Annotation, len(list))
	for k, a := range list {
		a.Values = pick(a.Values, places)
		out[k] = a
	}
	return out
}

// turned exchanges rows and columns.
func (t Table) turned() Table {
	t.X = mat.DenseCopyOf(t.X.T())
	t.Rows, t.Columns = t.Columns, t.Rows
	t.RowIndex, t.ColumnIndex = t.ColumnIndex, t.RowIndex
	t.RowAnnotations, t.ColumnAnnotations = t.ColumnAnnotations, t.RowAnnotations
	return t
}

// note adds a note for the user.
func (t Table) note(format string, a ...any) Table {
	t.Notes = append(t.Notes[:len(t.Notes):len(t.Notes)], fmt.Sprintf(format, a...))
	return t
}

// acrossOf does the work of a step with rows and columns exchanged.
type acrossOf struct{ work }

func (a acrossOf) fit(t Table) (Table, learnt, error) {
	out, have, err := a.work.fit(t.turned())
	if err != nil {
		return t, nil, err
	}
	return out.turned(), acrossLearnt{have}, nil
}

// A sampled learnt keeps its operation on the samples that it learnt from, so that it can apply it to other
// measurements of them.
type sampled interface {
	// same prepares other columns of the same rows.
	same(t Table) (Table, error)
}

type acrossLearnt struct{ learnt }

func (a acrossLearnt) apply(t Table) (Table, error) {
	out, err := a.learnt.(sampled).same(t.turned())
	if err != nil {
		return t, err
	}
	return out.turned(), nil
}

// unchanged keeps new rows as they are.
type unchanged struct{}

func (unchanged) apply(t Table) (Table, error) { return t, nil }

func pick[T any](list []T, places []int) []T {
	out := make([]T, len(places))
	for i, p := range places {
		out[i] = list[p]
	}
	return out
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
