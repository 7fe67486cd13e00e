package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/column"
)

// shares counts the draws for which something holds, and sums what it was expected to be.
type shares struct{ seen, expected, variance float64 }

func (s *shares) add(holds bool, p float64) {
	if holds {
		s.seen++
	}
	s.expected += p
	s.variance += p * (1 - p)
}

// Two rows of a sample have each kind of cell, alone and together, as often as the Gaussian behind them says, whose
// correlation is that of their tree: of yes/no and categories in closed form, of counts by a sum over a grid.
func TestSampledKinds(t *testing.T) {
	kinds := []column.Kind{{Sort: column.YesNo}, {Sort: column.Ordered, Levels: []string{"a", "b", "c"}},
		{Sort: column.Category, Levels: []string{"a", "b", "c"}}, {Sort: column.Count}, {}}
	const sigma2, noise = 1.5, 0.5
	s := settingsWith(t, DDT{}, "sigma2", "1.5", "noise", "0.5")
	normal := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	below := normal(-0.4307272992954576 / math.Sqrt(sigma2+noise)) // Φ⁻¹(1/3)
	none := 0.0                                                    // no count: log rates have intercepts of variance 9
	for x := -8.0; x < 8; x += 0.01 {
		none += 0.01 * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * math.Exp(-math.Exp(math.Sqrt(sigma2+noise+9)*x))
	}
	rng := rand.New(rand.NewPCG(3, 37))
	var found [6]shares
	sum, square := 0.0, 0.0
	const draws = 6000
	for range draws {
		d, err := DDT{}.SampleKinds(2, kinds, s, rng)
		if err != nil {
			t.Fatal(err)
		}
		x, y := d.X.RawRowView(0), d.X.RawRowView(1)
		rho := (sigma2*d.Tree.SharedTime(0, 1) + 1) / (sigma2 + noise + 1)
		found[0].add(x[0] == 1, 0.5)
		found[1].add(x[0] == 1 && y[0] == 1, 0.25+math.Asin(rho)/(2*math.Pi))
		found[2].add(x[1] == 0, below)
		found[3].add(x[1] == 1, 1-2*below)
		found[4].add(x[2] == 2, 1./3)
		found[5].add(x[3] == 0, none)
		sum, square = sum+x[4], square+x[4]*x[4]
		if x[3] != math.Trunc(x[3]) || x[3] < 0 {
			t.Fatalf("%v is no count", x[3])
		}
	}
	for k, f := range found {
		if z := (f.seen - f.expected) / math.Sqrt(f.variance); !(math.Abs(z) < 4) {
			t.Errorf("%d: %v of %v draws, %.0f expected", k, f.seen, draws, f.expected)
		}
	}
	if v := square / draws; !(math.Abs(v-sigma2-noise) < 0.2) || !(math.Abs(sum/draws) < 0.1) {
		t.Errorf("numbers of mean %.3f and variance %.3f, want 0 and %v", sum/draws, v, sigma2+noise)
	}
}
