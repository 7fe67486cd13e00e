package runs

import (
	"context"
	"time"

	"espalier/inference"
	"espalier/inference/stat/diagnostics"
	"espalier/plotting/chart"
	"espalier/views/screen"
	"espalier/views/tempo"

	"fyne.io/fyne/v2"
)

// A Judged is what a [Judge] makes of a snapshot.
type Judged struct {
	Snapshot *inference.Snapshot
	Info     inference.Info
	Report   *diagnostics.Report
	Figure   *chart.Diagnostics
}

// A Judge makes diagnostics of the snapshots of a run, in a worker and at a pace at which
// they cost little: after each it rests for SummaryShare times as long as it took, judgeMost at most. Make one
// with [NewJudge]; Close it when it is no longer needed. Its methods belong to the
// goroutine of the window.
type Judge struct {
	// OnJudged is called on the goroutine of the window with the diagnostics of the
	// newest snapshot offered.
	OnJudged func(Judged)

	post    screen.Post
	worker  *screen.Worker
	ctx     context.Context
	cancel  context.CancelFunc
	run     any // of the snapshots offered
	info    inference.Info
	monitor *diagnostics.Monitor
	offered *inference.Snapshot // the newest
	done    *inference.Snapshot // the newest that is judged or being judged
	busy    bool
	next    time.Time
	timer   tempo.Alarm // for the next one, nil when none waits
	clock   tempo.Clock
}

// judgeMost is how long a verdict stays at most, however busy the machine.
const judgeMost = 15 * time.Second

// NewJudge returns a judge. A nil post is fyne.DoAndWait.
func NewJudge(post screen.Post) *Judge {
	if post == nil {
		post = fyne.DoAndWait
	}
	j := &Judge{post: post, worker: screen.NewWorker()}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Offer has the newest snapshot of a run judged when it is time: at once the first of a
// run, and where the run rests. run is anything that is equal for snapshots of one run
// and differs between runs.
func (j *Judge) Offer(run any, s *inference.Snapshot, info inference.Info, rests bool) {
	if s == nil || !info.Samples {
		j.Forget()
		return
	}
	if run != j.run {
		j.Forget()
		j.run = run
		j.monitor = diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn, Titles: diagnostics.Titles(info), Iteration: info.Iteration})
	}
	j.offered, j.info = s, info
	j.consider(rests)
}

// Forget drops what is known of the present run.
func (j *Judge) Forget() {
	j.run, j.monitor, j.offered, j.done = nil, nil, nil, nil
	j.next = time.Time{}
	j.stop()
}

func (j *Judge) stop() {
	if j.timer != nil {
		j.timer.Stop()
		j.timer = nil
	}
}

// consider begins, or sets the time to.
func (j *Judge) consider(now bool) {
	if j.offered == j.done || j.busy {
		return // what comes back asks again
	}
	wait := j.next.Sub(j.clock.Now())
	if wait > 0 && !now {
		if j.timer == nil {
			j.timer = j.clock.AfterFunc(wait, func() {
				j.post(func() {
					if j.timer != nil && j.ctx.Err() == nil {
						j.timer = nil
						j.consider(true)
					}
				})
			})
		}
		return
	}
	j.stop()
	j.busy, j.done = true, j.offered
	run, info, s, monitor, clock := j.run, j.info, j.offered, j.monitor, j.clock
	j.worker.Submit(func() {
		begin := clock.Now()
		r, err := monitor.Report(j.ctx, s)
		if err != nil {
			return // closed
		}
		d := Judged{Snapshot: s, Info: info, Report: r, Figure: chart.NewDiagnostics(r, s, diagnostics.Bounds(info))}
		cost := clock.Now().Sub(begin)
		j.post(func() {
			j.busy = false
			if j.ctx.Err() != nil {
				return
			}
			if j.run == run {
				j.next = clock.Now().Add(min(screen.SummaryShare*cost, judgeMost))
				if j.OnJudged != nil {
					j.OnJudged(d)
				}
			}
			if j.offered != nil {
				j.consider(j.run != run)
			}
		})
	})
}

// Close ends the goroutine of the judge.
func (j *Judge) Close() {
	j.stop()
	j.cancel()
	j.worker.Close()
}
