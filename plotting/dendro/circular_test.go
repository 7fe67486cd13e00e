package dendro

import (
	"testing"

	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"
)

// A heat map of many columns is shown as rings too: a cell is found where it lies, and the rings have the mean colours
// of their columns.
func TestManyColumnsAsRings(t *testing.T) {
	d := example(40, 500, nil, 3)
	d.Shape = Circular
	s := d.Layout(plottingtest.At(700, 600)).(*DendrogramScene)
	disc := s.layout.circle.disc
	if disc.columns != 500 {
		t.Fatalf("%d columns are shown", disc.columns)
	}
	found := map[int]bool{}
	for _, column := range []int{0, 13, 250, 499} {
		at := disc.at(disc.heat+disc.ringWidth*(float64(column)+0.5), disc.total*0.4)
		m, ok := s.Hit(at)
		if !ok || m.Kind != "cell" {
			t.Fatalf("column %d: %+v", column, m)
		}
		found[m.Column] = true
	}
	if len(found) != 4 {
		t.Errorf("%d columns were found at four places", len(found))
	}
	img, _ := raster.Figure(d, 700, 600, 1, nil)
	at := disc.at(disc.heat+disc.ringWidth*250, disc.total*0.4)
	if c := img.RGBAAt(int(at.X), 600-int(at.Y)); c == img.RGBAAt(0, 0) {
		t.Error("nothing is drawn in the middle of the rings")
	}
}
