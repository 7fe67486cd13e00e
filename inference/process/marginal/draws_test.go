package marginal

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The standard error that a row is told with is that over repeats; a row that has a small one is content with few
// draws, and one that varies takes more. Another row first changes nothing.
func TestDraws(t *testing.T) {
	g := Usual(eight())
	nan := math.NaN()
	chain := [][]int{nil, {0}, {1}, {2}}
	near, far := []float64{.4, nan, -.2, .3}, []float64{4, nan, -5, 6}
	for _, row := range [][]float64{near, far} {
		var logs []float64
		told := 0.0
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 5))
			d := NewDraws(func() *Network { return NewNetwork(g, chain, rng) })
			log, e, err := d.LogMean(NewPartial(g, row))
			if err != nil {
				t.Fatal(err)
			}
			told += e / 30
			logs = append(logs, log)
			if n := len(d.drawn); n < fewDraws || n > mostDraws || e > smallEnough && n < mostDraws ||
				n > fewDraws && n%100 > 0 {
				t.Errorf("%d draws with an error of %v", n, e)
			}
			if seed == 0 {
				if again, _, _ := d.LogMean(NewPartial(g, row)); again != log {
					t.Errorf("%v, again %v", log, again)
				}
			}
		}
		mean, square := 0.0, 0.0
		for _, v := range logs {
			mean += v / 30
		}
		for _, v := range logs {
			square += (v - mean) * (v - mean) / 29
		}
		if sd := math.Sqrt(square); sd < 0.5*told || sd > 2*told {
			t.Errorf("over repeats the error is %v, told %v", sd, told)
		}
	}
}
