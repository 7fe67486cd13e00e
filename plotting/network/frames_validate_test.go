//go:build validate && unix

package network

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
)

// frameLimit is what a frame may take: there are 60 in a second.
const frameLimit = 16 * time.Millisecond

// TestValidateGraphsFrames draws networks of 2,000 nodes and 10,000 edges, whole, zoomed and with a selection. Their processor time
// counts, so that other work on the machine does not decide; of the frames the tenth at the quick end, which the
// caches of that work disturb least, and the median. Edges between any two nodes are nearly all of such a frame, and two
// processors share them: both together may take twice as long.
func TestValidateGraphsFrames(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| edges join | shown | a frame, ms: tenth at the quick end | median | limit |\n|---|---|---|---|---|\n")
	for _, c := range []struct {
		name  string
		f     *Network
		limit time.Duration
	}{{"any two nodes", anywhere(), 2 * frameLimit}, {"nodes that lie near", nearby(), frameLimit}} {
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
			var dst *image.RGBA
			times := make([]time.Duration, 60)
			for i := range times {
				before := processorTime(t)
				dst, _ = raster.Figure(shown.f, 1000, 700, 1, dst)
				times[i] = processorTime(t) - before
			}
			slices.Sort(times)
			quick, middle := times[len(times)/10], times[len(times)/2]
			line := fmt.Sprintf("| %s | %s | %.1f | %.1f | %d |\n", c.name, shown.name, quick.Seconds()*1000, middle.Seconds()*1000, c.limit.Milliseconds())
			b.WriteString(line)
			t.Log(line)
			if quick > c.limit {
				t.Errorf("edges between %s, %s: a frame takes %v of the processor, %v are allowed", c.name, shown.name, quick, c.limit)
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
