package plotting

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// A Style holds the colours, sizes of text and strokes of every figure. Lengths
// are in points of the layout (see the package comment).
type Style struct {
	Dark     bool
	Handles  bool // draws the handles that are dragged on a screen
	Typeface Typeface

	Ground        color.NRGBA // around cards
	Surface       color.NRGBA // behind the figure
	Hairline      color.NRGBA // separating lines and grids
	Ink           color.NRGBA // lines and text
	Muted         color.NRGBA // axes, subtitles, legends
	Selection     color.NRGBA // selected marks
	SelectionText color.NRGBA // selected labels
	Missing       color.NRGBA // ground of missing cells
	MissingHatch  color.NRGBA // their hatching, and that of categories 9 to 16

	TitleSize    vg.Length // bold, Ink
	SubtitleSize vg.Length // Muted
	LabelSize    vg.Length // leaf and column labels, Ink
	LeastName    float64   // share of LabelSize to which names of rows shrink before they are thinned
	TickSize     vg.Length // numbers on axes, Muted
	AxisSize     vg.Length // names of axes and entries of legends, Muted and Ink
	NoteSize     vg.Length // sentences in place of a picture, Muted

	Stroke         vg.Length // lines at rest
	SelectedStroke vg.Length // selected lines
	MaximumStroke  vg.Length // branches of full support
	AxisStroke     vg.Length // axes and ticks
	DotRadius      vg.Length // branch points that mean something

	Margin  vg.Length // around the picture
	Gap     vg.Length // between neighbouring parts
	Padding vg.Length // between a mark and its text

	Look Look // the user's changes
}

// The three styles. Files use Print unless told otherwise; it is Light.
var (
	Light = newStyle(false)
	Dark  = newStyle(true)
	Print = Light
)

func newStyle(dark bool) Style {
	s := Style{
		Dark:          dark,
		Ground:        Hex(0xF5F5F2),
		Surface:       Hex(0xFFFFFF),
		Hairline:      Hex(0xE2E2DE),
		Ink:           Hex(0x1F2328),
		Muted:         Hex(0x636B77),
		Selection:     Hex(0xC77700),
		SelectionText: Hex(0x9A5C00),
		Missing:       Hex(0xEDEDEA),
		MissingHatch:  Hex(0xC4C6C4),

		TitleSize:    15,
		SubtitleSize: 11.5,
		LabelSize:    9.5,
		LeastName:    0.8,
		TickSize:     9.5,
		AxisSize:     10.5,
		NoteSize:     12,

		Stroke:         1,
		SelectedStroke: 1.5,
		MaximumStroke:  2.6,
		AxisStroke:     1,
		DotRadius:      2.25,

		Margin:  20,
		Gap:     12,
		Padding: 4,
	}
	if dark {
		s.Ground = Hex(0x16181A)
		s.Surface = Hex(0x1E2124)
		s.Hairline = Hex(0x30343A)
		s.Ink = Hex(0xE8E8E4)
		s.Muted = Hex(0x9AA1AB)
		s.Selection = Hex(0xF0A63A)
		s.SelectionText = Hex(0xF0A63A)
		s.Missing = Hex(0x2B2F34)
		s.MissingHatch = Hex(0x4A5058)
	}
	return s
}

// SupportStroke returns the width of a branch above a clade with the given support in [0,1]: from
// Stroke to MaximumStroke. NaN gives Stroke.
func (s Style) SupportStroke(support float64) vg.Length {
	if !(support > 0) {
		return s.Stroke
	}
	return s.Stroke + (s.MaximumStroke-s.Stroke)*vg.Length(min(support, 1))
}

// Hex returns the opaque colour 0xRRGGBB.
func Hex(rgb uint32) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// Fade returns c with its opacity multiplied by share, in [0,1].
func Fade(c color.NRGBA, share float64) color.NRGBA {
	c.A = uint8(float64(c.A)*min(max(share, 0), 1) + 0.5)
	return c
}

// Enlargement returns the scale of lines relative to normal; lengths that figures set themselves
// grow with it.
func (s Style) Enlargement() vg.Length { return s.Stroke / Light.Stroke }

// Enlarged returns the style with text, strokes and distances multiplied by a factor, to be read
// from the last row.
func (s Style) Enlarged(by vg.Length) Style {
	for _, l := range []*vg.Length{&s.TitleSize, &s.SubtitleSize, &s.LabelSize, &s.TickSize, &s.AxisSize, &s.NoteSize,
		&s.Stroke, &s.SelectedStroke, &s.MaximumStroke, &s.AxisStroke, &s.DotRadius, &s.Padding} {
		*l *= by
	}
	return s
}

// LeastOfHall is the size of the smallest text on a projector, as a share of the height of the screen.
const LeastOfHall = 0.025

// ForHall returns the style for a screen of that height in points, read from the last row of a lecture hall.
func (s Style) ForHall(height vg.Length) Style {
	least := min(s.TitleSize, s.SubtitleSize, s.LabelSize, s.TickSize, s.AxisSize, s.NoteSize)
	s.LeastName = 1
	return s.Enlarged(max(LeastOfHall*height/least, 1))
}
