package frame

import (
	"sync"
	"time"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// A Curtain hides what a window shows until all of it is there, so that the window is drawn once and not with every
// part that comes. Nobody waits for long: after a patience it is lifted anyway. Make one with [Drop]; nil hides nothing.
type Curtain struct {
	up chan struct{} // closed when it is lifted
	on sync.Once     // closes it
}

// Drop hides an object of a window until the curtain is lifted or the patience is over. Then, by post, which runs a function
// on the goroutine of the window, the object is shown unless something else covers it.
func Drop(win fyne.Window, object fyne.CanvasObject, patience time.Duration, post func(func()), covered func() bool) *Curtain {
	c := &Curtain{up: make(chan struct{})}
	object.Hide()
	go func() {
		over := time.NewTimer(patience)
		defer over.Stop()
		select {
		case <-c.up:
		case <-over.C:
		}
		post(func() {
			if !covered() {
				controls.Show(object, true)
				win.Canvas().Refresh(win.Content()) // which has never seen the object
			}
		})
	}()
	return c
}

// Lift shows what is behind the curtain. It may be called from any goroutine, and again.
func (c *Curtain) Lift() {
	if c != nil {
		c.on.Do(func() { close(c.up) })
	}
}
