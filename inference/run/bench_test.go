package run

import (
	"context"
	"fmt"
	"testing"
	"time"

	"example.org/espalier/inference"
)

// spinner works in steps of about 2 ms of arithmetic and has a state of 8 MB to copy.
type spinner struct {
	x       float64
	state   []float64
	copying time.Duration
}

func (s *spinner) Step(context.Context) (inference.Report, error) {
	for range 40 {
		for i := range s.state[:20000] {
			s.x += s.state[i] * 1.000001
		}
	}
	s.state[0]++
	return inference.Report{Scalars: []float64{s.x}, Fraction: 1, Changed: true}, nil
}

func (s *spinner) Snapshot() *inference.Snapshot {
	begin := time.Now()
	c := append([]float64(nil), s.state...)
	s.copying += time.Since(begin)
	return &inference.Snapshot{Scalars: []inference.Scalar{{Name: "x", Mean: c[0]}}}
}

// BenchmarkWatching compares a run that is watched as often as possible with one that is shown only
// at its end. The ratio of the two is the cost of watching; watching-% is the share of the time
// spent on snapshots.
func BenchmarkWatching(b *testing.B) {
	for _, every := range []time.Duration{time.Hour, 60 * time.Millisecond, time.Nanosecond} {
		b.Run(fmt.Sprint("every=", every), func(b *testing.B) {
			s := &spinner{state: make([]float64, 1<<20)}
			info := inference.Info{Name: "spin", Scalars: []string{"x"}}
			r := Start(context.Background(), s, info, Options{Iterations: b.N, SnapshotEvery: every})
			seen := 0
			go func() {
				_ = r.Wait()
				r.Close()
			}()
			for range r.Snapshots() {
				seen++
			}
			b.ReportMetric(100*float64(s.copying)/float64(b.Elapsed()), "watching-%")
			b.ReportMetric(float64(seen)/float64(b.N), "snapshots/op")
		})
	}
}

// BenchmarkOverhead measures the engine's own time per step.
func BenchmarkOverhead(b *testing.B) {
	r := Start(context.Background(), idle{}, inference.Info{Name: "idle", Scalars: []string{"x"}},
		Options{Iterations: b.N})
	defer r.Close()
	if err := r.Wait(); err != nil {
		b.Fatal(err)
	}
}

type idle struct{}

func (idle) Step(context.Context) (inference.Report, error) {
	return inference.Report{Scalars: []float64{1}}, nil
}
func (idle) Snapshot() *inference.Snapshot { return &inference.Snapshot{} }
