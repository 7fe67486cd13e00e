package loadings

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/stat/distuv"
)

// writtenOut returns the log joint density as doc.go states the model: density by density, with the
// distributions of another library, and Z by what each item takes given those before it.
func writtenOut(s *State) float64 {
	o, d := s.o, s.obs.d
	ga := func(x, shape, rate float64) float64 { return distuv.Gamma{Alpha: shape, Beta: rate}.LogProb(x) }
	normal := func(x, variance float64) float64 { return distuv.Normal{Sigma: math.Sqrt(variance)}.LogProb(x) }
	sum := 0.0
	if o.powerOfLoadings && o.slab != PerElement {
		sum += ga(s.hyper.bLambda, o.rates.shape, o.rates.rate)
	}
	if o.powerOfNoise {
		sum += ga(s.hyper.bPsi, o.rates.shape, o.rates.rate)
	}
	if !o.fixedAlpha && (o.support == Buffet || o.support == Finite) {
		sum += ga(s.hyper.alpha, o.strength.shape, o.strength.rate)
	}
	// Z, item by item.
	beta, weight := o.beta, o.beta
	if o.readable { // ten for each item, and as many factors as with β = 1: α(1 + 1/2 + … + 1/D)
		beta, weight = 10*float64(d), 0
		usual := 0.0
		for i := range d {
			usual += 1 / float64(i+1)
			weight += 1 / (beta + float64(i))
		}
		weight = usual / weight
	}
	for i := range d {
		n, fresh := float64(i), 0.0
		for k := range s.k() {
			before := 0.0
			for j := range i {
				if s.z[j*s.size+k] {
					before++
				}
			}
			p := 1.0
			switch o.support {
			case Buffet:
				if before == 0 {
					if s.z[i*s.size+k] {
						fresh++
					}
					continue
				}
				p = before / (beta + n)
			case Finite:
				p = (before + s.hyper.alpha/float64(o.factors)) / (n + 1 + s.hyper.alpha/float64(o.factors))
			case Regulars:
				p = o.regularMean * s.rho[k]
			}
			if s.z[i*s.size+k] {
				sum += math.Log(p)
			} else {
				sum += math.Log(1 - p)
			}
		}
		if o.support == Buffet {
			// Poisson many new ones, a set without order: their number's probability times its factorial.
			rate := s.hyper.alpha * weight / (beta + n)
			sum += fresh*math.Log(rate) - rate
		}
	}
	if o.support == Regulars {
		// West (2003): s = D and r = 5/D, so that a factor is expected to have few items.
		for k := range s.k() {
			sum += distuv.Beta{Alpha: 5, Beta: float64(d) - 5}.LogProb(s.rho[k])
		}
	}
	for k := range s.k() {
		if o.slab == PerFactor {
			sum += ga(s.lambda[k], o.precision.shape, s.hyper.bLambda)
		}
		for i := range d {
			if o.slab == PerElement {
				sum += ga(s.each[i*s.size+k], o.freedom/2, o.freedom*o.width*o.width/2)
			}
			if s.z[i*s.size+k] {
				sum += normal(s.g[i*s.size+k], 1/s.precision(i, k))
			}
		}
		for n := range s.obs.n {
			sum += normal(s.x[k*s.obs.n+n], 1)
		}
	}
	if o.slab == Shared {
		sum += ga(s.hyper.common, o.precision.shape, s.hyper.bLambda)
	}
	for i, tau := range s.tau {
		if i == 0 || !o.sharedNoise {
			sum += ga(tau, o.noise.shape, s.hyper.bPsi)
		}
		for n := range s.obs.n {
			e := s.obs.y[i*s.obs.n+n]
			for k := range s.k() {
				e -= s.g[i*s.size+k] * s.x[k*s.obs.n+n]
			}
			sum += normal(e, 1/tau)
		}
	}
	return sum
}

// The log joint of every variant is that of the model written out density by density.
func TestLogJointWrittenOut(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"nsfa":           func(o *Options) {},
		"two parameters": func(o *Options) { o.beta = 1.7 },
		"readable":       func(o *Options) { *o = o.Readable() },
		"no power":       func(o *Options) { o.powerOfNoise, o.powerOfLoadings = false, false },
		"alpha given":    func(o *Options) { o.fixedAlpha = true },
		"shared":         func(o *Options) { o.slab, o.sharedNoise = Shared, true },
		"sfa":            func(o *Options) { o.support = Finite },
		"fa":             func(o *Options) { o.support, o.slab = Complete, Shared },
		"afa":            func(o *Options) { o.support = Complete },
		"fok":            func(o *Options) { o.support, o.slab = Complete, PerElement },
		"bfrm":           func(o *Options) { o.support = Regulars },
	} {
		w := world{o: free(), d: 20, n: 3}
		change(&w.o)
		for seed := range uint64(4) {
			s, _ := drawn(w, seed)
			inferencetest.Close(t, name, s.logJoint(), writtenOut(s), 1e-10)
		}
	}
}

// Loadings of fok drawn from the prior are Student-t with a degrees of freedom and scale b: an eighth
// lies below the first eighth of that distribution, and so on.
func TestStudentLoadingsFromThePrior(t *testing.T) {
	w := world{o: free(), d: 40, n: 1}
	w.o.support, w.o.slab, w.o.freedom, w.o.width = Complete, PerElement, 3, 0.2
	student := distuv.StudentsT{Sigma: 0.2, Nu: 3}
	counts, total := make([]float64, 8), 0.0
	for seed := range uint64(100) {
		s := w.state()
		s.drawPrior(rand.New(rand.NewPCG(seed, 8)))
		for k := range s.k() {
			for d := range w.d {
				counts[min(int(8*student.CDF(s.g[d*s.size+k])), 7)]++
				total++
			}
		}
	}
	for i, n := range counts {
		if z := (n - total/8) / math.Sqrt(total*7/64); !(math.Abs(z) <= 4) {
			t.Errorf("eighth %d holds %.0f of %.0f, %.1f standard errors off", i, n, total, z)
		}
	}
}

// Of D items a factor of bfrm is expected to have 5m (West 2003): ρ ~ Beta(5, D−5).
func TestRegressionPriorOfItems(t *testing.T) {
	w := world{o: free(), d: 40, n: 1}
	w.o.support, w.o.factors = Regulars, 5
	sum, squares, items, total := 0.0, 0.0, 0.0, 0.0
	for seed := range uint64(2000) {
		s := w.state()
		s.drawPrior(rand.New(rand.NewPCG(seed, 9)))
		for k := range s.k() {
			sum += s.rho[k]
			squares += s.rho[k] * s.rho[k]
			items += float64(s.m[k])
			total++
		}
	}
	const mean = 5. / 40
	variance := mean * (1 - mean) / 41
	if z := (sum/total - mean) / math.Sqrt(variance/total); !(math.Abs(z) <= 4) {
		t.Errorf("ρ is %.4f on average, expected %.4f: %.1f standard errors", sum/total, mean, z)
	}
	if v := squares/total - sum/total*sum/total; !(math.Abs(v/variance-1) <= 0.1) {
		t.Errorf("ρ has the variance %.5f, expected %.5f", v, variance)
	}
	if got, want := items/total, 5*0.75; !(math.Abs(got/want-1) <= 0.04) {
		t.Errorf("a factor has %.3f items on average, expected %.3f", got, want)
	}
}
