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
	return replaying.New(replaying.Host{Dialogs: c.w.Dialogs, Show: r.showMoment, Glide: func(d time.Duration) {
		for _, l := range c.leaves {
			screen.SetGlide(l.View(), d)
		}
	}, Shown: func() (depict.Entry, *depict.Subject, func(*inference.Snapshot) *inference.Snapshot) {
		j, at := r.shown(), r.moment
		if j == nil || j.Snapshot == nil {
			return depict.Entry{}, nil, nil
		}
		now, _ := c.w.ws.now().Sheet()
		r.moment = nil
		seen := r.seen(j)
		r.moment = at
		return depict.ByTab(c.tabs.Picked()), seen.asLeft(now), func(s *inference.Snapshot) *inference.Snapshot {
			return j.namer.Named(s, seen.Data.Rows)
		}
	}})
}
