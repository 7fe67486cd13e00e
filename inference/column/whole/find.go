package whole

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/stat"
)

// A Found is columns of a table that belong together.
type Found struct {
	Columns []int
	// Ranks says that each row ranks the columns from 1; otherwise they sum to Sum in each row.
	Ranks bool
	Sum   float64
}

// Limits of the search.
const (
	fewestParts   = 3
	fewestVarying = 2 // of these
	fewestRows    = 5
	looked        = 200   // rows, evenly spaced
	widest        = 2000  // columns in which runs are sought
	rounding      = 0.006 // of sums of 1, 100 and a million
	steady        = 1e-3  // of the variance of the parts, that of their sum
)

// usual are the sums of shares, per cent and parts per million.
var usual = []float64{1, 100, 1e6}

// Find returns the columns that stand beside each other and belong together: of a table of n rows and d columns, those
// for which use is true and whose cells are at least 0.
func Find(n, d int, at func(i, j int) float64, use func(j int) bool) (found []Found) {
	if n < fewestRows {
		return nil
	}
	rows := make([]int, min(n, looked))
	for k := range rows {
		rows[k] = k * n / len(rows)
	}
	fit := func(j int) bool {
		return use(j) && !slices.ContainsFunc(rows, func(i int) bool {
			x := at(i, j)
			return x < 0 || math.IsInf(x, 0)
		})
	}
	for from := 0; from < d; {
		if !fit(from) {
			from++
			continue
		}
		to := from + 1
		for to < d && fit(to) {
			to++
		}
		if to-from >= fewestParts {
			found = append(found, newRun(rows, from, to, at).wholes()...)
		}
		from = to
	}
	return found
}

// A run is columns beside each other whose cells are at least 0.
type run struct {
	from, columns int
	cells         [][]float64 // of each row
	sums          [][]float64 // of its first columns, 0 to all
	varying       []float64   // the sums of the variances of its first columns
	varies        []bool
	unit          []float64 // the last decimal in which a column is written, of some rows; 0 for whole numbers
}

func newRun(rows []int, from, to int, at func(i, j int) float64) run {
	d := to - from
	r := run{from: from, columns: d, varying: make([]float64, d+1), varies: make([]bool, d), unit: make([]float64, d)}
	for _, i := range rows {
		cells, sums := make([]float64, d), make([]float64, d+1)
		for k := range cells {
			cells[k] = at(i, from+k)
			sums[k+1] = sums[k] + cells[k]
		}
		if !math.IsNaN(sums[d]) { // rows with missing cells say nothing
			r.cells, r.sums = append(r.cells, cells), append(r.sums, sums)
		}
	}
	for k := range d {
		values := make([]float64, len(r.cells))
		for i, row := range r.cells {
			values[i] = row[k]
		}
		mean, v := stat.PopMeanVariance(values, nil)
		r.varies[k], r.varying[k+1] = v > 1e-18*mean*mean, r.varying[k]+v
		r.unit[k] = unitOf(values[:min(len(values), 20)])
	}
	return r
}

// unitOf returns the last decimal in which numbers are written, 0 for whole numbers.
func unitOf(values []float64) float64 {
	unit := 1.0
	for _, x := range values {
		for unit > 1e-9 && math.Abs(x/unit-math.Round(x/unit)) > 1e-6 {
			unit /= 10
		}
	}
	if unit == 1 {
		return 0
	}
	return unit
}

// wholes finds the shortest columns that are a whole or a ranking, from the left. Of very many columns it looks at all
// together.
func (r run) wholes() (found []Found) {
	if len(r.cells) < fewestRows {
		return nil
	}
	if r.columns > widest {
		if f, is := r.whole(0, r.columns); is {
			return []Found{f}
		}
		return nil
	}
	for a := 0; a+fewestParts <= r.columns; a++ {
		for b := a + fewestParts; r.varies[a] && b <= r.columns; b++ {
			if f, is := r.whole(a, b); is {
				found = append(found, f)
				a = b - 1
				break
			}
		}
	}
	return found
}

// whole reports whether the columns from a to b−1 are a whole. Its first tests fail soon for most columns.
func (r run) whole(a, b int) (f Found, is bool) {
	parts := float64(b - a)
	sum := func(i int) float64 { return r.sums[i][b] - r.sums[i][a] }
	f.Sum = sum(0)
	least := math.Inf(1)
	room := 1e-9 * f.Sum
	for _, w := range usual {
		if math.Abs(f.Sum-w) <= 0.02*w {
			least = leastUnit(r.unit[a:b])
			f.Sum, room = w, max(rounding*w, min(parts/2*least, 0.02*w))
		}
	}
	if math.IsInf(least, 1) {
		if math.Abs(sum(1)-f.Sum) > 0.02*f.Sum {
			return f, false
		}
		least = leastUnit(r.unit[a:min(b, a+50)])
		room += parts / 2 * least
	}
	squares, n := 0.0, float64(len(r.sums))
	mean := 0.0
	for i := range r.sums {
		if !(math.Abs(sum(i)-f.Sum) <= room) {
			return f, false
		}
		mean += sum(i) / n
	}
	for i := range r.sums {
		squares += (sum(i) - mean) * (sum(i) - mean) / n
	}
	all := r.varying[b] - r.varying[a]
	if squares > max(steady*all, parts*least*least) || squares > all/10 || !r.varies[a] || !r.varies[b-1] {
		return f, false // the last two: a constant beside them
	}
	vary, fraction := 0, false
	for k := a; k < b; k++ {
		fraction = fraction || r.unit[k] > 0
		if r.varies[k] {
			vary++
		}
	}
	for k := a; k+2 <= b; k++ {
		if r.varies[k] && r.varies[k+1] && r.opposite(k, f.Sum) {
			return f, false // wholes of two parts beside each other
		}
	}
	if f.Ranks = r.ranked(a, b); vary < fewestVarying || f.Sum == 1 && !fraction {
		return f, false // the last: one of several, as zeros and a one
	}
	for k := a; k < b; k++ {
		f.Columns = append(f.Columns, r.from+k)
	}
	return f, true
}

// opposite reports whether columns k and k+1 add up to a constant.
func (r run) opposite(k int, whole float64) bool {
	pair := func(sums []float64) float64 { return sums[k+2] - sums[k] }
	return !slices.ContainsFunc(r.sums, func(sums []float64) bool {
		return math.Abs(pair(sums)-pair(r.sums[0])) > 1e-9*whole
	})
}

// leastUnit returns the least unit above 0, 1 if all numbers are whole.
func leastUnit(units []float64) float64 {
	least := 1.0
	for _, u := range units {
		if u > 0 {
			least = min(least, u)
		}
	}
	return least
}

// ranked reports whether each row ranks the columns from 1 to their number, with mean ranks for ties.
func (r run) ranked(a, b int) bool {
	for _, row := range r.cells {
		if !Ranking(row[a:b]) {
			return false
		}
	}
	return true
}

// Ranking reports whether numbers are the ranks from 1 to their number, with the mean rank of those that are equal,
// and not all the same.
func Ranking(numbers []float64) bool {
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		if sorted[from] != float64(from+to+1)/2 || to-from == len(sorted) {
			return false
		}
		from = to
	}
	return len(sorted) > 0
}

// Kind returns that of the columns.
func (f Found) Kind() column.Kind {
	if f.Ranks {
		return column.Kind{Sort: column.Rank, Across: true}
	}
	return column.Kind{Sort: column.Composition}
}

// Text describes the columns in one sentence.
func (f Found) Text(names []string) string {
	quoted := make([]string, len(f.Columns))
	for k, j := range f.Columns {
		quoted[k] = names[j]
	}
	said := words.QuoteSome(quoted, 5)
	if f.Ranks {
		return fmt.Sprintf("Each row ranks %d columns from 1 to %d: %s.", len(quoted), len(quoted), said)
	}
	sum := strconv.FormatFloat(f.Sum, 'g', 9, 64)
	if f.Sum == math.Trunc(f.Sum) {
		sum = words.Grouped(int(f.Sum))
	}
	if len(quoted) == len(names) {
		return fmt.Sprintf("Each row sums to %s, as the parts of a whole do.", sum)
	}
	return fmt.Sprintf("%d columns sum to %s in each row, as the parts of a whole do: %s.", len(quoted), sum, said)
}
