//go:build unix

package autosave

import (
	"context"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
)

// processor returns the time that this process has worked.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkAutosave measures what saving a chain at work costs it: one save of a fit that has gone on
// for a while since the last one. The share is that of the time of one processor where it is saved
// every ten seconds: the disk is not waited for. new-B/op are the bytes written.
func BenchmarkAutosave(b *testing.B) {
	for _, c := range []struct {
		name   string
		n, d   int
		spec   job.Spec
		before int // iterations
	}{
		{"pydt of 200 leaves", 200, 6, job.Spec{Model: "pydt", Chains: 4, Settings: map[string]job.Value{"method": {Text: "mcmc"}}}, 1000},
		{"nsfa 226 × 251", 226, 251, job.Spec{Model: "nsfa"}, 500},
	} {
		b.Run(c.name, func(b *testing.B) {
			t := normal(c.n, c.d)
			spec, endless := c.spec, 1_000_000
			spec.Version, spec.Seed, spec.Goal = job.SpecVersion, 1, job.Goal{Iterations: &endless}
			m, err := job.Build(spec, t, nil)
			if err != nil {
				b.Fatal(err)
			}
			h, err := job.Local{}.Start(context.Background(), m, job.Options{Paused: true})
			if err != nil {
				b.Fatal(err)
			}
			defer h.Close()
			step := func(n int) {
				if err := h.Control(job.Command{Do: job.Step, N: n}); err != nil {
					b.Fatal(err)
				}
				if err := h.Rest(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			begun := time.Now()
			step(c.before + 1)
			each := time.Since(begun) / time.Duration(c.before)
			session, err := Begin(b.TempDir(), nil)
			if err != nil {
				b.Fatal(err)
			}
			result := func() study.Contents {
				fit := m.Outline().With(h.Latest(), h.Progress())
				return study.Contents{State: study.State{Results: []study.ResultID{1}}, Tables: map[study.TableID]*inference.Table{1: t}, Results: map[study.ResultID]study.Result{1: {ID: 1, Table: 1, Fit: fit}}}
			}
			k := &Keeper{session: session, o: Options{Clock: Real{}}}
			k.forget()
			k.look = func(context.Context) (Work, bool) {
				return Work{Contents: result(), Running: map[study.ResultID]Fit{1: h}}, true
			}
			first := time.Now()
			if err := k.save(context.Background(), time.Now()); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(time.Since(first).Seconds(), "first-s")
			wrote, took := int64(0), time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				step(max(1, int(min(10*time.Second/each, 40)))) // of ten seconds, but not forever
				before := session.stored
				b.StartTimer()
				begun := processor(b)
				if err := k.save(context.Background(), time.Now()); err != nil {
					b.Fatal(err)
				}
				took += processor(b) - begun
				wrote += max(0, session.stored-before)
			}
			mean := took / time.Duration(b.N)
			b.ReportMetric(100*mean.Seconds()/Every.Seconds(), "%-of-run")
			b.ReportMetric(float64(wrote)/float64(b.N), "new-B/op")
			b.ReportMetric(float64(session.stored), "B-on-disk")
			if err := session.Discard(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
