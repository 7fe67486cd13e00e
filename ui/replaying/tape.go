package replaying

import (
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/replay"
)

// recordingShare is the wait after a snapshot was recorded, as a multiple of the time that took: recording takes less
// than 2 % of one processor.
const recordingShare = 50

// enough is how many recorded states make a replay without fitting once more, and longest how long a fit may have
// taken that is done once more.
const (
	enough  = 24
	longest = 5 * time.Minute
)

// A Tape records the states of a run as its snapshots come. The zero value is ready. It is safe for concurrent use.
type Tape struct {
	mu       sync.Mutex
	recorder replay.Recorder
	next     time.Time
	now      func() time.Time // nil for that of the machine
}

// Add records a snapshot, unless the last one took so long that it is too soon.
func (t *Tape) Add(s *inference.Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now
	if t.now != nil {
		now = t.now
	}
	begun := now()
	if begun.Before(t.next) {
		return
	}
	t.recorder.Add(s)
	ended := now()
	t.next = ended.Add(recordingShare * ended.Sub(begun))
}

// reel returns the recording of a run that ended with last, if it is worth watching or all there will be.
func (t *Tape) reel(last *inference.Snapshot, took time.Duration) (r *replay.Reel, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r = t.recorder.Reel(last)
	return r, r.Len() >= enough || r.Len() > 1 && took > longest
}
