package plotting

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// goldenTolerance is the root of the mean squared difference of a channel, of 255,
// that rounding in another processor's arithmetic may cause.
const goldenTolerance = 2

// golden compares a picture with the one kept under testdata/golden; what differs is
// left beside it as NAME.failed.png.
func golden(t *testing.T, name string, got *image.RGBA) {
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
		t.Fatalf("%v; make it with go test ./plotting -run Golden -update", err)
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

func TestGoldenCore(t *testing.T) {
	for name, f := range map[string]Figure{"sampler_light": sampler{Light}, "sampler_dark": sampler{Dark}} {
		img, _ := RenderFigure(f, 680, 454, 1, nil)
		golden(t, name, img)
	}
	for name, f := range map[string]Figure{
		"diagnostics_light": diagnosed(t, sampledRun(4, 1501, 30, true)).WithCursor(1, 1100),
		"diagnostics_dark":  diagnosed(t, sampledRun(2, 801, 12, false)).WithStyle(Dark),
	} {
		img, _ := RenderFigure(f, 1000, 640, 1, nil)
		golden(t, name, img)
	}
	two := objective(climb(1240, 1), climb(1240, 2))
	two.BurnIn, two.HasCursor, two.Cursor = 1.0/3, true, 1150
	dark := two
	dark.Style = Dark
	for name, f := range map[string]Figure{"trace_light": two, "trace_dark": dark, "trace_empty": objective()} {
		img, _ := RenderFigure(f, 880, 150, 1, nil)
		golden(t, name, img)
	}
}
