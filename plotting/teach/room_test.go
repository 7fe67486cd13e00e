package teach

import (
	"slices"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// drawn records what a figure draws in a room.
func drawn(f plotting.Figure, wide, high vg.Length) *plottingtest.InkRecorder {
	size := vg.Point{X: wide, Y: high}
	r := plottingtest.NewInkRecorder(size)
	f.Layout(size).Draw(r)
	return r
}

// atEnd returns the figure of a stage at the end of its course.
func atEnd(t *testing.T, name string) stage.Parted {
	t.Helper()
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, s, 1)
	to(t, c, c.Steps())
	return c.Figure().(stage.Parted)
}

// Every bar is named, also beside the text of a stage in a window of 900 × 650.
func TestBarsAreNamed(t *testing.T) {
	for name, labels := range map[string][]string{
		"scores":  {"purity", "Rand", "adj.", "inf.", "both", "neither", "group", "class"},
		"turns":   {"resp.", "factors", "relevance", "noise"},
		"simpson": {"not", "treated", "not", "treated", "mild", "severe"},
	} {
		var written []string
		for _, text := range drawn(atEnd(t, name), 540, 430).Texts {
			written = append(written, text.Text)
		}
		for _, label := range labels {
			at := slices.Index(written, label)
			if at < 0 {
				t.Fatalf("%s: a bar is not named %q", name, label)
			}
			written = slices.Delete(written, at, at+1)
		}
	}
}

// The highest piece of an equation takes its room, also where a table is much wider than high.
func TestFactorsFillTheirRoom(t *testing.T) {
	const wide, high = 590, 500
	tallest := vg.Length(0)
	for _, b := range drawn(atEnd(t, "factors"), wide, high).Boxes {
		if h := b.Max.Y - b.Min.Y; h < 0.95*high {
			tallest = max(tallest, h)
		}
	}
	if tallest < 0.36*high {
		t.Errorf("the highest table takes %.2f of the height", tallest/high)
	}
}

// The plane of a tree ends at its limits, however wide the room is.
func TestPlanesKeepTheirLimits(t *testing.T) {
	scene := atEnd(t, "pydt-plane").Part(0).Layout(vg.Point{X: 1600, Y: 700})
	plane, _, ok := scene.(ink.Planar).PlaneAt(vg.Point{X: 800, Y: 400})
	if wide, high := plane.X1-plane.X0, plane.Y1-plane.Y0; !ok || wide > 1.6*high {
		t.Errorf("the plane is %v wide and %v high", wide, high)
	}
}
