package stages

import (
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// prefCard remembers that the card was closed.
const prefCard = "teach.card.closed"

// Card returns the card at the foot of the inspector that leads to the stages, until the user
// closes it for good. Hidden is called when that happens.
func (t *Teacher) Card(hidden func()) fyne.CanvasObject {
	const width = look.RightWidth - 2*look.Margin - 24
	var card *fyne.Container
	open := controls.NewButton("Open the stages", controls.Linked, t.ShowGallery)
	away := controls.NewButton("Hide", controls.Tool, func() {
		t.h.App.Preferences().SetBool(prefCard, true)
		card.Hide()
		hidden()
	}).WithTip("The stages remain in the menu Teach")
	card = controls.Inset(look.Margin, 8, look.Margin, look.Margin, controls.Card(12, controls.Stack(8,
		controls.NewText("New to these models?", look.SizeBody, look.Ink).Bold(),
		controls.NewParagraph("Watch a restaurant fill, a buffet empty, a tree diffuse, a posterior form.", width,
			look.SizeSmall, look.Muted),
		container.NewBorder(nil, nil, open, away))))
	card.Hidden = t.h.App.Preferences().Bool(prefCard)
	return card
}
