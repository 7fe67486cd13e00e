package gap

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slowDip is the dip from its definition: the minorant at a value is the lowest chord over it.
func slowDip(x []float64) float64 {
	n := float64(len(x))
	count := func(holds func(v float64) bool) float64 {
		c := 0.0
		for _, v := range x {
			if holds(v) {
				c++
			}
		}
		return c / n
	}
	before := func(at float64) float64 { return count(func(v float64) bool { return v < at }) }
	upTo := func(at float64) float64 { return count(func(v float64) bool { return v <= at }) }
	chord := func(a, fa, b, fb, at float64) float64 {
		if a == b {
			return fa
		}
		return fa + (fb-fa)*(at-a)/(b-a)
	}
	least := math.Inf(1)
	for _, mode := range x {
		greatest := 0.0
		for _, at := range x {
			line := math.Inf(1) // minorant below the mode, majorant above it
			if at > mode {
				line = math.Inf(-1)
			}
			for _, a := range x {
				for _, b := range x {
					switch {
					case at <= mode && a <= at && at <= b && b <= mode:
						line = min(line, chord(a, before(a), b, before(b), at))
					case at > mode && mode <= a && a <= at && at <= b:
						line = max(line, chord(a, upTo(a), b, upTo(b), at))
					}
				}
			}
			if at <= mode {
				greatest = max(greatest, upTo(at)-line)
			} else {
				greatest = max(greatest, line-before(at))
			}
		}
		// At the mode itself the majorant starts.
		greatest = max(greatest, upTo(mode)-before(mode))
		line := math.Inf(-1)
		for _, b := range x {
			if b >= mode {
				line = max(line, chord(mode, upTo(mode), b, upTo(b), mode))
			}
		}
		least = min(least, max(greatest, line-before(mode)))
	}
	return least / 2
}

func TestDip(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for round := range 60 {
		x := make([]float64, 1+rng.IntN(14))
		for i := range x {
			x[i] = rng.NormFloat64()
			if round%3 == 0 {
				x[i] = math.Round(2 * x[i]) // equal values
			}
		}
		if got, want := Dip(x), slowDip(x); !(math.Abs(got-want) <= 1e-12) {
			t.Fatalf("dip of %v is %v, want %v", x, got, want)
		}
	}
	// Two points of half the mass each are as far from one mode as can be.
	two := make([]float64, 200)
	for i := range two {
		two[i] = float64(i % 2)
	}
	if d := Dip(two); !(math.Abs(d-0.25) <= 1e-12) {
		t.Errorf("dip of two points: %v", d)
	}
}

// One hill is rarely taken for two, as often as it is said, and two apart are found.
func TestChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{9, 60, 260} {
		const rounds = 800
		found := 0
		wrong := map[float64]int{0.15: 0, 0.05: 0, 0.02: 0}
		for range rounds {
			flat, two := make([]float64, n), make([]float64, n)
			for i := range n {
				flat[i], two[i] = rng.Float64(), rng.NormFloat64()+8*float64(i%2)
			}
			chance := Chance(flat)
			for level := range wrong {
				if chance <= level {
					wrong[level]++
				}
			}
			if Chance(two) <= 0.05 {
				found++
			}
		}
		for level, count := range wrong {
			if expected := level * rounds; !(math.Abs(float64(count)-expected) <= 3.5*math.Sqrt(expected)) {
				t.Errorf("%d values: %d flat samples of %d have a gap at %v", n, count, rounds, level)
			}
		}
		if found < rounds*75/100 {
			t.Errorf("%d values: two hills are found in %d samples of %d", n, found, rounds)
		}
	}
	if c := Chance([]float64{0, 0, 0, 9, 9}); c != 1 {
		t.Errorf("five values: %v", c)
	}
}
