package job

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/factors"
)

// Pool combines the results of fits of one chain each into the result of one fit with that many chains.
// The Specs differ only in [Spec.Chain], which counts from 0. Except for times, draws and traces have the
// same bits as those of that fit, and the diagnostics are those of all chains together. Held-out
// densities are means over chains. The result has no State: each chain continues by itself.
func Pool(ctx context.Context, m *Material, results []*Result) (*Result, error) {
	if len(results) < 2 {
		return nil, errors.New("pooling needs more than one chain")
	}
	var snapshots []*inference.Snapshot
	for i, r := range results {
		one := r.Spec
		one.Chain = 0
		if r.Spec.Chain != i || r.Spec.Chains != 1 || one.Hash() != results[0].Spec.Hash() {
			return nil, fmt.Errorf("result %d is not chain %d of the same fit as the first result", i+1, i)
		}
		if r.Snapshot == nil || r.Ended != run.Finished || r.Iterations != results[0].Iterations {
			return nil, fmt.Errorf("chain %d has done %d iterations, but the first chain %d; pool only complete chains", i,
				r.Iterations, results[0].Iterations)
		}
		snapshots = append(snapshots, r.Snapshot)
	}
	s := chains.Pool(snapshots)
	s.Chains = nil
	for _, c := range snapshots {
		s.Chains = append(s.Chains, c.Trace)
	}
	first := *results[0]
	first.State, first.Evidence, first.Snapshot = nil, nil, s
	first.Spec.Chains = len(results)
	first.Hash = first.Spec.Hash()
	first.Seconds = 0
	for _, r := range results {
		first.Seconds = max(first.Seconds, r.Seconds)
	}
	report, err := factors.Report(ctx, diagnostics.NewMonitor(m.Judging(m.Spec.Goal.EffectiveSize)), s)
	if err != nil {
		return nil, err
	}
	first.Diagnostics = report
	first.poolScores(m, results)
	return &first, nil
}

// poolScores averages the chains' scores of held-out values.
func (r *Result) poolScores(m *Material, results []*Result) {
	if r.Rows != nil {
		scores := *r.Rows
		scores.LogDensity = chains.LogMeans(each(results, func(o *Result) []float64 { return o.Rows.LogDensity }))
		r.Rows = &scores
	}
	if r.Cells == nil {
		return
	}
	scores := *r.Cells
	scores.LogDensity = chains.LogMeans(each(results, func(o *Result) []float64 { return o.Cells.LogDensity }))
	if scores.Mass != nil {
		scores.Mass = chains.LogMeans(each(results, func(o *Result) []float64 { return o.Cells.Mass }))
	}
	scores.Predicted = make([]float64, len(scores.Value))
	scores.SquaredError, scores.WorkingError = 0, 0
	k := float64(len(scores.Value))
	for i, at := range m.Held.Cells {
		u, v := m.Held.Values[i], 0.0
		for _, o := range results {
			v += m.Data.WorkingAt(at.Column, o.Cells.Predicted[i]) / float64(len(results))
		}
		p := m.Data.InputAt(at.Column, v)
		scores.Predicted[i] = p
		scores.SquaredError += (scores.Value[i] - p) * (scores.Value[i] - p) / k
		scores.WorkingError += (u - v) * (u - v) / k
	}
	r.Cells = &scores
}

func each(results []*Result, f func(*Result) []float64) (all [][]float64) {
	for _, r := range results {
		all = append(all, slices.Clone(f(r)))
	}
	return all
}
