package recipes

import (
	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// A picture shows the numbers of each sample before and after.
type picture struct {
	view   *screen.View
	style  plotting.Style
	object fyne.CanvasObject
}

func newPicture(d *dialogs.Dialogs, style plotting.Style) *picture {
	p := &picture{view: screen.NewView(screen.Post(d.Post), style), style: style}
	p.view.Description = "The numbers of each sample before and after, a figure"
	p.object = p.view
	return p
}

// figureOf returns what is shown of a table and of what is made of it. It takes a while.
func figureOf(t *inference.Table, d *inference.Dataset) plotting.Figure {
	return depict.Samples("", t, d)
}

func (p *picture) put(f plotting.Figure) {
	if styled, ok := f.(plotting.Styled); ok {
		f = styled.WithStyle(p.style)
	}
	p.view.SetFigure(f)
}
