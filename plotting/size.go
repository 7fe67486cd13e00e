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
}

// Presets returns the usual sizes for journals and slides.
func Presets() []Preset {
	return []Preset{
		{"One column", Size{85, 100, 300}},
		{"Two columns", Size{180, 140, 300}},
		{"Slide", Size{254, 143, 150}},
	}
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
