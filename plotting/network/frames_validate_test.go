//go:build validate && unix

package network

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// frameLimit is what a frame may take: there are 60 in a second.
const frameLimit = 16 * time.Millisecond

// TestValidateGraphsFrames draws networks of 2,000 nodes and 10,000 edges, whole, zoomed and with a selection. Their processor time
// counts, so that other work on the machine does not decide; of the frames the tenth at the quick end, which the
// caches of that work disturb least, and the median. A frame of all work on one processor must not take longer than the limit. Two
// processors share the lines and nothing else, so a frame on two takes what the lines take halved and all the rest.
func TestValidateGraphsFrames(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // two goroutines, with what sharing costs
	}
	var b strings.Builder
	b.WriteString("\n| edges join | shown | processor time of a frame, ms: tenth at the quick end | median | on two processors: tenth | median |\n|---|---|---|---|---|---|\n")
	for _, c := range []struct {
		name string
		f    *Network
	}{{"any two nodes", anywhere()}, {"nodes that lie near", nearby()}} {
		c.f.Prepare()
		chosen := *c.f
		chosen.Selection.Rows = nil
		for u := range 200 {
			chosen.Selection.Rows = append(chosen.Selection.Rows, u)
		}
		for _, shown := range []struct {
			name string
			f    *Network
		}{{"all", c.f}, {"a quarter, enlarged", c.f.WithWindow(plotting.Window{X0: 0.25, X1: 0.75, Y0: 0.25, Y1: 0.75}).(*Network)}, {"200 nodes selected", &chosen}} {
			dst := image.NewRGBA(image.Rect(0, 0, 1000, 700))
			canvas := &timed{Canvas: raster.New(dst, 1), used: func() time.Duration { return processorTime(t) }}
			one, two := make([]time.Duration, 60), make([]time.Duration, 60)
			for i := range one {
				canvas.lines = 0
				before := processorTime(t)
				clear(dst.Pix)
				canvas.Reset(dst, 1)
				shown.f.Layout(raster.PixelBox(1000, 700, 1)).Draw(canvas)
				one[i] = processorTime(t) - before
				two[i] = one[i] - canvas.lines/2
			}
			slices.Sort(one)
			slices.Sort(two)
			tenth, middle := len(one)/10, len(one)/2
			ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
			line := fmt.Sprintf("| %s | %s | %.1f | %.1f | %.1f | %.1f |\n", c.name, shown.name, ms(one[tenth]), ms(one[middle]), ms(two[tenth]), ms(two[middle]))
			b.WriteString(line)
			t.Log(line)
			if one[tenth] > frameLimit {
				t.Errorf("edges between %s, %s: a frame takes %v, %v are allowed", c.name, shown.name, one[tenth], frameLimit)
			}
		}
	}
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "graphs-frames.md"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// processorTime is what the process has used so far. That of inferencetest would bring a second flag -update.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A timed canvas counts the processor time of lines.
type timed struct {
	*raster.Canvas
	used  func() time.Duration
	lines time.Duration
}

func (c *timed) Lines(points []vg.Point) {
	before := c.used()
	c.Canvas.Lines(points)
	c.lines += c.used() - before
}
