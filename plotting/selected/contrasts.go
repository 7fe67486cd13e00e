package selected

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/association"
)

// Contrasts are those of one selection, kept, which snapshots of a run do not change.
type Contrasts struct {
	data            *inference.Dataset
	columns         *association.Columns // of data; nil before the first test
	rows            []int
	inside          []bool // of all rows, which are among rows
	Highest, Lowest []Contrast
	Compared        int // columns
	tested          bool
}

// Find sets the contrasts of a selection, without tests. It reports whether they were known
// already, with tests.
func (l *Contrasts) Find(data *inference.Dataset, rows []int) bool {
	if l.data == data && slices.Equal(l.rows, rows) {
		return l.tested
	}
	if l.data != data {
		l.columns = nil
	}
	l.data, l.rows, l.Compared, l.tested = data, rows, 0, false
	l.inside = insideOf(rows, len(data.Rows))
	l.Highest, l.Lowest = contrasts(data, l.inside)
	return false
}

// Test adds p values to copies of the contrasts, because those without are on screen already. It
// returns false if it gave up.
func (l *Contrasts) Test(giveUp func() bool) bool {
	highest, lowest := slices.Clone(l.Highest), slices.Clone(l.Lowest)
	if l.columns == nil {
		l.columns = association.NewColumns(l.data.X)
	}
	compared := testContrasts(l.columns, l.inside, giveUp, highest, lowest)
	if giveUp() && compared == 0 {
		return false
	}
	l.Highest, l.Lowest, l.Compared, l.tested = highest, lowest, compared, true
	return true
}

// testContrasts gives contrasts of rows p values. It returns for how many columns these are adjusted:
// all that can be tested, not only those in which the rows stand out. It returns 0 as soon as giveUp
// returns true.
func testContrasts(columns *association.Columns, inside []bool, giveUp func() bool, lists ...[]Contrast) int {
	p, tested := columns.Compare(inside, giveUp), 0
	if p == nil {
		return 0
	}
	for _, v := range p {
		if !math.IsNaN(v) {
			tested++
		}
	}
	adjusted := association.Adjust(p)
	for _, list := range lists {
		for k := range list {
			if q := adjusted[list[k].Column]; !math.IsNaN(q) {
				list[k].Tested, list[k].P = true, q
			}
		}
	}
	return tested
}

// insideOf returns which of n rows are among the given ones.
func insideOf(rows []int, n int) []bool {
	inside := make([]bool, n)
	for _, r := range rows {
		if r >= 0 && r < n {
			inside[r] = true
		}
	}
	return inside
}

// contrasts returns the columns in which the rows inside differ most from the others.
func contrasts(data *inference.Dataset, inside []bool) (highest, lowest []Contrast) {
	n, d := data.Dims()
	// Sums over the selected rows and over the others: sum and sum of squares, about the first value of
	// each column, so that a large offset costs no digits; and the number of values.
	var sums [2][][2]float64
	var numbers [2][]float64
	for k := range sums {
		sums[k], numbers[k] = make([][2]float64, d), make([]float64, d)
	}
	origin, rows := firstValues(data), [2]float64{}
	for i := range n {
		k := 1
		if inside[i] {
			k = 0
		}
		rows[k]++
		of, missing := sums[k][:len(origin)], numbers[k][:len(origin)]
		for j, x := range data.X.RawRowView(i)[:len(origin)] {
			if x != x { // NaN
				missing[j]++
				continue
			}
			x -= origin[j]
			sum := &of[j]
			sum[0] += x
			sum[1] += x * x
		}
	}
	for k := range numbers {
		for j, missing := range numbers[k] {
			numbers[k][j] = rows[k] - missing
		}
	}
	var all []Contrast
	for j := range d {
		a, b, na, nb := sums[0][j], sums[1][j], numbers[0][j], numbers[1][j]
		if na == 0 || nb == 0 {
			continue
		}
		m := na + nb
		mean := (a[0] + b[0]) / m
		deviation := math.Sqrt(max(0, (a[1]+b[1])/m-mean*mean))
		difference := (a[0]/na - b[0]/nb) / deviation
		if !(math.Abs(difference) >= leastDifference) || math.IsInf(difference, 0) {
			continue
		}
		all = append(all, Contrast{Column: j, Name: data.Columns[j], Difference: difference,
			Inside: origin[j] + a[0]/na, Outside: origin[j] + b[0]/nb})
	}
	stable.Sort(all, func(x, y Contrast) int {
		switch {
		case x.Difference > y.Difference:
			return -1
		case x.Difference < y.Difference:
			return 1
		}
		return x.Column - y.Column
	})
	for i := 0; i < len(all) && len(highest) < mostHighest && all[i].Difference > 0; i++ {
		highest = append(highest, all[i].inInput(data))
	}
	for i := len(all) - 1; i >= 0 && len(lowest) < mostLowest && all[i].Difference < 0; i-- {
		lowest = append(lowest, all[i].inInput(data))
	}
	return highest, lowest
}

// firstValues returns the first value of each column, NaN where there is none.
func firstValues(data *inference.Dataset) []float64 {
	n, d := data.Dims()
	first := make([]float64, d)
	for j := range first {
		first[j] = math.NaN()
		for i := 0; i < n && math.IsNaN(first[j]); i++ {
			first[j] = data.X.At(i, j)
		}
	}
	return first
}

// inInput brings the means from working to input units.
func (c Contrast) inInput(d *inference.Dataset) Contrast {
	back := func(x float64) float64 {
		if c.Column < len(d.Scale) && c.Column < len(d.Centre) {
			x = x*d.Scale[c.Column] + d.Centre[c.Column]
		}
		if d.Preprocessing.Log2p1 {
			x = math.Exp2(x) - 1
		}
		return x
	}
	c.Inside, c.Outside = back(c.Inside), back(c.Outside)
	return c
}
