package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/run"
)

// A Handle is a fit in progress, wherever it runs. Its methods may be called from any goroutine.
type Handle interface {
	// Material returns the data and settings that the fit was started with.
	Material() *Material
	// Able says which queries the fit can answer.
	Able() Abilities
	// Progress says how far the fit has come. It never waits. For a fit in another process it is as
	// recent as the last report, at most a tenth of a second old while the fit works.
	Progress() run.Progress
	// Snapshots is a channel that holds the newest snapshot only; it is closed when the fit is.
	Snapshots() <-chan *inference.Snapshot
	// Latest is the newest snapshot, nil before the first. After Wait it is the final state.
	Latest() *inference.Snapshot
	// Control sends a command to the fit. It does not wait until it is carried out; the error says why it cannot be.
	Control(Command) error
	// Ask queries the fit between two steps.
	Ask(ctx context.Context, q Query) (Answer, error)
	// Save returns the state between two steps; given as [Options.State], it continues to the same
	// bits.
	Save(ctx context.Context) (*pieces.Bytes, error)
	// Wait returns when the fit has ended: nil after Stop or when its goal was reached; see
	// [run.Run.Wait].
	Wait() error
	// Rest returns when the fit is paused or has ended and has carried out all commands.
	Rest(ctx context.Context) error
	// Result gathers the outcome of the fit, at its end or so far: its newest snapshot, scores of held-out data, and
	// everything else that its Spec asks for. If ctx ends, drawing for the evidence stops and the draws so far count; the
	// rest is completed. With an error there may be a Result too, which records it.
	Result(ctx context.Context) (*Result, error)
	// Close ends the fit for good. Latest keeps the newest snapshot.
	Close()
}

// A Runner starts fits.
type Runner interface {
	// Start begins a fit. When ctx ends, the fit is closed, and Wait returns the cause.
	Start(ctx context.Context, m *Material, o Options) (Handle, error)
}

// Options say how a fit is run. Nothing here changes its result.
type Options struct {
	Threads int  // at work at once; 0 for all processors
	Paused  bool // begin paused
	// State comes from [Handle.Save] of the same fit: the fit continues from there.
	State *pieces.Bytes
	// Keep puts the state from which the fit can continue into the Result.
	Keep bool
	// Every is the least time between snapshots; 0 for 60 ms.
	Every time.Duration
	// Rate is the number of iterations a second at most; 0 for as many as can be. See the verb Rate.
	Rate int
}

// Abilities say which queries a fit can answer; see [Query].
type Abilities struct {
	Rows, Cells, Classes, Evidence bool
	// Away means that for now the fit can only be watched and stopped.
	Away bool
}

// A Verb is the action of a Command.
type Verb string

// The verbs.
const (
	Pause  Verb = "pause"
	Resume Verb = "resume"
	Step   Verb = "step" // do N iterations, the start counting as the first, then pause
	Stop   Verb = "stop" // end and keep the result
	// do N iterations more than the target or, if the fit has ended, than were done; below 0 without limit
	More  Verb = "more"
	Rate  Verb = "rate"  // do at most N iterations a second and show each; 0 for as many as can be
	Until Verb = "until" // set another goal of effective sample size or of settling; iterations and duration stay
)

// A Command tells a fit to do something.
type Command struct {
	Do Verb
	N  int  // of Step, More and Rate
	To Goal // of Until
}

// run carries the command out on a run.
func (c Command) run(r *run.Run, m *Material) error {
	switch c.Do {
	case Pause:
		r.Pause()
	case Resume:
		r.Resume()
	case Step:
		if c.N < 1 {
			return fmt.Errorf("a step of %d iterations is too short; give 1 or more", c.N)
		}
		r.StepN(c.N)
	case Stop:
		r.Stop()
	case Rate:
		r.SetRate(c.N)
	case More:
		return r.More(c.N)
	case Until:
		s := m.Spec
		s.Goal = c.To
		if err := errors.Join(s.checkSampling(m.Info, m.Settings), s.checkGoal(m.Info, m.Settings)); err != nil {
			return err
		}
		r.SetUntil(m.until(c.To))
		r.SetUntilSettled(c.To.Settled)
	default:
		return fmt.Errorf("a fit has no command %q", c.Do)
	}
	return nil
}

// reopens reports whether the command may make an ended fit continue.
func (c Command) reopens() bool { return c.Do == Step || c.Do == More }

// ErrClosed is returned by methods of a fit after Close.
var ErrClosed = errors.New("the fit is closed")
