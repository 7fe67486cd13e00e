package run

import (
	"sync"
	"time"
)

// A slow is slow motion: iterations begin no sooner than a time after the one before, so that each can be watched.
// The numbers are those of full speed. It is safe for concurrent use.
type slow struct {
	mu   sync.Mutex
	each time.Duration // 0 for full speed
	next time.Time     // when the next iteration may begin
}

// SetRate sets how many iterations a second the run does at most, and shows each of them; 0 is as many as it can.
func (r *Run) SetRate(perSecond int) {
	r.slow.set(perSecond)
	r.nudge()
}

func (s *slow) set(perSecond int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.each, s.next = 0, time.Time{}
	if perSecond > 0 {
		s.each = time.Second / time.Duration(perSecond)
	}
}

// took records that an iteration ended.
func (s *slow) took() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.each == 0 {
		return
	}
	now := time.Now()
	if s.next = s.next.Add(s.each); s.next.Before(now) || s.next.After(now.Add(s.each)) {
		s.next = now.Add(s.each)
	}
}

// waits reports whether it is too soon for the next iteration.
func (s *slow) waits() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.each > 0 && time.Now().Before(s.next)
}

// until returns a channel that receives when the next iteration may begin.
func (s *slow) until() <-chan time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.After(time.Until(s.next))
}

// follows reports whether each iteration is shown, although it would be too soon after the one before: where
// there is time for it.
func (s *slow) follows(every time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.each >= every && s.each > 0
}
