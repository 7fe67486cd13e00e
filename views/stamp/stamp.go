// Package stamp identifies the source of each picture and each sentence of the window: the table, the result and the
// moment of its fit. A picture of another source than is wanted now is behind: it is greyed, and says so.
package stamp

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/views/say"
)

// A Stamp identifies the source of a picture or sentence. The zero value is of no source. Stamps are compared with ==.
type Stamp struct {
	Table  *inference.Table
	Result study.ResultID
	moment int // iterations that were done, and one more; 0 before the first snapshot
}

// Of returns the stamp of pictures drawn from a snapshot of a result, which is nil before the first.
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

// Progress returns the progress of a run as it was at the moment: the count beside a picture is that of the picture. A
// run that has ended, or of which nothing is shown yet, is as it is.
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

// Texts over a picture that is behind.
const (
	Drawing = "drawing…"
	Last    = "of the last run"
	Other   = "of another result"
	Another = "of another table"
	NotYet  = "not found yet"
)

// A Wanted is the source that should be shown.
type Wanted struct {
	Stamp
	Rests bool // its run does not work, so that the last moment is wanted and no other
}

// Behind returns the text over a picture that is behind: "" where it has the source wanted. While a run works, a
// picture of an earlier moment of it is not behind: pictures follow at their pace.
func (w Wanted) Behind(of Stamp) string {
	switch {
	case w.Result == 0 || of == w.Stamp:
		return ""
	case of.Result == 0 && w.moment == 0:
		return "" // nothing is shown, and there is nothing to draw: a sentence is in its place
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
