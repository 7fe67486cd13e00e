package diffusion

import (
	"context"
	"fmt"
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

func sumOf(a []float64) float64 {
	sum := 0.0
	for _, x := range a {
		sum += x
	}
	return sum
}

// A field is the mixture with half a cell of blur, whatever the correlation of its
// components, and its levels enclose what they say.
func TestField(t *testing.T) {
	tr, x := small(t), table()
	m := New(tr, x, nil, fitted, []float64{0.3, 0, 1, 0}, []float64{0, -1, 0.5, 0.5}).Predictive()
	f, err := m.Field(context.Background(), -8, 8, -7, 9, 80, 96)
	if err != nil {
		t.Fatal(err)
	}
	blurred := &Mixture{}
	for _, c := range m.Components {
		c.XX += 0.2 * 0.2 / 4
		c.YY += (16.0 / 96) * (16.0 / 96) / 4
		blurred.Components = append(blurred.Components, c)
	}
	for _, place := range [][2]int{{0, 0}, {40, 48}, {13, 77}, {79, 95}, {60, 20}} {
		i, j := place[0], place[1]
		want := blurred.LogDensity(-8+0.2*(float64(i)+0.5), -7+16.0/96*(float64(j)+0.5))
		inferencetest.Close(t, fmt.Sprintf("log density of cell %v", place), f.Log[j*80+i], want, 1e-5)
	}
	inferencetest.Close(t, "mass", f.mass(), 1, 1e-3)
	level := f.Levels(0.9)[0]
	within := 0.0
	for _, v := range f.Log {
		if v >= level {
			within += math.Exp(v) * 0.2 * 16 / 96
		}
	}
	inferencetest.Close(t, "mass within the level of 0.9", within, 0.9, 0.01)
	if l := f.Levels(1.5)[0]; !math.IsInf(l, -1) {
		t.Errorf("level of more than all is %g", l)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := m.Field(ctx, -8, 8, -7, 9, 80, 96); err == nil {
		t.Error("a field that was cancelled came out")
	}
}

// Cells within reach of a place are those whose middles are.
func TestCellsWithinReach(t *testing.T) {
	const start, h, n = -1.0, 0.5, 12
	for _, place := range []float64{-2, -0.6, 0.3, 2.2, 4.9, 6} {
		from, to := cells(place, 0.9, start, h, n)
		for i := range n {
			if inside := math.Abs(start+(float64(i)+0.5)*h-place) <= 0.9; inside != (i >= from && i < to) {
				t.Errorf("cells %d to %d are within reach of %v, cell %d is: %v", from, to, place, i, inside)
			}
		}
	}
}

// mass returns the share of the density that lies in the box.
func (f *Field) mass() float64 {
	sum := 0.0
	for _, v := range f.Log {
		sum += math.Exp(v)
	}
	return sum * f.area()
}
