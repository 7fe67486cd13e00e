// Package aside sets columns aside that hardly vary and those that repeat others, before a covariance of the other
// columns is learnt (math 11.12).
package aside

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/repeats"

	"gonum.org/v1/gonum/mat"
)

// Columns lists the columns that hardly vary in the rows learnt from, and those that repeat others. They
// stay out of Σ: they say nothing about how columns vary together, and they would drive the scale of the prior
// Of Σ to 0 (math 11.12). nil means that there are none.
type Columns struct {
	Kept     []int     // the columns of Σ
	columns  []int     // those that hardly vary
	value    []float64 // the commonest value in each of these
	some     []int     // those of them that are not the same throughout, which is said of the table
	repeated repeats.List
}

// A column hardly varies if at most one row in hardlyVaries differs from its commonest value.
const hardlyVaries = 200

// Of returns the columns that hardly vary or repeat others, nil if there are none. Where all hardly vary, all are
// kept.
func Of(data *inference.Dataset) *Columns {
	a := SteadyOf(data)
	if a == nil {
		_, d := data.Dims()
		a = &Columns{Kept: make([]int, d)}
		for j := range a.Kept {
			a.Kept[j] = j
		}
	}
	a.Kept, a.repeated = repeats.Find(data.X, a.Kept)
	if len(a.columns)+len(a.repeated) == 0 {
		return nil
	}
	return a
}

// SteadyOf returns the columns that hardly vary, nil if none do or all do.
func SteadyOf(data *inference.Dataset) *Columns {
	n, d := data.Dims()
	a := &Columns{}
	list := make([]float64, 0, n)
	for j := range d {
		list = list[:0]
		for i := range n {
			if v := data.X.At(i, j); !math.IsNaN(v) {
				list = append(list, v)
			}
		}
		if value, count := commonest(list); len(list)-count <= len(list)/hardlyVaries {
			a.columns, a.value = append(a.columns, j), append(a.value, value)
			if count < len(list) {
				a.some = append(a.some, j)
			}
		} else {
			a.Kept = append(a.Kept, j)
		}
	}
	if len(a.columns) == 0 || len(a.Kept) == 0 {
		return nil
	}
	return a
}

// Notes name the columns that stay out of Σ, for the user.
func (a *Columns) Notes(names []string) (notes []string) {
	if a == nil {
		return nil
	}
	if len(a.some) > 0 {
		notes = append(notes, a.steadyNote(names))
	}
	if len(a.repeated) > 0 {
		notes = append(notes, a.repeated.Note(names, a.Kept))
	}
	return notes
}

func (a *Columns) steadyNote(names []string) string {
	if len(a.some) == 1 {
		return fmt.Sprintf("Column %q hardly varies: it is left out of Σ and of the evidence, and new rows are "+
			"predicted in it with the mean variance", names[a.some[0]])
	}
	return fmt.Sprintf("%d columns, such as %q, hardly vary: they are left out of Σ and of the evidence, and new "+
		"rows are predicted in them with the mean variance",
		len(a.some), names[a.some[0]])
}

// commonest returns the value that a list holds most often, and how often; of several such values
// the least, and 0 for an empty list. It sorts the list.
func commonest(list []float64) (value float64, count int) {
	slices.Sort(list)
	for first := 0; first < len(list); {
		next := first
		for next < len(list) && list[next] == list[first] {
			next++
		}
		if next-first > count {
			value, count = list[first], next-first
		}
		first = next
	}
	return value, count
}

// Of returns the data of the columns of Σ.
func (a *Columns) Of(data *inference.Dataset) *inference.Dataset {
	if a == nil {
		return data
	}
	some := *data
	some.X = a.Rows(data.X)
	some.Columns = choose(data.Columns, a.Kept)
	some.ColumnIndex = choose(data.ColumnIndex, a.Kept)
	some.Centre, some.Scale = choose(data.Centre, a.Kept), choose(data.Scale, a.Kept)
	some.Kinds = choose(data.Kinds, a.Kept)
	return &some
}

// Pick returns some columns of x.
func Pick(x *mat.Dense, columns []int) *mat.Dense {
	n, _ := x.Dims()
	y := mat.NewDense(n, len(columns), nil)
	for i := range n {
		for a, j := range columns {
			y.Set(i, a, x.At(i, j))
		}
	}
	return y
}

// choose returns some items of a list, nil for a nil list.
func choose[T any](list []T, at []int) []T {
	if len(list) == 0 {
		return nil
	}
	some := make([]T, len(at))
	for i, j := range at {
		some[i] = list[j]
	}
	return some
}

// Rows returns the rows x with the columns of Σ only. Missing cells are filled in where a repeat tells them.
func (a *Columns) Rows(x *mat.Dense) *mat.Dense {
	if a == nil {
		return x
	}
	y := Pick(x, a.Kept)
	if len(a.repeated) > 0 {
		n, _ := y.Dims()
		for i := range n {
			a.repeated.Complete(x.RawRowView(i), y.RawRowView(i))
		}
	}
	return y
}

// Place returns the index of a column among those of Σ, −1 for a column that stands apart.
func (a *Columns) Place(column int) int {
	if a == nil {
		return column
	}
	if at, found := slices.BinarySearch(a.Kept, column); found {
		return at
	}
	return -1
}

// Cell predicts a cell that is not missing in the columns of Σ: of a column that stands apart, or told by a repeat;
// told is false for others. x is the table in the columns of Σ, filled in, with its blanks; whole is the table as it
// is, and variance that of a column of Σ, on average.
func (a *Columns) Cell(at inference.Cell, value float64, x *mat.Dense, blanks *covary.Blanks, whole *mat.Dense,
	variance float64) (logDensity, mean float64, told bool) {
	if a == nil {
		return 0, 0, false
	}
	absent := func(p int) bool { return blanks != nil && slices.Contains(blanks.Missing(at.Row), p) }
	p := a.Place(at.Column)
	switch r := a.repeated.Of(at.Column); {
	case r != nil:
		location, scale := r.Predict(x.RawRowView(at.Row), absent)
		return r.Log(value, location, scale), location, true
	case p < 0:
		i, _ := slices.BinarySearch(a.columns, at.Column)
		return -0.5 * (math.Log(2*math.Pi*variance) + (value-a.value[i])*(value-a.value[i])/variance), a.value[i], true
	case absent(p):
		return 0, 0, false
	}
	mean = x.At(at.Row, p)
	for i := range a.repeated {
		r := &a.repeated[i]
		if c := slices.Index(r.Parents, p); c >= 0 && !math.IsNaN(whole.At(at.Row, r.Column)) {
			return r.Log(value, mean, r.Scale/math.Abs(r.Weights[c])), mean, true
		}
	}
	return 0, 0, false
}

// width returns the number of columns.
func (a *Columns) width() int { return len(a.Kept) + len(a.columns) + len(a.repeated) }

// Sparse returns factors of the columns of Σ as factors of all columns; those that stand apart have no loadings and no
// noise.
func (a *Columns) Sparse(s *factor.Sparse) *factor.Sparse {
	if a == nil {
		return s
	}
	out := *s
	out.Items, out.Noise = make([][]int32, len(s.Items)), make([]float32, a.width())
	for k, items := range s.Items {
		out.Items[k] = make([]int32, len(items))
		for i, item := range items {
			out.Items[k][i] = int32(a.Kept[item])
		}
	}
	for p, v := range s.Noise {
		out.Noise[a.Kept[p]] = v
	}
	return &out
}

// Beside summarises the cells of a new row in the columns that stand apart.
type Beside struct {
	columns, square float64 // how many that hardly vary are observed; their squared distance from the commonest values
	repeats         float64 // log density of the repeats given the columns of Σ
}

// Beside reads a new row; cells that are NaN are left out.
func (a *Columns) Beside(row []float64) (b Beside) {
	if a == nil {
		return b
	}
	if len(a.repeated) > 0 {
		b.repeats = a.repeated.Complete(row, choose(row, a.Kept))
	}
	for i, j := range a.columns {
		if v := row[j]; !math.IsNaN(v) {
			b.columns++
			b.square += (v - a.value[i]) * (v - a.value[i])
		}
	}
	return b
}

// Log returns the log density at a place whose variance factor times the mean variance of Σ is v: equation 11.6.
func (b Beside) Log(v float64) float64 {
	if b.columns == 0 {
		return b.repeats
	}
	return b.repeats - 0.5*(b.columns*math.Log(2*math.Pi*v)+b.square/v)
}

// AtMost returns the largest value of Log from v = least on.
func (b Beside) AtMost(least float64) float64 {
	if b.columns == 0 {
		return b.repeats
	}
	return b.Log(max(least, b.square/b.columns))
}

// Complete adds the columns that stand apart to the published Σ: those that hardly vary uncorrelated, with the mean
// variance, and repeats as they follow from the others.
func (a *Columns) Complete(out *kind.Covariance, columns []string) *kind.Covariance {
	if a == nil {
		return out
	}
	d := len(columns)
	out.Columns = columns
	square := func(m *mat.Dense, diagonal float64) *mat.Dense {
		if m == nil {
			return nil
		}
		whole := mat.NewDense(d, d, nil)
		for p, i := range a.Kept {
			for q, j := range a.Kept {
				whole.Set(i, j, m.At(p, q))
			}
		}
		for _, j := range a.columns {
			whole.Set(j, j, diagonal)
		}
		return whole
	}
	mean := 0.0
	for p := range a.Kept {
		if out.Dense != nil {
			mean += out.Dense.At(p, p) / float64(len(a.Kept))
			continue
		}
		mean += out.Specific[p] / float64(len(a.Kept))
		if out.Loadings != nil {
			row := out.Loadings.RawRowView(p)
			for _, v := range row {
				mean += v * v / float64(len(a.Kept))
			}
		}
	}
	out.Dense, out.Correlation, out.Deviation = square(out.Dense, mean), square(out.Correlation, 1),
		square(out.Deviation, 0)
	if out.Loadings != nil {
		_, k := out.Loadings.Dims()
		whole := mat.NewDense(d, k, nil)
		for p, j := range a.Kept {
			whole.SetRow(j, out.Loadings.RawRowView(p))
		}
		out.Loadings = whole
	}
	if out.Specific != nil {
		whole := make([]float64, d)
		for p, j := range a.Kept {
			whole[j] = out.Specific[p]
		}
		for _, j := range a.columns {
			whole[j] = mean
		}
		out.Specific = whole
	}
	for i := range a.repeated {
		a.repeated[i].Publish(out, a.Kept)
	}
	return out
}
