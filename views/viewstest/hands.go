package viewstest

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"gonum.org/v1/plot/vg"
)

// Point returns a click at a place.
func Point(x, y float32) *fyne.PointEvent { return &fyne.PointEvent{Position: fyne.NewPos(x, y)} }

// A shown is a view of a figure, as far as tests use it.
type shown interface {
	fyne.CanvasObject
	fyne.Tappable
	MouseOut()
	MarkAt(at fyne.Position) (plotting.Mark, bool)
	Shown() (plotting.Figure, plotting.Scene)
}

// Tap clicks at a place. Taps of a test are no double clicks.
func Tap(v shown, at fyne.Position) {
	v.MouseOut()
	v.Tapped(&fyne.PointEvent{Position: at})
}

// MarkAt looks for a mark where the view shows one, from the top left.
func MarkAt(t *testing.T, v shown, want func(m plotting.Mark) bool) fyne.Position {
	t.Helper()
	for y := float32(4); y < v.Size().Height; y += 4 {
		for x := float32(4); x < v.Size().Width; x += 4 {
			if m, ok := v.MarkAt(fyne.NewPos(x, y)); ok && want(m) {
				return fyne.NewPos(x, y)
			}
		}
	}
	t.Fatal("no such mark")
	return fyne.Position{}
}

// TapMark clicks the first mark of a kind that a view shows, from the top left, and
// returns it.
func TapMark(t *testing.T, v shown, of func(m plotting.Mark) bool) plotting.Mark {
	t.Helper()
	_, scene := v.Shown()
	size := scene.Size()
	for y := size.Y - 1; y > 0; y -= 3 {
		for x := vg.Length(1); x < size.X; x += 3 {
			if m, ok := scene.Hit(vg.Point{X: x, Y: y}); ok && of(m) {
				Tap(v, fyne.NewPos(float32(x), float32(size.Y-y)))
				return m
			}
		}
	}
	t.Fatal("nothing of that kind is shown")
	return plotting.Mark{}
}

// OnView is a point of a scene in the coordinates of a view.
func OnView(v shown, p vg.Point) fyne.Position {
	_, scene := v.Shown()
	return fyne.NewPos(float32(p.X), float32(scene.Size().Y-p.Y))
}

// A focusable is an object that takes keys.
type focusable interface {
	fyne.Focusable
	fyne.Shortcutable
}

const ctrlKey = fyne.KeyModifierShortcutDefault

// Press sends a key as the driver of a desktop does: with a modifier as a shortcut,
// a character as a rune, anything else as a key.
func Press(v focusable, keys string) {
	with := fyne.KeyModifier(0)
	for {
		rest, ok := strings.CutPrefix(keys, "Ctrl+")
		if ok {
			with, keys = with|ctrlKey, rest
			continue
		}
		if rest, ok = strings.CutPrefix(keys, "Alt+"); ok {
			with, keys = with|fyne.KeyModifierAlt, rest
			continue
		}
		break
	}
	named := map[string]fyne.KeyName{"←": fyne.KeyLeft, "→": fyne.KeyRight, "↑": fyne.KeyUp, "↓": fyne.KeyDown,
		"Enter": fyne.KeyReturn, "Space": fyne.KeySpace, "Esc": fyne.KeyEscape}
	key, isNamed := named[keys]
	switch {
	case with == ctrlKey && keys == "C":
		v.TypedShortcut(&fyne.ShortcutCopy{})
	case with == ctrlKey && keys == "A":
		v.TypedShortcut(&fyne.ShortcutSelectAll{})
	case with == ctrlKey && keys == "Z":
		v.TypedShortcut(&fyne.ShortcutUndo{})
	case with == ctrlKey && keys == "Y":
		v.TypedShortcut(&fyne.ShortcutRedo{})
	case with != 0:
		if !isNamed {
			key = fyne.KeyName(keys)
		}
		v.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: with})
	case isNamed:
		v.TypedKey(&fyne.KeyEvent{Name: key})
	case strings.HasPrefix(keys, "Shift+"):
		test.Type(v, strings.TrimPrefix(keys, "Shift+"))
	default:
		test.Type(v, strings.ToLower(keys))
	}
}

// A draggable is a view that drags move.
type draggable interface {
	MouseDown(*desktop.MouseEvent)
	fyne.Draggable
}

// Drag presses at the first of some places, moves over the others and, if it is not to stop there,
// lets go.
func Drag(v draggable, held fyne.KeyModifier, drop bool, places ...fyne.Position) {
	v.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: places[0]},
		Button: desktop.MouseButtonPrimary, Modifier: held})
	for i, at := range places[1:] {
		by := at.Subtract(places[i])
		v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}, Dragged: fyne.NewDelta(by.X, by.Y)})
	}
	if drop {
		v.DragEnd()
	}
}

// Around returns the corners of a square around a place.
func Around(at fyne.Position, half float32) []fyne.Position {
	return []fyne.Position{at.AddXY(-half, -half), at.AddXY(half, -half), at.AddXY(half, half), at.AddXY(-half, half)}
}
