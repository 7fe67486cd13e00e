package factors

import (
	"context"
	"time"

	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/stat/factors"
	"espalier/inference/study"
	"espalier/plotting/depict"
	"espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A Posterior is what the draws of a run of a factor model say together. It is never
// modified once made. The IDs of its Summary are those of the factors of its Snapshot where
// they are in it.
type Posterior struct {
	Result study.ResultID
	depict.FactorSubject
}

// A Summariser puts the draws of snapshots of a run together, in a worker, with rests
// between that keep it below 1 % of a core; of all draws where the run rests, of some
// while it goes on. Make one with [NewSummariser]; Close
// it when it is no longer needed. Its methods belong to the goroutine of the window.
type Summariser struct {
	// OnPosterior is called on the goroutine of the window with what the newest snapshot
	// offered says.
	OnPosterior func(*Posterior)

	post    screen.Post
	worker  *screen.Worker
	ctx     context.Context
	cancel  context.CancelFunc
	spacing screen.Pace
	run     study.ResultID
	follow  *factors.Follower // of the worker
	offered *Posterior        // without a summary
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

// NewSummariser returns one that has nothing to do. A nil post is fyne.DoAndWait.
func NewSummariser(post screen.Post) *Summariser {
	if post == nil {
		post = fyne.DoAndWait
	}
	z := &Summariser{post: post, worker: screen.NewWorker(), spacing: screen.Pace{Most: factorRest}}
	z.ctx, z.cancel = context.WithCancel(context.Background())
	return z
}

// Offer has the newest snapshot of a run on data summarised when it is time: at once the
// first of a run, and where the run rests. run is the number of the result that it makes.
func (z *Summariser) Offer(run study.ResultID, s *depict.Subject, rests bool) {
	if run != z.run || z.follow == nil {
		z.run, z.follow, z.done, z.full = run, &factors.Follower{}, nil, false
		z.spacing.Stop()
		z.spacing.Cost = 0
	}
	z.offered, z.rests = &Posterior{run, depict.FactorSubject{Subject: s}}, rests
	if z.isDone() {
		return
	}
	if rests {
		z.spacing.Stop()
		z.begin()
	} else {
		z.spacing.Offer(z.post, z.begin)
	}
}

// isDone reports whether what is offered is summarised, or is being so.
func (z *Summariser) isDone() bool {
	return z.offered == nil || z.offered.Snapshot == z.done && (z.full || !z.rests)
}

func (z *Summariser) begin() {
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
	z.worker.Submit(func() {
		begin := time.Now()
		sum, err := factors.Summarise(z.ctx, p.Data, p.Snapshot, o)
		if err != nil {
			return // closed
		}
		q := &Posterior{run, depict.FactorSubject{Subject: p.Subject, Summary: follow.Follow(sum, factor.StateOf(p.Snapshot))}}
		cost := time.Since(begin)
		z.post(func() {
			z.busy = false
			if z.ctx.Err() != nil {
				return
			}
			if z.run == run {
				z.spacing.Cost = cost
				if q.Summary != nil && z.OnPosterior != nil {
					z.OnPosterior(q)
				}
			}
			switch {
			case z.isDone():
			case z.rests:
				z.begin()
			default:
				z.spacing.Offer(z.post, z.begin)
			}
		})
	})
}

// Close ends the goroutine.
func (z *Summariser) Close() {
	z.spacing.Stop()
	z.cancel()
	z.worker.Close()
}
