package write

import (
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"espalier/plotting"
	"espalier/plotting/raster"
)

// Limits of what is worth a file; beyond them a size is a slip of the finger.
const (
	minimumMM     = 5
	maximumMM     = 5000
	minimumDPI    = 30
	maximumDPI    = 2400
	maximumPixels = 200e6
)

// CheckSize returns an error that says which number is out of range and what to do.
func CheckSize(s plotting.Size, format string) error {
	for _, side := range []struct {
		name string
		mm   float64
	}{{"width", s.WidthMM}, {"height", s.HeightMM}} {
		if !(side.mm >= minimumMM && side.mm <= maximumMM) {
			return fmt.Errorf("plotting: a %s of %v mm; it must be from %d to %s mm", side.name, side.mm, minimumMM, plotting.FormatCount(maximumMM))
		}
	}
	if format != "png" {
		return nil
	}
	if d := s.Dots(); d < minimumDPI || d > maximumDPI {
		return fmt.Errorf("plotting: %d dots per inch; they must be from %d to %s", d, minimumDPI, plotting.FormatCount(maximumDPI))
	}
	if w, h, _ := s.Pixels(); float64(w)*float64(h) > maximumPixels {
		return fmt.Errorf("plotting: %s × %s pixels are more than a picture can have here; choose a smaller size or fewer dots per inch, or save as SVG or PDF", plotting.FormatCount(w), plotting.FormatCount(h))
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

// Figure writes a figure to a file, by its extension as PNG, SVG or PDF. The file is
// complete or, after an error, as it was before. The figure is drawn in its own
// style: see [plotting.ForPrint] for one that suits paper.
func Figure(path string, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	return File(path, func(w io.Writer) error { return Encode(w, format, f, size, m) })
}

// Encode writes a figure in one of the [Formats].
func Encode(w io.Writer, format string, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
	if err := CheckSize(size, format); err != nil {
		return err
	}
	m.Created = created(m)
	switch format {
	case "png":
		pw, ph, scale := size.Pixels()
		var dst *image.RGBA
		dst, _ = raster.Figure(f, pw, ph, scale, nil)
		return encodePNG(w, dst, size.Dots(), m)
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
