package plotting

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/plot/vg"
)

// goldenCases are the pictures kept in testdata.
func goldenCases() map[string]struct {
	d             *Dendrogram
	width, height int
} {
	cases := layoutCases()
	dark := *cases["full"]
	dark.Style = Dark
	type c = struct {
		d             *Dendrogram
		width, height int
	}
	post := posteriorCases()
	return map[string]c{
		"posterior-labels":    {post["posterior-labels"], 860, 600},
		"posterior-dark":      {post["posterior-dark"], 860, 600},
		"posterior-colour":    {post["posterior-colour"], 700, 500},
		"posterior-circular":  {post["posterior-circular"], 860, 700},
		"posterior-500":       {post["posterior-500"], 700, 500},
		"dendrogram-46":       {cases["46"], 860, 600},
		"dendrogram-full":     {cases["full"], 1000, 700},
		"dendrogram-dark":     {&dark, 1000, 700},
		"dendrogram-small":    {cases["46"], 400, 300},
		"dendrogram-column":   {cases["189"], 321, 400},
		"dendrogram-2000":     {cases["2000"], 1000, 700},
		"dendrogram-zoomed":   {cases["zoomed"], 860, 600},
		"dendrogram-strips":   {cases["strips"], 1000, 700},
		"dendrogram-long":     {cases["long"], 1000, 700},
		"dendrogram-circular": {cases["circular full"], 860, 700},
	}
}

// TestGolden compares pictures with those that were looked at and found good. They
// differ where more than one pixel in two hundred is visibly another, which rounding
// on another processor does not reach. Flag -update writes them anew.
func TestGolden(t *testing.T) {
	for name, c := range goldenCases() {
		t.Run(name, func(t *testing.T) {
			goldenPicture(t, name, c.d, c.width, c.height)
		})
	}
}

// goldenPicture compares a figure with the picture kept of it.
func goldenPicture(t *testing.T, name string, f Figure, width, height int) {
	t.Helper()
	got := image.NewRGBA(image.Rect(0, 0, width, height))
	Render(f.Layout(vg.Point{X: vg.Length(width), Y: vg.Length(height)}), 1, got)
	path := filepath.Join("testdata", name+".png")
	if *update {
		writePNG(t, path, got)
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
	if share := differing(got, want); share > 0.005 {
		writePNG(t, filepath.Join("testdata", "failed", name+".png"), got)
		t.Errorf("%.2f %% of the pixels differ; see testdata/failed", 100*share)
	}
}

// differing is the share of pixels of which a channel differs by more than a tenth.
func differing(a, b image.Image) float64 {
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

// TestDiffering makes sure that the comparison can fail.
func TestDiffering(t *testing.T) {
	c := goldenCases()["dendrogram-46"]
	a := rendered(c.d, 860, 600)
	turned := *c.d
	turned.Tree = Prepare(coalescent(46, testRand(99)))
	if share := differing(a, rendered(&turned, 860, 600)); share < 0.02 {
		t.Errorf("another tree differs in %.2f %% of the pixels only", 100*share)
	}
	if share := differing(a, a); share != 0 {
		t.Errorf("a picture differs from itself by %v", share)
	}
}

func writePNG(t *testing.T, path string, m image.Image) {
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
