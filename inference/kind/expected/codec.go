package expected

import (
	"errors"
	"math"

	"example.org/espalier/inference/kind/wire"
)

type form struct {
	_             struct{} `cbor:",toarray"`
	Columns       int
	Row, Column   wire.Ints
	Levels        wire.Ints // probabilities of each cell
	Probabilities wire.Floats
	Numbers       wire.Floats // of each cell, seven: quantiles, the hidden number and its interval, the log probability
}

const numbers = 7

// MarshalBinary implements inference.Part.
func (c *Cells) MarshalBinary() ([]byte, error) {
	f := form{Columns: c.Columns}
	for _, one := range c.List {
		f.Row, f.Column = append(f.Row, one.Row), append(f.Column, one.Column)
		f.Levels = append(f.Levels, len(one.Probabilities))
		f.Probabilities = append(f.Probabilities, one.Probabilities...)
		f.Numbers = append(f.Numbers, one.Low, one.Middle, one.High, one.Hidden, one.HiddenLow, one.HiddenHigh,
			one.Log)
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. It refuses what Check refuses.
func (c *Cells) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("expected cells", data, &f); err != nil {
		return err
	}
	damaged := errors.New("expected: the cells cannot be decoded; the bytes are damaged")
	if len(f.Column) != len(f.Row) || len(f.Levels) != len(f.Row) || len(f.Numbers) != numbers*len(f.Row) {
		return damaged
	}
	read := Cells{Columns: f.Columns}
	rest := []float64(f.Probabilities)
	for i, row := range f.Row {
		v := f.Numbers[numbers*i:]
		one := Cell{Row: row, Column: f.Column[i], Low: v[0], Middle: v[1], High: v[2], Hidden: v[3], HiddenLow: v[4],
			HiddenHigh: v[5], Log: v[6]}
		levels := f.Levels[i]
		if levels < 0 || levels > len(rest) {
			return damaged
		}
		if levels > 0 {
			one.Probabilities = rest[:levels:levels]
		}
		rest = rest[levels:]
		read.List = append(read.List, one)
	}
	if len(rest) > 0 || f.Columns < 0 || f.Columns > math.MaxInt32 {
		return damaged
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*c = read
	return nil
}
