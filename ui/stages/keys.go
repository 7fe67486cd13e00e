package stages

import (
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// Keys are the keys of a stage.
var Keys = []screen.Shortcut{
	{Keys: "Ctrl+G", Title: "The stages that show how the models work", Group: "Teach"},
	{Keys: "Space", Title: "Play or pause", Group: "Teach"},
	{Keys: "→ ←", Title: "One step, one step back", Group: "Teach"},
	{Keys: "Page Down, Page Up", Title: "Ten steps, ten steps back", Group: "Teach"},
	{Keys: "Home, End", Title: "To the beginning, to the end", Group: "Teach"},
	{Keys: "+ −", Title: "Faster, slower", Group: "Teach"},
	{Keys: "N, Shift+N", Title: "The next seed, the previous one", Group: "Teach"},
	{Keys: "1 2 3", Title: "Try one of the three things", Group: "Teach"},
	{Keys: ", .", Title: "The previous stage, the next stage", Group: "Teach"},
	{Keys: "P", Title: "Projector: full screen, one picture at a time, letters for the last row", Group: "Teach"},
	{Keys: "↑ ↓", Title: "On the projector: the picture before, the next one", Group: "Teach"},
	{Keys: "G", Title: "Ask the room to predict the outcome; again: reveal it", Group: "Teach"},
	{Keys: "Click, digits, Return", Title: "A guess of the room, while it is asked", Group: "Teach"},
	{Keys: "S", Title: "The lesson sheet", Group: "Teach"},
	{Keys: "C", Title: "Copy a command that shows the same picture", Group: "Teach"},
	{Keys: "L", Title: "Copy a link that opens the same picture, for slides", Group: "Teach"},
	{Keys: "M, Shift+M", Title: "Mark the next point, the previous one", Group: "Teach"},
	{Keys: "Shift+arrows", Title: "Move the marked point", Group: "Teach"},
	{Keys: "A, Delete", Title: "Add a point beside it, remove it", Group: "Teach"},
	{Keys: "Drag, double click, right click", Title: "Move a point, add one, remove one", Group: "Teach"},
	{Keys: "Tab, ← →", Title: "Go to a control, change it", Group: "Teach"},
	{Keys: "Esc", Title: "Back to the stages, and from there to the work", Group: "Teach"},
}

// typedKey handles the named keys of a stage.
func (p *stageScreen) typedKey(e *fyne.KeyEvent) bool {
	if p.guessKey(e) {
		return true
	}
	if p.pointKey(e, p.view.Held()&fyne.KeyModifierShift != 0) {
		return true
	}
	switch e.Name {
	case fyne.KeySpace:
		p.toggle()
	case fyne.KeyRight:
		p.player.By(1)
	case fyne.KeyLeft:
		p.player.By(-1)
	case fyne.KeyDown:
		p.hall.turn(1)
	case fyne.KeyUp:
		p.hall.turn(-1)
	case fyne.KeyPageDown:
		p.player.By(10)
	case fyne.KeyPageUp:
		p.player.By(-10)
	case fyne.KeyHome:
		p.player.To(0)
	case fyne.KeyEnd:
		p.player.To(p.now.of)
	case fyne.KeyEscape:
		p.t.escape()
	default:
		return p.h.key(e)
	}
	return true
}

// typedRune handles the letters of a stage.
func (p *stageScreen) typedRune(r rune) bool {
	if p.guessRune(r) {
		return true
	}
	switch r {
	case 'g', 'G':
		p.predict()
	case 's', 'S':
		p.openSheet()
	case '+', '=':
		p.setSpeed(p.speed + 1)
	case '-', '−', '_':
		p.setSpeed(p.speed - 1)
	case 'n':
		p.setSeed(p.seed + 1)
	case 'N':
		p.setSeed(max(p.seed-1, 1))
	case '1', '2', '3':
		p.try(int(r - '1'))
	case ',':
		p.t.turn(-1)
	case '.':
		p.t.turn(1)
	case 'p', 'P':
		p.t.ToggleProjector()
	case 'm':
		p.markPoint(1)
	case 'M':
		p.markPoint(-1)
	case 'a', 'A':
		p.addBeside()
	case 'l', 'L':
		p.copyLink()
	case 'c', 'C':
		p.copyCommand()
	case '?':
		p.h.Shortcuts()
	default:
		return false
	}
	return true
}

// key handles the keys of the window that also work in a stage; the others do not reach the work
// behind it.
func (h Host) key(e *fyne.KeyEvent) bool {
	if e.Name == fyne.KeyF1 {
		h.Walk()
		return true
	}
	return e.Name == fyne.KeyF5 || e.Name == fyne.KeyF6
}

// Typed passes a key that no widget used to the stage or gallery shown, and reports whether there
// is one.
func (t *Teacher) Typed(e *fyne.KeyEvent) bool {
	switch {
	case t.stage != nil:
		t.stage.typedKey(e)
	case t.Shown():
		if e.Name == fyne.KeyEscape {
			t.Leave()
			return true
		}
		t.h.key(e)
	default:
		return false
	}
	return true
}

// TypedRune is Typed for letters.
func (t *Teacher) TypedRune(r rune) bool {
	if t.stage != nil {
		t.stage.typedRune(r)
	}
	return t.Shown()
}
