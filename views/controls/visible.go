package controls

import "fyne.io/fyne/v2"

// SetVisible shows or hides an object.
func SetVisible(o fyne.CanvasObject, on bool) {
	if on == o.Visible() {
		return
	}
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
