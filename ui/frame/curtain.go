package frame

import (
	"sync"
	"time"

	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// wordsWidth is the width at which the words of a curtain break.
const wordsWidth = 480

// A Curtain hides the content of a window until all of it is there, so that the window is drawn once and not with every
// part that comes. Meanwhile it names the awaited part. Nobody waits for long: after a limit of time it is lifted
// anyway. Make one with [Drop]; nil hides nothing.
type Curtain struct {
	up chan struct{} // closed when it is lifted
	on sync.Once     // closes it
}

// Drop hides an object of a stack that fills a window until the curtain is lifted or the patience is over, and shows
// words in its place. Then, by post, which runs a function on the goroutine of the window, the object is shown unless
// something else covers it.
func Drop(win fyne.Window, stack *fyne.Container, object fyne.CanvasObject, words string, patience time.Duration,
	post func(func()), covered func() bool) *Curtain {
	c := &Curtain{up: make(chan struct{})}
	said := container.NewCenter(controls.NewParagraph(words, wordsWidth, look.SizeBody, look.Muted))
	object.Hide()
	stack.Add(said)
	go func() {
		over := time.NewTimer(patience)
		defer over.Stop()
		select {
		case <-c.up:
		case <-over.C:
		}
		post(func() {
			if stack.Remove(said); !covered() {
				controls.Show(object, true)
			}
			win.Canvas().Refresh(stack) // which the canvas knows, unlike the object
		})
	}()
	return c
}

// Lift shows the window behind the curtain. It may be called from any goroutine, and again.
func (c *Curtain) Lift() {
	if c != nil {
		c.on.Do(func() { close(c.up) })
	}
}
