package inspect

import (
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// The wheel over the bars scrolls what holds the inspector, as it does beside them.
func TestWheelOverTheBars(t *testing.T) {
	s := viewstest.NewStage(t)
	v := trees.New(s.Post, plotting.Light)
	defer v.Close()
	n := NewInspector(TreeWishes(v), trees.NewGroupList(v.Groups.Wishes()), s.Post, plotting.Light)
	defer n.Close()
	scroll := container.NewVScroll(controls.Stack(0, n, controls.Gap(1, 2000)))
	s.Show(scroll, 250, 400)
	n.bars.Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(20, 20), Scrolled: fyne.NewDelta(0, -40)})
	if scroll.Offset.Y != 40 {
		t.Errorf("the wheel over the bars scrolls by %v", scroll.Offset.Y)
	}
}
