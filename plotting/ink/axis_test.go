package ink

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

func labels(ticks []Tick) string {
	var out []string
	for _, t := range ticks {
		out = append(out, t.Label)
	}
	return strings.Join(out, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		n         int
		want      string
	}{
		{0, 1, 5, "0 0.25 0.5 0.75 1"},
		{0, 1, 6, "0 0.2 0.4 0.6 0.8 1"},
		{0, 1240, 5, "0 250 500 750 1,000"},
		{-12800, -12300, 4, "−12,800 −12,600 −12,400"},
		{-0.3, 0.3, 5, "−0.2 0 0.2"},
		{0, 3e8, 4, "0 1e8 2e8 3e8"},
		{5, 5, 4, "5"},
		{0, math.Inf(1), 4, ""},
		{math.NaN(), 1, 4, ""},
		{0, 1, 0, ""},
		{1, 0, 3, "0 0.5 1"},
	} {
		if got := labels(Ticks(c.low, c.high, c.n)); got != c.want {
			t.Errorf("[%v, %v], %d: %s, want %s", c.low, c.high, c.n, got, c.want)
		}
	}
	if got := labels(WholeTicks(0, 2, 6)); got != "0 1 2" {
		t.Errorf("whole: %s", got)
	}
}

// However odd the range, ticks lie in it, rise, are few, and their labels differ.
func TestTicksHold(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 5000 {
		low := math.Ldexp(r.NormFloat64(), r.IntN(60)-30)
		high := low + math.Ldexp(r.Float64(), r.IntN(60)-30)
		n := 2 + r.IntN(8)
		ticks := Ticks(low, high, n)
		if len(ticks) > n {
			t.Fatalf("[%v, %v]: %d ticks, at most %d", low, high, len(ticks), n)
		}
		slack := 1e-6 * (high - low)
		for i, k := range ticks {
			if k.Value < low-slack || k.Value > high+slack {
				t.Fatalf("[%v, %v]: tick %v outside", low, high, k.Value)
			}
			if i > 0 && (k.Value <= ticks[i-1].Value || k.Label == ticks[i-1].Label && (high-low) > 1e-9*math.Abs(low)) {
				t.Fatalf("[%v, %v]: %v", low, high, ticks)
			}
		}
	}
}

func TestAxisThinsItsNumbers(t *testing.T) {
	a := Axis{From: vg.Point{X: 0}, To: vg.Point{X: 100}, Low: 0, High: 1, Ticks: Ticks(0, 1, 11)}
	f := Regular(plotting.Sans, 9.5)
	shown := a.Labelled(f)
	if len(shown) == 0 || len(shown) == len(a.Ticks) {
		t.Fatalf("%d of %d shown", len(shown), len(a.Ticks))
	}
	for i := 1; i < len(shown); i++ {
		right := a.At(a.Ticks[shown[i-1]].Value) + TextWidth(f, a.Ticks[shown[i-1]].Label)/2
		left := a.At(a.Ticks[shown[i]].Value) - TextWidth(f, a.Ticks[shown[i]].Label)/2
		if left <= right {
			t.Errorf("%s touches %s", a.Ticks[shown[i-1]].Label, a.Ticks[shown[i]].Label)
		}
	}
}
