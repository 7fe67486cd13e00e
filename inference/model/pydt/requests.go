package pydt

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/sequel"
)

// Settings are read here, once; what searches and samples is told by values.

// structureOf returns θ and α; both are 0 for the Dirichlet diffusion tree.
func structureOf(s inference.Settings) (theta, alpha float64) {
	if !s.Has("theta") {
		return 0, 0
	}
	return s.Real("theta"), s.Real("alpha")
}

// givenBy returns the hyperparameters of the settings.
func givenBy(s inference.Settings) hyper.Given {
	dirichlet := !s.Has("theta")
	g := hyper.Given{Sigma2: s.Real("sigma2"), C: s.Real("c"), Noise: s.Real("noise"), FixSigma2: s.Fixed("sigma2"),
		FixC: s.Fixed("c"), FixNoise: s.Fixed("noise"),
		FixTheta: dirichlet || s.Fixed("theta"), FixAlpha: dirichlet || s.Fixed("alpha")}
	g.Theta, g.Alpha = structureOf(s)
	return g
}

// usual returns the hyperparameters of the defaults of a model, which a tree over the columns has.
func usual(model string) hyper.Given {
	if model == (DDT{}).Info().Name {
		return givenBy(DDT{}.Info().Defaults())
	}
	return givenBy(Model{}.Info().Defaults())
}

// searchAsked returns the search that the settings ask for, of columns by themselves.
func searchAsked(name string, data *inference.Dataset, s inference.Settings) (search.Plan, error) {
	probit, err := isProbit(data, s)
	plan := search.Plan{Model: name, Given: givenBy(s), Probit: probit, Start: s.Text("start"), Orders: s.Int("orders"),
		Passing: s.Text("method") == "mp", Second: hasSecond(data, s)}
	if err == nil {
		plan.Kinds, err = kindsOf(data, s)
	}
	if plan.Kinds != nil && !plan.Kinds.Scaled() {
		plan.Given.Noise, plan.Given.FixNoise = 1, true
	}
	return plan, err
}

// chainAsked returns the chain that the settings ask for.
func chainAsked(name string, data *inference.Dataset, s inference.Settings, threads int) (sampler.Plan, error) {
	asked, err := searchAsked(name, data, s)
	plan := sampler.Plan{Model: name, Given: asked.Given, Probit: asked.Probit, Form: togetherOf(data, s),
		Over: usual(name), Moves: s.Text("moves"),
		Power: witnessPower(data, s), Second: asked.Second, Initial: s.Text("initial"), Kinds: asked.Kinds}
	if plan.Form == correlated.Undecided {
		plan.Form = correlated.Independent
	}
	if plan.Kinds != nil { // the first tree is that of the latent numbers
		data, asked.Kinds = numbers.Hidden(data, plan.Kinds), nil
	} else if plan.Probit && (s.Text("method") == "ais" || severalTemperatures(s) || kindsTogether(s)) {
		plan.Kinds, plan.Given.Noise, plan.Given.FixNoise = sampler.Signs(data), 1, true
	}
	plan.Learn = learnsKinds(s)
	if plan.Kinds != nil && kindsTogether(s) {
		plan.Second = false // supports count columns that vary by themselves
		// Σ carries the scale, so that σ² is no unit to measure the noise by: a noise of 1 would be half the variance.
		own := givenBy(s)
		plan.Given.Noise, plan.Given.FixNoise = own.Noise, own.FixNoise
	}
	plan.Begin = func(streams inference.Streams) (sampler.Starter, error) {
		return search.FirstTree(data, asked, streams, threads)
	}
	return plan, err
}

// newStepper returns the stepper of the method that the settings name.
func newStepper(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	if _, err := check(data, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	form := togetherOf(data, s)
	open := &sequel.Opened{Name: name, Layout: sampler.Layout, Scalars: len(sampler.Scalars(name)),
		Older: func(form string) (sequel.Fit, error) {
			of := s.Clone()
			err := of.Set("columns", form)
			if err == nil {
				_, err = check(data, of)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if s.Text("method") == "mcmc" {
				return askedChain(name, data, of, streams, threads)
			}
			return askedFit(name, data, of, streams, threads)
		}}
	var err error
	switch method := s.Text("method"); {
	case severalTemperatures(s):
		plan, err := chainAsked(name, data, s, threads)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return sampler.NewTempered(data, plan, s.Int("temperatures"), s.Real("hottest"), streams)
	case method == "mcmc" && form == correlated.Undecided:
		plan, asked := chainAsked(name, data, s, threads)
		if err = asked; err == nil {
			open.Inner, err = together.NewSequelChain(data, plan, candidates(data, s), streams)
		}
	case method == "mcmc":
		return askedChain(name, data, s, streams, threads)
	case method == "ais":
		plan, err := chainAsked(name, data, s, threads)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return sampler.NewAnnealer(data, plan, s.Int("annealing"), streams)
	case method == "em" && form == correlated.Undecided:
		plan, asked := searchAsked(name, data, s)
		switch err = asked; {
		case err == nil && hasManyRows(data, s):
			open.Inner, err = together.NewRival(data, plan, candidates(data, s), usual(name), streams, threads)
		case err == nil:
			open.Inner, err = together.NewSequel(data, plan, candidates(data, s), streams, threads)
		}
	default:
		return askedFit(name, data, s, streams, threads)
	}
	if err != nil {
		return nil, err
	}
	return open, nil
}

// askedFit returns a search whose columns vary together as the settings say.
func askedFit(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (sequel.Fit, error) {
	plan, err := searchAsked(name, data, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if form := togetherOf(data, s); form != correlated.Independent {
		return together.New(data, plan, form, usual(name), streams, threads)
	}
	return search.New(data, plan, streams, threads)
}

// askedChain returns a chain whose columns vary together as the settings say.
func askedChain(name string, data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (*sampler.Chain, error) {
	plan, err := chainAsked(name, data, s, threads)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return sampler.NewChain(data, plan, streams)
}

// pilotLearns reports whether a pilot has anything to learn.
func pilotLearns(s inference.Settings, probit bool) bool {
	structure := s.Has("theta") && !(s.Fixed("theta") && s.Fixed("alpha"))
	return structure || !s.Fixed("c") || !probit && !s.Fixed("noise")
}
