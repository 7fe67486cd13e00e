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
			stack := container.NewStack(container.NewStack(), work)
			win.SetContent(stack)
			posted := make(chan func())
			drop := Drop(win, stack, work, "Opening a study…", c.patience, func(f func()) { posted <- f }, func() bool { return c.covered })
			win.Resize(work.Size().AddWidthHeight(300, 200))
			if work.Visible() || work.Size().Width < 200 || len(stack.Objects) != 3 {
				t.Errorf("visible: %v, of size %v, in %v", work.Visible(), work.Size(), stack.Objects)
			}
			if c.patience == time.Hour {
				drop.Lift()
				drop.Lift()
			}
			(<-posted)()
			if work.Visible() == c.covered || len(stack.Objects) != 2 {
				t.Errorf("visible: %v, in %v", work.Visible(), stack.Objects)
			}
			(*Curtain)(nil).Lift()
		})
	}
}
