package teach

import (
	"context"

	"example.org/espalier/plotting"
)

// A Course plays a stage step by step, forward and back. To go back it replays from copies kept on
// the way (at most mostKept, evenly spaced), which gives the same bits as the way forward. It is
// used by one goroutine at a time.
type Course struct {
	Stage   Stage
	Options Options

	play Play
	at   int
	kept []Play // copies at steps 0, every, 2·every, …
	gap  int    // "every"
}

// mostKept limits the copies, and with them the memory of a course.
const mostKept = 64

// NewCourse starts a stage.
func NewCourse(s Stage, o Options) (*Course, error) {
	p, err := s.New(o)
	if err != nil {
		return nil, err
	}
	return &Course{Stage: s, Options: o, play: p, kept: []Play{p.Clone()}, gap: 1}, nil
}

// At returns how many steps have been done.
func (c *Course) At() int { return c.at }

// Steps returns the number of steps of the whole course.
func (c *Course) Steps() int { return c.play.Steps() }

// Done reports whether the course is at its end.
func (c *Course) Done() bool { return c.at >= c.play.Steps() }

// Step advances by one step; at the end of the course it does nothing.
func (c *Course) Step(ctx context.Context) error {
	if c.Done() {
		return nil
	}
	if err := c.play.Step(ctx); err != nil {
		return err
	}
	c.at++
	c.keep()
	return nil
}

// keep stores a copy if one is due, and drops every second one if there are too many.
func (c *Course) keep() {
	if c.at%c.gap != 0 || c.at/c.gap < len(c.kept) {
		return
	}
	c.kept = append(c.kept, c.play.Clone())
	if len(c.kept) <= mostKept {
		return
	}
	few := c.kept[:0]
	for i := 0; i < len(c.kept); i += 2 {
		few = append(few, c.kept[i])
	}
	clear(c.kept[len(few):])
	c.kept, c.gap = few, 2*c.gap
}

// Back goes back by one step.
func (c *Course) Back(ctx context.Context) error { return c.To(ctx, c.at-1) }

// To goes to a step, forward or back; a step out of range means the nearest end. After an error the
// course is at a step on the way.
func (c *Course) To(ctx context.Context, step int) error {
	step = min(max(step, 0), c.Steps())
	if step < c.at {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := min(step/c.gap, len(c.kept)-1)
		c.play, c.at = c.kept[k].Clone(), k*c.gap
	}
	for c.at < step {
		if err := c.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Reset returns to the beginning.
func (c *Course) Reset() { c.play, c.at = c.kept[0].Clone(), 0 }

// Figure returns the present picture.
func (c *Course) Figure() plotting.Figure { return c.play.Figure() }

// Counters returns the numbers drawn, each with its expectation.
func (c *Course) Counters() []Counter { return c.play.Counters() }

// Summary describes the picture.
func (c *Course) Summary() string { return c.play.Summary() }

// Request returns the request that reproduces this course up to the present step.
func (c *Course) Request() Request {
	r := Request{Stage: c.Stage.Name, Seed: c.Options.Seed, Step: c.at, Points: FormatPoints(c.Options.Points),
		Marked: c.Options.Marked}
	for _, p := range c.Stage.Controls {
		if v, usual := c.Options.Settings.Text(p.Name), c.Stage.Defaults().Text(p.Name); v != usual {
			r.Set = append(r.Set, p.Name+"="+v)
		}
	}
	for _, inner := range c.Options.Inner {
		r.Set = append(r.Set, c.Options.Settings.Text(c.Stage.Inner)+"."+inner)
	}
	return r
}
