package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/plotting/report"
)

// interrupted is the error of a fit that was told to end before its goal. Its result so far is
// kept.
type interrupted struct{ how string }

func (e interrupted) Error() string { return e.how }

// keep writes the result of a fit so far, and its state, into its study and its folder.
func (f *fitted) keep(r *job.Result) error {
	err := f.target.put(r, f.material)
	if f.out.path == "" || r.Snapshot == nil {
		return err
	}
	if f.another { // its files belong to another fit
		if failure := f.out.clear(nil); failure != nil {
			return errors.Join(err, failure)
		}
		f.another = false
	}
	return errors.Join(err, f.keepIn(r))
}

// keepIn writes a result whole into the folder.
func (f *fitted) keepIn(r *job.Result) error {
	whole, err := r.Pieces()
	if err != nil {
		return err
	}
	return f.out.stream(opening.FitFile, func(w io.Writer) error { _, err := whole.WriteTo(w); return err })
}

// checkpoint starts to save the state of a fit once in every interval. The function that it returns stops this and
// waits for the last write. A failed write is printed, and the next interval tries again.
func (f *fitted) checkpoint(s *console, h job.Handle, every time.Duration) (end func()) {
	if every <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	gone := make(chan struct{})
	clock := s.clock
	if clock == nil {
		clock = time.After
	}
	go func() {
		defer close(gone)
		for took := time.Duration(0); ; {
			select {
			case <-ctx.Done():
				return
			case <-clock(job.BetweenSaves(every, took)):
			}
			begun := time.Now()
			if err := f.checkpointNow(ctx, h); err != nil && ctx.Err() == nil {
				s.note(fmt.Sprintf("the state was not saved: %v", err))
			}
			took = time.Since(begun)
			if s.kept != nil {
				s.kept()
			}
		}
	}()
	return func() {
		cancel()
		<-gone
	}
}

func (f *fitted) checkpointNow(ctx context.Context, h job.Handle) error {
	// The snapshot must not be newer than the state, so that the resumed fit repeats nothing of it.
	snapshot, progress := h.Latest(), h.Progress()
	state, err := h.Save(ctx)
	if err != nil {
		return err
	}
	r := f.material.Outline().With(snapshot, progress)
	r.Version, r.State = Version, state
	return f.keep(r)
}

// resumable tells the user how to continue an interrupted fit, "" if that is impossible.
func (f *fitted) resumable() string {
	switch {
	case f.found == nil || f.found.State == nil:
		return ""
	case f.target.path != "" && f.target.id != 0:
		return fmt.Sprintf("espalier resume %s --result %d", report.Shell([]string{f.target.path}), f.target.id)
	case f.out.path != "":
		return "espalier resume " + report.Shell([]string{f.out.path})
	}
	return ""
}
