package workspace

import fit "example.org/espalier/inference/job"

// Rates are the numbers of iterations a second that can be chosen; 0 is as many as can be.
var Rates = []int{0, 10, 5, 2, 1}

// Rate returns how many iterations a second runs do at most; 0 is as many as they can.
func Rate(r *Runs) int { return r.rate }

// SetRate sets how many iterations a second the runs do at most from now on, so that each can be watched.
func SetRate(r *Runs, perSecond int) {
	if r.rate == perSecond {
		return
	}
	r.rate = perSecond
	for _, j := range r.Open {
		r.w.pace(j)
	}
	r.w.Changed(RunChanged)
}

// pace tells a run how fast it may go.
func (w *Workspace) pace(j *Job) {
	if !j.Away {
		_ = j.Run.Control(fit.Command{Do: fit.Rate, N: w.Runs.rate}) // one that has ended needs none
	}
}
