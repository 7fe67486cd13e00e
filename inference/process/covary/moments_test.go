package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// The sums over blocks equal those over the draws in the blocks, which contain hardly any draws of the
// burn-in.
func TestMomentsOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 44))
	var m Moments
	var all []*mat.SymDense
	for i := range 1000 {
		s := mat.NewSymDense(2, nil)
		a, b := rng.NormFloat64(), rng.NormFloat64()
		s.SetSym(0, 0, 1+a*a)
		s.SetSym(0, 1, a*b)
		s.SetSym(1, 1, 1+b*b)
		all = append(all, s)
		m.Add(i, s, float64(i))
		if len(m.blocks) > mostBlocks {
			t.Fatalf("%d blocks", len(m.blocks))
		}
		from := inference.BurnIn * float64(i)
		got := m.After(from)
		if got.First < int(from) && i > 3 || got.Count != i+1-got.First || float64(got.Count) < 0.5*0.75*float64(i) {
			t.Fatalf("after draw %d, %d draws from %d on count", i, got.Count, got.First)
		}
		if i%97 > 0 {
			continue
		}
		var want MomentsBlock
		want.Sigma, want.Correlation, want.Squares = make([]float64, 3), make([]float64, 3), make([]float64, 3)
		for k := got.First; k <= i; k++ {
			r := all[k].At(0, 1) / math.Sqrt(all[k].At(0, 0)*all[k].At(1, 1))
			want.Freedom += float64(k)
			for at, v := range []float64{all[k].At(0, 0), all[k].At(0, 1), all[k].At(1, 1)} {
				want.Sigma[at] += v
				c := []float64{1, r, 1}[at]
				want.Correlation[at] += c
				want.Squares[at] += c * c
			}
		}
		near(t, "freedom", got.Freedom, want.Freedom, 1e-6)
		for at := range 3 {
			near(t, "Σ", got.Sigma[at], want.Sigma[at], 1e-8)
			near(t, "correlations", got.Correlation[at], want.Correlation[at], 1e-9)
			near(t, "squares", got.Squares[at], want.Squares[at], 1e-9)
		}
	}
	var read Moments
	if !read.Load(m.Save(), 2) || read.length != m.length {
		t.Error("what was saved is not read")
	}
	for what, spoil := range map[string]func(*SavedMoments){
		"no length": func(s *SavedMoments) { s.Length = 0 },
		"no blocks": func(s *SavedMoments) { s.Blocks = nil },
		"a size":    func(s *SavedMoments) { s.Blocks[1].Sigma = nil },
		"an order":  func(s *SavedMoments) { s.Blocks[1].First = 0 },
		"no number": func(s *SavedMoments) { s.Blocks[1].Freedom = math.NaN() },
	} {
		s := m.Save()
		s.Blocks = append([]MomentsBlock(nil), s.Blocks...)
		if spoil(&s); read.Load(s, 2) {
			t.Errorf("%s: it is read", what)
		}
	}
}
