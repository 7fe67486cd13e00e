package gap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

// wardNumber is the number for Ward's tree of a table.
func wardNumber(x *mat.Dense) Number {
	n, _ := x.Dims()
	t := linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, n))
	return NumberOf(t, x.RawRowView)
}

// Tables without groups have one, whatever the shape of their columns.
func TestNoGroupsInNoise(t *testing.T) {
	draws := map[string]func(rng *rand.Rand) float64{
		"normal":  (*rand.Rand).NormFloat64,
		"flat":    (*rand.Rand).Float64,
		"skewed":  func(rng *rand.Rand) float64 { return math.Exp(rng.NormFloat64()) },
		"t of 3°": func(rng *rand.Rand) float64 { return rng.NormFloat64() / math.Sqrt(rng.ExpFloat64()+0.1) },
		"0 or 1":  func(rng *rand.Rand) float64 { return float64(rng.IntN(2)) },
		"whole":   func(rng *rand.Rand) float64 { return math.Round(rng.NormFloat64()) },
	}
	tables, wrong := 0, 0
	for name, draw := range draws {
		for _, size := range [][2]int{{20, 3}, {60, 5}, {120, 6}, {40, 100}} {
			for seed := range uint64(4) {
				rng := rand.New(rand.NewPCG(seed, 9))
				x := mat.NewDense(size[0], size[1], nil)
				for i := range size[0] {
					common := rng.NormFloat64()
					for j := range size[1] {
						x.Set(i, j, draw(rng)+common*float64(seed%2))
					}
				}
				tables++
				if k := wardNumber(x); k.Groups != 1 {
					wrong++
					t.Logf("%s, %d × %d, seed %d: %d groups", name, size[0], size[1], seed, k.Groups)
				} else if !strings.HasPrefix(k.Reason(), "No clear groups") || k.Parts < 2 {
					t.Errorf("%+v, reason %q", k, k.Reason())
				}
			}
		}
	}
	// Flat clouds of few dimensions among many columns: the hardest that have one hill.
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 10))
		n, d, q := 60, 40, 1+int(seed)%3
		flat, along := mat.NewDense(n, q, nil), mat.NewDense(q, d, nil)
		flat.Apply(func(int, int, float64) float64 { return rng.Float64() }, flat)
		along.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, along)
		var x mat.Dense
		x.Mul(flat, along)
		x.Apply(func(_, _ int, v float64) float64 { return v + 0.1*rng.NormFloat64() }, &x)
		tables++
		if k := wardNumber(&x); k.Groups != 1 {
			wrong++
			t.Logf("flat in %d dimensions, seed %d: %d groups", q, seed, k.Groups)
		}
	}
	if wrong > tables/20 {
		t.Errorf("%d of %d tables without groups have several", wrong, tables)
	}
}

// Groups seven deviations apart are counted, also beside a row that stands alone and with cells missing.
func TestPlantedGroupsAreCounted(t *testing.T) {
	square := func(k int) (c [][2]float64) {
		for i := range k * k {
			c = append(c, [2]float64{7 * float64(i%k), 7 * float64(i/k)})
		}
		return c
	}
	for name, centres := range map[string][][2]float64{"2 × 2": square(2), "3 × 3": square(3),
		"three": {{0, 0}, {7, 0}, {3.5, 6}}} {
		for _, each := range []int{12, 40} {
			rng := rand.New(rand.NewPCG(uint64(each), 7))
			n := each * len(centres)
			x := mat.NewDense(n+1, 2, nil)
			for i := range n {
				c := centres[i%len(centres)]
				x.SetRow(i, []float64{c[0] + rng.NormFloat64(), c[1] + rng.NormFloat64()})
			}
			x.SetRow(n, []float64{-60, 40})
			what := fmt.Sprintf("%s of %d", name, each)
			if k := wardNumber(x.Slice(0, n, 0, 2).(*mat.Dense)); k.Groups != len(centres) || k.Alone != 0 {
				t.Errorf("%s: %+v", what, k)
			}
			if k := wardNumber(x); k.Groups != len(centres)+1 || k.Alone != 1 ||
				!strings.HasSuffix(k.Reason(), "One of the rows stands alone.") {
				t.Errorf("%s and one row: %+v, %s", what, k, k.Reason())
			}
			x.Set(3, 1, math.NaN())
			if k := wardNumber(x.Slice(0, n, 0, 2).(*mat.Dense)); k.Groups < len(centres) || k.Groups > len(centres)+1 {
				t.Errorf("%s with a gap: %+v", what, k)
			}
		}
	}
	if k := wardNumber(mat.NewDense(4, 1, []float64{0, 0.1, 9, 9.1})); k.Groups != 1 ||
		!strings.Contains(k.Reason(), "too few rows") {
		t.Errorf("four rows: %+v, %s", k, k.Reason())
	}
}

// The place of a row is that on the discriminant which the other rows make, from its definition: the inverse of the
// covariance within parts, with a tenth of its mean variance added, times the difference of the means.
func TestAlong(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	const n, d = 25, 5 // so that all five components are used
	rows, side := make([][]float64, n), make([]bool, n)
	for i := range n {
		side[i] = i%3 == 0
		rows[i] = make([]float64, d)
		for j := range d {
			rows[i][j] = rng.NormFloat64()*float64(1+j) + 100
			if side[i] {
				rows[i][j] += 3
			}
		}
	}
	got := Along(rows, side)
	for left := range n {
		var mean [2][d]float64
		var count [2]float64
		of := func(i int) int {
			if side[i] {
				return 1
			}
			return 0
		}
		for i, r := range rows {
			if i != left {
				count[of(i)]++
			}
			for j := range d {
				if i != left {
					mean[of(i)][j] += r[j]
				}
			}
		}
		for k := range 2 {
			for j := range d {
				mean[k][j] /= count[k]
			}
		}
		within := mat.NewDense(d, d, nil)
		for i, r := range rows {
			for a := range d {
				for b := range d {
					if i != left {
						within.Set(a, b, within.At(a, b)+(r[a]-mean[of(i)][a])*(r[b]-mean[of(i)][b]))
					}
				}
			}
		}
		ridge := mat.Trace(within) / d / 10
		for j := range d {
			within.Set(j, j, within.At(j, j)+ridge)
		}
		difference, place := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
		for j := range d {
			difference.SetVec(j, mean[1][j]-mean[0][j])
			place.SetVec(j, rows[left][j]-(mean[0][j]+mean[1][j])/2)
		}
		var line mat.VecDense
		if err := line.SolveVec(within, difference); err != nil {
			t.Fatal(err)
		}
		if want := mat.Dot(place, &line) / mat.Norm(&line, 2); !(math.Abs(got[left]-want) <= 1e-9) {
			t.Errorf("row %d lies at %v, want %v", left, got[left], want)
		}
	}
	if Along([][]float64{{1}, {1}, {1}, {1}, {1}, {1}}, []bool{true, true, true, false, false, false}) != nil {
		t.Error("equal rows lie somewhere")
	}
}

// Round groups are counted by the gap statistic alone, and their rows in any order.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, k := range []int{2, 3, 5} {
		n := 15 * k
		rows, groups := make([][]float64, n), make([][]int, k)
		x := mat.NewDense(n, 3, nil)
		for i := range n {
			rows[i] = []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			rows[i][i%k%3] += 8 * float64(1+i%k/3)
			groups[i%k] = append(groups[i%k], i)
			x.SetRow(i, rows[i])
		}
		tree := linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, n))
		if got := parts(rows, 8, tree.CutBranches(8, x.RawRowView).Groups, rng); got != k {
			t.Errorf("%d groups: %d parts", k, got)
		}
	}
	if got := parts([][]float64{{1, 2}, {1, 2}, {1, 2}}, 3, nil, rng); got != 2 {
		t.Errorf("equal rows: %d parts", got)
	}
}

// What k-means leaves within parts is never more than before, and is the sum of squares about the means.
func TestRefined(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range 20 {
		n, k := 30, 4
		x, of := mat.NewDense(n, 3, nil), make([]int, n)
		x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
		for i := range of {
			of[i] = i % k
		}
		squares := func() (sum float64) {
			for g := range k {
				for j := range 3 {
					var v []float64
					mean := 0.0
					for i := range n {
						if of[i] == g {
							v = append(v, x.At(i, j))
							mean += x.At(i, j)
						}
					}
					for _, a := range v {
						sum += (a - mean/float64(len(v))) * (a - mean/float64(len(v)))
					}
				}
			}
			return sum
		}
		before := squares()
		left := refined(x, of, k)
		if now := squares(); !(math.Abs(left-now) <= 1e-9) || left > before {
			t.Errorf("%v is left, %v by definition, %v before", left, now, before)
		}
	}
}

// No more rows stand alone than there are, although a pair that is cut off is cut once more.
func TestRowsAloneCountOnce(t *testing.T) {
	x := mat.NewDense(8, 1, []float64{0, 1, 10, 11.5, 30, 32, 70, 73})
	if k := wardNumber(x); k.Alone > 7 || k.Groups == 1 && k.Parts > 5 {
		t.Errorf("%+v: %s", k, k.Reason())
	}
}

// TestColumnsOfFewValues: where most columns are zeros and ones, a tree without gaps says that groups may be missed.
func TestColumnsOfFewValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for _, c := range []struct {
		numbers, binary int
		says            bool
	}{{1, 3, true}, {3, 1, false}, {2, 2, false}} {
		x := mat.NewDense(60, c.numbers+c.binary, nil)
		for i := range 60 {
			for j := range c.numbers {
				x.Set(i, j, rng.NormFloat64())
			}
			for j := range c.binary {
				x.Set(i, c.numbers+j, float64(rng.IntN(2)))
			}
		}
		tr := linkage.Tree(linkage.Cluster(x, linkage.Average), make([]string, 60))
		k := NumberOf(tr, x.RawRowView)
		if k.Groups != 1 || strings.Contains(k.Reason(), "hide gaps") != c.says {
			t.Errorf("%d numbers, %d zeros and ones: %+v, %s", c.numbers, c.binary, k, k.Reason())
		}
	}
}
