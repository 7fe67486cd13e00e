package stages

import (
	"testing"

	"example.org/espalier/plotting/teach"

	"fyne.io/fyne/v2"
)

// In a small window a stage hides what has a key or a place in a menu, so that figure and controls need no scrolling
// sideways; in a usual one it hides nothing.
func TestStageInASmallWindow(t *testing.T) {
	for _, c := range []struct {
		size                  fyne.Size
		command, reset, where bool
	}{
		{usual, true, true, true},
		{fyne.NewSize(900, 700), false, false, true},
		{fyne.NewSize(leastStage, 480), false, false, false},
	} {
		s := newHall(t, c.size, "")
		s.Open(teach.Request{Stage: "crp", Seed: 1})
		s.at(0)
		p, driver := s.stage, fyne.CurrentApp().Driver()
		if least := p.object.MinSize(); least.Width > c.size.Width {
			t.Errorf("a stage wants %g of %g", least.Width, c.size.Width)
		}
		column := driver.AbsolutePositionForObject(p.side).X
		if end := column + p.side.Size().Width; end > c.size.Width+0.5 {
			t.Errorf("at %g the column beside the figure ends at %g", c.size.Width, end)
		}
		if !p.projector.Visible() || !p.play.Visible() {
			t.Errorf("at %g there is no button to play or none for the projector", c.size.Width)
		}
		if p.where.Visible() != c.where || p.reset.Visible() != c.reset || p.command.Visible() != c.command {
			t.Errorf("at %g are shown: the step %v, Reset %v, Copy as command %v", c.size.Width, p.where.Visible(), p.reset.Visible(), p.command.Visible())
		}
		last := float32(0)
		for _, o := range []fyne.CanvasObject{p.reset, p.back, p.play, p.forth, p.position, p.where, p.pace, p.seedField} {
			x := driver.AbsolutePositionForObject(o).X
			if !o.Visible() || x == 0 { // 0: what holds it is hidden
				continue
			}
			if x < last-0.5 || x+o.Size().Width > column {
				t.Errorf("at %g a control of the run lies at %g to %g, the one before ends at %g, the column begins at %g", c.size.Width, x, x+o.Size().Width, last, column)
			}
			last = x + o.Size().Width
		}
	}
}
