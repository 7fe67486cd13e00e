package write

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// strips is a figure of nine pictures of one width, the last like the first.
type strips struct{}

func (strips) Layout(size vg.Point) plotting.Scene        { return stripsScene{samplerScene{size: size}} }
func (s strips) WithStyle(plotting.Style) plotting.Figure { return s }

type stripsScene struct{ samplerScene }

func (s stripsScene) Draw(c vg.Canvas) {
	for i := range 9 {
		img := image.NewNRGBA(image.Rect(0, 0, 4, 3))
		for j := range img.Bounds().Dx() {
			for k := range img.Bounds().Dy() {
				img.Set(j, k, color.NRGBA{R: uint8(20 * (i % 8)), G: uint8(60 * j), A: 255})
			}
		}
		y := s.size.Y * vg.Length(i) / 9
		c.DrawImage(vg.Rectangle{Min: vg.Point{Y: y}, Max: vg.Point{X: s.size.X, Y: y + 5}}, img)
	}
}

func TestPDFPicturesOfOneWidth(t *testing.T) {
	var one string
	for i := range 3 {
		var b bytes.Buffer
		if err := pdfFormat.figure(&b, strips{}, plotting.Size{WidthMM: 40, HeightMM: 60}, testMetadata); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			one = b.String()
		} else if one != b.String() {
			t.Fatal("two documents of the same pictures differ")
		}
	}
	if n := strings.Count(one, "/Subtype /Image\n"); n != 8 {
		t.Errorf("%d pictures, want 8: the last is like the first", n)
	}
}
