package plotting

import "gonum.org/v1/plot/vg"

// Size is the size of an exported figure. DPI, dots per inch, matters for PNG alone;
// 0 means 300.
type Size struct {
	WidthMM, HeightMM float64
	DPI               int
}

// A Preset is a size with a name.
type Preset struct {
	Name string
	Size Size
	// Text enlarges text and lines, 0 and 1 not at all: a slide is read from the last row.
	Text float64
}

// Presets returns the usual sizes: of any journal, of slides, then those that the guides for authors of the common
// publishers ask for.
func Presets() []Preset {
	list := []Preset{
		{"One column", Size{85, 100, 300}, 1},
		{"Two columns", Size{180, 140, 300}, 1},
		{"Slide", Size{254, 143, 150}, 2},
		{"A4 page", Size{170, 240, 300}, 1},
	}
	for _, p := range publishers {
		for i, width := range p.widths {
			name := [...]string{"one column", "one and a half", "two columns"}[i]
			if width > 0 {
				list = append(list, Preset{p.name + ", " + name, Size{width, columnHeight(width), p.dpi}, 1})
			}
		}
	}
	return list
}

// publishers are the widths in mm of one, one and a half, and two columns, 0 where there is none, and the dots per inch
// of line art with shades.
var publishers = []struct {
	name   string
	widths [3]float64
	dpi    int
}{
	{"Nature", [3]float64{89, 120, 183}, 300},
	{"Science", [3]float64{57, 121, 184}, 300},
	{"Cell", [3]float64{85, 114, 174}, 300},
	{"PNAS", [3]float64{87, 114, 178}, 600},
	{"PLOS", [3]float64{132, 0, 190.5}, 300},
	{"Elsevier", [3]float64{90, 140, 190}, 500},
	{"Springer", [3]float64{84, 0, 174}, 600},
	{"Oxford", [3]float64{86, 0, 178}, 600},
	{"IEEE", [3]float64{88.9, 0, 181.9}, 600},
}

// columnHeight is the height of a figure of that width: nearly square in one column, wider in two.
func columnHeight(width float64) float64 {
	if width < 150 {
		return width
	}
	return 140
}

// PointsPerInch is how many points of a layout go to an inch of paper.
const PointsPerInch = 96

// MMPerInch is how many millimetres an inch has.
const MMPerInch = 25.4

// Points returns the size of the layout.
func (s Size) Points() vg.Point {
	return vg.Point{X: vg.Length(s.WidthMM / MMPerInch * PointsPerInch), Y: vg.Length(s.HeightMM / MMPerInch * PointsPerInch)}
}

// Pixels returns the size of a PNG file and its scale in pixels per point of the layout.
func (s Size) Pixels() (w, h int, scale float64) {
	dpi := float64(s.Dots())
	return int(s.WidthMM/MMPerInch*dpi + 0.5), int(s.HeightMM/MMPerInch*dpi + 0.5), dpi / PointsPerInch
}

// Dots returns the dots per inch of a PNG file.
func (s Size) Dots() int {
	if s.DPI == 0 {
		return 300
	}
	return s.DPI
}
