package dialogs

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// AskColour asks for a colour, "#RRGGBB": one of the palettes, or any mixed of red, green and blue. "" stands
// for the usual one.
func (d *Dialogs) AskColour(title, now string, chosen func(text string)) {
	var s *Sheet
	c, ok := plotting.ParseColour(now)
	if !ok {
		c = ink.CategorySwatch(0).Color
	}
	patch := canvas.NewRectangle(c)
	patch.CornerRadius = 6
	text := controls.NewField("", nil)
	text.Left = true
	var red, green, blue *controls.Slider
	show := func() {
		patch.FillColor = c
		patch.Refresh()
		text.SetText(plotting.FormatColour(c))
		red.Put(int(c.R), 255)
		green.Put(int(c.G), 255)
		blue.Put(int(c.B), 255)
	}
	mix := func(to *uint8) func(int) { return func(v int) { *to = uint8(min(max(v, 0), 255)); show() } }
	red, green, blue = controls.NewSlider(255, mix(&c.R)), controls.NewSlider(255, mix(&c.G)),
		controls.NewSlider(255, mix(&c.B))
	swatches := controls.Stack(6)
	for _, name := range plotting.CategoryPalettes {
		line := controls.Beside(6)
		for _, k := range ink.CategoryPalette(name) {
			line.Add(controls.NewSwatch(k, func() { c = k; show() }))
		}
		swatches.Add(line)
	}
	wrong := controls.NewParagraph("", 380, look.SizeSmall, look.BadText)
	text.OnCommit = func(typed string) {
		if k, ok := plotting.ParseColour(typed); ok {
			c = k
			show()
		}
	}
	accept := func() {
		k, ok := plotting.ParseColour(text.Text)
		if !ok {
			text.SetWrong(true)
			wrong.Set("Type a colour as #RRGGBB, such as #0072B2.", look.BadText)
			s.Refresh()
			return
		}
		s.Close()
		chosen(plotting.FormatColour(k))
	}
	show()
	const value = 220
	body := controls.Stack(10, swatches,
		controls.Row(value, controls.Label("Red"), red), controls.Row(value, controls.Label("Green"), green),
		controls.Row(value, controls.Label("Blue"), blue),
		controls.RowWith(value, controls.Label("Colour"), container.New(controls.Fixed(24, 24), patch), text), wrong)
	s = d.OpenSheet(title, fyne.NewSize(420, 400), body,
		controls.NewButton("As usual", controls.Quiet, func() { s.Close(); chosen("") }),
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }),
		controls.NewButton("Choose", controls.Primary, accept))
	s.Accept = accept
	d.Window.Canvas().Focus(text)
}
