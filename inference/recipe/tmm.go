package recipe

import (
	"errors"
	"math"
	"slices"
	"sort"

	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/inference/words"
)

// tmm are the factors of the trimmed mean of M-values (Robinson and Oshlack 2010), as effective library sizes divided
// by their geometric mean among the samples learnt from.
type tmm struct {
	counted  []int     // columns with a count above 0 in some sample
	observed []float64 // counts of the reference sample in these
	total    float64   // of the reference sample
	scale    float64
}

// Shares trimmed of either side.
const (
	trimRatios  = 0.3
	trimWeights = 0.05
)

func tmmOf(t Table) (sizer, error) {
	sums, err := totals(t)
	if err != nil {
		return nil, err
	}
	counted := countedColumns(t)
	upper := upperQuartiles(t, counted, sums)
	reference := 0
	if middle(slices.Clone(upper)) < 1e-20 {
		greatest := math.Inf(-1)
		for i := range sums {
			roots := 0.0
			for _, j := range counted {
				roots += math.Sqrt(zeroed(t.X.At(i, j)))
			}
			if roots > greatest {
				greatest, reference = roots, i
			}
		}
	} else {
		least, mean := math.Inf(1), meanOf(upper)
		for i, u := range upper {
			if distance := math.Abs(u - mean); distance < least {
				least, reference = distance, i
			}
		}
	}
	r := tmm{counted: counted, total: sums[reference], scale: 1}
	for _, j := range counted {
		r.observed = append(r.observed, zeroed(t.X.At(reference, j)))
	}
	f, err := r.factors(t)
	if err != nil {
		return nil, err
	}
	r.scale = math.Exp(meanLog(f))
	return r, nil
}

func zeroed(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

// countedColumns returns the columns with a count above 0.
func countedColumns(t Table) (columns []int) {
	n, d := t.X.Dims()
	any := make([]bool, d)
	for i := range n {
		for j, y := range t.X.RawRowView(i) {
			any[j] = any[j] || y > 0
		}
	}
	for j, is := range any {
		if is {
			columns = append(columns, j)
		}
	}
	return columns
}

// upperQuartiles returns those of the samples in the counted columns, divided by their sums.
func upperQuartiles(t Table, counted []int, sums []float64) []float64 {
	upper := make([]float64, len(sums))
	values := make([]float64, len(counted))
	for i := range upper {
		for k, j := range counted {
			values[k] = zeroed(t.X.At(i, j))
		}
		slices.Sort(values)
		upper[i] = quartile.At(values, 0.75) / sums[i]
	}
	return upper
}

func (r tmm) factors(t Table) ([]float64, error) {
	sums, err := totals(t)
	if err != nil {
		return nil, err
	}
	f := make([]float64, len(sums))
	observed := make([]float64, len(r.counted))
	for i, total := range sums {
		for k, j := range r.counted {
			observed[k] = zeroed(t.X.At(i, j))
		}
		f[i] = total * r.ratio(observed, total) / r.scale
	}
	return f, nil
}

// ratio returns the factor of a sample against the reference: 2 to the weighted mean of the log ratios that stay.
func (r tmm) ratio(observed []float64, total float64) float64 {
	var m, a, variance []float64
	greatest := 0.0
	for k, o := range observed {
		ref := r.observed[k]
		if o <= 0 || ref <= 0 {
			continue
		}
		p, q := o/total, ref/r.total
		m = append(m, math.Log2(p/q))
		a = append(a, (math.Log2(p)+math.Log2(q))/2)
		variance = append(variance, (total-o)/total/o+(r.total-ref)/r.total/ref)
		greatest = max(greatest, math.Abs(m[len(m)-1]))
	}
	if greatest < 1e-6 {
		return 1
	}
	n := float64(len(m))
	lowM, lowA := math.Floor(n*trimRatios)+1, math.Floor(n*trimWeights)+1
	highM, highA := n+1-lowM, n+1-lowA
	ranksM, ranksA := ranks(m), ranks(a)
	sum, weights := 0.0, 0.0
	for k := range m {
		if ranksM[k] >= lowM && ranksM[k] <= highM && ranksA[k] >= lowA && ranksA[k] <= highA {
			sum += m[k] / variance[k]
			weights += 1 / variance[k]
		}
	}
	if f := math.Exp2(sum / weights); !math.IsNaN(f) && !math.IsInf(f, 0) {
		return f
	}
	return 1
}

// ranks returns the ranks of values from 1; equal values share the mean of theirs. NaN for missing values.
func ranks(values []float64) []float64 {
	order := make([]int, 0, len(values))
	out := make([]float64, len(values))
	for i, x := range values {
		if math.IsNaN(x) {
			out[i] = x
		} else {
			order = append(order, i)
		}
	}
	sort.Slice(order, func(a, b int) bool { return values[order[a]] < values[order[b]] })
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for k := from; k < to; k++ {
			out[order[k]] = float64(from+to+1) / 2
		}
		from = to
	}
	return out
}

// quartiles are the factors of the upper quartile (Bullard and others 2010).
type quartiles struct {
	counted []int
	scale   float64
}

func quartilesOf(t Table) (sizer, error) {
	q := quartiles{countedColumns(t), 1}
	f, err := q.factors(t)
	if err != nil {
		return nil, err
	}
	q.scale = math.Exp(meanLog(f))
	return q, nil
}

func (q quartiles) factors(t Table) ([]float64, error) {
	sums, err := totals(t)
	if err != nil {
		return nil, err
	}
	f := upperQuartiles(t, q.counted, sums)
	for i := range f {
		if f[i] *= sums[i] / q.scale; !(f[i] > 0) {
			return nil, errors.New("sample " + words.QuoteSome(t.Rows[i:i+1], 1) +
				" has an upper quartile of 0; take counts:size-factors or counts:tmm")
		}
	}
	return f, nil
}
