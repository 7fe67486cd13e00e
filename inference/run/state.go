package run

import "fmt"

// A State is the state of a run.
type State int

// The states of a run. In the last three it has ended; [Run.More] continues from Finished and
// Stopped.
const (
	Building State = iota // working on the start
	Running               // iterating
	Paused                // waiting to be resumed
	Finished              // the target, the time or the end of all work was reached
	Stopped               // ended by Stop or Close; the result is kept
	Failed                // ended by an error; the last snapshot is kept
)

var stateNames = [...]string{"building", "running", "paused", "finished", "stopped", "failed"}

// String returns the state in lower case: "running".
func (s State) String() string {
	if s < 0 || int(s) >= len(stateNames) {
		return fmt.Sprintf("State(%d)", int(s))
	}
	return stateNames[s]
}

// Ended reports whether a run in this state does no more work unless asked for more.
func (s State) Ended() bool { return s >= Finished }

// Working reports whether a run in this state is taking steps.
func (s State) Working() bool { return s == Building || s == Running }
