package loadings

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// drawn returns a state drawn from the model with its data, all that is kept beside it made.
func drawn(w world, seed uint64) (*State, *rand.Rand) {
	rng := rand.New(rand.NewPCG(seed, 5))
	s := w.state()
	s.drawPrior(rng)
	s.redraw(rng)
	return s, rng
}

// (11a): with the activities of a row's singletons integrated out a cell is N(0, ψ+‖g‖²).
func TestSingletonsIntegratedOut(t *testing.T) {
	const psi, g1, g2, e = 0.7, 0.8, -1.3, 1.1
	normal := func(x, v float64) float64 { return math.Exp(-0.5*x*x/v) / math.Sqrt(2*math.Pi*v) }
	sum, h := 0.0, 0.02
	for a := -8.0; a < 8; a += h {
		for b := -8.0; b < 8; b += h {
			sum += h * h * normal(a, 1) * normal(b, 1) * normal(e-g1*a-g2*b, psi)
		}
	}
	w := world{o: free(), d: 1, n: 1}
	s := w.state()
	s.tau[0] = 1 / psi
	power := g1*g1 + g2*g2
	got := math.Log(normal(e, psi)) + s.rows.singletonRatio(0, e*e, power, 0)
	inferencetest.Close(t, "density", math.Exp(got), sum, 1e-9)
	inferencetest.Close(t, "density", math.Exp(got), 0.187704, 1e-5)
}

// rowDensity returns log N(y; 0, ψI + Σ xxᵀ/λ), the density of the row of item d over the cells there are, if its
// factors were those.
func rowDensity(w world, s *State, d int, has func(k int) bool) float64 {
	var cells []int
	for n := range w.n {
		if w.missing == nil || !w.missing[d*w.n+n] {
			cells = append(cells, n)
		}
	}
	cov := mat.NewSymDense(len(cells), nil)
	y := make([]float64, len(cells))
	for i, a := range cells {
		y[i] = s.obs.row(d)[a]
		for j, b := range cells[:i+1] {
			v := 0.0
			if i == j {
				v = 1 / s.tau[d]
			}
			for f := range s.k() {
				if has(f) {
					v += s.activity(f)[a] * s.activity(f)[b] / s.lambda[f]
				}
			}
			cov.SetSym(i, j, v)
		}
	}
	n, _ := distmv.NewNormal(make([]float64, len(y)), cov, nil)
	return n.LogProb(y)
}

// fewAndMany are worlds with so few factors an item that loops are used, and so many that kernels are; with cells
// missing and without.
func fewAndMany() (worlds []world) {
	for _, factors := range []int{3, 40} {
		for _, missing := range []bool{false, true} {
			w := world{o: free(), d: 4, n: 5 + factors}
			w.o.support, w.o.factors, w.o.alpha, w.o.fixedAlpha = Finite, factors, float64(factors), true
			if missing {
				w.missing = holes(w.d, w.n)
			}
			worlds = append(worlds, w)
		}
	}
	return worlds
}

// What the row says of a pair, with the pair as it is and turned or tilted, is its Gaussian evidence.
func TestPairEvidence(t *testing.T) {
	for _, w := range fewAndMany() {
		s, _ := drawn(w, 3)
		const d, i, j = 2, 0, 2
		compare := func(what string, p pair) {
			t.Helper()
			e := p.evidence(s.precision(d, i), s.precision(d, j))
			density := func(code int) float64 {
				return rowDensity(w, s, d, func(k int) bool {
					switch k {
					case i:
						return code&1 > 0
					case j:
						return code&2 > 0
					}
					return s.z[d*s.size+k]
				})
			}
			for code := 1; code < 4; code++ {
				inferencetest.Close(t, what, e[code]-e[0], density(code)-density(0), 1e-8)
			}
		}
		p := s.pairs.pairOf(d, i, j, &s.rows.rooting)
		if n := len(s.rows.rooting.on); w.o.factors > 10 && n <= cholesky.Few {
			t.Fatalf("the item has %d factors only", n)
		}
		compare("pair", p)
		s.pairs.slide(i, j, 0.7)
		p = p.mixed(1, 0.7, 0, 1)
		compare("tilted pair", p)
		sin, cos := math.Sincos(1.1)
		s.pairs.rotate(i, j, 1.1)
		compare("turned pair", p.mixed(cos, sin, -sin, cos))
	}
}

// The odds of an entry with the other loadings given are those of the slab integrated numerically, and
// with all loadings of the row integrated out those of the row's Gaussian evidence.
func TestEntryOdds(t *testing.T) {
	for _, w := range fewAndMany() {
		for seed := range uint64(5) {
			s, _ := drawn(w, seed)
			const d, k = 2, 1
			evidence := func(on bool) float64 {
				return rowDensity(w, s, d, func(f int) bool { return f == k && on || f != k && s.z[d*s.size+f] })
			}
			s.rows.gather(d)
			for f := range s.k() {
				if f != k && s.z[d*s.size+f] {
					p, r := s.rows.entry(d, f)
					s.rows.include(d, f, p, r)
				}
			}
			p, r := s.rows.entry(d, k)
			got := 0.5*math.Log(s.lambda[k]/p) + 0.5*r*r/p
			inferencetest.Close(t, "evidence of an entry", got, evidence(true)-evidence(false), 1e-9)
			// Put in and taken out again by the inverse, it says the same.
			s.rows.include(d, k, p, r)
			i := len(s.rows.row.on) - 1
			inferencetest.Close(t, "precision from the inverse", 1/s.rows.row.p[i*s.rows.row.size+i], p, 1e-9)
			inferencetest.Close(t, "part from the inverse", s.rows.row.mu[i]/s.rows.row.p[i*s.rows.row.size+i], r, 1e-9)
			s.rows.exclude(i)
			p2, r2 := s.rows.entry(d, k)
			inferencetest.Close(t, "precision again", p2, p, 1e-9)
			inferencetest.Close(t, "part again", r2, r, 1e-8)
		}
	}
}

// Differences of the log joint are the odds (10a) and, for a column more, the rate of singletons.
func TestLogJointDifferences(t *testing.T) {
	for _, beta := range []float64{1, 1.7} {
		w := world{o: free(), d: 5, n: 3}
		w.o.beta, w.o.fixedPrecision = beta, true
		s, rng := drawn(w, 3)
		for s.k() == 0 || s.m[0] < 2 || s.m[0] == 5 {
			s, rng = drawn(w, rng.Uint64())
		}
		for d := range w.d {
			before, on := s.hyper.logSupport(), s.z[d*s.size]
			if on && s.m[0] == 1 {
				continue
			}
			others := s.m[0]
			if on {
				others--
			}
			want := math.Log(s.rows.priorOdds(0, others))
			s.set(d, 0, !on, 0)
			if on {
				want = -want
			}
			inferencetest.Close(t, "odds of an entry", s.hyper.logSupport()-before, want, 1e-12)
			s.set(d, 0, on, 0)
		}
		before, k := s.hyper.logSupport(), s.take()
		s.set(2, k, true, 0)
		rate := s.hyper.alpha * beta / (beta + float64(w.d) - 1)
		inferencetest.Close(t, "a factor of one item", s.hyper.logSupport()-before, math.Log(rate), 1e-12)
	}
}

func TestPriorOdds(t *testing.T) {
	w := world{o: free(), d: 5, n: 1}
	s, _ := drawn(w, 1)
	for m, want := range map[int]float64{1: 0.25, 2: 2. / 3, 4: 4} {
		inferencetest.Close(t, "odds of the buffet", s.rows.priorOdds(0, m), want, 1e-12)
	}
	w.o.support, w.o.factors, w.o.alpha, w.o.fixedAlpha = Finite, 1e6, 1, true
	f := &State{o: w.o, obs: s.obs}
	f.hyper.s, f.rows.s = f, f
	f.hyper.alpha = 1
	f.rows.oddsTable()
	for m := 1; m < 5; m++ {
		inferencetest.Close(t, "odds of many factors", f.rows.priorOdds(0, m), s.rows.priorOdds(0, m), 1e-5)
	}
}

// With activities, precisions and noise held, the rows of Z and G of the finite model have a posterior that
// can be summed up: all Z are visited as often as they should be.
func TestRowsAgainstEnumeration(t *testing.T) {
	for _, plain := range []bool{false, true} {
		w := world{o: free(), d: 2, n: 3}
		w.o.support, w.o.factors, w.o.plain = Finite, 2, plain
		w.missing = make([]bool, 6)
		w.missing[4] = true
		s, rng := drawn(w, 8)
		evidence := func(z []bool) float64 {
			for i, on := range z {
				s.set(i/2, i%2, on, 0)
			}
			sum := s.hyper.logSupport()
			for d := range 2 {
				s.rows.gather(d)
				for k := range 2 {
					if s.z[d*s.size+k] {
						p, r := s.rows.entry(d, k)
						sum += 0.5*math.Log(s.lambda[k]/p) + 0.5*r*r/p
						s.rows.include(d, k, p, r)
					}
				}
			}
			return sum
		}
		want, total := make([]float64, 16), 0.0
		for i := range want {
			want[i] = math.Exp(evidence([]bool{i&1 > 0, i&2 > 0, i&4 > 0, i&8 > 0}))
			total += want[i]
		}
		const sweeps = 100_000
		got := make([]float64, 16)
		for range sweeps {
			s.rows.visitItem(0, rng)
			s.rows.visitItem(1, rng)
			code := 0
			for i := range 4 {
				if s.z[i/2*s.size+i%2] {
					code |= 1 << i
				}
			}
			got[code]++
		}
		for i := range want {
			p := want[i] / total
			if z := (got[i]/sweeps - p) / math.Sqrt(p*(1-p)/sweeps+1e-12) / 2; !(math.Abs(z) <= 4) {
				t.Errorf("plain %v: Z %04b is met with frequency %v, probability %v", plain, i, got[i]/sweeps, p)
			}
		}
	}
}

// What is kept beside the state agrees with what follows from it, whatever moves were made.
func TestKeptProductsAreExact(t *testing.T) {
	w := world{o: free(), d: 9, n: 7}
	w.o.alpha, w.o.fixedAlpha, w.o.boost, w.o.spike = 3, true, 2, 0.1
	w.missing = holes(w.d, w.n)
	s, rng := drawn(w, 4)
	for range 200 {
		for d := range w.d {
			s.rows.visitItem(d, rng)
			if err := s.check(); err != nil {
				t.Fatal(err)
			}
			e := make([]float64, w.n)
			s.rows.residual(d, s.live, e)
			s.rows.gather(d)
			for _, k := range s.live {
				if s.z[d*s.size+int(k)] {
					s.rows.row.column[len(s.rows.row.on)],
						s.rows.row.home[len(s.rows.row.on)] = s.rows.products(d, int(k))
					s.rows.row.on = append(s.rows.row.on, k)
				}
			}
			inferencetest.Close(t, "squares left over", s.rows.unexplained(d, 0), dot(e, e), 1e-9)
		}
		s.compact()
		s.activities.drawActivities(rng)
		s.activities.rescale(rng)
		s.multiply()
		s.project(0, w.d)
		s.hyper.drawHyper(rng)
		if err := s.check(); err != nil {
			t.Fatal(err)
		}
		for d := range w.d {
			e := make([]float64, w.n)
			s.rows.residual(d, s.live, e)
			inferencetest.Close(t, "squares left over", s.rss[d], dot(e, e), 1e-9)
		}
	}
}
