package plottingtest

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// goldenTolerance is the root of the mean squared difference of a channel, of 255,
// that rounding in another processor's arithmetic may cause.
const goldenTolerance = 2

// Golden compares a picture with the one kept under testdata/golden; a different picture is left beside it as
// NAME.failed.png.
func Golden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name+".png")
	write := func(path string) {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, got); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(path)
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v; make it with go test -run Golden -update", err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != got.Bounds() {
		t.Fatalf("%s is %v, want %v", name, got.Bounds(), want.Bounds())
	}
	sum := 0.0
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			a, b := got.RGBAAt(x, y), color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			for _, d := range [...]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
				sum += float64(d * d)
			}
		}
	}
	if d := math.Sqrt(sum / float64(3*got.Rect.Dx()*got.Rect.Dy())); d > goldenTolerance {
		write(filepath.Join("testdata", "golden", name+".failed.png"))
		t.Errorf("%s differs by %.2f", name, d)
	}
}

// GoldenPicture compares a figure with the picture kept of it.
func GoldenPicture(t *testing.T, name string, f plotting.Figure, width, height int) {
	t.Helper()
	got := image.NewRGBA(image.Rect(0, 0, width, height))
	raster.Render(f.Layout(vg.Point{X: vg.Length(width), Y: vg.Length(height)}), 1, got)
	path := filepath.Join("testdata", name+".png")
	if *update {
		WritePNG(t, path, got)
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != got.Bounds() {
		t.Fatalf("picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	if share := Differing(got, want); share > 0.005 {
		WritePNG(t, filepath.Join("testdata", "failed", name+".png"), got)
		t.Errorf("%.2f %% of the pixels differ; see testdata/failed", 100*share)
	}
}

// Differing is the share of pixels of which a channel differs by more than a tenth.
func Differing(a, b image.Image) float64 {
	r := a.Bounds()
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
				if d > 6553 || d < -6553 {
					n++
					break
				}
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// WritePNG writes a picture to a file, with its folder.
func WritePNG(t *testing.T, path string, m image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err := png.Encode(&b, m)
	if err = errors.Join(err, os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}
