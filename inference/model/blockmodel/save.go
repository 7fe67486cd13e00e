package blockmodel

import (
	"errors"
	"fmt"

	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/kind/partition"
)

// UnmarshalBinary implements inference.Saver.
func (c *sampler) UnmarshalBinary(data []byte) error {
	if err := c.Open(data, c.fits); err != nil || c.Now == nil {
		return err
	}
	c.state.take(c.Now)
	c.at, c.tally = 0, partition.Tally{}
	return nil
}

// fits returns an error if a draw is not one of the network.
func (c *sampler) fits(d *draw) error {
	hyper := 0
	for _, p := range c.state.parts {
		hyper += len(p.hyper())
	}
	if d == nil || len(d.Nodes) != c.problem.n || len(d.Hyper) != hyper {
		return fmt.Errorf("blockmodel: the saved state is not of this network of %d nodes; start the run again",
			c.problem.n)
	}
	if !labels.Numbered(d.Nodes) {
		return errors.New("blockmodel: the saved clusters are not numbered; start the run again")
	}
	return nil
}
