package dendro

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// benchmarkFrame lays out and draws frames at 1200×800, each with another window, as
// zooming does: nothing is left over from the frame before but the prepared tree.
func benchmarkFrame(b *testing.B, leaves, columns int, window func(i int) plotting.Window) {
	d := example(leaves, columns, plottingtest.Tissues, 1)
	if d.Heat != nil {
		d.Heat.Prepare()
	}
	drawFrames(b, func(i int) plotting.Scene {
		d.Window = window(i)
		return d.LayoutTree(vg.Point{X: 1200, Y: 800})
	})
}

// drawFrames lays out and draws frame after frame.
func drawFrames(b *testing.B, layout func(i int) plotting.Scene) {
	m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
	c := raster.New(m, 1)
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i++
		layout(i).Draw(c)
	}
}

// whole windows differ in the last digits, so that no picture is kept.
func whole(i int) plotting.Window {
	return plotting.Window{X0: 0, X1: 1, Y0: 1e-7 * float64(i%1000), Y1: 1}
}

func zoomed(i int) plotting.Window {
	y := float64(i%100) / 200
	return plotting.Window{X0: 0.2, X1: 0.9, Y0: y, Y1: y + 0.31}
}

func BenchmarkDendrogramFrame2000(b *testing.B)       { benchmarkFrame(b, 2000, 500, whole) }
func BenchmarkDendrogramFrame2000Zoomed(b *testing.B) { benchmarkFrame(b, 2000, 500, zoomed) }
func BenchmarkDendrogramFrame20000(b *testing.B)      { benchmarkFrame(b, 20000, 500, whole) }
func BenchmarkDendrogramFrame20000Bare(b *testing.B)  { benchmarkFrame(b, 20000, 0, whole) }

// BenchmarkDendrogramShapes are frames of 100,000 leaves in each shape.
func BenchmarkDendrogramShapes(b *testing.B) {
	d := example(100000, 0, plottingtest.Tissues, 1)
	for _, shape := range Shapes() {
		d.Shape = shape
		b.Run(shape.String(), func(b *testing.B) {
			drawFrames(b, func(i int) plotting.Scene {
				d.Window = whole(i)
				return d.LayoutTree(vg.Point{X: 1200, Y: 800})
			})
		})
	}
}

// BenchmarkDendrogramPrepare is what a new tree costs once.
func BenchmarkDendrogramPrepare(b *testing.B) {
	for _, n := range []int{2000, 20000} {
		t := plottingtest.Coalescent(n, rand.New(rand.NewPCG(1, 1)))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				beside.Prepare(t)
			}
		})
	}
}

func BenchmarkDendrogramCircular(b *testing.B) {
	for _, n := range []int{2000, 20000} {
		d := example(n, 0, plottingtest.Tissues, 1)
		d.Shape = Circular
		m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
		c := raster.New(m, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				d.LayoutTree(vg.Point{X: 1200, Y: 800}).Draw(c)
			}
		})
	}
}

// BenchmarkDendrogramHover is a move of the pointer: find the mark and draw the overlay.
func BenchmarkDendrogramHover(b *testing.B) {
	d := example(20000, 100, plottingtest.Tissues, 1)
	s := d.LayoutTree(vg.Point{X: 1200, Y: 800})
	m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
	c := raster.New(m, 1)
	area, i := s.PlotArea(), 0
	for b.Loop() {
		i++
		p := vg.Point{
			X: area.Min.X + vg.Length(i*37%100)/100*(area.Max.X-area.Min.X),
			Y: area.Min.Y + vg.Length(i*61%100)/100*(area.Max.Y-area.Min.Y),
		}
		if mark, ok := s.Hit(p); ok {
			s.DrawOverlay(c, mark)
		}
	}
}
