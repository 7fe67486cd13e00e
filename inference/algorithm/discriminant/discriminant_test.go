package discriminant

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// On iris the discriminants are known: Fisher's first has 99.12 % of the separation
// (MASS::lda of R), and its weights of the four measurements are -0.83, -1.53, 2.20, 2.81 in
// centimetres, up to sign.
func TestIris(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	directions, shares := Directions(data.X, data.Annotations[0].Codes, 5)
	if len(directions) != 2 || !(math.Abs(shares[0]-0.9912) <= 1e-4) || !(math.Abs(shares[0]+shares[1]-1) <= 1e-9) {
		t.Fatalf("%d directions with shares %v", len(directions), shares)
	}
	for q, want := range []float64{-0.8294, -1.5345, 2.2012, 2.8105} {
		if !(math.Abs(directions[0][q]-want) <= 1e-3) {
			t.Errorf("weight %d is %.4f, R finds %.4f", q, directions[0][q], want)
		}
	}
	// The pooled variance within the species is one.
	variance := 0.0
	for c := range 3 {
		var values []float64
		mean := 0.0
		for i := range 50 {
			v := mat.Dot(mat.NewVecDense(4, directions[0]), data.X.RowView(50*c+i))
			values = append(values, v)
			mean += v / 50
		}
		for _, v := range values {
			variance += (v - mean) * (v - mean) / 147
		}
	}
	if !(math.Abs(variance-1) <= 1e-4) {
		t.Errorf("the variance within species is %v", variance)
	}
}

// More columns than rows, missing cells, one class and rows of none are no obstacle.
func TestHardTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(20, 90, nil)
	class := make([]int, 20)
	for i := range 20 {
		class[i] = i%3 - 1 // a third of the rows is of none
		for q := range 90 {
			x.Set(i, q, rng.NormFloat64()+float64(class[i])*2)
			if rng.IntN(9) == 0 {
				x.Set(i, q, math.NaN())
			}
		}
	}
	if d, _ := Directions(x, class, 3); len(d) != 1 || len(d[0]) != 90 || math.IsNaN(d[0][0]) {
		t.Errorf("two classes of 90 columns have %d directions", len(d))
	}
	if d, _ := Directions(x, make([]int, 20), 3); d != nil {
		t.Errorf("one class has %d directions", len(d))
	}
	if d, _ := Directions(mat.NewDense(20, 2, nil), class, 3); d != nil {
		t.Errorf("equal rows have %d directions", len(d))
	}
}

func TestGreatestWeightIsPositive(t *testing.T) {
	for _, w := range [][]float64{{-3, 2}, {3, -2}, {1, -2, 0}} {
		got := turned(slices.Clone(w))
		most := 0.0
		for i, v := range got {
			if math.Abs(v) != math.Abs(w[i]) {
				t.Fatalf("%v becomes %v", w, got)
			}
			if !(math.Abs(v) <= math.Abs(most)) {
				most = v
			}
		}
		if most < 0 || got[0]*w[1] != got[1]*w[0] {
			t.Errorf("%v becomes %v", w, got)
		}
	}
}

// Classes without any spread are distinguished, and the unit of the table does not matter.
func TestNoSpreadAndSmallUnits(t *testing.T) {
	points := mat.NewDense(6, 2, []float64{1, 0, 1, 0, 0, 1, 0, 1, 5, 5, 5, 5})
	class := []int{0, 0, 1, 1, 2, 2}
	if directions, shares := Directions(points, class, 2); len(directions) != 2 ||
		!(math.Abs(shares[0]+shares[1]-1) <= 1e-9) {
		t.Errorf("%d directions with shares %v of three points", len(directions), shares)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	x := mat.NewDense(30, 3, nil)
	wide := make([]int, 30)
	for i := range 30 {
		wide[i] = i % 3
		for q := range 3 {
			x.Set(i, q, 1e-6*(rng.NormFloat64()+float64(wide[i]*(q+1))))
		}
	}
	_, small := Directions(x, wide, 2)
	x.Scale(1e6, x)
	_, large := Directions(x, wide, 2)
	if len(small) != 2 || len(large) != 2 || !(math.Abs(small[0]-large[0]) <= 1e-6) {
		t.Errorf("shares %v in small units, %v in large ones", small, large)
	}
}

// Three rows of two classes have a direction, two have none.
func TestLeastRows(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0, 1, 3, 2, 0.5, 0.5})
	if d, _ := Directions(x, []int{0, 1, 0}, 2); len(d) != 1 {
		t.Errorf("directions of three rows: %v", d)
	}
	if d, _ := Directions(x, []int{0, 1, -1}, 2); d != nil {
		t.Errorf("directions of two rows: %v", d)
	}
}

// What is within the classes and what is between them add up to the squares of all.
func TestScatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	const n, p, classes = 11, 3, 3
	x := mat.NewDense(n, p, nil)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	class, rows := make([]int, n), make([]int, n)
	for i := range n {
		class[i], rows[i] = i%classes, i
	}
	z := centred(x, rows)
	within, between := scatter(z, class, rows, classes)
	var all mat.Dense
	all.Mul(z.T(), z)
	for a := range p {
		for b := range p {
			if got := (n-classes)*within.At(a, b) + n*between.At(a, b); !(math.Abs(got-all.At(a, b)) <= 1e-12) {
				t.Errorf("squares of %d and %d: %v, want %v", a, b, got, all.At(a, b))
			}
		}
	}
}

// The basis has the leading components, orthonormal: as many as vary, at most mostInner and two less than rows.
func TestLeading(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for _, c := range []struct{ n, d, rank, want int }{
		{10, 20, 20, 8}, {10, 4, 4, 4}, {10, 9, 3, 3}, {3, 5, 5, 1}, {2, 5, 5, 1},
		{mostInner + 3, mostInner + 9, mostInner + 9, mostInner}, {mostInner + 2, mostInner + 9, mostInner + 9, mostInner},
		{mostInner + 1, mostInner + 9, mostInner + 9, mostInner - 1},
	} {
		a, b := mat.NewDense(c.n, c.rank, nil), mat.NewDense(c.rank, c.d, nil)
		for _, m := range []*mat.Dense{a, b} {
			m.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, m)
		}
		var z mat.Dense
		z.Mul(a, b)
		basis := leading(&z)
		if _, inner := basis.Dims(); inner != c.want {
			t.Errorf("%d × %d of rank %d: %d components, want %d", c.n, c.d, c.rank, inner, c.want)
		}
		var gram mat.Dense
		gram.Mul(basis.T(), basis)
		inner, _ := gram.Dims()
		for i := range inner {
			for j := range i + 1 {
				want := 0.0
				if i == j {
					want = 1
				}
				if !(math.Abs(gram.At(i, j)-want) <= 1e-9) {
					t.Fatalf("components %d and %d have the product %v", i, j, gram.At(i, j))
				}
			}
		}
	}
}

// With one row more than classes the variance within them has one degree of freedom, and is 1 along the direction.
func TestOneDegreeOfFreedom(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 9, 2})
	directions, _ := Directions(x, []int{0, 1, 0}, 1)
	if w := directions[0][0]; !(math.Abs(w*w*2-1) <= 1e-5) { // 0 and 2 are 1 from their mean
		t.Errorf("the weight is %v, want 1/√2", w)
	}
}
