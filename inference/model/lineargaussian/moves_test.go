package lineargaussian

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// taken is a state of a few features, from whose posterior of the values a row was taken out, ready for its features
// to be drawn; with squares and variance of its residuals.
func taken(seed uint64, i int) (s *state, squares, variance float64) {
	rng := rand.New(rand.NewPCG(seed, 6))
	x := rectangle(8, 3)
	for i := range x {
		for j := range x[i] {
			x[i][j] = 2 * rng.NormFloat64()
		}
	}
	missing := make([][]int, 8)
	missing[2] = []int{1}
	s = newState(x, missing, seed%2 == 0, 0.9, hyper{alpha: 2, beta: 1.4, noise: 0.5, variance: 1.5})
	for i := range x {
		s.join(i, rng)
	}
	for range 3 {
		for i := range x {
			s.updateRow(i, rng)
		}
	}
	s.take(i)
	s.resize()
	for k, c := range s.z {
		s.owns[k] = c[i]
	}
	s.look(i)
	squares, variance = s.afresh(i)
	s.residuals(i)
	s.order = s.order[:0]
	for k := s.first(); k < len(s.z); k++ {
		s.order = append(s.order, k)
	}
	return s, squares, variance
}

// afresh finds squares and variance of the residuals of a row from the posterior of the values, and what is kept with
// them.
func (s *state) afresh(i int) (squares, variance float64) {
	variance = s.posterior.predict(s.owns, s.mean, s.covariance) + s.hyper.noise
	for j, m := range s.mean {
		if s.observed == nil || s.observed[j] {
			squares += (s.x[i][j] - m) * (s.x[i][j] - m)
		}
	}
	return squares, variance
}

// log is the log density of the row and of Z, for κ features that only this row has.
func (s *state) log(i, kappa int) float64 {
	squares, variance := s.afresh(i)
	return s.prior().LogMarked(s.matrix()) + logNormal(s.seen[i], squares, variance+float64(kappa)*s.hyper.variance)
}

// An entry, and a feature exchanged for another, are taken with the probability of the joint density, and what is kept
// of the row is as found afresh.
func TestMovesOfARow(t *testing.T) {
	const kappa = 1
	entries, exchanges := [2]int{}, [2]int{}
	for seed := range uint64(60) {
		i := []int{2, 5}[seed%4/2]
		s, squares, variance := taken(seed, i)
		if len(s.order) < 2 {
			continue
		}
		source := rand.NewPCG(seed, 8)
		again := rand.NewPCG(seed, 8)
		for _, k := range s.order {
			if s.count[k] == 1 && s.owns[k] {
				continue
			}
			before := s.log(i, kappa)
			s.flip(i, k)
			after := s.log(i, kappa)
			s.flip(i, k)
			s.afresh(i)
			s.residuals(i)
			was := s.owns[k]
			u := rand.New(again).Float64()
			squares, variance = s.drawEntry(i, k, 8, kappa, squares, variance, rand.New(source))
			changed := s.owns[k] != was
			if want := u < 1/(1+math.Exp(before-after)); want != changed {
				t.Errorf("seed %d, feature %d: changed %v, want %v", seed, k, changed, want)
			}
			if changed {
				entries[0]++
			} else {
				entries[1]++
			}
			gotSquares, gotVariance := s.afresh(i)
			inferencetest.Close(t, "squares after an entry", squares, gotSquares, 1e-9)
			inferencetest.Close(t, "variance after an entry", variance, gotVariance, 1e-9)
			s.residuals(i)
		}
		for range 10 {
			before := s.log(i, kappa)
			s.residuals(i)
			rng := rand.New(again)
			from, to := s.order[rng.IntN(len(s.order))], s.order[rng.IntN(len(s.order))]
			u := rng.Float64()
			possible := s.owns[from] && !s.owns[to] && s.count[from] > 1
			if s.owns[from] && !possible && !s.owns[to] {
				source.Uint64() // a feature that only this row has does not come there
				break
			}
			want := false
			if possible {
				s.flip(i, from)
				s.flip(i, to)
				want = math.Log(u) < s.log(i, kappa)-before
				s.flip(i, from)
				s.flip(i, to)
				s.afresh(i)
				s.residuals(i)
			}
			squares, variance = s.exchange(i, 8, kappa, squares, variance, rand.New(source))
			if changed := s.owns[to] && possible; changed != want {
				t.Errorf("seed %d: features %d for %d: changed %v, want %v", seed, from, to, changed, want)
			}
			if possible {
				exchanges[number(want)]++
			}
			gotSquares, gotVariance := s.afresh(i)
			inferencetest.Close(t, "squares after an exchange", squares, gotSquares, 1e-9)
			inferencetest.Close(t, "variance after an exchange", variance, gotVariance, 1e-9)
		}
	}
	if min(entries[0], entries[1], exchanges[0], exchanges[1]) < 5 {
		t.Errorf("entries changed and kept %v, exchanges refused and made %v: too few to tell", entries, exchanges)
	}
}

func number(on bool) int {
	if on {
		return 1
	}
	return 0
}

// A feature is turned over with the probability of the joint density.
func TestTurnOverByTheJoint(t *testing.T) {
	made := [2]int{}
	for seed := range uint64(200) {
		s := faulty(seed, "").state
		if s.features() != 1 || s.count[1] == len(s.x) {
			continue
		}
		before := s.logJoint()
		turn := func() {
			for i, on := range s.z[1] {
				s.z[1][i] = !on
			}
			s.count[1] = len(s.x) - s.count[1]
			for j, a := range s.values[1] {
				s.values[0][j] += a
				s.values[1][j] = -a
			}
		}
		turn()
		ratio := s.logJoint() - before
		turn()
		count := s.count[1]
		u := rand.New(rand.NewPCG(seed, 1)).Float64()
		first := s.z[1][0]
		s.turnOver(rand.New(rand.NewPCG(seed, 1)))
		turned := s.z[1][0] != first
		if want := math.Log(u) < ratio; turned != want {
			t.Errorf("seed %d, %d rows: turned %v, want %v", seed, count, turned, want)
		}
		made[number(turned)]++
	}
	if min(made[0], made[1]) < 5 {
		t.Errorf("refused and made %v: too few to tell", made)
	}
}

// The number of features that only a row has is Poisson times the density of its residuals, each adding its variance.
func TestDrawOwn(t *testing.T) {
	s := newState(rectangle(5, 3), make([][]int, 5), false, 1, hyper{alpha: 2, beta: 1.4, noise: 0.5, variance: 1.5})
	rate := 2 * 1.4 / (1.4 + 4)
	const cells, squares, variance, n = 3, 7.5, 0.8, 20_000
	want, total := make([]float64, 12), 0.0
	for k := range want {
		v := variance + 1.5*float64(k)
		want[k] = math.Pow(rate, float64(k)) / math.Gamma(float64(k+1)) * math.Pow(v, -cells/2.0) * math.Exp(-squares/(2*v))
		total += want[k]
	}
	rng := rand.New(rand.NewPCG(2, 6))
	got := make([]float64, 40)
	for range n {
		got[s.drawOwn(cells, 5, squares, variance, rng)]++
	}
	for k, w := range want {
		p := w / total
		if !(math.Abs(got[k]/n-p) <= 4.5*math.Sqrt(p*(1-p)/n)+1e-9) {
			t.Errorf("%d features in %v of the draws, want %v", k, got[k]/n, p)
		}
	}
}
