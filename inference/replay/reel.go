package replay

import (
	"slices"
	"strings"

	"example.org/espalier/inference"
)

// A State holds the result of a fit at one moment.
type State struct {
	Iteration int // completed then
	// Rows is how many rows of the traces there were: Iteration + 1, or 0 before the start was complete.
	Rows  int
	Parts []inference.Part
	// Scalars are those learnt by then; nil stands for those of the result.
	Scalars []inference.Scalar
}

// Start is the phase of a state before the first iteration.
const Start = "at the start"

// A Reel is the states that a fit went through, in order. It is never modified once made.
type Reel struct{ States []State }

// Len returns the number of states, 0 for nil.
func (r *Reel) Len() int {
	if r == nil {
		return 0
	}
	return len(r.States)
}

// Snapshot returns state i as a snapshot of the fit that ended with last. It shares the traces of last, up to the
// state. The state after all others is last itself.
func (r *Reel) Snapshot(i int, last *inference.Snapshot) *inference.Snapshot {
	if i >= len(r.States) {
		return last
	}
	s := r.States[i]
	phase, _, _ := strings.Cut(last.Phase, ";") // the rest is the reason for the result
	if s.Rows == 0 {
		phase = Start
	}
	out := &inference.Snapshot{Model: last.Model, Iteration: s.Iteration, Phase: phase, Parts: s.Parts,
		Trace: upTo(last.Trace, s.Rows)}
	if out.Scalars = s.Scalars; s.Scalars == nil {
		out.Scalars = last.Scalars
	}
	for _, t := range last.Chains {
		out.Chains = append(out.Chains, upTo(t, s.Rows))
	}
	return out
}

// Snapshots returns the states as [Reel.Snapshot] does, without last itself.
func (r *Reel) Snapshots(last *inference.Snapshot) []*inference.Snapshot {
	out := make([]*inference.Snapshot, r.Len())
	for i := range out {
		out[i] = r.Snapshot(i, last)
	}
	return out
}

// upTo returns the first rows of a trace.
func upTo(t inference.Trace, rows int) inference.Trace {
	rows = min(rows, len(t.Iteration))
	out := inference.Trace{Names: t.Names, Iteration: t.Iteration[:rows:rows], Values: make([][]float64,
		len(t.Values))}
	if t.Seconds != nil {
		out.Seconds = t.Seconds[:rows:rows]
	}
	for i, v := range t.Values {
		out.Values[i] = v[:rows:rows]
	}
	return out
}

// stateOf returns the state of a snapshot at its moment; false if none of its parts can be replayed.
func stateOf(s *inference.Snapshot) (State, bool) {
	out := State{Iteration: s.Iteration, Rows: len(s.Trace.Iteration), Scalars: s.Scalars}
	for _, p := range s.Parts {
		if q, ok := p.(inference.Replayed); ok {
			out.Parts = append(out.Parts, q.Present())
		}
	}
	return out, len(out.Parts) > 0
}

// Present returns a snapshot of its moment alone, without draws, with its traces; s itself if none of its parts can be
// replayed.
func Present(s *inference.Snapshot) *inference.Snapshot {
	now, ok := stateOf(s)
	if !ok {
		return s
	}
	out := *s
	out.Parts = now.Parts
	return &out
}

// change says how much differs between two states: as much as in the part that differs most.
func change(from, to State) float64 {
	if len(from.Parts) != len(to.Parts) {
		return 1
	}
	most := 0.0
	for _, p := range to.Parts {
		i := slices.IndexFunc(from.Parts, func(q inference.Part) bool { return q.Kind() == p.Kind() })
		if i < 0 {
			return 1
		}
		most = max(most, p.(inference.Replayed).Change(from.Parts[i]))
	}
	return most
}

// toward returns a state in the order of a later one.
func toward(s State, later []inference.Part) State {
	parts := slices.Clone(s.Parts)
	for k, p := range parts {
		if i := slices.IndexFunc(later, func(q inference.Part) bool { return q.Kind() == p.Kind() }); i >= 0 {
			parts[k] = p.(inference.Replayed).Toward(later[i])
		}
	}
	s.Parts = parts
	return s
}
