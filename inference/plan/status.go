package plan

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"time"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
)

// Live is the progress that a running task writes every few seconds.
type Live struct {
	Task       int                `json:"task"`
	State      string             `json:"state"` // building, running, …
	Phase      string             `json:"phase,omitempty"`
	Fraction   float64            `json:"fraction"` // of the start
	Iteration  int                `json:"iteration"`
	Target     int                `json:"target"` // −1 for no limit
	Seconds    float64            `json:"seconds"`
	Left       float64            `json:"seconds_left,omitempty"`
	Quantities map[string]float64 `json:"quantities,omitempty"` // at the last iteration, those that are finite
	Host       string             `json:"host"`
	Process    int                `json:"process"`
	Begun      time.Time          `json:"begun"`
	Told       time.Time          `json:"told"`
}

// tell writes how far a task is.
func (p *Plan) tell(t Task, h job.Handle, begun time.Time) error {
	g := h.Progress()
	host, _ := os.Hostname() // for people only
	l := Live{Task: t.Number, State: g.State.String(), Phase: g.Phase, Fraction: g.Fraction, Iteration: g.Iteration,
		Target: g.Target, Seconds: g.Elapsed.Seconds(),
		Host: host, Process: os.Getpid(), Begun: begun, Told: time.Now()}
	if g.LeftKnown {
		l.Left = g.Left.Seconds()
	}
	if s := h.Latest(); s != nil {
		l.Quantities = map[string]float64{}
		for i, name := range s.Trace.Names {
			if v := s.Trace.Values[i]; len(v) > 0 && !math.IsNaN(v[len(v)-1]) && !math.IsInf(v[len(v)-1], 0) {
				l.Quantities[name] = v[len(v)-1]
			}
		}
	}
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return put(p.path("live", t.Hash+".json"), b)
}

// mostSaid is more than a task says of itself or of its failure, in bytes.
const mostSaid = 1 << 20

// State is the state of a task, known without reading its result.
type State string

// The states.
const (
	IsDone    State = "done"
	IsFailed  State = "failed"
	IsRunning State = "running"
	IsSaved   State = "saved" // it has a state to go on from, and nobody works on it
	IsWaiting State = "waiting"
)

// Stale is how long a task at work may be silent before it is taken for dead.
const Stale = 30 * time.Second

// A Status is the state of a task.
type Status struct {
	Task  Task
	State State
	Live  *Live  // its last progress; nil for none
	Error string // why it failed
}

// Status returns the status of a task at the time now.
func (p *Plan) Status(t Task, now time.Time) Status {
	s := Status{Task: t, State: IsWaiting}
	if there(p.path("results", t.Hash+".fit")) {
		s.State = IsDone
		return s
	}
	var l Live
	if b, err := disk.Read(p.path("live", t.Hash+".json"), mostSaid); err == nil && json.Unmarshal(b, &l) == nil {
		s.Live = &l
	}
	var f failure
	failed := false
	if b, err := disk.Read(p.path("failed", t.Hash+".json"), mostSaid); err == nil && json.Unmarshal(b, &f) == nil {
		failed = true
	}
	switch {
	case s.Live != nil && now.Sub(s.Live.Told) < Stale && there(p.path("locks", t.Hash)):
		s.State = IsRunning
	case failed:
		s.State, s.Error = IsFailed, f.Error
	case there(p.path("states", t.Hash+".fit")):
		s.State = IsSaved
	}
	return s
}

func there(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
