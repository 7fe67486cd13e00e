//go:build linux

package autosave

import (
	"context"
	"math"
	"os"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/study"

	"golang.org/x/sys/unix"
)

// workedOf returns how long this process, and a worker process of it where there is one, have worked.
func workedOf(b *testing.B, worker int) time.Duration {
	sum := time.Duration(0)
	for _, pid := range []int{os.Getpid(), worker} {
		if pid == 0 {
			continue
		}
		const ofProcess = 2 // the clock of all threads of a process; see clock_getcpuclockid(3)
		var t unix.Timespec
		if err := unix.ClockGettime(int32(^pid<<3|ofProcess), &t); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(t.Nano())
	}
	return sum
}

// BenchmarkAutosave measures the cost of saving a running fit: one save of a fit that has continued
// for a while since the last one, in this process and in a separate one, as in the window. The
// share is that of one processor's time if the fit is saved every ten seconds, without waiting for
// the disk. new-B/op are the bytes written.
func BenchmarkAutosave(b *testing.B) {
	method := func(name string) map[string]job.Value { return map[string]job.Value{"method": {Text: name}} }
	for _, c := range []struct {
		name   string
		n, d   int
		spec   job.Spec
		before int // iterations
	}{
		{"pydt of 200 leaves", 200, 6, job.Spec{Model: "pydt", Chains: 4, Settings: method("mcmc")}, 1000},
		{"nsfa 226 × 251", 226, 251, job.Spec{Model: "nsfa"}, 500},
		{"dpmm 1797 × 64", 1797, 64, job.Spec{Model: "dpmm"}, 500},
		{"ibp 226 × 30", 226, 30, job.Spec{Model: "ibp"}, 500},
		{"pydt em of 2000 leaves", 2000, 10, job.Spec{Model: "pydt", Settings: method("em")}, 100},
	} {
		t := normal(c.n, c.d)
		spec, endless := c.spec, 1_000_000
		spec.Version, spec.Seed, spec.Goal = job.SpecVersion, 1, job.Goal{Iterations: &endless}
		m, err := job.Build(spec, t, nil)
		if err != nil {
			b.Fatal(err)
		}
		// An old state, from which both continue.
		whole, each := started(b, m, c.before)
		worker := 0
		// job.Kept keeps what is saved and, as long as the process sends snapshots, asks for nothing else.
		apart := job.Process{Command: []string{os.Args[0]}, Env: []string{workerVariable + "=1"},
			Started: func(p *os.Process) { worker = p.Pid }}
		for where, runner := range map[string]job.Runner{"here": job.Local{}, "apart": apart} {
			b.Run(c.name+"/"+where, func(b *testing.B) {
				worker = 0
				// Snapshots are asked for, so that none is on its way while the time is taken.
				h, err := runner.Start(context.Background(), m, job.Options{Paused: true, State: whole, Every: math.MaxInt64})
				if err != nil {
					b.Fatal(err)
				}
				defer h.Close()
				benchmarkSaves(b, t, h, max(1, int(min(10*time.Second/each, 40))), &worker)
			})
		}
	}
}

// started returns the state of a fit after some iterations, and how long each takes.
func started(b *testing.B, m *job.Material, iterations int) (state *pieces.Bytes, each time.Duration) {
	h, err := job.Local{}.Start(context.Background(), m, job.Options{Paused: true})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	begun := time.Now()
	step(b, h, iterations+1)
	each = time.Since(begun) / time.Duration(iterations)
	if state, err = h.Save(context.Background()); err != nil {
		b.Fatal(err)
	}
	return state, each
}

// step lets a fit make some iterations.
func step(b *testing.B, h job.Handle, n int) {
	if err := h.Control(job.Command{Do: job.Step, N: n}); err != nil {
		b.Fatal(err)
	}
	if err := h.Rest(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// benchmarkSaves saves a fit again and again, each time after some iterations.
func benchmarkSaves(b *testing.B, t *inference.Table, h job.Handle, iterations int, worker *int) {
	session, err := Begin(b.TempDir(), nil)
	if err != nil {
		b.Fatal(err)
	}
	var found *inference.Snapshot
	k := &Keeper{session: session, o: Options{Clock: Real{}}}
	k.forget()
	k.look = func(context.Context) (Work, bool) {
		fit := h.Material().Outline().With(found, h.Progress())
		return Work{Running: map[study.ResultID]Fit{1: h},
			Contents: study.Contents{State: study.State{Results: []study.ResultID{1}},
				Tables:  map[study.TableID]*inference.Table{1: t},
				Results: map[study.ResultID]study.Result{1: {ID: 1, Table: 1, Fit: fit}}}}, true
	}
	save := func() (took time.Duration, wrote int64) {
		a, err := h.Ask(context.Background(), job.Query{Snapshot: true})
		if err != nil {
			b.Fatal(err)
		}
		found = a.Snapshot
		before, stored := workedOf(b, *worker), session.stored
		if err := k.save(context.Background(), time.Now()); err != nil {
			b.Fatal(err)
		}
		return workedOf(b, *worker) - before, max(0, session.stored-stored)
	}
	save() // writes the table and the older draws
	took, wrote, saves := time.Duration(0), int64(0), 0
	for b.Loop() {
		b.StopTimer()
		step(b, h, iterations)
		b.StartTimer()
		t, w := save()
		took, wrote, saves = took+t, wrote+w, saves+1
	}
	b.ReportMetric(100*took.Seconds()/float64(saves)/Every.Seconds(), "%-of-run")
	b.ReportMetric(float64(wrote)/float64(saves), "new-B/op")
	b.ReportMetric(float64(session.stored), "B-on-disk")
	if err := session.Discard(); err != nil {
		b.Fatal(err)
	}
}
