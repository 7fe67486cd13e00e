package inference

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/things"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// Kind is the kind of the numbers of a table.
type Kind string

// The kinds of table.
const (
	Continuous Kind = "continuous"
	Count      Kind = "count"  // whole numbers ≥ 0, treated as numbers
	Binary     Kind = "binary" // 0 and 1 throughout
)

// KindOf returns the kind of the observed cells of x: Binary if all are 0 or 1,
// Count if all are whole numbers ≥ 0, Continuous otherwise or if there are none.
func KindOf(x mat.Matrix) Kind {
	var o observed
	Rows(x, func(_ int, row []float64) bool {
		for _, v := range row {
			if !o.add(v) {
				return false
			}
		}
		return true
	})
	return o.kind()
}

// KindsOf returns, for each column of x, the kind of its observed cells.
func KindsOf(x mat.Matrix) []Kind {
	_, d := x.Dims()
	columns := make([]observed, d)
	Rows(x, func(_ int, row []float64) bool {
		for j, v := range row {
			columns[j].add(v)
		}
		return true
	})
	kinds := make([]Kind, d)
	for j := range kinds {
		kinds[j] = columns[j].kind()
	}
	return kinds
}

// observed collects the evidence about the kind of some cells.
type observed struct{ any, larger, other bool }

// add takes a cell into account and reports whether more of them could change the kind.
func (o *observed) add(v float64) bool {
	switch {
	case math.IsNaN(v):
		return !o.other
	case v == 0 || v == 1:
	case v > 0 && v == math.Trunc(v) && !math.IsInf(v, 0):
		o.larger = true
	default:
		o.other = true
	}
	o.any = true
	return !o.other
}

func (o *observed) kind() Kind {
	switch {
	case o.other || !o.any:
		return Continuous
	case o.larger:
		return Count
	}
	return Binary
}

// A Table is an immutable table of numbers with names, annotations and provenance, as a reader returns it. X is n×d,
// NaN marks a missing cell; a table of more than [NarrowCells] cells that was read from a file is a [Grid] of float32.
// Annotations have one value for each row, ColumnAnnotations one for each column.
type Table struct {
	Name    string // short name: "crabs"
	Source  string // path, "sample:crabs", "clipboard"
	SHA256  string // of the bytes read, hexadecimal
	Rows    []string
	Columns []string
	X       mat.Matrix
	Kind    Kind

	Annotations, ColumnAnnotations []Annotation

	// Kinds are those of the columns and RowKinds those of the rows, nil for numbers alone; a model sees one of them. Only
	// [Table.Kinded] sets them, and Limits with them. No table as read has any.
	Kinds, RowKinds []column.Kind
	Limits          Limits

	// Stated are the limits, such as <0.05, that the cells of the file hold which the reader took for missing;
	// columns of numbers with limits have them. At most a million are kept. They are no part of [job.ContentHash].
	Stated Limits

	// Codes are the numbers of its file that the reader took for missing cells without being asked to, such as −999, by
	// the name of the column; nil for none. They are not kept with a table.
	Codes map[string][]float64

	// Links says that the file lists links between its rows, which are its columns too.
	Links bool

	// Things name the rows and columns, as far as the file tells. They are kept with a table.
	Things things.Nouns

	// Observed says where the file has its observations, if its form tells it.
	Observed Observed

	// Joined are the files of a table that was joined from several while it was open, the first of them first; nil for
	// others, whose Source says all. They are no part of [job.ContentHash].
	Joined []JoinedFile

	// Notes are findings of the reader that the user should see: dates where gene names should be,
	// columns of one value, close guesses.
	Notes []string
}

// A JoinedFile is a file whose columns are a group of those of a table.
type JoinedFile struct {
	Name   string `json:"name,omitempty"` // of the group; "" for the first, which goes by its file
	Path   string `json:"path"`
	SHA256 string `json:"sha256,omitempty"` // of its bytes
}

// Observed says where a table has its observations, as far as the form of its file tells it: in the rows, in the
// columns, or, where both are false, it does not say.
type Observed struct {
	Rows, Columns bool
	By            string // the program or the form: "featureCounts"
}

// Dims returns the numbers of rows and of columns.
func (t *Table) Dims() (n, d int) { return t.X.Dims() }

// Missing returns the number of cells without a number.
func (t *Table) Missing() int { return countMissing(t.X) }

// Unknown returns the number of cells of which nothing is known, and of those that hold a limit, which are known to a
// model that takes numbers with limits.
func (t *Table) Unknown() (unknown, limits int) {
	limits = len(t.Stated)
	for c := range t.Limits {
		if _, is := t.Stated[c]; !is {
			limits++
		}
	}
	return t.Missing() - limits, limits
}

func countMissing(x mat.Matrix) int {
	missing := 0
	Rows(x, func(_ int, row []float64) bool {
		for _, v := range row {
			if math.IsNaN(v) {
				missing++
			}
		}
		return true
	})
	return missing
}

// AnnotationByName returns the annotation of that name.
func (t *Table) AnnotationByName(name string) (Annotation, bool) { return named(t.Annotations, name) }

// Annotated reports whether the rows or the columns have an annotation of that name.
func (t *Table) Annotated(name string) bool {
	_, rows := named(t.Annotations, name)
	_, columns := named(t.ColumnAnnotations, name)
	return rows || columns
}

// SelectRows returns a table of the given rows, in that order; a row may occur more than once.
// Name, source, hash, kind and notes are those of the whole table. It panics if rows is empty or a
// row is out of range.
func (t *Table) SelectRows(rows []int) *Table {
	s := *t
	s.X, s.Rows = gather(t.X, rows, nil), pick(t.Rows, rows)
	s.Annotations = selectAll(t.Annotations, rows)
	if t.RowKinds != nil {
		s.RowKinds = pick(t.RowKinds, rows)
	}
	s.Limits, s.Stated = t.Limits.Of(rows, nil), t.Stated.Of(rows, nil)
	return &s
}

// SelectColumns returns a table of the given columns, in that order. Its kind is that of the cells that are
// left; the rest is that of the whole table. It panics if columns is empty or a column is out of range.
func (t *Table) SelectColumns(columns []int) *Table {
	s := *t
	s.X, s.Columns = gather(t.X, nil, columns), pick(t.Columns, columns)
	s.ColumnAnnotations = selectAll(t.ColumnAnnotations, columns)
	s.Kind = KindOf(s.X)
	if t.Kinds != nil {
		s.Kinds = pick(t.Kinds, columns)
	}
	s.Limits, s.Stated = t.Limits.Of(nil, columns), t.Stated.Of(nil, columns)
	return &s
}

// WithAnnotation returns a table in which a replaces the annotation of its name, or is added at the
// end if there is none. It panics if a does not have one value for each row.
func (t *Table) WithAnnotation(a Annotation) *Table {
	if n, _ := t.Dims(); len(a.Values) != n || len(a.Codes) != n {
		panic(fmt.Sprintf("inference: annotation %q has %d values for %d rows", a.Name, len(a.Values), n))
	}
	s := *t
	s.Annotations = WithAnnotation(t.Annotations, a)
	return &s
}

// WithColumnAnnotation is [Table.WithAnnotation] for an annotation of the columns. It panics if a does not
// have one value for each column.
func (t *Table) WithColumnAnnotation(a Annotation) *Table {
	if _, d := t.Dims(); len(a.Values) != d || len(a.Codes) != d {
		panic(fmt.Sprintf("inference: annotation %q has %d values for %d columns", a.Name, len(a.Values), d))
	}
	s := *t
	s.ColumnAnnotations = WithAnnotation(t.ColumnAnnotations, a)
	return &s
}

// MoveToAnnotations returns a table with the named columns of numbers turned into annotations. A name that is already
// an annotation, of rows or of columns, is left as it is. The error names a column that is neither, or says that no
// column of numbers would be left.
func (t *Table) MoveToAnnotations(columns ...string) (*Table, error) {
	n, d := t.Dims()
	move := make([]bool, d)
	moved := 0
	s := t
	for _, name := range columns {
		j := indexOf(t.Columns, name)
		if j < 0 {
			if t.Annotated(name) {
				continue
			}
			return nil, fmt.Errorf("%s has no column %q to turn into an annotation; its columns are %s", t.Name, name,
				words.QuoteSome(t.Columns, 8))
		}
		if move[j] {
			continue
		}
		move[j] = true
		moved++
		values := make([]string, n)
		for i := range values {
			if v := t.X.At(i, j); !math.IsNaN(v) {
				values[i] = strconv.FormatFloat(v, 'g', -1, 64)
			} else if l, is := t.Stated[Cell{i, j}]; is {
				values[i] = l.String()
			}
		}
		s = s.WithAnnotation(NewAnnotation(name, values))
	}
	if moved == 0 {
		return t, nil
	}
	if moved == d {
		return nil, fmt.Errorf("%s would have no column of numbers left; keep at least one column out of the annotations",
			t.Name)
	}
	var kept []int
	for j := range move {
		if !move[j] {
			kept = append(kept, j)
		}
	}
	return s.SelectColumns(kept), nil
}

// MoveToNumbers returns a table with an annotation turned into its last column of numbers. A missing value
// becomes a missing cell. The error says that there is no such annotation, or that it holds something else.
func (t *Table) MoveToNumbers(name string) (*Table, error) {
	a, ok := t.AnnotationByName(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s has no annotation %q", t.Name, name)
	case !a.Numeric:
		return nil, fmt.Errorf("the annotation %q of %s holds something other than numbers", name, t.Name)
	case indexOf(t.Columns, name) >= 0:
		return nil, fmt.Errorf("%s already has a column %q", t.Name, name)
	}
	n, d := t.Dims()
	b := NewGridBuilder(d+1, n, NarrowCells)
	Rows(t.X, func(i int, row []float64) bool {
		x := math.NaN()
		if a.Values[i] != "" {
			x, _ = strconv.ParseFloat(strings.TrimSpace(a.Values[i]), 64) // all are numbers
		}
		b.Append(append(slices.Clone(row), x))
		return true
	})
	all := UpTo(d + 1)
	s := *t
	s.X, s.Columns = b.Matrix(all, nil), append(slices.Clone(t.Columns), name)
	s.Kind = KindOf(s.X)
	s.Annotations = slices.DeleteFunc(slices.Clone(t.Annotations), func(a Annotation) bool { return a.Name == name })
	s.ColumnAnnotations = nil
	for _, across := range t.ColumnAnnotations {
		across.Values, across.Codes = append(slices.Clone(across.Values), ""), append(slices.Clone(across.Codes), -1)
		s.ColumnAnnotations = append(s.ColumnAnnotations, across)
	}
	return &s, nil
}

// NumericAnnotations returns the names of the annotations of rows that hold numbers: a reader may take them for
// columns of numbers.
func (t *Table) NumericAnnotations() (names []string) {
	for _, a := range t.Annotations {
		if a.Numeric {
			names = append(names, a.Name)
		}
	}
	return names
}

func indexOf(names []string, name string) int {
	for i, s := range names {
		if s == name {
			return i
		}
	}
	return -1
}
