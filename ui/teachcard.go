package ui

import (
	"espalier/views/controls"
	look "espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// newTeachCard makes the card at the foot of the inspector that leads to the teaching stages,
// until it is closed for good.
func newTeachCard(w *window) fyne.CanvasObject {
	const width = look.RightWidth - 2*look.Margin - 24
	var card *fyne.Container
	open := controls.NewButton("Open the stages", controls.Linked, func() { w.teach.showGallery() })
	away := controls.NewButton("Hide", controls.Tool, func() {
		w.app.Preferences().SetBool(prefTeachCard, true)
		card.Hide()
		controls.Relayout(w.columns.object)
	}).WithTip("The stages remain in the menu Teach")
	card = controls.Inset(look.Margin, 8, look.Margin, look.Margin, controls.Card(12, controls.Stack(8,
		controls.NewText("New to these models?", look.SizeBody, look.Ink).Bold(),
		controls.NewParagraph("Watch a restaurant fill, a buffet empty, a tree diffuse, a posterior form.", width, look.SizeSmall, look.Muted),
		container.NewBorder(nil, nil, open, away))))
	card.Hidden = w.app.Preferences().Bool(prefTeachCard)
	return card
}
