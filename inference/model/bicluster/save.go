package bicluster

import (
	"errors"
	"fmt"

	"example.org/espalier/inference/algorithm/labels"
)

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	if err := c.Open(data, c.fits); err != nil || c.Now == nil {
		return err
	}
	c.state.take(c.Now)
	c.which, c.tally = ofRows, tallies{}
	c.next(gathering)
	return nil
}

// fits returns an error if a draw is not one of the table.
func (c *sampler) fits(d *draw) error {
	t := c.state.t
	if d == nil || len(d.Rows) != t.n || len(d.Columns) != t.d || len(d.Hyper) != len(t.parts) {
		return fmt.Errorf("bicluster: the saved state is not of a table of %d rows and %d columns; start the run again", t.n,
			t.d)
	}
	for _, z := range [][]int{d.Rows, d.Columns} {
		if !labels.Numbered(z) {
			return errors.New("bicluster: the saved clusters are not numbered; start the run again")
		}
	}
	for p, h := range d.Hyper {
		if len(h) != len(t.parts[p].law.Hyper()) {
			return errors.New("bicluster: the saved hyperparameters are of another model; start the run again")
		}
	}
	return nil
}
