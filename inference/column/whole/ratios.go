package whole

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// zeroShare of the least share above 0 of a part stands for its zeros (Martín-Fernández, Barceló-Vidal and
// Pawlowsky-Glahn 2003).
const zeroShare = 0.65

// Ratios make coordinates of the parts of a whole: the balances of each part against all parts after it (Egozcue and
// others 2003). They stand at right angles, and a whole of P parts has P−1 of them.
type Ratios struct {
	// Zero is the share that stands for a zero of each part.
	Zero []float64
	// Zeros counts those that were learnt from, and Blank the rows without any part above 0.
	Zeros, Blank int
}

// Learn returns the ratios of rows of parts. A cell that is NaN is missing. The error names the place of a part that
// is below 0, infinite, or 0 in all rows.
func Learn(rows [][]float64) (*Ratios, *Trouble) {
	parts := len(rows[0])
	r := &Ratios{Zero: make([]float64, parts)}
	least, seen := slices.Repeat([]float64{math.Inf(1)}, parts), make([]bool, parts)
	for i, row := range rows {
		sum := 0.0
		for k, x := range row {
			if x < 0 || math.IsInf(x, 0) {
				return nil, &Trouble{i, k, x}
			}
			if !math.IsNaN(x) {
				sum += x
				seen[k] = true
			}
		}
		if sum == 0 {
			r.Blank++
			continue
		}
		for k, x := range row {
			if x == 0 {
				r.Zeros++
			} else if x > 0 {
				least[k] = min(least[k], x/sum)
			}
		}
	}
	for k, x := range least {
		if math.IsInf(x, 1) && seen[k] {
			return nil, &Trouble{-1, k, 0}
		}
		r.Zero[k] = zeroShare * x
	}
	return r, nil
}

// A Trouble is a cell that is no part of a whole; Row is −1 for a part that is 0 throughout.
type Trouble struct {
	Row, Part int
	Value     float64
}

// Coordinates returns those of a row of parts, NaN where one of their parts is missing or all parts are 0.
func (r *Ratios) Coordinates(row []float64) []float64 {
	logs := make([]float64, len(row))
	sum, zeros := 0.0, 0.0
	for k, x := range row {
		if x == 0 {
			zeros += r.Zero[k]
		}
		if !math.IsNaN(x) {
			sum += x
		}
	}
	for k, x := range row {
		switch {
		case !(sum > 0):
			logs[k] = math.NaN()
		case x == 0:
			logs[k] = math.Log(r.Zero[k])
		default: // the others shrink in proportion
			logs[k] = math.Log(x/sum) + math.Log1p(-min(zeros, mostZero))
		}
	}
	return Pivots(logs)
}

// mostZero bounds the share of a row that its zeros take.
const mostZero = 0.5

// Pivots returns the balance of each number against all after it: √(m/(m+1)) times its distance from the mean of the m
// after it. The last has none.
func Pivots(x []float64) []float64 {
	out := make([]float64, len(x)-1)
	sum := 0.0 // of those after this one
	for k := len(x) - 1; k >= 0; k-- {
		if m := float64(len(x) - 1 - k); m > 0 {
			out[k] = math.Sqrt(m/(m+1)) * (x[k] - sum/m)
		}
		sum += x[k]
	}
	return out
}

// Names names the coordinates by their parts: "sand : silt, clay".
func Names(parts []string) []string {
	names := make([]string, len(parts)-1)
	for k := range names {
		after := parts[k+1:]
		switch {
		case len(after) == 1:
			names[k] = parts[k] + " : " + after[0]
		case len(after) == 2:
			names[k] = parts[k] + " : " + after[0] + ", " + after[1]
		default:
			names[k] = fmt.Sprintf("%s : %d others", parts[k], len(after))
		}
	}
	return names
}

// Preferences returns coordinates of a row in which each thing has a rank among those that are there: the balances of
// the normal scores of the ranks.
func Preferences(row []float64) []float64 {
	scores := ScoresOf(row)
	out := make([]float64, len(row))
	for k, x := range row {
		out[k] = scores.Of(x)
	}
	return Pivots(out)
}

// Scores are normal scores, the quantiles of a normal distribution at the ranks of some numbers: Φ⁻¹((rank−½)/n), the
// mean rank of equal ones.
type Scores struct{ sorted []float64 }

// ScoresOf returns the scores of the numbers; NaN are left out.
func ScoresOf(numbers []float64) Scores {
	sorted := slices.DeleteFunc(slices.Clone(numbers), math.IsNaN)
	slices.Sort(sorted)
	return Scores{sorted}
}

// Of returns the score of x. One that is not among the numbers stands between its neighbours, NaN is NaN.
func (s Scores) Of(x float64) float64 {
	if math.IsNaN(x) {
		return x
	}
	n := len(s.sorted)
	from := sort.SearchFloat64s(s.sorted, x)
	to := from + sort.Search(n-from, func(k int) bool { return s.sorted[from+k] > x })
	// The mean of the places from to to−1 is the rank less a half; without one it is that between the neighbours.
	middle := min(max(float64(from+to)/2, 0.5), float64(n)-0.5)
	return distuv.UnitNormal.Quantile(middle / float64(n))
}
