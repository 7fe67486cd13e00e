package plotting

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// Size is the size of an exported figure. DPI, dots per inch, matters for PNG alone;
// 0 means 300.
type Size struct {
	WidthMM, HeightMM float64
	DPI               int
	// Text is the size of the text of axes and legends as it is printed, in typographic points; 0 means the usual
	// one. The smaller it is, the more room a layout has.
	Text float64
}

// A Preset is a size with a name, and how a figure of that size is set.
type Preset struct {
	Name    string
	Size    Size
	Printed Printed
}

// Key is the name of a preset on the command line: "nature-one-column".
func (p Preset) Key() string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(p.Name), ",", ""), " ", "-")
}

// PresetNamed returns the preset of a key.
func PresetNamed(key string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Key() == key {
			return p, true
		}
	}
	return Preset{}, false
}

// Presets returns the usual sizes: of any journal, of slides, then those that the guides for authors of the common
// publishers ask for.
func Presets() []Preset {
	plain := Printed{Text: 7, Names: 6.5, Least: 5, Title: 8, Lines: 0.6, Margin: 2}
	list := []Preset{
		{"One column", Size{WidthMM: 85, HeightMM: 100, DPI: 300}, plain},
		{"Two columns", Size{WidthMM: 180, HeightMM: 140, DPI: 300}, plain},
		{"Slide", Size{WidthMM: 254, HeightMM: 143, DPI: 150},
			Printed{Text: 2 * usualPrinted, Title: 22.5, Lines: 1.5}},
		{"A4 page", Size{WidthMM: 170, HeightMM: 240, DPI: 300}, UsualPrinted()},
	}
	for _, p := range publishers {
		printed := Printed{Text: p.text, Names: p.text, Least: p.least, Lines: 0.5, Margin: 1}
		for i, width := range p.widths {
			name := [...]string{"one column", "one and a half", "two columns"}[i]
			if width > 0 {
				list = append(list, Preset{p.name + ", " + name,
					Size{WidthMM: width, HeightMM: columnHeight(width), DPI: p.dpi}, printed})
			}
		}
	}
	for i := range list {
		list[i].Size = list[i].Printed.Sized(list[i].Size)
	}
	return list
}

// publishers are the widths in mm of one, one and a half, and two columns, 0 where there is none, the dots per inch
// of line art with shades, and the size of text and the least that may be, in typographic points.
var publishers = []struct {
	name        string
	widths      [3]float64
	dpi         int
	text, least float64
}{
	{"Nature", [3]float64{89, 120, 183}, 300, 6, 5},
	{"Science", [3]float64{57, 121, 184}, 300, 6, 5},
	{"Cell", [3]float64{85, 114, 174}, 300, 7, 5},
	{"PNAS", [3]float64{87, 114, 178}, 600, 7, 6},
	{"PLOS", [3]float64{132, 0, 190.5}, 300, 8, 8},
	{"Elsevier", [3]float64{90, 140, 190}, 500, 7, 6},
	{"Springer", [3]float64{84, 0, 174}, 600, 8, 6},
	{"Oxford", [3]float64{86, 0, 178}, 600, 7, 6},
	{"IEEE", [3]float64{88.9, 0, 181.9}, 600, 8, 6},
}

// columnHeight is the height of a figure of that width: nearly square in one column, wider in two.
func columnHeight(width float64) float64 {
	if width < 150 {
		return width
	}
	return 140
}

// UsualPerInch is how many points of a layout go to an inch of paper where text has its usual size.
const UsualPerInch = 96

// MMPerInch is how many millimetres an inch has.
const MMPerInch = 25.4

// PerInch returns how many points of a layout go to an inch of paper.
func (s Size) PerInch() float64 {
	if !(s.Text > 0) {
		return UsualPerInch
	}
	return float64(Print.AxisSize) * pointsPerInch / s.Text
}

// Points returns the size of the layout.
func (s Size) Points() vg.Point {
	return vg.Point{X: vg.Length(s.WidthMM / MMPerInch * s.PerInch()),
		Y: vg.Length(s.HeightMM / MMPerInch * s.PerInch())}
}

// Pixels returns the size of a PNG file and its scale in pixels per point of the layout.
func (s Size) Pixels() (w, h int, scale float64) {
	dpi := float64(s.Dots())
	return int(s.WidthMM/MMPerInch*dpi + 0.5), int(s.HeightMM/MMPerInch*dpi + 0.5), dpi / s.PerInch()
}

// Dots returns the dots per inch of a PNG file.
func (s Size) Dots() int {
	if s.DPI == 0 {
		return 300
	}
	return s.DPI
}
