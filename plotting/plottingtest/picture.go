package plottingtest

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// Rendered draws a figure at one pixel a point.
func Rendered(f plotting.Figure, width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	f.Layout(vg.Point{X: vg.Length(width), Y: vg.Length(height)}).Draw(raster.New(m, 1))
	return m
}

// At is a short name of a point.
func At(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// Keep writes a picture where ESPALIER_PICTURES says, to be looked at.
func Keep(t *testing.T, name string, f plotting.Figure, w, h int) {
	t.Helper()
	dir := os.Getenv("ESPALIER_PICTURES")
	if dir == "" {
		return
	}
	m, _ := raster.Figure(f, w, h, 1, nil)
	out, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := png.Encode(out, m); err != nil {
		t.Fatal(err)
	}
}

// Picture lays a figure out for w × h pixels and checks that it covers them all. With
// ESPALIER_PICTURES it keeps the picture in that folder.
func Picture(t *testing.T, name string, f plotting.Figure, w, h int, scale float64) {
	t.Helper()
	img, s := raster.Figure(f, w, h, scale, nil)
	for i := 3; i < len(img.Pix); i += 4 {
		if img.Pix[i] != 255 {
			t.Fatalf("%s: a pixel is not opaque", name)
		}
	}
	if s.Size() != raster.PixelBox(w, h, scale) {
		t.Errorf("%s: size %v", name, s.Size())
	}
	if dir := os.Getenv("ESPALIER_PICTURES"); dir != "" {
		out, err := os.Create(filepath.Join(dir, name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		if err := png.Encode(out, img); err != nil {
			t.Fatal(err)
		}
	}
}

// PrintSheet prints the header and the first rows of a sheet of a figure's numbers, cells separated by commas. A name
// of the sheet that is unknown prints nothing.
func PrintSheet(f plotting.Sheeter, name string, rows int) {
	for _, s := range f.Sheets() {
		if s.Name != name {
			continue
		}
		fmt.Println(strings.Join(s.Header, ","))
		for row := range s.Rows {
			if rows--; rows < 0 {
				return
			}
			fmt.Println(strings.Join(row, ","))
		}
	}
}
