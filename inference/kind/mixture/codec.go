package mixture

import (
	"errors"

	"example.org/espalier/inference/kind/wire"
)

// Version is that of the form that MarshalBinary writes.
const Version = 1

// form is a Mixture as it is written.
type form struct {
	_                struct{} `cbor:",toarray"`
	Components       []*component
	Noise            wire.Floats
	Responsibilities wire.Matrix
	Epochs           []*epoch
}

type component struct {
	_                   struct{} `cbor:",toarray"`
	ID                  int
	Weight, Size, Score wire.Floats // one each
	Mean                wire.Floats
	Loadings            wire.Matrix
	Precision           wire.Floats
	Active              wire.Bools
	Extinct             wire.Floats
	Noise               wire.Floats
	Class               string
}

type epoch struct {
	_            struct{} `cbor:",toarray"`
	First, Last  int
	Flags        wire.Bools // Open, Accepted, Anew, Shed
	Parent       int
	Children     wire.Ints // two
	More, Deaths wire.Ints
	Gain         wire.Floats // one
	Mixture      *form       // nil where there is none
}

// Kind implements inference.Part.
func (*Mixture) Kind() string { return Kind }

// MarshalBinary implements inference.Part.
func (m *Mixture) MarshalBinary() ([]byte, error) { return wire.Marshal(m.form()) }

func (m *Mixture) form() *form {
	f := &form{Noise: m.Noise, Responsibilities: wire.Matrix{Dense: m.Responsibilities},
		Components: make([]*component, len(m.Components)), Epochs: make([]*epoch, len(m.Epochs))}
	for i, c := range m.Components {
		f.Components[i] = &component{ID: c.ID, Weight: wire.Floats{c.Weight}, Size: wire.Floats{c.Size},
			Score: wire.Floats{c.Score},
			Mean:  c.Mean, Loadings: wire.Matrix{Dense: c.Loadings}, Precision: c.Precision,
			Active: c.Active, Extinct: c.Extinct,
			Noise: c.Noise, Class: c.Class}
	}
	for i, e := range m.Epochs {
		f.Epochs[i] = &epoch{First: e.First, Last: e.Last,
			Flags: wire.Bools{e.Open, e.Accepted, e.Anew, e.Shed}, Parent: e.Parent,
			Children: e.Children[:], More: e.More, Deaths: e.Deaths, Gain: wire.Floats{e.Gain}}
		if e.Mixture != nil {
			f.Epochs[i].Mixture = e.Mixture.form()
		}
	}
	return f
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error
// m is unchanged.
func (m *Mixture) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a mixture", data, &f); err != nil {
		return err
	}
	read, err := f.mixture()
	if err != nil {
		return err
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*m = *read
	return nil
}

var errForm = errors.New("mixture: a component or an epoch cannot be decoded; the bytes are damaged")

func (f *form) mixture() (*Mixture, error) {
	m := &Mixture{Noise: f.Noise, Responsibilities: f.Responsibilities.Dense}
	for _, c := range f.Components {
		if c == nil || len(c.Weight) != 1 || len(c.Size) != 1 || len(c.Score) != 1 {
			return nil, errForm
		}
		m.Components = append(m.Components, Component{ID: c.ID, Weight: c.Weight[0], Size: c.Size[0],
			Score: c.Score[0], Mean: c.Mean,
			Loadings: c.Loadings.Dense, Precision: c.Precision, Active: c.Active, Extinct: c.Extinct, Noise: c.Noise,
			Class: c.Class})
	}
	for _, e := range f.Epochs {
		if e == nil || len(e.Flags) != 4 || len(e.Children) != 2 || len(e.Gain) != 1 {
			return nil, errForm
		}
		one := Epoch{First: e.First, Last: e.Last, Open: e.Flags[0], Accepted: e.Flags[1], Anew: e.Flags[2], Shed: e.Flags[3],
			Parent: e.Parent, Children: [2]int(e.Children), More: e.More, Deaths: e.Deaths, Gain: e.Gain[0]}
		if e.Mixture != nil {
			var err error
			if one.Mixture, err = e.Mixture.mixture(); err != nil {
				return nil, err
			}
		}
		m.Epochs = append(m.Epochs, one)
	}
	return m, nil
}
