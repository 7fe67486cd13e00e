//go:build linux

package autosave

import (
	"context"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
)

// BenchmarkAutosaveOfTenResults measures the first automatic save of a study of ten large results, all of it
// new to the session, and the following ones while one more chain continues. worked-s is the processor time of
// the save, which decides how long the next one waits.
func BenchmarkAutosaveOfTenResults(b *testing.B) {
	w := Work{Contents: study.Contents{Tables: map[study.TableID]*inference.Table{},
		Results: map[study.ResultID]study.Result{}}}
	method := func(name string) map[string]job.Value { return map[string]job.Value{"method": {Text: name}} }
	add := func(table study.TableID, fit *job.Result) study.ResultID {
		id := study.ResultID(len(w.Contents.Results) + 1)
		w.Contents.Results[id] = study.Result{ID: id, Table: table, Fit: fit}
		w.Contents.State = w.Contents.State.WithResult(id)
		return id
	}
	var growing job.Handle
	var material *job.Material
	for i, x := range []struct {
		n, d, times, iterations int
		spec                    job.Spec
	}{
		{2000, 10, 1, 0, job.Spec{Model: "agglomerative"}},
		{200, 6, 3, 1000, job.Spec{Model: "pydt", Chains: 4, Settings: method("mcmc")}},
		{226, 251, 3, 500, job.Spec{Model: "nsfa"}},
		{1797, 64, 3, 10, job.Spec{Model: "dpmm"}},
	} {
		table, endless := study.TableID(i+1), 1_000_000
		t := normal(x.n, x.d)
		w.Contents.Tables[table] = t
		spec := x.spec
		spec.Version, spec.Seed, spec.Goal = job.SpecVersion, 1, job.Goal{Iterations: &endless}
		m, err := job.Build(spec, t, nil)
		if err != nil {
			b.Fatal(err)
		}
		w.Contents.State = w.Contents.State.Opened(study.Sheet{Table: table, Preprocessing: *m.Spec.Preprocessing})
		for range x.times {
			h, err := job.Local{}.Start(context.Background(), m, job.Options{Paused: true, Keep: true})
			if err != nil {
				b.Fatal(err)
			}
			step(b, h, x.iterations+1)
			r, err := h.Result(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			add(table, r)
			if spec.Model == "pydt" {
				growing, material = h, m
				break // the others have the same size
			}
			h.Close()
		}
		for last := w.Contents.Results[study.ResultID(len(w.Contents.Results))]; x.times > 1 &&
			spec.Model == "pydt"; x.times-- {
			add(table, last.Fit)
		}
	}
	defer growing.Close()
	id := add(2, material.Outline())
	w.Running = map[study.ResultID]Fit{id: growing}
	follow := func(s *Session) *Keeper {
		k := &Keeper{session: s, o: Options{Clock: Real{}}}
		k.forget()
		k.look = func(context.Context) (Work, bool) {
			a, err := growing.Ask(context.Background(), job.Query{Snapshot: true})
			if err != nil {
				b.Fatal(err)
			}
			r := w.Contents.Results[id]
			r.Fit = material.Outline().With(a.Snapshot, growing.Progress())
			w.Contents.Results[id] = r
			return w, true
		}
		return k
	}
	save := func(k *Keeper) time.Duration {
		c, err := k.timed(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		return c.worked
	}
	b.Run("first", func(b *testing.B) {
		sum, n := time.Duration(0), 0
		for b.Loop() {
			s, err := Begin(b.TempDir(), nil)
			if err != nil {
				b.Fatal(err)
			}
			sum, n = sum+save(follow(s)), n+1
			b.ReportMetric(float64(s.stored)/1e6, "MB-on-disk")
			if err := s.Discard(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(sum.Seconds()/float64(n), "worked-s")
	})
	b.Run("later", func(b *testing.B) {
		s, err := Begin(b.TempDir(), nil)
		if err != nil {
			b.Fatal(err)
		}
		k, sum, n, stored := follow(s), time.Duration(0), 0, int64(0)
		save(k)
		stored = s.stored
		for b.Loop() {
			b.StopTimer()
			step(b, growing, 50)
			b.StartTimer()
			sum, n = sum+save(k), n+1
		}
		b.ReportMetric(float64(s.stored-stored)/1e6/float64(n), "new-MB")
		b.ReportMetric(sum.Seconds()/float64(n), "worked-s")
		if err := s.Discard(); err != nil {
			b.Fatal(err)
		}
	})
}
