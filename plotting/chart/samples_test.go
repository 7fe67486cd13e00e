package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"example.org/espalier/inference/stat/quartile"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// someSamples are n samples of numbers like counts, with depths that rise fourfold.
func someSamples(n int) Samples {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	f := Samples{Title: "Samples before and after", BeforeUnit: "counts",
		AfterUnit: "size factors (median of ratios), log2(x+1)", Window: plotting.All, Style: plotting.Light}
	for i := range n {
		depth := math.Exp2(2 * float64(i) / float64(n))
		var before, after []float64
		sum := 0.0
		for range 200 {
			x := math.Exp(3 + rng.NormFloat64())
			before, after = append(before, x*depth), append(after, math.Log2(1+x))
			sum += 1e5 * x * depth
		}
		f.Names, f.Depths = append(f.Names, "sample "+strconv.Itoa(i+1)), append(f.Depths, sum)
		f.Before, f.After = append(f.Before, quartile.Of(before)), append(f.After, quartile.Of(after))
	}
	return f
}

func TestSamplesPictures(t *testing.T) {
	plain := someSamples(5)
	plain.Depths, plain.After = nil, nil
	gap := someSamples(4)
	gap.Before[1] = quartile.Of(nil)
	for name, f := range map[string]plotting.Figure{"light": someSamples(8),
		"dark": someSamples(8).WithStyle(plotting.Dark), "plain": plain, "gap": gap,
		"many": someSamples(400), "none": Samples{Style: plotting.Light}} {
		for _, size := range [][2]int{{760, 420}, {420, 300}, {120, 90}, {12, 8}} {
			plottingtest.Picture(t, fmt.Sprintf("samples_%s_%dx%d", name, size[0], size[1]), f, size[0], size[1], 1)
		}
	}
	plottingtest.GoldenPicture(t, "samples", someSamples(8), 760, 320)
}

// TestSamplesHit: each row answers with its sample, and the frame stays in the panels.
func TestSamplesHit(t *testing.T) {
	f := someSamples(8)
	scene := f.Layout(vg.Point{X: 700, Y: 320})
	area := scene.PlotArea()
	seen := map[int]bool{}
	for y := area.Min.Y + 1; y < area.Max.Y; y += 2 {
		for _, x := range []vg.Length{area.Min.X + 3, area.Max.X - 3} {
			m, ok := scene.Hit(vg.Point{X: x, Y: y})
			if !ok || m.Title != f.Names[m.Index] || len(m.Lines) != 5 {
				t.Fatalf("at %v, %v: %+v, %v", x, y, m, ok)
			}
			seen[m.Index] = true
		}
	}
	if len(seen) != 8 {
		t.Errorf("seen: %v", seen)
	}
	if _, ok := scene.Hit(vg.Point{X: area.Min.X, Y: area.Max.Y + 5}); ok {
		t.Error("a sample above the panels")
	}
	if w := f.WithWindow(plotting.Window{X0: 0.2, X1: 0.4, Y0: 0, Y1: 0.5}).(Samples).
		GetWindow(); w.X1 != 1 || w.Y1 != 0.5 {
		t.Errorf("window: %+v", w)
	}
}

// Two samples, of which one was sequenced twice as deeply.
func ExampleSamples() {
	f := Samples{Names: []string{"a", "b"}, Depths: []float64{60, 120}, BeforeUnit: "counts", AfterUnit: "size factors",
		Before: []quartile.Box{quartile.Of([]float64{10, 20, 30}), quartile.Of([]float64{20, 40, 60})},
		After:  []quartile.Box{quartile.Of([]float64{14, 28, 42}), quartile.Of([]float64{14, 28, 42})},
		Style:  plotting.Light}
	plottingtest.PrintSheet(f, "samples", 2)
	// Output:
	// sample,depth,before_low,before_quarter,before_median,before_three_quarters,before_high,after_low,after_quarter,after_median,after_three_quarters,after_high
	// a,60,10,15,20,25,30,14,21,28,35,42
	// b,120,20,30,40,50,60,14,21,28,35,42
}
