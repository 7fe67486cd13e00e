package plotting_test

import (
	"bytes"
	"fmt"
	"image"
	"strings"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/write"
)

// A figure is a value: the same one is laid out for the screen and for a file.
func Example() {
	trace := chart.Trace{
		Title:     "log evidence, nats",
		Iteration: "search step",
		Series: []chart.Series{{
			Iteration: []int{0, 1, 2, 3},
			Seconds:   []float64{0.2, 0.3, 0.4, 0.5},
			Values:    []float64{-1400, -1290, -1262, -1240.5},
		}},
		Style: plotting.Light,
	}

	// On a screen of two pixels to the point.
	screen := image.NewRGBA(image.Rect(0, 0, 1600, 300))
	scene := trace.Layout(raster.PixelBox(1600, 300, 2))
	raster.Render(scene, 2, screen)
	area := scene.PlotArea()
	mark, _ := scene.Hit(area.Max)
	fmt.Println(mark.Title, mark.Lines[0])

	// In a file two columns of a journal wide.
	var file bytes.Buffer
	size := plotting.Size{WidthMM: 180, HeightMM: 50}
	about := plotting.Metadata{
		Title: "Search", Description: "log evidence of the best tree", Model: "Pitman-Yor diffusion tree",
		Data: "crabs.csv", Seed: "1", Software: "Espalier 0.1.0", Created: time.Unix(0, 0),
	}
	if err := write.Encode(&file, "svg", trace, size, about); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(file.String(), ">best −1,240.5 at 3</text>"))
	fmt.Println(about.Caption())
	// Output:
	// search step 3 [log evidence, nats −1,240.5]
	// true
	// Search. Log evidence of the best tree. Data: crabs.csv. Pitman-Yor diffusion tree with seed 1. Made with Espalier 0.1.0.
}
