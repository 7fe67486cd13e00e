package study

import "example.org/espalier/inference/job"

// A Setup is the content of the form for the next run: that part of a [job.Spec] which the user
// sets. The model decides what is left out. It is a value; its map is never modified.
type Setup struct {
	Model      string               `json:"model"`
	Settings   map[string]job.Value `json:"settings,omitempty"` // of all parameters, by name
	Seed       uint64               `json:"seed"`
	Chains     int                  `json:"chains,omitempty"`     // 0: as many as the method has by default
	Iterations int                  `json:"iterations,omitempty"` // 0: as many as the method does by default
	// effective sample size at which a sampler ends; 0: after its iterations
	Enough int `json:"enough,omitempty"`
	// annotation of which each level has a model of its own; "" for one model
	Classes string    `json:"classes,omitempty"`
	HeldOut int       `json:"held_out,omitempty"` // percent of the rows held out of these
	Held    *job.Held `json:"held,omitempty"`     // what is hidden, such as that of a duplicated result; nil for nothing
}

// SetupOf returns the form that asks for the same fit as a Spec, as far as possible.
func SetupOf(s job.Spec) Setup {
	u := Setup{Model: s.Model, Settings: s.Settings, Seed: s.Seed, Chains: s.Chains, Enough: int(s.Goal.EffectiveSize)}
	if n := s.Goal.Iterations; n != nil {
		u.Iterations = *n
	}
	if c := s.Classes; c != nil {
		u.Classes, u.HeldOut = c.Column, int(100*c.Share+0.5)
		return u
	}
	if h := s.Held; h != nil && h.Test == nil {
		held := *h
		if held.Seed == nil { // with another seed the fit must hide the same
			held.Seed = &s.Seed
		}
		u.Held = &held
	}
	return u
}
