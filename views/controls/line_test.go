package controls

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Where the text of a line does not fit, the short one stands for it, and is shortened itself only where it does not
// fit either.
func TestLineThatDoesNotFit(t *testing.T) {
	test.NewTempApp(t)
	l := NewLine("162 branch points · 162 ± 5 expected", "")
	l.Short = "162 points · 162 ± 5 expected"
	test.WidgetRenderer(l)
	wide, narrow := TextWidth(l.Left, l.TextSize, false), TextWidth(l.Short, l.TextSize, false)
	for _, c := range []struct {
		room float32
		want string
	}{{wide + 1, l.Left}, {wide - 1, l.Short}, {narrow + 1, l.Short}} {
		if l.Resize(fyne.NewSize(c.room, 24)); l.leftObject.Text != c.want {
			t.Errorf("in %.0f of %.0f: %q", c.room, wide, l.leftObject.Text)
		}
	}
	if l.Resize(fyne.NewSize(narrow-20, 24)); !strings.HasPrefix(l.leftObject.Text, "162 points · 16") ||
		!strings.HasSuffix(l.leftObject.Text, "…") {
		t.Errorf("in less room: %q", l.leftObject.Text)
	}
}
