package raster_test

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

func sans(size vg.Length) font.Face {
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Face: raster.Families["Sans"].Regular.Parsed()}
}

// checker is an image of w×h cells with colours that tell each from its neighbours.
func checker(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8(128 + 127*((x+y)%2)), 255})
		}
	}
	return m
}

// scene draws one of everything within 400×300 points.
func scene(c vg.Canvas) {
	c.SetColor(color.White)
	c.Fill(vg.Rectangle{Max: vg.Point{X: 400, Y: 300}}.Path())

	c.SetColor(color.NRGBA{31, 35, 40, 255})
	c.SetLineWidth(1)
	var p vg.Path
	for i := range 10 { // elbows
		y := 20.5 + vg.Length(i)*10
		p.Move(vg.Point{X: 20.5, Y: y})
		p.Line(vg.Point{X: 60.5, Y: y})
		p.Line(vg.Point{X: 60.5, Y: y + 10})
	}
	c.Stroke(p)

	c.SetLineWidth(2)
	c.SetColor(color.NRGBA{0, 114, 178, 255})
	p = nil
	p.Move(vg.Point{X: 80, Y: 20})
	p.Line(vg.Point{X: 150, Y: 90})
	p.Line(vg.Point{X: 160, Y: 30})
	p.CubeTo(vg.Point{X: 190, Y: 120}, vg.Point{X: 220, Y: -40}, vg.Point{X: 240, Y: 60})
	p.QuadTo(vg.Point{X: 260, Y: 100}, vg.Point{X: 280, Y: 20})
	c.Stroke(p)

	c.SetColor(color.NRGBA{230, 159, 0, 128})
	p = nil
	p.Move(vg.Point{X: 340, Y: 60})
	p.Arc(vg.Point{X: 310, Y: 60}, 30, 0, 2*math.Pi)
	p.Close()
	c.Fill(p)
	c.SetColor(color.NRGBA{0, 158, 115, 255})
	p = nil
	p.Move(vg.Point{X: 380, Y: 60})
	p.Arc(vg.Point{X: 360, Y: 60}, 20, 0, -math.Pi/2)
	c.Stroke(p)

	c.SetColor(color.NRGBA{204, 121, 167, 255})
	c.Fill(vg.Rectangle{Min: vg.Point{X: 20, Y: 140}, Max: vg.Point{X: 80, Y: 200}}.Path())
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: 100, Y: 140}, Max: vg.Point{X: 180, Y: 220}}, checker(8, 8))
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: 200, Y: 140}, Max: vg.Point{X: 280, Y: 220}}, checker(80, 80))

	c.SetColor(color.Black)
	c.FillString(sans(12), vg.Point{X: 20, Y: 270}, "diffusion, σ² = 0.3") // no kerning, which vgimg lacks
	c.FillString(sans(24), vg.Point{X: 20, Y: 235}, "hippocampus")
	c.Push()
	c.Translate(vg.Point{X: 320, Y: 150})
	c.Rotate(math.Pi / 2)
	c.FillString(sans(12), vg.Point{}, "upwards")
	c.Pop()
	c.Push()
	c.Translate(vg.Point{X: 340, Y: 150})
	c.Rotate(math.Pi / 6)
	c.Scale(1.5, 1.5)
	c.FillString(sans(12), vg.Point{}, "slanted")
	c.Pop()

	c.SetLineDash([]vg.Length{6, 3}, 2)
	c.SetLineWidth(1)
	p = nil
	p.Move(vg.Point{X: 20, Y: 290.5})
	p.Line(vg.Point{X: 380, Y: 290.5})
	c.Stroke(p)
	c.SetLineDash(nil, 0)
}

// mean returns the mean absolute difference of the channels of two images of one size.
func mean(t *testing.T, a, b image.Image, r image.Rectangle) float64 {
	t.Helper()
	sum, n := 0.0, 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			for _, d := range [...]int{int(ar>>8) - int(br>>8), int(ag>>8) - int(bg>>8), int(ab>>8) - int(bb>>8)} {
				sum += math.Abs(float64(d))
				n++
			}
		}
	}
	return sum / float64(n)
}

// average returns the mean red, green and blue of a part.
func average(m image.Image, r image.Rectangle) [3]float64 {
	var sum [3]float64
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cr, cg, cb, _ := m.At(x, y).RGBA()
			sum[0] += float64(cr >> 8)
			sum[1] += float64(cg >> 8)
			sum[2] += float64(cb >> 8)
		}
	}
	n := float64(r.Dx() * r.Dy())
	return [3]float64{sum[0] / n, sum[1] / n, sum[2] / n}
}

// keep writes an image for a person to look at when ESPALIER_PICTURES names a folder.
func keep(t *testing.T, name string, m image.Image) {
	t.Helper()
	dir := os.Getenv("ESPALIER_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, m); err != nil {
		t.Fatal(err)
	}
}

// The reference is gonum's canvas. Where both place lines alike the pictures are
// close; letters and snapped edges may differ by part of a pixel.
func TestAgreesWithVgimg(t *testing.T) {
	for _, dpi := range []int{72, 144, 216} {
		want := vgimg.NewWith(vgimg.UseWH(400, 300), vgimg.UseDPI(dpi))
		scene(want)
		s := float64(dpi) / 72
		got := image.NewRGBA(want.Image().Bounds())
		scene(raster.New(got, s))
		keep(t, "raster_want", want.Image())
		keep(t, "raster_got", got)
		for _, part := range []struct {
			name           string
			x0, y0, x1, y1 float64 // from the top left, in points
			limit          float64
		}{
			{"elbows", 10, 170, 70, 290, 3},
			{"curves", 75, 180, 285, 295, 2.5},
			{"arcs", 278, 205, 392, 275, 1},
			{"rectangle", 10, 95, 90, 165, 0.5},
			{"text", 15, 15, 250, 70, 4.5},
			{"turned text", 300, 85, 395, 160, 5},
			{"dashes", 10, 3, 390, 15, 6},
		} {
			r := image.Rect(int(part.x0*s), int(part.y0*s), int(part.x1*s), int(part.y1*s))
			if d := mean(t, want.Image(), got, r); d > part.limit {
				t.Errorf("%d dpi, %s: mean difference %.2f, limit %.2f", dpi, part.name, d, part.limit)
			}
		}
		// vgimg blurs images: compare the means of blocks of 20 points.
		for _, o := range []image.Point{{100, 80}, {200, 80}} {
			for i := range 4 {
				for j := range 4 {
					r := image.Rect(o.X+20*i, o.Y+20*j, o.X+20*i+20, o.Y+20*j+20)
					r.Min, r.Max = r.Min.Mul(int(s)), r.Max.Mul(int(s))
					a, b := average(want.Image(), r), average(got, r)
					for k := range a {
						if !(math.Abs(a[k]-b[k]) <= 12) {
							t.Errorf("%d dpi, image block %v: %v, want %v", dpi, r, b, a)
							break
						}
					}
				}
			}
		}
	}
}
