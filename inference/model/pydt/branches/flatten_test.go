package branches

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/process/pruning"
)

// Coordinates keep all distances between the messages, class by class, whether the messages are in
// general position, collinear, equal or nearly equal, or without information.
func TestFlatKeepsDistances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 97))
	classes := []pruning.Class{{Low: 0, High: 40, Weight: 40}, {Low: 40, High: 43, Weight: 3},
		{Low: 43, High: 70, Weight: 27}}
	var f Flat
	for round := range 20 {
		var lists [2][]Arrival
		var old [][]float64
		for i := range 5 {
			m := Arrival{Mean: make([]float64, 70), Vari: []float64{1, 2, 3}}
			for j := range m.Mean {
				m.Mean[j] = rng.NormFloat64()
				switch {
				case round%4 == 1 && i > 0: // in line
					m.Mean[j] = old[0][j] * float64(i)
				case round%4 == 2 && i > 2: // as good as equal
					m.Mean[j] = old[1][j] * (1 + 1e-12*float64(i))
				}
			}
			if round%4 == 3 && i == round/4%5 {
				m.Vari[2] = math.Inf(1)
			}
			old = append(old, m.Mean)
			lists[i/3] = append(lists[i/3], m)
		}
		f.Reduce(classes, lists[0], lists[1])
		all := append(append([]Arrival(nil), lists[0]...), lists[1]...)
		for k, cl := range classes {
			sp := f.Spans[k]
			if sp.High-sp.Low != min(4, cl.High-cl.Low) {
				t.Fatalf("class %d has %d coordinates", k, sp.High-sp.Low)
			}
			for i := range all {
				for j := range i {
					if math.IsInf(all[i].Vari[k]+all[j].Vari[k], 1) {
						continue
					}
					want := 0.0
					for x := cl.Low; x < cl.High; x++ {
						want += (old[i][x] - old[j][x]) * (old[i][x] - old[j][x])
					}
					got := 0.0
					for x := sp.Low; x < sp.High; x++ {
						got += (all[i].Mean[x] - all[j].Mean[x]) * (all[i].Mean[x] - all[j].Mean[x])
					}
					if !(math.Abs(got-want) <= 1e-12*(1+want)) {
						t.Errorf("round %d, class %d, messages %d and %d: %v apart, were %v", round, k, i, j, got, want)
					}
				}
			}
		}
	}
}
