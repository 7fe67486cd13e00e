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
	// Among are the levels of the table of which this one is a part: a level keeps its place in the palette.
	Among []string `json:"among,omitempty"`
	// First is the place in the palette, from 1, at which that table's figure begins with the annotation; 0 leaves it to
	// the figure.
	First int `json:"first,omitempty"`
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

// Of returns the coding of an annotation without impossible values.
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
	c.Among = c.Among[:min(len(c.Among), mostCoded)]
	c.First = min(max(c.First, 0), mostCoded)
	return c
}

// Places returns the place in the palette of each of some levels, of which at most so many have one.
func (c Coding) Places(levels []string, most int) []int {
	known := map[string]int{}
	for _, l := range c.Among {
		if len(c.Among) <= most || slices.Contains(levels, l) { // of many, those that are here
			known[l] = len(known)
		}
	}
	places, next := make([]int, len(levels)), len(known)
	for i, l := range levels {
		p, ok := known[l]
		if !ok { // the whole table lacks it
			p, next = next, next+1
		}
		places[i] = p
	}
	return places
}

// Placed returns the coding with the places in the palette that its order gave: in older studies a palette went by the
// order of the levels, and Among was not kept with it. levels are those of the table.
func (c Coding) Placed(levels []string) Coding {
	if len(c.Order) == 0 || len(c.Among) > 0 {
		return c
	}
	for _, i := range c.Levels(levels) {
		c.Among = append(c.Among, levels[i])
	}
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

// A Coded is an annotation that a figure draws, with the colours that its levels have now.
type Coded struct {
	Name    string
	Numeric bool     // levels are numbers, which can be a gradient or bars
	As      string   // CodedColours, CodedGradient or CodedBars
	Levels  []string // in the order of the coding; those that are listed in the legend first
	Colours []color.NRGBA
}

// An Annotated figure draws annotations, whose colours a person can choose.
type Annotated interface {
	Figure
	Coded() []Coded
}

// With returns the codings with another one of an annotation; the zero value removes it.
func (k *Codings) With(annotation string, c Coding) Codings {
	other := Codings{}
	if k != nil {
		for name, coding := range *k {
			other[name] = coding
		}
	}
	if other[annotation] = c; c.As == "" && c.Palette == "" && len(c.Colours) == 0 &&
		len(c.Order)+len(c.Among)+c.First == 0 {
		delete(other, annotation)
	}
	return other
}

// WithColour returns the coding with the colour of a level; "" takes it back.
func (c Coding) WithColour(level, colour string) Coding {
	other := map[string]string{}
	for l, k := range c.Colours {
		other[l] = k
	}
	if other[level] = colour; colour == "" {
		delete(other, level)
	}
	c.Colours = other
	return c
}
