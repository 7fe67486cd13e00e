package pydt

import (
	"math"
	"testing"

	"example.org/espalier/inference/model/pydt/pydttest"
)

// The sampler's loops over columns give the bits of those over classes of one column: whole chains, with
// branch points of two and of more children, go the same way.
func TestChainOverColumns(t *testing.T) {
	for seed := range uint64(3) {
		data := pydttest.WithMissing(pydttest.BushyData(25, 9, 2, 0.3, seed+1), 70, seed)
		set := mcmcSettings(t, Model{}, nil)
		var trace [2][]float64
		many := 0
		for way := range 2 {
			c := runChain(t, Model{}, data, set, seed, 0)
			if !c.Live.Columnwise {
				t.Fatal("the columns have classes in common")
			}
			c.Live.Columnwise = way == 0
			for range 40 {
				for !c.Advance(1) {
				}
				trace[way] = append(trace[way], c.Scalars...)
				for _, v := range c.Live.Preorder() {
					if c.Live.Node[v].Kids > 2 {
						many++
					}
				}
			}
		}
		for i, x := range trace[0] {
			if math.Float64bits(x) != math.Float64bits(trace[1][i]) {
				t.Fatalf("seed %d: number %d of the traces is %v over columns and %v over classes", seed, i, x, trace[1][i])
			}
		}
		if many == 0 {
			t.Error("no branch point had more than two children")
		}
	}
}
