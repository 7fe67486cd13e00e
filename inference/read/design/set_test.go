package design

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// numbers makes a column of n numbers.
func numbers(t *testing.T, n int, of func(i int) float64) Column {
	t.Helper()
	cells := make([]float64, n)
	for i := range cells {
		cells[i] = of(i)
	}
	c, ok := OfNumbers(cells)
	if !ok {
		t.Fatalf("no column of %v", cells)
	}
	return c
}

// TestJudge: what an experimenter sets is told from what is measured, also where a few rows are missing.
func TestJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	doses := []float64{.5, 1, 2, 4, 8, 32}
	heights := []float64{12.5, 40.25, 7.75, 33.5, 18, 26.5, 51.25, 9.5, 22, 15.75}
	shuffled := rng.Perm(60)
	kept := rng.Perm(240)[9:] // the rows of a whole design of which some are missing
	slices.Sort(kept)
	for _, c := range []struct {
		name    string
		columns []Column
		want    []Verdict
	}{
		{"times over and over", []Column{numbers(t, 84, func(i int) float64 { return doses[i%6] })},
			[]Verdict{{Set: true, Likely: true, Of: -1}}},
		{"doses in runs, twice", []Column{numbers(t, 60, func(i int) float64 { return doses[i/10%3] })},
			[]Verdict{{Set: true, Likely: true, Of: -1}}},
		{"labels in any order", []Column{numbers(t, 60, func(i int) float64 { return float64(301 + 2*(shuffled[i]%12)) })},
			[]Verdict{{Likely: true, Of: -1}}},
		{"yes and no in turn", []Column{numbers(t, 30, func(i int) float64 { return float64(i % 2) })}, []Verdict{{Of: -1}}},
		{"four doses in order", []Column{numbers(t, 40, func(i int) float64 { return doses[i/10] })},
			[]Verdict{{Likely: true, Of: -1}}},
		{"crossed, rows missing", []Column{
			numbers(t, len(kept), func(i int) float64 { return doses[kept[i]%6] }),
			numbers(t, len(kept), func(i int) float64 { return float64(kept[i] / 6) }),
		}, []Verdict{{Set: true, Likely: true, Of: -1}, {Set: true, Likely: true, Of: -1}}},
		{"factors of two levels", []Column{
			numbers(t, 24, func(i int) float64 { return float64(shuffled[i%24] % 2) }),
			numbers(t, 24, func(i int) float64 { return float64(i % 2) }),
		}, []Verdict{{Of: -1}, {Of: -1}}},
		{"a measurement of each unit", []Column{
			numbers(t, 40, func(i int) float64 { return heights[i/4] }),
			numbers(t, 40, func(i int) float64 { return float64(i / 4) }),
		}, []Verdict{{Shared: true, Of: 1}, {Set: true, Likely: true, Of: -1}}},
		{"the same without the unit", []Column{numbers(t, 40, func(i int) float64 { return heights[i/4] })},
			[]Verdict{{Shared: true, Of: -1}}},
		{"a measurement that two rows share",
			[]Column{numbers(t, 20, func(i int) float64 { return heights[(i*7)%10] })}, []Verdict{{Of: -1}}},
	} {
		for j, got := range Judge(c.columns) {
			if got != c.want[j] {
				t.Errorf("%s, column %d: %+v, not %+v", c.name, j, got, c.want[j])
			}
		}
	}
}

// ranked returns the rows from the least number to the greatest.
func ranked(cells []float64) []int {
	rows := make([]int, len(cells))
	for i := range rows {
		rows[i] = i
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(cells[a], cells[b]) })
	return rows
}

// TestMeasurementsAreNotSet: of grades, counts, rounded numbers and zeros and ones, and of those cut at their
// quantiles, few or many together, at most
// one in a hundred tables has a column that may be set, and none has one that is.
func TestMeasurementsAreNotSet(t *testing.T) {
	draws := map[string]func(rng *rand.Rand) float64{
		"grades":  func(rng *rand.Rand) float64 { return float64(1 + rng.IntN(5)) },
		"counts":  func(rng *rand.Rand) float64 { return math.Floor(rng.ExpFloat64() * 3) },
		"rounded": func(rng *rand.Rand) float64 { return math.Round(rng.NormFloat64()*10) / 10 },
		"yes, no": func(rng *rand.Rand) float64 { return float64(rng.IntN(2)) },
	}
	for _, levels := range []int{2, 3, 4, 5} {
		draws["cut into "+strconv.Itoa(levels)] = func(rng *rand.Rand) float64 { return rng.Float64() * float64(levels) }
	}
	tables, set, likely := 0, 0, 0
	for name, draw := range draws {
		for _, size := range [][2]int{{12, 3}, {24, 8}, {60, 5}, {120, 20}, {300, 4}, {40, 200}} {
			for seed := range uint64(12) {
				rng := rand.New(rand.NewPCG(seed, 3))
				var columns []Column
				for range size[1] {
					cells := make([]float64, size[0])
					for i := range cells {
						cells[i] = draw(rng)
					}
					if levels, cut := strings.CutPrefix(name, "cut into "); cut {
						k, _ := strconv.Atoi(levels)
						for at, i := range ranked(cells) {
							cells[i] = float64(at * k / len(cells))
						}
					}
					if c, ok := OfNumbers(cells); ok {
						columns = append(columns, c)
					}
				}
				some, perhaps := false, false
				for _, v := range Judge(columns) {
					some, perhaps = some || v.Set || v.Shared, perhaps || v.Likely
				}
				if some {
					set++
					t.Errorf("%s, %d × %d, seed %d: set", name, size[0], size[1], seed)
				}
				if strings.HasPrefix(name, "cut") {
					continue // a note may ask
				}
				if tables++; perhaps {
					likely++
					t.Logf("%s, %d × %d, seed %d", name, size[0], size[1], seed)
				}
			}
		}
	}
	if likely > tables/100+3 {
		t.Errorf("%d of %d tables of measurements may be set", likely, tables)
	}
}

// TestChances: the probability of the most even counts is that of the multinomial and the hypergeometric distribution.
func TestChances(t *testing.T) {
	logFactorial := func(n int) float64 {
		sum := 0.
		for i := 2; i <= n; i++ {
			sum += math.Log(float64(i))
		}
		return sum
	}
	for _, c := range [][2]int{{3, 20}, {6, 14}, {12, 10}} {
		k, m := c[0], c[1]
		counts := make([]int, k)
		for i := range counts {
			counts[i] = m
		}
		want := logFactorial(k*m) - float64(k)*logFactorial(m) - float64(k*m)*math.Log(float64(k))
		if got := evenness(counts); !(math.Abs(got-want) <= .03*math.Abs(want)) {
			t.Errorf("%d times %d: %g, not %g", k, m, got, want)
		}
	}
	even := []int{10, 10, 10, 10, 10, 10}
	want := 2*logFactorial(30) + 3*logFactorial(20) - logFactorial(60) - 6*logFactorial(10)
	if got := crossing(even, []int{30, 30}, []int{20, 20, 20}); !(math.Abs(got-want) <= .1) {
		t.Errorf("crossed: %g, not %g", got, want)
	}
	// Of random counts, as even ones as have a chance of 1 in 20 come in about so many draws.
	rng := rand.New(rand.NewPCG(5, 5))
	for _, k := range []int{4, 12, 40} {
		rare := 0
		for range 2000 {
			counts := make([]int, k)
			for range 6 * k {
				counts[rng.IntN(k)]++
			}
			present := counts[:0]
			for _, c := range counts {
				if c > 0 {
					present = append(present, c)
				}
			}
			if evenness(present) <= math.Log(.05) {
				rare++
			}
		}
		if what := fmt.Sprintf("%d values: %d of 2000", k, rare); rare < 1 || rare > 120 {
			t.Error(what)
		}
	}
}
