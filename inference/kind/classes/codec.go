package classes

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
)

// Version is that of the form that MarshalBinary writes.
const Version = 1

// form is a Classification as it is written.
type form struct {
	_             struct{} `cbor:",toarray"`
	Class         string
	Levels        wire.Strings
	Truth         wire.Ints
	Fitted        wire.Bools
	Probabilities wire.Matrix
	Iteration     int
}

// Kind implements inference.Part.
func (*Classification) Kind() string { return Kind }

// MarshalBinary implements inference.Part.
func (c *Classification) MarshalBinary() ([]byte, error) {
	return wire.Marshal(form{Class: c.Class, Levels: c.Levels, Truth: c.Truth, Fitted: c.Fitted,
		Probabilities: wire.Matrix{Dense: c.Probabilities}, Iteration: c.Iteration})
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error
// c is unchanged.
func (c *Classification) UnmarshalBinary(data []byte) error {
	var f form
	if err := wire.Unmarshal("a classification", data, &f); err != nil {
		return err
	}
	read := Classification{Class: f.Class, Levels: f.Levels, Truth: f.Truth, Fitted: f.Fitted,
		Probabilities: f.Probabilities.Dense, Iteration: f.Iteration}
	if err := read.Check(nil); err != nil {
		return err
	}
	*c = read
	return nil
}

// Check implements inference.Part: there is a class or −1 for each row, and the
// probabilities of a row sum to 1 or are NaN.
func (c *Classification) Check(data *inference.Dataset) error {
	n := len(c.Truth)
	if data != nil {
		n, _ = data.Dims()
	}
	if c.Probabilities == nil || len(c.Truth) != n || len(c.Fitted) != n {
		return fmt.Errorf("classes: %d classes and %d marks for %d rows, and their probabilities", len(c.Truth),
			len(c.Fitted), n)
	}
	if r, k := c.Probabilities.Dims(); r != n || k != len(c.Levels) || k == 0 {
		return fmt.Errorf("classes: probabilities are %d×%d for %d rows and %d classes", r, k, n, len(c.Levels))
	}
	if c.Iteration < 0 {
		return fmt.Errorf("classes: iteration %d", c.Iteration)
	}
	for i, t := range c.Truth {
		if t < -1 || t >= len(c.Levels) {
			return fmt.Errorf("classes: row %d has class %d of %d", i+1, t+1, len(c.Levels))
		}
		sum, missing := 0.0, 0
		row := c.Probabilities.RawRowView(i)
		for _, p := range row {
			if math.IsNaN(p) {
				missing++
			} else if p < 0 {
				return fmt.Errorf("classes: row %d has the probability %v", i+1, p)
			}
			sum += p
		}
		if missing != len(row) && !(math.Abs(sum-1) < 1e-6) {
			return fmt.Errorf("classes: the probabilities of row %d sum to %v", i+1, sum)
		}
	}
	return nil
}
