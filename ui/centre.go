package ui

import (
	"espalier/plotting"
	"espalier/ui/controls"
	look "espalier/ui/theme"
	"espalier/views"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A centre shows the figures of the result.
type centre struct {
	object fyne.CanvasObject

	w     *window
	tabs  *controls.Tabs
	tree  *views.View
	empty *controls.Paragraph
}

func newCentre(w *window) *centre {
	c := &centre{w: w}
	c.tabs = controls.NewTabs([]string{"Tree", "Trace"}, func(string) {})
	tools := controls.Beside(4,
		controls.NewButton("Split", controls.Tool, nil), controls.NewButton("Fit", controls.Tool, nil), controls.NewButton("Export", controls.Tool, nil))
	c.tree = views.NewView(views.Post(w.post), c.style())
	c.empty = controls.NewParagraph("", 360, 13, look.Muted)
	bar := controls.Inset(look.Margin+8, 14, look.Margin, 0, container.NewBorder(nil, nil, c.tabs, controls.Inset(0, 6, 0, 6, tools)))
	card := container.NewStack(controls.NewPlane(look.Surface, look.Hairline, look.CardRadius), controls.Inset(2, 2, 2, 2, c.tree), container.NewCenter(c.empty))
	c.object = container.NewBorder(container.NewVBox(bar, controls.Rule()), nil, nil, nil, controls.Inset(look.Margin, 16, look.Margin, look.Margin, card))
	c.refresh()
	return c
}

func (c *centre) style() plotting.Style {
	if c.w.isDark() {
		return plotting.Dark
	}
	return plotting.Light
}

func (c *centre) restyle() { c.tree.SetStyle(c.style()) }

func (c *centre) close() { c.tree.Close() }

func (c *centre) refresh() {
	r := c.w.ws.Result()
	if r == nil || r.Snapshot == nil || len(r.Snapshot.Trees) == 0 {
		if r == nil {
			c.empty.Set("Open a table to see its tree.", look.Muted)
		}
		return
	}
	c.empty.Set("", look.Muted)
	s, info := r.Snapshot, r.Info
	c.tree.SetSource(func() plotting.Figure {
		d := plotting.NewDendrogram(s.Trees[0].Tree)
		d.Title = info.Title
		return d
	})
}
