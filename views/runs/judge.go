package runs

import (
	"context"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
)

// A Judged is the diagnosis of a snapshot by a [Judge].
type Judged struct {
	Of       stamp.Stamp
	Snapshot *inference.Snapshot
	Info     inference.Info
	Report   *diagnostics.Report
}

// Figure returns the figure of the diagnosis, which takes longer than the diagnosis itself where that was known.
func (j Judged) Figure() *chart.Diagnostics {
	return chart.NewDiagnostics(j.Report, j.Snapshot, diagnostics.Bounds(j.Info))
}

// A Judge makes diagnostics of the snapshots of a run, at the pace of a [screen.Digester]. Make one
// with [NewJudge]; Close it when it is no longer needed. Its methods belong to the goroutine of the
// window.
type Judge struct {
	// OnJudged is called on the goroutine of the window with the diagnostics of the
	// newest snapshot offered.
	OnJudged func(Judged)

	digester *screen.Digester[evidence, Judged]
	result   study.ResultID // of the snapshots offered
	monitor  *diagnostics.Monitor
}

// evidence is the input of a Judge.
type evidence struct {
	of       stamp.Stamp
	snapshot *inference.Snapshot
	info     inference.Info
	monitor  *diagnostics.Monitor // of the run; of the worker
	known    *diagnostics.Report  // of this snapshot; nil where there is none yet
}

// judgeMost is the longest time that a verdict stays, however busy the machine.
const judgeMost = 15 * time.Second

// NewJudge returns a Judge, which makes diagnostics on its own goroutine. A nil post is fyne.DoAndWait.
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
		if r, err = factors.Report(ctx, e.monitor, e.snapshot); err != nil {
			return Judged{}, err
		}
	}
	return Judged{Of: e.of, Snapshot: e.snapshot, Info: e.info, Report: r}, nil
}

// Offer has the newest snapshot of the result of a stamp assessed when the pace allows it: at once for the first of a
// result, and when its run rests. known is an earlier report on it, such as from its file; nil if there is none.
func (j *Judge) Offer(of stamp.Stamp, s *inference.Snapshot, info inference.Info, rests bool,
	known *diagnostics.Report) {
	if s == nil || !info.Samples {
		j.Forget()
		return
	}
	if j.monitor == nil || of.Result != j.result {
		j.result = of.Result
		j.monitor = diagnostics.NewMonitor(diagnostics.Options{BurnIn: inference.BurnIn, Titles: diagnostics.Titles(info),
			Iteration: info.Iteration, Growing: info.Growing})
	}
	j.digester.Offer(of.Result, evidence{of.At(s), s, info, j.monitor, known}, rests)
}

// Forget drops the diagnostics of the present run.
func (j *Judge) Forget() {
	j.monitor = nil
	j.digester.Forget()
}

// Close ends the goroutine of the judge.
func (j *Judge) Close() { j.digester.Close() }
