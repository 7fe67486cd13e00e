// Package outlying keeps rows that lie far from the others from making edges of their own in networks of columns.
//
// A few such rows give every pair of columns that they share a correlation. Normal scores replace each column by Φ⁻¹
// of its ranks, which is the Gaussian copula, or nonparanormal (Liu, Lafferty and Wasserman 2009, The nonparanormal:
// semiparametric estimation of high dimensional undirected graphs, Journal of Machine Learning Research 10,
// 2295–2328): a row counts by its place among the others, however far out it lies.
package outlying

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/pairs"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Name is the name of the parameter; the others are its choices.
const (
	Name     = "values"
	auto     = "auto"
	measured = "measured"
	ranks    = "ranks"
)

// Parameter is the choice between the values and their normal scores, as every model of networks of numbers offers it.
func Parameter() inference.Parameter {
	return inference.Parameter{Name: Name, Title: "Values", Type: inference.Choice, Default: auto, Before: measured,
		Choices: []string{auto, measured, ranks},
		Help: "measured: the numbers as they are; ranks: each column by the normal scores of its ranks, in which what is far out " +
			"in rows that lie far out counts as the mean, so that they make no edges of their own; auto: ranks if any row lies far out."}
}

// Choice returns the values in use: "measured" or "ranks".
func Choice(data *inference.Dataset, s inference.Settings) string {
	switch how := s.Text(Name); {
	case how != auto:
		return how
	case len(Rows(data.X)) > 0:
		return ranks
	}
	return measured
}

// Decide returns the choice where the settings leave it to the data, as [inference.Decider] does.
func Decide(data *inference.Dataset, s inference.Settings) map[string]string {
	if s.Text(Name) != auto {
		return nil
	}
	return map[string]string{Name: Choice(data, s)}
}

// Prepare returns the data that a model is to fit: a copy with normal scores, or the data themselves.
func Prepare(data *inference.Dataset, s inference.Settings) *inference.Dataset {
	if Choice(data, s) == measured {
		return data
	}
	c := *data
	c.X = Scores(data.X)
	level(c.X, data.X, Rows(data.X))
	return &c
}

// level gives the cells that are far out of rows that lie far out the mean of the scores of their column. Even by
// their ranks, some rows at the ends of the same columns would give each pair of these a weak correlation, beside
// which sparse networks do not show.
func level(scores, x *mat.Dense, far []int) {
	_, d := x.Dims()
	for j := range d {
		middle, wide := robust(observed(mat.Col(nil, j, x)))
		if len(far) == 0 || !(wide > 0) {
			continue
		}
		mean, _ := moments(mat.Col(nil, j, scores))
		for _, i := range far {
			if math.Abs(x.At(i, j)-middle) > leastSize*wide {
				scores.Set(i, j, mean)
			}
		}
	}
}

// mostNamed is how many rows a note names.
const mostNamed = 3

// Note names the rows that lie far out and says how they are treated; "" where there are none and nothing is done.
func Note(data *inference.Dataset, s inference.Settings) string {
	far, how := Rows(data.X), Choice(data, s)
	if len(far) == 0 {
		if how == ranks {
			return "Columns are taken by the normal scores of their ranks."
		}
		return ""
	}
	var names []string
	for _, i := range far[:min(mostNamed, len(far))] {
		if i < len(data.Rows) && data.Rows[i] != "" {
			names = append(names, data.Rows[i])
		}
	}
	text := farOut(len(far))
	if len(names) > 0 {
		text += " (" + strings.Join(names, ", ")
		if len(far) > len(names) {
			text += ", …"
		}
		text += ")"
	}
	if how == ranks {
		return text + ": ranks used, so that such rows make no edges of their own."
	}
	return fmt.Sprintf("%s and can make edges of their own; set %s to %s against that.", text, Name, ranks)
}

func farOut(rows int) string {
	return words.Plural(rows, "row") + words.ByNumber(rows, " lies", " lie") + " far out"
}

// Words says the same in a few words, for a figure: "3 rows lie far out: ranks used". It is "" for settings without the
// choice, and for categories.
func Words(data *inference.Dataset, s inference.Settings) string {
	if !s.Has(Name) || s.Has("score") && s.Text("score") == "bdeu" {
		return ""
	}
	far, used := len(Rows(data.X)), Choice(data, s) == ranks
	switch {
	case far > 0 && used:
		return farOut(far) + ": ranks used"
	case far > 0:
		return farOut(far)
	case used:
		return "ranks used"
	}
	return ""
}

// Scores returns the normal scores of each column, with the mean and the standard deviation of its observed cells.
// Equal values get equal scores; missing cells stay NaN, columns with one value stay as they are.
func Scores(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	for j := range d {
		column := mat.Col(nil, j, x)
		mean, deviation := moments(column)
		scores := pairs.Transformed(column, pairs.Scores)
		if centre, wide := moments(scores); wide > 0 && deviation > 0 {
			for i, v := range scores {
				column[i] = mean + deviation*(v-centre)/wide
			}
		}
		out.SetCol(j, column)
	}
	return out
}

// moments returns the mean and the standard deviation of the numbers that are not NaN, divisor n.
func moments(column []float64) (mean, deviation float64) {
	seen := observed(column)
	if len(seen) == 0 {
		return 0, 0
	}
	mean = stat.Mean(seen, nil)
	return mean, math.Sqrt(stat.MomentAbout(2, seen, mean, nil))
}

func observed(column []float64) (seen []float64) {
	for _, v := range column {
		if !math.IsNaN(v) {
			seen = append(seen, v)
		}
	}
	return seen
}

// chance is about the probability that a table of Gaussian columns has a row far out.
const chance = 0.005

// limit returns how many robust standard deviations from the median one of so many numbers lies at most, save for that
// chance. The median absolute deviation of n numbers is itself known to 1.17/√n only, and the least of many columns
// counts.
func limit(n, numbers int) float64 {
	return -distuv.UnitNormal.Quantile(chance/float64(2*numbers)) * (1 + 4/math.Sqrt(float64(n)))
}

// Rows returns the rows of x, N×D, that lie far out: those with a cell further from the median of its column than a
// table of Gaussian columns has one, in median absolute deviations, or with cells that are far out together. Columns
// of which half the values are equal do not count. It is nil for fewer than eight rows. O(ND log N).
func Rows(x *mat.Dense) (far []int) {
	n, d := x.Dims()
	if n < leastRows {
		return nil
	}
	out := make([]bool, n)
	square, count := make([]float64, n), make([]float64, n)
	most := limit(n, n*d)
	for j := range d {
		column := mat.Col(nil, j, x)
		middle, wide := robust(observed(column))
		if !(wide > 0) {
			continue
		}
		for i, v := range column {
			if z := (v - middle) / wide; !math.IsNaN(z) {
				square[i] += z * z
				count[i]++
				out[i] = out[i] || math.Abs(z) > most
			}
		}
	}
	var sizes []float64
	var of []int
	for i, k := range count {
		if k > 0 {
			sizes, of = append(sizes, math.Sqrt(square[i]/k)), append(of, i)
		}
	}
	middle, wide := robust(sizes)
	if d > 1 && wide > 0 && floats.Max(sizes) > 0 {
		most := limit(n, n)
		for k, size := range sizes {
			if (size-middle)/wide > most && size > leastSize {
				out[of[k]] = true
			}
		}
	}
	for i, is := range out {
		if is {
			far = append(far, i)
		}
	}
	return far
}

const (
	leastRows = 8
	leastSize = 3 // robust standard deviations: a row whose cells are not further out on average is not far out
)

// robust returns the median and the median absolute deviation, times that of a Gaussian.
func robust(values []float64) (middle, wide float64) {
	if len(values) == 0 {
		return 0, 0
	}
	middle = median(values)
	off := make([]float64, len(values))
	for i, v := range values {
		off[i] = math.Abs(v - middle)
	}
	return middle, 1.4826 * median(off)
}

func median(values []float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	k := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[k]
	}
	return (sorted[k-1] + sorted[k]) / 2
}
