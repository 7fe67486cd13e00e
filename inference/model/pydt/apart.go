package pydt

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

// An apart lists the columns that hardly vary in the rows learnt from, and those that repeat others. They
// stay out of Σ: they say nothing about how columns vary together, and they would drive the scale of the prior
// of Σ to 0 (math 11.12). nil means that there are none.
type apart struct {
	kept     []int     // the columns of Σ
	columns  []int     // those that hardly vary
	value    []float64 // the commonest value in each of these
	repeated repeats.List
}

// A column hardly varies if at most one row in hardlyVaries differs from its commonest value.
const hardlyVaries = 200

// apartOf returns the columns that hardly vary or repeat others, nil if there are none. Where all hardly vary, all are
// kept.
func apartOf(data *inference.Dataset) *apart {
	a := steadyOf(data)
	if a == nil {
		_, d := data.Dims()
		a = &apart{kept: make([]int, d)}
		for j := range a.kept {
			a.kept[j] = j
		}
	}
	a.kept, a.repeated = repeats.Find(data.X, a.kept)
	if len(a.columns)+len(a.repeated) == 0 {
		return nil
	}
	return a
}

// steadyOf returns the columns that hardly vary, nil if none do or all do.
func steadyOf(data *inference.Dataset) *apart {
	n, d := data.Dims()
	a := &apart{}
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
		} else {
			a.kept = append(a.kept, j)
		}
	}
	if len(a.columns) == 0 || len(a.kept) == 0 {
		return nil
	}
	return a
}

// notes name the columns that stay out of Σ, for the user.
func (a *apart) notes(names []string) (notes []string) {
	if a == nil {
		return nil
	}
	if len(a.columns) > 0 {
		notes = append(notes, a.steadyNote(names))
	}
	if len(a.repeated) > 0 {
		notes = append(notes, a.repeated.Note(names, a.kept))
	}
	return notes
}

func (a *apart) steadyNote(names []string) string {
	if len(a.columns) == 1 {
		return fmt.Sprintf("Column %q hardly varies: it is left out of Σ and of the evidence, and new rows are "+
			"predicted in it with the mean variance", names[a.columns[0]])
	}
	return fmt.Sprintf("%d columns, such as %q, hardly vary: they are left out of Σ and of the evidence, and new "+
		"rows are predicted in them with the mean variance",
		len(a.columns), names[a.columns[0]])
}

// apartFor returns the columns that stay out of the Σ of a form, nil if there are none. A tree over the columns, which
// has one variance, keeps all, and so do factors where fewer than three would be left.
func apartFor(data *inference.Dataset, form string) *apart {
	switch form {
	case covariance, undecided:
		return apartOf(data)
	case factorial:
		// Specific variances keep the Σ of factors from columns that repeat others.
		if a := steadyOf(data); a != nil && len(a.kept) >= 3 {
			return a
		}
	}
	return nil
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

// of returns the data of the columns of Σ.
func (a *apart) of(data *inference.Dataset) *inference.Dataset {
	if a == nil {
		return data
	}
	some := *data
	some.X = a.rows(data.X)
	some.Columns = choose(data.Columns, a.kept)
	some.ColumnIndex = choose(data.ColumnIndex, a.kept)
	some.Centre, some.Scale = choose(data.Centre, a.kept), choose(data.Scale, a.kept)
	return &some
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

// rows returns the rows x with the columns of Σ only. Missing cells are filled in where a repeat tells them.
func (a *apart) rows(x *mat.Dense) *mat.Dense {
	if a == nil {
		return x
	}
	y := pick(x, a.kept)
	if len(a.repeated) > 0 {
		n, _ := y.Dims()
		for i := range n {
			a.repeated.Complete(x.RawRowView(i), y.RawRowView(i))
		}
	}
	return y
}

// place returns the index of a column among those of Σ, −1 for a column that stands apart.
func (a *apart) place(column int) int {
	if a == nil {
		return column
	}
	if at, found := slices.BinarySearch(a.kept, column); found {
		return at
	}
	return -1
}

// cell predicts a cell that is not missing in the columns of Σ: of a column that stands apart, or told by a repeat; told is
// false for others. x is the table in the columns of Σ, filled in, with its blanks; whole is the table as it is, and
// variance that of a column of Σ, on average.
func (a *apart) cell(at inference.Cell, value float64, x *mat.Dense, blanks *covary.Blanks, whole *mat.Dense, variance float64) (logDensity, mean float64, told bool) {
	if a == nil {
		return 0, 0, false
	}
	absent := func(p int) bool { return blanks != nil && slices.Contains(blanks.Missing(at.Row), p) }
	p := a.place(at.Column)
	switch r := a.repeated.Of(at.Column); {
	case r != nil:
		location, scale := r.Predict(x.RawRowView(at.Row), absent)
		return r.Log(value, location, scale), location, true
	case p < 0:
		i, _ := slices.BinarySearch(a.columns, at.Column)
		return normalLog(value-a.value[i], variance), a.value[i], true
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
func (a *apart) width() int { return len(a.kept) + len(a.columns) + len(a.repeated) }

// sparse returns factors of the columns of Σ as factors of all columns; those that stand apart have no loadings and no
// noise.
func (a *apart) sparse(s *factor.Sparse) *factor.Sparse {
	if a == nil {
		return s
	}
	out := *s
	out.Items, out.Noise = make([][]int32, len(s.Items)), make([]float32, a.width())
	for k, items := range s.Items {
		out.Items[k] = make([]int32, len(items))
		for i, item := range items {
			out.Items[k][i] = int32(a.kept[item])
		}
	}
	for p, v := range s.Noise {
		out.Noise[a.kept[p]] = v
	}
	return &out
}

// A beside summarises the cells of a new row in the columns that stand apart.
type beside struct {
	columns, square float64 // how many that hardly vary are observed; their squared distance from the commonest values
	repeats         float64 // log density of the repeats given the columns of Σ
}

// beside reads a new row; cells that are NaN are left out.
func (a *apart) beside(row []float64) (b beside) {
	if a == nil {
		return b
	}
	if len(a.repeated) > 0 {
		b.repeats = a.repeated.Complete(row, choose(row, a.kept))
	}
	for i, j := range a.columns {
		if v := row[j]; !math.IsNaN(v) {
			b.columns++
			b.square += (v - a.value[i]) * (v - a.value[i])
		}
	}
	return b
}

// log returns the log density at a place whose variance factor times the mean variance of Σ is v.
func (b beside) log(v float64) float64 {
	if b.columns == 0 {
		return b.repeats
	}
	return b.repeats - 0.5*(b.columns*math.Log(2*math.Pi*v)+b.square/v)
}

// complete adds the columns that stand apart to the published Σ: those that hardly vary uncorrelated, with the mean
// variance, and repeats as they follow from the others.
func (a *apart) complete(out *kind.Covariance, columns []string) *kind.Covariance {
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
		for p, i := range a.kept {
			for q, j := range a.kept {
				whole.Set(i, j, m.At(p, q))
			}
		}
		for _, j := range a.columns {
			whole.Set(j, j, diagonal)
		}
		return whole
	}
	mean := 0.0
	for p := range a.kept {
		if out.Dense != nil {
			mean += out.Dense.At(p, p) / float64(len(a.kept))
			continue
		}
		mean += out.Specific[p] / float64(len(a.kept))
		if out.Loadings != nil {
			row := out.Loadings.RawRowView(p)
			for _, v := range row {
				mean += v * v / float64(len(a.kept))
			}
		}
	}
	out.Dense, out.Correlation, out.Deviation = square(out.Dense, mean), square(out.Correlation, 1), square(out.Deviation, 0)
	if out.Loadings != nil {
		_, k := out.Loadings.Dims()
		whole := mat.NewDense(d, k, nil)
		for p, j := range a.kept {
			whole.SetRow(j, out.Loadings.RawRowView(p))
		}
		out.Loadings = whole
	}
	if out.Specific != nil {
		whole := make([]float64, d)
		for p, j := range a.kept {
			whole[j] = out.Specific[p]
		}
		for _, j := range a.columns {
			whole[j] = mean
		}
		out.Specific = whole
	}
	for i := range a.repeated {
		a.repeated[i].Publish(out, a.kept)
	}
	return out
}
