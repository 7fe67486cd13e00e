package runs

import (
	"context"
	"time"

	"espalier/inference"
	"espalier/inference/stat/diagnostics"
	"espalier/inference/study"
	"espalier/plotting/chart"
	"espalier/views/screen"
)

// A Judged is what a [Judge] makes of a snapshot.
type Judged struct {
	Snapshot *inference.Snapshot
	Info     inference.Info
	Report   *diagnostics.Report
	Figure   *chart.Diagnostics
}

// A Judge makes diagnostics of the snapshots of a run, as a [screen.Digester] does. Make one
// with [NewJudge]; Close it when it is no longer needed. Its methods belong to the
// goroutine of the window.
type Judge struct {
	// OnJudged is called on the goroutine of the window with the diagnostics of the
	// newest snapshot offered.
	OnJudged func(Judged)

	digester *screen.Digester[evidence, Judged]
	result   study.ResultID // of the snapshots offered
	monitor  *diagnostics.Monitor
}

// evidence is what a judge looks at.
type evidence struct {
	snapshot *inference.Snapshot
	info     inference.Info
	monitor  *diagnostics.Monitor // of the run; of the worker
	known    *diagnostics.Report  // of this snapshot; nil where it is not judged yet
}

// judgeMost is how long a verdict stays at most, however busy the machine.
const judgeMost = 15 * time.Second

// NewJudge returns a judge. A nil post is fyne.DoAndWait.
func NewJudge(post screen.Post) *Judge {
	j := &Judge{}
	j.digester = screen.NewDigester(post, judgeMost, judge, func(d Judged) {
		if j.OnJudged != nil {
			j.OnJudged(d)
		}
	})
	j.digester.Same = func(begun, offered evidence) bool { return begun.snapshot == offered.snapshot }
	return j
}

// judge makes the diagnostics of a snapshot.
func judge(ctx context.Context, e evidence) (Judged, error) {
	r := e.known
	if r == nil {
		var err error
		if r, err = e.monitor.Report(ctx, e.snapshot); err != nil {
			return Judged{}, err
		}
	}
	return Judged{Snapshot: e.snapshot, Info: e.info, Report: r, Figure: chart.NewDiagnostics(r, e.snapshot, diagnostics.Bounds(e.info))}, nil
}

// Offer has the newest snapshot of a result judged when it is time: at once the first of a
// result, and where its run rests. known is what it was judged before, such as by the file that it
// comes from; nil where it was not.
func (j *Judge) Offer(result study.ResultID, s *inference.Snapshot, info inference.Info, rests bool, known *diagnostics.Report) {
	if s == nil || !info.Samples {
		j.Forget()
		return
	}
	if j.monitor == nil || result != j.result {
		j.result = result
		j.monitor = diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn, Titles: diagnostics.Titles(info), Iteration: info.Iteration, Growing: info.Growing})
	}
	j.digester.Offer(result, evidence{s, info, j.monitor, known}, rests)
}

// Forget drops what is known of the present run.
func (j *Judge) Forget() {
	j.monitor = nil
	j.digester.Forget()
}

// Close ends the goroutine of the judge.
func (j *Judge) Close() { j.digester.Close() }
