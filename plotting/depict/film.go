package depict

import (
	"context"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/film"
)

// How long a replay plays.
const (
	replayFrame   = 50 * time.Millisecond // of one picture
	replayState   = 350 * time.Millisecond
	leastReplay   = 5 * time.Second
	mostReplay    = 9 * time.Second
	lastOfReplay  = 1500 * time.Millisecond // how long the end stays
	leastInReplay = 2                       // states
)

// ReplayTime returns how long a replay of so many states moves.
func ReplayTime(states int) time.Duration {
	return min(max(time.Duration(states)*replayState, leastReplay), mostReplay)
}

// Forms reports whether the figure shows the result of a fit, and so formed with it: not those of the table alone, nor
// summaries of the draws of a whole run.
func (e Entry) Forms() bool {
	switch e.Name {
	case columnsEntry.Name, survivalEntry.Name, missingEntry.Name, samplesEntry.Name, diagnosticsEntry.Name,
		boardEntry.Name:
		return false
	}
	return true
}

// Film shows how the figure of a result formed, from moments of its fit to the figure as it is: each picture is made
// as the figure is, in a style, and glides to the next where it can. The plate is that of the figure. The film is nil
// where fewer than two moments have such a figure.
func (e Entry) Film(ctx context.Context, s *Subject, moments []*inference.Snapshot,
	style plotting.Style) (*film.Film, Plate, error) {
	last, err := e.Plate(ctx, s)
	if err == nil && !e.Forms() {
		return nil, last, nil
	}
	if err != nil {
		return nil, Plate{}, err
	}
	var states []plotting.Figure
	for _, moment := range moments {
		then := s.At(moment)
		if !e.offers(then) {
			continue
		}
		p, err := e.Plate(ctx, then)
		if err != nil {
			return nil, Plate{}, err
		}
		states = append(states, p.In(style))
	}
	if len(states) < leastInReplay {
		return nil, last, nil
	}
	states = append(states, last.In(style))
	for i, f := range states[:len(states)-1] {
		if early, ok := f.(plotting.Early); ok {
			states[i] = early.Before(states[len(states)-1])
		}
	}
	out := &film.Film{}
	out.Add(states[0], replayState)
	pairs := max(1, len(states)-1)
	between := max(0, int(ReplayTime(len(states))/replayFrame)/pairs-1)
	each := ReplayTime(len(states)) / time.Duration(pairs*(between+1))
	for i, to := range states[1:] {
		for _, f := range film.Between(states[i], to, between) {
			out.Add(f, each)
		}
	}
	out.Hold(lastOfReplay)
	return out, last, nil
}
