package pilot

// What a pilot of some rows learns of θ, α, c and the noise is kept, but its trees lack rows. So short
// chains on all rows follow, under these hyperparameters. Their trees are better starts for the search
// than the linkage tree, their draws predict, and they count the branch points (math 5.3).
//
// Hyperparameters are not learnt again: in so few sweeps they would not come to rest.

const (
	renewSweeps = 12 // of each chain
	RenewDraws  = 3  // of each chain, to predict from
	RenewChains = 2
	largeSweeps = 36 // of the one chain of a large tree, which is farther from the posterior when it starts
	largeDraws  = 6
)

// Renewal returns how many chains there are, how long each is, and how many of its draws predict.
func Renewal(large bool) (chains, sweeps, draws int) {
	if large {
		return 1, largeSweeps, largeDraws
	}
	return RenewChains, renewSweeps, RenewDraws
}

// NewRenewal returns a pilot of all of so many rows, without its chains, and how many these are.
func NewRenewal(rows int, large bool) (p *Pilot, chains int) {
	chains, sweeps, draws := Renewal(large)
	return &Pilot{sweeps: sweeps, rounds: 1, draws: draws, share: ApartShare(rows)}, chains
}

// Renewed returns what was learnt from some rows, with the draws of the chains on all of them and the
// number of branch points that they found. Its deviation stays: theirs is that under one set of
// hyperparameters.
func (l Learning) Renewed(found Learning) Learning {
	l.Points.Mean, l.Draws = found.Points.Mean, found.Draws
	return l
}
