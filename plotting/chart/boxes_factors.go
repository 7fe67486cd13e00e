package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// ActivityBoxes returns the figure of the mean activities of the factors of a summary by an
// annotation of the rows, with a test of each factor: box plots of groups, or points along a
// measurement. The tests treat mean activities as measured numbers. With byTest, factors are
// ordered by p value, smallest first. Without such an annotation, or without factors, there are no
// panels.
func ActivityBoxes(d *inference.Dataset, s *factors.Summary, annotation string, byTest bool) Boxes {
	at := slices.IndexFunc(d.Annotations, func(a inference.Annotation) bool { return a.Name == annotation })
	if at < 0 {
		return Boxes{Style: plotting.Light, Window: plotting.All}
	}
	a := d.Annotations[at]
	tests := factors.Associations(s, a)
	if tests == nil {
		return Boxes{Style: plotting.Light, Window: plotting.All}
	}
	order := inference.UpTo(s.Count())
	if byTest {
		sortByTest(order, tests)
	}
	f := groupBoxes(activity(s.Factors.Activities), a, factors.NumbersOf(a), order, s.Name, d.Rows)
	called := 0
	for i, j := range order {
		f.Panels[i].Notes, f.Panels[i].Lines = testNotes(tests[j]), testLines(tests[j])
		if tests[j].Adjusted < 0.05 {
			called++
		}
	}
	f.Title = "activity by " + annotation
	test := "Kruskal–Wallis"
	if tests[0].Numeric {
		test = "Spearman"
	}
	f.Subtitle = fmt.Sprintf("%s tests, adjusted for %s (Benjamini–Hochberg) · %d below 0.05", test,
		plotting.Plural(len(tests), "factor"), called)
	return f
}

// sortByTest puts the tests of the smallest p values first, and of equal ones those of the largest effects.
func sortByTest(order []int, tests []factors.Association) {
	stable.Sort(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(untestedLast(tests[i].P), untestedLast(tests[j].P)),
			cmp.Compare(math.Abs(tests[j].Effect), math.Abs(tests[i].Effect)))
	})
}

// activity returns the activities of a factor.
func activity(x *mat.Dense) func(j int) []float64 {
	return func(j int) []float64 { return mat.Col(nil, j, x) }
}

// untestedLast returns the p value for the order of factors, with untested ones last.
func untestedLast(p float64) float64 {
	if math.IsNaN(p) {
		return 2
	}
	return p
}

// effect formats the size of an effect: a rank correlation, or the share of the ranks' variance between the groups.
func effect(t factors.Association) string { return "effect " + plotting.FormatDigits(t.Effect, 2) }

// clearP is the adjusted p value at which a test counts as finding nothing.
const clearP = 0.05

// testNotes describes in words the result of a test, from long to short.
func testNotes(t factors.Association) []string {
	if math.IsNaN(t.P) {
		return []string{"too little to test"}
	}
	p := plotting.PWords(t.Adjusted)
	what := "difference"
	if t.Numeric {
		what = "trend"
	}
	words := t.Strength() + " " + what
	if t.Adjusted >= clearP { // however strong it looks, chance alone does as much
		words = "no clear " + what
	}
	return []string{p + " · " + words + ", " + effect(t), p + " · " + words, p + " · " + effect(t), p}
}

// testLines returns the numbers of a test, for the tooltip.
func testLines(t factors.Association) [][2]string {
	if math.IsNaN(t.P) {
		return [][2]string{{"rows", plotting.FormatCount(t.Cases)}}
	}
	how := "in the limit"
	if t.Exact {
		how = "by all arrangements"
	}
	lines := [][2]string{{"p, adjusted", plotting.FormatP(t.Adjusted)}, {"p, " + how, plotting.FormatP(t.P)}}
	if t.Numeric {
		lines = append(lines, [2]string{"Spearman's ρ", plotting.FormatDigits(t.Statistic, 3)})
	} else {
		lines = append(lines, [2]string{"Kruskal–Wallis H", plotting.FormatDigits(t.Statistic, 3)}, [2]string{
			"ε², of the ranks' variance", plotting.FormatPercent(t.Effect)}, [2]string{"groups", plotting.FormatCount(t.Groups)})
	}
	return append(lines, [2]string{"rows", plotting.FormatCount(t.Cases)})
}

// groupBoxes returns the panels of quantities by an annotation of the rows, in the given order of quantities. column
// returns the numbers of one, a number for each row, name its name, and rows names the rows.
func groupBoxes(column func(j int) []float64, a inference.Annotation, numbers []float64, order []int,
	name func(j int) string, rows []string) Boxes {
	b := Boxes{By: a.Name, Levels: a.Levels, Style: plotting.Light, Window: plotting.All}
	used := make([]int, len(a.Levels)) // places of the levels that have rows
	for _, c := range a.Codes {
		if c >= 0 {
			used[c]++
		}
	}
	place := make([]int, len(a.Levels))
	for c, n := range used {
		place[c] = -1
		if n > 0 && numbers == nil {
			place[c] = len(b.Groups)
			b.Groups = append(b.Groups, a.Levels[c])
		}
	}
	group := make([]int, len(a.Codes))
	for i, c := range a.Codes {
		group[i] = -1
		if c >= 0 {
			group[i] = place[c]
		}
	}
	for _, j := range order {
		p := BoxPanel{Name: name(j), Values: column(j), Names: rows, ID: j}
		if numbers != nil {
			p.At, p.AtName, p.Dated = numbers, a.Name, factors.Dated(a)
		} else {
			p.Group = group
		}
		b.Panels = append(b.Panels, p)
	}
	return b
}
