package factors

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/diagnostics"
)

const (
	mostAgreeing = 60  // draws compared
	mostAgreed   = 1e9 // steps
)

// Agreement returns, for each factor of two items or more that recurs in the draws of a snapshot of a run, in which
// share of the draws of each chain it is. It is nil without draws and for one chain, and where the comparison of some
// draws would take too long. The error is that of a context that ends meanwhile.
func Agreement(ctx context.Context, s *inference.Snapshot, burnIn float64) ([][]float64, error) {
	samples := some(inference.WithoutBurnIn(factor.Of(s).Draws, burnIn), mostAgreeing)
	if len(samples) == 0 || len(s.Chains) < 2 {
		return nil, nil
	}
	m := &matcher{options: Options{Least: leastPresence, Similar: leastSimilar}}
	for _, d := range samples {
		m.items = max(m.items, len(d.State.Noise))
		for _, a := range d.State.Activities {
			m.cases = len(a)
		}
	}
	best, steps := 0, 0.0
	for i, d := range samples {
		m.draws = append(m.draws, piecesOf(d.State))
		if d.Objective > samples[best].Objective {
			best = i
		}
		k := float64(len(d.State.Items))
		steps += k * k * float64(m.items+m.cases)
	}
	if steps > mostAgreed {
		return nil, nil
	}
	if err := m.match(ctx, best); err != nil {
		return nil, err
	}
	draws, shares, items := make([]float64, len(s.Chains)), make([][]float64, len(m.references)),
		make([]int, len(m.references))
	for j := range shares {
		shares[j] = make([]float64, len(draws))
	}
	for i, d := range samples {
		draws[d.Chain]++
		for k, at := range m.places[i] {
			if at.to >= 0 {
				shares[at.to][d.Chain]++
				items[at.to] += len(d.State.Items[k])
			}
		}
	}
	var out [][]float64
	for j, share := range shares {
		members := 0.0
		for c, n := range share {
			members += n
			share[c] /= max(draws[c], 1)
		}
		if float64(items[j]) >= 1.5*members {
			out = append(out, share)
		}
	}
	return out, nil
}

// Report is [diagnostics.Monitor.Report] that also knows whether chains agree about factors.
func Report(ctx context.Context, m *diagnostics.Monitor, s *inference.Snapshot) (*diagnostics.Report, error) {
	r, err := m.Report(ctx, s)
	if err != nil {
		return nil, err
	}
	byChain, err := Agreement(ctx, s, r.Options.BurnIn)
	if err != nil || byChain == nil {
		return r, err
	}
	r.AddFactors(byChain)
	return r, nil
}
