package ui

import (
	"example.org/espalier/views/screen"
	"example.org/espalier/views/stamp"
)

// wanted returns the stamp that every part of the window should have now.
func (c *centre) wanted() stamp.Wanted {
	now, runs := c.w.ws.Now(), c.w.ws.Runs
	j := runs.Job()
	w := stamp.Wanted{Stamp: stamp.Of(c.w.ws.Table(), now.Shown, nil), Rests: j == nil || !j.Progress().State.Working()}
	if c.shown != nil && c.shown.ID == now.Shown {
		w.Stamp = c.shown.Stamp()
	}
	return w
}

// seen returns the stamp of the figure in the picked tab.
func (c *centre) seen() stamp.Stamp { return screen.Seen(c.leaf(c.tabs.Picked()).View()) }

// beat greys the figures that are behind, and updates the text beside the figure to the moment of the figure.
func (c *centre) beat() {
	wanted := c.wanted()
	for _, l := range c.leaves {
		why := ""
		if l.card.Visible() {
			if why = wanted.Behind(screen.Seen(l.View())); l.missing {
				why = stamp.NotYet
			}
		}
		l.veil.Set(why)
	}
	c.other.beat()
	if of := c.seen(); of != c.told {
		c.told = of
		c.w.run.refresh()
		c.w.list.refresh()
		c.w.side.refresh()
	}
}
