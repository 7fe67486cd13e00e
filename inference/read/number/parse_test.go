package number

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestParse compares with the standard library on numbers of every form.
func TestParse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var text string
		switch rng.IntN(4) {
		case 0:
			text = strconv.FormatFloat(math.Float64frombits(rng.Uint64()), 'g', 1+rng.IntN(20), 64)
		case 1:
			text = strconv.FormatFloat(rng.NormFloat64()*100, 'f', rng.IntN(20), 64)
		case 2:
			text = strconv.FormatUint(rng.Uint64(), 10) + "e" + strconv.Itoa(rng.IntN(60)-30)
		case 3:
			text = strconv.Itoa(rng.IntN(100000)) + "." + strconv.FormatUint(rng.Uint64(), 10)
		}
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(want) || math.IsInf(want, 0) {
			continue
		}
		if got, ok := Parse([]byte(text), '.'); !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s: %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "+", ".", "e5", "1e", "1e+", "0x10", "1_000", "1.2.3", "1,5", "inf", "NaN",
		"1 2", "١", "--1", "1e5.0", "5%", "1D5", "1.5D", "1.5F+01"} {
		if x, ok := Parse([]byte(text), '.'); ok {
			t.Errorf("%q is read as %v", text, x)
		}
	}
	for text, want := range map[string]float64{"1.": 1, ".5": .5, "-.5e1": -5, "1E3": 1000, "007": 7,
		"1e-400": 0, "−2": -2, "1.5D+01": 15, "1.5d-1": 0.15, "1.2345678901234567890123D+02": 123.45678901234568,
		"00000000000000000000001": 1} {
		if x, ok := Parse([]byte(text), '.'); !ok || x != want {
			t.Errorf("%q is read as %v, %v", text, x, ok)
		}
	}
}
