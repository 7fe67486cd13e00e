// Package annealing helps every model with annealed importance sampling and parallel tempering of its likelihood.
//
// Annealed importance sampling (Neal 2001) draws z from the prior, then moves it by transitions
// that leave prior × likelihood^β invariant, for powers β from 0 to 1. With z_j the state before
// the power goes from β_j to β_{j+1},
//
//	log w = Σ_j (β_{j+1} − β_j)·log L(z_j)
//
// and the mean of w is the evidence ∫ prior × likelihood, without bias, however badly the
// transitions mix; its logarithm is biased downwards. The final states, weighted by w, are draws
// from the posterior.
package annealing

import "math"

// Powers returns n+1 powers from 0 to 1, (j/n)^4: close together near 0, where the
// likelihood of draws from the prior varies most.
func Powers(n int) []float64 {
	p := make([]float64, n+1)
	for j := range p {
		x := float64(j) / float64(n)
		p[j] = x * x * x * x
	}
	return p
}

// Shares returns the n+1 numbers (j/n)² for j = 0 … n. They are shares of the variance of a cell that it has in common
// with other cells, when that share is annealed from 0 to 1 in place of the likelihood. Their first steps are short.
func Shares(n int) []float64 {
	p := make([]float64, n+1)
	for j := range p {
		x := float64(j) / float64(n)
		p[j] = x * x
	}
	return p
}

// Ladder returns n powers from 1 down to least, in geometric steps.
func Ladder(n int, least float64) []float64 {
	p := make([]float64, n)
	for k := range p {
		p[k] = 1
		if n > 1 {
			p[k] = math.Pow(least, float64(k)/float64(n-1))
		}
	}
	return p
}

// A Path is one annealing run.
type Path struct {
	powers    []float64
	at        int
	logWeight float64
}

// NewPath begins a run at the prior, power 0.
func NewPath(powers []float64) Path { return Path{powers: powers} }

// Begin gives the first state a weight, for one drawn from a proposal and not from the prior.
func (p *Path) Begin(logWeight float64) { p.logWeight += logWeight }

// Advance takes the log likelihood of the present state and returns the power of the next
// transition. After the last it reports false: the power is 1 and one more transition may be made,
// but the weight is known.
func (p *Path) Advance(logLikelihood float64) (power float64, more bool) {
	return p.AdvanceBy(func(power float64) float64 { return power * logLikelihood })
}

// AdvanceBy is [Path.Advance] where a part of the state has been integrated out: logDensity returns,
// at a power, the logarithm of the integral of its prior times the likelihood to that power. That
// part must be drawn again given the rest, at the new power, before it is used.
func (p *Path) AdvanceBy(logDensity func(power float64) float64) (power float64, more bool) {
	before := p.powers[p.at]
	p.at++
	p.logWeight += logDensity(p.powers[p.at]) - logDensity(before)
	return p.powers[p.at], p.at+1 < len(p.powers)
}

// Fraction returns the share of the run that is done.
func (p *Path) Fraction() float64 { return float64(p.at) / float64(len(p.powers)-1) }

// LogWeight returns log w so far.
func (p *Path) LogWeight() float64 { return p.logWeight }

// Weights gathers the log weights of runs.
type Weights struct{ Log []float64 }

// Add takes the log weight of a run.
func (w *Weights) Add(log float64) { w.Log = append(w.Log, log) }

// sums returns the greatest log weight, and the sums of the weights and of their squares relative
// to it.
func (w *Weights) sums() (most, sum, square float64) {
	most = math.Inf(-1)
	for _, x := range w.Log {
		most = max(most, x)
	}
	for _, x := range w.Log {
		e := math.Exp(x - most)
		sum += e
		square += e * e
	}
	return most, sum, square
}

// LogMean returns the log of the mean weight: the estimate of the log evidence.
func (w *Weights) LogMean() float64 {
	most, sum, _ := w.sums()
	return most + math.Log(sum/float64(len(w.Log)))
}

// Effective returns the effective number of runs, (Σw)²/Σw².
func (w *Weights) Effective() float64 {
	_, sum, square := w.sums()
	return sum * sum / square
}

// StandardError returns the standard error of LogMean by the delta method, √(1/Effective − 1/n). It is too small where
// few runs carry the weight, and NaN where fewer than two do, because one run shows no variance.
func (w *Weights) StandardError() float64 {
	if w.Effective() < 2 {
		return math.NaN()
	}
	return math.Sqrt(max(0, 1/w.Effective()-1/float64(len(w.Log))))
}

// LogSwap returns the log probability that states at powers a and b are exchanged, given their log
// likelihoods, if it is below 0.
func LogSwap(a, b, logLikelihoodA, logLikelihoodB float64) float64 {
	return (a - b) * (logLikelihoodB - logLikelihoodA)
}
