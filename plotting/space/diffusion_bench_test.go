package space

import (
	"fmt"
	"image"
	"testing"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// spreading is a figure of the paths of a random tree, along one of two columns.
func spreading(leaves int, seed uint64) *Diffusion {
	rng := plottingtest.TestRand(seed)
	t := plottingtest.Coalescent(leaves, rng)
	x := plottingtest.Diffused(t, 2, rng)
	d := diffusion.New(t, x, nil, diffusion.Parameters{Sigma2: 1, Noise: 0.01, C: 1}, []float64{1, 0})
	return &Diffusion{Paths: NewPaths(beside.Prepare(t), d,
		ink.Measure{Name: "length, mm", Offset: 20, Factor: 2.5}, seed), Title: "Paths of a random tree",
		Subtitle: "a draw from the posterior", ShowLabels: true, Selection: plotting.NoSelection, Style: plotting.Light,
		Colours: beside.RowColours{
			Strip: &beside.Strip{Annotation: plottingtest.CladeLabels(t, "tissue", plottingtest.Tissues, rng)}}}
}

// A frame of the paths on the screen, laid out and drawn, and a step of their growth.
func BenchmarkDiffusion(b *testing.B) {
	for _, n := range []int{200, 2000} {
		f := spreading(n, 1)
		m := image.NewRGBA(image.Rect(0, 0, 1200, 800))
		size := vg.Point{X: 1200, Y: 800}
		b.Run(fmt.Sprintf("layout/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				f.Layout(size)
			}
		})
		s := f.LayoutPaths(size)
		b.Run(fmt.Sprintf("draw/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				raster.Render(s, 1, m)
			}
			b.ReportMetric(float64(len(s.points)), "points")
		})
		b.Run(fmt.Sprintf("hit/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				s.Hit(vg.Point{X: 700, Y: 400})
			}
		})
	}
}
