package dendro

import (
	"image"
	"math"
	"testing"

	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// TestCellsAreSharp reads every cell of a heat map from the pixels of screens of
// several densities: each has the colour of its value, none that of a neighbour.
func TestCellsAreSharp(t *testing.T) {
	d := example(46, 40, plottingtest.Tissues, 51)
	for _, scale := range []float64{1, 1.25, 2, 3.125} {
		size := vg.Point{X: 860, Y: 600}
		s := d.LayoutTree(size)
		m := image.NewRGBA(image.Rect(0, 0, int(math.Round(860*scale)), int(math.Round(600*scale))))
		raster.Render(s, scale, m)
		wrong := 0
		for r, leaf := range d.Tree.Order() {
			for k, j := range d.Heat.Order {
				box := s.layout.columns.columnBox(k)
				x := float64(box.Min.X+box.Max.X) / 2 * scale
				y := float64(m.Rect.Dy()) - float64(s.layout.y(float64(r)+0.5))*scale
				got, want := m.RGBAAt(int(x), int(y)), d.Heat.Scale.At(d.Heat.X.At(int(leaf), j))
				for _, e := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
					if e < -3 || e > 3 {
						wrong++
						break
					}
				}
			}
		}
		if wrong > 0 {
			t.Errorf("scale %v: %d of %d cells have another colour", scale, wrong, 46*40)
		}
	}
}

// TestSupportIsWeight checks that better supported clades have heavier branches.
func TestSupportIsWeight(t *testing.T) {
	d := example(30, 0, nil, 52)
	tr := d.Tree.Tree()
	tr.Support = make([]float64, tr.Nodes())
	for v := range tr.Support {
		tr.Support[v] = float64(v-30) / float64(tr.Nodes()-30)
	}
	l := d.LayoutTree(usual).layout
	last := vg.Length(0)
	for v := 30; v < tr.Nodes(); v++ {
		w := l.branches.branchWidth(v, beside.PlainClass, 100)
		if w < last || w < d.Style.Stroke || w > d.Style.MaximumStroke {
			t.Errorf("support %.2f has weight %v, the one before %v", tr.Support[v], w, last)
		}
		last = w
	}
}
