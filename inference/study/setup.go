package study

import (
	"fmt"

	"espalier/inference"
)

// A Setup is what a run is asked to do, as data: everything it depends on besides the table
// and its preprocessing. It is a value; its map is never written.
type Setup struct {
	Model      string           `json:"model"`
	Settings   map[string]Value `json:"settings,omitempty"` // of all parameters, by name
	Seed       uint64           `json:"seed"`
	Chains     int              `json:"chains,omitempty"`     // 0: as many as the method has by default
	Iterations int              `json:"iterations,omitempty"` // 0: as many as the method does by default
	Enough     int              `json:"enough,omitempty"`     // effective sample size at which a sampler ends; 0: after its iterations
	Classes    string           `json:"classes,omitempty"`    // annotation of which each level has a model of its own; "" for one model
	HeldOut    int              `json:"held_out,omitempty"`   // percent of the rows held out of these
}

// A Value is that of a parameter.
type Value struct {
	Text  string `json:"value"` // in its normal form
	Fixed bool   `json:"fixed,omitempty"`
}

// ValuesOf returns settings as data.
func ValuesOf(s inference.Settings) map[string]Value {
	values := map[string]Value{}
	for _, p := range s.Parameters() {
		values[p.Name] = Value{s.Text(p.Name), p.Learnt && s.Fixed(p.Name)}
	}
	return values
}

// SettingsOf returns the settings of a model with these values; parameters without one have
// their default. The error names a value that the model does not take; the settings are then
// complete without it, so that a study of another version can still be opened.
func SettingsOf(info inference.Info, values map[string]Value) (s inference.Settings, err error) {
	s = info.Defaults()
	for _, p := range info.Parameters {
		v, ok := values[p.Name]
		if !ok {
			continue
		}
		e := s.Set(p.Name, v.Text)
		if e == nil && v.Fixed {
			e = s.Fix(p.Name, true)
		}
		if e != nil && err == nil {
			err = fmt.Errorf("study: %s: %w", info.Name, e)
		}
	}
	return s, err
}
