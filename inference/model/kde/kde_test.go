package kde

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

var nan = math.NaN()

func fitTo(t testing.TB, x *mat.Dense, set string) *fit {
	t.Helper()
	s := Model{}.Info().Defaults()
	if set != "" {
		if err := s.Set("bandwidth", set); err != nil {
			t.Fatal(err)
		}
		if err := s.Fix("bandwidth", true); err != nil {
			t.Fatal(err)
		}
	}
	st, err := Model{}.New(&inference.Dataset{X: x}, s, inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			return st.(*fit)
		}
	}
}

func draws(n, d int, gaps bool) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, 3*float64(j)+float64(1+j)*rng.NormFloat64())
			if gaps && rng.IntN(4) == 0 && j != i%d {
				x.Set(i, j, nan)
			}
		}
	}
	return x
}

// The score is that of leaving out every row in turn and adding up Gaussians.
func TestLeaveOneOutBruteForce(t *testing.T) {
	for _, gaps := range []bool{false, true} {
		x := draws(30, 3, gaps)
		f := fitTo(t, x, "")
		mean, sd := f.kernel.mean, f.kernel.sd
		want := func(h float64) float64 {
			sum := 0.0
			for i := range 30 {
				density := 0.0
				for k := range 30 {
					if k == i {
						continue
					}
					p := 1.0
					for j := range 3 {
						v, at, s := x.At(i, j), x.At(k, j), h*sd[j]
						if math.IsNaN(v) {
							continue
						}
						if math.IsNaN(at) {
							at, s = mean[j], sd[j]
						}
						p *= math.Exp(-(v-at)*(v-at)/(2*s*s)) / math.Sqrt(2*math.Pi) / s
					}
					density += p / 29
				}
				sum += math.Log(density)
			}
			return sum
		}
		if w := want(f.bandwidth); !(math.Abs(f.score-w) <= 1e-9*math.Abs(w)) {
			t.Errorf("score %v at h = %v, brute force %v", f.score, f.bandwidth, w)
		}
		for h := leastBandwidth; h < greatestBandwidth; h *= 1.02 {
			if want(h) > f.score+1e-6 {
				t.Errorf("h = %v has score %v, the one chosen, %v, %v", h, want(h), f.bandwidth, f.score)
			}
		}
		if g := fitTo(t, x, "0.7"); g.bandwidth != 0.7 || !(math.Abs(g.score-want(0.7)) <= 1e-8) {
			t.Errorf("at a fixed bandwidth: %v, %v, want %v", g.bandwidth, g.score, want(0.7))
		}
	}
}

func TestDensityIntegratesToOne(t *testing.T) {
	f := fitTo(t, draws(20, 1, false), "")
	sum, h := 0.0, 0.01
	var grid []float64
	for v := -20.0; v < 20; v += h {
		grid = append(grid, v)
	}
	y, err := f.LogDensity(context.Background(), mat.NewDense(len(grid), 1, grid))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range y {
		sum += h * math.Exp(v)
	}
	if !(math.Abs(sum-1) <= 1e-6) {
		t.Errorf("the density integrates to %v", sum)
	}
}

// With missing cells, in a row of the fit or a new one, the density of the other cells is
// what integrating over them leaves.
func TestMissingCellsAreIntegratedOut(t *testing.T) {
	f := fitTo(t, draws(20, 2, true), "")
	sum, h := 0.0, 0.02
	for v := -30.0; v < 40; v += h {
		y, err := f.LogDensity(context.Background(), mat.NewDense(1, 2, []float64{0.4, v}))
		if err != nil {
			t.Fatal(err)
		}
		sum += h * math.Exp(y[0])
	}
	y, err := f.LogDensity(context.Background(), mat.NewDense(1, 2, []float64{0.4, nan}))
	if err != nil || !(math.Abs(math.Log(sum)-y[0]) <= 1e-6) {
		t.Errorf("log density %v, %v; by integration %v", y[0], err, math.Log(sum))
	}
}

// Rows that all have a twin would have no best bandwidth; it stays at its least value.
func TestTwins(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 1, 2, 2, 5, 5})
	if f := fitTo(t, x, ""); !(math.Abs(f.bandwidth-leastBandwidth) <= 1e-6) {
		t.Errorf("bandwidth %v", f.bandwidth)
	}
}

func BenchmarkFit(b *testing.B) {
	x := draws(1000, 20, false)
	for b.Loop() {
		fitTo(b, x, "")
	}
}
