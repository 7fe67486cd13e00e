package inference

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference/things"
	"example.org/espalier/inference/words"
)

// largest bounds the magnitude of the numbers that models are given: their squares must sum without
// overflow.
const largest = 1e150

// errAllMissing and errLimits say that there is no number.
var (
	errAllMissing = errors.New("every cell is missing; check the missing codes and the decimal sign it was read with")
	errLimits     = errors.New("every cell is missing or a limit, which the model cannot take; choose a model that " +
		"takes numbers with limits, or read each limit as a number (--limits limit)")
)

// Prepare carries out p and returns the data that a model sees. Statistics use observed cells only:
// the mean, and the standard deviation with divisor n−1, as in R's scale. The deviation of a column
// of one value is taken as 1, which leaves it unscaled. ScaleAll divides by the root of the mean
// variance of the columns. The k most variable rows or columns keep their order; ties go to the
// first, and k beyond their number keeps all.
//
// The rows and columns of p.Leave are left out first; see [Table.Keep]. The steps of p.Recipe see the rest; see package
// recipe.
//
// Rows without any value are kept, because models integrate them out. Columns without any value are
// left out, with a note. A transposition swaps the annotations of rows and columns.
//
// A table that was joined of several is prepared table by table: each goes through the steps on its own, those of
// p.Tables or else those of p, so that one factor for all is one for each table.
//
// Columns of the kinds of p.Kinds are made as [Table.Kinded] says. The recipe, the logarithm, centring, scaling and the
// choice of the most variable are for numbers only.
//
// The error names the row and column of a cell that cannot be used, with the remedy:
// an infinity, a number beyond ±1e150 before or after scaling, and with Log2p1 a
// number ≤ −1.
func (t *Table) Prepare(p Preprocessing) (*Dataset, error) {
	return t.named(t.prepare(p, false))
}

// Outline is [Table.Prepare] without the numbers: X is nil. It makes no copy of the table, so it suits large ones.
func (t *Table) Outline(p Preprocessing) (*Dataset, error) { return t.named(t.prepare(p, true)) }

func (t *Table) named(d *Dataset, err error) (*Dataset, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	if t.Things != (things.Nouns{}) {
		own := *d
		if own.Things = t.Things; d.Preprocessing.Transpose {
			own.Things = t.Things.Turned()
		}
		d = &own
	}
	return d, nil
}

func (t *Table) prepare(p Preprocessing, outline bool) (*Dataset, error) {
	if p.TopRows < 0 || p.TopColumns < 0 {
		return nil, errors.New("the number of most variable rows or columns to keep cannot be negative; 0 keeps all")
	}
	if p.Distances.Active() {
		return t.prepareDistances(p, outline)
	}
	if t.tableParts(p.Transpose) != nil {
		return t.prepareTables(p, outline)
	}
	if p.Tables != "" {
		return nil, errors.New("there is one table, so none has steps of its own; leave these steps out, or add a " +
			"table")
	}
	if p.Kinds.Active() || t.kindsOf(p.Transpose) != nil {
		return t.prepareKinds(p, outline)
	}
	if p.Recipe.Active() {
		return t.prepareRecipe(p, outline)
	}
	v := t.viewed(p.Transpose)
	if len(v.rows) == 0 || len(v.columns) == 0 {
		return nil, errors.New("there are no numbers to use; say what columns of text are (page Columns, or --kind)")
	}
	kept, err := v.keep(p)
	if err != nil {
		return nil, err
	}
	v = v.of(kept)
	w, err := v.working(p, outline)
	if err != nil {
		return nil, err
	}
	n, m := len(v.rows), len(v.columns)
	d := &Dataset{Name: t.Name, Kind: v.kind(t.Kind), Preprocessing: p, Notes: kept.Notes}
	d.RowIndex = mostVariable(n, p.TopRows, w.rowDeviation)
	columns := w.columns(d.RowIndex)
	observed := make([]int, 0, m)
	var empty []string
	for j, s := range columns {
		if s.n == 0 {
			empty = append(empty, v.columns[j])
		} else {
			observed = append(observed, j)
		}
	}
	if len(observed) == 0 {
		return nil, errAllMissing
	}
	if len(empty) > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Left out because they hold no value: %s %s.",
			Plural(len(empty), v.columnWord()), words.QuoteSome(empty, 5)))
	}
	keep := mostVariable(len(observed), p.TopColumns, func(k int) float64 { return columns[observed[k]].deviation })
	d.ColumnIndex = make([]int, len(keep))
	for k, o := range keep {
		d.ColumnIndex[k] = observed[o]
	}
	if err := d.fill(w, columns, outline); err != nil {
		return nil, err
	}
	for i, r := range d.RowIndex {
		d.RowIndex[i] = kept.Rows[r]
	}
	for j, c := range d.ColumnIndex {
		d.ColumnIndex[j] = kept.Columns[c]
	}
	rows, across := t.Annotations, t.ColumnAnnotations
	if p.Transpose {
		rows, across = across, rows
	}
	d.Annotations, d.ColumnAnnotations = selectAll(rows, d.RowIndex), selectAll(across, d.ColumnIndex)
	return d, nil
}

// noValues begins the note on rows without values.
const noValues = "No values, so only the prior places them: "

// emptyNote says which rows have no values.
func (v view) emptyNote(rows []string) string {
	return noValues + Plural(len(rows), v.rowWord()) + " " + words.QuoteSome(rows, 5) + "."
}

// fill takes the kept rows and columns of the working cells and standardises them with the summaries of the columns. An
// outline keeps no numbers.
func (d *Dataset) fill(w *working, columns []summary, outline bool) error {
	v := w.view
	n, m := len(d.RowIndex), len(d.ColumnIndex)
	row := w.rowsOf(d.ColumnIndex)
	if !outline {
		d.X = w.take(d.RowIndex, d.ColumnIndex)
		row = func(i, _ int) []float64 { return d.X.RawRowView(i) }
	}
	d.Rows, d.Columns = make([]string, n), make([]string, m)
	var empty []string
	for i, from := range d.RowIndex {
		d.Rows[i] = v.rows[from]
		if AllMissing(row(i, from)) {
			empty = append(empty, d.Rows[i])
		}
	}
	if len(empty) > 0 {
		d.Notes = append(d.Notes, v.emptyNote(empty))
	}
	d.Centre, d.Scale = make([]float64, m), make([]float64, m)
	var deviations []float64 // after scaling, of the columns that can have one
	for j, c := range d.ColumnIndex {
		d.Columns[j] = v.columns[c]
		s := columns[c]
		if d.Preprocessing.Centre {
			d.Centre[j] = s.mean
		}
		d.Scale[j] = 1
		if d.Preprocessing.Scale && s.deviation > 0 {
			d.Scale[j] = s.deviation
		}
		if s.n > 1 {
			deviations = append(deviations, s.deviation/d.Scale[j])
		}
	}
	if factor := rootMeanSquare(deviations); d.Preprocessing.ScaleAll && factor > 0 {
		for j := range d.Scale {
			d.Scale[j] *= factor
		}
	}
	for i, from := range d.RowIndex {
		row := row(i, from)
		for j, g := range row {
			row[j] = (g - d.Centre[j]) / d.Scale[j]
			if math.Abs(row[j]) > largest {
				return v.outOfScale(d.RowIndex[i], d.ColumnIndex[j], d.Scale[j])
			}
		}
	}
	if d.Preprocessing.Scale || d.Preprocessing.ScaleAll || outline {
		return nil
	}
	return v.squares(d)
}

// Models square and multiply unscaled numbers, and squares of squares must stay between 1e-300 and 1e300.
const (
	largestUnscaled = 1e60
	leastUnscaled   = 1e-60
)

// squares refuses unscaled tables whose numbers are too large or small, all together, for products of a few of them.
func (v view) squares(d *Dataset) error {
	greatest, at, in := 0.0, 0, 0
	n, m := d.Dims()
	for i := range n {
		for j := range m {
			if x := math.Abs(d.X.At(i, j)); x > greatest {
				greatest, at, in = x, i, j
			}
		}
	}
	if greatest > 0 && !(greatest >= leastUnscaled && greatest <= largestUnscaled) {
		return fmt.Errorf(
			"%s holds %.4g, the greatest number of the table; unscaled, it is beyond what models can square (%g to %g): scale the columns",
			v.place(d.RowIndex[at], d.ColumnIndex[in]), v.at(d.RowIndex[at], d.ColumnIndex[in]), leastUnscaled, largestUnscaled)
	}
	return nil
}

// rootMeanSquare works in units of the greatest value, which prevents under- and overflow of the
// squares. It returns 0 for no values.
func rootMeanSquare(values []float64) float64 {
	greatest, squares := 0.0, 0.0
	for _, x := range values {
		greatest = max(greatest, math.Abs(x))
	}
	if greatest == 0 {
		return 0
	}
	for _, x := range values {
		squares += x / greatest * (x / greatest)
	}
	return greatest * math.Sqrt(squares/float64(len(values)))
}

// mostVariable returns the indices, ascending, of the k of n vectors with the greatest deviations.
// It returns all of them if k is 0 or at least n.
func mostVariable(n, k int, deviationOf func(int) float64) []int {
	all := UpTo(n)
	if k <= 0 || k >= n {
		return all
	}
	deviation := make([]float64, n)
	for i := range deviation {
		deviation[i] = deviationOf(i)
	}
	sort.SliceStable(all, func(a, b int) bool { return deviation[all[a]] > deviation[all[b]] })
	all = all[:k]
	sort.Ints(all)
	return all
}

// AllMissing reports whether all values are missing.
func AllMissing(v []float64) bool {
	for _, x := range v {
		if !math.IsNaN(x) {
			return false
		}
	}
	return true
}

// A summary is the number of observed values, their mean and their standard deviation with divisor
// n−1, which is 0 for fewer than two values or all values equal.
type summary struct {
	n               int
	mean, deviation float64
}

// summarise works on deviations from the mean in units of the greatest one, so neither tiny nor
// large values lose the variance.
func summarise(values []float64) summary {
	var s summary
	low, high, sum := math.Inf(1), math.Inf(-1), 0.0
	for _, x := range values {
		if math.IsNaN(x) {
			continue
		}
		s.n++
		sum += x
		low, high = min(low, x), max(high, x)
	}
	if s.n == 0 {
		return s
	}
	if low == high {
		s.mean = low
		return s
	}
	s.mean = sum / float64(s.n)
	rest, greatest := 0.0, 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			rest += x - s.mean
			greatest = max(greatest, math.Abs(x-s.mean))
		}
	}
	// The second pass removes the rounding of the first (Chan, Golub and LeVeque 1983).
	s.mean += rest / float64(s.n)
	squares := 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			r := (x - s.mean) / greatest
			squares += r * r
		}
	}
	s.deviation = greatest * math.Sqrt(squares/float64(s.n-1))
	return s
}

// A view is a table's numbers after the requested transposition.
type view struct {
	x             mat.Matrix
	rows, columns []string // after transposition
	transposed    bool
	// toRow and toColumn are the places of the rows and columns kept, nil for all.
	toRow, toColumn []int
}

// of returns the view of the kept rows and columns of the whole.
func (v view) of(k Kept) view {
	if k.Whole() {
		return v
	}
	v.rows, v.columns, v.toRow, v.toColumn = pick(v.rows, k.Rows), pick(v.columns, k.Columns), k.Rows, k.Columns
	return v
}

// kind returns that of the cells kept; all is that of the whole table.
func (v view) kind(all Kind) Kind {
	_, d := v.x.Dims()
	columns := v.toColumn
	if v.transposed {
		columns = v.toRow
	}
	if v.toRow == nil || len(columns) == d || all == Binary {
		return all
	}
	var o observed
	for i := range v.rows {
		for j := range v.columns {
			if !o.add(v.at(i, j)) {
				return Continuous
			}
		}
	}
	return o.kind()
}

func pick[T any](names []T, places []int) []T {
	list := make([]T, len(places))
	for i, p := range places {
		list[i] = names[p]
	}
	return list
}

func (v view) rowWord() string {
	if v.transposed {
		return "column"
	}
	return "row"
}

func (v view) columnWord() string {
	if v.transposed {
		return "row"
	}
	return "column"
}

func (v view) at(i, j int) float64 {
	if v.toRow != nil {
		i, j = v.toRow[i], v.toColumn[j]
	}
	if v.transposed {
		return v.x.At(j, i)
	}
	return v.x.At(i, j)
}

// cell returns g of a cell, or the reason it cannot be used.
func (v view) cell(i, j int, log bool) (float64, error) {
	y := v.at(i, j)
	switch {
	case math.IsNaN(y):
		return y, nil
	case math.IsInf(y, 0):
		return 0, fmt.Errorf("%s holds an infinity; correct the cell or leave it empty", v.place(i, j))
	case log && y <= -1:
		return 0, fmt.Errorf("%s holds %v, and log2(x+1) needs values above −1; turn log2(x+1) off, or correct the cell",
			v.place(i, j), y)
	case log:
		return log2p1(y), nil
	case math.Abs(y) > largest:
		return 0, v.outOfRange(i, j)
	}
	return y, nil
}

func (v view) outOfRange(i, j int) error {
	return fmt.Errorf(
		"%s holds %.4g, too large to compute with (the limit is 1e150); correct the cell, leave it empty, or take log2(x+1)",
		v.place(i, j), v.at(i, j))
}

func (v view) outOfScale(i, j int, scale float64) error {
	return fmt.Errorf(
		"%s holds %.4g, too large to compute with after division by the scale, %.4g; correct the cell, centre the columns, or turn the scaling off",
		v.place(i, j), v.at(i, j), scale)
}

// place names a cell by the row and column of the table read.
func (v view) place(i, j int) string {
	if v.transposed {
		return fmt.Sprintf("row %q, column %q", v.columns[j], v.rows[i])
	}
	return fmt.Sprintf("row %q, column %q", v.rows[i], v.columns[j])
}

// log2p1 returns log2(1+y): exact where 1+y is a power of two, accurate near 0.
func log2p1(y float64) float64 {
	if math.Abs(y) < 0.5 {
		return math.Log1p(y) / math.Ln2
	}
	if x := 1 + y; x >= 1 && x < math.MaxFloat64 { // as math.Log2, which takes longer to split a number
		const mantissa, middle = 1<<52 - 1, 1022
		b := math.Float64bits(x)
		power := float64(int(b>>52) - middle)
		if b&mantissa == 0 {
			return power - 1
		}
		return math.Log(math.Float64frombits(b&mantissa|middle<<52))*(1/math.Ln2) + power
	}
	return math.Log2(1 + y)
}

// unlog2p1 is the inverse of log2p1.
func unlog2p1(g float64) float64 {
	if math.Abs(g) < 0.5 {
		return math.Expm1(g * math.Ln2)
	}
	return math.Exp2(g) - 1
}
