package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
)

// places is the number of times on each branch at which the predictive density is evaluated.
const places = 8

// A predictor holds a fitted tree ready to score new points: the mixture of math 8,
// with the time on each branch integrated by Gauss-Legendre quadrature over the
// quantiles of where a new path leaves it.
type predictor struct {
	s          *state
	components []component
	across     []float64 // slot×classes: ‖μ − m_b‖² over all columns
	reach      []float64 // by slot: log probability that a new path comes to the branch above
}

// negligible is how many nats a position may lie below the best one seen before it is left out: a hundred
// thousand of these have no part in the sum's 53 bits.
const negligible = 50

// A component is a stretch of possible positions that share a branch.
type component struct {
	node    int32
	rem     float64
	logMass float64
}

// Nodes and weights of 8-point Gauss-Legendre quadrature on [0,1].
var legendre = [places][2]float64{
	{0.019855071751231884, 0.050614268145188130}, {0.101666761293186630, 0.111190517226687235},
	{0.237233795041835507, 0.156853322938943644}, {0.408282678752175098, 0.181341891689180991},
	{0.591717321247824902, 0.181341891689180991}, {0.762766204958164493, 0.156853322938943644},
	{0.898333238706813370, 0.111190517226687235}, {0.980144928248768116, 0.050614268145188130},
}

// newPredictor prepares the tree of s, whose messages must be current: O(N·D).
func newPredictor(s *state) *predictor {
	p := &predictor{s: s, across: make([]float64, len(s.parent)*len(s.classes)), reach: make([]float64, len(s.parent))}
	s.cavities()
	c, prior, h := len(s.classes), s.hyper.prior, s.hyper
	logReach := p.reach
	for _, v := range s.order {
		for k, cl := range s.classes {
			p.across[int(v)*c+k] = vector.SquaredDistance(s.cavMeanOf(v)[cl.low:cl.high], s.meanOf(v)[cl.low:cl.high])
		}
		m := int(s.size[v])
		rate := h.c * prior.Rate(m)
		logStay, logLeave := math.Inf(-1), 0.0 // of running the whole branch, of diverging on it
		length := math.Inf(1)
		if !s.isLeaf(v) {
			length = s.ell[v] - s.parentEll(v)
			logStay = -rate * length
			logLeave = special.LogMinusExp(rate * length)
		}
		for _, q := range legendre {
			// ℓ at quantile u of the exponential waiting time cut off at length.
			u := q[0]
			waited := -math.Log1p(u*math.Expm1(-rate*length)) / rate
			rem := math.Exp(-s.parentEll(v) - waited)
			p.components = append(p.components, component{v, rem, logReach[v] + logLeave + math.Log(q[1])})
		}
		if s.isLeaf(v) {
			continue
		}
		rest := logReach[v] + logStay
		kids := s.kids[v]
		if prior.CanJoin(len(kids)) {
			p.components = append(p.components, component{v, s.rem[v], rest + math.Log((prior.Theta+prior.Alpha*float64(len(kids)))/(float64(m)+prior.Theta))})
		}
		for _, k := range kids {
			logReach[k] = rest + math.Log((float64(s.size[k])-prior.Alpha)/(float64(m)+prior.Theta))
		}
	}
	return p
}

// logDensity returns the log density of a new point y (sorted columns), of which
// the columns with observed false are left out; observed nil means all. O(N·D).
func (p *predictor) logDensity(y []float64, observed []bool) float64 {
	s := p.s
	if s.sites != nil {
		return p.logProbability(y, observed)
	}
	c := len(s.classes)
	weight := make([]float64, c)
	for k, cl := range s.classes {
		weight[k] = cl.weight
		if observed != nil {
			weight[k] = 0
			for _, o := range observed[cl.low:cl.high] {
				if o {
					weight[k]++
				}
			}
		}
	}
	toCavity, toMessage, across := make([]float64, c), make([]float64, c), make([]float64, c)
	last, left := int32(-1), false
	var sum logSum
	for _, part := range p.components {
		v := int(part.node)
		if part.node != last {
			last = part.node
			mu, m := s.cavMeanOf(part.node), s.meanOf(part.node)
			for k, cl := range s.classes {
				if observed == nil {
					toCavity[k] = vector.SquaredDistance(mu[cl.low:cl.high], y[cl.low:cl.high])
					toMessage[k] = vector.SquaredDistance(m[cl.low:cl.high], y[cl.low:cl.high])
					across[k] = p.across[v*c+k]
					continue
				}
				toCavity[k], toMessage[k], across[k] = 0, 0, 0
				for j := cl.low; j < cl.high; j++ {
					if observed[j] {
						toCavity[k] += (mu[j] - y[j]) * (mu[j] - y[j])
						toMessage[k] += (m[j] - y[j]) * (m[j] - y[j])
						across[k] += (mu[j] - m[j]) * (mu[j] - m[j])
					}
				}
			}
			left = sum.any && p.atMost(v, weight, toCavity, toMessage, across) < sum.largest-negligible
		}
		if left {
			continue
		}
		lik := part.logMass
		up, down := s.hyper.sigma2*(s.parentRem(part.node)-part.rem), s.hyper.sigma2*(part.rem-s.rem[v])
		for k := range s.classes {
			va, vb := s.cavVari[v*c+k]+up, s.vari[v*c+k]+down
			variance, q := va, toCavity[k]
			if !math.IsInf(vb, 1) {
				share := vb / (va + vb)
				variance = va * share
				q = share*q + (1-share)*toMessage[k] - share*(1-share)*across[k]
			}
			variance += s.hyper.sigma2*part.rem + s.hyper.noise
			lik -= 0.5 * (weight[k]*math.Log(2*math.Pi*variance) + math.Max(q, 0)/variance)
		}
		sum.add(lik)
	}
	return sum.value()
}

// atMost returns an upper bound of the terms of all positions on the branch above v: the new point lies no
// nearer to any of them than to the line between the means of its two ends, and no variance suits it better than
// its own square.
func (p *predictor) atMost(v int, weight, toCavity, toMessage, across []float64) float64 {
	h := &p.s.hyper
	least := h.sigma2*p.s.rem[v] + h.noise
	bound := p.reach[v]
	for k, w := range weight {
		if w == 0 {
			continue
		}
		q := toMessage[k]
		if c := across[k]; c > 0 {
			share := min(max((c+toMessage[k]-toCavity[k])/(2*c), 0), 1)
			q = share*toCavity[k] + (1-share)*toMessage[k] - share*(1-share)*c
		} else {
			q = min(q, toCavity[k])
		}
		variance := max(q/w, least)
		bound -= 0.5 * (w*math.Log(2*math.Pi*variance) + max(q, 0)/variance)
	}
	return bound
}

// logProbability is logDensity of the signs y of a new row of a binary table: each place
// gives the product over columns of Φ(y·μ_x/√(1+V)), V the variance of the new leaf.
func (p *predictor) logProbability(y []float64, observed []bool) float64 {
	s := p.s
	var sum logSum
	for _, part := range p.components {
		up, down := s.hyper.sigma2*(s.parentRem(part.node)-part.rem), s.hyper.sigma2*(part.rem-s.rem[part.node])
		rest := s.hyper.sigma2*part.rem + s.hyper.noise
		mu, va := s.cavMeanOf(part.node), s.cavVariOf(part.node)
		m, vb := s.meanOf(part.node), s.variOf(part.node)
		product, logs := 1.0, part.logMass
		for j, sign := range y {
			if observed != nil && !observed[j] {
				continue
			}
			mean, variance := mu[j], va[j]+up
			if w := vb[j] + down; w <= math.MaxFloat64 {
				share := variance / (variance + w)
				mean -= share * (mean - m[j])
				variance = w * share
			}
			z := sign * mean / math.Sqrt(variance+rest)
			if z < -5 {
				logs += special.LogNormalCDF(z)
				continue
			}
			if product *= 0.5 * math.Erfc(-z/math.Sqrt2); product < productLow {
				logs, product = logs+math.Log(product), 1
			}
		}
		sum.add(logs + math.Log(product))
	}
	return sum.value()
}
