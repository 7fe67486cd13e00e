package inferencetest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind"
)

// Options change how Conformance runs a model.
type Options struct {
	// Iterations of each run after the start; 0 means 3.
	Iterations int
	// Set holds parameters that differ from the defaults, by name.
	Set map[string]string
	// Fixed are the names of parameters that are not learnt.
	Fixed []string
	// Seed of the runs and of the places where they are interrupted.
	Seed uint64
	// Step is the time of a step above which a model fails, of the clock and of this process on its
	// processors, so that a busy machine fails nothing; 0 means a second. Steps that are whole
	// iterations are given more.
	Step time.Duration
	// Damages is how many damaged states are tried; 0 means 60.
	Damages int
}

// Conformance checks that a model keeps the contracts of package inference on the datasets, with
// the default settings:
//   - its Info is complete and its defaults are within their ranges;
//   - Check, Estimate, New, Step and Snapshot work, and each iteration reports as
//     many scalars as Info names;
//   - the same seed gives the same scalars and the same snapshots, bit for bit, on
//     one thread and on two, and with the context cancelled before and during steps;
//   - a snapshot kept across steps does not change, its parts are of known kinds and pass
//     their checks, and it is read back as it was written;
//   - it is a Saver whose state, saved at any step, continues to the same bits, and whose saved bytes
//     give an error, not a panic, where they are cut short or changed;
//   - the choices of a Decider give the same bits when they are set by hand;
//   - no step takes more than a second, of which a busy machine takes nothing. Times are
//     logged: they should take 50 ms at most.
func Conformance(t testing.TB, m inference.Model, datasets ...*inference.Dataset) {
	t.Helper()
	ConformanceWith(t, m, Options{}, datasets...)
}

// ConformanceWith is Conformance with options.
func ConformanceWith(t testing.TB, m inference.Model, o Options, datasets ...*inference.Dataset) {
	t.Helper()
	for _, data := range datasets {
		ConformanceOf(t, m, o, data)
	}
}

// ConformanceOf is ConformanceWith on one dataset. It returns the [Fingerprint], of a run that it does in any case.
func ConformanceOf(t testing.TB, m inference.Model, o Options, data *inference.Dataset) uint64 {
	t.Helper()
	c, ok := newConformance(t, m, o, data)
	if !ok {
		return 0
	}
	plain, ok := c.check()
	if !ok {
		return 0
	}
	return plain.fingerprint()
}

// Fingerprint runs a model as Conformance does, once, and returns a hash of all that it reports and
// shows: two ways to run the same model give the same.
func Fingerprint(t testing.TB, m inference.Model, o Options, data *inference.Dataset) uint64 {
	t.Helper()
	c, ok := newConformance(t, m, o, data)
	if !ok {
		return 0
	}
	plain, ok := c.run(1, nil)
	if !ok {
		return 0
	}
	return plain.fingerprint()
}

// TakenOver is [Fingerprint] of a run that is handed on twice, before its first step and before its third: another
// Stepper restores the saved state and continues.
func TakenOver(t testing.TB, m inference.Model, o Options, data *inference.Dataset) uint64 {
	t.Helper()
	c, ok := newConformance(t, m, o, data)
	if !ok {
		return 0
	}
	over, ok := c.relay(func(o outcome) bool { return o.steps == 0 || o.steps == 2 })
	if !ok {
		return 0
	}
	return over.fingerprint()
}

func (o outcome) fingerprint() uint64 {
	d := digest{fnv.New64a()}
	for _, s := range o.scalars {
		d.reals(s...)
	}
	d.integer(int(o.final))
	return d.Sum64()
}

func newConformance(t testing.TB, m inference.Model, o Options, data *inference.Dataset) (*conformance, bool) {
	t.Helper()
	if o.Iterations == 0 {
		o.Iterations = 3
	}
	if o.Step == 0 {
		o.Step = time.Second
	}
	if o.Damages == 0 {
		o.Damages = 60
	}
	info := m.Info()
	if !checkInfo(t, info) {
		return nil, false
	}
	s := info.Defaults()
	for name, value := range o.Set {
		if err := s.Set(name, value); err != nil {
			t.Errorf("%s: %v", info.Name, err)
			return nil, false
		}
	}
	for _, name := range o.Fixed {
		if err := s.Fix(name, true); err != nil {
			t.Errorf("%s: %v", info.Name, err)
			return nil, false
		}
	}
	info = inference.InfoFor(m, s)
	return &conformance{t: t, model: m, info: info, settings: s, data: data, options: o,
		name: info.Name + " on " + data.Name}, true
}

type conformance struct {
	t        testing.TB
	model    inference.Model
	info     inference.Info
	settings inference.Settings
	data     *inference.Dataset
	options  Options
	name     string
}

func (c *conformance) errorf(format string, args ...any) {
	c.t.Helper()
	c.t.Errorf("%s: %s", c.name, fmt.Sprintf(format, args...))
}

// outcome is the result of a run: everything that another run must reproduce.
type outcome struct {
	scalars [][]float64 // of each iteration
	final   uint64      // of the last snapshot and of the densities of a few rows and cells
	steps   int
	longest time.Duration
}

// ofNothing matches notes about things that do not occur.
var ofNothing = regexp.MustCompile(`\(0\)|^0 (cells|rows|columns)\b`)

// check checks everything and returns the outcome of the plain run.
func (c *conformance) check() (plain outcome, ok bool) {
	c.t.Helper()
	before := hashDataset(c.data)
	notes, err := inference.Check(c.model, c.data, c.settings)
	if err != nil {
		c.errorf("Check refuses the data: %v", err)
		return plain, false
	}
	for _, n := range notes {
		if ofNothing.MatchString(n) {
			c.errorf("a note tells of nothing: %s", n)
		}
	}
	if e := c.model.Estimate(c.data, c.settings); e.Bytes <= 0 || e.Start < 0 || e.Iteration < 0 {
		c.errorf("the estimate %+v is not of positive memory and time", e)
	}
	if plain, ok = c.run(1, nil); !ok {
		return plain, false
	}
	c.t.Logf("%s: %d steps, the longest of %v", c.name, plain.steps, plain.longest.Round(time.Millisecond))
	for what, f := range map[string]func() (outcome, bool){
		"with steps interrupted":   func() (outcome, bool) { return c.run(1, Interruptions(c.options.Seed+1)) },
		"interrupted, two threads": func() (outcome, bool) { return c.run(2, Interruptions(c.options.Seed+2)) },
	} {
		if other, ok := f(); ok {
			c.same(what, plain, other)
		}
	}
	c.checkSaver(plain)
	c.checkDecider(plain)
	if hashDataset(c.data) != before {
		c.errorf("the data were changed")
	}
	return plain, true
}

func (c *conformance) same(what string, plain, other outcome) {
	c.t.Helper()
	if difference := plain.difference(other); difference != "" {
		c.errorf("%s, %s", what, difference)
	}
}

// difference says in what another run differs, "" if in nothing.
func (o outcome) difference(other outcome) string {
	if len(o.scalars) != len(other.scalars) {
		return fmt.Sprintf("there were %d iterations, not %d", len(other.scalars)-1, len(o.scalars)-1)
	}
	for i := range o.scalars {
		if !sameBits(o.scalars[i], other.scalars[i]) {
			return fmt.Sprintf("iteration %d reported %v, not %v", i, other.scalars[i], o.scalars[i])
		}
	}
	if o.final != other.final {
		return "the last snapshot differs although the scalars are equal"
	}
	return ""
}

func (c *conformance) start(threads int) (inference.Stepper, bool) {
	c.t.Helper()
	s, ok := c.fresh(threads)
	if ok && s.Snapshot() == nil {
		c.errorf("no snapshot before the first step")
		return nil, false
	}
	return s, ok
}

// fresh returns a Stepper that runs no checks, as one that continues a saved state.
func (c *conformance) fresh(threads int) (inference.Stepper, bool) {
	c.t.Helper()
	s, err := c.model.New(c.data, c.settings, inference.Streams{Seed: c.options.Seed + 7}, threads)
	if err != nil {
		c.errorf("New: %v", err)
		return nil, false
	}
	return s, true
}

func (c *conformance) run(threads int, interrupted func() context.Context) (outcome, bool) {
	c.t.Helper()
	s, ok := c.start(threads)
	if !ok {
		return outcome{}, false
	}
	var o outcome
	ok = c.drive(s, &o, interrupted, nil)
	return o, ok
}

// drive steps s until all iterations are done. between is called before each step and returns the Stepper that takes
// it.
func (c *conformance) drive(s inference.Stepper, o *outcome, interrupted func() context.Context,
	between func(inference.Stepper) (inference.Stepper, bool)) bool {
	c.t.Helper()
	var kept []*inference.Snapshot
	var hashes []uint64
	for done := false; !done && len(o.scalars) <= c.options.Iterations; {
		if between != nil {
			var ok bool
			if s, ok = between(s); !ok {
				return false
			}
		}
		if interrupted != nil {
			r, err := s.Step(interrupted())
			switch {
			case err == nil:
				if !c.take(r, o, &done) {
					return false
				}
			case !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
				c.errorf("a cancelled step gives the error %v, not that of its context", err)
				return false
			case r.Scalars != nil:
				c.errorf("a cancelled step reports scalars")
				return false
			}
			if done || len(o.scalars) > c.options.Iterations {
				break
			}
		}
		begun := startWatch()
		r, err := s.Step(context.Background())
		took := begun.took()
		o.longest = max(o.longest, took)
		o.steps++
		if err != nil {
			c.errorf("step %d: %v", o.steps, err)
			return false
		}
		if took > c.options.Step {
			c.errorf("step %d took %v; steps should take 50 ms at most", o.steps, took)
			return false
		}
		if !c.take(r, o, &done) {
			return false
		}
		if r.Scalars != nil || len(kept) < 4 && o.steps%3 == 0 {
			snap := s.Snapshot()
			if !c.checkSnapshot(snap, len(o.scalars)-1) {
				return false
			}
			h, ok := c.hash(snap)
			if !ok {
				return false
			}
			kept, hashes = append(kept, snap), append(hashes, h)
		}
	}
	final := s.Snapshot()
	if !c.checkSnapshot(final, len(o.scalars)-1) {
		return false
	}
	var ok bool
	if o.final, ok = c.hash(final); !ok {
		return false
	}
	o.final ^= c.hashDensities(s)
	for i, snap := range kept {
		if h, ok := c.hash(snap); !ok || h != hashes[i] {
			c.errorf("a snapshot of iteration %d changed after it was published", snap.Iteration)
			return false
		}
	}
	return true
}

// take records the report of a step.
func (c *conformance) take(r inference.Report, o *outcome, done *bool) bool {
	c.t.Helper()
	*done = r.Done
	if r.Done && len(o.scalars) == 0 && r.Scalars == nil {
		c.errorf("done without iteration 0")
		return false
	}
	if !(r.Fraction >= 0 && r.Fraction <= 1) {
		c.errorf("fraction %v of the start is not in [0,1]", r.Fraction)
		return false
	}
	if r.Scalars == nil {
		return true
	}
	if len(r.Scalars) != len(c.info.Scalars) {
		c.errorf("%d scalars reported, %d named %v", len(r.Scalars), len(c.info.Scalars), c.info.Scalars)
		return false
	}
	o.scalars = append(o.scalars, slices.Clone(r.Scalars))
	return true
}

func (c *conformance) checkSnapshot(s *inference.Snapshot, iteration int) bool {
	c.t.Helper()
	switch {
	case s == nil:
		c.errorf("no snapshot")
		return false
	case s.Model != c.info.Name:
		c.errorf("the snapshot is of model %q", s.Model)
		return false
	case s.Iteration != max(iteration, 0):
		c.errorf("the snapshot says iteration %d after iteration %d", s.Iteration, iteration)
		return false
	}
	if err := kind.Check(s, c.data); err != nil {
		c.errorf("iteration %d: %v", s.Iteration, err)
		return false
	}
	return true
}

// hash hashes a snapshot, and reports whether that can be done.
func (c *conformance) hash(s *inference.Snapshot) (uint64, bool) {
	c.t.Helper()
	h, err := hashSnapshot(s)
	if err != nil {
		c.errorf("the snapshot of iteration %d: %v", s.Iteration, err)
	}
	return h, err == nil
}

// Interruptions returns a source of contexts that end a step: before it, at one of its first looks
// at them, or after 20 ms at most. A step that is given nothing else may get nowhere.
func Interruptions(seed uint64) func() context.Context {
	rng := rand.New(rand.NewPCG(seed, 2))
	return func() context.Context {
		switch k := rng.IntN(4); k {
		case 0:
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			return ctx
		case 1:
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rng.IntN(20_000))*time.Microsecond)
			context.AfterFunc(ctx, cancel)
			return ctx
		default:
			return newCountdown(1 + rng.IntN(40))
		}
	}
}
