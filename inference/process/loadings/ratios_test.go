package loadings

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// movers are worlds in which factors are tilted and turned, by the prior of the entries.
func movers() map[string]world {
	out := map[string]world{}
	for name, change := range map[string]func(*Options){
		"buffet":         func(o *Options) {},
		"two parameters": func(o *Options) { o.beta = 1.7 },
		"finite":         func(o *Options) { o.support, o.factors = Finite, 4 },
		"regulars":       func(o *Options) { o.support, o.factors = Regulars, 3 },
	} {
		w := world{o: free(), d: 7, n: 4}
		w.o.alpha, w.o.fixedAlpha = 2, true
		change(&w.o)
		w.missing = holes(w.d, w.n)
		out[name] = w
	}
	return out
}

// two returns a state of the world with two factors of several items, and one item of both and of either.
func (w world) two(t *testing.T) (*State, *rand.Rand) {
	t.Helper()
	for seed := range uint64(2000) {
		s, rng := drawn(w, seed)
		if s.k() < 2 || s.k() > 4 {
			continue
		}
		var met [4]int
		for d := range w.d {
			met[number(s.z[d*s.size])+2*number(s.z[d*s.size+1])]++
		}
		if met[1] > 0 && met[2] > 0 && met[3] > 0 {
			return s, rng
		}
	}
	t.Fatal("no such state")
	return nil, nil
}

// entries sets the entries of factors to codes of bits and returns the log prior of Z; −Inf where the buffet has a
// factor without items.
func (s *State) entries(factors []int, items []int32, codes []int) float64 {
	for t, d := range items {
		for a, k := range factors {
			s.set(int(d), k, codes[t]>>a&1 > 0, 0)
		}
	}
	for _, k := range factors {
		if s.o.support == Buffet && s.m[k] == 0 {
			return math.Inf(-1)
		}
	}
	return s.hyper.logSupport()
}

// walk returns the log probability of drawing the codes to one after the other, in the order of the items, each given
// those before it and those of from after it: in proportion to the prior of Z, from the whole log joint, and the
// evidence of its row.
func (s *State) walk(factors []int, items []int32, from, to []int, evidence func(t, code int) float64,
	possible []int) float64 {
	codes, sum := append([]int(nil), from...), 0.0
	for t := range items {
		total, chosen := math.Inf(-1), 0.0
		for _, c := range possible {
			codes[t] = c
			log := s.entries(factors, items, codes) + evidence(t, c)
			if c == to[t] {
				chosen = log
			}
			if most := max(total, log); !math.IsInf(most, -1) {
				total = most + math.Log(math.Exp(total-most)+math.Exp(log-most))
			}
		}
		codes[t] = to[t]
		sum += chosen - total
	}
	return sum
}

// The acceptance ratio of a tilt is the ratio of prior times evidence, and of the probabilities of the ways back and
// forth.
func TestTiltRatio(t *testing.T) {
	for name, w := range movers() {
		s, rng := w.two(t)
		w := &s.pairs.tilting
		for range 20 {
			w.items, w.was, w.now, w.old, w.moved = w.items[:0], w.was[:0], w.now[:0], w.old[:0], w.moved[:0]
			var was []int
			for d := range s.obs.d {
				if s.z[d*s.size] {
					w.items, w.was = append(w.items, int32(d)), append(w.was, s.z[d*s.size+1])
					was = append(was, number(s.z[d*s.size+1]))
					w.old = append(w.old, [2]float64{rng.NormFloat64(), rng.NormFloat64()})
					w.moved = append(w.moved, [2]float64{rng.NormFloat64(), rng.NormFloat64()})
				}
			}
			got := s.pairs.tiltRatio(1, rng)
			var now []int
			for _, on := range w.now {
				now = append(now, number(on))
			}
			factors, both := []int{1}, []int{0, 1}
			before := s.entries(factors, w.items, was)
			want := s.entries(factors, w.items, now) - before
			for i := range now {
				want += w.moved[i][now[i]] - w.old[i][was[i]]
			}
			want += s.walk(factors, w.items, now, was, func(i, c int) float64 { return w.old[i][c] }, both) -
				s.walk(factors, w.items, was, now, func(i, c int) float64 { return w.moved[i][c] }, both)
			inferencetest.Close(t, name+": tilt", got, want, 1e-9)
			s.entries(factors, w.items, was)
		}
	}
}

// So is that of a turn, for two factors at once.
func TestTurnRatio(t *testing.T) {
	for name, w := range movers() {
		s, rng := w.two(t)
		w := &s.pairs.turning
		for range 20 {
			w.items, w.was, w.now, w.old, w.moved = w.items[:0], w.was[:0], w.now[:0], w.old[:0], w.moved[:0]
			for d := range s.obs.d {
				if code := number(s.z[d*s.size]) + 2*number(s.z[d*s.size+1]); code > 0 {
					w.items, w.was = append(w.items, int32(d)), append(w.was, code)
					var old, moved [4]float64
					for c := 1; c < 4; c++ {
						old[c], moved[c] = rng.NormFloat64(), rng.NormFloat64()
					}
					w.old, w.moved = append(w.old, old), append(w.moved, moved)
				}
			}
			got := s.pairs.turnRatio(0, 1, rng)
			factors, some := []int{0, 1}, []int{1, 2, 3}
			before := s.entries(factors, w.items, w.was)
			want := s.entries(factors, w.items, w.now) - before
			for i := range w.now {
				want += w.moved[i][w.now[i]] - w.old[i][w.was[i]]
			}
			want += s.walk(factors, w.items, w.now, w.was, func(i, c int) float64 { return w.old[i][c] }, some) -
				s.walk(factors, w.items, w.was, w.now, func(i, c int) float64 { return w.moved[i][c] }, some)
			inferencetest.Close(t, name+": turn", got, want, 1e-9)
			s.entries(factors, w.items, w.was)
		}
	}
}

// The density of an angle integrates to 1 over half a turn and has a peak at the angle of each item.
func TestAngleDensity(t *testing.T) {
	s := new(State)
	s.pairs.turning.angles = []float64{0.3, -1.56, 1.2}
	const n = 6000
	sum := 0.0
	for i := range n {
		sum += math.Pi / n * s.pairs.angleDensity(math.Pi*((float64(i)+0.5)/n-0.5))
	}
	inferencetest.Close(t, "integral", sum, 1, 1e-6)
	inferencetest.Close(t, "at an angle", s.pairs.angleDensity(0.3),
		0.5/math.Pi+0.5/3/(0.05*math.Sqrt(2*math.Pi)), 1e-9)
	inferencetest.Close(t, "far from all", s.pairs.angleDensity(-0.7), 0.5/math.Pi, 1e-9)
	if got := wrap(-1.7); !(math.Abs(got-(math.Pi-1.7)) <= 1e-12) {
		t.Errorf("−1.7 is %v", got)
	}
}

// What a split changes in the log prior is that of the state, but for the precision of the second half, whose prior
// cancels.
func TestPartRatio(t *testing.T) {
	for _, beta := range []float64{1, 1.7} {
		w := world{o: free(), d: 6, n: 3}
		w.o.beta, w.o.powerOfLoadings = beta, false
		s, rng := drawn(w, 4)
		for s.k() == 0 || s.m[s.live[0]] < 4 {
			s, rng = drawn(w, rng.Uint64())
		}
		k := int(s.live[0])
		p := &s.parts.parting
		p.items, p.first, p.g, p.half[0].items, p.half[1].items = nil, nil, nil, nil, nil
		for d := range w.d {
			if !s.z[d*s.size+k] {
				continue
			}
			first := len(p.items) != 1 && len(p.items) != 3
			p.items, p.first, p.g = append(p.items, int32(d)), append(p.first, first), append(p.g, s.g[d*s.size+k])
			p.half[number(!first)].items = append(p.half[number(!first)].items, int32(d))
		}
		const second = 0.37
		got := s.parts.partRatio(s.lambda[k], second)
		before := s.LogPrior()
		j := s.take()
		s.lambda[j] = second
		for a, d := range p.items {
			if !p.first[a] {
				s.set(int(d), k, false, 0)
				s.set(int(d), j, true, p.g[a])
			}
		}
		want := s.LogPrior() - before - logGammaDensity(second, gamma{s.o.precision.shape, s.hyper.bLambda})
		inferencetest.Close(t, "prior of two parts", got, want, 1e-9)
		// Of 3 and 2 items, among 4 and 5 factors, by hand.
		p.half[0].items, p.half[1].items = make([]int32, 3), make([]int32, 2)
		merge, split := 0.3*0.98/(5*3*2), 0.5/(4*5*4)
		inferencetest.Close(t, "choices", s.parts.choiceRatio(4, 0.3, true), math.Log(merge/split), 1e-12)
		inferencetest.Close(t, "choices with the other sign", s.parts.choiceRatio(4, 0.3, false),
			math.Log(merge/49/split), 1e-12)
	}
}

// A row given those of a half is normal, case by case: the activity has the posterior N(value/weight, 1/weight).
func TestHalfPredicts(t *testing.T) {
	const n = 3
	rows, g, tau := [][]float64{{1, -2, 0.5}, {0.3, 0.4, -1}, {2, -1.5, 0.2}}, []float64{1.5, -0.7, 0.9},
		[]float64{2, 0.5, 1.3}
	seen := [][]bool{{true, true, false}, {true, false, true}, {true, true, true}}
	var h half
	h.reset(n)
	precisions := func(a int) []float64 {
		t := make([]float64, n)
		for c := range t {
			if seen[a][c] {
				t[c] = tau[a]
			}
		}
		return t
	}
	for a := range 2 {
		h.add(rows[a], precisions(a), g[a], 0, n)
	}
	want := 0.0
	for c := range n {
		// Dense: the cells seen before and the new one are jointly N(0, ggᵀ + diag(1/τ)).
		weight, value := 1.0, 0.0
		for a := range 2 {
			if seen[a][c] {
				weight += tau[a] * g[a] * g[a]
				value += tau[a] * g[a] * rows[a][c]
			}
		}
		e, v := rows[2][c]-g[2]*value/weight, 1/tau[2]+g[2]*g[2]/weight
		want += -0.5*e*e/v - 0.5*math.Log(v)
		inferencetest.Close(t, "mean of an activity", h.value[c]/h.weight[c], value/weight, 1e-12)
	}
	inferencetest.Close(t, "density", h.logPredictive(rows[2], precisions(2), g[2], 0, n), want, 1e-12)
	parts := h.logPredictive(rows[2], precisions(2), g[2], 0, 1) + h.logPredictive(rows[2], precisions(2), g[2], 1, n)
	inferencetest.Close(t, "density in parts", parts, want, 1e-12)
	inferencetest.Close(t, "likeness", likeness([]float64{1, 2, 2}, []float64{2, 0, 0}), 0.01+1.0/9, 1e-12)
}

// The number of singletons is proposed from (1−π)·Poisson(boost·rate) + π·[one].
func TestProposalRatio(t *testing.T) {
	s := new(State)
	s.rows.s = s
	s.o.boost, s.o.spike = 3, 0.2
	const rate = 0.4
	poissonian := func(k int, r float64) float64 {
		return math.Exp(-r) * math.Pow(r, float64(k)) / math.Gamma(float64(k+1))
	}
	over := func(k int) float64 {
		q := 0.8 * poissonian(k, 3*rate)
		if k == 1 {
			q += 0.2
		}
		return poissonian(k, rate) / q
	}
	for _, c := range [][2]int{{0, 1}, {1, 0}, {2, 1}, {0, 3}, {2, 2}} {
		inferencetest.Close(t, "ratio", s.rows.proposalRatio(rate, c[0], c[1]), math.Log(over(c[0])/over(c[1])), 1e-12)
	}
	s.o.boost, s.o.spike = 1, 0
	inferencetest.Close(t, "ratio of the prior", s.rows.proposalRatio(rate, 2, 0), 0, 0)
}
