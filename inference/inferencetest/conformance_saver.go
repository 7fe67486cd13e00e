package inferencetest

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// checkSaver saves at several steps, some of them chosen at random, and goes on from there.
func (c *conformance) checkSaver(plain outcome) {
	c.t.Helper()
	s, ok := c.start(1)
	if !ok {
		return
	}
	saver, ok := s.(inference.Saver)
	if !ok {
		c.errorf("it cannot be saved: its Stepper is no Saver")
		return
	}
	rng := rand.New(rand.NewPCG(c.options.Seed, 3))
	places := []int{0, 1, plain.steps / 2, rng.IntN(plain.steps + 1), rng.IntN(plain.steps + 1), plain.steps - 1, plain.steps}
	var o outcome
	step := 0
	between := func() bool {
		if slices.Contains(places, step) && !c.restore(saver, o, plain, step) {
			return false
		}
		step++
		return true
	}
	if !c.drive(saver, &o, nil, between) || !between() {
		return
	}
	c.same("with saving between", plain, o)
	if state, err := saver.MarshalBinary(); err != nil {
		c.errorf("saving at the end: %v", err)
	} else {
		c.checkDamage(state, rng)
	}
}

// restore saves, restores in a fresh Stepper, and goes on with that one to the end.
func (c *conformance) restore(saver inference.Saver, sofar, plain outcome, step int) bool {
	c.t.Helper()
	state, err := saver.MarshalBinary()
	if err != nil {
		c.errorf("saving at step %d: %v", step, err)
		return false
	}
	fresh, ok := c.start(1)
	if !ok {
		return false
	}
	if err := fresh.(inference.Saver).UnmarshalBinary(state); err != nil {
		c.errorf("restoring what was saved at step %d: %v", step, err)
		return false
	}
	a, ok := c.hash(fresh.Snapshot())
	b, fine := c.hash(saver.Snapshot())
	if !ok || !fine {
		return false
	}
	if step > 0 && a != b && len(sofar.scalars) > 0 {
		c.errorf("what was saved at step %d and restored shows another snapshot", step)
		return false
	}
	o := outcome{scalars: slices.Clone(sofar.scalars), steps: sofar.steps}
	if !c.drive(fresh, &o, nil, nil) {
		return false
	}
	c.same(fmt.Sprintf("saved and restored at step %d", step), plain, o)
	return true
}

// checkDamage restores states that were cut short or have a bit flipped.
func (c *conformance) checkDamage(state []byte, rng *rand.Rand) {
	c.t.Helper()
	fresh, ok := c.start(1)
	if !ok {
		return
	}
	for k := range c.options.Damages {
		damaged, what := bytes.Clone(state), ""
		if k%2 == 0 {
			n := rng.IntN(len(state))
			damaged, what = damaged[:n], fmt.Sprintf("cut to %d of %d bytes", n, len(state))
		} else {
			at, bit := rng.IntN(len(state)), rng.IntN(8)
			damaged[at] ^= 1 << bit
			what = fmt.Sprintf("with bit %d of byte %d flipped", bit, at)
		}
		err := func() (err error) {
			defer func() {
				if v := recover(); v != nil {
					c.errorf("a state %s panics: %v", what, v)
				}
			}()
			if err = fresh.(inference.Saver).UnmarshalBinary(damaged); err == nil {
				c.errorf("a state %s is restored without an error", what)
			}
			return err
		}()
		if err == nil {
			return
		}
	}
}

// hashDensities hashes the densities that the fit gives to a few rows and cells, 0 where it
// gives none yet or none at all.
func (c *conformance) hashDensities(s inference.Stepper) uint64 {
	d := digest{fnv.New64a()}
	if p, ok := s.(inference.Predictor); ok {
		n, m := c.data.Dims()
		x := mat.DenseCopyOf(c.data.X.Slice(0, min(n, 3), 0, m))
		if y, err := p.LogDensity(context.Background(), x); err == nil {
			d.reals(y...)
		}
	}
	if p, ok := s.(inference.CellPredictor); ok {
		if y, mean, err := p.LogCells([]inference.Cell{{Row: 0, Column: 0}, {Row: 1, Column: 0}}, []float64{0, 1}); err == nil {
			d.reals(y...)
			d.reals(mean...)
		}
	}
	return d.Sum64()
}
