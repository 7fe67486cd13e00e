package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// An estimator computes the diagnostics of many series with the same numbers of chains and draws.
type estimator struct {
	c        *correlator // made on first use
	means    []float64
	all      []float64
	centred  [][]float64
	known    int // number of lags with known covariance
	rho      []float64
	averaged []float64 // mean autocovariance of the chains
}

func newEstimator(chains, draws int) *estimator {
	e := &estimator{means: make([]float64, chains), centred: make([][]float64, chains),
		rho: make([]float64, draws), averaged: make([]float64, draws)}
	e.all = make([]float64, chains*draws)
	for k := range e.centred {
		e.centred[k] = e.all[k*draws : (k+1)*draws]
	}
	return e
}

// directLags is the lag up to which products are summed directly: chains that mix well need no
// more, which saves the transforms.
const directLags = 64

// begin subtracts the means from the chains; variances has found them.
func (e *estimator) begin(chains [][]float64) {
	e.known = 0
	for k, c := range chains {
		for i, v := range c {
			e.centred[k][i] = v - e.means[k]
		}
	}
}

// covariance returns the mean autocovariance of the chains at a lag, divided by the number of draws
// at every lag. Lags must be asked for in ascending order.
func (e *estimator) covariance(lag int) float64 {
	if lag < e.known {
		return e.averaged[lag]
	}
	n := len(e.centred[0])
	if lag >= directLags {
		if e.c == nil {
			e.c = newCorrelator(n)
		}
		e.c.mean(e.centred, e.averaged)
		e.known = n
		return e.averaged[lag]
	}
	sum := 0.0
	for _, c := range e.centred {
		sum += floats.Dot(c[:n-lag], c[lag:])
	}
	e.averaged[lag], e.known = sum/float64(n*len(e.centred)), lag+1
	return e.averaged[lag]
}

// variances returns the mean variance within chains and the variance of their means.
func (e *estimator) variances(chains [][]float64) (within, between float64) {
	for k, c := range chains {
		mean, v := stat.MeanVariance(c, nil)
		e.means[k] = mean
		within += v / float64(len(chains))
	}
	if len(chains) > 1 {
		between = stat.Variance(e.means, nil)
	}
	return within, between
}

// rhat returns the potential scale reduction (Gelman and others 2013, equation 11.4); +Inf for
// chains that are constant and differ.
func (e *estimator) rhat(chains [][]float64) float64 {
	n := float64(len(chains[0]))
	within, between := e.variances(chains)
	return math.Sqrt((n-1)/n + between/within)
}

// ess returns the effective number of draws for the mean of the chains as they are. The sum over
// lags stops by Geyer's (1992) initial monotone sequence, and the size is at most S·log10(S) for S
// draws (Vehtari and others 2021, section 3.2).
func (e *estimator) ess(chains [][]float64) float64 {
	n := len(chains[0])
	within, between := e.variances(chains)
	plus := within*float64(n-1)/float64(n) + between
	if plus == 0 {
		return math.NaN()
	}
	e.begin(chains)
	correlation := func(lag int) float64 { return 1 - (within-e.covariance(lag))/plus }

	// Sums of neighbouring pairs are positive for a reversible chain; everything after the first
	// that is not is noise. They also decrease, hence the smaller of two.
	rho := e.rho
	rho[0], rho[1] = 1, correlation(1)
	even, odd := rho[0], rho[1]
	t := 0
	for t < n-3 && even+odd > 0 {
		t += 2
		even, odd = correlation(t), correlation(t+1)
		rho[t], rho[t+1] = 0, 0
		if even+odd >= 0 {
			rho[t], rho[t+1] = even, odd
		}
	}
	last := t
	if even > 0 {
		rho[last] = even
	}
	for t := 2; t <= last-2; t += 2 {
		if before := rho[t-2] + rho[t-1]; rho[t]+rho[t+1] > before {
			rho[t], rho[t+1] = before/2, before/2
		}
	}
	tau := rho[last] - 1
	for _, r := range rho[:last] {
		tau += 2 * r
	}
	s := float64(len(chains) * n)
	return s / max(tau, 1/math.Log10(s))
}
