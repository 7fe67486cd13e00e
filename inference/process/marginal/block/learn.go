package block

import (
	"math/rand/v2"

	"example.org/espalier/inference/process/categorical"
)

// Learn draws the hyperparameters of a law, one after the other, from their conditionals given the blocks: s holds the
// statistics of some blocks, one after the other. Each is one of [Law.Grid], all as probable a priori.
func Learn(l Law, s []float64, rng *rand.Rand) Law {
	none, hyper := make([]float64, len(s)), l.Hyper()
	for h := range hyper {
		grid := l.Grid(h)
		logs := make([]float64, len(grid))
		for k, v := range grid {
			hyper[h] = v
			logs[k] = l.With(hyper).LogTogether(s, none)
		}
		hyper[h] = grid[categorical.DrawLogs(logs, rng)]
	}
	return l.With(hyper)
}

// Prior draws the hyperparameters of a law from the prior of [Learn].
func Prior(l Law, rng *rand.Rand) Law {
	hyper := l.Hyper()
	for h := range hyper {
		grid := l.Grid(h)
		hyper[h] = grid[rng.IntN(len(grid))]
	}
	return l.With(hyper)
}
