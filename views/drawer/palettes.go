package drawer

import (
	"image/color"
	"slices"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/views/controls"
)

// steps is how many patches show a palette that runs without steps.
const steps = 16

// withColours makes options of plain values; those that name a palette show its colours.
func withColours(values []string) []controls.Option {
	options := controls.Options(values...)
	for i, name := range values {
		options[i].Colours = sample(name)
	}
	return options
}

// sample returns colours of the palette of a name, nil for none.
func sample(name string) (colours []color.Color) {
	if m := ink.Palette(name); m != nil {
		for i := range steps {
			colours = append(colours, m.At((float64(i)+0.5)/steps))
		}
	} else if slices.Contains(plotting.CategoryPalettes, name) {
		for _, c := range ink.CategoryPalette(name) {
			colours = append(colours, c)
		}
	}
	return colours
}
