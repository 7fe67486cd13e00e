package correlations_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/stat/correlations"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

func named(d int) (names []string) {
	for j := range d {
		names = append(names, fmt.Sprint("c", j+1))
	}
	return names
}

// three is a Σ of three columns with the correlations 0.6, 0.3 and 0.5.
func three() *covariance.Covariance {
	return &covariance.Covariance{Columns: named(3), Form: covariance.Free, Estimate: covariance.PosteriorMean,
		Dense: mat.NewDense(3, 3, []float64{4, 2 * 3 * 0.6, 2 * 0.3, 2 * 3 * 0.6, 9, 3 * 0.5, 2 * 0.3, 3 * 0.5, 1})}
}

// byFactors draws a Σ of d columns by k factors.
func byFactors(d, k int, seed uint64) *covariance.Covariance {
	rng := rand.New(rand.NewPCG(seed, 2))
	c := &covariance.Covariance{Columns: named(d), Form: covariance.Factors, Estimate: covariance.Likelihood, Factors: k,
		Loadings: mat.NewDense(d, k, nil)}
	for i := range d {
		c.Specific = append(c.Specific, 0.1+rng.Float64())
		for j := range k {
			c.Loadings.Set(i, j, rng.NormFloat64())
		}
	}
	return c
}

// dense is the same Σ written out.
func dense(c *covariance.Covariance) *covariance.Covariance {
	d := len(c.Columns)
	m := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			m.Set(i, j, c.At(i, j))
		}
	}
	return &covariance.Covariance{Columns: c.Columns, Form: covariance.Free, Estimate: covariance.PosteriorMean, Dense: m}
}

// Of three columns the partial correlation is (r₁₂ − r₁₃r₂₃)/√((1−r₁₃²)(1−r₂₃²)).
func TestPartialOfThree(t *testing.T) {
	p, ok := correlations.Partial(three())
	want := (0.6 - 0.3*0.5) / math.Sqrt((1-0.3*0.3)*(1-0.5*0.5))
	if !ok || !(math.Abs(p.At(0, 1)-want) <= 1e-12) || p.At(1, 0) != p.At(0, 1) || p.At(2, 2) != 1 {
		t.Errorf("%v, %v; want %v", mat.Formatted(p), ok, want)
	}
	if r := correlations.Matrix(three()); !(math.Abs(r.At(1, 2)-0.5) <= 1e-12) || r.At(0, 0) != 1 {
		t.Errorf("correlations %v", mat.Formatted(r))
	}
}

// A Σ by factors and the same Σ written out have the same partial correlations.
func TestPartialByFactors(t *testing.T) {
	c := byFactors(30, 4, 1)
	a, ok := correlations.Partial(c)
	b, also := correlations.Partial(dense(c))
	if !ok || !also || !mat.EqualApprox(a, b, 1e-9) {
		t.Error("they differ")
	}
	c.Loadings = nil
	if a, ok := correlations.Partial(c); !ok || a.At(3, 4) != 0 {
		t.Error("independent columns go together")
	}
}

// Rounding takes no partial correlation beyond ±1, not even that of columns that are nearly copies of each other.
func TestPartialOfCopiesIsWithinOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 500 {
		sign := 1 - 2*float64(i%2)
		p, ok := correlations.Partial(&covariance.Covariance{Columns: named(2), Form: covariance.Factors, Factors: 1,
			Loadings: mat.NewDense(2, 1, []float64{math.Exp(rng.NormFloat64()), sign * math.Exp(rng.NormFloat64())}),
			Specific: []float64{1e-14 * math.Exp(rng.NormFloat64()), 1e-14}})
		if ok && !(math.Abs(p.At(0, 1)) <= 1 && sign*p.At(0, 1) > 0.999) {
			t.Fatalf("case %d: %v", i, p.At(0, 1))
		}
	}
}

// A Σ without an inverse has none, and no panic.
func TestPartialOfASingularCovariance(t *testing.T) {
	c := three()
	c.Dense = mat.NewDense(3, 3, []float64{1, 1, 0, 1, 1, 0, 0, 0, 1})
	if _, ok := correlations.Partial(c); ok {
		t.Error("equal columns have a partial correlation")
	}
	c.Dense = mat.NewDense(3, 3, nil)
	if _, ok := correlations.Partial(c); ok {
		t.Error("columns that do not vary have a partial correlation")
	}
	if correlations.Directions(c, 2) != nil {
		t.Error("columns that do not vary have a direction")
	}
	f := byFactors(5, 2, 1)
	f.Specific[2] = 0
	if _, ok := correlations.Partial(f); ok {
		t.Error("a column without variance of its own has a partial correlation")
	}
}

// Each direction satisfies Σw = λw, few columns or many, and shares descend.
func TestDirections(t *testing.T) {
	for _, c := range []*covariance.Covariance{three(), byFactors(40, 3, 2), byFactors(700, 5, 3)} {
		d := len(c.Columns)
		list := correlations.Directions(c, 3)
		if len(list) != 3 {
			t.Fatalf("%d directions of %d columns", len(list), d)
		}
		last := 1.0
		for k, v := range list {
			if v.Share > last || v.Share <= 0 {
				t.Errorf("%d columns: direction %d has the share %v after %v", d, k+1, v.Share, last)
			}
			last = v.Share
			length, far := 0.0, 0.0
			for i := range d {
				sum := 0.0
				for j := range d {
					sum += c.At(i, j) * v.Weights[j]
				}
				length += v.Weights[i] * v.Weights[i]
				far = math.Max(far, math.Abs(sum-v.Variance*v.Weights[i]))
			}
			if !(math.Abs(length-1) <= 1e-9) || far > 1e-5*v.Variance {
				t.Errorf("%d columns: direction %d has length² %v and misses its equation by %v", d, k+1, length, far)
			}
			if -slices.Min(v.Weights) > slices.Max(v.Weights) {
				t.Errorf("%d columns: direction %d points the other way", d, k+1)
			}
		}
	}
}

// Two blocks of columns that go together are two clades, side by side, and the tree joins them
// at 1 − r.
func TestCluster(t *testing.T) {
	r := mat.NewDense(6, 6, nil)
	for i := range 6 {
		for j := range 6 {
			switch {
			case i == j:
				r.Set(i, j, 1)
			case i%2 == j%2:
				r.Set(i, j, 0.8)
			default:
				r.Set(i, j, -0.5)
			}
		}
	}
	merges, order := correlations.Cluster(r)
	for i := range 3 {
		if order[i]%2 != order[0]%2 || order[3+i]%2 == order[0]%2 {
			t.Errorf("the order is %v", order)
		}
	}
	if h := merges[len(merges)-1].Height; !(math.Abs(h-1.5) <= 1e-12) {
		t.Errorf("the blocks join at %v", h)
	}
}

func ExamplePartial() {
	p, _ := correlations.Partial(three())
	fmt.Printf("correlation %.2f, partial correlation %.2f\n", three().CorrelationAt(0, 1), p.At(0, 1))
	// Output: correlation 0.60, partial correlation 0.54
}

// Rows that are higher in one column and lower in another are apart along the direction of both,
// by what their scores say, and not along one that they do not differ in.
func TestSetApart(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{2, -2, 1, 2, -2, -1, 0, 0, 1, 0, math.NaN(), -1})
	list := []correlations.Direction{{Weights: []float64{0, 0, 1}, Loads: []float64{0, 0, 1}},
		{Weights: []float64{-0.8, 0.6, 0}, Loads: []float64{-0.8, 0.6, 0}}}
	got := correlations.SetApart(x, []int{0, 1}, list, 0.5)
	if len(got) != 1 || got[0].Direction != 1 {
		t.Fatalf("%+v", got)
	}
	// Column means are 1 and −4/3; the scores are −0.8·1 + 0.6·(−2/3) = −1.2 twice, 0.8 + 0.8 = 1.6, and
	// 0.8 of the row without the second cell.
	scores := []float64{-1.2, -1.2, 1.6, 0.8}
	sum, square := 0.0, 0.0
	for _, v := range scores {
		sum, square = sum+v/4, square+v*v/4
	}
	want := (-1.2 - 1.2) / math.Sqrt(square-sum*sum)
	if !(math.Abs(got[0].Deviations-want) <= 1e-12) {
		t.Errorf("%v standard deviations, want %v", got[0].Deviations, want)
	}
	if !slices.Equal(got[0].Higher, []int{0}) || !slices.Equal(got[0].Lower, []int{1}) {
		t.Errorf("higher %v, lower %v", got[0].Higher, got[0].Lower)
	}
	if got := correlations.SetApart(x, []int{0, 1, 2, 3}, list, 0); len(got) != 0 {
		t.Errorf("all rows are apart from none by %+v", got)
	}
}

// The score of a row by factors is ΛᵀΣ⁻¹y, with Σ written out.
func TestByFactor(t *testing.T) {
	c := byFactors(6, 2, 9)
	list := correlations.ByFactor(c)
	var inverse, want mat.Dense
	if err := inverse.Inverse(dense(c).Dense); err != nil {
		t.Fatal(err)
	}
	want.Mul(&inverse, c.Loadings)
	for k, v := range list {
		for j := range 6 {
			if !(math.Abs(v.Weights[j]-want.At(j, k)) <= 1e-10) || v.Loads[j] != c.Loadings.At(j, k) {
				t.Fatalf("factor %d: weight %v of column %d, want %v", k, v.Weights[j], j, want.At(j, k))
			}
		}
	}
	if len(list) != 2 || correlations.ByFactor(three()) != nil {
		t.Error("factors are not those of the loadings")
	}
}

// On a tree of two leaves the expected change is that of a normal written out: a branch of length
// t above the branch point, two of 1 − t below, and the score of each leaf with its noise.
func TestAlongATreeOfTwoLeaves(t *testing.T) {
	const when, noise = 0.6, 0.1
	tr, err := tree.New([]string{"a", "b"}, []int{2, 2, -1}, []float64{math.Inf(1), math.Inf(1), -math.Log1p(-when)})
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(2, 2, []float64{1, 4, -3, math.NaN()})
	list := []correlations.Direction{{Weights: []float64{0.5, 0.25}, Deviation: 2}}
	got := correlations.Along(tr, x, list, noise)
	// The missing cell counts as 4, so that the scores are 1.5/2 and −0.5/2.
	y := mat.NewVecDense(2, []float64{0.75, -0.25})
	cov := mat.NewSymDense(2, []float64{1 + noise, when, when, 1 + noise})
	var inverse mat.Dense
	if err := inverse.Inverse(cov); err != nil {
		t.Fatal(err)
	}
	var solved mat.VecDense
	solved.MulVec(&inverse, y)
	// covariance of the move with either leaf
	for v, with := range [][2]float64{{1 - when, 0}, {0, 1 - when}, {when, when}} {
		long := 1 - when
		if v == 2 {
			long = when
		}
		want := (with[0]*solved.AtVec(0) + with[1]*solved.AtVec(1)) / math.Sqrt(long)
		if !(math.Abs(got.At(v, 0)-want) <= 1e-10) {
			t.Errorf("branch above node %d: %v, want %v", v, got.At(v, 0), want)
		}
	}
}

// Fitted factors are turned, which leaves Σ as it is, until ΛᵀΨ⁻¹Λ is diagonal and descends.
func TestFitted(t *testing.T) {
	c := byFactors(12, 3, 5)
	list := correlations.Fitted(c)
	last := math.Inf(1)
	for a := range 3 {
		for b := range 3 {
			sum := 0.0
			for j, v := range c.Specific {
				sum += list[a].Loads[j] * list[b].Loads[j] / v
			}
			switch {
			case a != b && !(math.Abs(sum) <= 1e-9):
				t.Errorf("factors %d and %d share %v", a, b, sum)
			case a == b && sum > last:
				t.Errorf("factor %d is greater than the one before", a)
			case a == b:
				last = sum
			}
		}
	}
	for i := range 12 {
		sum := c.Specific[i]
		for k := range 3 {
			sum += list[k].Loads[i] * list[k].Loads[i]
		}
		if !(math.Abs(sum-c.At(i, i)) <= 1e-9) {
			t.Errorf("the variance of column %d is %v, not %v", i, sum, c.At(i, i))
		}
	}
}

func TestLiveliest(t *testing.T) {
	changes := mat.NewDense(2, 3, []float64{0.1, -3, 1, 0.2, 0, 2})
	if got := correlations.Liveliest(changes, 2); !slices.Equal(got, []int{1, 2}) {
		t.Error(got)
	}
	if got := correlations.Liveliest(changes, 9); len(got) != 3 {
		t.Error(got)
	}
	if up, down := correlations.Heaviest([]float64{0.2, -1, 0.6}); !slices.Equal(up, []int{2}) ||
		!slices.Equal(down, []int{1}) {
		t.Error(up, down)
	}
}

// The direction along which the rows are farther apart comes first, whatever the sign.
func TestSetApartFarthestFirst(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, -3, 0, -3.1, 0.2, 3, -0.9, 3.2})
	list := []correlations.Direction{{Weights: []float64{1, 0}, Loads: []float64{1, 0}},
		{Weights: []float64{0, 1}, Loads: []float64{0, 1}}}
	got := correlations.SetApart(x, []int{0, 1}, list, 0)
	if len(got) != 2 || got[0].Direction != 1 || got[1].Direction != 0 || got[0].Deviations > -1.9 {
		t.Errorf("%+v", got)
	}
}

// The shares of factors are those of the trace of Σ: together with the specific variances they are the whole.
func TestSharesOfFactors(t *testing.T) {
	c := byFactors(6, 2, 9)
	all, specific := mat.Trace(dense(c).Dense), 0.0
	for _, v := range c.Specific {
		specific += v / all
	}
	sum := specific
	for _, v := range correlations.ByFactor(c) {
		sum += v.Share
	}
	if !(math.Abs(sum-1) <= 1e-12) {
		t.Errorf("shares of factors and %v of specific variance add up to %v", specific, sum)
	}
}

// The heaviest columns have at least half the greatest load, whatever that is.
func TestHeaviest(t *testing.T) {
	up, down := correlations.Heaviest([]float64{0.2, -0.15, 0.05, 0.11})
	if !slices.Equal(up, []int{0, 3}) || !slices.Equal(down, []int{1}) {
		t.Errorf("%v go up and %v down", up, down)
	}
}

// A missing cell counts as the mean of the others of its column, and a column without any value as 0.
func TestAlongWithMissingCells(t *testing.T) {
	tr, err := tree.New([]string{"a", "b", "c", "d"}, []int{4, 4, 5, 5, 5, -1},
		[]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), 0.9, 0.3})
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	list := []correlations.Direction{{Weights: []float64{0.5, 0.25, 1}}, {Weights: []float64{1, -1, 2}, Deviation: 3}}
	got := correlations.Along(tr, mat.NewDense(4, 3, []float64{1, 4, nan, nan, nan, nan, -3, 9, nan, 8, 2, nan}), list,
		0.1)
	want := correlations.Along(tr, mat.NewDense(4, 3, []float64{1, 4, 0, 2, 5, 0, -3, 9, 0, 8, 2, 0}), list, 0.1)
	if !mat.EqualApprox(got, want, 1e-12) {
		t.Errorf("%v, want %v", mat.Formatted(got), mat.Formatted(want))
	}
}
