package plotting

import (
	"image/color"
	"slices"
)

// Codings are how annotations are drawn, by their names. A person chooses them once for all figures and
// runs of a table.
type Codings map[string]Coding

// A Coding is how the levels of one annotation are drawn. The zero value leaves it to the figure.
type Coding struct {
	As      string            `json:"as,omitempty"`      // CodedColours, CodedGradient, CodedBars; "" as usual
	Palette string            `json:"palette,omitempty"` // of categories or of a gradient; "" as usual
	Colours map[string]string `json:"colours,omitempty"` // of levels, "#RRGGBB"
	Order   []string          `json:"order,omitempty"`   // levels that come first, in this order
}

// Ways to draw an annotation.
const (
	CodedColours  = "categories"
	CodedGradient = "gradient"
	CodedBars     = "bars"
)

// CategoryPalettes are the palettes of categories by name, which package ink draws.
var CategoryPalettes = []string{"okabe-ito", "bright", "muted", "light"}

// Most levels that a coding orders or colours by hand.
const mostCoded = 1000

// Of returns the coding of an annotation, mended: what cannot be is left out.
func (k *Codings) Of(annotation string) Coding {
	if k == nil {
		return Coding{}
	}
	c := (*k)[annotation]
	if !slices.Contains([]string{"", CodedColours, CodedGradient, CodedBars}, c.As) {
		c.As = ""
	}
	if !slices.Contains(CategoryPalettes, c.Palette) && !slices.Contains(SequentialPalettes, c.Palette) {
		c.Palette = ""
	}
	c.Order = c.Order[:min(len(c.Order), mostCoded)]
	return c
}

// Colour returns the colour that a person gave to a level.
func (c Coding) Colour(level string) (color.NRGBA, bool) { return ParseColour(c.Colours[level]) }

// Levels returns the numbers of levels in the order of the coding: those that it names first.
func (c Coding) Levels(levels []string) []int {
	order := make([]int, 0, len(levels))
	in := make([]bool, len(levels))
	number := map[string]int{}
	for i, l := range levels {
		number[l] = i
	}
	for _, l := range c.Order {
		if i, ok := number[l]; ok && !in[i] {
			in[i] = true
			order = append(order, i)
		}
	}
	for i := range levels {
		if !in[i] {
			order = append(order, i)
		}
	}
	return order
}
