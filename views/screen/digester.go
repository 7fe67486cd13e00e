package screen

import (
	"context"
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/views/clock"

	"fyne.io/fyne/v2"
)

// A Digester digests the newest input of a result in a worker. After each digest it waits
// SummaryShare times as long as that took, but never longer than the limit it was made with, so
// that a run loses little time to it. Make one with [NewDigester]; Close it when it is no longer
// needed. Its methods belong to the goroutine of the window.
type Digester[In, Out any] struct {
	// Same reports whether begun and offered, two inputs of one result, give the same digest, so
	// that there is nothing to do. Nil means never.
	Same func(begun, offered In) bool

	post   Post
	worker *Worker
	ctx    context.Context
	cancel context.CancelFunc
	digest func(ctx context.Context, in In) (Out, error)
	tell   func(out Out)

	pace    Pace
	result  study.ResultID
	turn    int  // counts results; the digest of an earlier one is dropped
	offered In   // the newest
	waits   bool // offered is not digested yet
	now     bool // digest it without waiting for the pace
	begun   *In  // the newest of this result that is digested or being digested
	busy    bool
}

// NewDigester returns an idle digester. It calls digest in its worker, then tell with the digest on
// the goroutine of the window; it drops a digest that failed. A nil post is fyne.DoAndWait; most is
// the longest wait.
func NewDigester[In, Out any](post Post, most time.Duration, digest func(ctx context.Context, in In) (Out, error),
	tell func(out Out)) *Digester[In, Out] {
	if post == nil {
		post = fyne.DoAndWait
	}
	d := &Digester[In, Out]{post: post, worker: NewWorker(), digest: digest, tell: tell, pace: Pace{Most: most}}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// SetClock sets the clock that the digester uses.
func (d *Digester[In, Out]) SetClock(c clock.Clock) { d.pace.clock = c }

// Offer digests the newest input of a result when the pace allows it: at once for the first of a
// result, and when the result rests.
func (d *Digester[In, Out]) Offer(result study.ResultID, in In, rests bool) {
	if result != d.result {
		d.Forget()
		d.result = result
	}
	if d.begun != nil && d.Same != nil && d.Same(*d.begun, in) {
		d.waits = false
		return
	}
	d.offered, d.waits, d.now = in, true, rests
	d.consider()
}

// Forget drops the output for the present result.
func (d *Digester[In, Out]) Forget() {
	var none In
	d.turn++
	d.result, d.offered, d.begun, d.waits = 0, none, nil, false
	d.pace.Stop()
	d.pace.Cost, d.pace.last = 0, time.Time{}
}

// consider begins a digest, or sets a timer for it.
func (d *Digester[In, Out]) consider() {
	switch {
	case d.busy || !d.waits: // the digest under way will ask again
	case d.now:
		d.begin()
	default:
		d.pace.Offer(d.post, d.begin)
	}
}

func (d *Digester[In, Out]) begin() {
	d.pace.Stop()
	if d.busy || !d.waits || d.ctx.Err() != nil {
		return
	}
	in, turn, clock := d.offered, d.turn, d.pace.clock
	d.busy, d.waits, d.begun = true, false, &in
	d.worker.Submit(func() {
		start := clock.Now()
		out, err := d.digest(d.ctx, in)
		cost := clock.Now().Sub(start)
		d.post(func() {
			d.busy = false
			if d.ctx.Err() != nil {
				return
			}
			if d.turn == turn {
				d.pace.Cost, d.pace.last = cost, clock.Now()
				if err == nil {
					d.tell(out)
				}
			}
			d.consider()
		})
	})
}

// Close ends the goroutine.
func (d *Digester[In, Out]) Close() {
	d.pace.Stop()
	d.cancel()
	d.worker.Close()
}
