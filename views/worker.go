package views

import "sync"

// A worker is one goroutine that does the latest of the jobs it was given. A job not
// begun when the next one comes is dropped.
type worker struct {
	mu     sync.Mutex
	next   func()
	closed bool
	wake   chan struct{} // holds one
}

func newWorker() *worker {
	w := &worker{wake: make(chan struct{}, 1)}
	go w.loop()
	return w
}

// submit replaces the job that waits, if any. It returns at once.
func (w *worker) submit(job func()) {
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

// waiting reports whether a newer job waits for the one that is done: a long one should give up.
func (w *worker) waiting() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.next != nil || w.closed
}

func (w *worker) loop() {
	for range w.wake {
		w.mu.Lock()
		job := w.next
		w.next = nil
		w.mu.Unlock()
		if job != nil {
			job()
		}
	}
}

// close ends the goroutine after the job it is doing. It does not wait: that job may
// itself be waiting for the goroutine of the window, which calls close.
func (w *worker) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.closed, w.next = true, nil
	close(w.wake)
}
