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
	counts bool            // among those at work
	rests  []chan struct{} // to be closed when there is nothing to do
}

// atWork counts the workers that have something to do.
var atWork struct {
	mu    sync.Mutex
	count int
	rests []chan struct{} // to be closed when it is 0
}

// Idle returns a channel that is closed when no worker has anything to do: all that was asked for is drawn.
func Idle() <-chan struct{} {
	atWork.mu.Lock()
	defer atWork.mu.Unlock()
	c := make(chan struct{})
	atWork.rests = append(atWork.rests, c)
	tellIdle()
	return c
}

// tellIdle closes the channels of Idle if no worker is at work. The caller holds the lock.
func tellIdle() {
	if atWork.count > 0 {
		return
	}
	for _, c := range atWork.rests {
		close(c)
	}
	atWork.rests = nil
}

// count counts the worker if it has something to do. The caller holds w.mu.
func (w *Worker) count() {
	works := w.busy || w.next != nil
	if works == w.counts {
		return
	}
	w.counts = works
	atWork.mu.Lock()
	defer atWork.mu.Unlock()
	if works {
		atWork.count++
		return
	}
	atWork.count--
	tellIdle()
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
	w.count()
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
		w.count()
		w.rested()
		w.mu.Unlock()
	}
}

// Rest returns a channel that is closed when the worker is idle: all jobs, and the functions that they posted, are
// done.
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
	w.count()
	close(w.wake)
}
