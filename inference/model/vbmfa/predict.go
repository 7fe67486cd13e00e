package vbmfa

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

var _ inference.Predictor = (*fit)(nil)

// predictiveDraws is the number of mixtures that densities by importance sampling average over.
const predictiveDraws = 500

// predictiveChains separates the streams of these draws from those of fits.
const predictiveChains = 1 << 41

// LogDensity implements inference.Predictor, leaving missing cells out: by default as the plug-in
// mixture
//
//	Σ_s (u_s/Σu) N(y; μ̄_s, Λ̄_s Λ̄_sᵀ + Ψ)
//
// of the posterior means, or by the bound from two updates for each row (math 12.7), or as the mean
// over mixtures drawn from the posterior, weighted by importance (Beal 4.7.1).
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	m := f.settled()
	if m == nil {
		return nil, fmt.Errorf("%s: nothing has been fitted yet", f.info.Name)
	}
	_, columns := f.data.Dims()
	if _, p := x.Dims(); p != columns {
		return nil, fmt.Errorf("%s: the new rows have %d columns, but the mixture was learnt from %d", f.info.Name, p,
			columns)
	}
	if f.components != nil {
		return f.logDensities(ctx, m, x)
	}
	if f.table != nil {
		return f.logKinds(m, x)
	}
	switch f.predictive {
	case "bound":
		return m.boundOf(ctx, x)
	case "importance":
		s, err := newSampler(m, []*mixture{m}, inference.EvidenceOptions{Streams: f.streams})
		if err != nil {
			return nil, err
		}
		return s.logDensities(ctx, x, predictiveDraws)
	}
	return m.plugIn().logDensities(ctx, x)
}

// logDensities returns the log density of each row of x, a weighted average over the given number
// of draws of the parameters: O(draws·(n + rows)·S·p·k).
func (s *sampler) logDensities(ctx context.Context, x *mat.Dense, draws int) ([]float64, error) {
	rows, _ := x.Dims()
	out, all := make([]float64, rows), math.Inf(-1)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	for range draws {
		if err := s.Sample(ctx, 1); err != nil {
			return nil, err
		}
		for k, l := range s.logPi {
			s.data.Components[k].Mass = math.Exp(l)
		}
		y, err := s.data.logDensities(ctx, x)
		if err != nil {
			return nil, err
		}
		for i, v := range y {
			out[i] = special.LogAdd(out[i], s.last+v)
		}
		all = special.LogAdd(all, s.last)
	}
	for i := range out {
		out[i] -= all
	}
	return out, nil
}

// settled returns the mixture shown, as it was before the epoch that is being tried; nil before the first.
func (f *fit) settled() *mixture {
	if f.cycles == 0 {
		return nil
	}
	s, _ := f.shown()
	return s.settled()
}

// settled returns the mixture of the last complete epoch, nil before the first.
func (s *search) settled() *mixture {
	switch {
	case s.Shown == nil:
		return nil
	case s.Saved != nil:
		return s.Saved
	}
	return s.Mixture
}

// plugIn returns the mixture with all posteriors at their means: a mixture of factor analysers with
// known parameters.
func (m *mixture) plugIn() *mixture {
	o := m.clone()
	u, total := m.counts()
	if m.maximum {
		total = 0
		for s, c := range m.Components {
			u[s] = c.Mass
			total += c.Mass
		}
	}
	o.maximum = true
	for s, c := range o.Components {
		clear(c.G)
		c.Mass = u[s] / total
	}
	return o
}

// logDensities returns the log density of each row of x under known parameters: a mixture by
// plugIn. O(rows·S·p·k).
func (m *mixture) logDensities(ctx context.Context, x *mat.Dense) ([]float64, error) {
	d := newRows(x)
	o := *m
	o.d, o.quad, o.logNorm = d, nil, nil
	o.setNoise()
	out := make([]float64, d.n)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	for _, c := range m.Components {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fresh := newComponent(d, c.ID, c.K)
		fresh.M, fresh.G = c.M, c.G
		newExpecter(&o, fresh).visit(&o, 0, d.n, nil)
		for i, e := range fresh.E {
			r := d.order[i]
			out[r] = special.LogAdd(out[r], math.Log(c.Mass)+e)
		}
	}
	return out, nil
}

// boundOf returns, for each row of x, the bound on its log predictive density from two updates,
// q(x') and q(s') (math 12.7).
func (m *mixture) boundOf(ctx context.Context, x *mat.Dense) ([]float64, error) {
	o := m.clone()
	for s, w := range m.logWeights() {
		o.Components[s].Mass = math.Exp(w) // ⟨ln π⟩ instead of ln π
	}
	return o.logDensities(ctx, x)
}
