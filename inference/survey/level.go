package survey

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/stat"
)

// Limits for findings about rows that differ in level.
const (
	mostLevel     = 0.7 // share of the variation between the means of rows
	leastAcross   = 4   // columns that can have a profile
	fewestGenes   = 50  // rows, where their names are of genes
	alikeSpread   = 0.7 // standard deviation of the logarithms of the spreads of columns in one unit
	alikeShare    = 0.9 // share of the columns whose means lie within a standard deviation of the usual one
	alikeCounts   = 0.8 // correlation of logarithms of counts between samples of the same genes
	fewestCounted = 3   // columns of counts that can be compared
	leastSpread   = 0.5 // standard deviation of these logarithms from gene to gene
	fewCounted    = 9   // least mean count of the row that is counted most
)

// byLevel finds a table with variables in its rows, such as genes, whose rows differ mostly in their mean: all that
// models find in it are high rows and low rows. Where the names of rows say nothing, it asks for many rows and columns
// that are distributed alike.
func byLevel(d *inference.Dataset) (Doubt, bool) {
	n, m := d.Dims()
	if m < leastAcross || n < fewestGenes || d.Kind == inference.Binary {
		return Doubt{}, false
	}
	genes := n >= 2*m && (geneShare(d.Rows) >= mostNames || annotationLike(d.Annotations, geneWords) != "")
	if !genes && (n < manyRows || n < manyFold*m || geneShare(d.Columns) >= mostNames || len(unitsOf(d.Columns)) > 0) {
		return Doubt{}, false
	}
	l := levelOf(d)
	if l.share < mostLevel || !genes && !l.alike {
		return Doubt{}, false
	}
	const step = "centre-rows"
	steps := step
	if with, err := d.Preprocessing.Then(step); err == nil {
		steps = string(with.Recipe)
	}
	turn := "--transpose"
	if d.Preprocessing.Transpose {
		turn = "--no-transpose"
	}
	return Doubt{Finding: Finding{
		Text: fmt.Sprintf("Rows differ mostly in level: their means make %.0f %% of the variation.", 100*l.share),
		Remedy: fmt.Sprintf(
			"To compare their profiles, centre the rows (--prepare %q); to compare the columns, turn the table (%s).", steps,
			turn),
	}, Cure: AddSteps, Steps: step, Turn: true}, true
}

// levelIn is [byLevel] for measurements as they stand in a table, of which it looks at evenly spaced rows.
func levelIn(t *inference.Table) Finding {
	n, m := t.Dims()
	if t.Kind != inference.Continuous || m < leastAcross || n < fewestGenes || min(n, seen) < 2*m || t.Pictures() {
		return Finding{}
	}
	if n > seen {
		rows := make([]int, seen)
		for k := range rows {
			rows[k] = k * n / seen
		}
		t = t.SelectRows(rows)
	}
	d, err := t.Prepare(inference.Preprocessing{})
	if err != nil {
		return Finding{} // the fit reports the fault
	}
	found, _ := byLevel(d)
	return found.Finding
}

// A level measures the share of the differences between rows that is in their means.
type level struct {
	share float64 // of the variation within columns
	alike bool    // columns have nearly the same mean and spread
}

// levelOf looks at evenly spaced rows of the numbers that a model reads.
func levelOf(d *inference.Dataset) (l level) {
	n, m := d.Dims()
	rows := min(n, seen, max(100, seenCells/m))
	counts, means, squares := make([]float64, m), make([]float64, m), make([]float64, m)
	each := func(do func(j int, x float64), row func()) {
		for k := range rows {
			for j, x := range d.X.RawRowView(k * n / rows) {
				if !math.IsNaN(x) {
					do(j, x)
				}
			}
			row()
		}
	}
	each(func(j int, x float64) { counts[j]++; means[j] += x }, func() {})
	for j := range means {
		means[j] /= max(counts[j], 1)
	}
	// The residuals of a row after the means of the columns, and their sum.
	total, between, sum, there := 0.0, 0.0, 0.0, 0.0
	each(func(j int, x float64) {
		r := x - means[j]
		squares[j] += r * r
		total += r * r
		sum, there = sum+r, there+1
	}, func() {
		if there > 0 {
			between += sum * sum / there
		}
		sum, there = 0, 0
	})
	if !(total > 0) || math.IsInf(total, 0) {
		return l
	}
	l.share = between / total
	l.alike = alike(d, counts, means, squares)
	return l
}

// alike reports whether columns have nearly the same mean and standard deviation in the units of the table.
func alike(d *inference.Dataset, counts, means, squares []float64) bool {
	var logs, middles []float64
	pooled := 0.0
	for j, n := range counts {
		if n == 0 || squares[j] == 0 {
			continue
		}
		deviation := math.Abs(d.Scale[j]) * math.Sqrt(squares[j]/n)
		logs = append(logs, math.Log(deviation))
		middles = append(middles, d.Centre[j]+d.Scale[j]*means[j])
		pooled += deviation
	}
	if len(logs) < leastAcross || stat.PopStdDev(logs, nil) > alikeSpread {
		return false
	}
	pooled /= float64(len(logs))
	usual := median(slices.Clone(middles))
	near := 0
	for _, x := range middles {
		if math.Abs(x-usual) <= pooled {
			near++
		}
	}
	return float64(near) >= alikeShare*float64(len(middles))
}

// countedAlike reports whether the columns of a table of many rows are counts that rise and fall together from row to
// row, as those of samples do in which the same genes were counted. Columns named by numbers may be channels of one
// instrument, and say nothing.
func countedAlike(t *inference.Table) bool {
	n, d := t.Dims()
	if t.Kind != inference.Count || d < fewestCounted || share(t.Columns, isNumber) >= mostNames {
		return false
	}
	rows, columns := min(n, enoughNames), min(d, 50)
	logs := make([][]float64, columns)
	for j := range logs {
		for i := range rows {
			if x := t.X.At(i*n/rows, j*d/columns); math.IsNaN(x) {
				logs[j] = append(logs[j], 0)
			} else {
				logs[j] = append(logs[j], math.Log1p(x))
			}
		}
	}
	if slices.ContainsFunc(logs, func(c []float64) bool { return stat.StdDev(c, nil) < leastSpread }) {
		return false // years are no reads
	}
	// Each column beside the mean of the others.
	sums := make([]float64, rows)
	for _, c := range logs {
		for i, x := range c {
			sums[i] += x
		}
	}
	if slices.Max(sums) < float64(columns)*math.Log1p(fewCounted) {
		return false // small whole numbers that depend on each other are no reads
	}
	var together []float64
	rest := make([]float64, rows)
	for _, c := range logs {
		for i, x := range c {
			rest[i] = sums[i] - x
		}
		together = append(together, stat.Correlation(c, rest, nil)) // NaN where one does not vary
	}
	together = slices.DeleteFunc(together, math.IsNaN)
	return len(together) >= fewestCounted && median(together) >= alikeCounts
}

func isNumber(name string) bool {
	_, err := strconv.ParseFloat(name, 64)
	return err == nil
}
