// Package stamp says what each picture and each sentence of the window is of: the table, the result and the moment of
// its fit. What is of something else than is wanted now is behind: it is greyed, and says so.
package stamp

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/views/say"
)

// A Stamp says what something shown is of. The zero value is of nothing. Stamps are compared with ==.
type Stamp struct {
	Table  *inference.Table
	Result study.ResultID
	moment int // iterations that were done, and one more; 0 before the first snapshot
}

// Of returns the stamp of what is drawn from a snapshot of a result, which is nil before the first.
func Of(t *inference.Table, r study.ResultID, s *inference.Snapshot) Stamp {
	of := Stamp{Table: t, Result: r}
	if s != nil {
		of.moment = s.Iteration + 1
	}
	return of
}

// At returns the stamp at the moment of another snapshot of the result.
func (s Stamp) At(n *inference.Snapshot) Stamp { return Of(s.Table, s.Result, n) }

// Iteration returns how many iterations were done; ok is false before the first snapshot.
func (s Stamp) Iteration() (n int, ok bool) { return s.moment - 1, s.moment > 0 }

// Same reports whether both are of one result, at any moments.
func (s Stamp) Same(t Stamp) bool { return s.Table == t.Table && s.Result == t.Result }

// Progress returns the progress of a run as it was at the moment: what is counted beside a picture is what the picture
// shows. A run that has ended, or of which nothing is shown yet, is as it is.
func (s Stamp) Progress(of study.ResultID, p run.Progress) run.Progress {
	if n, ok := s.Iteration(); ok && s.Result == of && p.State.Working() && p.Fraction == 1 {
		p.Iteration = min(p.Iteration, n)
	}
	return p
}

// Prefix begins a sentence about the stamp's moment beside a picture of a later moment of the same result: "At sweep
// 400: "; "" beside others.
func (s Stamp) Prefix(seen Stamp, info inference.Info) string {
	n, ok := s.Iteration()
	if !ok || !s.Same(seen) || s.moment >= seen.moment || info.Iteration == "" {
		return ""
	}
	return "At " + info.Iteration + " " + say.Thousands(n) + ": "
}

// What is said of a picture that is behind.
const (
	Drawing = "drawing…"
	Last    = "of the last run"
	Other   = "of another result"
	Another = "of another table"
	NotYet  = "not found yet"
)

// A Wanted is what should be shown.
type Wanted struct {
	Stamp
	Rests bool // its run does not work, so that the last moment is wanted and no other
}

// Behind says what is to be said of a picture that should be of what is wanted: "" where it is that. While a run works,
// what is of an earlier moment of it is not behind: pictures follow at their pace.
func (w Wanted) Behind(of Stamp) string {
	switch {
	case w.Result == 0 || of == w.Stamp:
		return ""
	case of.Result == 0 && w.moment == 0:
		return "" // nothing is shown, and there is nothing to draw: what is said in its place stands there
	case of.Result == 0 || w.moment > 0 && !of.Same(w.Stamp):
		return Drawing
	case of.Table != w.Table:
		return Another
	case of.Result != w.Result && !w.Rests:
		return Last
	case of.Result != w.Result:
		return Other
	case w.Rests:
		return Drawing
	}
	return ""
}
