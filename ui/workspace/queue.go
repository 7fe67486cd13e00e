package workspace

import (
	"runtime"

	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
)

// Queue adds the run that the form describes to those that wait. It appears in the list of results at once, and the
// result shown stays. Runs work in parallel, but leave one processor to the window.
func (r *Runs) Queue() {
	if !r.w.startable() || !r.fits() {
		return
	}
	j := r.launchNext(r.w.On == nil)
	if j == nil {
		return
	}
	j.Queued = !j.Away // a cluster has a queue of its own
	r.w.Doc.Do("Queue a run", "", func(s study.State) study.State {
		shown := s.Shown
		s = withResult(s, j.ID)
		if shown != 0 {
			s.Shown = shown
		}
		return s
	})
	r.advance()
	r.w.Changed(NoticeChanged | OthersChanged | RunChanged)
}

// AtOnce returns how many runs work at once.
func AtOnce() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// Working returns how many runs work or wait on this machine, the first trees of tables aside.
func (r *Runs) Working() (n int) {
	for _, j := range r.Open {
		if !j.First && !j.Away && !j.Run.Progress().State.Ended() {
			n++
		}
	}
	return n
}

// advance starts the runs that have waited longest, up to the limit.
func (r *Runs) advance() {
	working := 0
	for _, j := range r.Open {
		if !j.Queued && !j.Away && j.Run.Progress().State.Working() {
			working++
		}
	}
	for _, j := range r.Open {
		if j.Queued && working < AtOnce() {
			working++
			r.tell(j, fit.Command{Do: fit.Resume})
		}
	}
}
