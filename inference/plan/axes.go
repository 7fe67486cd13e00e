package plan

import (
	"maps"
	"slices"

	"example.org/espalier/inference/job"
)

// Axes say in which ways the fits of a plan differ. The product of all is planned, in the order of the fields, the last
// varying fastest. An empty axis leaves the value of the Spec.
type Axes struct {
	Specs    []job.Spec // one for each table and model
	Settings []Axis     // of a parameter; those that a Spec's model does not have are left out of it
	Has      func(s job.Spec, parameter string) bool
	Splits   int // hide the share of Held.Share again with the seeds 1 to Splits; 0 leaves Held
	Folds    int // hide one after another of so many parts; 0 leaves Held
	Seeds    []uint64
	Chains   int // one task for each chain, of the Specs that sample; 0 leaves Chains
	Samples  func(s job.Spec) bool
}

// An Axis is a parameter with its values.
type Axis struct {
	Parameter string
	Values    []string
}

// Product returns the Specs of all combinations.
func (a Axes) Product() []job.Spec {
	specs := a.Specs
	for _, axis := range a.Settings {
		specs = vary(specs, func(s job.Spec) (out []job.Spec) {
			if !a.Has(s, axis.Parameter) {
				return []job.Spec{s}
			}
			for _, v := range axis.Values {
				o := s
				o.Settings = maps.Clone(s.Settings)
				if o.Settings == nil {
					o.Settings = map[string]job.Value{}
				}
				o.Settings[axis.Parameter] = job.Value{Text: v, Fixed: s.Settings[axis.Parameter].Fixed}
				out = append(out, o)
			}
			return out
		})
	}
	if a.Splits > 0 {
		specs = vary(specs, func(s job.Spec) (out []job.Spec) {
			for k := range a.Splits {
				o, held, seed := s, *s.Held, uint64(k+1)
				held.Seed, o.Held = &seed, &held
				out = append(out, o)
			}
			return out
		})
	}
	if a.Folds > 0 {
		specs = vary(specs, func(s job.Spec) (out []job.Spec) {
			for k := range a.Folds {
				o, held := s, s.Held.InFolds(k+1, a.Folds)
				o.Held = &held
				out = append(out, o)
			}
			return out
		})
	}
	if len(a.Seeds) > 0 {
		specs = vary(specs, func(s job.Spec) (out []job.Spec) {
			for _, seed := range a.Seeds {
				o := s
				o.Seed = seed
				out = append(out, o)
			}
			return out
		})
	}
	if a.Chains > 0 {
		specs = vary(specs, func(s job.Spec) (out []job.Spec) {
			if !a.Samples(s) {
				return []job.Spec{s}
			}
			for k := range a.Chains {
				o := s
				o.Chains, o.Chain = 1, k
				out = append(out, o)
			}
			return out
		})
	}
	return slices.Clone(specs)
}

func vary(specs []job.Spec, each func(job.Spec) []job.Spec) (out []job.Spec) {
	for _, s := range specs {
		out = append(out, each(s)...)
	}
	return out
}
