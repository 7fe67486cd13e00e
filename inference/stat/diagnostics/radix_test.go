package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Many values, of few kinds, of both signs, of all magnitudes or all alike, come out in the order of slices.Sort, and
// equal ones in the order in which the chains have them.
func TestRadix(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, draw := range map[string]func() float64{
		"normal": rng.NormFloat64,
		"whole":  func() float64 { return float64(rng.IntN(7) - 3) },
		"one":    func() float64 { return -2.5 },
		"far":    func() float64 { return rng.NormFloat64() * math.Pow(10, 600*rng.Float64()-300) },
		"no": func() float64 {
			return []float64{0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, -1}[rng.IntN(4)]
		},
		"any finite": func() float64 { return math.Float64frombits(rng.Uint64() &^ (1 << 62)) },
	} {
		chains := make([][]float64, 3)
		for k := range chains {
			for range radixLeast/2 + k {
				chains[k] = append(chains[k], draw())
			}
		}
		all := slices.Concat(chains...)
		want := slices.Sorted(slices.Values(all))
		if got := ascending(chains); !slices.Equal(got, want) {
			t.Errorf("%s: values out of order", name)
		}
		order := sorted(chains)
		for i, p := range order {
			if p.value != want[i] || all[p.at] != p.value {
				t.Fatalf("%s: place %d holds %v of draw %d, want %v", name, i, p.value, p.at, want[i])
			}
			if i > 0 && math.Float64bits(order[i-1].value) == math.Float64bits(p.value) && order[i-1].at > p.at {
				t.Fatalf("%s: equal values changed their order", name)
			}
		}
	}
}

// Few lags, found from the products, agree with those from transforms.
func TestAutocorrelationByProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	chain := make([]float64, 2001)
	for i := range chain {
		chain[i] = rng.NormFloat64()
		if i > 0 {
			chain[i] += 0.9 * chain[i-1]
		}
	}
	few, many := Autocorrelation(chain, directMost-1), Autocorrelation(chain, 2*directMost)
	if len(few) != directMost || len(many) != 2*directMost+1 {
		t.Fatalf("%d and %d lags", len(few), len(many))
	}
	for lag, want := range many[:directMost] {
		if !(math.Abs(few[lag]-want) <= 1e-10) {
			t.Errorf("lag %d: %v, want %v", lag, few[lag], want)
		}
	}
}
