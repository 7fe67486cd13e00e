package frame

import (
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// Told holds the notes about the run. Where they would take room that the form above needs, the less urgent ones are
// hidden, and sentences fold to as many lines as have room, two at least, with a button for the rest. Notes that are
// still too long scroll.
type Told struct {
	Object    fyne.CanvasObject
	sentences []*controls.Status
	wait      []*fyne.Container
	more      *controls.Button
	open      bool   // though there is little room
	again     func() // lays the column out
}

// foldedLines are the lines left of a folded sentence, 0 for all of them; the first that fit are taken.
var foldedLines = []int{0, 8, 6, 5, 4, 3, leastLines}

const leastLines = 2

// NewTold returns a Told of a head, the notes below it, those of them that are hidden where there is little room, and
// the sentences that fold.
func NewTold(head *controls.Text, below fyne.CanvasObject, wait []*fyne.Container,
	sentences ...*controls.Status) *Told {
	t := &Told{sentences: sentences, wait: wait, again: func() {}}
	t.more = controls.NewButton("More", controls.Linked, func() {
		t.open = !t.open
		t.again()
	}).WithTip("Shows all messages about the run, or only the first lines")
	t.Object = controls.Stack(8, controls.Row(0, head.Elastic(), t.more), below)
	return t
}

// fold folds the sentences and hides the less urgent notes where all would be higher than most.
func (t *Told) fold(most float32) {
	can := false
	for _, s := range t.sentences {
		s.SetMost(0)
		can = can || s.Saved(leastLines) > 0
	}
	for _, o := range t.wait {
		controls.Show(o, o.MinSize().Height > 0)
		can = can || o.Visible()
	}
	controls.Show(t.more, false)
	short := can && t.Object.MinSize().Height > most
	controls.Show(t.more, short)
	t.open = t.open && short
	t.more.SetText("Less")
	if !short || t.open {
		return
	}
	t.more.SetText("More")
	for _, o := range t.wait {
		controls.Show(o, false)
	}
	for _, lines := range foldedLines {
		for _, s := range t.sentences {
			s.SetMost(lines)
		}
		if t.Object.MinSize().Height <= most {
			return
		}
	}
}
