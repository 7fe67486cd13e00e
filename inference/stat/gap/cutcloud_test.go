package gap

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

// mixed draws n rows of k groups, with c numbers, b columns of zeros and ones and q of three grades, all standardised.
// sep is the deviation of the centres of groups, common the loading of all columns on one factor.
func mixed(seed uint64, n, c, b, q, k int, sep, common float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 77))
	d := c + b + q
	centres := mat.NewDense(k, d, nil)
	for g := range k {
		for j := range d {
			if k > 1 {
				centres.Set(g, j, sep*rng.NormFloat64())
			}
		}
	}
	x := mat.NewDense(n, d, nil)
	for i := range n {
		f := rng.NormFloat64()
		for j := range d {
			z := centres.At(i%k, j) + math.Sqrt(1-common*common)*rng.NormFloat64() + common*f
			switch {
			case j < c:
			case j < c+b:
				if z > 0 {
					z = 1
				} else {
					z = 0
				}
			default:
				z = math.Max(-1, math.Min(1, math.Round(z)))
			}
			x.Set(i, j, z)
		}
	}
	for j := range d {
		m, s := 0., 0.
		for i := range n {
			m += x.At(i, j) / float64(n)
		}
		for i := range n {
			s += (x.At(i, j) - m) * (x.At(i, j) - m) / float64(n)
		}
		if s == 0 {
			s = 1
		}
		for i := range n {
			x.Set(i, j, (x.At(i, j)-m)/math.Sqrt(s))
		}
	}
	return x
}

// TestColumnsThatAreCut: one cloud whose columns are zeros and ones and grades beside numbers has no groups, also where
// all of them follow one factor, and planted groups are found.
func TestColumnsThatAreCut(t *testing.T) {
	number := func(x *mat.Dense) Number {
		n, _ := x.Dims()
		return NumberOf(linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, n)), x.RawRowView)
	}
	for _, common := range []float64{0, .7, .9} {
		for seed := range uint64(2) {
			if k := number(mixed(seed+1, 120, 2, 4, 3, 1, 0, common)); k.Groups != 1 ||
				!strings.Contains(k.Reason(), "as few values") {
				t.Errorf("one cloud with %g in common, seed %d: %+v, %s", common, seed, k, k.Reason())
			}
		}
	}
	for seed := range uint64(3) {
		if k := number(mixed(seed+1, 120, 0, 8, 4, 3, 2, 0)); k.Groups != 3 ||
			!strings.HasPrefix(k.Reason(), "3 groups: they stand apart") {
			t.Errorf("three groups, seed %d: %+v, %s", seed, k, k.Reason())
		}
	}
}

// TestFewRows: of six rows numbers have six values and are not cut, and rows far apart are two groups.
func TestFewRows(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{.1, 1, .2, 2, .3, 1.5, 5.1, 9, 5.2, 8, 5.4, 8.5})
	rows := make([][]float64, 6)
	for i := range rows {
		rows[i] = x.RawRowView(i)
	}
	if _, cut := variablesOf(rows); cut {
		t.Error("numbers are cut")
	}
	k := NumberOf(linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, 6)), x.RawRowView)
	if k.Groups != 2 {
		t.Errorf("%+v, %s", k, k.Reason())
	}
}

// TestVariables: the columns of a category are one variable, those of one value are none, and cells keep to their rows.
func TestVariables(t *testing.T) {
	var rows [][]float64
	for i := range 30 {
		r := []float64{float64(i * i % 31), 0, 0, 0, 5, float64(i % 2)}
		r[1+i%3] = 1
		rows = append(rows, r)
	}
	list, cut := variablesOf(rows)
	if !cut || len(list) != 3 || list[0].cells != nil || len(list[1].cells[0]) != 3 || len(list[2].cells[0]) != 1 {
		t.Fatalf("%v, %+v", cut, list)
	}
	if !slices.IsSorted(list[1].rising) || different(list[1].scores) != 3 {
		t.Errorf("scores of a category: %v", list[1].rising)
	}
	for _, cells := range list[1].cells {
		if cells[0]+cells[1]+cells[2] != 1 {
			t.Errorf("a level of %v", cells)
		}
	}
}
