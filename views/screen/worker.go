package screen

import "sync"

// A Worker is one goroutine that does the latest job submitted. A job that has not begun when the
// next one comes is dropped.
type Worker struct {
	mu     sync.Mutex
	next   func()
	closed bool
	wake   chan struct{} // holds one
	busy   bool
	rests  []chan struct{} // to be closed when there is nothing to do
}

// NewWorker returns a worker that waits for its first job.
func NewWorker() *Worker {
	w := &Worker{wake: make(chan struct{}, 1)}
	go w.loop()
	return w
}

// Submit replaces the job that waits, if any. It returns at once.
func (w *Worker) Submit(job func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.next = job
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Waiting reports whether a newer job waits for the present one. If so, a long job should stop
// early.
func (w *Worker) Waiting() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.next != nil || w.closed
}

func (w *Worker) loop() {
	for range w.wake {
		w.mu.Lock()
		job := w.next
		w.next, w.busy = nil, job != nil
		w.mu.Unlock()
		if job != nil {
			job()
		}
		w.mu.Lock()
		w.busy = false
		w.rested()
		w.mu.Unlock()
	}
}

// Rest returns a channel that is closed when the worker is idle: all jobs, and what they posted,
// are done.
func (w *Worker) Rest() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := make(chan struct{})
	w.rests = append(w.rests, c)
	w.rested()
	return c
}

// rested closes the channels of Rest if the worker is idle. The caller holds w.mu.
func (w *Worker) rested() {
	if w.busy || w.next != nil {
		return
	}
	for _, c := range w.rests {
		close(c)
	}
	w.rests = nil
}

// Close ends the goroutine after the job it is doing. It does not wait: that job may
// itself be waiting for the goroutine of the window, which calls close.
func (w *Worker) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.closed, w.next = true, nil
	close(w.wake)
}
