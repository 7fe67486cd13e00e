package tsne

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/nearest"

	"gonum.org/v1/gonum/mat"
)

func searched(x *mat.Dense, k int) [][]nearest.Link {
	n, _ := x.Dims()
	s := nearest.NewSearch(linkage.NewRuler(x, linkage.Euclidean), n, k)
	for !s.Advance() {
	}
	return s.Near
}

func table(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 0, x.At(i, 0)+8*float64(i%3))
	}
	return x
}

// Affinities are symmetric, sum to 1, and each row has the perplexity that was asked for.
func TestAffinities(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	near := searched(table(60, 4, rng), 59)
	for i, links := range near {
		h := 0.0
		for _, p := range conditional(links, 12) {
			if p > 0 {
				h -= p * math.Log(p)
			}
		}
		if !(math.Abs(math.Exp(h)-12) <= 1e-4) {
			t.Errorf("row %d has perplexity %v", i, math.Exp(h))
		}
	}
	a := NewAffinities(near, 12)
	dense, sum := mat.NewDense(60, 60, nil), 0.0
	for i := range 60 {
		for k := a.Start[i]; k < a.Start[i+1]; k++ {
			dense.Set(i, a.To[k], a.P[k])
			sum += a.P[k]
		}
	}
	if !(math.Abs(sum-1) <= 1e-12) || !mat.EqualApprox(dense, dense.T(), 1e-15) {
		t.Errorf("the sum is %v", sum)
	}
}

// divergence is Σ p ln(p/q), by its definition.
func divergence(a *Affinities, x, y []float64) (kl float64) {
	n, sum := len(x), 0.0
	w := func(i, j int) float64 { return 1 / (1 + (x[i]-x[j])*(x[i]-x[j]) + (y[i]-y[j])*(y[i]-y[j])) }
	for i := range n {
		for j := range n {
			if i != j {
				sum += w(i, j)
			}
		}
	}
	for i := range n {
		for k := a.Start[i]; k < a.Start[i+1]; k++ {
			kl += a.P[k] * math.Log(a.P[k]*sum/w(i, a.To[k]))
		}
	}
	return kl
}

// The step goes down the gradient of the divergence, by finite differences.
func TestGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	a := NewAffinities(searched(table(20, 3, rng), 19), 5)
	x, y := make([]float64, 20), make([]float64, 20)
	for i := range x {
		x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	want := make([]float64, 20)
	for i := range x {
		const h = 1e-5
		x[i] += h
		up := divergence(a, x, y)
		x[i] -= 2 * h
		want[i] = (up - divergence(a, x, y)) / (2 * h)
		x[i] += h
	}
	e := New(a, append([]float64(nil), x...), append([]float64(nil), y...))
	e.Round = early // without exaggeration
	for !e.Advance() {
	}
	if kl := divergence(a, x, y); !(math.Abs(e.Divergence-kl) <= 1e-12) {
		t.Errorf("divergence %v, want %v", e.Divergence, kl)
	}
	for i, g := range want {
		rate := 50.0
		gain := e.GainX[i]
		if got := -e.U[i] / rate / gain; !(math.Abs(got-g) <= 1e-7) {
			t.Errorf("row %d: gradient %v, want %v", i, got, g)
		}
	}
}

// Cells at a distance repel nearly as their places do, and near ones exactly.
func TestQuad(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	n := 500
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = 10*rng.NormFloat64(), 10*rng.NormFloat64()
	}
	x[7], y[7] = x[3], y[3]
	q := newQuad(x, y)
	for i := range 50 {
		fx, fy, sum := 0.0, 0.0, 0.0
		for j := range x {
			dx, dy := x[i]-x[j], y[i]-y[j]
			w := 1 / (1 + dx*dx + dy*dy)
			fx, fy, sum = fx+w*w*dx, fy+w*w*dy, sum+w
		}
		gx, gy, got := q.repel(x[i], y[i])
		if scale := math.Hypot(fx, fy) + 0.02; !(math.Hypot(gx-fx, gy-fy) <= 0.15*scale) ||
			!(math.Abs(got-sum) <= 0.02*sum) {
			t.Errorf("row %d: %v, %v and %v, want %v, %v and %v", i, gx, gy, got, fx, fy, sum)
		}
	}
}

// The divergence falls once affinities are no longer exaggerated, and groups stay apart; the same by cells.
func TestGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	n := 150
	a := NewAffinities(searched(table(n, 5, rng), n-1), 20)
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = 1e-4*rng.NormFloat64(), 1e-4*rng.NormFloat64()
	}
	e := New(a, x, y)
	first := 0.0
	for e.Round < 600 {
		for !e.Advance() {
		}
		if e.Round == early+2 {
			first = e.Divergence
		}
	}
	if !(e.Divergence < first) || e.Divergence > 1 {
		t.Errorf("from %v to %v", first, e.Divergence)
	}
	for i := range n {
		best := -1
		for j := range n {
			if j != i && (best < 0 || math.Hypot(x[i]-x[j], y[i]-y[j]) < math.Hypot(x[i]-x[best], y[i]-y[best])) {
				best = j
			}
		}
		if best%3 != i%3 {
			t.Errorf("row %d is nearest to %d, of another group", i, best)
		}
	}
}

// Trustworthiness is 1 where the plane keeps all ranks, and its value for six rows on a line, two of which change
// places, is that of its definition.
func TestTrust(t *testing.T) {
	line := []float64{0, 1, 2.1, 3.3, 4.6, 6}
	y := make([]float64, 6)
	var all []*Witness
	for i := range line {
		d := make([]float64, 6)
		for j := range d {
			d[j] = math.Abs(line[i] - line[j])
		}
		all = append(all, NewWitness(i, d, 1))
	}
	if trust, continuity, r := Trust(all, line, y, 1); trust != 1 || continuity != 1 || !(math.Abs(r-1) <= 1e-12) {
		t.Errorf("of the same line %v, %v, %v", trust, continuity, r)
	}
	swapped := []float64{6, 1, 2.1, 3.3, 4.6, 0}
	lost := 0
	for i := range line { // by its definition
		nearest, rank := -1, 1
		for j := range line {
			if j != i && (nearest < 0 || math.Abs(swapped[i]-swapped[j]) < math.Abs(swapped[i]-swapped[nearest])) {
				nearest = j
			}
		}
		for j := range line {
			if j != i && math.Abs(line[i]-line[j]) < math.Abs(line[i]-line[nearest]) {
				rank++
			}
		}
		lost += rank - 1
	}
	want := 1 - 2/(6*1*float64(2*6-3-1))*float64(lost)
	if trust, _, _ := Trust(all, swapped, y, 1); !(math.Abs(trust-want) <= 1e-12) || want >= 1 {
		t.Errorf("%v, want %v", trust, want)
	}
}
