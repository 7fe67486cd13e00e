package plotting

import (
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
)

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

// Presets returns the sizes that journals and slides ask for.
func Presets() []Preset {
	return []Preset{
		{"One column", Size{85, 100, 300}},
		{"Two columns", Size{180, 140, 300}},
		{"Slide", Size{254, 143, 150}},
	}
}

// layoutPerInch is how many points of a layout go to an inch of paper.
const layoutPerInch = 96

const mmPerInch = 25.4

// Points returns the size of the layout.
func (s Size) Points() vg.Point {
	return vg.Point{X: vg.Length(s.WidthMM / mmPerInch * layoutPerInch), Y: vg.Length(s.HeightMM / mmPerInch * layoutPerInch)}
}

// Pixels returns the size of a PNG file and its scale in pixels per point of the layout.
func (s Size) Pixels() (w, h int, scale float64) {
	dpi := float64(s.dpi())
	return int(s.WidthMM/mmPerInch*dpi + 0.5), int(s.HeightMM/mmPerInch*dpi + 0.5), dpi / layoutPerInch
}

func (s Size) dpi() int {
	if s.DPI == 0 {
		return 300
	}
	return s.DPI
}

// Limits of what is worth a file; beyond them a size is a slip of the finger.
const (
	minimumMM     = 5
	maximumMM     = 5000
	minimumDPI    = 30
	maximumDPI    = 2400
	maximumPixels = 200e6
)

// Check returns an error that says which number is out of range and what to do.
func (s Size) Check(format string) error {
	for _, side := range []struct {
		name string
		mm   float64
	}{{"width", s.WidthMM}, {"height", s.HeightMM}} {
		if !(side.mm >= minimumMM && side.mm <= maximumMM) {
			return fmt.Errorf("plotting: a %s of %v mm; it must be from %d to %s mm", side.name, side.mm, minimumMM, FormatCount(maximumMM))
		}
	}
	if format != "png" {
		return nil
	}
	if d := s.dpi(); d < minimumDPI || d > maximumDPI {
		return fmt.Errorf("plotting: %d dots per inch; they must be from %d to %s", d, minimumDPI, FormatCount(maximumDPI))
	}
	if w, h, _ := s.Pixels(); float64(w)*float64(h) > maximumPixels {
		return fmt.Errorf("plotting: %s × %s pixels are more than a picture can have here; choose a smaller size or fewer dots per inch, or save as SVG or PDF", FormatCount(w), FormatCount(h))
	}
	return nil
}

// Formats returns the formats that Save and Encode know, which are also the
// extensions of file names.
func Formats() []string { return []string{"png", "svg", "pdf"} }

// FormatOf returns the format that a file name asks for by its extension, or an
// error that lists the formats.
func FormatOf(path string) (string, error) {
	ext := strings.ToLower(filepath.Ext(path))
	for _, f := range Formats() {
		if ext == "."+f {
			return f, nil
		}
	}
	if ext == "" {
		return "", fmt.Errorf("plotting: %s has no extension; end the name in .png, .svg or .pdf", path)
	}
	return "", fmt.Errorf("plotting: %s: figures are not saved as %s; end the name in .png, .svg or .pdf", path, ext)
}

// Save writes a figure to a file, by its extension as PNG, SVG or PDF. The file is
// complete or, after an error, as it was before. The figure is drawn in its own
// style: see [ForPrint] for one that suits paper.
func Save(path string, f Figure, size Size, m Metadata) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	return WriteFile(path, func(w io.Writer) error { return Encode(w, format, f, size, m) })
}

// ForPrint returns the figure in the style of paper where it can change its style.
func ForPrint(f Figure) Figure {
	if s, ok := f.(Styled); ok {
		return s.WithStyle(Print)
	}
	return f
}

// Encode writes a figure in one of the [Formats].
func Encode(w io.Writer, format string, f Figure, size Size, m Metadata) error {
	if err := size.Check(format); err != nil {
		return err
	}
	m.Created = m.created()
	switch format {
	case "png":
		pw, ph, scale := size.Pixels()
		var dst *image.RGBA
		dst, _ = RenderFigure(f, pw, ph, scale, nil)
		return encodePNG(w, dst, size.dpi(), m)
	case "svg":
		c := newSVG(size)
		f.Layout(size.Points()).Draw(c)
		return c.encode(w, m)
	case "pdf":
		c := newPDF(size)
		f.Layout(size.Points()).Draw(c)
		return c.encode(w, m)
	}
	return fmt.Errorf("plotting: no format %q; there are %s", format, strings.Join(Formats(), ", "))
}
