// Package pairs measures how columns of a table vary together, two at a time. Rows in which either
// is missing are left out of that pair.
package pairs

import (
	"math"
	"slices"

	"example.org/espalier/inference/stat/association"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The transformations of a column before it is correlated.
const (
	Raw    = "pearson"
	Ranked = "spearman"
	Scores = "normal scores" // Φ⁻¹(rank/(N+1)): the correlation of a Gaussian copula
)

// A Table holds the columns, transformed, centred and of length 1.
type Table struct {
	N, D     int
	Columns  [][]float64 // D×N; 0 where missing
	Seen     [][]bool    // D×N; nil for complete columns
	complete bool
}

// New prepares the columns of x, N×D.
func New(x *mat.Dense, how string) *Table {
	n, d := x.Dims()
	t := &Table{N: n, D: d, complete: true}
	for j := range d {
		column := Transformed(mat.Col(nil, j, x), how)
		missing := 0
		for _, v := range column {
			if math.IsNaN(v) {
				missing++
			}
		}
		var seen []bool
		if missing > 0 {
			seen, t.complete = make([]bool, n), false
			for i, v := range column {
				if seen[i] = !math.IsNaN(v); !seen[i] {
					column[i] = 0
				}
			}
		} else {
			Standardise(column)
		}
		t.Columns, t.Seen = append(t.Columns, column), append(t.Seen, seen)
	}
	return t
}

// Transformed returns the transformed values of a column, NaN where missing. Ranks are taken among the
// values that are not missing.
func Transformed(column []float64, how string) []float64 {
	var values []float64
	var at []int
	for i, v := range column {
		if !math.IsNaN(v) {
			values, at = append(values, v), append(at, i)
		}
	}
	if how != Raw {
		values = association.Ranks(values)
	}
	if how == Scores {
		for k, r := range values {
			values[k] = distuv.UnitNormal.Quantile(r / float64(len(values)+1))
		}
	}
	out := slices.Clone(column)
	for k, i := range at {
		out[i] = values[k]
	}
	return out
}

// Complete reports whether no cell is missing.
func (t *Table) Complete() bool { return t.complete }

// Standardise centres a column and scales it to length 1; a constant one becomes 0.
func Standardise(column []float64) {
	mean := floats.Sum(column) / float64(len(column))
	for i := range column {
		column[i] -= mean
	}
	length := floats.Norm(column, 2)
	if length <= 1e-12*math.Max(1, math.Abs(mean))*math.Sqrt(float64(len(column))) {
		clear(column)
		return
	}
	floats.Scale(1/length, column)
}

// Correlation returns the correlation of columns a and b, 0 if one does not vary, and the number of
// rows.
func (t *Table) Correlation(a, b int) (r float64, rows int) {
	if t.Seen[a] == nil && t.Seen[b] == nil {
		return clamp(floats.Dot(t.Columns[a], t.Columns[b])), t.N
	}
	var x, y []float64
	for i := range t.N {
		if (t.Seen[a] == nil || t.Seen[a][i]) && (t.Seen[b] == nil || t.Seen[b][i]) {
			x, y = append(x, t.Columns[a][i]), append(y, t.Columns[b][i])
		}
	}
	if len(x) < 2 {
		return 0, len(x)
	}
	Standardise(x)
	Standardise(y)
	return clamp(floats.Dot(x, y)), len(x)
}

func clamp(r float64) float64 { return math.Max(-1, math.Min(1, r)) }

// Information returns the mutual information of two Gaussians with correlation r, −½ log(1−r²), in
// nats.
func Information(r float64) float64 { return -0.5 * math.Log1p(-r*r) }

// Significance returns the p value of a correlation over n rows by Student's t, 1 for fewer than
// three.
func Significance(r float64, n int) float64 {
	if n < 3 {
		return 1
	}
	if math.Abs(r) == 1 {
		return 0
	}
	freedom := float64(n - 2)
	t := math.Abs(r) * math.Sqrt(freedom/(1-r*r))
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Survival(t)
}

// Counts returns the mutual information of two columns of categories, in nats, the number of rows
// that have both, and the degrees of freedom. Codes are small; those below 0 are missing.
func Counts(a, b []int) (information float64, rows, freedom int) {
	high, wide := maxCode(a)+1, maxCode(b)+1
	joint, left, right := make([]float64, high*wide), make([]float64, high), make([]float64, wide)
	for i, x := range a {
		if y := b[i]; x >= 0 && y >= 0 {
			joint[x*wide+y]++
			left[x]++
			right[y]++
			rows++
		}
	}
	for x := range high { // in order, so that the sum is the same every time
		for y := range wide {
			if c := joint[x*wide+y]; c > 0 {
				information += c / float64(rows) * math.Log(c*float64(rows)/(left[x]*right[y]))
			}
		}
	}
	return information, rows, max(occurring(left)-1, 0) * max(occurring(right)-1, 0)
}

func maxCode(a []int) int {
	most := -1
	for _, x := range a {
		most = max(most, x)
	}
	return most
}

// occurring counts the codes that occur.
func occurring(counts []float64) (n int) {
	for _, c := range counts {
		if c > 0 {
			n++
		}
	}
	return n
}
