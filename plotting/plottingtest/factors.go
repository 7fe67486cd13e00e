package plottingtest

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"

	"gonum.org/v1/gonum/mat"
)

// SomeFactors is a summary of sparse factors, the first items those of the first factor.
func SomeFactors(items, cases, k int) *factors.Summary {
	rng := rand.New(rand.NewPCG(uint64(items), uint64(k)))
	s := &factors.Summary{Factors: &factor.State{}, Draws: 200, Chains: 2, Counts: [][]int{{k, k + 1}, {k, k}}}
	s.Noise = factors.Spread{Mean: 0.3, Low: 0.25, High: 0.35}
	f := s.Factors
	for _, p := range []**mat.Dense{&f.Loadings, &f.Inclusion, &s.Deviation, &s.Low, &s.High} {
		if k > 0 {
			*p = mat.NewDense(items, k, nil)
		}
	}
	for _, p := range []**mat.Dense{&f.Activities, &s.ActivityDeviation, &s.ActivityLow, &s.ActivityHigh} {
		if k > 0 {
			*p = mat.NewDense(cases, k, nil)
		}
	}
	for j := range k {
		f.IDs = append(f.IDs, j+5)
		presence := 1 - 0.8*float64(j)/float64(k)*rng.Float64()
		s.Matches = append(s.Matches, factors.Match{Presence: presence, ByChain: []float64{presence, presence},
			Loadings: 0.97 - 0.3*rng.Float64(), Activities: 0.95})
		e := 0.2 / float64(j+1)
		s.Explained = append(s.Explained, factors.Spread{Mean: e, StandardDeviation: e / 20, Low: 0.9 * e, High: 1.1 * e})
		for i := range items {
			p := 0.0
			switch r := rng.Float64(); {
			case i*k/items == j:
				p = 1 - 0.3*rng.Float64()*rng.Float64()
			case r < 0.12:
				p = rng.Float64()
			}
			v := p * rng.NormFloat64() * (1 + 2*rng.Float64())
			f.Inclusion.Set(i, j, p)
			f.Loadings.Set(i, j, v)
			s.Deviation.Set(i, j, 0.2)
			if v != 0 {
				s.Low.Set(i, j, v-0.3)
				s.High.Set(i, j, v+0.3)
			}
		}
		for n := range cases {
			v := rng.NormFloat64()
			f.Activities.Set(n, j, v)
			s.ActivityDeviation.Set(n, j, 0.2)
			s.ActivityLow.Set(n, j, v-0.3)
			s.ActivityHigh.Set(n, j, v+0.3)
		}
	}
	return s
}

// ItemNames returns names for this many items.
func ItemNames(items []int) (names []string) {
	for _, i := range items {
		names = append(names, fmt.Sprintf("gene %d", i))
	}
	return names
}
