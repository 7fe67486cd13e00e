package ui

import (
	"errors"

	"espalier/inference/read"
	"espalier/ui/controls"
	look "espalier/ui/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A banner tells what happened, where and what to do, above the figure, and shows
// what is being read with a way to give it up.
type banner struct {
	object *fyne.Container

	ws      *Workspace
	head    *controls.Status
	text    *controls.Paragraph
	button  *controls.Button
	dismiss func()
}

// bannerText is the greatest width of a line.
const bannerText = 620

func newBanner(ws *Workspace) *banner {
	b := &banner{ws: ws}
	b.head = controls.NewStatus(bannerText)
	b.text = controls.NewParagraph("", bannerText-17, look.SizeBody-0.5, look.Muted)
	b.button = controls.NewButton("Dismiss", controls.Link, func() { b.dismiss() })
	b.object = controls.Inset(look.Margin, look.Margin, look.Margin, 0, controls.Card(12,
		container.NewBorder(nil, nil, nil, container.NewVBox(b.button),
			controls.Stack(4, b.head, controls.Inset(17, 0, 0, 0, b.text)))))
	b.refresh()
	return b
}

// fit breaks the lines anew for a place of a width.
func (b *banner) fit(width float32) {
	w := max(160, min(bannerText, width-2*look.Margin-2*12-90))
	if b.text.Width == w-17 {
		return
	}
	b.head.SetWidth(w)
	b.text.Width = w - 17
	b.text.Refresh()
}

func (b *banner) refresh() {
	n := b.ws.Notice()
	busy := b.ws.opening != nil
	controls.Show(b.object, n != Notice{} || busy)
	switch {
	case busy:
		b.head.Set(look.Warn, b.ws.Busy()+"…")
		b.text.Set("The table that is open stays until this one has been read.", look.Muted)
		b.button.SetText("Cancel")
		b.dismiss = b.ws.CancelOpen
	default:
		dot := look.Good
		if n.Bad {
			dot = look.Bad
		}
		b.head.Set(dot, n.Text)
		b.text.Set(explain(n.Err), look.Muted)
		b.button.SetText("Dismiss")
		b.dismiss = b.ws.Dismiss
	}
}

// explain says an error in sentences: where, what, and what to do.
func explain(err error) string {
	if err == nil {
		return ""
	}
	var r *read.Error
	if errors.As(err, &r) {
		return r.Error()
	}
	return sentence(err.Error())
}
