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

// A saving is a state and the reports before it was saved.
type saving struct {
	step  int
	state []byte
	sofar outcome
}

// checkSaver saves at some steps of the start, after each iteration and a step later. A first run, on two threads,
// continues itself each time. A second one is a relay: each restored run continues, on two threads or one in turn, and
// is saved itself. If a run differs, the threads, and then each saving, are tried by themselves, to find the cause.
func (c *conformance) checkSaver(plain outcome) {
	c.t.Helper()
	s, ok := c.start(2)
	if !ok {
		return
	}
	saver, ok := s.(inference.Saver)
	if !ok {
		c.errorf("it cannot be saved: its Stepper is no Saver")
		return
	}
	rng := rand.New(rand.NewPCG(c.options.Seed, 3))
	places := []int{0, 1, plain.steps / 2, rng.IntN(plain.steps + 1)}
	var o outcome
	var savings []saving
	save := func(s inference.Stepper, step int) bool {
		state, err := s.(inference.Saver).MarshalBinary()
		if err != nil {
			c.errorf("saving at step %d: %v", step, err)
			return false
		}
		savings = append(savings, saving{step, state, outcome{scalars: slices.Clone(o.scalars), steps: o.steps}})
		return true
	}
	due := saveWhen(places)
	between := func(s inference.Stepper) (inference.Stepper, bool) { return s, !due(o) || save(s, o.steps) }
	if !c.drive(saver, &o, nil, between) || !save(saver, o.steps) {
		return
	}
	if plain.difference(o) != "" {
		differs := func(threads int) bool { other, ok := c.run(threads, nil); return ok && plain.difference(other) != "" }
		what := "again, saving between"
		if differs(2) && !differs(1) {
			what = "on two threads"
		}
		c.same(what, plain, o)
	}
	end := savings[len(savings)-1]
	if !c.goOn(end, saver.Snapshot(), plain) || !c.relayed(places, plain) {
		for _, from := range savings[:len(savings)-1] {
			c.goOn(from, nil, plain)
		}
	}
	c.checkDamage(end.state, rng)
}

// saveWhen returns a function that reports, before each step, whether to save: at the places, and before the first two
// steps of each iteration. A start may begin again where it is restored, but then an iteration is still reached.
func saveWhen(places []int) func(outcome) bool {
	iterations, left := 0, 0
	return func(o outcome) bool {
		if len(o.scalars) > iterations {
			iterations, left = len(o.scalars), 2
		}
		left--
		return left >= 0 || slices.Contains(places, o.steps)
	}
}

// relayed does a relay at the places and at each iteration, and reports whether it is the plain run.
func (c *conformance) relayed(places []int, plain outcome) bool {
	c.t.Helper()
	o, ok := c.relay(saveWhen(places))
	difference := plain.difference(o)
	if ok && difference != "" {
		c.errorf("saved and restored at steps %v and at each iteration, %s", places, difference)
	}
	return ok && difference == ""
}

// relay does a run in which another Stepper takes over before each step that is due.
func (c *conformance) relay(due func(outcome) bool) (o outcome, ok bool) {
	c.t.Helper()
	s, ok := c.start(1)
	if !ok {
		return o, false
	}
	threads := 1
	pass := func(s inference.Stepper) (inference.Stepper, bool) {
		if !due(o) {
			return s, true
		}
		state, err := s.(inference.Saver).MarshalBinary()
		if err != nil {
			c.errorf("saving at step %d: %v", o.steps, err)
			return nil, false
		}
		threads = 3 - threads
		return c.restore(saving{o.steps, state, o}, s.Snapshot(), threads)
	}
	ok = c.drive(s, &o, nil, pass)
	return o, ok
}

// restore returns a fresh Stepper with the saved state, whose snapshot must equal shown unless that is nil.
func (c *conformance) restore(from saving, shown *inference.Snapshot, threads int) (inference.Stepper, bool) {
	c.t.Helper()
	fresh, ok := c.fresh(threads)
	if !ok {
		return nil, false
	}
	if err := fresh.(inference.Saver).UnmarshalBinary(from.state); err != nil {
		c.errorf("restoring what was saved at step %d: %v", from.step, err)
		return nil, false
	}
	if shown == nil || from.step == 0 || len(from.sofar.scalars) == 0 {
		return fresh, true
	}
	a, ok := c.hash(fresh.Snapshot())
	b, fine := c.hash(shown)
	if ok && fine && a != b {
		c.errorf("what was saved at step %d and restored shows another snapshot", from.step)
	}
	return fresh, ok && fine && a == b
}

// goOn restores the saved state, runs to the end and reports whether the run equals the plain one.
func (c *conformance) goOn(from saving, shown *inference.Snapshot, plain outcome) bool {
	c.t.Helper()
	fresh, ok := c.restore(from, shown, 1)
	if !ok {
		return false
	}
	o := outcome{scalars: slices.Clone(from.sofar.scalars), steps: from.sofar.steps}
	if !c.drive(fresh, &o, nil, nil) {
		return false
	}
	c.same(fmt.Sprintf("saved and restored at step %d", from.step), plain, o)
	return plain.difference(o) == ""
}

// checkDamage restores states that were cut short or have a bit flipped.
func (c *conformance) checkDamage(state []byte, rng *rand.Rand) {
	c.t.Helper()
	fresh, ok := c.fresh(1)
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
		if y, mean, err := p.LogCells([]inference.Cell{{Row: 0, Column: 0}, {Row: 1, Column: 0}},
			[]float64{0, 1}); err == nil {
			d.reals(y...)
			d.reals(mean...)
		}
	}
	return d.Sum64()
}
