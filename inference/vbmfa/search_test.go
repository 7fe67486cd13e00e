package vbmfa

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// dataset wraps a matrix as it is.
func dataset(x *mat.Dense) *inference.Dataset {
	n, p := x.Dims()
	t := &inference.Table{Name: "test", X: x}
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprint("r", i))
	}
	for q := range p {
		t.Columns = append(t.Columns, fmt.Sprint("c", q))
	}
	t.Kind = inference.KindOf(x)
	d, err := t.Prepare(inference.Preprocessing{})
	if err != nil {
		panic(err)
	}
	return d
}

// complete runs a model to its end.
func completeRun(t testing.TB, m inference.Model, x *mat.Dense, seed uint64, set map[string]string) *fit {
	t.Helper()
	s := m.Info().Defaults()
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	st, err := m.New(dataset(x), s, inference.Streams{Seed: seed}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Done {
			return st.(*fit)
		}
	}
}

// spiral draws the shrinking spiral of Ueda et al. that Beal 4.5.3 takes.
func spiral(n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 3, nil)
	w := func() float64 { return math.Sqrt(0.5) * rng.NormFloat64() }
	for i := range n {
		t := 4 * math.Pi * rng.Float64()
		x.SetRow(i, []float64{(13-0.5*t)*math.Cos(t) + w(), -(13-0.5*t)*math.Sin(t) + w(), t + w()})
	}
	return x
}

func TestSpiralLook(t *testing.T) {
	for seed := range uint64(10) {
		x := spiral(800, rand.New(rand.NewPCG(seed, 1)))
		began := time.Now()
		f := completeRun(t, Model{}, x, seed, map[string]string{"k_max": "2"})
		var acc, rej int
		for _, e := range f.search.Epochs {
			if e.Accepted {
				acc += e.Last - e.First
			} else {
				rej += e.Last - e.First
			}
		}
		last := f.search.Epochs[len(f.search.Epochs)-1]
		fmt.Printf("cycles accepted %d rejected %d, end %d; ", acc, rej, last.Last-last.First)
		fmt.Printf("seed %d: %d components, F %.2f, %d cycles, %d epochs, %.2f s\n", seed, len(f.search.Mixture.Components), f.search.Value, f.search.Count, len(f.search.Epochs), time.Since(began).Seconds())
	}
}
