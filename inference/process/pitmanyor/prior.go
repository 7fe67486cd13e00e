package pitmanyor

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/tree"
	"example.org/espalier/inference/tree/shapes"
)

// Prior is the distribution of structures and times for one θ and α, with the functions of leaf
// counts tabulated up to a largest number of leaves. See section 2 of docs/mathematics.md.
type Prior struct {
	Theta, Alpha float64

	harmonic []float64 // harmonic[n] = H_n = Σ_{i≤n} Γ(i−α)/Γ(i+1+θ)
	clade    []float64 // clade[n] = ln Γ(n−α), n ≥ 1
	total    []float64 // total[n] = ln Γ(n+θ), n ≥ 1
	further  []float64 // further[k] = ln(θ+(k−1)α), the factor of a k-th child, k ≥ 3
	counted  []float64 // counted[k] = further[k] − w·ln(2k−3), w the weight of the resolutions
}

// NewPrior tabulates the prior for trees of up to n leaves. It panics if α ≥ 1, or if θ < −2α, which
// leaves no binary tree possible.
func NewPrior(theta, alpha float64, n int) *Prior {
	if alpha >= 1 || theta < -2*alpha {
		panic("pitmanyor: need α < 1 and θ ≥ −2α")
	}
	p := &Prior{Theta: theta, Alpha: alpha}
	p.harmonic = make([]float64, n+2)
	p.clade = make([]float64, n+2)
	p.total = make([]float64, n+2)
	p.further = make([]float64, n+2)
	for i := 1; i <= n+1; i++ {
		// Γ(x+1) = xΓ(x) would drift over 20,000 terms, so that lnΓ takes its place every 64 terms.
		if i%64 == 1 || i <= 3 { // θ may be as low as −2
			p.clade[i] = special.LogGamma(float64(i) - alpha)
			p.total[i] = special.LogGamma(float64(i) + theta)
		} else {
			p.clade[i] = p.clade[i-1] + math.Log(float64(i-1)-alpha)
			p.total[i] = p.total[i-1] + math.Log(float64(i-1)+theta)
		}
		p.further[i] = math.Log(math.Max(theta+float64(i-1)*alpha, 0)) // −Inf where no such child can be
	}
	// h_i = Γ(i−α)/Γ(i+1+θ) by its ratio, re-anchored to lnΓ every 64 terms.
	h := 0.0
	for i := 1; i <= n+1; i++ {
		if i%64 == 1 {
			h = math.Exp(p.clade[i] - special.LogGamma(float64(i)+1+theta))
		} else {
			h *= (float64(i-1) - alpha) / (float64(i) + theta)
		}
		p.harmonic[i] = p.harmonic[i-1] + h
	}
	return p.Counting(1)
}

// Counting returns the prior with another weight of the resolutions: [Prior.Counted] divides a
// branch point of K children by the number of ways to resolve it into ones of two, (2K−3)!!, to
// that power. That of NewPrior is 1.
func (p *Prior) Counting(weight float64) *Prior {
	q := *p
	q.counted = make([]float64, len(p.further))
	for k := range q.counted {
		q.counted[k] = p.further[k] - weight*math.Log(math.Max(float64(2*k-3), 1))
	}
	return &q
}

// Harmonic returns H_n of section 2.1, with H_0 = 0. In −log(1−t) the waiting time above a branch
// point of m leaves is exponential at rate c·H_{m−1}, equation 2c.
func (p *Prior) Harmonic(n int) float64 { return p.harmonic[n] }

// Rate returns h_m = Γ(m−α)/Γ(m+1+θ), the divergence rate on a segment of m points relative to a(t).
func (p *Prior) Rate(m int) float64 { return p.harmonic[m] - p.harmonic[m-1] }

// CanJoin reports whether a branch point of k children can get one more.
func (p *Prior) CanJoin(k int) bool { return p.Theta+float64(k)*p.Alpha > 0 }

// Clade returns log Γ(n−α), the term of S_v in equation 2a for a child of n ≥ 1 leaves.
func (p *Prior) Clade(n int) float64 { return p.clade[n] }

// Total returns log Γ(m+θ), which S_v has less for a branch point of m ≥ 1 leaves.
func (p *Prior) Total(m int) float64 { return p.total[m] }

// Further returns log(θ+(k−1)α), the term of S_v for a k-th child, k ≥ 3; −Inf where there can be none.
func (p *Prior) Further(k int) float64 { return p.further[k] }

// Counted returns [Prior.Further], divided by the ways in which a k-th child multiplies the
// resolutions of its branch point, see [Prior.Counting].
func (p *Prior) Counted(k int) float64 { return p.counted[k] }

// AddChild adds to sum the terms of S_v for the k-th child of a branch point, a clade of n leaves.
func (p *Prior) AddChild(sum float64, k, n int) float64 {
	if k >= 3 {
		sum += p.further[k]
	}
	return sum + p.clade[n]
}

// AddCounted is [Prior.AddChild] with a k-th child counted as [Prior.Counted] does.
func (p *Prior) AddCounted(sum float64, k, n int) float64 {
	sum += p.clade[n]
	if k >= 3 {
		sum += p.counted[k]
	}
	return sum
}

// AddBranchPoint adds to sum the terms of S_v for a branch point of that many children and m leaves
// in all, those of its children aside.
func (p *Prior) AddBranchPoint(sum float64, children, m int) float64 {
	return sum - (p.total[m] + float64(children-1)*p.clade[1])
}

// AddResolutions adds to sum the logarithm of the number of resolutions of a branch point, to the
// power that [Prior.Counted] gives it.
func (p *Prior) AddResolutions(sum float64, children int) float64 {
	for k := 3; k <= children; k++ {
		sum += p.further[k] - p.counted[k]
	}
	return sum
}

// LogSplit returns S_v of equation 2a for a branch point over clades of the given sizes,
// −Inf where the prior allows none of that many.
func (p *Prior) LogSplit(sizes []int) float64 {
	m, sum := 0, 0.0
	for i, n := range sizes {
		m += n
		sum = p.AddChild(sum, i+1, n)
	}
	return p.AddBranchPoint(sum, len(sizes), m)
}

// LogDensity returns equation 2a, the log density of structure and times t of a tree, for a(t) =
// c/(1−t), c > 0. Times of leaves do not count. O(N).
func (p *Prior) LogDensity(t *tree.Tree, c float64) float64 {
	counts, sum, log := t.LeafCounts(), 0.0, math.Log(c)
	for v, children := range t.Children {
		if t.IsLeaf(v) {
			continue
		}
		for i, k := range children {
			sum = p.AddChild(sum, i+1, counts[k])
		}
		above := 0.0
		if q := t.Parent[v]; q >= 0 {
			above = t.LogTime[q]
		}
		sum = p.AddBranchPoint(sum, len(children), counts[v])
		sum += log + t.LogTime[v] + c*(above-t.LogTime[v])*p.harmonic[counts[v]-1]
	}
	return sum
}

// LogProbability returns that of a shape, all its labellings together (section 2.5).
func (p *Prior) LogProbability(s shapes.Shape) float64 {
	log := 0.0 // of the probability of one labelling, then of their number
	var walk func(s shapes.Shape)
	walk = func(s shapes.Shape) {
		if s.Children == nil {
			return
		}
		sizes := make([]int, len(s.Children))
		same := 1.0
		log += special.LogFactorial(s.Leaves)
		for i, c := range s.Children {
			sizes[i] = c.Leaves
			log -= special.LogFactorial(c.Leaves)
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
