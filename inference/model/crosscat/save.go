package crosscat

import (
	"errors"
	"fmt"

	"example.org/espalier/inference/algorithm/labels"
)

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	if err := c.Open(data, c.state.t.fits); err != nil || c.Now == nil {
		return err
	}
	c.state.take(c.Now)
	c.state.settle()
	c.shown = shown{}
	c.split, c.proposals, c.weighed, c.departure, c.viewMove, c.trial = nil, 0, nil, nil, nil, nil
	c.next(visiting)
	return nil
}

// fits returns an error if a draw is not one of the table.
func (t *table) fits(d *draw) error {
	if d == nil || len(d.Of) != t.d || len(d.Hyper) != t.d || len(d.Drawn) != len(t.limits) {
		return fmt.Errorf("crosscat: the saved state is not of a table of %d rows and %d columns; start the run again",
			t.n, t.d)
	}
	of := append([]int(nil), d.Of...)
	if !labels.Numbered(of) || labels.Number(of) != len(d.Rows) || len(d.Beta) != len(d.Rows) {
		return errors.New("crosscat: the saved views are not numbered; start the run again")
	}
	for _, z := range d.Rows {
		if len(z) != t.n || !labels.Numbered(z) {
			return errors.New("crosscat: the saved clusters are not numbered; start the run again")
		}
	}
	for j, h := range d.Hyper {
		if len(h) != len(t.usual[j].Hyper()) {
			return errors.New("crosscat: the saved hyperparameters are of other kinds of columns; start the run again")
		}
	}
	return nil
}
