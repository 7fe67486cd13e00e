package stages

import (
	"testing"

	"example.org/espalier/plotting/teach"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A key that arrives before a card of the gallery is drawn does nothing, but Return opens the stage.
func TestKeysBeforeACardIsDrawn(t *testing.T) {
	test.NewTempApp(t)
	opened := 0
	c := newStageCard(teach.Stage{Title: "a stage"}, func() { opened++ })
	for _, key := range []fyne.KeyName{fyne.KeyG, fyne.KeyRight, fyne.KeyUp, fyne.KeyReturn} {
		c.typed(&fyne.KeyEvent{Name: key}, nil)
	}
	if opened != 1 {
		t.Errorf("opened %d times", opened)
	}
}
