package predict

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/process/pruning"

	"gonum.org/v1/gonum/mat"
)

// places is the number of times on each branch at which the predictive density is evaluated.
const places = 8

// A Predictor holds a fitted tree ready to score new points: the mixture of math 8,
// with the time on each branch integrated by Gauss-Legendre quadrature over the
// quantiles of where a new path leaves it.
type Predictor struct {
	S          *posterior.State
	Components []Component
	Across     []float64 // slot×classes: ‖μ − m_b‖² over all columns
	Reach      []float64 // by slot: log probability that a new path comes to the branch above

	kinds    *Kinds   // of a table of columns of several kinds; nil for others
	branches []branch // by slot, kept for the next tree, which may share them
}

// A branch is what a predictor knows of one from its rate of divergence and the times at its ends.
type branch struct {
	rate, above, ell float64
	known            bool
	stay, leave      float64         // log probabilities of running all of it, and of diverging on it
	rem              [places]float64 // time remaining at the quantiles
}

// Negligible is how many nats a position may lie below the best one seen before it is left out: a hundred
// thousand of these have no part in the sum's 53 bits.
const Negligible = 50

// A Component is a stretch of possible positions that share a branch.
type Component struct {
	Node    int32
	Rem     float64
	LogMass float64
}

// Nodes and weights of 8-point Gauss-Legendre quadrature on [0,1].
var legendre = [places][2]float64{
	{0.019855071751231884, 0.050614268145188130}, {0.101666761293186630, 0.111190517226687235},
	{0.237233795041835507, 0.156853322938943644}, {0.408282678752175098, 0.181341891689180991},
	{0.591717321247824902, 0.181341891689180991}, {0.762766204958164493, 0.156853322938943644},
	{0.898333238706813370, 0.111190517226687235}, {0.980144928248768116, 0.050614268145188130},
}

// logLegendre are the logarithms of the weights.
var logLegendre = func() (logs [places]float64) {
	for i, q := range legendre {
		logs[i] = math.Log(q[1])
	}
	return logs
}()

// NewPredictor prepares the tree of s, whose messages must be current: O(N·D).
func NewPredictor(s *posterior.State) *Predictor {
	p := &Predictor{S: s, Across: make([]float64, len(s.Parent)*len(s.Classes)), Reach: make([]float64, len(s.Parent)),
		branches: make([]branch, len(s.Parent))}
	if s.Sites != nil {
		if cells, are := s.Sites.Cells.(*leaves.Kinds); are {
			p.kinds = NewKinds(p, cells.Table(), cells.Columns(), nil)
		}
	}
	p.Prepare()
	return p
}

// Prepare prepares the tree of the state anew, after it has changed: O(N·D).
func (p *Predictor) Prepare() {
	s := p.S
	s.Cavities()
	c, prior, h := len(s.Classes), s.Hyper.Prior, s.Hyper
	if need := (places + 1) * len(s.Order); cap(p.Components) < need {
		p.Components = make([]Component, 0, need)
	}
	p.Components = p.Components[:0]
	logReach := p.Reach
	logReach[s.Top] = 0
	for _, v := range s.Order {
		for k, cl := range s.Classes {
			p.Across[int(v)*c+k] = vector.SquaredDistance(s.CavMeanOf(v)[cl.Low:cl.High], s.MeanOf(v)[cl.Low:cl.High])
		}
		m := int(s.Size[v])
		b := &p.branches[v]
		ell := math.Inf(1)
		if !s.IsLeaf(v) {
			ell = s.Ell[v]
		}
		b.between(h.C*prior.Rate(m), s.ParentEll(v), ell)
		for i, rem := range b.rem {
			p.Components = append(p.Components, Component{v, rem, logReach[v] + b.leave + logLegendre[i]})
		}
		if s.IsLeaf(v) {
			continue
		}
		rest := logReach[v] + b.stay
		kids := s.Kids[v]
		if prior.CanJoin(len(kids)) {
			p.Components = append(p.Components, Component{v, s.Rem[v],
				rest + math.Log((prior.Theta+prior.Alpha*float64(len(kids)))/(float64(m)+prior.Theta))})
		}
		for _, k := range kids {
			logReach[k] = rest + math.Log((float64(s.Size[k])-prior.Alpha)/(float64(m)+prior.Theta))
		}
	}
}

// between makes b the branch between two times ℓ with a rate of divergence: +Inf is the time of a leaf.
func (b *branch) between(rate, above, ell float64) {
	if b.known && b.rate == rate && b.above == above && b.ell == ell {
		return
	}
	*b = branch{rate: rate, above: above, ell: ell, known: true, stay: math.Inf(-1)}
	length := ell - above
	if !math.IsInf(ell, 1) {
		b.stay = -rate * length
		b.leave = special.LogMinusExp(rate * length)
	}
	for i, q := range legendre {
		// ℓ at quantile u of the exponential waiting time cut off at length.
		waited := -math.Log1p(q[0]*math.Expm1(-rate*length)) / rate
		b.rem[i] = math.Exp(-above - waited)
	}
}

// LogDensity returns the log density of a new point y (sorted columns), of which
// the columns with observed false are left out; observed nil means all. Of columns of several kinds y are the cells
// of a row as the table has them, NaN where missing. O(N·D).
func (p *Predictor) LogDensity(y []float64, observed []bool) float64 {
	s := p.S
	if p.kinds != nil {
		return p.kinds.Row(0, y)
	}
	if s.Sites != nil {
		return p.logProbability(y, observed)
	}
	c := len(s.Classes)
	weight := make([]float64, c)
	for k, cl := range s.Classes {
		weight[k] = cl.Weight
		if observed != nil {
			weight[k] = 0
			for _, o := range observed[cl.Low:cl.High] {
				if o {
					weight[k]++
				}
			}
		}
	}
	toCavity, toMessage, across := make([]float64, c), make([]float64, c), make([]float64, c)
	last, left := int32(-1), false
	var sum special.LogSum
	for _, part := range p.Components {
		v := int(part.Node)
		if part.Node != last {
			last = part.Node
			mu, m := s.CavMeanOf(part.Node), s.MeanOf(part.Node)
			for k, cl := range s.Classes {
				if observed == nil {
					toCavity[k] = vector.SquaredDistance(mu[cl.Low:cl.High], y[cl.Low:cl.High])
					toMessage[k] = vector.SquaredDistance(m[cl.Low:cl.High], y[cl.Low:cl.High])
					across[k] = p.Across[v*c+k]
					continue
				}
				toCavity[k], toMessage[k], across[k] = 0, 0, 0
				for j := cl.Low; j < cl.High; j++ {
					if observed[j] {
						toCavity[k] += (mu[j] - y[j]) * (mu[j] - y[j])
						toMessage[k] += (m[j] - y[j]) * (m[j] - y[j])
						across[k] += (mu[j] - m[j]) * (mu[j] - m[j])
					}
				}
			}
			left = sum.Any && p.AtMost(v, weight, toCavity, toMessage, across) < sum.Largest-Negligible
		}
		if left {
			continue
		}
		lik := part.LogMass
		up, down := s.Hyper.Sigma2*(s.ParentRem(part.Node)-part.Rem), s.Hyper.Sigma2*(part.Rem-s.Rem[v])
		for k := range s.Classes {
			va, vb := s.CavVari[v*c+k]+up, s.Vari[v*c+k]+down
			variance, q := va, toCavity[k]
			if !math.IsInf(vb, 1) {
				share := vb / (va + vb)
				variance = va * share
				q = share*q + (1-share)*toMessage[k] - share*(1-share)*across[k]
			}
			variance += s.Hyper.Sigma2*part.Rem + s.Hyper.Noise
			lik -= 0.5 * (weight[k]*math.Log(2*math.Pi*variance) + math.Max(q, 0)/variance)
		}
		sum.Add(lik)
	}
	return sum.Value()
}

// AtMost returns an upper bound of the terms of all positions on the branch above v: the new point lies no
// nearer to any of them than to the line between the means of its two ends, and no variance suits it better than
// its own square.
func (p *Predictor) AtMost(v int, weight, toCavity, toMessage, across []float64) float64 {
	h := &p.S.Hyper
	least := h.Sigma2*p.S.Rem[v] + h.Noise
	bound := p.Reach[v]
	for k, w := range weight {
		if w == 0 {
			continue
		}
		q := NearestOn(toCavity[k], toMessage[k], across[k])
		variance := max(q/w, least)
		bound -= 0.5 * (w*math.Log(2*math.Pi*variance) + q/variance)
	}
	return bound
}

// NearestOn returns the squared distance of a point from the line between two others, given those from both and
// between them.
func NearestOn(toCavity, toMessage, across float64) float64 {
	if !(across > 0) {
		return min(toMessage, toCavity)
	}
	share := min(max((across+toMessage-toCavity)/(2*across), 0), 1)
	return max(share*toCavity+(1-share)*toMessage-share*(1-share)*across, 0)
}

// logProbability is logDensity of the signs y of a new row of a binary table: each place
// gives the product over columns of Φ(y·μ_x/√(1+V)), V the variance of the new leaf.
func (p *Predictor) logProbability(y []float64, observed []bool) float64 {
	s := p.S
	var sum special.LogSum
	for _, part := range p.Components {
		up, down := s.Hyper.Sigma2*(s.ParentRem(part.Node)-part.Rem), s.Hyper.Sigma2*(part.Rem-s.Rem[part.Node])
		rest := s.Hyper.Sigma2*part.Rem + s.Hyper.Noise
		mu, va := s.CavMeanOf(part.Node), s.CavVariOf(part.Node)
		m, vb := s.MeanOf(part.Node), s.VariOf(part.Node)
		product, logs := 1.0, part.LogMass
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
			if product *= 0.5 * math.Erfc(-z/math.Sqrt2); product < pruning.ProductLow {
				logs, product = logs+math.Log(product), 1
			}
		}
		sum.Add(logs + math.Log(product))
	}
	return sum.Value()
}

// MeanDensity returns the log of the mean density of each row of x over so many draws; of gives the log densities under
// one.
func MeanDensity(x *mat.Dense, count int, of func(i int) ([]float64, error)) ([]float64, error) {
	n, _ := x.Dims()
	sums := make([]special.LogSum, n)
	for i := range count {
		y, err := of(i)
		if err != nil {
			return nil, err
		}
		for k, v := range y {
			sums[k].Add(v - math.Log(float64(count)))
		}
	}
	out := make([]float64, n)
	for k := range out {
		out[k] = sums[k].Value()
	}
	return out, nil
}
