package relation

import (
	"math"
	"strings"
	"testing"
)

var nan = math.NaN()

func table(rows, columns string, cells [][]float64) Table {
	return Table{strings.Fields(rows), strings.Fields(columns), func(i, j int) float64 { return cells[i][j] }}
}

// TestFind: what is recognised, and by which rule it becomes distances.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, rows, columns string
		cells               [][]float64
		want                Rule
		sure                bool
	}{
		{"distances", "a b c", "a b c", [][]float64{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}, Given, true},
		{"in another order", "a b c", "c a b", [][]float64{{2, 0, 1}, {3, 1, 0}, {0, 2, 3}}, Given, true},
		{"some of the rows", "a b", "a b c", [][]float64{{0, 1, 2}, {1, 0, 3}}, Given, true},
		{"lower triangle", "a b c", "a b c", [][]float64{{0, nan, nan}, {1, 0, nan}, {2, 3, 0}}, Given, true},
		{"upper triangle without a diagonal", "a b c", "a b c",
			[][]float64{{nan, 1, 2}, {nan, nan, 3}, {nan, nan, nan}}, Given, true},
		{"correlations", "a b c", "a b c", [][]float64{{1, -0.5, 0.2}, {-0.5, 1, 0.3}, {0.2, 0.3, 1}}, OneMinus, true},
		{"similarities", "a b c", "a b c", [][]float64{{100, 50, 20}, {50, 100, 30}, {20, 30, 100}}, OneMinus, true},
		{"kinship", "a b c", "a b c", [][]float64{{0.5, 0.25, 0}, {0.25, 0.6, 0.1}, {0, 0.1, 0.55}}, Gram, true},
		{"products of unlike rows", "a b c", "a b c", [][]float64{{1, -1.9, 0.5}, {-1.9, 4, 2}, {0.5, 2, 9}}, Gram, true},
		{"without names", "1 2 3 4", "V1 V2 V3 V4", [][]float64{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1},
			{3, 2, 1, 0}}, Given, false},
		{"covariances in several units", "a b c", "a b c", [][]float64{{1, -1.9, 2}, {-1.9, 4, 3}, {2, 3, 90}},
			Correlation, true},
		{"products of points about their mean", "a b c", "a b c", [][]float64{{1, 4, -5}, {4, 16, -20}, {-5, -20, 25}},
			Gram, true},
		{"covariances, columns named", "1 2 3 4", "a b c d", [][]float64{{1, 2, 3, 1}, {2, 40, 4, 7}, {3, 4, 50, 5}, {1,
			7, 5, 9}}, Correlation, false},
		{"kinship, columns named", "0 1 2 3", "a b c d", [][]float64{{.5, .2, .1, .15}, {.2, .6, .3, .12}, {.1, .3, .5,
			.05}, {.15, .12, .05, .5}}, Gram, false},
		{"correlations, columns named", "1 2 3 4", "a b c d", [][]float64{{1, .2, -.1, .4}, {.2, 1, .3, .5}, {-.1, .3, 1,
			.6}, {.4, .5, .6, 1}}, OneMinus, false},
		{"distances, columns named", "1 2 3 4", "a b c d", [][]float64{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2,
			1, 0}}, Given, false},
		{"measurements, columns named", "1 2 3 4", "a b c d", [][]float64{{1, 2, 3, 1}, {2, 40, 4, 7}, {3, 4, 50, 5}, {1,
			7, 6, 9}}, "", false},
		{"a diagonal, columns named", "1 2 3 4", "a b c d", [][]float64{{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {0, 0,
			0, 4}}, "", false},
		{"other names", "a b c", "x y z", [][]float64{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}, "", false},
		{"not symmetric", "a b c", "a b c", [][]float64{{0, 1, 2}, {1, 0, 3}, {2, 4, 0}}, "", false},
		{"links", "a b c", "a b c", [][]float64{{0, 1, 0}, {1, 0, 1}, {0, 1, 0}}, "", false},
		{"weighted links", "a b c d", "a b c d", [][]float64{{0, 5, 0, 0}, {5, 0, 0, 0},
			{0, 0, 0, 2}, {0, 0, 2, 0}}, "", false},
		{"negative", "a b c", "a b c", [][]float64{{0, -1, 2}, {-1, 0, 3}, {2, 3, 0}}, "", false},
		{"counts of pairs", "a b c", "a b c", [][]float64{{3, 9, 2}, {9, 4, 3}, {2, 3, 5}}, "", false},
		{"nothing", "a b", "a b", [][]float64{{0, 0}, {0, 0}}, "", false},
	} {
		f, ok := Find(table(c.rows, c.columns, c.cells))
		if ok != (c.want != "") || ok && (f.Rule != c.want || f.Sure != c.sure) {
			t.Errorf("%s: %+v, %v", c.name, f, ok)
		}
	}
}

// TestDistances: the rules, worked out by hand.
func TestDistances(t *testing.T) {
	s := table("a b", "b a", [][]float64{{0.6, 1}, {1, 0.6}})
	k := table("a b", "a b", [][]float64{{2, 0.5}, {0.5, 1}})
	minus := table("a b", "a b", [][]float64{{1, -0.5}, {-0.5, 1}})
	for _, c := range []struct {
		t    Table
		rule Rule
		want float64
	}{{s, OneMinus, 0.4}, {k, Gram, math.Sqrt2}, {k, Correlation, 1 - .5/math.Sqrt2}, {table("a b", "a b",
		[][]float64{{4, 3}, {3, 9}}), Correlation, .5},
		{table("a b", "a b", [][]float64{{4, 0}, {0, 0}}), Correlation, 1}, {k, OneMinus, 1.5}, {minus, OneMinus, 1.5},
		{minus, Absolute, 0.5},
		{minus, Gram, math.Sqrt(3)}, {table("x y", "a b", [][]float64{{0, 7}, {nan, 0}}), Given, 7}} {
		d, order, err := Distances(c.t, c.rule)
		if err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(d[1]-c.want) <= 1e-12) || d[1] != d[2] || d[0] != 0 || d[3] != 0 || len(order) != 2 {
			t.Errorf("%s: %v %v, want %v", c.rule, d, order, c.want)
		}
	}
	for want, c := range map[string]struct {
		t    Table
		rule Rule
	}{
		"differ: 1 and 2":            {table("a b", "a b", [][]float64{{0, 2}, {1, 0}}), Given},
		"at least 0":                 {table("a b", "a b", [][]float64{{0, -1}, {-1, 0}}), Given},
		"a column for each row":      {table("a b", "a x y", [][]float64{{0, 1, 2}, {1, 0, 2}}), Given},
		"more alike":                 {table("a b", "a b", [][]float64{{1, 5}, {5, 1}}), Gram},
		"with themselves, which are": {table("a b", "a b", [][]float64{{nan, 5}, {5, nan}}), OneMinus},
	} {
		if _, _, err := Distances(c.t, c.rule); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// A pair without a cell has no distance, and the error says how many there are.
func TestComplete(t *testing.T) {
	nan := math.NaN()
	d, _, err := Distances(table("a b", "a b", [][]float64{{0, nan}, {nan, 0}}), Given)
	if err != nil || !math.IsNaN(d[1]) || !math.IsNaN(d[2]) || d[0] != 0 || d[3] != 0 {
		t.Errorf("a pair without a cell: %v, %v", d, err)
	}
	for want, d := range map[string][]float64{
		"": {0, 1, 2, 1, 0, 3, 2, 3, 0},
		`rows "c" and "b" have no distance; leave out one of them`: {0,
			1, 2, 1, 0, nan, 2, nan, 0},
		`rows "c" and "a" have no distance, nor has 1 other pair; leave out one row of each pair`: {0, 1,
			nan, 1, 0, nan, nan, nan, 0},
		`rows "b" and "a" have no distance, nor have 2 other pairs; leave out one row of each pair`: {0, nan,
			nan, nan, 0, nan, nan, nan, 0},
	} {
		switch err := Complete([]string{"a", "b", "c"}, d); {
		case err == nil && want != "", err != nil && err.Error() != want:
			t.Errorf("%v: %v, not %q", d, err, want)
		}
	}
}

// TestOf: a rule has a word.
func TestOf(t *testing.T) {
	for _, r := range Rules() {
		if got, err := Of(string(r)); got != r || err != nil {
			t.Errorf("%s: %s, %v", r, got, err)
		}
		if r.Active() != (r.Words() != "") {
			t.Errorf("%s: %q", r, r.Words())
		}
	}
	if _, err := Of("other"); err == nil {
		t.Error("other is no rule")
	}
}
