package whole

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/column"
)

// shares draws n rows of shares, some of them 0, in the given decimals.
func shares(rng *rand.Rand, n, parts int, sum, unit float64) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, parts)
		total := 0.0
		for k := range rows[i] {
			rows[i][k] = math.Exp(rng.NormFloat64())
			total += rows[i][k]
		}
		for k := range rows[i] {
			rows[i][k] = math.Round(rows[i][k]/total*sum/unit) * unit
		}
	}
	return rows
}

// TestCoordinates: the distances of rows are those of Aitchison, √(Σ over pairs of parts of (log ratio
// difference)²/P), whatever the order of the parts and the sum of a row.
func TestCoordinates(t *testing.T) {
	rows := shares(rand.New(rand.NewPCG(1, 1)), 12, 5, 1, 1e-12)
	order := []int{3, 0, 4, 1, 2}
	turned := make([][]float64, len(rows))
	for i, row := range rows {
		for _, k := range order {
			turned[i] = append(turned[i], row[k]*float64(1+i))
		}
	}
	r, trouble := Learn(rows)
	s, also := Learn(turned)
	if trouble != nil || also != nil || r.Zeros != 0 {
		t.Fatal(trouble, also)
	}
	for a := range rows {
		for b := range a {
			want := 0.0
			for k := range 5 {
				for l := range k {
					d := math.Log(rows[a][k]/rows[a][l]) - math.Log(rows[b][k]/rows[b][l])
					want += d * d / 5
				}
			}
			for _, got := range []float64{apart(r.Coordinates(rows[a]), r.Coordinates(rows[b])),
				apart(s.Coordinates(turned[a]), s.Coordinates(turned[b]))} {
				if !(math.Abs(got-math.Sqrt(want)) <= 1e-9) {
					t.Fatalf("rows %d and %d are %v apart, want %v", a, b, got, math.Sqrt(want))
				}
			}
		}
	}
}

func apart(x, y []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += (x[k] - y[k]) * (x[k] - y[k])
	}
	return math.Sqrt(sum)
}

// TestZeros: a zero is 0.65 times the least share of its part, and ratios between other parts stay.
func TestZeros(t *testing.T) {
	r, trouble := Learn([][]float64{{50, 30, 20}, {0, 60, 40}, {10, 50, 40}, {0, 0, 0}, {math.NaN(), 3, 1}})
	if trouble != nil || r.Zeros != 2-1 || r.Blank != 1 || !(math.Abs(r.Zero[0]-0.065) <= 1e-15) {
		t.Fatal(r, trouble)
	}
	z := r.Coordinates([]float64{0, 60, 40})
	// Martín-Fernández: the other shares are multiplied by 1 − 0.065.
	want := math.Sqrt(2./3) * (math.Log(0.065) - (math.Log(0.6*0.935)+math.Log(0.4*0.935))/2)
	if !(math.Abs(z[0]-want) <= 1e-12) || !(math.Abs(z[1]-math.Sqrt(.5)*math.Log(1.5)) <= 1e-12) {
		t.Errorf("%v, want %v first", z, want)
	}
	for _, row := range [][]float64{{0, 0, 0}, {1, 2, math.NaN()}} {
		if z := r.Coordinates(row); !math.IsNaN(z[0]) || !math.IsNaN(z[1]) {
			t.Errorf("%v has %v", row, z)
		}
	}
	z = r.Coordinates([]float64{math.NaN(), 3, 1})
	if !math.IsNaN(z[0]) || !(math.Abs(z[1]-math.Sqrt(.5)*math.Log(3)) <= 1e-12) {
		t.Errorf("a row without its first part has %v", z)
	}
	for _, c := range []struct {
		rows [][]float64
		want Trouble
	}{{[][]float64{{1, 2}, {1, -3}}, Trouble{1, 1, -3}}, {[][]float64{{1, 0}, {1, 0}}, Trouble{-1, 1, 0}}} {
		if _, trouble := Learn(c.rows); trouble == nil || *trouble != c.want {
			t.Errorf("%v: %v, want %v", c.rows, trouble, c.want)
		}
	}
}

func TestScores(t *testing.T) {
	s := ScoresOf([]float64{10, 20, 20, math.NaN(), 1000})
	// Φ⁻¹(1/8) and Φ⁻¹(7/8); the two that are equal have Φ⁻¹(1/2).
	const end = 1.1503493803760079
	for x, want := range map[float64]float64{10: -end, 20: 0, 1000: end, 5: -end, 2000: end} {
		if got := s.Of(x); !(math.Abs(got-want) <= 1e-9) {
			t.Errorf("%v has %v, want %v", x, got, want)
		}
	}
	if got := s.Of(500); !(got > 0 && got < 1.15) || !math.IsNaN(s.Of(math.NaN())) {
		t.Errorf("between its neighbours stands %v", got)
	}
	if !slices.Equal(Preferences([]float64{1, 2, 3}), Preferences([]float64{10, 20, 400})) {
		t.Error("ranks depend on more than the order")
	}
}

func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	const n = 30
	table := make([][]float64, n)
	put := func(rows [][]float64) {
		for i := range table {
			table[i] = append(table[i], rows[i]...)
		}
	}
	one := func(f func() float64) {
		for i := range table {
			table[i] = append(table[i], f())
		}
	}
	one(func() float64 { return 5 + rng.Float64() })
	put(shares(rng, n, 4, 100, 0.1))    // 1 to 4
	one(func() float64 { return 1000 }) // constant
	put(shares(rng, n, 3, 1, 0.001))    // 6 to 8
	one(rng.NormFloat64)                // below 0
	put(shares(rng, n, 20, 250, 1))     // 10 to 29, whole numbers whose sums vary by rounding
	one(func() float64 { return -1 })   //
	for i := range table {              // 31 to 35
		for _, k := range rng.Perm(5) {
			table[i] = append(table[i], float64(k+1))
		}
	}
	one(func() float64 { return 1e6 + rng.Float64() }) // 36: steady, with two small ones
	one(rng.Float64)
	one(rng.Float64)
	found := Find(n, len(table[0]), func(i, j int) float64 { return table[i][j] }, func(int) bool { return true })
	want := []Found{{Columns: []int{1, 2, 3, 4}, Sum: 100}, {Columns: []int{6, 7, 8}, Sum: 1},
		{Columns: []int{31, 32, 33, 34, 35}, Ranks: true}}
	found = slices.DeleteFunc(found, func(f Found) bool { return f.Columns[0] == 10 }) // its sums may be exact enough
	if len(found) != len(want) {
		t.Fatalf("%+v", found)
	}
	for k, f := range found {
		if !slices.Equal(f.Columns, want[k].Columns) || f.Sum != want[k].Sum && !f.Ranks || f.Ranks != want[k].Ranks {
			t.Errorf("%+v, want %+v", f, want[k])
		}
	}
	names := slices.Repeat([]string{"x"}, 40)
	if text := found[0].Text(names); !strings.HasPrefix(text, "4 columns sum to 100 in each row") {
		t.Error(text)
	}
	if text := found[2].Text(names); !strings.HasPrefix(text, "Each row ranks 5 columns from 1 to 5") ||
		!found[2].Kind().Equal(column.Kind{Sort: column.Rank, Across: true}) {
		t.Error(text)
	}
}

// TestRounded: whole numbers per cent may miss 100 by half a unit for each part, but by 2 at most; parts per million
// sum to a million even where the first row misses it. Three columns are enough.
func TestRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	off := func(rows [][]float64, by float64) [][]float64 { // the last part makes one row miss the sum
		last := len(rows[0]) - 1
		for i, row := range rows {
			total := 0.0
			for _, x := range row[:last] {
				total += x
			}
			row[last] = 100 - total
			if i == 1 {
				row[last] += by
			}
		}
		return rows
	}
	spread := func(parts int) [][]float64 {
		rows := make([][]float64, 25)
		for i := range rows {
			rows[i] = make([]float64, parts)
			for k := range rows[i] {
				rows[i][k] = float64(100/parts - 3 + rng.IntN(6))
			}
		}
		return rows
	}
	million := shares(rng, 25, 3, 1e6, 1)
	million[0][1] += 1e6 - 1 - million[0][0] - million[0][1] - million[0][2]
	unsteady := make([][]float64, 25) // in tenths, the sum as far off as whole numbers might be
	for i := range unsteady {
		unsteady[i] = make([]float64, 20)
		total := 0.0
		for k := range 19 {
			unsteady[i][k] = math.Round(125+20*rng.Float64()-10) / 10
			total += unsteady[i][k]
		}
		unsteady[i][19] = 250 - total
		if i > 0 {
			unsteady[i][19] += .6 * float64(1-2*(i%2))
		}
	}
	for name, c := range map[string]struct {
		rows [][]float64
		sum  float64 // 0 for nothing
	}{
		"two off of four parts":      {off(spread(4), 2), 100},
		"three off of ten parts":     {off(spread(10), 3), 0},
		"parts per million":          {million, 1e6},
		"three off of 250 in tenths": {unsteady, 0},
		"1.01 once":                  {append(shares(rng, 24, 3, 1, 1e-6), []float64{.31, .3, .4}), 0},
	} {
		found := Find(len(c.rows), len(c.rows[0]), func(i, j int) float64 { return c.rows[i][j] },
			func(int) bool { return true })
		if c.sum == 0 && found != nil || c.sum > 0 && (len(found) != 1 || found[0].Sum != c.sum) {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestFindsNothing: columns that only look like parts.
func TestFindsNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for name, row := range map[string]func() []float64{
		"one of several":   func() []float64 { x := make([]float64, 4); x[rng.IntN(4)] = 1; return x },
		"numbers":          func() []float64 { return []float64{rng.Float64(), rng.Float64(), rng.Float64()} },
		"steady and small": func() []float64 { return []float64{100, rng.Float64() / 10, rng.Float64() / 10} },
		"two parts":        func() []float64 { x := rng.Float64(); return []float64{x, 1 - x} },
		"pairs": func() []float64 {
			x, y := rng.Float64(), rng.Float64()
			return []float64{x, 1 - x, y, 1 - y}
		},
		"all equal":         func() []float64 { return []float64{.25, .25, .25, .25} },
		"a part is missing": func() []float64 { return []float64{.5, .3, math.NaN()} },
	} {
		rows := make([][]float64, 25)
		for i := range rows {
			rows[i] = row()
		}
		at := func(i, j int) float64 { return rows[i][j] }
		if found := Find(len(rows), len(rows[0]), at, func(int) bool { return true }); found != nil {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

func TestRanking(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want bool
	}{{[]float64{2, 1, 3}, true}, {[]float64{1.5, 1.5, 3}, true}, {[]float64{1, 2.5, 2.5, 4}, true},
		{[]float64{1, 2, 2}, false},
		{[]float64{0, 1, 2}, false}, {[]float64{2, 2, 2}, false}, {nil, false}} {
		if got := Ranking(c.x); got != c.want {
			t.Errorf("%v: %v", c.x, got)
		}
	}
}
