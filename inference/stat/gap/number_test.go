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
	return NumberOf(t.CutBranches(MostGroups, x.RawRowView), n, x.RawRowView)
}

// Tables without groups have one, whatever the shape of their columns.
func TestNoGroupsInNoise(t *testing.T) {
	draws := map[string]func(rng *rand.Rand) float64{
		"normal":  (*rand.Rand).NormFloat64,
		"flat":    (*rand.Rand).Float64,
		"skewed":  func(rng *rand.Rand) float64 { return math.Exp(rng.NormFloat64()) },
		"t of 3°": func(rng *rand.Rand) float64 { return rng.NormFloat64() / math.Sqrt(rng.ExpFloat64()+0.1) },
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
				} else if !strings.HasPrefix(k.Reason(), "No clear groups") {
					t.Errorf("reason %q", k.Reason())
				}
			}
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
	for name, centres := range map[string][][2]float64{"2 × 2": square(2), "3 × 3": square(3), "three": {{0, 0}, {7, 0}, {3.5, 6}}} {
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
			if k := wardNumber(x); k.Groups != len(centres)+1 || k.Alone != 1 || !strings.HasSuffix(k.Reason(), "One of the rows stands alone.") {
				t.Errorf("%s and one row: %+v, %s", what, k, k.Reason())
			}
			x.Set(3, 1, math.NaN())
			if k := wardNumber(x.Slice(0, n, 0, 2).(*mat.Dense)); k.Groups < len(centres) || k.Groups > len(centres)+1 {
				t.Errorf("%s with a gap: %+v", what, k)
			}
		}
	}
	if k := wardNumber(mat.NewDense(4, 1, []float64{0, 0.1, 9, 9.1})); k.Groups != 1 || !strings.Contains(k.Reason(), "too few rows") {
		t.Errorf("four rows: %+v, %s", k, k.Reason())
	}
}

// A cut of a normal cloud explains as much as one of other clouds; that of two apart explains more. Few of many rows decide.
func TestBeyondNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	wrong, found := 0, 0
	for round := range 60 {
		n, d := 30, 5
		if round%10 == 0 {
			n = 700
		}
		cloud, two, side := make([][]float64, n), make([][]float64, n), make([]bool, n)
		for i := range n {
			cloud[i], two[i] = make([]float64, d), make([]float64, d)
			for j := range d {
				cloud[i][j] = rng.NormFloat64() * float64(1+j)
				two[i][j] = rng.NormFloat64() + 4*float64(i%2)
			}
			side[i] = i%2 == 0
		}
		split := make([]bool, n)
		for i := range n {
			split[i] = cloud[i][d-1] > 0
		}
		if BeyondNormal(cloud, split, rng) {
			wrong++
		}
		if BeyondNormal(two, side, rng) {
			found++
		}
	}
	if wrong > 9 || found < 58 {
		t.Errorf("%d of 60 clouds are wider than clouds, and %d of 60 pairs", wrong, found)
	}
}
