package board

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// near reports whether two numbers agree to six digits, or are the same infinity.
func near(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-6*max(1, math.Abs(b)) }

// rows makes a result of a model that predicted rows.
func rows(model string, seed uint64, names string, density ...float64) Entry {
	return Entry{Result: &job.Result{Spec: job.Spec{Model: model, Seed: seed}, Data: job.Facts{Name: "t", SHA256: "1"},
		Snapshot: &inference.Snapshot{},
		Rows:     &job.RowScores{Names: strings.Fields(names), LogDensity: density, Columns: 3}}}
}

func board(t *testing.T, labels string, entries ...Entry) *Board {
	t.Helper()
	b, err := New(entries, labels)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The means and errors are worked out by hand: for example the differences 0.2, 0.9, −0.1 and 0.6
// have the mean 0.4, the sum of squared deviations 0.58 and the error √(0.58/(3·4)); Student's t
// with three degrees of freedom has 3.182446 for its 97.5 % quantile in every table.
func TestPairedDifferences(t *testing.T) {
	b := board(t, "", rows("kde", 1, "a b c d", -1.2, -2.9, -1.4, -1.1), rows("pydt", 1, "a b c d", -1, -2, -1.5, -0.5))
	if b.Unit != Rows || b.N != 4 || b.Rows != 4 || b.Splits != 1 || len(b.Compared()) != 2 {
		t.Fatalf("%+v", b)
	}
	lead, kde := b.Lines[0], b.Lines[1]
	if lead.Name != "pydt" || !near(lead.Density.Mean, -1.25) || !near(lead.Density.Error, math.Sqrt(1.25/12)) ||
		lead.Behind.Mean != 0 {
		t.Errorf("first is %+v", lead)
	}
	e := math.Sqrt(0.58 / 12)
	if !near(kde.Behind.Mean, 0.4) || !near(kde.Behind.Error, e) || !near(kde.Behind.Low, 0.4-3.182446*e) ||
		!near(kde.Behind.High, 0.4+3.182446*e) {
		t.Errorf("kde is behind by %+v", kde.Behind)
	}
	if kde.Apart() || lead.Apart() {
		t.Error("0.4 with an error of 0.22 on four rows is distinguished from 0")
	}
	b = board(t, "", rows("pydt", 1, "a b c d", -1, -2, -1.5, -0.5), rows("kde", 1, "a b c d", -2, -3.1, -2.4, -1.5))
	if !b.Lines[1].Apart() {
		t.Error("differences of 1, 1.1, 0.9 and 1 are not told from 0")
	}
}

// Cells of one row are one observation. The differences are 1 and 2 in the first row, 0 in the
// second and 1 in the third: about their mean 1 the rows sum to 1, −1 and 0, which makes the error
// √(3/2·2)/4.
func TestCellsOfARowBelongTogether(t *testing.T) {
	cells := func(model string, density ...float64) Entry {
		e := rows(model, 1, "")
		e.Result.Rows, e.Result.Cells = nil, &job.CellScores{Row: []string{"a", "a", "b", "c"},
			Column: []string{"x", "y", "x", "y"}, LogDensity: density, SquaredError: 0.5}
		return e
	}
	b := board(t, "", cells("nsfa", 0, 0, 0, 0), cells("fa", -1, -2, 0, -1))
	fa := b.Lines[1]
	if b.Unit != Cells || b.N != 4 || b.Rows != 3 || !near(fa.Behind.Mean, 1) || !near(fa.Behind.Error, math.Sqrt(3)/4) ||
		!near(fa.Behind.High, 1+4.302653*math.Sqrt(3)/4) || fa.Squared != 0.5 {
		t.Errorf("%+v of %+v", fa, b)
	}
}

// A row that two splits hid counts once, with its mean: −1, (−2−4)/2 and −3 here. What only one of
// the models predicted is left out.
func TestSplits(t *testing.T) {
	b := board(t, "",
		rows("pydt", 1, "x y", -1, -2), rows("kde", 1, "x y", -2, -2), rows("pydt", 2, "y z", -4, -3),
		rows("kde", 2, "y z", -4, -6), rows("pydt", 3, "v w", 9, 9))
	if len(b.Lines) != 2 || b.Splits != 2 || b.N != 3 || b.Rows != 3 {
		t.Fatalf("%+v", b)
	}
	if l := b.Lines[0]; l.Name != "pydt" || !slices.Equal(l.Entries, []int{0, 2, 4}) || !near(l.Density.Mean, -7.0/3) {
		t.Errorf("%+v", l)
	}
	if l := b.Lines[1]; !near(l.Behind.Mean, 4.0/3) || !near(l.Density.Mean, -11.0/3) {
		t.Errorf("%+v", l)
	}
	// Two fits of one split are two lines, told apart by their seeds.
	b = board(t, "", rows("kde", 1, "x y", -1, -2), rows("kde", 2, "x y", -1, -3))
	if len(b.Lines) != 2 || b.Lines[0].Name != "kde, seed 1" || b.Lines[1].Name != "kde, seed 2" {
		t.Errorf("%+v", b.Lines)
	}
}

// What does not compare is on the board with the reason.
func TestNotCompared(t *testing.T) {
	binary := func(e Entry, observation string) Entry {
		e.Data = &inference.Dataset{Kind: inference.Binary, Columns: []string{"p", "q", "r"}}
		if observation == "" {
			return e
		}
		e.Result.Spec.Settings = map[string]job.Value{"observation": {Text: observation}}
		return e
	}
	none := rows("agglomerative", 1, "")
	none.Result.Rows = nil
	other := rows("dpmm", 2, "a c", -1, -1)
	wide := rows("gaussian", 1, "a b", -9, -9)
	wide.Result.Rows.Columns = 7
	cells := rows("nsfa", 1, "")
	cells.Result.Rows, cells.Result.Cells = nil, &job.CellScores{Row: []string{"a"}, Column: []string{"x"},
		LogDensity: []float64{1}}
	b := board(t, "", none, rows("kde", 1, "a b", -1, math.NaN()), other, cells, wide, rows("pydt", 1, "a b", -1, -3),
		rows("ddt", 1, "a b", -1, math.Inf(-1)))
	var got []string
	for _, l := range b.Lines {
		got = append(got, l.Model+": "+l.Why)
	}
	want := []string{"pydt: ", "ddt: ", "agglomerative: no data were hidden", "kde: the log density of b is not a number",
		"dpmm: scored on other hidden rows", "nsfa: scored on hidden cells, the others on rows",
		"gaussian: scored on other columns"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if d := b.Lines[1]; !math.IsInf(d.Behind.Mean, 1) || !d.Apart() || !math.IsNaN(d.Behind.Error) {
		t.Errorf("a model that rules out what came: %+v", d)
	}
	b = board(t, "", binary(rows("gaussian", 1, "a b", -1, -1), ""), binary(rows("ddt", 1, "a b", -2, -1), "auto"))
	if l := b.Lines[1]; l.Compared || l.Model != "gaussian" || !strings.Contains(l.Why, "has no limit") {
		t.Errorf("probabilities beside densities: %+v", l)
	}
	for _, c := range []struct{ model, score string }{{"chowliu", ""}, {"treemixture", ""}, {"dag", ""}, {"dag", "bge"}} {
		e := binary(rows(c.model, 1, "a b", -2, -1), "")
		if c.score != "" {
			e.Result.Spec.Settings = map[string]job.Value{"score": {Text: c.score}}
		}
		e.Data.Preprocessing = inference.Preprocessing{Centre: true, Scale: true}
		b = board(t, "", binary(rows("gaussian", 1, "a b", -1, -1), ""), e)
		want := 1 // densities of zeros and ones are not compared, not even with each other
		if c.score == "bge" {
			want = 0
		}
		if got := b.Compared(); len(got) != want || want == 1 && got[0].Model != c.model {
			t.Errorf("%+v of zeros and ones beside densities: %+v", c, b.Lines)
		}
	}
	far := rows("kde", 1, "a b", -1, -1)
	far.Result.Data = job.Facts{Name: "u", SHA256: "2"}
	if _, err := New([]Entry{wide, far}, ""); err == nil || !strings.Contains(err.Error(), "different tables, t and u") {
		t.Errorf("results of two tables: %v", err)
	}
	if got := Tables([]Entry{wide, far, wide}); len(got) != 2 || len(got[0]) != 2 || got[0][1] != 2 || got[1][0] != 1 {
		t.Errorf("the tables are %v", got)
	}
	if _, err := New(nil, ""); err == nil {
		t.Error("a board of nothing")
	}
}

// The scores of {a b}{c d} against {a b c}{d}: of six pairs, both join one (ab); chance makes
// 2·3/6 = 1 of it, so the adjusted Rand index is 0. Both entropies and the mutual information
// follow from the counts 2, 0, 1, 1.
func TestWhatWasFound(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	data := &inference.Dataset{Rows: names, Columns: []string{"x"}, X: mat.NewDense(4, 1, nil),
		Annotations: []inference.Annotation{inference.NewAnnotation("kind", []string{"p", "p", "p", "q"}),
			inference.NewAnnotation("other", []string{"p", "p", "q", ""})}}
	found := func(model string, parts ...inference.Part) Entry {
		e := rows(model, 1, "")
		e.Result.Rows, e.Data, e.Result.Snapshot = nil, data, &inference.Snapshot{Parts: parts}
		return e
	}
	// ((a,b),(c,d)): the pair ab of label p meets where all are p; ac, bc meet at the top, 3 of 4.
	of := &tree.Tree{Names: names, Top: 6, Parent: []int{4, 4, 5, 5, 6, 6, -1},
		Children: [][]int{nil, nil, nil, nil, {0, 1}, {2, 3}, {4, 5}},
		LogTime:  []float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 2, 2, 1}}
	b := board(t, "kind", found("kmeans", &partition.Partition{Name: "cluster", Labels: []int{0, 0, 1, 1}}),
		found("ddt", &forest.Forest{Trees: []forest.Weighted{{Tree: of, Weight: 1}}}),
		found("nsfa", &factor.Factors{State: &factor.State{IDs: []int{1, 2, 5}, Loadings: mat.NewDense(1, 3, nil),
			Activities: mat.NewDense(4, 3, nil)}}))
	if b.Unit != "" || len(b.Compared()) != 0 {
		t.Errorf("%+v", b)
	}
	ln := math.Log
	hc, hl, mutual := ln(2), -0.75*ln(0.75)-0.25*ln(0.25),
		0.5*ln(0.5/(0.5*0.75))+0.25*ln(0.25/(0.5*0.75))+0.25*ln(0.25/(0.5*0.25))
	a := b.Lines[0].Agreement
	if a == nil || a.Groups != 2 || a.Rows != 4 || !near(a.AdjustedRand, 0) ||
		!near(a.VariationOfInformation, hc+hl-2*mutual) ||
		!near(a.MutualInformation, 2*mutual/(hc+hl)) || !near(a.Purity, 0.75) || !math.IsNaN(a.DendrogramPurity) {
		t.Errorf("%+v", a)
	}
	if a := b.Lines[1].Agreement; a == nil || !near(a.AdjustedRand, 0) || !near(a.DendrogramPurity, (1+0.75+0.75)/3) {
		t.Errorf("%+v", a)
	}
	if b.Lines[2].Agreement != nil {
		t.Error("factors agree with labels of rows")
	}
	for i, want := range []struct {
		n  float64
		of string
	}{{2, Clusters}, {3, BranchPoints}, {3, Factors}} {
		if l := b.Lines[i]; l.Count != want.n || l.Counted != want.of {
			t.Errorf("%s has %v of %q", l.Model, l.Count, l.Counted)
		}
	}
}

// A star is cut into as many groups as there are labels, by the values of its rows; an annotation with
// one label for all rows of a part of a table says nothing about the groups.
func TestAgreementOfAStar(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	data := &inference.Dataset{Rows: names, Columns: []string{"x"}, X: mat.NewDense(4, 1, []float64{0, 9, 0.1, 9.1}),
		Annotations: []inference.Annotation{inference.NewAnnotation("kind", []string{"p", "q", "p", "q"}),
			inference.NewAnnotation("same", []string{"p", "p", "p", "p"})}}
	inf := math.Inf(1)
	star := &tree.Tree{Names: names, Top: 4, Parent: []int{4, 4, 4, 4, -1},
		Children: [][]int{nil, nil, nil, nil, {0, 1, 2, 3}}, LogTime: []float64{inf, inf, inf, inf, 1}}
	e := rows("pydt", 1, "")
	e.Result.Rows, e.Data, e.Result.Snapshot = nil, data,
		&inference.Snapshot{Parts: []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: star, Weight: 1}}}}}
	if a := board(t, "kind", e).Lines[0].Agreement; a == nil || a.Groups != 2 || a.AdjustedRand != 1 {
		t.Errorf("%+v", a)
	}
	if a := board(t, "same", e).Lines[0].Agreement; a != nil {
		t.Errorf("one label for all rows agrees: %+v", a)
	}
	g, err := GroupsOf(e, 3)
	if err != nil || len(g.Groups) != 3 {
		t.Errorf("%v, %v", g, err)
	}
}

// Several fits of a line are judged by the worst.
func TestVerdicts(t *testing.T) {
	with := func(e Entry, level diagnostics.Level, rhat, bulk, tail float64) Entry {
		e.Result.Diagnostics = &diagnostics.Report{Verdict: diagnostics.Verdict{Level: level, Text: level.String()},
			Quantities: []diagnostics.Quantity{{Name: "c", RHat: rhat, BulkESS: bulk, TailESS: tail},
				{Name: "constant", Reason: "it does not vary", RHat: math.NaN()}}}
		return e
	}
	b := board(t, "", with(rows("nsfa", 1, "a", -1), diagnostics.Warn, 1.02, 150, 120),
		with(rows("nsfa", 2, "b", -1), diagnostics.Good, 1.001, 900, 800), rows("kde", 1, "a", -2))
	if l := b.Lines[0]; l.Verdict.Text != "warn" || l.RHat != 1.02 || l.ESS != 120 || !l.Samples {
		t.Errorf("%+v", l)
	}
	if l := b.Lines[1]; l.Samples || !math.IsNaN(l.RHat) || !math.IsNaN(l.Behind.Error) || l.Apart() {
		t.Errorf("%+v", l)
	}
}

func TestNames(t *testing.T) {
	result := func(model string, seed uint64, settings ...string) Entry {
		r := &job.Result{Spec: job.Spec{Model: model, Seed: seed, Settings: map[string]job.Value{}}}
		for i := 0; i+1 < len(settings); i += 2 {
			r.Spec.Settings[settings[i]] = job.Value{Text: settings[i+1]}
		}
		return Entry{Result: r}
	}
	got := Names([]Entry{result("nsfa", 1, "alpha", "1", "beta", "3"), result("pydt", 1),
		result("nsfa", 1, "alpha", "2", "beta", "3"), result("pydt", 4)})
	part, whole := result("kde", 1), result("kde", 1)
	part.Result.Spec.Held, whole.Title = &job.Held{Share: 0.1}, "Kernel density"
	part.Title = whole.Title
	if got := Names([]Entry{part, whole}); !slices.Equal(got, []string{"Kernel density", "Kernel density, whole table"}) {
		t.Errorf("%q", got)
	}
	if want := []string{"nsfa (alpha 1)", "pydt, seed 1", "nsfa (alpha 2)", "pydt, seed 4"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// {a b}{c d} beside {b c}{d}: rows are matched by name, and a, which only one has, is left out. Of
// three pairs none is joined by both: the sum of squares is 0 and chance expects 1·1/3, so the adjusted
// Rand index is (0 − 1/3)/(1 − 1/3).
func TestCross(t *testing.T) {
	x, err := Cross(Partition{Name: "x", Rows: []string{"a", "b", "c", "d"}, Labels: []int{0, 0, 1, 1},
		Groups: []string{"1", "2"}},
		Partition{Name: "y", Rows: []string{"d", "c", "b", "e"}, Labels: []int{1, 0, 0, 1}, Groups: []string{"p", "q"}})
	if err != nil {
		t.Fatal(err)
	}
	if x.Rows != 3 || !slices.Equal(x.Counts[0], []int{1, 0}) || !slices.Equal(x.Counts[1], []int{1, 1}) ||
		!near(x.AdjustedRand, -0.5) ||
		!near(x.VariationOfInformation, 4.0/3*math.Log(2)) {
		t.Errorf("%+v", x)
	}
	if _, err := Cross(Partition{Name: "x", Rows: []string{"a"}, Labels: []int{0}, Groups: []string{"1"}},
		Partition{Name: "y", Rows: []string{"b"}, Labels: []int{0}, Groups: []string{"1"}}); err == nil {
		t.Error("partitions of different rows are compared")
	}
}

// Rows and cells hidden from one model stand on one line, each with a mean of its own.
func TestRowsAndCellsOfOneModel(t *testing.T) {
	cells := rows("pydt", 1, "")
	cells.Result.Rows, cells.Result.Cells = nil, &job.CellScores{Row: []string{"a", "b"}, Column: []string{"x", "x"},
		LogDensity: []float64{-5, -7}}
	b := board(t, "", rows("kde", 1, "a b", -2, -2), cells, rows("pydt", 1, "a b", -1, -3))
	line := func(model string) Line {
		return b.Lines[slices.IndexFunc(b.Lines, func(l Line) bool { return l.Model == model })]
	}
	l := line("pydt")
	if len(b.Lines) != 2 || b.Unit != Rows || l.Unit != Rows || !near(l.Density.Mean, -2) || l.Other == nil ||
		!near(l.Other.Mean, -6) {
		t.Errorf("%d lines by %s: %+v", len(b.Lines), b.Unit, l)
	}
	if line("kde").Other != nil {
		t.Error("no cell was hidden from kde")
	}
}

// Cells of levels are compared by their probability, of all models alike; the means of each sort of cells stand beside
// the total. Whole numbers are counts where some model took them so.
func TestCellsOfSeveralSorts(t *testing.T) {
	cells := func(model, third string, density, mass []float64) Entry {
		e := rows(model, 1, "")
		e.Result.Rows, e.Result.Cells = nil,
			&job.CellScores{Row: []string{"a", "b", "c", "c"}, Column: []string{"x", "y", "z", "y"},
				LogDensity: density, Mass: mass, Sort: []string{job.CellsNumbers, job.CellsYesNo, third, job.CellsYesNo}}
		return e
	}
	nan := math.NaN()
	exact := cells("nsfa", job.CellsCounts, []float64{-1, -.5, -2, -.7}, []float64{nan, -.5, -2, -.7})
	numbers := cells("pca", job.CellsWhole, []float64{-1.5, 40, -1.8, 40}, []float64{nan, -1, -2.5, -1})
	b := board(t, "", numbers, exact)
	if l := b.Lines[0]; l.Model != "nsfa" || !b.Lines[1].Compared || !near(b.Lines[1].Behind.Mean, (.5+.5+.5+.3)/4) {
		t.Errorf("%+v", b.Lines)
	}
	want := []Share{{"counts", 1, -2.5}, {"numbers", 1, -1.5}, {"yes/no", 2, -1}}
	if got := b.Lines[1].Shares; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	// Without a model of counts, whole numbers keep their densities; a result that knows no probabilities is not compared.
	other := rows("fa", 1, "")
	other.Result.Rows, other.Result.Cells = nil, &job.CellScores{Row: []string{"a", "b", "c", "c"},
		Column: []string{"x", "y", "z", "y"}, LogDensity: []float64{9, 9, 9, 9}}
	b = board(t, "", numbers,
		cells("ppca", job.CellsWhole, []float64{-1.5, 40, -1.9, 40}, []float64{nan, -1, -2.5, -1}), other)
	if !near(b.Lines[0].Density.Mean, (-1.5-1-1.8-1)/4) || b.Lines[2].Compared ||
		b.Lines[2].Why != "scored by densities of numbers, the others by densities of numbers and probabilities of yes/no" {
		t.Errorf("%+v", b.Lines)
	}
}
