package replay

import (
	"example.org/espalier/inference"
)

// Most is how many states a recorder keeps at most, and mostBytes how much memory they take, about; leastStates are
// kept of the largest ones.
const (
	Most        = 60
	mostBytes   = 32 << 20
	leastStates = 8
)

// A Recorder keeps the states of a run that differ most. The zero value is ready. It is for one goroutine.
type Recorder struct {
	states []State
	cost   []float64 // of each but the ends: the loss without it, the change between its neighbours
	most   int
}

// Add takes a snapshot of the run, later than those before it.
func (r *Recorder) Add(s *inference.Snapshot) {
	now, ok := stateOf(s)
	if !ok {
		return
	}
	n := len(r.states)
	if n > 0 && change(r.states[n-1], now) == 0 {
		return
	}
	if r.most == 0 {
		r.most = roomFor(now)
	}
	r.states, r.cost = append(r.states, now), append(r.cost, 0)
	r.weigh(n - 1)
	if len(r.states) > r.most {
		r.drop()
	}
}

// roomFor returns how many states like one are kept.
func roomFor(s State) int {
	bytes := 1
	for _, p := range s.Parts {
		if b, err := p.MarshalBinary(); err == nil {
			bytes += len(b)
		}
	}
	return min(max(mostBytes/bytes, leastStates), Most)
}

// weigh finds the cost of dropping state i. The first and the last one stay.
func (r *Recorder) weigh(i int) {
	if i > 0 && i < len(r.states)-1 {
		r.cost[i] = change(r.states[i-1], r.states[i+1])
	}
}

// drop leaves out the state that is missed least.
func (r *Recorder) drop() {
	at := 1
	for i := 1; i < len(r.states)-1; i++ {
		if r.cost[i] < r.cost[at] {
			at = i
		}
	}
	r.states = append(r.states[:at], r.states[at+1:]...)
	r.cost = append(r.cost[:at], r.cost[at+1:]...)
	r.weigh(at - 1)
	r.weigh(at)
}

// Reel returns the states before the last snapshot, in its order of leaves, groups and components.
func (r *Recorder) Reel(last *inference.Snapshot) *Reel {
	end, ok := stateOf(last)
	out := &Reel{}
	if !ok {
		return out
	}
	for i, s := range r.states { // states between two equal ones may have been dropped
		next := end
		if i+1 < len(r.states) {
			next = r.states[i+1]
		}
		if change(s, next) > 0 {
			out.States = append(out.States, s)
		}
	}
	// Where draws are summarised, figures of the last snapshot do not show its state.
	later := last.Parts
	for i := len(out.States) - 1; i >= 0; i-- {
		out.States[i] = toward(out.States[i], later)
		later = out.States[i].Parts
	}
	return out
}
