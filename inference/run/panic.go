package run

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// A Panic is the error of a run whose model panicked: a mistake in the program, not in the data. It
// ends only this run. A Stepper that starts goroutines must pass their panics on to the goroutine
// that called it.
type Panic struct {
	Model     string
	Iteration int    // completed iterations; -1 during the start, or where no model is at work
	Value     any    // passed to panic
	Stack     string // a few calls, innermost first, one per line; for a bug report
}

// Error names the model, the iteration and the cause, without the stack.
func (p *Panic) Error() string {
	if p.Model == "" {
		return fmt.Sprintf("the program failed here: %v (a mistake in the program)", p.Value)
	}
	where := "during its start"
	if p.Iteration >= 0 {
		where = fmt.Sprintf("after iteration %d", p.Iteration)
	}
	return fmt.Sprintf("run: %s failed %s: %v (a mistake in the program; the last result is kept)", p.Model, where,
		p.Value)
}

// Panicked is the error of a panic that was recovered from outside a run. It is called where that was done.
func Panicked(value any) *Panic { return &Panic{Iteration: -1, Value: value, Stack: shortStack()} }

// Unwrap returns the cause if an error was passed to panic.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// guard calls f and turns a panic into a *Panic. r.mu is not held.
func (r *Run) guard(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			r.mu.Lock()
			i := r.record.iteration()
			r.mu.Unlock()
			err = &Panic{Model: r.info.Name, Iteration: i, Value: v, Stack: shortStack()}
		}
	}()
	return f()
}

// shortStack returns the calls that led to the panic being recovered.
func shortStack() string {
	const most = 12
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	var lines []string
	for panicked := false; len(lines) < most; {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicked && !inRuntime {
			folder := filepath.Base(filepath.Dir(f.File))
			lines = append(lines, fmt.Sprintf("%s (%s/%s:%d)", f.Function, folder, filepath.Base(f.File), f.Line))
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			break
		}
	}
	return strings.Join(lines, "\n")
}
