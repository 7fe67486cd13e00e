package pydt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"espalier/inference"
	"espalier/inference/read"

	"gonum.org/v1/gonum/mat"
)

var _ = read.Options{}

func datasetOf(x *mat.Dense) *inference.Dataset {
	n, d := x.Dims()
	data := &inference.Dataset{Name: "test", X: x, Kind: inference.Continuous, Scale: make([]float64, d), Centre: make([]float64, d)}
	for i := range n {
		data.Rows = append(data.Rows, fmt.Sprint("r", i))
	}
	for j := range d {
		data.Columns = append(data.Columns, fmt.Sprint("c", j))
		data.Scale[j] = 1
	}
	return data
}

func runFit(t testing.TB, m inference.Model, data *inference.Dataset, set map[string]string, seed uint64, iterations, threads int) (*fit, []float64) {
	s := m.Info().Defaults()
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := m.New(data, s, inference.Streams{Seed: seed}, threads)
	if err != nil {
		t.Fatal(err)
	}
	f := st.(*fit)
	var trace []float64
	for f.iteration < iterations || f.stage != searching {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			trace = append(trace, r.Scalars[0])
		}
	}
	return f, trace
}

func TestFitRuns(t *testing.T) {
	for _, c := range []struct{ n, d int }{{2, 1}, {3, 2}, {63, 2}, {200, 5}, {2000, 171}} {
		if c.n > 500 && testing.Short() {
			continue
		}
		truth := samplePrior(c.n, c.d, make([]string, c.n), hyper{prior: NewPrior(0, 0, c.n), c: 1, sigma2: 1}, rand.New(rand.NewPCG(1, 1)))
		data := datasetOf(truth.X)
		for _, m := range []inference.Model{DDT{}, Model{}} {
			start := time.Now()
			f, trace := runFit(t, m, data, nil, 1, 200, 2)
			fmt.Println(c, m.Info().Name, time.Since(start), trace[0], trace[len(trace)-1], f.scalars, len(f.best))
			if err := f.Snapshot().Trees[0].Tree.Check(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
