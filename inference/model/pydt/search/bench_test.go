package search

import (
	"context"
	"fmt"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/pydttest"

	"gonum.org/v1/gonum/mat"
)

// fractal returns 63 of the 64 tips of a binary tree drawn in the plane, each level's
// branches 0.6 times as long as those of the level before, like the toy data of the papers.
func fractal() *mat.Dense {
	var points []float64
	var grow func(x, y, angle, length float64, level int)
	grow = func(x, y, angle, length float64, level int) {
		if level == 6 {
			points = append(points, x, y)
			return
		}
		for _, turn := range []float64{-0.7, 0.7} {
			a := angle + turn
			grow(x+length*math.Cos(a), y+length*math.Sin(a), a, 0.6*length, level+1)
		}
	}
	grow(0, 0, math.Pi/2, 1, 0)
	return mat.NewDense(63, 2, points[:126])
}

// Build and 100 search steps on the fractal toy: the papers report 7 s.
func BenchmarkFractal63(b *testing.B) {
	data := pydttest.DatasetOf(fractal())
	for b.Loop() {
		runFit(b, ddt, data, nil, 1, 100, 2)
	}
}

// One sequential build of 200 rows from the prior: the papers report 5 to 7 s.
func BenchmarkSequentialBuild200(b *testing.B) {
	data := pydttest.PriorData(200, 5, 1)
	set := map[string]string{"start": "random", "orders": "1"}
	for b.Loop() {
		runFit(b, ddt, data, set, 1, 0, 1)
	}
}

// Build and 200 search steps of 2,000 rows in 171 columns: the papers report 48 min.
func BenchmarkFit2000x171(b *testing.B) {
	for _, m := range []searched{ddt, pydt} {
		b.Run(m.Info().Name, func(b *testing.B) {
			data := pydttest.PriorData(2000, 171, 1)
			b.ReportAllocs()
			for b.Loop() {
				f, _ := runFit(b, m, data, nil, 1, 200, 2)
				b.ReportMetric(f.Current.Objective, "nats")
			}
		})
	}
}

// One search step in which the objective decides, one in which the evidence of the structure does, as in a fit, and one
// full evaluation of the evidence to compare them with.
func BenchmarkSearchStep(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 4000} {
		data := pydttest.PriorData(n, 50, 1)
		f, _ := runFit(b, pydt, data, map[string]string{"start": "linkage"}, 1, 0, 1)
		step := func(b *testing.B) {
			for b.Loop() {
				for done := false; !done; {
					done, _ = f.searcher.Advance(1 << 30)
				}
			}
		}
		score, vicinity := f.searcher.Score, f.searcher.Vicinity
		f.searcher.Score, f.searcher.Vicinity = nil, nil
		b.Run(fmt.Sprintf("step/N=%d", n), step)
		f.searcher.Score, f.searcher.Vicinity = score, vicinity
		b.Run(fmt.Sprintf("scored/N=%d", n), step)
		b.Run(fmt.Sprintf("evidence/N=%d", n), func(b *testing.B) {
			for b.Loop() {
				f.state.Recompute()
			}
		})
	}
}

// The time from New to the first tree that a window can show.
func BenchmarkFirstTree2000x171(b *testing.B) {
	data := pydttest.PriorData(2000, 171, 1)
	for b.Loop() {
		st, err := pydt.New(data, byDefault(pydt), inference.Streams{Seed: 1}, 2)
		if err != nil {
			b.Fatal(err)
		}
		for {
			r, err := st.Step(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			if r.Changed {
				break
			}
		}
		st.Snapshot()
	}
}

// Start and 100 search steps by messages on a sample of the prior, 50 rows and 20 columns.
func BenchmarkMessages50x20(b *testing.B) {
	data := pydttest.PriorData(50, 20, 1)
	for _, method := range []string{"em", "mp"} {
		b.Run(method, func(b *testing.B) {
			for range b.N {
				runFit(b, ddt, data, map[string]string{"method": method}, 1, 100, 2)
			}
		})
	}
}
