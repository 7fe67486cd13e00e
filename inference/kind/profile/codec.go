package profile

import (
	"errors"

	"example.org/espalier/inference/kind/wire"
)

// form is Profiles as they are written.
type form struct {
	_         struct{} `cbor:",toarray"`
	Labels    wire.Ints
	Sure      wire.Floats
	Names     wire.Strings // of the leaves
	Tree      *wire.Tree
	Sizes     wire.Floats // mean, low and high in turn
	Together  wire.Floats
	Columns   wire.Strings
	Counts    wire.Ints // of the levels of each column
	Levels    wire.Strings
	Responses wire.Floats // as Sizes
	Agreement wire.Floats
}

// MarshalBinary implements inference.Part.
func (p *Profiles) MarshalBinary() ([]byte, error) {
	f := form{Labels: p.Labels, Sure: p.Sure, Sizes: flat(p.Sizes), Together: p.Together, Responses: flat(p.Responses),
		Agreement: p.Agreement}
	if p.Tree != nil {
		t, err := wire.TreeOf(p.Tree)
		if err != nil {
			return nil, err
		}
		f.Names, f.Tree = p.Tree.Names, t
	}
	for _, c := range p.Columns {
		f.Columns, f.Counts, f.Levels = append(f.Columns, c.Name), append(f.Counts, len(c.Levels)),
			append(f.Levels, c.Levels...)
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error p is unchanged.
func (p *Profiles) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("class profiles", data, &f); err != nil {
		return err
	}
	damaged := errors.New("profile: class profiles cannot be decoded; the bytes are damaged")
	if len(f.Counts) != len(f.Columns) || len(f.Sizes)%3 != 0 || len(f.Responses)%3 != 0 {
		return damaged
	}
	read := Profiles{Labels: f.Labels, Sure: f.Sure, Sizes: intervals(f.Sizes), Together: f.Together,
		Responses: intervals(f.Responses), Agreement: f.Agreement}
	if f.Tree != nil {
		var err error
		if read.Tree, err = f.Tree.Tree(f.Names); err != nil {
			return err
		}
	}
	rest := []string(f.Levels)
	for i, count := range f.Counts {
		if count < 1 || count > len(rest) {
			return damaged
		}
		read.Columns = append(read.Columns, Column{f.Columns[i], rest[:count:count]})
		rest = rest[count:]
	}
	if len(rest) > 0 {
		return damaged
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*p = read
	return nil
}

func flat(list []Interval) (f wire.Floats) {
	for _, v := range list {
		f = append(f, v.Mean, v.Low, v.High)
	}
	return f
}

func intervals(f []float64) (list []Interval) {
	for ; len(f) > 0; f = f[3:] {
		list = append(list, Interval{f[0], f[1], f[2]})
	}
	return list
}
