package results

import (
	"strings"

	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// nameHeight is that of the field in which a result is renamed.
const nameHeight float32 = 24

// edit renames a result in its place: Return and a click elsewhere keep the typed name, Escape does not.
func (l *List) edit(i int) {
	on := fyne.CurrentApp().Driver().CanvasForObject(l)
	if on == nil || i >= len(l.rows) || l.Do.Name == nil {
		return
	}
	r, id := l.rows[i], l.rows[i].entry.ID
	r.name = controls.NewField(r.entry.Title, func(text string) { l.Do.Name(id, strings.TrimSpace(text)) })
	r.name.Left = true
	r.name.OnSubmitted = func(string) { on.Focus(l) }
	r.name.OnLeave = func() { r.name = nil; r.Refresh() }
	r.Refresh()
	on.Focus(r.name)
}

// onName reports whether a place of a row is on its name.
func (r *row) onName(at fyne.Position) bool {
	lines := float32(1)
	if r.lines[1].Text != "" {
		lines = 2
	}
	y := at.Y - r.top() - rowMargin
	return at.X >= textLeft && y >= 0 && y < lines*titleLine
}
