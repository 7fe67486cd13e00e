// Package trials is the kind of result of a study of held-out fit: how well each of several models
// predicted hidden values, over several fits.
package trials

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Kind is the name of the kind, Version that of the form that MarshalBinary writes.
const (
	Kind    = "trials"
	Version = 1
)

// Trials are the fits of a study. They are never modified once published.
type Trials struct {
	Unit   string  // unit that was hidden: "cell" or "row"
	Share  float64 // of these that was hidden, between 0 and 1
	Part   int     // fits did 1/Part of the iterations of a run of the model at most
	Models []Model
}

// A Model holds the fits of one model under one set of settings.
type Model struct {
	Name string // "nsfa", with the settings in which it differs from others of the model
	Fits []Fit
}

// A Fit holds the scores of a model on the data that one seed hid, in the units of the table. Fits of one seed were
// tested on the same values, whatever the model.
type Fit struct {
	Name       string  // "nsfa, seed 1"
	Seed       uint64  // of the hidden data and of the fit
	N          int     // cells or rows that were hidden
	LogDensity float64 // mean of a cell or row, nats
	Squared    float64 // mean squared error of the predicted cells; NaN for rows
}

// Mean returns the mean log density of the fits of a model; NaN where there are none.
func (m Model) Mean() float64 {
	sum := 0.0
	for _, f := range m.Fits {
		sum += f.LogDensity
	}
	return sum / float64(len(m.Fits))
}

// Kind implements inference.Part.
func (*Trials) Kind() string { return Kind }

// form is Trials as they are written.
type form struct {
	_      struct{} `cbor:",toarray"`
	Unit   string
	Share  wire.Floats // one
	Part   int
	Models []*model
}

type model struct {
	_                   struct{} `cbor:",toarray"`
	Name                string
	Fits                wire.Strings
	Seeds, N            wire.Ints // seeds by their bits
	LogDensity, Squared wire.Floats
}

// MarshalBinary implements inference.Part.
func (t *Trials) MarshalBinary() ([]byte, error) {
	f := form{Unit: t.Unit, Share: wire.Floats{t.Share}, Part: t.Part, Models: make([]*model, len(t.Models))}
	for i, m := range t.Models {
		one := &model{Name: m.Name}
		for _, fit := range m.Fits {
			one.Fits, one.Seeds, one.N = append(one.Fits, fit.Name), append(one.Seeds, int(fit.Seed)), append(one.N, fit.N)
			one.LogDensity, one.Squared = append(one.LogDensity, fit.LogDensity), append(one.Squared, fit.Squared)
		}
		f.Models[i] = one
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error
// t is unchanged.
func (t *Trials) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("trials", data, &f); err != nil {
		return err
	}
	damaged := fmt.Errorf("trials: a model cannot be decoded; the bytes are damaged")
	if len(f.Share) != 1 {
		return damaged
	}
	read := Trials{Unit: f.Unit, Share: f.Share[0], Part: f.Part}
	for _, m := range f.Models {
		if m == nil {
			return damaged
		}
		n := len(m.Fits)
		if len(m.Seeds) != n || len(m.N) != n || len(m.LogDensity) != n || len(m.Squared) != n {
			return damaged
		}
		one := Model{Name: m.Name}
		for i, name := range m.Fits {
			one.Fits = append(one.Fits, Fit{name, uint64(m.Seeds[i]), m.N[i], m.LogDensity[i], m.Squared[i]})
		}
		read.Models = append(read.Models, one)
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*t = read
	return nil
}

// Check implements inference.Part: shares and counts are in range, and errors not negative.
func (t *Trials) Check(*inference.Dataset) error {
	switch {
	case t.Unit != "cell" && t.Unit != "row":
		return fmt.Errorf("trials: %q is hidden, which is neither a cell nor a row", t.Unit)
	case !(t.Share > 0 && t.Share < 1):
		return fmt.Errorf("trials: the hidden proportion is %v", t.Share)
	case t.Part < 1:
		return fmt.Errorf("trials: one part in %d of a run", t.Part)
	}
	for _, m := range t.Models {
		for _, f := range m.Fits {
			if f.N < 1 || f.Squared < 0 || math.IsInf(f.Squared, 0) || math.IsInf(f.LogDensity, 1) {
				return fmt.Errorf("trials: %s: log density %v and squared error %v of %d %ss", f.Name, f.LogDensity, f.Squared, f.N,
					t.Unit)
			}
		}
	}
	return nil
}
