package expecting_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/expecting"
	"example.org/espalier/inference/process/observation"
)

func belief(drawn bool, gaussians ...[3]float64) (b inference.Belief) {
	b.Drawn = drawn
	for _, g := range gaussians {
		b.Add(math.Log(g[0]), []float64{g[1]}, []float64{g[2]})
	}
	return b
}

func below(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// The probability of yes is that of the mixture, and the hidden number has the mean of the half lines.
func TestYesNo(t *testing.T) {
	b := belief(false, [3]float64{.25, 1, 2}, [3]float64{.75, -1, .5})
	y := observation.YesNo{}
	got := expecting.Cell(inference.Cell{Row: 3, Column: 1}, y, 2, y.Factor(3, 1), 1, b)
	want := .25*below(1/math.Sqrt2) + .75*below(-1/math.Sqrt(.5))
	inferencetest.Near(t, "yes", got.Probabilities[1], want, 1e-9)
	inferencetest.Near(t, "log", got.Log, math.Log(want), 1e-9)
	inferencetest.Near(t, "no", got.Probabilities[0], 1-want, 1e-9)
	mass, first := 0.0, 0.0
	for u := .0005; u < 12; u += .001 {
		density := .25*math.Exp(-(u-1)*(u-1)/4)/math.Sqrt(4*math.Pi) + .75*math.Exp(-(u+1)*(u+1))/math.Sqrt(math.Pi)
		mass, first = mass+density*.001, first+u*density*.001
	}
	inferencetest.Near(t, "hidden", got.Hidden, first/mass, 1e-5)
	if !math.IsNaN(got.Low) || !(got.HiddenLow < got.Hidden && got.Hidden < got.HiddenHigh) {
		t.Errorf("%+v", got)
	}
	blank := expecting.Cell(inference.Cell{}, y, 2, nil, math.NaN(), b)
	inferencetest.Near(t, "hidden, missing", blank.Hidden, .25-.75, 1e-9)
}

// Quantiles of a number have the mixture's mass below them.
func TestNumber(t *testing.T) {
	b := belief(false, [3]float64{.5, -3, 1}, [3]float64{.5, 4, .25})
	c := expecting.Cell(inference.Cell{}, nil, 0, nil, math.NaN(), b)
	for p, x := range map[float64]float64{.05: c.Low, .95: c.High} {
		inferencetest.Near(t, "mass", .5*below(x+3)+.5*below(2*(x-4)), p, 1e-9)
	}
	if c.HasHidden() || c.Probabilities != nil {
		t.Errorf("%+v", c)
	}
}

// Quantiles of a count have the least mass with all below them, summed count by count.
func TestCount(t *testing.T) {
	counts := observation.NewCounts([]float64{0, math.Log(3)}, 1.2, .8)
	m, w := []float64{.4}, []float64{.7}
	c := expecting.Cell(inference.Cell{Row: 1}, counts, 0, nil, math.NaN(), belief(false, [3]float64{1, m[0], w[0]}))
	room := make([]float64, 2)
	sum, at := 0.0, map[float64]float64{}
	for y := 0.0; sum < .96; y++ {
		sum += math.Exp(counts.Factor(1, y).Moments(m, w, room[:1], room[1:]))
		for _, p := range []float64{.05, .5, .95} {
			if _, done := at[p]; !done && sum >= p {
				at[p] = y
			}
		}
	}
	if c.Low != at[.05] || c.Middle != at[.5] || c.High != at[.95] {
		t.Errorf("%v, %v, %v; counted %v", c.Low, c.Middle, c.High, at)
	}
}

// Draws given a number lead back to what is known without it: θ ~ N(0, 1), y ~ N(θ, 1), so y is N(0, 2).
func TestDrawsLeaveTheirCellOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	const y = .7
	var b inference.Belief
	for range 4000 {
		theta := y/2 + rng.NormFloat64()*math.Sqrt(.5)
		b.Add(0, []float64{theta}, []float64{1})
	}
	seen := expecting.Cell(inference.Cell{}, nil, 0, nil, y, b)
	b.Drawn = true
	left := expecting.Cell(inference.Cell{}, nil, 0, nil, y, b)
	inferencetest.Near(t, "log", left.Log, -.5*math.Log(4*math.Pi)-y*y/4, .05)
	want := 1.6448536 * math.Sqrt2
	inferencetest.Near(t, "high", left.High, want, .2)
	inferencetest.Near(t, "low", left.Low, -want, .2)
	if !(seen.Middle > .3) || !(math.Abs(left.Middle) <= .12) {
		t.Errorf("medians %v with the number, %v without", seen.Middle, left.Middle)
	}
}

// What is behind a robust number is told in the units of its cells, and its interval is that of cells, errors too.
func TestRobustUnits(t *testing.T) {
	r := observation.NewRobust([]float64{8, 9, 10, 11, 12}) // about 10, in units of 1/.6745
	unit := 1 / .6745
	var b inference.Belief
	b.Add(0, []float64{1}, []float64{1e-12})
	c := expecting.Cell(inference.Cell{}, r, 0, nil, math.NaN(), b)
	if !(math.Abs(c.Hidden-(10+unit)) <= 1e-4) || !(c.HiddenHigh-c.HiddenLow <= 1e-4) {
		t.Errorf("behind it are %v to %v and %v", c.HiddenLow, c.HiddenHigh, c.Hidden)
	}
	const half = 2.1318 // of the 90 % interval of four degrees of freedom
	if want := .4 * unit * half; !(math.Abs(c.High-c.Middle-want) <= .01) || !(math.Abs(c.Middle-c.Low-want) <= .01) {
		t.Errorf("cells are from %v to %v about %v, want %v to either side", c.Low, c.High, c.Middle, want)
	}
}
