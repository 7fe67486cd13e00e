package chart

import (
	"math"
	"testing"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"

	"gonum.org/v1/plot/vg"
)

// foldedCounts has six factors that are read and 140 minor ones.
func foldedCounts() Counts {
	c := Counts{Title: "NSFA of tissue_expression: number of factors", Style: plotting.Light, Selected: -1,
		Noise: factors.Spread{Mean: 0.3, Low: 0.28, High: 0.32}}
	for j := range 146 {
		share := 0.61 / 140
		if j < 5 {
			share = 0.02
		}
		c.Explained = append(c.Explained, factors.Spread{Mean: share, Low: 0.8 * share, High: 1.2 * share})
		c.Lines = append(c.Lines, nil)
	}
	c.Fold = factors.Fold{Major: []int{0, 1, 2, 3, 4, 9}, Minor: 140, Share: 0.6}
	return c
}

// Minor factors share a bar, which says how many they are; the others keep their numbers.
func TestMinorFactorsShareABar(t *testing.T) {
	scene := foldedCounts().Layout(plottingtest.At(700, 300))
	seen := map[string]int{}
	size := scene.Size()
	for x := vg.Length(0); x < size.X; x++ {
		if m, ok := scene.Hit(vg.Point{X: x, Y: 60}); ok {
			seen[m.Title] = m.Node
		}
	}
	if len(seen) != 8 || seen["factor 1"] != 0 || seen["factor 10"] != 9 ||
		seen["140 minor factors"] != -1 || seen["noise"] != -1 {
		t.Errorf("%v", seen)
	}
	if _, single :=
		(Counts{Explained: make([]factors.Spread, 3), Noise: factors.Spread{Mean: math.NaN()}}).shares(); single != 3 {
		t.Errorf("without a fold %d bars", single)
	}
}

func TestFoldedCountsPicture(t *testing.T) {
	plottingtest.GoldenPicture(t, "counts_minor", foldedCounts(), 700, 300)
}
