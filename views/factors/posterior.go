package factors

import (
	"context"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/views/screen"
)

// A Posterior summarises the draws of a run of a factor model. It is immutable. A factor of its
// Summary that is also in its Snapshot has the same ID there.
type Posterior struct {
	Result study.ResultID
	latent.FactorSubject
}

// A Summariser summarises the draws in the snapshots of a run, at the pace of a [screen.Digester]:
// all draws when the run rests, some while it works. Make one with [NewSummariser]; Close it when
// it is no longer needed. Its methods belong to the goroutine of the window.
type Summariser struct {
	// OnPosterior is called on the goroutine of the window with the summary of the newest snapshot
	// offered.
	OnPosterior func(*Posterior)

	digester *screen.Digester[drawn, *Posterior]
	result   study.ResultID
	run      *followed
}

// drawn identifies the source of a summary.
type drawn struct {
	of   *Posterior // without a summary
	run  *followed
	full bool // of all draws
}

// followed holds the factors of a run seen so far. It belongs to the worker.
type followed struct {
	factors.Follower
	begun bool
}

const (
	factorRest  = 20 * time.Second // the longest between two summaries of a run in progress
	factorDraws = 100              // limit of the draws in a summary meanwhile
	factorFirst = 24               // draws in the first
)

// NewSummariser returns an idle summariser. A nil post is fyne.DoAndWait.
func NewSummariser(post screen.Post) *Summariser {
	z := &Summariser{}
	z.digester = screen.NewDigester(post, factorRest, summarise, func(p *Posterior) {
		if p.Summary != nil && z.OnPosterior != nil {
			z.OnPosterior(p)
		}
	})
	z.digester.Same = func(begun, offered drawn) bool {
		return begun.of.Snapshot == offered.of.Snapshot && (begun.full || !offered.full)
	}
	return z
}

// Offer summarises the newest snapshot of a run when the pace allows it: at once for the first of a
// run, and when the run rests. run is the number of its result.
func (z *Summariser) Offer(run study.ResultID, s *depict.Subject, rests bool) {
	if z.run == nil || run != z.result {
		z.result, z.run = run, &followed{}
	}
	z.digester.Offer(run, drawn{&Posterior{run, latent.FactorSubject{Subject: s}}, z.run, rests}, rests)
}

// summarise makes the summary of draws.
func summarise(ctx context.Context, d drawn) (*Posterior, error) {
	o := factors.Options{BurnIn: inference.BurnIn}
	switch {
	case d.full:
	case !d.run.begun:
		o.Draws = factorFirst
	default:
		o.Draws = factorDraws
	}
	d.run.begun = true
	s := d.of.Snapshot
	sum, err := factors.Summarise(ctx, d.of.Data, s, o)
	if err != nil {
		return nil, err
	}
	return &Posterior{d.of.Result,
		latent.FactorSubject{Subject: d.of.Subject, Summary: d.run.Follow(sum, factor.StateOf(s))}}, nil
}

// Close ends the goroutine.
func (z *Summariser) Close() { z.digester.Close() }
