package search

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
)

// A searched is a model that only searches, by method em or mp, with independent columns.
type searched string

const (
	ddt  searched = "ddt"
	pydt searched = "pydt"
)

// Info returns the parameters of a search.
func (m searched) Info() inference.Info {
	real := func(name, value string, least, most float64) inference.Parameter {
		return inference.Parameter{Name: name, Title: name, Type: inference.Real, Default: value, Min: least, Max: most,
			Learnt: true}
	}
	choice := func(name, value string, others ...string) inference.Parameter {
		return inference.Parameter{Name: name, Title: name, Type: inference.Choice, Default: value,
			Choices: append([]string{value}, others...)}
	}
	i := inference.Info{Name: string(m), Parameters: []inference.Parameter{choice("method", "em", "mp"),
		choice("start", "both", "linkage", "random"), choice("observation", "auto", "gaussian", "probit"),
		choice("witnesses", "supports", "columns"), choice("columns", correlated.Independent),
		{Name: "orders", Title: "orders", Type: inference.Integer, Default: "0", Max: 64},
		real("c", "1", 0, 1e6), real("sigma2", "1", 0, 1e12), real("noise", "0", 0, 1e12)}}
	if m == pydt {
		i.Parameters = append(i.Parameters, real("theta", "1", -2, 100), real("alpha", "0.2", -10, 1))
	}
	return i
}

// New begins a search.
func (m searched) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (*Fit, error) {
	g := hyper.Given{Sigma2: s.Real("sigma2"), C: s.Real("c"), Noise: s.Real("noise"), FixSigma2: s.Fixed("sigma2"),
		FixC: s.Fixed("c"), FixNoise: s.Fixed("noise"), FixTheta: true, FixAlpha: true}
	if m == pydt {
		g.Theta, g.Alpha, g.FixTheta, g.FixAlpha = s.Real("theta"), s.Real("alpha"), s.Fixed("theta"), s.Fixed("alpha")
	}
	i, _ := numbers.NotBinary(data.X)
	probit := i < 0 && s.Text("observation") != "gaussian"
	n, _ := data.Dims()
	return New(data, Plan{Model: string(m), Given: g, Probit: probit, Start: s.Text("start"),
		Orders: s.Int("orders"), Passing: s.Text("method") == "mp",
		Second: s.Text("witnesses") == "supports" && s.Text("method") == "em" && n > 3 && n <= problem.LargeRows && !probit},
		streams, threads)
}

// byDefault returns the default settings.
func byDefault(m searched) inference.Settings { return m.Info().Defaults() }

// runFit searches with some settings until so many iterations are done, and returns the objectives.
func runFit(t testing.TB, m searched, data *inference.Dataset, set map[string]string, seed uint64, iterations,
	threads int) (*Fit, []float64) {
	s := byDefault(m)
	for k, v := range set {
		if err := s.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	return runSettings(t, m, data, s, seed, iterations, threads)
}

// chainPlanOf is a chain of pydt that starts from the tree of a search.
func chainPlanOf(data *inference.Dataset) sampler.Plan {
	i, _ := numbers.NotBinary(data.X)
	g := hyper.Given{Sigma2: 1, C: 1, Theta: 1, Alpha: 0.2}
	p := Plan{Model: string(pydt), Given: g, Probit: i < 0, Start: "both"}
	return sampler.Plan{Model: string(pydt), Given: g, Probit: i < 0, Form: correlated.Independent,
		Moves: "near", Power: 1,
		Initial: "em", Begin: func(streams inference.Streams) (sampler.Starter, error) {
			return FirstTree(data, p, streams, 1)
		}}
}

// chainOn returns a chain of pydt after so many sweeps.
func chainOn(t testing.TB, data *inference.Dataset, seed uint64, sweeps int) *sampler.Chain {
	t.Helper()
	c, err := sampler.NewChain(data, chainPlanOf(data), inference.Streams{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for done := -1; done < sweeps; {
		r, err := c.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	return c
}
