package raster_test

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// elbows is a path like that of a dendrogram of n leaves in a box.
func elbows(n int, w, h vg.Length) vg.Path {
	var p vg.Path
	pitch := h / vg.Length(n)
	for size, x := 1, w; size < n; size, x = size*2, x*0.8 {
		for i := 0; i+size < n; i += 2 * size {
			y0 := pitch * (vg.Length(i) + vg.Length(size)/2)
			y1 := y0 + pitch*vg.Length(size)
			p.Move(vg.Point{X: x, Y: y0})
			p.Line(vg.Point{X: 0.8 * x, Y: y0})
			p.Line(vg.Point{X: 0.8 * x, Y: y1})
			p.Line(vg.Point{X: x, Y: y1})
		}
	}
	return p
}

func BenchmarkElbows(b *testing.B) {
	for _, n := range []int{2000, 20000} {
		for _, width := range []vg.Length{1, 1.5, 3.2} {
			b.Run(fmt.Sprintf("leaves=%d/width=%v", n, width), func(b *testing.B) {
				m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
				c := raster.New(m, 1)
				p := elbows(n, 800, 800)
				c.SetLineWidth(width)
				b.ReportAllocs()
				for b.Loop() {
					c.Stroke(p)
				}
			})
		}
	}
}

func BenchmarkImage(b *testing.B) {
	for _, size := range [][2]int{{500, 2000}, {500, 500}, {100, 80}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
			c := raster.New(m, 1)
			img := checker(size[0], size[1])
			for b.Loop() {
				c.DrawImage(vg.Rectangle{Min: vg.Point{X: 700, Y: 20}, Max: vg.Point{X: 1100, Y: 760}}, img)
			}
		})
	}
}

func BenchmarkLabels(b *testing.B) {
	m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
	c := raster.New(m, 1)
	face := sans(9.5)
	b.ReportAllocs()
	for b.Loop() {
		for i := range 80 {
			c.FillString(face, vg.Point{X: 900, Y: vg.Length(i) * 10}, "hippocampus 42")
		}
	}
}

// BenchmarkFrame is all a frame of 2,000 leaves has: ground, elbows, 80 labels and a
// matrix of 2,000 by 500 cells.
func BenchmarkFrame(b *testing.B) {
	m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
	c := raster.New(m, 1)
	face := sans(9.5)
	img := checker(500, 2000)
	p := elbows(2000, 700, 760)
	for b.Loop() {
		draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
		c.SetColor(color.Black)
		c.SetLineWidth(1)
		c.Stroke(p)
		c.DrawImage(vg.Rectangle{Min: vg.Point{X: 720, Y: 20}, Max: vg.Point{X: 1100, Y: 780}}, img)
		for i := range 80 {
			c.FillString(face, vg.Point{X: 1110, Y: vg.Length(i) * 9.5}, "hippocampus 42")
		}
	}
}
