package vbmfa

import (
	"context"
	"math"

	found "example.org/espalier/inference/kind/mixture"
)

// A Turn is one of the updates that make up a cycle, for those who want to see them one by one.
type Turn int

// The turns of a cycle, in order: q(s) with q(x), q(Λ̃), q(ν), and noise with the hyperparameters.
const (
	Responsibilities Turn = iota
	Factors
	Relevance
	Rest
)

// An Update reports the state of a fit after a turn.
type Update struct {
	Turn    Turn
	Bound   float64        // of the mixture, with the change being tried
	Mixture *found.Mixture // the same
	Trial   string         // the change being tried: "a split", …; "" while the present components settle
	Pair    bool           // only the components concerned are updated so far
	Ended   bool           // the trial ended with this turn
	Kept    bool           // and is kept; otherwise the mixture is again that before it
	Gain    float64        // in nats, of a trial that has ended
	Done    bool           // the fit has ended; the turn was none
}

// Turns is implemented by fits whose updates can be done one by one. It continues the fit just as Step does.
type Turns interface {
	Update(ctx context.Context) (Update, error)
}

var _ Turns = (*fit)(nil)

// turn is that which the next piece of work of a cycle belongs to.
func (s stage) turn() Turn {
	switch s {
	case loading:
		return Factors
	case precision:
		return Relevance
	case hyper:
		return Rest
	}
	return Responsibilities
}

// trials names the changes that epochs try.
var trials = [...]string{growth: "", birth: "a split", removal: "one component less", renewal: "factors anew",
	shedding: "one factor less"}

// Update implements [Turns], for fits of one search.
func (f *fit) Update(ctx context.Context) (u Update, err error) {
	s := f.search
	if s.failure != nil {
		return u, s.failure
	}
	if err := ctx.Err(); err != nil {
		return u, err
	}
	epoch := len(s.Epochs) - 1
	u.Done, u.Turn, u.Trial = f.ended(), s.Cycle.Stage.turn(), trials[s.Epochs[epoch].kind()]
	u.Pair = s.Phase == pairing
	for cycled := false; !u.Done && !cycled && s.Cycle.Stage.turn() == u.Turn; {
		if cycled, err = s.advance(); err != nil {
			s.failure = err
			return u, err
		}
		if cycled {
			f.close()
		}
	}
	m := s.Mixture
	if u.Bound = s.Cycle.Before; !u.Done && !s.Epochs[epoch].Open {
		e := s.Epochs[epoch]
		u.Ended, u.Kept, u.Gain = true, e.Accepted, e.Gain
		m, u.Bound = s.settled(), math.NaN() // the next trial has begun
	}
	if math.IsNaN(u.Bound) {
		u.Bound = m.bound().total()
	}
	u.Mixture = f.publish(m)
	return u, nil
}
