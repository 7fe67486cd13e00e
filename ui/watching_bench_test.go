//go:build unix

package ui

import (
	"context"
	"runtime"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/run/chains"
	"example.org/espalier/sampledata"
)

// BenchmarkWatchingWindow fits a tree twice, by turns: without a window, as the command
// line does, and in the window at 1440 × 900 while a page shows it. It reports by how
// much more processor time and wall-clock time the second takes, in hundredths of the
// first. The pictures are made as in the program; putting them on the screen, which is
// the graphics card's, is not in it. Columns are independent, so that the window's part is not lost beside the fits that
// choose how columns vary together.
func BenchmarkWatchingWindow(b *testing.B) {
	for _, c := range []struct {
		name, sample, method, page string
		chains, iterations         int
	}{
		{"em", "tissue_expression", "em", tabTree, 1, 600},
		{"mcmc", "crabs", "mcmc", tabTree, 2, 500},
		{"mcmc", "crabs", "mcmc", tabDiagnostics, 2, 500},
		{"mcmc of 4000 sweeps", "crabs", "mcmc", tabTree, 2, 4000},
	} {
		b.Run(c.name+"/"+c.page, func(b *testing.B) {
			model := pydt.Model{}
			s := newStage(b, usual, nil, model)
			table, err := sampledata.Open(c.sample)
			if err != nil {
				b.Fatal(err)
			}
			settings := model.Info().Defaults()
			chosen := [][2]string{{"method", c.method}, {"columns", "independent"}}
			for _, v := range chosen {
				if err := settings.Set(v[0], v[1]); err != nil {
					b.Fatal(err)
				}
			}
			s.do(func() { s.w.ws.Use(table) })
			s.until("the table", func() bool { return s.w.ws.Table() == table && s.w.ws.Busy() == "" && s.w.centre.shown != nil })
			var data *inference.Dataset
			s.do(func() {
				if err := s.w.ws.Next.SetModel(model.Info().Name); err != nil {
					b.Fatal(err)
				}
				for _, v := range chosen {
					if err := s.w.ws.Next.Set(v[0], v[1], false); err != nil {
						b.Fatal(err)
					}
				}
				s.w.ws.Next.SetChains(c.chains)
				s.w.ws.Next.SetIterations(c.iterations)
			})
			s.until("the data", func() bool { data = s.w.ws.Data(); return s.w.ws.Busy() == "" })

			var cpu, wall [2]time.Duration
			measure := func(i int, f func()) {
				runtime.GC()
				used, began := inferencetest.ProcessorTime(), time.Now()
				f()
				cpu[i] += inferencetest.ProcessorTime() - used
				wall[i] += time.Since(began)
			}
			turn := func() {
				var seed uint64
				var threads int
				s.do(func() { seed, threads = s.w.ws.Next.Seed(), s.w.ws.Threads })
				measure(0, func() {
					st, err := chains.From(model, data, settings, seed, 0, c.chains, threads)
					if err != nil {
						b.Fatal(err)
					}
					r := run.Start(context.Background(), st, inference.InfoFor(model, settings), run.Options{Iterations: c.iterations, SnapshotEvery: time.Hour})
					defer r.Close()
					if err := r.Wait(); err != nil {
						b.Fatal(err)
					}
				})
				measure(1, func() {
					s.do(func() { s.w.ws.Runs.Run() })
					s.until("the page", func() bool { return s.w.centre.leaf(c.page).offered })
					s.do(func() { s.w.centre.tabs.Pick(c.page) })
					for ended := false; !ended; time.Sleep(20 * time.Millisecond) {
						s.do(func() { ended = s.w.ws.Runs.Stage().Ended })
					}
				})
			}
			for b.Loop() {
				turn()
			}
			b.ReportMetric(100*(float64(cpu[1])/float64(cpu[0])-1), "cpu-%")
			b.ReportMetric(100*(float64(wall[1])/float64(wall[0])-1), "wall-%")
			b.ReportMetric(cpu[0].Seconds()/float64(b.N), "cpu-s/fit")
		})
	}
}
