package write

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"example.org/espalier/plotting"
)

// Every format of the list writes what it says it can, and nothing else is offered.
func TestFormats(t *testing.T) {
	if len(formats) != len(Films()) || !Films()[0].Moves() {
		t.Fatal("films are offered in every format, those that move first")
	}
	names := map[string]bool{}
	for _, f := range formats {
		if names[f.Name] || f.Name == "" || f.Name != strings.ToLower(f.Name) || f.Title == "" ||
			!strings.HasSuffix(f.Note, ".") {
			t.Errorf("%q: name, title or note", f.Name)
		}
		names[f.Name] = true
		if f.figure == nil && f.film == nil {
			t.Errorf("%s writes nothing", f.Name)
		}
		if _, ok := Find(Formats(), f.Name); ok != (f.figure != nil) {
			t.Errorf("%s is offered for figures: %v", f.Name, ok)
		}
		var b bytes.Buffer
		if err := Encode(&b, f.Name, sampler{plotting.Light}, plotting.Size{WidthMM: 40, HeightMM: 30, DPI: 60},
			testMetadata); (err == nil) != (f.figure != nil) {
			t.Errorf("%s: %v", f.Name, err)
		} else if err == nil && b.Len() == 0 {
			t.Errorf("%s writes an empty file", f.Name)
		}
		if !f.Moves() {
			continue
		}
		b.Reset()
		frame := func(i int) (*image.RGBA, error) {
			m := image.NewRGBA(image.Rect(0, 0, 4, 3))
			m.SetRGBA(i, 0, color.RGBA{255, 0, 0, 255})
			return m, nil
		}
		if err := f.Film(&b, 3, frame, func(int) time.Duration { return time.Second }); err != nil || b.Len() == 0 {
			t.Errorf("%s: a film of %d bytes, %v", f.Name, b.Len(), err)
		}
	}
}

func TestFormatOf(t *testing.T) {
	three := []Format{pngFormat, svgFormat, pdfFormat}
	if f, err := FormatOf("a/Tree.PDF", three); err != nil || f.Name != "pdf" {
		t.Error(f.Name, err)
	}
	if f, err := FormatOf("a.tiff", Formats()); err != nil || f.Name != "tif" {
		t.Error(f.Name, err)
	}
	if f, err := FormatOf("run.gif", Films()); err != nil || f.Name != "gif" {
		t.Error(f.Name, err)
	}
	for path, want := range map[string]string{
		"tree":     "tree has no extension; end the name in .png, .svg or .pdf",
		"tree.bmp": "not saved as .bmp; end the name in .png, .svg or .pdf",
		"tree.gif": "not saved as .gif",
	} {
		if _, err := FormatOf(path, three); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := Titles(three); got != "PNG, SVG or PDF" {
		t.Error(got)
	}
}
