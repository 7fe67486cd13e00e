package screen

import (
	"context"
	"time"

	"espalier/inference/study"
	"espalier/views/tempo"

	"fyne.io/fyne/v2"
)

// A Digester makes something of the newest of what results offer, in a worker and at a pace at
// which it costs little: after each it rests for SummaryShare times as long as it took, and no
// longer than the most it was made with. Make one with [NewDigester]; Close it when it is no
// longer needed. Its methods belong to the goroutine of the window.
type Digester[In, Out any] struct {
	// Same reports whether what was made, or is being made, of begun is also that of offered,
	// both of one result, so that nothing is to be done. Nil never says so.
	Same func(begun, offered In) bool

	post   Post
	worker *Worker
	ctx    context.Context
	cancel context.CancelFunc
	digest func(ctx context.Context, in In) (Out, error)
	tell   func(out Out)

	pace    Pace
	result  study.ResultID
	turn    int  // counts results; what comes back of an earlier one is dropped
	offered In   // the newest
	waits   bool // it is to be digested
	now     bool // it is not to wait for the pace
	begun   *In  // the newest of this result that is digested or being digested
	busy    bool
}

// NewDigester returns one that has nothing to do. It calls digest in its worker, and on the
// goroutine of the window tell with what came of it; an error drops it. A nil post is
// fyne.DoAndWait; most is the longest rest.
func NewDigester[In, Out any](post Post, most time.Duration, digest func(ctx context.Context, in In) (Out, error), tell func(out Out)) *Digester[In, Out] {
	if post == nil {
		post = fyne.DoAndWait
	}
	d := &Digester[In, Out]{post: post, worker: NewWorker(), digest: digest, tell: tell, pace: Pace{Most: most}}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// SetClock has the digester tell the time by a clock.
func (d *Digester[In, Out]) SetClock(c tempo.Clock) { d.pace.clock = c }

// Offer has the newest of a result digested when it is time: at once the first of a result, and
// where the result rests.
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

// Forget drops what is known of the present result.
func (d *Digester[In, Out]) Forget() {
	var none In
	d.turn++
	d.result, d.offered, d.begun, d.waits = 0, none, nil, false
	d.pace.Stop()
	d.pace.Cost, d.pace.last = 0, time.Time{}
}

// consider begins, or sets the time to.
func (d *Digester[In, Out]) consider() {
	switch {
	case d.busy || !d.waits: // what comes back asks again
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
