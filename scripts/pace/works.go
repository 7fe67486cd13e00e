package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/read"

	"gonum.org/v1/gonum/mat"
)

// works are the pieces of work whose times are held: each takes some tenths of a second.
func works() []work {
	table := func(n, d int, missing float64) *inference.Dataset {
		return inferencetest.DatasetOf(clustered(n, d, missing))
	}
	fit := func(model string, data *inference.Dataset, iterations int, set ...string) work {
		name := fmt.Sprintf("%s %d×%d", model, data.X.RawMatrix().Rows, data.X.RawMatrix().Cols)
		if data.Missing() > 0 {
			name += " with missing cells"
		}
		for i := 0; i < len(set); i += 2 {
			name += " " + set[i] + "=" + set[i+1]
		}
		return work{name, func() error { return fitted(model, data, iterations, set) }}
	}
	list := []work{
		fit("ddt", table(150, 40, 0), 10),
		fit("pydt", table(80, 10, 0), 10),
		fit("pydt", table(60, 8, 0), 400, "method", "mcmc", "columns", "independent"),
		fit("nsfa", table(80, 60, 0.05), 400),
		fit("vbmfa", table(400, 6, 0), 1000),
		fit("dpmm", table(300, 5, 0), 300),
		repeated(12, fit("agglomerative", table(350, 20, 0), 1)), // its distances fit into the cache of one processor
		fit("pca", table(1200, 250, 0), 1000),
	}
	text := csvOf(clustered(10_000, 100, 0.01))
	return append(list, work{"reading a table of 10,000×100 as CSV", func() error {
		_, err := read.Bytes("table.csv", "", text, read.Options{})
		return err
	}})
}

// repeated does a short piece of work so many times.
func repeated(times int, w work) work {
	return work{fmt.Sprintf("%s, %d times", w.name, times), func() error {
		for range times {
			if err := w.once(); err != nil {
				return err
			}
		}
		return nil
	}}
}

// fitted runs a fit on one thread.
func fitted(name string, data *inference.Dataset, iterations int, set []string) error {
	model, err := catalog.Find(name)
	if err != nil {
		return err
	}
	settings := model.Info().Defaults()
	for i := 0; i < len(set); i += 2 {
		if err := settings.Set(set[i], set[i+1]); err != nil {
			return err
		}
	}
	s, err := model.New(data, settings, inference.Streams{Seed: 1}, 1)
	if err != nil {
		return err
	}
	for done := 0; done <= iterations; {
		r, err := s.Step(context.Background())
		if err != nil {
			return err
		}
		if r.Scalars != nil {
			done++
		}
		if r.Done {
			break
		}
	}
	s.Snapshot()
	return nil
}

// clustered draws a table with eight clusters of three each.
func clustered(n, d int, missing float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	far, near := mat.NewDense(8, d, nil), mat.NewDense(24, d, nil)
	far.Apply(func(int, int, float64) float64 { return 2 * rng.NormFloat64() }, far)
	near.Apply(func(i, j int, _ float64) float64 { return far.At(i/3, j) + rng.NormFloat64() }, near)
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		if rng.Float64() < missing {
			return math.NaN()
		}
		return near.At(i%24, j) + 0.7*rng.NormFloat64()
	}, x)
	return x
}

// csvOf is a table as CSV, with names.
func csvOf(x *mat.Dense) []byte {
	var b bytes.Buffer
	n, d := x.Dims()
	b.WriteString("name")
	for j := range d {
		fmt.Fprintf(&b, ",v%d", j)
	}
	for i := range n {
		fmt.Fprintf(&b, "\nr%d", i)
		for j := range d {
			b.WriteByte(',')
			if v := x.At(i, j); !math.IsNaN(v) {
				b.WriteString(strconv.FormatFloat(v, 'g', 6, 64))
			}
		}
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// calibrate is work of the kinds that fits are made of: sums of products in memory that is near and far, logarithms and
// exponentials, sorting, and memory that is asked for and given back. It calls nothing of this program.
func calibrate() error {
	rng := rand.New(rand.NewPCG(1, 2))
	near, far := make([]float64, 1<<10), make([]float64, 1<<18)
	for i := range far {
		far[i] = rng.Float64()
		near[i%len(near)] += far[i]
	}
	sum := 0.0
	for range 64 {
		for i := 0; i+len(near) <= len(far); i += len(near) {
			row := far[i : i+len(near)]
			for j, v := range near {
				sum += v * row[j]
			}
		}
	}
	for range 4 {
		for _, v := range far {
			sum += math.Log(1+v) * math.Exp(-v)
		}
	}
	some := slices.Clone(far[:1<<17])
	slices.Sort(some)
	links := map[int]*[8]float64{}
	for i := range 1 << 17 {
		links[i*31%4093] = &[8]float64{some[i]}
	}
	for _, l := range links {
		sum += l[0]
	}
	runtime.KeepAlive(sum) // so that no compiler leaves its computation out
	return nil
}
