package batch

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/run"
	"example.org/espalier/plotting"

	"golang.org/x/term"
)

// longStart is the least duration of a long start. Its duration is announced and, without a
// terminal, each of its phases is printed.
const longStart = 10 * time.Second

// watch shows the progress of a fit on standard error, if that is a terminal, until the function
// that it returns is called. Without a terminal it prints the phases of a long start.
func (s *console) watch(r interface{ Progress() run.Progress }, info inference.Info, limit time.Duration) (end func()) {
	f, ok := s.stderr.(*os.File)
	switch {
	case s.quiet:
		return func() {}
	case !ok || !term.IsTerminal(int(f.Fd())):
		return s.tellStart(r)
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		bar := bar{to: s.stderr}
		room := 80
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 { // 0 where it is not known
			room = width
		}
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				p := r.Progress()
				bar.show(progressShare(p, limit), shorten(progressText(p, info), room-barWidth-10)) // in one line
			case <-quit:
				bar.clear()
				return
			}
		}
	}()
	return func() {
		close(quit)
		<-gone
	}
}

// tellStart prints the phase of a start at intervals of longStart, until the start is complete or
// the function that it returns is called.
func (s *console) tellStart(r interface{ Progress() run.Progress }) (end func()) {
	clock := s.clock
	if clock == nil {
		clock = time.After
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-quit:
				return
			case <-clock(longStart):
			}
			p := r.Progress()
			if p.State != run.Building {
				return
			}
			s.note(fmt.Sprintf("%s, %s of the start", cmp.Or(p.Phase, "preparing"), plotting.FormatPercent(p.Fraction)))
		}
	}()
	return func() {
		close(quit)
		<-gone
	}
}

// reading returns a function that prints the progress of reading a large file, at intervals of longStart. now is the
// time.
func (s *console) reading(now func() time.Time) func(read.Progress) {
	var begun, told time.Time
	last := int64(0)
	return func(p read.Progress) {
		at := now()
		if begun.IsZero() || p.Done < last { // it is read a second time
			begun, told = at, at
		}
		if last = p.Done; at.Sub(told) < longStart || p.Done <= 0 || p.Done >= p.Total {
			return
		}
		told = at
		share := float64(p.Done) / float64(p.Total)
		s.note(fmt.Sprintf("reading the table: %s, %s left", plotting.FormatPercent(share),
			plotting.FormatDuration(p.Left(at.Sub(begun)))))
	}
}

// barWidth is the width of a bar, in characters.
const barWidth = 16

// shorten cuts a text to this many characters.
func shorten(text string, most int) string {
	r := []rune(text)
	if len(r) <= max(most, 1) {
		return text
	}
	return string(r[:max(most, 1)-1]) + "…"
}

// A bar is the last line of a terminal: a share in blocks, and a text.
type bar struct {
	to   io.Writer
	wide int // characters of the present text
}

// show writes over the line.
func (b *bar) show(share float64, text string) {
	full := int(barWidth * min(max(share, 0), 1))
	line := " " + strings.Repeat("█", full) + strings.Repeat("░", barWidth-full) + "  " + text
	wide := utf8.RuneCountInString(line)
	fmt.Fprint(b.to, "\r"+line+strings.Repeat(" ", max(b.wide-wide, 0)))
	b.wide = wide
}

// clear empties the line.
func (b *bar) clear() {
	fmt.Fprint(b.to, "\r"+strings.Repeat(" ", b.wide)+"\r")
	b.wide = 0
}

// progressShare returns the share of the start, or of the iterations or the time, that is
// done, below 1; of the whole where the model tells that.
func progressShare(p run.Progress, limit time.Duration) float64 {
	share := p.Fraction
	if p.Share > 0 {
		share = p.Share
	}
	if p.State != run.Building {
		share = max(p.Share, p.ShareOf(p.Target), p.ShareOf(p.Expected))
		if limit > 0 {
			share = max(share, float64(p.Elapsed)/float64(limit))
		}
	}
	return min(max(share, 0), 0.999)
}

// progressText describes the progress of a run.
func progressText(p run.Progress, info inference.Info) string {
	text := p.Phase
	if p.State != run.Building {
		text = info.Iteration + " " + plotting.FormatCount(p.Iteration)
		switch {
		case p.Target > 0 && p.Share > 0:
			text += " of at most " + plotting.FormatCount(p.Target)
		case p.Target > 0:
			text += " of " + plotting.FormatCount(p.Target)
		}
		if p.Expected > p.Iteration {
			text += ", enough draws expected at " + plotting.FormatCount(p.Expected)
		}
		if p.PerSecond > 0 {
			text += fmt.Sprintf(", %s/s", plotting.FormatDigits(p.PerSecond, 2))
		}
	}
	if p.LeftKnown && p.Left > 0 {
		text += ", " + plotting.FormatDuration(p.Left) + " left"
	}
	return text
}

// LeaveWaits ends the program when it was told to end but waits for another, such as a reader that does not take its
// output.
func LeaveWaits() {
	const look, patience = 100 * time.Millisecond, 10
	before := uint64(0)
	for same := 0; ; time.Sleep(look) {
		now, returned := disk.Waits()
		if same++; !now || returned != before {
			same, before = 0, returned
		}
		if same > patience {
			fmt.Fprintln(os.Stderr, "espalier: interrupted while it waited for another program to read or write")
			os.Exit(statusInterrupted)
		}
	}
}
