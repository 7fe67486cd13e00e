package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// By hand: each value stands for eight draws, and there are five bins of two values; the value in both chains lies
// half in the second bin and half in the third.
func TestRanksByHand(t *testing.T) {
	p := Ranks([][]float64{spread(1, 2, 3, 4, 5), spread(4, 6, 7, 8, 9)})
	want := [][]float64{{2, 1.5, 1.5, 0, 0}, {0, 0.5, 0.5, 2, 2}}
	if len(p.Chains[0]) != 5 {
		t.Fatalf("%d bins", len(p.Chains[0]))
	}
	for k := range want {
		for b, w := range want[k] {
			if !(math.Abs(p.Chains[k][b]-w) <= 1e-12) {
				t.Errorf("chain %d, bin %d: %v, want %v", k, b, p.Chains[k][b], w)
			}
		}
	}
}

// Values with many ties, zeros of both signs among them, fall into the bins in which their ranks lie, one rank at a
// time.
func TestRanksOfTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, unit := range []float64{3, 0.5, 0.01} {
		chains := several(3, func(k int) []float64 {
			x := make([]float64, 70+k)
			for i := range x {
				x[i] = unit * math.Round(rng.NormFloat64()/unit)
			}
			return x
		})
		p := Ranks(chains)
		n := 70 + 71 + 72
		bins := len(p.Chains[0])
		for k, c := range chains {
			want := make([]float64, bins)
			for _, x := range c {
				below, upTo := 0, 0
				for _, y := range slices.Concat(chains...) {
					if y < x {
						below++
					}
					if y <= x {
						upTo++
					}
				}
				const parts = 1000 // of a rank
				for r := below * parts; r < upTo*parts; r++ {
					want[(2*r+1)*bins/(2*n*parts)] += 1 / float64((upTo-below)*parts)
				}
			}
			for b := range want {
				if got := p.Chains[k][b]; !(math.Abs(got-want[b]*float64(bins)/float64(len(c))) <= 0.01) {
					t.Errorf("unit %v, chain %d, bin %d: %v, want %v", unit, k, b, got, want[b]*float64(bins)/float64(len(c)))
				}
			}
		}
	}
}

// Bins of chains that agree leave the band as often as it says where draws are independent, and no more often where
// they come in runs or values are whole; a chain that is shifted or narrower leaves it.
func TestRankBand(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, c := range []struct {
		rho, unit float64 // unit rounds the values; 0 does not
		low, high float64
	}{{0, 0, 0.04, 0.06}, {0.5, 0, 0, 0.06}, {0, 0.3, 0, 0.06}} {
		outside, bins := 0, 0
		for range 60 {
			chains := several(4, func(int) []float64 { return autoregression(rng, 2000, c.rho) })
			for _, x := range chains {
				for i := range x {
					if c.unit > 0 {
						x[i] = c.unit * math.Round(x[i]/c.unit)
					}
				}
			}
			p := Ranks(chains)
			for _, x := range p.Chains {
				sum := 0.0
				for _, r := range x {
					bins, sum = bins+1, sum+r
					if !(math.Abs(r-1) <= p.Band) {
						outside++
					}
				}
				if !(math.Abs(sum-float64(len(x))) <= 1e-9) {
					t.Fatalf("%d bins of a chain hold %v", len(x), sum)
				}
			}
		}
		if share := float64(outside) / float64(bins); share > c.high || share < c.low {
			t.Errorf("%+v: %.3f of the bins leave the band", c, share)
		}
	}
	for name, change := range map[string]func(x float64) float64{"shifted": func(x float64) float64 { return x + 0.6 },
		"narrow": func(x float64) float64 { return 0.5 * x }} {
		chains := several(4, func(int) []float64 { return autoregression(rng, 2000, 0.5) })
		for i, x := range chains[2] {
			chains[2][i] = change(x)
		}
		p, far := Ranks(chains), 0
		for _, r := range p.Chains[2] {
			if !(math.Abs(r-1) <= p.Band) {
				far++
			}
		}
		if far < 8 {
			t.Errorf("%s: %d bins leave the band", name, far)
		}
	}
}

// The band of chains that do not move, which count as one draw each: twice (1.96 times) the standard deviation of the
// relative share of one draw in one of five bins, √(0.2 · 0.8)/0.2 = 2, less for k chains by √(1 − 1/k), as these are
// all the draws that the bins are made of.
func TestRankBandOfChainsAtRest(t *testing.T) {
	for k, want := range map[int]float64{2: 1.96 * 2 * math.Sqrt(1.0/2), 4: 1.96 * 2 * math.Sqrt(3.0/4)} {
		p := Ranks(several(k, func(i int) []float64 { return spread(float64(i)) }))
		if len(p.Chains[0]) != 5 || !(math.Abs(p.Band-want) <= 1e-12) {
			t.Errorf("%d chains: %d bins, a band of %v, want %v", k, len(p.Chains[0]), p.Band, want)
		}
	}
}

func TestNoRanks(t *testing.T) {
	long, bad := spread(1, 2, 3, 4, 5), spread(1, 2, math.NaN(), 4, 5)
	for name, p := range map[string]*RankPlot{"one chain": Ranks([][]float64{long}),
		"short":      Ranks([][]float64{long, {1, 2}}),
		"not finite": Ranks([][]float64{long, bad})} {
		if p != nil {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// spread returns each value eight times, in an order without trend.
func spread(values ...float64) (out []float64) {
	for range 8 {
		out = append(out, values...)
	}
	return out
}
