package plotting

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A point is inside a loop where the angles under which it sees the sides sum to an odd number of
// turns.
func TestLoopContains(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	inside := 0
	for range 2000 {
		loop := make(Loop, 3+r.IntN(9))
		for i := range loop {
			loop[i] = vg.Point{X: vg.Length(r.Float64()), Y: vg.Length(r.Float64())}
		}
		p := vg.Point{X: vg.Length(r.Float64()), Y: vg.Length(r.Float64())}
		sum := 0.0
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			turn := math.Atan2(float64(b.Y-p.Y), float64(b.X-p.X)) - math.Atan2(float64(a.Y-p.Y), float64(a.X-p.X))
			sum += math.Remainder(turn, 2*math.Pi)
		}
		want := int(math.Round(sum/(2*math.Pi)))%2 != 0
		if want {
			inside++
		}
		if got := loop.Contains(p); got != want {
			t.Fatalf("%v in %v: %v, want %v", p, loop, got, want)
		}
	}
	if inside < 200 {
		t.Errorf("only %d of the points are inside", inside)
	}
	if (Loop{}).Contains(vg.Point{}) || (Loop{{X: 1, Y: 1}}).Contains(vg.Point{X: 1, Y: 1}) {
		t.Error("nothing is inside a loop of one point or none")
	}
}

// Enclosed leaves out points that are outside, hidden, or beyond what is visible.
func TestLoopEnclosed(t *testing.T) {
	square := Loop{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}, {X: 0, Y: 10}}
	points := []vg.Point{{X: 1, Y: 1}, {X: 11, Y: 5}, {X: 5, Y: 5}, {X: 5, Y: 9}, {X: 2, Y: 2}}
	got := square.Enclosed(len(points), vg.Rectangle{Min: vg.Point{X: 1, Y: 1}, Max: vg.Point{X: 20, Y: 8}},
		func(i int) (vg.Point, bool) { return points[i], i != 4 })
	if !slices.Equal(got, []int{0, 2}) {
		t.Errorf("%v enclosed", got)
	}
}
