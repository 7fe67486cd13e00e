package views

import (
	"context"
	"time"

	"espalier/plotting/depict"

	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/stat/factors"
	"espalier/inference/study"

	"fyne.io/fyne/v2"
)

// A FactorPosterior is what the draws of a run of a factor model say together. It is never
// modified once made. The IDs of its Summary are those of the factors of its Snapshot where
// they are in it.
type FactorPosterior struct {
	Result study.ResultID
	depict.FactorSubject
}

// A FactorSummariser puts the draws of snapshots of a run together, in a worker, with rests
// between that keep it below 1 % of a core; of all draws where the run rests, of some
// while it goes on. Make one with [NewFactorSummariser]; Close
// it when it is no longer needed. Its methods belong to the goroutine of the window.
type FactorSummariser struct {
	// OnPosterior is called on the goroutine of the window with what the newest snapshot
	// offered says.
	OnPosterior func(*FactorPosterior)

	post    Post
	worker  *worker
	ctx     context.Context
	cancel  context.CancelFunc
	spacing pace
	run     study.ResultID
	follow  *factors.Follower // of the worker
	offered *FactorPosterior  // without a summary
	done    *inference.Snapshot
	full    bool // of all draws
	rests   bool // the run of the one offered
	busy    bool
}

const (
	factorRest  = 20 * time.Second // the longest between two summaries of a run that goes on
	factorDraws = 100              // of those that go into a summary meanwhile, at most
	factorFirst = 24               // of those that go into the first
)

// NewFactorSummariser returns one that has nothing to do. A nil post is fyne.DoAndWait.
func NewFactorSummariser(post Post) *FactorSummariser {
	if post == nil {
		post = fyne.DoAndWait
	}
	z := &FactorSummariser{post: post, worker: newWorker(), spacing: pace{most: factorRest}}
	z.ctx, z.cancel = context.WithCancel(context.Background())
	return z
}

// Offer has the newest snapshot of a run on data summarised when it is time: at once the
// first of a run, and where the run rests. run is the number of the result that it makes.
func (z *FactorSummariser) Offer(run study.ResultID, s *depict.Subject, rests bool) {
	if run != z.run || z.follow == nil {
		z.run, z.follow, z.done, z.full = run, &factors.Follower{}, nil, false
		z.spacing.stop()
		z.spacing.cost = 0
	}
	z.offered, z.rests = &FactorPosterior{run, depict.FactorSubject{Subject: s}}, rests
	if z.isDone() {
		return
	}
	if rests {
		z.spacing.stop()
		z.begin()
	} else {
		z.spacing.offer(z.post, z.begin)
	}
}

// isDone reports whether what is offered is summarised, or is being so.
func (z *FactorSummariser) isDone() bool {
	return z.offered == nil || z.offered.Snapshot == z.done && (z.full || !z.rests)
}

func (z *FactorSummariser) begin() {
	if z.busy || z.isDone() || z.ctx.Err() != nil {
		return // what comes back asks again
	}
	p, o := z.offered, factors.Options{BurnIn: inference.BurnIn}
	switch {
	case z.rests:
	case z.done == nil:
		o.Draws = factorFirst
	default:
		o.Draws = factorDraws
	}
	z.busy, z.done, z.full = true, p.Snapshot, z.rests
	run, follow := z.run, z.follow
	z.worker.submit(func() {
		begin := time.Now()
		sum, err := factors.Summarise(z.ctx, p.Data, p.Snapshot, o)
		if err != nil {
			return // closed
		}
		q := &FactorPosterior{run, depict.FactorSubject{Subject: p.Subject, Summary: follow.Follow(sum, factor.StateOf(p.Snapshot))}}
		cost := time.Since(begin)
		z.post(func() {
			z.busy = false
			if z.ctx.Err() != nil {
				return
			}
			if z.run == run {
				z.spacing.cost = cost
				if q.Summary != nil && z.OnPosterior != nil {
					z.OnPosterior(q)
				}
			}
			switch {
			case z.isDone():
			case z.rests:
				z.begin()
			default:
				z.spacing.offer(z.post, z.begin)
			}
		})
	})
}

// Close ends the goroutine.
func (z *FactorSummariser) Close() {
	z.spacing.stop()
	z.cancel()
	z.worker.close()
}
