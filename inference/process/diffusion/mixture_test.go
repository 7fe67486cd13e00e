package diffusion

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// The predictive density integrates to 1 along one direction and two, and the weights do
// not depend on which columns are looked at.
func TestPredictiveIntegratesToOne(t *testing.T) {
	tr, x := small(t), table()
	one := New(tr, x, nil, fitted, []float64{0, 0, 1, 0}).Predictive()
	sum := 0.0
	for i := range 4000 {
		sum += math.Exp(one.LogDensity(-20+0.01*(float64(i)+0.5), 0)) * 0.01
	}
	inferencetest.Close(t, "integral along one column", sum, 1, 1e-9)
	curve := one.Curve(-8, 8, 1600)
	inferencetest.Close(t, "integral of the curve", 0.01*sumOf(curve), 1, 1e-4)
	inferencetest.Close(t, "curve", math.Log(curve[700]), one.LogDensity(-8+7.005, 0), 1e-4)
	two := New(tr, x, nil, fitted, []float64{0.3, 0, 1, 0}, []float64{0, -1, 0.5, 0.5}).Predictive()
	sum = 0
	var got Normal // moments, by the same sum
	for i := range 300 {
		for j := range 300 {
			x, y := -15+0.1*(float64(i)+0.5), -15+0.1*(float64(j)+0.5)
			p := math.Exp(two.LogDensity(x, y)) * 0.01
			sum += p
			got.X, got.Y = got.X+p*x, got.Y+p*y
			got.XX, got.XY, got.YY = got.XX+p*x*x, got.XY+p*x*y, got.YY+p*y*y
		}
	}
	g := two.Moments()
	inferencetest.Close(t, "mean along x", g.X, got.X, 1e-6)
	inferencetest.Close(t, "mean along y", g.Y, got.Y, 1e-6)
	inferencetest.Close(t, "variance along x", g.XX, got.XX-got.X*got.X, 1e-6)
	inferencetest.Close(t, "covariance", g.XY, got.XY-got.X*got.Y, 1e-6)
	inferencetest.Close(t, "variance along y", g.YY, got.YY-got.Y*got.Y, 1e-6)
	inferencetest.Close(t, "integral over two directions", sum, 1, 1e-7)
	weights := 0.0
	for i, c := range two.Components {
		weights += c.Weight
		if c.Weight != one.Components[i].Weight {
			t.Fatalf("weight %d depends on the direction", i)
		}
	}
	inferencetest.Close(t, "sum of weights", weights, 1, 1e-12)
}

func BenchmarkPredictive(b *testing.B) {
	for _, n := range []int{200, 2000} {
		rng := rand.New(rand.NewPCG(1, 2))
		tr, x := coalescent(n, rng)
		d := New(tr, x, nil, Parameters{Sigma2: 1, Noise: 0.01, C: 1}, []float64{1, 0}, []float64{0, 1})
		m := d.Predictive()
		for _, cells := range []int{48, 192} {
			b.Run(fmt.Sprintf("n=%d/cells=%d", n, cells), func(b *testing.B) {
				for b.Loop() {
					if _, err := m.Field(context.Background(), -3, 3, -3, 3, cells, cells); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("n=%d/new", n), func(b *testing.B) {
			for b.Loop() {
				New(tr, x, nil, d.Parameters, []float64{1, 0}, []float64{0, 1}).Predictive()
			}
		})
	}
}

// coalescent draws a coalescent tree of n leaves and two columns that diffused down it.
func coalescent(n int, rng *rand.Rand) (*tree.Tree, *mat.Dense) {
	names, parent, log := make([]string, n), make([]int, 2*n-1), make([]float64, 2*n-1)
	var live []int
	for i := range n {
		names[i], log[i] = fmt.Sprint(i), math.Inf(1)
		live = append(live, i)
	}
	at := 5.0
	for v := n; v < 2*n-1; v++ {
		at *= 1 - rng.ExpFloat64()/float64(len(live)+1)*0.7
		at = max(at, 0.01)
		for range 2 {
			i := rng.IntN(len(live))
			parent[live[i]] = v
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
		}
		live = append(live, v)
		log[v] = at
	}
	parent[2*n-2] = -1
	for v := 2*n - 3; v >= n; v-- {
		log[v] = max(log[v], log[parent[v]]+1e-9)
	}
	tr, err := tree.New(names, parent, log)
	if err != nil {
		panic(err)
	}
	x, loc := mat.NewDense(n, 2, nil), make([][2]float64, tr.Nodes())
	for _, v := range tr.PreOrder() {
		if p := tr.Parent[v]; p >= 0 {
			loc[v] = loc[p]
		}
		for j := range 2 {
			loc[v][j] += math.Sqrt(tr.Length(v)) * rng.NormFloat64()
			if tr.IsLeaf(v) {
				x.Set(v, j, loc[v][j])
			}
		}
	}
	return tr, x
}

// Two Gaussians over one place multiply as they are written out; where both are exact the place is between them.
func TestProduct(t *testing.T) {
	if got := product(message{1, 2, 0}, message{3, 6, 0}); got != (message{2, 4, 0}) {
		t.Errorf("%v", got)
	}
	a, b := message{1, -2, 0.5}, message{4, 2, 1.5}
	got, precision := product(a, b), 1/a.v+1/b.v
	inferencetest.Near(t, "x", got.x, (a.x/a.v+b.x/b.v)/precision, 1e-12)
	inferencetest.Near(t, "y", got.y, (a.y/a.v+b.y/b.v)/precision, 1e-12)
	inferencetest.Near(t, "variance", got.v, 1/precision, 1e-12)
}
