package screen

import "testing"

// Idle waits for all workers, but not for jobs that were dropped.
func TestIdle(t *testing.T) {
	a, b := NewWorker(), NewWorker()
	defer a.Close()
	idle := func() bool {
		select {
		case <-Idle():
			return true
		default:
			return false
		}
	}
	<-Idle()
	hold, begun := make(chan struct{}), make(chan struct{})
	a.Submit(func() { close(begun); <-hold })
	<-begun
	b.Submit(func() {})
	<-b.Rest()
	done := Idle()
	if idle() {
		t.Error("idle while a worker works")
	}
	a.Submit(func() {}) // waits for the first
	close(hold)
	<-a.Rest()
	<-done
	if !idle() {
		t.Error("not idle when all is done")
	}
	b.Submit(func() {})
	b.Close() // the job may never begin
	<-b.Rest()
	<-Idle()
}
