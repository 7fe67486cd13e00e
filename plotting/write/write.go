package write

import (
	"fmt"
	"io"
	"slices"

	"example.org/espalier/plotting"
)

// Sizes beyond these limits are typing errors.
const (
	minimumMM     = 5
	maximumMM     = 5000
	minimumDPI    = 30
	maximumDPI    = 2400
	maximumPixels = 200e6
)

// CheckSize returns an error that names the number out of range and the remedy.
func (f Format) CheckSize(s plotting.Size) error {
	for _, side := range []struct {
		name string
		mm   float64
	}{{"width", s.WidthMM}, {"height", s.HeightMM}} {
		if !(side.mm >= minimumMM && side.mm <= maximumMM) {
			return fmt.Errorf("plotting: a %s of %v mm; it must be from %d to %s mm", side.name, side.mm, minimumMM,
				plotting.FormatCount(maximumMM))
		}
	}
	if !f.Pixels {
		return nil
	}
	if d := s.Dots(); d < minimumDPI || d > maximumDPI {
		return fmt.Errorf("plotting: %d dots per inch; they must be from %d to %s", d, minimumDPI,
			plotting.FormatCount(maximumDPI))
	}
	lines := slices.DeleteFunc(Formats(), func(f Format) bool { return f.Pixels })
	if w, h, _ := s.Pixels(); float64(w)*float64(h) > maximumPixels {
		return fmt.Errorf(
			"plotting: %s × %s pixels are more than a picture can have here; choose a smaller size or fewer dots per inch, or save as %s",
			plotting.FormatCount(w), plotting.FormatCount(h), Titles(lines))
	}
	return nil
}

// Figure writes a figure to a file, in the format of its extension. The file is complete or, after
// an error, unchanged. The figure is drawn in its own style; [plotting.ForPrint] gives one that
// suits paper.
func Figure(path string, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
	format, err := FormatOf(path, Formats())
	if err != nil {
		return err
	}
	return File(path, func(w io.Writer) error { return Encode(w, format.Name, f, size, m) })
}

// Encode writes a figure in one of the [Formats], by name.
func Encode(w io.Writer, format string, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
	k, ok := Find(Formats(), format)
	if !ok {
		return fmt.Errorf("plotting: figures are not saved as %q, but as %s", format, Names(Formats()))
	}
	if err := k.CheckSize(size); err != nil {
		return err
	}
	m.Created = created(m)
	return k.figure(w, f, size, m)
}
