package diagnostics

import (
	"context"
	"math"

	"example.org/espalier/inference"
)

// A Goal ends a run once it has enough draws: the bulk effective sample size of every quantity that
// varies, and that of the topology, must reach a given size. Package run takes its Check as
// Options.Until. It is used by one goroutine at a time.
type Goal struct {
	size    float64
	monitor *Monitor
}

// NewGoal returns the goal of an effective sample size, such as 200.
func NewGoal(size float64, o Options) *Goal { return &Goal{size, NewMonitor(o)} }

// Check reports whether a snapshot has reached the goal, and the iteration at which to expect it, 0
// if unknown. It takes O(S log S) for S draws of each quantity. The error is that of a context that
// ends meanwhile.
func (g *Goal) Check(ctx context.Context, s *inference.Snapshot) (reached bool, expected int, err error) {
	share, err := g.share(ctx, s)
	if err != nil || math.IsNaN(share) {
		return false, 0, err
	}
	n := length(s.Chains)
	if share >= 1 {
		return true, n - 1, nil
	}
	// The number of effective draws is proportional to the number of draws.
	return false, int(math.Min(math.Ceil(float64(n)/share), math.MaxInt32)), nil
}

// share returns the least effective sample size as a share of the goal, NaN while unknown.
func (g *Goal) share(ctx context.Context, s *inference.Snapshot) (float64, error) {
	nan, least := math.NaN(), math.Inf(1)
	n := length(s.Chains)
	draws := n - FirstDraw(n, g.monitor.options.BurnIn)
	if draws < fewDraws {
		return nan, nil
	}
	for _, name := range s.Chains[0].Names {
		if err := ctx.Err(); err != nil {
			return nan, err
		}
		values := Draws(s.Chains, name, g.monitor.options.BurnIn)
		for _, c := range values {
			if !finite(c) {
				return nan, nil
			}
		}
		if bulk, _ := rankJudge(values); bulk/g.size < least { // NaN if it does not vary
			least = bulk / g.size
		}
	}
	if t := g.monitor.topology(s); t != nil {
		if t.Draws < LeastDraws {
			return nan, nil
		}
		if share := t.ESS / t.asked(g.size, draws); share < least {
			least = share
		}
	}
	if math.IsInf(least, 1) {
		return nan, nil
	}
	return least, ctx.Err()
}
