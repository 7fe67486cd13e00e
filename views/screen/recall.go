package screen

import "example.org/espalier/plotting"

// Chosen returns the part of the figure that the user chose to see; ok is false where it is what the view shows by
// itself.
func (v *View) Chosen() (w plotting.Window, ok bool) {
	if !v.recalled.IsAll() {
		return v.recalled, true
	}
	return v.window, v.chosen && !v.window.IsAll()
}

// Recall shows a part that was chosen before, as soon as there is a figure that zooms. A gesture comes first.
func (v *View) Recall(w plotting.Window) {
	v.recalled = w.Normal()
	v.recall()
}

// recall shows the part that is to be shown again, if it can be. The user did nothing, so nobody is told of a choice.
func (v *View) recall() {
	if !v.recalled.IsAll() {
		v.choose(v.recalled)
	}
}
