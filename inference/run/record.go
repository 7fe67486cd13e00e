package run

import (
	"fmt"
	"time"

	"example.org/espalier/inference"
)

// A record holds the reports of a Stepper.
type record struct {
	trace    inference.Trace
	phase    string
	fraction float64
	share    float64
	within   bool // between two completed iterations, or within the start
	marks    []mark
	chains   bool // the values of several chains may come, one chain after the other
}

// A mark is the time at which an iteration was completed, for the rate.
type mark struct {
	iteration int
	elapsed   time.Duration
}

func newRecord(names []string, chains bool) record {
	return record{chains: chains, trace: inference.Trace{Names: names, Values: make([][]float64, len(names))}}
}

// iteration returns the number of completed iterations, -1 before the start is complete.
func (r *record) iteration() int { return len(r.trace.Iteration) - 1 }

// state returns the working state that the record has reached.
func (r *record) state() State {
	if r.iteration() < 0 {
		return Building
	}
	return Running
}

func (r *record) add(report inference.Report, elapsed time.Duration) error {
	r.phase, r.fraction, r.share, r.within = report.Phase, report.Fraction, report.Share, report.Scalars == nil
	if report.Scalars == nil {
		return nil
	}
	if n := len(report.Scalars); r.iteration() < 0 && r.chains && n > 0 && len(r.trace.Names) > 0 &&
		n%len(r.trace.Names) == 0 {
		r.trace.Values = make([][]float64, n) // of all chains
	}
	if len(report.Scalars) != len(r.trace.Values) {
		return fmt.Errorf("run: the model reported %d scalars, but declares %d", len(report.Scalars), len(r.trace.Names))
	}
	r.trace.Iteration = append(r.trace.Iteration, r.iteration()+1)
	r.trace.Seconds = append(r.trace.Seconds, elapsed.Seconds())
	for i, x := range report.Scalars {
		r.trace.Values[i] = append(r.trace.Values[i], x)
	}
	r.mark(mark{r.iteration(), elapsed})
	return nil
}

// view returns the current traces of the chains. Later rows are written beyond the end of these
// slices, never into them.
func (r *record) view() []inference.Trace {
	n, k := len(r.trace.Iteration), len(r.trace.Names)
	chains := make([]inference.Trace, max(1, len(r.trace.Values)/max(1, k)))
	for c := range chains {
		t := inference.Trace{
			Names:     r.trace.Names,
			Iteration: r.trace.Iteration[:n:n],
			Seconds:   r.trace.Seconds[:n:n],
			Values:    make([][]float64, k),
		}
		for i := range t.Values {
			t.Values[i] = r.trace.Values[c*k+i][:n:n]
		}
		chains[c] = t
	}
	return chains
}

const (
	markEvery  = 100 * time.Millisecond
	rateWindow = 3 * time.Second
)

// mark moves the window over which the rate is measured: marks are at least markEvery apart, and
// the last is always the newest iteration.
func (r *record) mark(m mark) {
	if k := len(r.marks); k >= 2 && m.elapsed-r.marks[k-2].elapsed < markEvery {
		r.marks[k-1] = m
		return
	}
	r.marks = append(r.marks, m)
	old := 0
	for old+2 < len(r.marks) && m.elapsed-r.marks[old+1].elapsed >= rateWindow {
		old++
	}
	r.marks = append(r.marks[:0], r.marks[old:]...)
}

// rate returns iterations per second over the recent past, 0 if not yet known.
func (r *record) rate() float64 {
	k := len(r.marks)
	if k < 2 {
		return 0
	}
	first, last := r.marks[0], r.marks[k-1]
	if last.elapsed <= first.elapsed {
		return 0
	}
	return float64(last.iteration-first.iteration) / (last.elapsed - first.elapsed).Seconds()
}
