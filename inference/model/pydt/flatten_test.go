package pydt

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Coordinates keep all distances between the messages, class by class, whether the messages are in
// general position, collinear, equal or nearly equal, or without information.
func TestFlatKeepsDistances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 97))
	classes := []class{{low: 0, high: 40, weight: 40}, {low: 40, high: 43, weight: 3}, {low: 43, high: 70, weight: 27}}
	var f flat
	for round := range 20 {
		var lists [2][]arrival
		var old [][]float64
		for i := range 5 {
			m := arrival{mean: make([]float64, 70), vari: []float64{1, 2, 3}}
			for j := range m.mean {
				m.mean[j] = rng.NormFloat64()
				switch {
				case round%4 == 1 && i > 0: // in line
					m.mean[j] = old[0][j] * float64(i)
				case round%4 == 2 && i > 2: // as good as equal
					m.mean[j] = old[1][j] * (1 + 1e-12*float64(i))
				}
			}
			if round%4 == 3 && i == round/4%5 {
				m.vari[2] = math.Inf(1)
			}
			old = append(old, m.mean)
			lists[i/3] = append(lists[i/3], m)
		}
		f.reduce(classes, lists[0], lists[1])
		all := append(append([]arrival(nil), lists[0]...), lists[1]...)
		for k, cl := range classes {
			sp := f.spans[k]
			if sp.high-sp.low != min(4, cl.high-cl.low) {
				t.Fatalf("class %d has %d coordinates", k, sp.high-sp.low)
			}
			for i := range all {
				for j := range i {
					if math.IsInf(all[i].vari[k]+all[j].vari[k], 1) {
						continue
					}
					want := 0.0
					for x := cl.low; x < cl.high; x++ {
						want += (old[i][x] - old[j][x]) * (old[i][x] - old[j][x])
					}
					got := 0.0
					for x := sp.low; x < sp.high; x++ {
						got += (all[i].mean[x] - all[j].mean[x]) * (all[i].mean[x] - all[j].mean[x])
					}
					if !(math.Abs(got-want) <= 1e-12*(1+want)) {
						t.Errorf("round %d, class %d, messages %d and %d: %v apart, were %v", round, k, i, j, got, want)
					}
				}
			}
		}
	}
}
