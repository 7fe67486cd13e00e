package frame

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// What is behind a curtain is laid out, but seen once the curtain is lifted, or nobody should wait any longer; never while
// something else covers it.
func TestCurtain(t *testing.T) {
	for _, c := range []struct {
		name     string
		patience time.Duration
		covered  bool
	}{{"lifted", time.Hour, false}, {"over", time.Millisecond, false}, {"covered", time.Hour, true}} {
		t.Run(c.name, func(t *testing.T) {
			a := test.NewTempApp(t)
			win := a.NewWindow("curtain")
			defer win.Close()
			work := canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))
			win.SetContent(container.NewStack(container.NewStack(), work))
			posted := make(chan func())
			drop := Drop(win, work, c.patience, func(f func()) { posted <- f }, func() bool { return c.covered })
			win.Resize(work.Size().AddWidthHeight(300, 200))
			if work.Visible() || work.Size().Width < 200 {
				t.Errorf("visible: %v, of size %v", work.Visible(), work.Size())
			}
			if c.patience == time.Hour {
				drop.Lift()
				drop.Lift()
			}
			(<-posted)()
			if work.Visible() == c.covered {
				t.Errorf("visible: %v", work.Visible())
			}
			(*Curtain)(nil).Lift()
		})
	}
}
