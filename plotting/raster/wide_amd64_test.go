package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Lines have the same bits with and without wide instructions: of every width, opaque and not, in pictures whose sizes
// are no multiple of eight, across their borders and far beyond them, and on one processor or two.
func TestSameBitsBothWays(t *testing.T) {
	if !wide {
		t.Skip("this processor has no instructions for 32 bytes")
	}
	defer func() { wide = true }()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range []image.Point{{150, 61}, {33, 97}, {7, 5}, {64, 64}, {1, 40}} {
		at := func(n int) vg.Length {
			if rng.IntN(20) == 0 {
				return vg.Length(1e6 * rng.NormFloat64())
			}
			return vg.Length(float64(n) * (1.4*rng.Float64() - 0.2))
		}
		var points []vg.Point
		for range 1100 {
			points = append(points, vg.Point{X: at(size.X), Y: at(size.Y)})
			if p := points[len(points)-1]; len(points)%2 == 0 && rng.IntN(8) == 0 { // exactly along an axis, or nothing
				points[len(points)-1] = []vg.Point{{X: p.X, Y: points[len(points)-2].Y}, {X: points[len(points)-2].X, Y: p.Y},
					points[len(points)-2]}[rng.IntN(3)]
			}
		}
		for _, width := range []vg.Length{0.001, 0.3, 0.99, 1, 1.7, 2.5} {
			for _, a := range []uint8{3, 130, 255} {
				picture := func(w bool, processors int) []uint8 {
					wide = w
					runtime.GOMAXPROCS(processors)
					img := image.NewRGBA(image.Rect(0, 0, size.X, size.Y))
					for i := range img.Pix {
						img.Pix[i] = uint8(i * 31 % 256)
						if i%4 == 3 {
							img.Pix[i] = 255
						}
					}
					c := New(img, 1)
					c.SetColor(color.NRGBA{R: 200, G: 10, B: 90, A: a})
					c.SetLineWidth(width)
					c.Lines(points)
					return img.Pix
				}
				one := picture(false, 1)
				if !bytes.Equal(one, picture(true, 1)) || !bytes.Equal(one, picture(true, 2)) {
					t.Errorf("%v, lines %v wide, opacity %d: another picture with wide instructions", size, width, a)
				}
			}
		}
	}
}

// So have filled rectangles, discs and letters, also at the border of a clip, behind which nothing changes.
func TestSameBitsOfFillsBothWays(t *testing.T) {
	if !wide {
		t.Skip("this processor has no instructions for 32 bytes")
	}
	defer func() { wide = true }()
	rng := rand.New(rand.NewPCG(9, 10))
	var centres []vg.Point
	for range 300 {
		centres = append(centres, vg.Point{X: vg.Length(120 * rng.Float64()), Y: vg.Length(90 * rng.Float64())})
	}
	face := font.Face{Font: font.Font{Size: 11}, Face: Families["Sans"].Regular.Parsed()}
	for _, a := range []uint8{40, 255} {
		for _, radius := range []vg.Length{1.3, 3.9, 5} {
			picture := func(w bool) []uint8 {
				wide = w
				img := image.NewRGBA(image.Rect(0, 0, 120, 90))
				c := New(img, 1)
				c.SetColor(color.White)
				c.Fill(vg.Rectangle{Max: vg.Point{X: 120, Y: 90}}.Path())
				c.Clip(vg.Rectangle{Min: vg.Point{X: 9, Y: 7}, Max: vg.Point{X: 103, Y: 81}})
				c.SetColor(color.NRGBA{R: 20, G: 100, B: 190, A: a})
				c.Discs(centres, radius)
				c.Fill(vg.Rectangle{Min: vg.Point{X: 11.3, Y: 20.4}, Max: vg.Point{X: 99.7, Y: 44}}.Path())
				for y := range 9 {
					c.FillString(face, vg.Point{X: vg.Length(7 * y), Y: vg.Length(10 * y)}, "Many words, 42")
				}
				return img.Pix
			}
			one, other := picture(false), picture(true)
			if !bytes.Equal(one, other) {
				t.Errorf("radius %v, opacity %d: another picture with wide instructions", radius, a)
			}
			for i, v := range other {
				if x, y := i/4%120, 89-i/480; (x < 9 || x >= 103 || y < 7 || y >= 81) && v != 255 {
					t.Fatalf("pixel %d, %d behind the clip changed", x, y)
				}
			}
		}
	}
}

// Eight by eight bytes turned are those with rows and columns exchanged.
func TestTurn(t *testing.T) {
	var b [8]uint64
	for r := range b {
		for c := range 8 {
			b[r] |= uint64(16*r+c) << (8 * c)
		}
	}
	turn(&b)
	for r := range b {
		for c := range 8 {
			if got := b[r] >> (8 * c) & 255; got != uint64(16*c+r) {
				t.Errorf("row %d, column %d: %d", r, c, got)
			}
		}
	}
}

func BenchmarkLines(b *testing.B) {
	defer func(was bool) { wide = was }(wide)
	rng := rand.New(rand.NewPCG(5, 6))
	var points []vg.Point
	for range 20000 {
		points = append(points, vg.Point{X: vg.Length(1000 * rng.Float64()), Y: vg.Length(700 * rng.Float64())})
	}
	for _, w := range []bool{false, wide} {
		for _, width := range []vg.Length{0.7, 1.4} {
			b.Run(fmt.Sprintf("width=%v/wide=%v", width, w), func(b *testing.B) {
				wide = w
				c := New(image.NewRGBA(image.Rect(0, 0, 1000, 700)), 1)
				c.SetColor(color.NRGBA{R: 200, G: 10, B: 90, A: 99})
				c.SetLineWidth(width)
				for b.Loop() {
					c.Lines(points)
				}
			})
		}
	}
}
