package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/stat/association"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
)

// ColumnTests are tests of all columns of data for an association with an annotation of the rows.
type ColumnTests struct {
	Annotation inference.Annotation
	Tests      []factors.Association
	// Highest and Lowest are the levels of the annotation with the highest and the lowest mean rank in each column, −1 for
	// none or along a measurement.
	Highest, Lowest []int
	// Circular says that the groups were made from the columns themselves: p values then say nothing, and are left out.
	Circular bool
	data     *inference.Dataset
}

// NewColumnTests tests the columns of data, in the units of the table. It takes O(rows · log rows) for each column.
func NewColumnTests(d *inference.Dataset, a inference.Annotation, circular bool) *ColumnTests {
	_, k := d.Dims()
	t := &ColumnTests{Annotation: a, Circular: circular, data: d, Highest: make([]int, k), Lowest: make([]int, k)}
	t.Tests = factors.Test(k, t.ranked, a)
	measured := factors.NumbersOf(a) != nil
	for j := range k {
		if t.Highest[j], t.Lowest[j] = -1, -1; !measured {
			t.Highest[j], t.Lowest[j] = t.ends(t.ranked(j))
		}
	}
	return t
}

// column returns the values of a column, NaN where they are missing.
func (t *ColumnTests) column(j int) []float64 {
	n, _ := t.data.Dims()
	v := make([]float64, n)
	for i := range v {
		v[i] = t.data.Input(i, j)
	}
	return v
}

// shown returns the values of a column with numbers that are known between limits at their limit, and which they are.
func (t *ColumnTests) shown(j int) ([]float64, map[int]int) {
	v := t.column(j)
	var sides map[int]int
	for at, l := range t.data.Limits {
		if at.Column != j {
			continue
		}
		if sides == nil {
			sides = map[int]int{}
		}
		v[at.Row], sides[at.Row] = t.data.InputAt(j, l.Stated()), beside.LimitSide(l)
	}
	return v, sides
}

// unordered reports whether a column has levels that no order ranks.
func (t *ColumnTests) unordered(j int) bool {
	k := t.data.KindAt(j)
	return k.Sort == column.Category && len(k.Levels) > 2
}

// ranked returns the values of a column for tests by ranks, none of an unordered one.
func (t *ColumnTests) ranked(j int) []float64 {
	if n, _ := t.data.Dims(); t.unordered(j) {
		return slices.Repeat([]float64{math.NaN()}, n)
	}
	return t.column(j)
}

// ends returns the levels of the highest and of the lowest mean rank of values, −1 where all are alike.
func (t *ColumnTests) ends(values []float64) (highest, lowest int) {
	highest, lowest = -1, -1
	sum, count := make([]float64, len(t.Annotation.Levels)), make([]float64, len(t.Annotation.Levels))
	var seen []float64
	var level []int
	for i, c := range t.Annotation.Codes {
		if c >= 0 && !math.IsNaN(values[i]) {
			seen, level = append(seen, values[i]), append(level, c)
		}
	}
	for i, r := range association.Ranks(seen) {
		sum[level[i]] += r
		count[level[i]]++
	}
	mean := func(c int) float64 { return sum[c] / count[c] }
	for c, n := range count {
		switch {
		case n == 0:
			continue
		case highest < 0:
			highest, lowest = c, c
		case mean(c) > mean(highest):
			highest = c
		case mean(c) < mean(lowest):
			lowest = c
		}
	}
	if highest >= 0 && mean(highest) == mean(lowest) {
		return -1, -1
	}
	return highest, lowest
}

// level names a level, "" for none.
func (t *ColumnTests) level(c int) string {
	if c < 0 {
		return ""
	}
	return t.Annotation.Levels[c]
}

// Order returns the columns, those that differ most first.
func (t *ColumnTests) Order() []int {
	order := inference.UpTo(len(t.Tests))
	if t.Circular {
		effect := func(j int) float64 {
			if e := math.Abs(t.Tests[j].Effect); !math.IsNaN(e) {
				return e
			}
			return -1
		}
		stable.Sort(order, func(i, j int) int { return cmp.Compare(effect(j), effect(i)) })
		return order
	}
	sortByTest(order, t.Tests)
	return order
}

// called returns for how many columns the adjusted p value is below 0.05.
func (t *ColumnTests) called() (n int) {
	for _, a := range t.Tests {
		if a.Adjusted < clearP {
			n++
		}
	}
	return n
}

// Words names the tests of the columns and counts the small p values.
func (t *ColumnTests) Words() string {
	test := "Kruskal–Wallis"
	switch {
	case factors.NumbersOf(t.Annotation) != nil:
		test = "Spearman"
	case len(t.Annotation.Levels) == 2:
		test = "Wilcoxon rank sum"
	}
	if t.Circular {
		return "effect: the share of the variance of the ranks that lies between groups; no p values, as the groups were made from these columns"
	}
	return fmt.Sprintf("%s tests, adjusted for %s (Benjamini–Hochberg) · %s below 0.05", test,
		plotting.Plural(len(t.Tests), "column"), plotting.FormatCount(t.called()))
}

// Boxes returns the figure of columns, in this order: a panel of each, with the result of its test.
func (t *ColumnTests) Boxes(order []int) Boxes {
	f := groupBoxes(t.column, t.Annotation, factors.NumbersOf(t.Annotation), order,
		func(j int) string { return t.data.Columns[j] }, t.data.Rows)
	f.Title, f.Subtitle, f.Tests = "columns by "+t.Annotation.Name, t.Words(), []plotting.Sheet{t.sheet()}
	for i, j := range order {
		f.Panels[i].Notes, f.Panels[i].Lines = t.notes(j), t.lines(j)
		f.Panels[i].Kind = t.data.KindAt(j)
		f.Panels[i].Values, f.Panels[i].Limits = t.shown(j)
		if n := len(f.Panels[i].Limits); n > 0 {
			f.Panels[i].Lines = append(f.Panels[i].Lines,
				[2]string{"at a limit", plotting.Plural(n, "cell") + ", not tested"})
		}
	}
	return f
}

// notes describes in words the result of a column's test, from long to short.
func (t *ColumnTests) notes(j int) []string {
	a := t.Tests[j]
	if t.unordered(j) {
		return []string{"not tested: its levels have no order", "not tested"}
	}
	if !t.Circular || math.IsNaN(a.P) {
		return testNotes(a)
	}
	return []string{a.Strength() + " difference, " + effect(a), effect(a)}
}

// lines returns the numbers of a column, for the tooltip.
func (t *ColumnTests) lines(j int) [][2]string {
	lines := testLines(t.Tests[j])
	if t.Circular && !math.IsNaN(t.Tests[j].P) {
		lines = lines[2:] // without both p values
	}
	if t.Highest[j] >= 0 {
		lines = append(lines, [2]string{"highest in", t.level(t.Highest[j])}, [2]string{"lowest in", t.level(t.Lowest[j])})
	}
	return lines
}

// sheet returns the tests of all columns, those that differ most first.
func (t *ColumnTests) sheet() plotting.Sheet {
	header := []string{"column", "rows", "statistic", "p", "p_adjusted", "effect", "highest_in", "lowest_in"}
	return plotting.Sheet{Name: "tests", Header: header, Rows: func(yield func([]string) bool) {
		for _, j := range t.Order() {
			a, p, q := t.Tests[j], "", ""
			if !t.Circular {
				p, q = plotting.Cell(a.P), plotting.Cell(a.Adjusted)
			}
			if !yield([]string{t.data.Columns[j], fmt.Sprint(a.Cases), plotting.Cell(a.Statistic), p, q, plotting.Cell(a.Effect),
				t.level(t.Highest[j]), t.level(t.Lowest[j])}) {
				return
			}
		}
	}}
}
