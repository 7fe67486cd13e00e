package loadings

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"
)

// singletons proposes a new set of factors that only item d has, with their activities integrated
// out: a Metropolis-Hastings move (Knowles 2012, equations 3.7 to 3.15 corrected). Their number comes
// from (1−π)·Poisson(λ̃αβ/(β+D−1)) + π·[one], loadings and precisions from their priors.
//
// The row determines only the sum of noise and squared loadings, ψ+‖g‖². So if the item has its own noise,
// every second proposal trades one for the other: ψ* = ψ+‖g‖²−‖g*‖², with Jacobian 1.
func (rm *rowMoves) singletons(d int, rng *rand.Rand) {
	w := rm.row
	rate := rm.s.hyper.alpha * rm.s.hyper.weight / (rm.s.o.beta + float64(rm.s.obs.d-1))
	trade := rm.s.o.trade && !rm.s.o.sharedNoise && !rm.s.o.fixedNoise && rng.Uint64()&1 == 0
	count := 1
	if rng.Float64() >= rm.s.o.spike {
		count = poisson(rm.s.o.boost*rate, rng)
	}
	if count == 0 && len(w.single) == 0 {
		return
	}
	w.g, w.l = w.g[:0], w.l[:0]
	power := 0.0
	for range count {
		l := rm.s.hyper.newPrecision(rng)
		v := rng.NormFloat64() / math.Sqrt(l)
		w.g, w.l = append(w.g, v), append(w.l, l)
		power += v * v
	}
	now := 0.0
	for _, k := range w.single {
		v := rm.s.g[d*rm.s.size+int(k)]
		now += v * v
	}
	ratio := rm.proposalRatio(rate, count, len(w.single))
	tau := rm.s.tau[d]
	if trade {
		psi := 1/rm.s.tau[d] + now - power
		if psi <= 0 {
			return
		}
		tau = 1 / psi
		// The density of ψ is τ² times that of τ.
		a, b := rm.s.hyper.noisePrior(rm.s.obs.count[d])
		ratio += (a+1)*math.Log(tau/rm.s.tau[d]) - b*(tau-rm.s.tau[d])
	} else {
		ratio += rm.singletonRatio(d, rm.unexplained(d, len(w.single)), power, now)
	}
	if math.Log(1-rng.Float64()) >= ratio {
		return
	}
	rm.s.tau[d] = tau
	rm.replaceSingletons(d, power, rng)
}

// singletonRatio returns the log ratio of the evidence of row d with singletons of squared length
// power to that with singletons of squared length now. sum is the sum of squares that other factors
// leave. Each cell is N(0, ψ+‖g‖²) (11a).
func (rm *rowMoves) singletonRatio(d int, sum, power, now float64) float64 {
	psi := 1 / rm.s.tau[d]
	n := float64(rm.s.obs.count[d])
	return -0.5*n*math.Log((psi+power)/(psi+now)) - 0.5*sum*(1/(psi+power)-1/(psi+now))
}

// proposalRatio returns the log ratio of prior to proposal for the number of singletons, of to over
// from.
func (rm *rowMoves) proposalRatio(rate float64, to, from int) float64 {
	if rm.s.o.spike == 0 && rm.s.o.boost == 1 {
		return 0
	}
	ratio := func(k int) float64 {
		p := (1 - rm.s.o.spike) * math.Exp(special.LogPoisson(k, rm.s.o.boost*rate))
		if k == 1 {
			p += rm.s.o.spike
		}
		return special.LogPoisson(k, rate) - math.Log(p)
	}
	return ratio(to) - ratio(from)
}

// replaceSingletons replaces the singletons of item d by the proposed factors. It draws their
// activities from N(Cτgê, C), C = (τggᵀ+I)⁻¹, for observed cells, and from N(0, I) for missing ones,
// about which the row says nothing. O(NK)
func (rm *rowMoves) replaceSingletons(d int, power float64, rng *rand.Rand) {
	w, n := rm.row, rm.s.obs.n
	count, tau := len(w.g), rm.s.tau[d]
	if count > 0 {
		rm.residual(d, w.on[len(w.single):], w.residue)
		w.x = resize(w.x, count*n)
		// C has the root I − h·ggᵀ.
		h := 0.0
		if power > 0 {
			h = (1 - 1/math.Sqrt(1+tau*power)) / power
		}
		for i := range n {
			along := 0.0
			for j, g := range w.g {
				z := rng.NormFloat64()
				w.x[j*n+i] = z
				along += g * z
			}
			w.residue[i] = tau*w.residue[i]/(1+tau*power) - h*along
		}
		rm.s.obs.items[d].erase(w.residue)
		for j, g := range w.g {
			axpy(w.x[j*n:(j+1)*n], g, w.residue)
		}
	}
	for _, k := range w.single {
		rm.s.set(d, int(k), false, 0)
		rm.s.release(int(k))
	}
	g, l, x := w.g, w.l, w.x
	for j := range count {
		k := rm.s.take() // may reallocate the work
		rm.s.lambda[k] = l[j]
		rm.s.set(d, k, true, g[j])
		rm.s.place(k, x[j*n:(j+1)*n])
	}
	rm.row.g, rm.row.l, rm.row.x = g, l, x
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// poisson draws from the Poisson distribution, by counting arrivals if the rate is small and by
// adding smaller draws otherwise.
func poisson(rate float64, rng *rand.Rand) int {
	k := 0
	for ; rate > 30; rate -= 30 {
		k += poisson(30, rng)
	}
	p := rng.Float64()
	if p <= 1-rate {
		return k // exp(−rate) is greater
	}
	for least := math.Exp(-rate); p > least; p *= rng.Float64() {
		k++
	}
	return k
}
