package grouping

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/mat"
)

// square returns p of n rows with one value for all pairs of different rows.
func square(n int, value func(i, j int) float64) *mat.Dense {
	p := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			if v := value(i, j); i != j {
				p.Set(i, j, v)
			} else {
				p.Set(i, j, 1)
			}
		}
	}
	return p
}

// One group is shown where no pair is surer than another, two where there are two blocks, and a row that is with none
// stands alone.
func TestShown(t *testing.T) {
	singles := [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
	for name, c := range map[string]struct {
		p    func(i, j int) float64
		want []int
	}{
		"all alike": {func(i, j int) float64 { return 0.4 }, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		"two blocks": {func(i, j int) float64 { return 0.1 + 0.8*float64(1-(i/5+j/5)%2) },
			[]int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}},
		"two blocks, one by": {func(i, j int) float64 {
			return map[bool]float64{true: 0.9, false: 0.02}[i/5 == j/5 && i != 9 && j != 9]
		}, []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 2}},
		"none": {func(i, j int) float64 { return 0.01 }, singles[0]},
	} {
		if got := Shown(singles, square(10, c.p)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// V written out for three rows in two groups.
func TestVariation(t *testing.T) {
	p := mat.NewDense(3, 3, []float64{1, 0.7, 0.2, 0.7, 1, 0.4, 0.2, 0.4, 1})
	want := 0.0
	want += math.Log2(2) + math.Log2(1.9) - 2*math.Log2(1.7)
	want += math.Log2(2) + math.Log2(2.1) - 2*math.Log2(1.7)
	want += math.Log2(1) + math.Log2(1.6) - 2*math.Log2(1)
	if got := Variation([]int{0, 0, 1}, p); !(math.Abs(got-want/3) <= 1e-12) {
		t.Errorf("%v, want %v", got, want/3)
	}
}

// From the draws, V is what it is from their shares. Of the same draws no partition does better than the one shown,
// among all partitions of six rows, by more than the bound loses.
func TestVariationOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, count = 40, 30
	draws := make([][]int, count)
	p := mat.NewDense(n, n, nil)
	for s := range draws {
		z := make([]int, n)
		for i := range z {
			z[i] = i * 3 / n
			if rng.Float64() < 0.2 {
				z[i] = rng.IntN(6)
			}
		}
		draws[s] = numbered(z)
		for i, a := range z {
			for j, b := range z {
				if a == b {
					p.Set(i, j, p.At(i, j)+1.0/count)
				}
			}
		}
	}
	d := newDrawn(draws)
	for _, c := range append(slices.Clone(draws), make([]int, n), numbered(rng.Perm(n))) {
		if a, b := d.variation(c), Variation(c, p); !(math.Abs(a-b) <= 1e-12) {
			t.Fatalf("%v from the draws, %v from their shares", a, b)
		}
	}
	shown := Shown(draws, p)
	truth := make([]int, n)
	for i := range truth {
		truth[i] = i * 3 / n
	}
	if !slices.Equal(shown, truth) {
		t.Errorf("shown %v", shown)
	}
}

// Among all partitions of seven rows none is better than the one shown where p comes from few draws.
func TestShownIsBest(t *testing.T) {
	draws := [][]int{{0, 0, 0, 1, 1, 2, 2}, {0, 0, 0, 1, 1, 1, 1}, {0, 0, 1, 1, 1, 2, 2}, {0, 0, 0, 1, 1, 2, 2}}
	p := square(7, func(i, j int) float64 {
		sum := 0.0
		for _, z := range draws {
			if z[i] == z[j] {
				sum += 0.25
			}
		}
		return sum
	})
	best := Variation(Shown(draws, p), p)
	z := make([]int, 7)
	var each func(i, used int)
	each = func(i, used int) {
		if i == len(z) {
			if v := Variation(z, p); v < best-1e-9 {
				t.Errorf("%v has %v, the one shown %v", z, v, best)
			}
			return
		}
		for k := range used + 1 {
			z[i] = k
			each(i+1, max(used, k+1))
		}
	}
	each(0, 0)
}

func TestAgreement(t *testing.T) {
	for _, c := range []struct {
		a, b []int
		want float64
	}{
		{[]int{0, 0, 1, 1}, []int{1, 1, 0, 0}, 1},
		{[]int{0, 0, 0, 0}, []int{0, 0, 0, 0}, 1},
		{[]int{0, 0, 0, 0}, []int{0, 0, 0, -1}, 0.75}, // the adjusted Rand index is 0
		{[]int{0, 0, -1, -1}, []int{0, 0, 1, 1}, 4.0 / 7},
	} {
		if got := Agreement(c.a, c.b); !(math.Abs(got-c.want) <= 1e-12) {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// The index of two partitions of several groups is that of package scores.
func TestAgreementIsAdjustedRand(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 20 {
		a, b := make([]int, 30), make([]int, 30)
		for i := range a {
			a[i] = rng.IntN(4)
			if b[i] = a[i]; rng.Float64() < 0.3 {
				b[i] = rng.IntN(5)
			}
		}
		if got, want := Agreement(a, b), scores.AdjustedRand(a, b); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

func TestAlone(t *testing.T) {
	got := Alone([]int{5, 2, 5, 3, -1, 2, 5}, 2)
	if want := []int{0, 1, 0, -1, -1, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if back, want := Apart(got), []int{0, 1, 0, 2, 3, 1, 0}; !slices.Equal(back, want) {
		t.Errorf("%v, want %v", back, want)
	}
}

func TestDraws(t *testing.T) {
	if Draws(10) != 100 || Draws(2000) != 50 || Draws(1_000_000) != 20 {
		t.Error(Draws(10), Draws(2000), Draws(1_000_000))
	}
}

func BenchmarkShown(b *testing.B) {
	for _, n := range []int{500, 2000, 20_000} {
		rng := rand.New(rand.NewPCG(1, 2))
		draws := make([][]int, Draws(n))
		var p *mat.Dense
		if n <= 2000 {
			p = mat.NewDense(n, n, nil)
			for i := range n {
				for j := range n {
					p.Set(i, j, 0.1+0.8*float64(1-(i/20+j/20)%2))
				}
			}
		}
		for s := range draws {
			z := make([]int, n)
			for i := range z {
				z[i] = (i/20 + rng.IntN(2)) % 30
			}
			draws[s] = numbered(z)
		}
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				Shown(draws, p)
			}
		})
	}
}
