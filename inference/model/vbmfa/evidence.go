package vbmfa

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/stable"
)

var _ inference.EvidenceEstimator = (*fit)(nil)

// A sampler estimates the evidence by importance sampling (Beal 4.7; math 12.8). It draws the
// weights π and the loadings and means Λ̃ from the variational posterior, or a distribution with
// heavier tails around it, and sums over their precisions ν, the factors and the assignments.
type sampler struct {
	m         *mixture // gives the hyperparameters
	data      *mixture // rows, and the weights and loadings of the present draw
	proposals []*proposal
	streams   inference.Streams
	weights   inference.Weights
	logs      float64 // Σ ln p(y, θ)/q(θ) of the draws from the posterior itself
	plain     int     // number of these draws
	bound     float64
	log       []float64 // n
	logPi     []float64 // of the last draw
	last      float64   // logarithm of its weight
}

// EvidenceSampler implements inference.EvidenceEstimator.
func (f *fit) EvidenceSampler(o inference.EvidenceOptions) (inference.EvidenceSampler, error) {
	m := f.settled()
	if m == nil {
		return nil, fmt.Errorf("%s: nothing has been fitted yet", f.info.Name)
	}
	if f.components != nil {
		return nil, errSpace("the evidence")
	}
	if f.table != nil {
		return nil, errors.New("the evidence by importance sampling takes numbers alone; " +
			"the bound holds of all kinds of columns")
	}
	if m.maximum {
		return nil, errors.New("mlmfa has no posterior to sample the evidence from; use vbmfa")
	}
	posteriors := []*mixture{m}
	for _, other := range o.Others {
		g, ok := other.(*fit)
		if !ok || g.settled() == nil || g.settled().maximum || g.d.n != f.d.n || g.d.p != f.d.p {
			return nil, errors.New("the other fits must be of the same table and model")
		}
		posteriors = append(posteriors, g.settled())
	}
	return newSampler(m, posteriors, o)
}

// newSampler returns a sampler of the evidence of m with proposals around each posterior.
func newSampler(m *mixture, posteriors []*mixture, o inference.EvidenceOptions) (*sampler, error) {
	if len(o.Proposals) == 0 {
		o.Proposals = inference.EvidenceProposals
	}
	s := &sampler{m: m.sorted(), streams: o.Streams, bound: m.bound().total(), log: make([]float64, m.d.n)}
	for i, v := range posteriors {
		v = v.sorted()
		for k, c := range v.Components {
			if len(v.Components) != len(m.Components) || c.K > s.m.Components[k].K {
				return nil, errors.New("the other fits must have as many components as this one, and no more factors")
			}
		}
		for _, p := range o.Proposals {
			q, err := newProposal(s.m, v, p)
			if err != nil {
				return nil, err
			}
			q.posterior = i == 0 && p.Degrees == 0 && (p.Widen == 0 || p.Widen == 1)
			s.proposals = append(s.proposals, q)
		}
	}
	s.data = s.m.clone()
	for k, c := range s.data.Components {
		s.data.Components[k] = newComponent(s.m.d, c.ID, c.K) // loadings without variance
	}
	return s, nil
}

// sorted returns a copy with the components in falling order of their numbers of factors, in which
// mixtures can be compared.
func (m *mixture) sorted() *mixture {
	o := m.clone()
	stable.Sort(o.Components, func(a, b *component) int { return b.K - a.K })
	return o
}

// Sample implements inference.EvidenceSampler. A draw costs O(n·S·p·k).
func (s *sampler) Sample(ctx context.Context, draws int) error {
	for range draws {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.last = s.draw()
		s.weights.Add(s.last)
	}
	return nil
}

// draw fills s.data with a draw of the parameters and returns the logarithm of its weight.
func (s *sampler) draw() float64 {
	from := s.weights.N % len(s.proposals)
	rng := s.streams.Task(uint64(s.weights.N))
	logPi := s.proposals[from].draw(s.data, rng)
	s.logPi = logPi
	joint := s.m.logPrior(s.data, logPi) + s.likelihood(logPi)
	density := math.Inf(-1)
	for k, p := range s.proposals {
		v := p.logDensity(s.data, logPi)
		density = special.LogAdd(density, v)
		if k == from && p.posterior {
			s.logs += joint - v
			s.plain++
		}
	}
	return joint - density + math.Log(float64(len(s.proposals)))
}

// likelihood returns Σ_i ln p(y_i | π, Λ̃).
func (s *sampler) likelihood(logPi []float64) float64 {
	d := s.m.d
	for i := range s.log {
		s.log[i] = math.Inf(-1)
	}
	for k, c := range s.data.Components {
		newExpecter(s.data, c).visit(s.data, 0, d.n, nil)
		for i, e := range c.E {
			s.log[i] = special.LogAdd(s.log[i], logPi[k]+e)
		}
	}
	sum := 0.0
	for _, v := range s.log {
		sum += v
	}
	return sum
}

// Estimate implements inference.EvidenceSampler.
func (s *sampler) Estimate() inference.EvidenceEstimate {
	e := inference.EvidenceEstimate{Draws: s.weights.N, Bound: s.bound, Parameters: math.NaN(),
		Labels: special.LogGamma(float64(len(s.m.Components)) + 1)}
	e.Log, e.StandardError, e.Effective = s.weights.LogMean()
	if s.plain > 0 {
		e.Parameters = s.logs / float64(s.plain)
	}
	return e
}

// logPrior returns ln p(π) + ln p(Λ̃), with the precisions ν and ν* integrated out.
func (m *mixture) logPrior(at *mixture, logPi []float64) float64 {
	size := float64(len(logPi))
	alpha := m.Concentration / size
	sum := special.LogGamma(m.Concentration) - size*special.LogGamma(alpha)
	for s, c := range at.Components {
		sum += (alpha - 1) * logPi[s]
		for l := range c.K {
			sum += m.logColumn(c, l)
		}
	}
	for q := range m.d.p {
		square := 0.0
		for _, c := range at.Components {
			e := c.loading(q)[c.K] - m.MeanOfMeans[q]
			square += e * e
		}
		sum += m.logMeans(q, size, square)
	}
	return sum
}

// logMeans returns the log prior density of the means of all components in a column, whose squared distances
// from μ* have the given sum. Where their precision ν* has a prior, it is integrated out:
//
//	lnΓ(½ + S/2) − lnΓ(½) + ½ ln ½s² − (½ + S/2) ln(½s² + ½ Σ_s (μ_s − μ*)²) − (S/2) ln 2π
func (m *mixture) logMeans(q int, size, square float64) float64 {
	if m.SpreadShape == 0 {
		return 0.5 * (size*math.Log(m.PrecOfMeans[q]/(2*math.Pi)) - m.PrecOfMeans[q]*square)
	}
	shape, rate := spreadShape+size/2, spreadShape*m.d.scale(q)
	return special.LogGamma(shape) - special.LogGamma(spreadShape) + spreadShape*math.Log(rate) -
		shape*math.Log(rate+square/2) - 0.5*size*math.Log(2*math.Pi)
}

// logColumn returns the log prior density of the loadings of a factor, which are coupled by their
// common, integrated-out precision (math 12.8):
//
//	ln p(Λ_·l) = lnΓ(a* + p/2) − lnΓ(a*) − (p/2) ln 2πb* − (a* + p/2) ln(1 + ‖Λ_·l‖²/2b*)
func (m *mixture) logColumn(c *component, l int) float64 {
	square := 0.0
	for q := range m.d.p {
		v := c.loading(q)[l]
		square += v * v
	}
	half := float64(m.d.p) / 2
	return special.LogGamma(m.Shape+half) - special.LogGamma(m.Shape) - half*math.Log(2*math.Pi*m.Rate) -
		(m.Shape+half)*math.Log1p(square/(2*m.Rate))
}

// gammaLog returns the logarithm of a draw from Ga(shape, 1). For small shapes it is the logarithm
// of a draw at shape + 1 plus ln U/shape, which cannot underflow (Marsaglia and Tsang 2000).
func gammaLog(shape float64, rng *rand.Rand) float64 {
	extra := 0.0
	if shape < 1 {
		extra = math.Log(1-rng.Float64()) / shape
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < 0.5*x*x+d-d*v+d*math.Log(v) {
			return math.Log(d*v) + extra
		}
	}
}
