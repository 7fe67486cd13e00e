package outlying

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// gaussian draws n rows of d columns that share a factor, each with a unit of its own.
func gaussian(n, d int, shared float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		f := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, float64(j)+math.Pow(10, float64(j%4-2))*(shared*f+rng.NormFloat64()))
		}
	}
	return x
}

// Gaussian tables have no row far out, whether columns vary together or not.
func TestGaussianTablesHaveNone(t *testing.T) {
	for _, c := range []struct {
		n, d   int
		shared float64
	}{{20, 5, 0}, {30, 40, 0}, {120, 15, 0}, {120, 15, 1}, {60, 10, 3}, {400, 6, 1}} {
		acts := 0
		for seed := range 60 {
			if far := Rows(gaussian(c.n, c.d, c.shared, rand.New(rand.NewPCG(uint64(seed), 4)))); len(far) > 0 {
				acts++
			}
		}
		if acts > 3 {
			t.Errorf("%+v: rows far out in %d of 60 tables", c, acts)
		}
	}
}

// Rows that lie far out are found, by one cell or by many that are not so far, also beside missing cells.
func TestRows(t *testing.T) {
	for name, out := range map[string]func(x *mat.Dense, i int){
		"one cell": func(x *mat.Dense, i int) { x.Set(i, 3, 3+9*10) },
		"all": func(x *mat.Dense, i int) {
			x.Apply(func(a, j int, v float64) float64 {
				if a == i {
					return v + 5*math.Pow(10, float64(j%4-2))
				}
				return v
			}, x)
		},
	} {
		for _, gaps := range []float64{0, 0.2} {
			rng := rand.New(rand.NewPCG(2, 9))
			x := gaussian(120, 12, 0, rng)
			for _, i := range []int{4, 50, 119} {
				out(x, i)
			}
			x.Apply(func(i, j int, v float64) float64 {
				if j != 3 && rng.Float64() < gaps {
					return math.NaN()
				}
				return v
			}, x)
			if got := Rows(x); !slices.Equal(got, []int{4, 50, 119}) {
				t.Errorf("%s, %v missing: rows %v", name, gaps, got)
			}
		}
	}
}

// Scores keep the order, the mean and the standard deviation of a column, its gaps and its ties.
func TestScores(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{1, 5, 2, 5, 1000, 5, math.NaN(), 5, 4, 5, 2, 5})
	y := Scores(x)
	v := mat.Col(nil, 0, y)
	if !(v[0] < v[1] && v[1] == v[5] && v[1] < v[4] && v[4] < v[2] && math.IsNaN(v[3])) {
		t.Errorf("scores %v", v)
	}
	sum, square := 0.0, 0.0
	for _, i := range []int{0, 1, 2, 4, 5} {
		sum += v[i] / 5
		square += v[i] * v[i] / 5
	}
	// 1, 2, 1000, 4, 2: mean 201.8, mean square 200,005.
	if !(math.Abs(sum-201.8) < 1e-9) || !(math.Abs(square-200005) < 1e-6) {
		t.Errorf("mean %v and mean square %v", sum, square)
	}
	if y.At(2, 1) != 5 {
		t.Errorf("a constant column becomes %v", mat.Col(nil, 1, y))
	}
}

func TestChoice(t *testing.T) {
	settings := func(how string) inference.Settings {
		s := inference.Info{Parameters: []inference.Parameter{Parameter()}}.Defaults()
		if err := s.Set(Name, how); err != nil {
			t.Fatal(err)
		}
		return s
	}
	clean := &inference.Dataset{X: gaussian(60, 5, 0, rand.New(rand.NewPCG(1, 1))), Rows: make([]string, 60)}
	far := &inference.Dataset{X: mat.DenseCopyOf(clean.X), Rows: make([]string, 60)}
	far.X.Set(7, 2, 1e6)
	far.Rows[7] = "seventh"
	for _, c := range []struct {
		data      *inference.Dataset
		how, want string
		note      string
		same      bool
	}{
		{clean, "auto", "measured", "", true},
		{clean, "ranks", "ranks", "Columns are taken by the normal scores of their ranks.", false},
		{far, "auto", "ranks", "1 row lies far out (seventh): ranks used", false},
		{far, "measured", "measured", "set values to ranks", true},
	} {
		s := settings(c.how)
		if got := Choice(c.data, s); got != c.want {
			t.Errorf("%s: %s, want %s", c.how, got, c.want)
		}
		if got := Note(c.data, s); !strings.Contains(got, c.note) || (c.note == "") != (got == "") {
			t.Errorf("%s: %q, want %q", c.how, got, c.note)
		}
		if got, want := Words(c.data, s), map[string]string{"autoranks": "1 row lies far out: ranks used",
			"ranksranks": "ranks used", "measuredmeasured": "1 row lies far out"}[c.how+c.want]; got != want {
			t.Errorf("%s: %q, want %q", c.how, got, want)
		}
		if got := Prepare(c.data, s); (got == c.data) != c.same {
			t.Errorf("%s: the same data %v", c.how, got == c.data)
		}
	}
}

// Rows that lie far out at the ends of the same columns make no correlation of these, though the ranks of the others
// stay.
func TestFarRowsMakeNoCorrelation(t *testing.T) {
	const n, d = 120, 6
	x := gaussian(n, d, 0, rand.New(rand.NewPCG(4, 9)))
	far := []int{3, 60, 110}
	for _, i := range far {
		for j := range 3 {
			x.Set(i, j, x.At(i, j)+12)
		}
	}
	s := inference.Info{Parameters: []inference.Parameter{Parameter()}}.Defaults()
	y := Prepare(&inference.Dataset{X: x, Rows: make([]string, n)}, s).X
	plain := Scores(x)
	for j := range d {
		for _, i := range far {
			at, mean := y.At(i, j), 0.0
			for k := range n {
				mean += plain.At(k, j) / n
			}
			if level := math.Abs(at-mean) < 1e-9; level != (j < 3) {
				t.Errorf("row %d, column %d: %v, the mean is %v", i, j, at, mean)
			}
		}
		if y.At(0, j) != plain.At(0, j) {
			t.Errorf("column %d: the first row has changed", j)
		}
	}
}
