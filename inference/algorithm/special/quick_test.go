package special

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestQuickLogAndExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	for range 100_000 {
		x := math.Ldexp(1+rng.Float64(), rng.IntN(200)-100)
		if d := math.Abs(QuickLog(x) - math.Log(x)); !(d <= 1e-8) {
			t.Fatalf("QuickLog(%g) is off by %g", x, d)
		}
		y := -100 * rng.Float64()
		if d := math.Abs(QuickExp(y)/math.Exp(y) - 1); !(d <= 2e-7) {
			t.Fatalf("QuickExp(%g) is off by a share of %g", y, d)
		}
	}
	if QuickExp(0) < 1-1e-7 || QuickExp(math.Inf(-1)) != 0 || QuickExp(math.NaN()) != 0 || QuickExp(-701) != 0 {
		t.Error("the ends")
	}
}
