package ui

import (
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/replaying"
	"example.org/espalier/views/screen"
)

// newReplay returns the player of the result shown.
func (c *centre) newReplay() *replaying.Player {
	r := c.w.ws.Runs
	return replaying.New(replaying.Host{Dialogs: c.w.Dialogs, Show: r.ShowMoment, Glide: func(d time.Duration) {
		for _, l := range c.leaves {
			screen.SetGlide(l.View(), d)
		}
	}, Shown: func() (depict.Entry, *depict.Subject, func(*inference.Snapshot) *inference.Snapshot) {
		j, at := r.Shown(), r.Moment
		if j == nil || j.Snapshot == nil {
			return depict.Entry{}, nil, nil
		}
		now, _ := c.w.ws.Now().Sheet()
		r.Moment = nil
		seen := r.Seen(j)
		r.Moment = at
		return depict.ByTab(c.tabs.Picked()), seen.AsLeft(now), func(s *inference.Snapshot) *inference.Snapshot {
			return j.Namer.Named(s, seen.Data.Rows)
		}
	}})
}
