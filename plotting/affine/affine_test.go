package affine_test

import (
	"math"
	"testing"

	"example.org/espalier/plotting/affine"

	"gonum.org/v1/plot/vg"
)

// The operations act on a point in the reverse of the order in which they are
// given, as on a canvas: what is drawn is first turned, then moved.
func TestOrder(t *testing.T) {
	m := affine.Identity.Translated(vg.Point{X: 10, Y: 20}).Rotated(math.Pi/2).Scaled(2, 3)
	x, y := m.Apply(vg.Point{X: 1, Y: 1})
	if x != 10-3 || y != 20+2 {
		t.Errorf("(1, 1) goes to (%v, %v), want (7, 22)", x, y)
	}
	if f := m.Factor(); !(math.Abs(f-math.Sqrt(6)) <= 1e-15) {
		t.Errorf("factor %v, want √6", f)
	}
	x0, y0, x1, y1 := m.Box(vg.Rectangle{Max: vg.Point{X: 1, Y: 1}})
	if x0 != 7 || y0 != 20 || x1 != 10 || y1 != 22 {
		t.Errorf("box (%v, %v)-(%v, %v), want (7, 20)-(10, 22)", x0, y0, x1, y1)
	}
}
