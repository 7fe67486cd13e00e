package pydt

import "example.org/espalier/inference/model/pydt/posterior"

// What a pilot of some rows learns of θ, α, c and the noise is kept, but its trees lack rows. So short
// chains on all rows follow, under these hyperparameters. Their trees are better starts for the search
// than the linkage tree, their draws predict, and they count the branch points (math 5.3).
//
// Hyperparameters are not learnt again: in so few sweeps they would not come to rest.

const (
	renewSweeps = 12 // of each chain
	renewDraws  = 3  // of each chain, to predict from
	renewChains = 2
	largeSweeps = 36 // of the one chain of a large tree, which is farther from the posterior when it starts
	largeDraws  = 6
)

// renewal returns how many chains there are, how long each is, and how many of its draws predict.
func renewal(large bool) (chains, sweeps, draws int) {
	if large {
		return 1, largeSweeps, largeDraws
	}
	return renewChains, renewSweeps, renewDraws
}

// renew begins the chains on all rows, after those on some. They start from the first trees with as
// many branch points as are expected.
func (f *fit) renew() {
	l := f.allowing(f.pilot.found.extended(f.problem.N))
	f.piloted = &l
	data := f.problem
	if data.Binary {
		data = posterior.NewProblem(f.data.X)
		data.TakeSigns()
	}
	chains, sweeps, draws := renewal(data.Large())
	p := &pilot{sweeps: sweeps, rounds: 1, draws: draws, share: apartShare(data.N)}
	for i := range chains {
		o := f.openings[min(i, len(f.openings)-1)]
		h := holding(f.start, l)
		h.FixTheta, h.FixAlpha, h.FixC, h.FixNoise = true, true, true, true
		if !h.FixSigma2 {
			h.Sigma2 = o.hyper.Sigma2
		}
		s := posterior.NewState(f.problem, h)
		s.Load(o.tree)
		if h.Prior.CanJoin(data.N - 1) {
			keepLongest(s, int(l.Points.Mean)-1)
		}
		p.add(f.data, data, s.Capture(), h, f.streams.Source(renewTask+uint64(i)))
	}
	f.openings, f.pilot = nil, p
}

// renewed returns what was learnt from some rows, with the draws of the chains on all of them and the
// number of branch points that they found. Its deviation stays: theirs is that under one set of
// hyperparameters.
func (l learning) renewed(found learning) learning {
	l.Points.Mean, l.Draws = found.Points.Mean, found.Draws
	return l
}
