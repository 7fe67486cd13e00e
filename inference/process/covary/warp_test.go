package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// warpedTimes is sharedTimes at times 1 − (1−t)^p, written out pair by pair of leaves.
func warpedTimes(t *tree.Tree, w Warp) *mat.SymDense {
	n := t.Leaves()
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			above := map[int]bool{}
			for v := i; v >= 0; v = t.Parent[v] {
				above[v] = true
			}
			v := j
			for !above[v] {
				v = t.Parent[v]
			}
			shared := 1 - math.Pow(1-t.Time(v), w.Power)
			if i == j {
				shared = 1 + w.Noise
			}
			k.SetSym(i, j, shared)
		}
	}
	return k
}

// profile is the mean over trees of the log density of z by dense matrices, with one variance that suits it best.
func profile(trees []*tree.Tree, z *mat.Dense, w Warp) float64 {
	n, d := z.Dims()
	logs, square := 0.0, 0.0
	for _, t := range trees {
		var chol mat.Cholesky
		chol.Factorize(warpedTimes(t, w))
		logs += chol.LogDet() / float64(len(trees))
		var solved, s mat.Dense
		if err := chol.SolveTo(&solved, z); err != nil {
			panic(err)
		}
		s.Mul(z.T(), &solved)
		square += mat.Trace(&s) / float64(len(trees))
	}
	return -0.5 * float64(d) * (logs + float64(n)*math.Log(square))
}

// The warp that is learnt is a maximum of the density by dense matrices, on one tree and on several, in tables of few
// columns and of many; noise of 0 stays 0.
func TestFitWarp(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct{ trees, n, d int }{{1, 14, 3}, {3, 12, 4}, {2, 9, 20}} {
		var trees []*tree.Tree
		for range c.trees {
			trees = append(trees, randomTree(c.n, rng))
		}
		z := drawTable(Warp{Power: 1.6}.Tree(trees[0]), Diagonal(ones(c.d)), 0.1, rng)
		flat := func(float64) float64 { return 0 }
		for _, noise := range []float64{0, 0.3} {
			w := FitWarp(trees, z, Warp{Power: 1, Noise: noise}, 1e-4, flat)
			best := profile(trees, z, w)
			if noise == 0 && w.Noise != 0 {
				t.Errorf("%+v: noise %g where there was none", c, w.Noise)
			}
			for _, f := range []float64{0.9, 1.1} {
				others := []Warp{{w.Power * f, w.Noise}}
				if w.Noise > 1e-4 {
					others = append(others, Warp{w.Power, w.Noise * f})
				}
				for _, other := range others {
					if other.Power < leastPower || other.Power > mostPower {
						continue
					}
					if v := profile(trees, z, other); !(v < best+1e-2) {
						t.Errorf("%+v: %+v has %g, %+v has %g", c, w, best, other, v)
					}
				}
			}
		}
	}
}

func ones(d int) []float64 {
	list := make([]float64, d)
	for j := range list {
		list[j] = 1
	}
	return list
}

// Contrasts pooled over trees in warped time have S = YᵀK⁻¹Y and ln|K|, each the mean over the trees by dense matrices.
func TestWarpContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	w := Warp{Power: 0.7, Noise: 0.2}
	for _, c := range []struct{ trees, n, d int }{{1, 8, 3}, {3, 8, 3}, {3, 7, 15}} {
		var trees []*tree.Tree
		x := randomTable(c.n, c.d, rng)
		want, logs := mat.NewDense(c.d, c.d, nil), 0.0
		for range c.trees {
			one := randomTree(c.n, rng)
			trees = append(trees, one)
			var chol mat.Cholesky
			chol.Factorize(warpedTimes(one, w))
			var solved, s mat.Dense
			if err := chol.SolveTo(&solved, x); err != nil {
				t.Fatal(err)
			}
			s.Mul(x.T(), &solved)
			s.Scale(1/float64(c.trees), &s)
			want.Add(want, &s)
			logs += chol.LogDet() / float64(c.trees)
		}
		rows := w.Contrasts(trees, x)
		var got mat.Dense
		got.Mul(rows.U.T(), rows.U)
		for i := range c.d {
			for j := range c.d {
				near(t, "S", got.At(i, j), want.At(i, j), 1e-8)
			}
		}
		near(t, "ln|K|", rows.logDetK(), logs, 1e-8)
		// The evidence of Σ on these trees is that of dense matrices.
		prior := Wishart{Centre: Diagonal(ones(c.d)), G: 0.8, Nu: float64(c.d) + 3}
		total := mat.NewSymDense(c.d, nil)
		weight := (prior.Nu - float64(c.d) - 1) * prior.G
		for i := range c.d {
			for j := i; j < c.d; j++ {
				v := want.At(i, j)
				if i == j {
					v += weight
				}
				total.SetSym(i, j, v)
			}
		}
		var chol mat.Cholesky
		chol.Factorize(total)
		n, d := float64(c.n), float64(c.d)
		evidence := -0.5*n*d*math.Log(math.Pi) - 0.5*d*logs + 0.5*prior.Nu*d*math.Log(weight) - 0.5*(prior.Nu+n)*chol.LogDet()
		for i := range c.d {
			a, _ := math.Lgamma((prior.Nu + n - float64(i)) / 2)
			b, _ := math.Lgamma((prior.Nu - float64(i)) / 2)
			evidence += a - b
		}
		near(t, "evidence", prior.Marginal(rows), evidence, 1e-8)
	}
}

// Cells drawn again and again have the mean and the variance that dense matrices give them.
func TestDrawAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	const n, noise, sigma2 = 5, 0.3, 1.7
	tr := randomTree(n, rng)
	x := randomTable(n, 2, rng)
	x.Set(1, 0, math.NaN())
	x.Set(3, 0, math.NaN())
	x.Set(3, 1, math.NaN())
	b := NewBlanks(x)
	k := sharedTimes(tr, noise)
	k.ScaleSym(sigma2, k)
	var mean, square [2]float64 // of the cells of column 0
	var q mat.SymDense
	var chol mat.Cholesky
	chol.Factorize(k)
	if err := chol.InverseTo(&q); err != nil {
		t.Fatal(err)
	}
	// The missing part given the rest is N(−Q_mm⁻¹ Q_mo y_o, Q_mm⁻¹).
	at := [2]int{1, 3}
	var right [2]float64
	for a, i := range at {
		for j := range n {
			if !math.IsNaN(x.At(j, 0)) {
				right[a] -= q.At(i, j) * x.At(j, 0)
			}
		}
	}
	p, r, s := q.At(1, 1), q.At(1, 3), q.At(3, 3)
	det := p*s - r*r
	want := [2]float64{(s*right[0] - r*right[1]) / det, (p*right[1] - r*right[0]) / det}
	variance := [2]float64{s / det, p / det}
	filled := mat.DenseCopyOf(x)
	b.Put(filled, make([]float64, b.Cells))
	const draws = 40000
	for range draws {
		b.DrawAlone(NewPasser(tr, filled, noise), sigma2, rng)
		for a, i := range at {
			v := filled.At(i, 0)
			mean[a] += v / draws
			square[a] += v * v / draws
		}
	}
	for a := range at {
		deviation := math.Sqrt(variance[a])
		near(t, "mean", mean[a], want[a], 0.05*deviation)
		near(t, "variance", square[a]-mean[a]*mean[a], variance[a], 0.06*variance[a])
	}
}
