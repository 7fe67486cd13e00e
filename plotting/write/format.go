package write

import (
	"fmt"
	"image"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting"
)

// A Format is one kind of file that pictures are saved as.
type Format struct {
	Name   string // the extension of its files: "png"
	Title  string // "PNG"
	Note   string // its use, a sentence
	Pixels bool   // whether its pictures are made of pixels, so that dots per inch matter

	// figure writes one picture; m.Created is set. Nil for a format of films alone.
	figure func(w io.Writer, f plotting.Figure, size plotting.Size, m plotting.Metadata) error
	// film writes pictures that follow each other; nil where they are numbered files.
	film func(w io.Writer, frames int, frame func(i int) (*image.RGBA, error), delay func(i int) time.Duration) error
}

// formats lists them all; a new format is a line here and a file of its own.
var formats = []Format{
	pngFormat,
	svgFormat,
	pdfFormat,
	tiffFormat,
	gifFormat,
}

// Formats returns the formats of one picture, in the order in which they are offered.
func Formats() []Format {
	return slices.DeleteFunc(slices.Clone(formats), func(f Format) bool { return f.figure == nil })
}

// Films returns the formats of films, those that hold a film in one file first. In the others a
// film is numbered pictures.
func Films() []Format {
	list := slices.Clone(formats)
	stable.Sort(list, func(a, b Format) int {
		switch {
		case a.Moves() == b.Moves():
			return 0
		case a.Moves():
			return -1
		}
		return 1
	})
	return list
}

// Moves reports whether one file holds a film.
func (f Format) Moves() bool { return f.film != nil }

// Film writes a film of at least one frame. frame returns frame i, all of one size; it may be asked
// twice for a frame and may reuse a buffer. delay returns how long frame i stays. It panics for a
// format that does not move.
func (f Format) Film(w io.Writer, frames int, frame func(i int) (*image.RGBA, error),
	delay func(i int) time.Duration) error {
	if f.film == nil {
		panic("write: " + f.Name + " holds no film")
	}
	return f.film(w, frames, frame, delay)
}

// Find returns the format with a name from a list.
func Find(list []Format, name string) (f Format, ok bool) {
	i := slices.IndexFunc(list, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return list[i], true
}

// Names lists formats for help and errors: "png, svg or pdf".
func Names(list []Format) string { return either(list, func(f Format) string { return f.Name }) }

// Titles lists formats for people: "PNG, SVG or PDF".
func Titles(list []Format) string { return either(list, func(f Format) string { return f.Title }) }

func either(list []Format, word func(Format) string) string {
	var b strings.Builder
	for i, f := range list {
		switch {
		case i > 0 && i == len(list)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(word(f))
	}
	return b.String()
}

// FormatOf returns the format in a list that matches the extension of a file name, or an error that
// names the formats.
func FormatOf(path string, list []Format) (Format, error) {
	ext := strings.ToLower(filepath.Ext(path))
	name := strings.TrimPrefix(ext, ".")
	if name == "tiff" {
		name = tiffFormat.Name
	}
	if f, ok := Find(list, name); ok {
		return f, nil
	}
	endings := either(list, func(f Format) string { return "." + f.Name })
	if ext == "" {
		return Format{}, fmt.Errorf("plotting: %s has no extension; end the name in %s", path, endings)
	}
	return Format{}, fmt.Errorf("plotting: %s: figures are not saved as %s; end the name in %s", path, ext, endings)
}
