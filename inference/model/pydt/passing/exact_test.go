package passing

import (
	"math"
	"testing"

	"example.org/espalier/inference/process/timetree"
)

// star is a tree of one branch point with n leaves below it.
func star(n int) *Tree {
	arrays := timetree.NewArrays(n)
	t := &Tree{Arrays: &arrays, Harmonic: make([]float64, 2*n)}
	top := int32(n)
	t.Top, t.Parent[top] = top, -1
	t.SetRem(top, 0.5)
	for i := range n {
		t.Parent[i], t.Kids[top] = top, append(t.Kids[top], int32(i))
		if i > 0 {
			t.Harmonic[top] += 1 / float64(i)
		}
	}
	t.Preorder()
	return t
}

// Where nothing is seen the best q(r)q(c) can be found by hand. Given c the time remaining at the only
// branch point has the density c·r^(cJ−1), so that q(r) = Beta(c̄J, 1) and ⟨log r⟩ = −1/(c̄J), and
// q(c) = Ga(a+1, b+1/c̄), whose mean is c̄ = a/b. The bound is ⟨log c⟩ − log(c̄J) − KL(q(c) ‖ Ga(a, b)); for
// a = b = 1 it is 1 − 2 log 2 − log J.
func TestEvidenceWithoutData(t *testing.T) {
	const euler = 0.57721566490153286
	for _, n := range []int{2, 3, 5} {
		tr := star(n)
		da := &Data{Rows: n, Columns: 1, Classes: []Class{{0, 1}}, Mean: make([]float64, n), Variance: make([]float64, n)}
		for i := range da.Variance {
			da.Variance[i] = math.Inf(1)
		}
		j := tr.Harmonic[tr.Top]
		_, r := run(tr, da, Hyper{Sigma2: 1, C: 1, FixSigma2: true, FixC: true}, Fine)
		if !r.Converged || !(math.Abs(r.Evidence+math.Log(j)) <= 1e-4) {
			t.Errorf("%d leaves, c known: %v, want %v", n, r.Evidence, -math.Log(j))
		}
		for _, b := range []float64{1, 0.2, 3} {
			// q(c) = Ga(2, 2b) for a = 1: ψ(2) = 1 − γ and log Γ(2) = 0.
			logC := 1 - euler - math.Log(2*b)
			divergence := (2*math.Log(2*b) + logC - 2) - (math.Log(b) - 1) // ⟨c⟩ = 1/b
			want := logC - math.Log(j/b) - divergence
			if b == 1 && !(math.Abs(want-(1-2*math.Ln2-math.Log(j))) <= 1e-12) {
				t.Fatalf("the sum by hand is %v", want)
			}
			_, r := run(tr, da, Hyper{Sigma2: 1, C: 1, FixSigma2: true, CShape: 1, CRate: b}, Fine)
			if !r.Converged || !(math.Abs(r.Evidence-want) <= 1e-3) {
				t.Errorf("%d leaves, c ~ Ga(1, %v): %v, want %v", n, b, r.Evidence, want)
			}
			if !(math.Abs(r.CShape-2) <= 1e-9) || !(math.Abs(r.CRate/(2*b)-1) <= 1e-3) {
				t.Errorf("%d leaves, c ~ Ga(1, %v): q(c) = Ga(%v, %v)", n, b, r.CShape, r.CRate)
			}
		}
	}
}

// With c large the leaves part at the very beginning, and every cell is N(0, σ²) by itself. The evidence is
// then that of the conjugate gamma prior of 1/σ².
func TestEvidenceOfVarianceAlone(t *testing.T) {
	const n, d = 4, 25
	tr := star(n)
	tr.SetRem(tr.Top, 0.999)
	da := &Data{Rows: n, Columns: d, Classes: []Class{{0, d}}, Mean: make([]float64, n*d), Variance: make([]float64, n)}
	square := 0.0
	for i := range da.Mean {
		da.Mean[i] = 1.7 * math.Sin(float64(3*i+1))
		square += da.Mean[i] * da.Mean[i]
	}
	for _, h := range []Hyper{
		{Sigma2: 1, C: 1e5, FixC: true, TauShape: 1, TauRate: 1},
		{Sigma2: 1, C: 1e5, FixC: true, TauShape: 3, TauRate: 0.2},
	} {
		after := h.TauShape + n*d/2.
		a, _ := math.Lgamma(after)
		b, _ := math.Lgamma(h.TauShape)
		want := a - b + h.TauShape*math.Log(h.TauRate) - after*math.Log(h.TauRate+square/2) - n*d/2.*math.Log(2*math.Pi)
		want -= math.Log(tr.Harmonic[tr.Top]) // ∫ c·r^(cJ−1) dr
		_, r := run(tr, da, h, Fine)
		if !r.Converged || !(math.Abs(r.Evidence-want) <= 0.02) {
			t.Errorf("%+v, want %v", r, want)
		}
		if !(math.Abs(r.TauShape/after-1) <= 0.01) || !(math.Abs(r.TauRate/(h.TauRate+square/2)-1) <= 0.01) {
			t.Errorf("q(1/σ²) = Ga(%v, %v), want Ga(%v, %v)", r.TauShape, r.TauRate, after, h.TauRate+square/2)
		}
	}
}
