package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

type barred struct {
	fyne.Canvas
	on bool
}

func (b *barred) ToggleMenu() { b.on = !b.on }

// F10 reaches the bar of menus where the window has one.
func TestToggleMenu(t *testing.T) {
	test.NewTempApp(t)
	b := &barred{}
	if !ToggleMenu(b) || !b.on {
		t.Error("the menus are not reached")
	}
	if ToggleMenu(test.NewCanvas()) {
		t.Error("a canvas without menus has some")
	}
}

func TestIdleItemsDoNothing(t *testing.T) {
	done := 0
	item, child := fyne.NewMenuItem("Save", func() { done++ }), fyne.NewMenuItem("Recent", nil)
	HoldIdle(fyne.NewMainMenu(fyne.NewMenu("File", item, child)))
	item.Action()
	item.Disabled = true
	item.Action()
	if done != 1 || child.Action != nil {
		t.Errorf("done %d times", done)
	}
}
