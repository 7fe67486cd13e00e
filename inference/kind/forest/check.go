package forest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/tree"
)

// mostChains is far above any real number; memory grows with the greatest number of a chain.
const mostChains = 4096

// Check implements inference.Part: every tree keeps the invariants of trees, its leaves are
// the rows; weights sum to 1; draws stand by chain and iteration.
func (f *Forest) Check(data *inference.Dataset) error {
	seen := map[*tree.Tree]bool{}
	check := func(t *tree.Tree) error {
		if t == nil {
			return errors.New("there is none")
		}
		if seen[t] {
			return nil
		}
		seen[t] = true
		if err := t.Check(); err != nil {
			return err
		}
		return fits(t, data)
	}
	weight := 0.0
	for i, w := range f.Trees {
		if err := check(w.Tree); err != nil {
			return fmt.Errorf("forest: tree %d: %w", i, err)
		}
		if !(w.Weight >= 0) {
			return fmt.Errorf("forest: tree %d has the weight %v", i, w.Weight)
		}
		weight += w.Weight
	}
	if len(f.Trees) > 0 && !(math.Abs(weight-1) < 1e-9) {
		return fmt.Errorf("forest: the weights of %d trees sum to %v", len(f.Trees), weight)
	}
	last := Draw{Iteration: -1}
	for i, d := range f.Draws {
		if d.Chain < last.Chain || d.Chain >= mostChains || d.Iteration < 0 ||
			d.Chain == last.Chain && d.Iteration <= last.Iteration {
			return fmt.Errorf("forest: draw %d is of chain %d, iteration %d, after chain %d, iteration %d", i, d.Chain,
				d.Iteration, last.Chain, last.Iteration)
		}
		last = d
		if err := check(d.Tree); err != nil {
			return fmt.Errorf("forest: draw %d: %w", i, err)
		}
	}
	return nil
}

// Fits is Check of a forest that passed it without data.
func (f *Forest) Fits(data *inference.Dataset) error {
	var names []string // that fit
	one := func(t *tree.Tree) error {
		if len(names) > 0 && len(t.Names) == len(names) && &t.Names[0] == &names[0] {
			return nil
		}
		names = t.Names
		return fits(t, data)
	}
	for i, w := range f.Trees {
		if err := one(w.Tree); err != nil {
			return fmt.Errorf("forest: tree %d: %w", i, err)
		}
	}
	for i, d := range f.Draws {
		if err := one(d.Tree); err != nil {
			return fmt.Errorf("forest: draw %d: %w", i, err)
		}
	}
	return nil
}

func fits(t *tree.Tree, data *inference.Dataset) error {
	if data != nil && !slices.Equal(t.Names, data.Rows) {
		return errors.New("its leaves are not the rows, in order")
	}
	return nil
}
