package inference

import (
	"fmt"
	"math"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/things"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// A Dataset is the numbers a model sees. X is n×d in working units
// u = (g(y) − Centre_d)/Scale_d, with g the identity or log2(1+y); NaN marks a
// missing cell. With a recipe, y is what it makes of a cell, and input units are those after
// the recipe. It is immutable.
type Dataset struct {
	Name          string
	Rows, Columns []string
	X             *mat.Dense
	Kind          Kind // of the input values
	Preprocessing Preprocessing
	// RowIndex and ColumnIndex give the position in the Table (after transposition) of each row and
	// column kept.
	RowIndex, ColumnIndex []int
	// Centre and Scale map back to input units (before g), one value per column; 0 and 1 where
	// nothing was done.
	Centre, Scale []float64
	// Distances is the rule by which X, then n×n, holds distances between the rows, which are also its columns; ""
	// where X holds measurements. Only models whose Info says so take distances; see [Check].
	Distances relation.Rule
	// Annotations are those of the rows kept, ColumnAnnotations those of the columns kept. A
	// transposition swaps them: the rows of the data then have the annotations of the table's columns.
	Annotations, ColumnAnnotations []Annotation
	// Called names the annotations whose values Rows and Columns are, where these are not the names of the file; see
	// [Dataset.Named].
	Called Naming
	// Things name the rows and columns.
	Things things.Nouns
	// Notes are findings of the preparation that the user should see, such as columns left out
	// because they hold no value.
	Notes []string

	// Kinds are those of the columns; nil means numbers alone. In X a cell of a column with levels is the place of its
	// level, from 0, and a count is the count itself. Numbers are in working units, and so are the logarithms of
	// skewed ones.
	Kinds []column.Kind
	// Limits of cells of censored columns that hold no number, in working units; they are NaN in X. A limit may be
	// infinite.
	Limits Limits

	cooked *cooked // state learnt by the recipe, nil without one
	parted *parted // how columns of kinds were brought together, nil for numbers alone
	tabled *tabled // how columns of several tables were, nil for one table
}

// Say returns one of our texts about the data, with the names of their rows and columns in place of these words; see
// [things.Nouns.Say].
func (d *Dataset) Say(text string) string {
	if d == nil {
		return text
	}
	return d.Things.Say(text)
}

// OfKinds reports whether some column is neither numbers nor zeros and ones, so that distances between rows of X say
// little.
func (d *Dataset) OfKinds() bool { return d.Kinds != nil && d.Kind != Binary }

// KindAt returns the kind of column j.
func (d *Dataset) KindAt(j int) column.Kind {
	if d.Kinds == nil {
		return column.Kind{}
	}
	return d.Kinds[j]
}

// SelectRows returns the data of the given rows, in that order, in the same working units.
// It panics if rows is empty or a row is out of range.
func (d *Dataset) SelectRows(rows []int) *Dataset {
	_, columns := d.Dims()
	s := *d
	s.X = mat.NewDense(len(rows), columns, nil)
	s.Rows, s.RowIndex = make([]string, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		copy(s.X.RawRowView(i), d.X.RawRowView(r))
		s.Rows[i] = d.Rows[r]
		if r < len(d.RowIndex) {
			s.RowIndex[i] = d.RowIndex[r]
		}
	}
	s.Annotations = selectAll(d.Annotations, rows)
	s.Limits = d.Limits.Of(rows, nil)
	return &s
}

// Dims returns the numbers of rows and of columns.
func (d *Dataset) Dims() (rows, columns int) { return d.X.Dims() }

// Missing returns the number of missing cells.
func (d *Dataset) Missing() int { return countMissing(d.X) }

// Unknown returns the number of cells of which nothing is known: those that are missing and hold no limits.
func (d *Dataset) Unknown() int { return d.Missing() - len(d.Limits) }

// Stated returns X with the numbers that are known between limits at the limit that was stated; X itself where there
// are none.
func (d *Dataset) Stated() *mat.Dense {
	if len(d.Limits) == 0 {
		return d.X
	}
	x := mat.DenseCopyOf(d.X)
	for at, limit := range d.Limits {
		x.Set(at.Row, at.Column, limit.Stated())
	}
	return x
}

// SizeOf returns how many rows and columns a table has and of how many cells nothing is known, with the annotations
// that the data, nil where they are not made, took as columns.
func (d *Dataset) SizeOf(t *Table) (rows, columns, missing int) {
	rows, columns = t.Dims()
	if d != nil && d.Kinds != nil && !d.Preprocessing.Transpose {
		if n, m := d.Dims(); n == rows && m > columns {
			return n, m, d.Unknown()
		}
	}
	missing, _ = t.Unknown()
	return rows, columns, missing
}

// Input returns the cell of row i and column j in the units of the table read, NaN
// where it is missing. Counts and binary values are returned as whole numbers.
// It panics if i or j is out of range.
func (d *Dataset) Input(i, j int) float64 {
	y := d.InputAt(j, d.X.At(i, j))
	switch {
	case d.Kind == Count || d.Kind == Binary || d.KindAt(j).Sort.Mass():
		return math.Round(y)
	case math.Abs(y) < 1e-15*math.Abs(d.Centre[j]): // a zero with a rounding error
		return 0
	}
	return y
}

// LogJacobian returns, for each row of x (m×d, working units), the log of |du/dy| summed over its
// observed cells. Add it to a log density in working units to get the density in the units of the
// table read. It panics unless x has as many columns as d.
func (d *Dataset) LogJacobian(x *mat.Dense) []float64 {
	m, columns := x.Dims()
	if columns != len(d.Scale) {
		panic(fmt.Sprintf("inference: LogJacobian of %d columns for data of %d", columns, len(d.Scale)))
	}
	sum := make([]float64, m)
	for i := range sum {
		for j, u := range x.RawRowView(i) {
			if !math.IsNaN(u) {
				sum[i] += d.LogJacobianAt(j, u)
			}
		}
	}
	return sum
}

// LogJacobianAt returns log |du/dy| of one cell of column j at u, in working units. It panics if j
// is out of range.
func (d *Dataset) LogJacobianAt(j int, u float64) float64 {
	log := -math.Log(d.Scale[j])
	switch s := d.KindAt(j).Sort; {
	case s.Mass():
		return 0 // of a probability
	case s.Derived():
	case s == column.Skewed:
		return log - (u*d.Scale[j] + d.Centre[j])
	case d.PreparedAt(j).Log2p1:
		// g' = 1/((1+y) ln 2) and 1+y = 2^g.
		log -= (u*d.Scale[j]+d.Centre[j])*math.Ln2 + logLn2
	}
	return log
}

// InputAt converts u, in working units of column j, to the units of the table read, without
// rounding. It panics if j is out of range.
func (d *Dataset) InputAt(j int, u float64) float64 {
	y := u*d.Scale[j] + d.Centre[j]
	switch s := d.KindAt(j).Sort; {
	case s.Mass(), s.Derived():
	case s == column.Skewed:
		y = math.Exp(y)
	case d.PreparedAt(j).Log2p1:
		y = unlog2p1(y)
	}
	return y
}

var logLn2 = math.Log(math.Ln2)

// Map brings new rows into the working units of d. It matches the columns of t (its rows, if d is
// transposed) by name and uses the centre and scale of d. Columns that d does not have are ignored.
// The result is m×d, NaN where a cell is missing. The error names a column that t lacks or a cell
// that cannot be mapped.
func (d *Dataset) Map(t *Table) (*mat.Dense, error) {
	if d.tabled != nil {
		return d.mapTables(t)
	}
	if d.parted != nil {
		return d.mapParts(t)
	}
	v := view{x: t.X, rows: t.Rows, columns: t.Columns, transposed: d.Preprocessing.Transpose}
	if v.transposed {
		v.rows, v.columns = t.Columns, t.Rows
	}
	place := make(map[string]int, len(v.columns))
	for j, name := range v.columns {
		if _, twice := place[name]; twice {
			return nil, fmt.Errorf("%s has two %s called %q; rename one, so that they can be matched", t.Name,
				v.columnWord()+"s", name)
		}
		place[name] = j
	}
	var lacking []string
	columns := d.Columns
	if d.cooked != nil {
		columns = d.cooked.learnt.Columns
	}
	index := make([]int, len(columns))
	for k, name := range columns {
		j, ok := place[name]
		if !ok {
			lacking = append(lacking, name)
		}
		index[k] = j
	}
	if len(lacking) > 0 {
		hint := "add them, empty where they were not measured"
		if _, ok := t.AnnotationByName(lacking[0]); ok && !v.transposed {
			hint = fmt.Sprintf("%q is an annotation there: read it as numbers", lacking[0])
		}
		return nil, fmt.Errorf("%s lacks %d of the %d %ss of %s (%s); %s", t.Name, len(lacking), len(columns), v.columnWord(),
			d.Name, words.QuoteSome(lacking, 3), hint)
	}
	var x *mat.Dense
	var err error
	if d.cooked != nil {
		x, err = d.cooked.mapped(d, t, v, index)
	} else {
		x, err = d.scaled(v, index)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, %w", t.Name, err)
	}
	return x, nil
}

// Select returns the data set of some rows, in the order given and in the same working units:
// centre and scale stay those of all rows. It panics if a row is out of range.
func (d *Dataset) Select(rows []int) *Dataset {
	c := *d
	_, columns := d.X.Dims()
	c.X = mat.NewDense(len(rows), columns, nil)
	c.Rows, c.RowIndex = make([]string, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		c.X.SetRow(i, d.X.RawRowView(r))
		c.Rows[i], c.RowIndex[i] = d.Rows[r], d.RowIndex[r]
	}
	c.Annotations = selectAll(d.Annotations, rows)
	c.Limits = d.Limits.Of(rows, nil)
	return &c
}
