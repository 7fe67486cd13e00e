package frame

import (
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// Told is what is said about the run. Where it would take room that the form above it needs, its sentences fold to two lines,
// with a button for the rest. What is still too long scrolls.
type Told struct {
	Object    fyne.CanvasObject
	sentences []*controls.Status
	more      *controls.Button
	open      bool   // though there is little room
	again     func() // lays the column out
}

// foldedLines are the lines left of a folded sentence.
const foldedLines = 2

// NewTold returns a head, what stands below it, and the sentences in that which can fold.
func NewTold(head *controls.Text, below fyne.CanvasObject, sentences ...*controls.Status) *Told {
	t := &Told{sentences: sentences, again: func() {}}
	t.more = controls.NewButton("More", controls.Linked, func() {
		t.open = !t.open
		t.again()
	}).WithTip("Shows all messages about the run, or only the first lines")
	t.Object = controls.Stack(8, controls.Row(0, head.Elastic(), t.more), below)
	return t
}

// fold folds the sentences where all of them, of a height as they are now, would be higher than most.
func (t *Told) fold(height, most float32) {
	saved := float32(0)
	for _, s := range t.sentences {
		height += s.Saved(s.Most())
		saved += s.Saved(foldedLines)
	}
	short := height > most && saved > 0
	controls.Show(t.more, short)
	t.open = t.open && short
	lines, text := 0, "Less"
	if short && !t.open {
		lines, text = foldedLines, "More"
	}
	t.more.SetText(text)
	for _, s := range t.sentences {
		s.SetMost(lines)
	}
}
