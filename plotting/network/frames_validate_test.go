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

// TestValidateGraphsFrames draws networks of 2,000 nodes and 10,000 edges, whole, zoomed and with a selection. Their
// processor time counts, so that other work on the machine does not decide; of the frames the tenth at the quick end,
// which the caches of that work disturb least, and the median. A frame of all work on one processor must not take
// longer than the limit. Two processors share the lines and nothing else, so a frame on two takes what the lines take
// halved and all the rest.
func TestValidateGraphsFrames(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // two goroutines, with what sharing costs
	}
	var b strings.Builder
	b.WriteString(
		"\n| edges join | shown | processor time of a frame, ms: tenth at the quick end | limit | median | on two processors: tenth | median |\n|---|---|---|---|---|---|---|\n")
	type drawn struct {
		edges, shown string
		f            *Network
		one, two     []time.Duration
	}
	var all []*drawn
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
		quarter := plotting.Window{X0: 0.25, X1: 0.75, Y0: 0.25, Y1: 0.75}
		all = append(all, &drawn{edges: c.name, shown: "all", f: c.f},
			&drawn{edges: c.name, shown: "a quarter, enlarged", f: c.f.WithWindow(quarter).(*Network)},
			&drawn{edges: c.name, shown: "200 nodes selected", f: &chosen})
	}
	dst := image.NewRGBA(image.Rect(0, 0, 1000, 700))
	canvas := &timed{Canvas: raster.New(dst, 1), used: func() time.Duration { return processorTime(t) }}
	for range 6 { // by turns, so that other work disturbs all of them alike
		for _, c := range all {
			for range 20 { // as while a network is moved
				canvas.lines = 0
				before := processorTime(t)
				clear(dst.Pix)
				canvas.Reset(dst, 1)
				c.f.Layout(raster.PixelBox(1000, 700, 1)).Draw(canvas)
				one := processorTime(t) - before
				c.one, c.two = append(c.one, one), append(c.two, one-canvas.lines/2)
			}
		}
	}
	for _, c := range all {
		slices.Sort(c.one)
		slices.Sort(c.two)
		tenth, middle := len(c.one)/10, len(c.one)/2
		ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
		line := fmt.Sprintf("| %s | %s | %.1f | %d | %.1f | %.1f | %.1f |\n", c.edges, c.shown, ms(c.one[tenth]),
			frameLimit.Milliseconds(), ms(c.one[middle]), ms(c.two[tenth]), ms(c.two[middle]))
		b.WriteString(line)
		t.Log(line)
		if c.one[tenth] > frameLimit {
			t.Errorf("edges between %s, %s: a frame takes %v, %v are allowed", c.edges, c.shown, c.one[tenth],
				frameLimit)
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
