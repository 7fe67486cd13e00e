package run

import (
	"context"
	"errors"

	"example.org/espalier/inference"
)

// Until decides whether the results so far suffice, and at which iteration they can be expected to,
// 0 if unknown. It must depend on the snapshot alone, so that the same run ends at the same
// iteration. If ctx is cancelled, it returns its error and is asked again when the run continues.
type Until func(ctx context.Context, s *inference.Snapshot) (reached bool, expected int, err error)

// A rule is an Until with its last answer.
type rule struct {
	ask      Until // nil for none
	at       int   // iteration at which it is asked next
	expected int
	reached  bool
}

func newRule(ask Until, iteration int) rule { return rule{ask: ask, at: nextAsk(iteration)} }

// Rules are asked at firstAsk iterations, and then whenever a tenth more have been done, but at
// least leastAsk more. These iterations do not depend on time, so results are reproducible. All
// these calls together cost about eleven times the last one.
const (
	firstAsk = 50
	leastAsk = 25
	askShare = 10
)

// nextAsk returns the first iteration, not before i, at which a rule is asked.
func nextAsk(i int) int {
	at := firstAsk
	for at < i {
		at += max(leastAsk, at/askShare)
	}
	return at
}

// SetUntil replaces [Options.Until]; nil removes it. A run that has ended stays ended until
// [Run.More].
func (r *Run) SetUntil(ask Until) { r.ask(func() { r.rule = newRule(ask, r.record.iteration()) }) }

// due reports whether the rule is to be asked before the next step.
func (r *Run) due() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rule.ask != nil && !r.record.within && r.record.iteration() == r.rule.at
}

// consult asks the rule and ends the run if it is satisfied.
func (r *Run) consult(ctx context.Context) {
	r.mu.Lock()
	ask := r.rule.ask
	r.mu.Unlock()
	s := r.take()
	if s == nil || ask == nil {
		return // it has failed, or the rule is gone
	}
	var reached bool
	var expected int
	err := r.guard(func() (err error) {
		reached, expected, err = ask(ctx, s)
		return err
	})
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return
	}
	if err != nil {
		r.fail(err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rule.at != r.record.iteration() {
		return // another rule was set meanwhile
	}
	r.rule.expected, r.rule.reached = expected, reached
	r.rule.at = nextAsk(r.rule.at + 1)
	if reached && r.state.Working() {
		r.setState(Finished)
	}
}

// Take returns a snapshot of the present state, taken between two steps. It does not reach the
// channel or Latest. The error says why there is none.
func (r *Run) Take() (*inference.Snapshot, error) {
	var s *inference.Snapshot
	err := r.Do(func(inference.Stepper) { s = r.take() })
	if err == nil && s == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if err = r.err; err == nil {
			err = errors.New("run: there is no result to show yet")
		}
	}
	return s, err
}

// take returns a snapshot that may be passed on, nil if the Stepper gives none or fails.
func (r *Run) take() *inference.Snapshot { return r.completed(r.stepper.Snapshot) }

// present returns a snapshot of the present state with the summaries of draws of the latest one; nil where the Stepper
// gives no state.
func (r *Run) present() *inference.Snapshot {
	p, ok := r.stepper.(inference.Presenter)
	r.mu.Lock()
	last := r.latest
	r.mu.Unlock()
	if !ok || last == nil {
		return nil
	}
	return r.completed(func() *inference.Snapshot {
		now := p.Present()
		if now == nil {
			return nil
		}
		return &inference.Snapshot{Parts: inference.LiveParts(now, last.Parts), Scalars: last.Scalars}
	})
}

// completed returns the snapshot of the Stepper with the run's own fields.
func (r *Run) completed(give func() *inference.Snapshot) *inference.Snapshot {
	var taken *inference.Snapshot
	err := r.guard(func() error {
		taken = give()
		return nil
	})
	if err != nil {
		r.fail(err)
		return nil
	}
	if taken == nil {
		return nil
	}
	s := *taken
	r.mu.Lock()
	defer r.mu.Unlock()
	s.Model = r.info.Name
	s.Iteration = max(0, r.record.iteration())
	s.Phase = r.record.phase
	chains := r.record.view()
	s.Trace = chains[0]
	if r.info.Samples {
		s.Chains = chains
	}
	return &s
}
