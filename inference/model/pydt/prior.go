package pydt

import (
	"math"

	"example.org/espalier/inference/tree/shapes"
)

// Prior is the Pitman-Yor diffusion tree's distribution over structures, with the
// functions of leaf counts tabulated up to a largest number of leaves. The
// Dirichlet diffusion tree is Theta = Alpha = 0. See Knowles and Ghahramani
// (2011), Pitman-Yor diffusion trees.
type Prior struct {
	Theta, Alpha float64

	harmonic []float64 // harmonic[n] = H_n = Σ_{i≤n} Γ(i−α)/Γ(i+1+θ)
	lnBlock  []float64 // lnBlock[n] = ln Γ(n−α), n ≥ 1
	lnTotal  []float64 // lnTotal[n] = ln Γ(n+θ), n ≥ 1
	lnMore   []float64 // lnMore[k] = ln(θ+(k−1)α), the factor of a k-th child, k ≥ 3
	lnJoin   []float64 // lnJoin[k] = lnMore[k] − ln(2k−3), the same as the objective counts it
}

// NewPrior tabulates the prior for trees of up to n leaves. It panics if α ≥ 1, or if θ ≤ −2α
// leaves no binary tree possible.
func NewPrior(theta, alpha float64, n int) *Prior {
	if alpha >= 1 || theta < -2*alpha {
		panic("pydt: need α < 1 and θ ≥ −2α")
	}
	p := &Prior{Theta: theta, Alpha: alpha}
	p.harmonic = make([]float64, n+2)
	p.lnBlock = make([]float64, n+2)
	p.lnTotal = make([]float64, n+2)
	p.lnMore = make([]float64, n+2)
	p.lnJoin = make([]float64, n+2)
	lnGamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	for i := 1; i <= n+1; i++ {
		// Γ(x+1) = xΓ(x) would drift over 20,000 terms, so that lnΓ takes its place every 64 terms.
		if i%64 == 1 || i <= 3 { // θ may be as low as −2
			p.lnBlock[i] = lnGamma(float64(i) - alpha)
			p.lnTotal[i] = lnGamma(float64(i) + theta)
		} else {
			p.lnBlock[i] = p.lnBlock[i-1] + math.Log(float64(i-1)-alpha)
			p.lnTotal[i] = p.lnTotal[i-1] + math.Log(float64(i-1)+theta)
		}
		p.lnMore[i] = math.Log(math.Max(theta+float64(i-1)*alpha, 0)) // −Inf where no such child can be
		p.lnJoin[i] = p.lnMore[i] - math.Log(math.Max(float64(2*i-3), 1))
	}
	// h_i = Γ(i−α)/Γ(i+1+θ) by its ratio, re-anchored to lnΓ every 64 terms.
	h := 0.0
	for i := 1; i <= n+1; i++ {
		if i%64 == 1 {
			h = math.Exp(p.lnBlock[i] - lnGamma(float64(i)+1+theta))
		} else {
			h *= (float64(i-1) - alpha) / (float64(i) + theta)
		}
		p.harmonic[i] = p.harmonic[i-1] + h
	}
	return p
}

// halfCounted returns the prior for an objective that counts the ways to resolve a branch point at
// half weight. It is for fits that know the number of branch points to expect, and so need not find
// it from these counts.
func (p *Prior) halfCounted() *Prior {
	q := *p
	q.lnJoin = make([]float64, len(p.lnMore))
	for k := range q.lnJoin {
		q.lnJoin[k] = p.lnMore[k] - resolutions*math.Log(math.Max(float64(2*k-3), 1))
	}
	return &q
}

// Harmonic returns H_n^{θ,α}, with H_0 = 0.
func (p *Prior) Harmonic(n int) float64 { return p.harmonic[n] }

// Rate returns h_m = Γ(m−α)/Γ(m+1+θ), the divergence rate on a segment of m points relative to a(t).
func (p *Prior) Rate(m int) float64 { return p.harmonic[m] - p.harmonic[m-1] }

// canJoin reports whether a branch point of k children can get one more.
func (p *Prior) canJoin(k int) bool { return p.Theta+float64(k)*p.Alpha > 0 }

// LogSplit returns S_v of equation 2a for a branch point over clades of the given sizes,
// −Inf where the prior allows none of that many.
func (p *Prior) LogSplit(sizes []int) float64 {
	total, sum := 0, 0.0
	for i, n := range sizes {
		total += n
		sum += p.lnBlock[n] - p.lnBlock[1]
		if i >= 2 {
			sum += p.lnMore[i+1]
		}
	}
	return sum + p.lnBlock[1] - p.lnTotal[total]
}

// LogProbability returns that of a shape, all its labellings together (math 2.5).
func (p *Prior) LogProbability(s shapes.Shape) float64 {
	log := 0.0 // of the probability of one labelling, then of their number
	var walk func(s shapes.Shape)
	walk = func(s shapes.Shape) {
		if s.Children == nil {
			return
		}
		sizes := make([]int, len(s.Children))
		same := 1.0
		log += lnGamma(float64(s.Leaves + 1))
		for i, c := range s.Children {
			sizes[i] = c.Leaves
			log -= lnGamma(float64(c.Leaves + 1))
			if same++; i == 0 || c.String() != s.Children[i-1].String() {
				same = 1
			}
			log -= math.Log(same) // alike clades can be named in any order
			walk(c)
		}
		log += p.LogSplit(sizes) - math.Log(p.Harmonic(s.Leaves-1))
	}
	walk(s)
	return log
}
