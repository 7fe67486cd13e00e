package inference

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// BenchmarkPrepare standardises 20,000 × 500 cells.
func BenchmarkPrepare(b *testing.B) {
	const n, d = 20_000, 500
	rng := rand.New(rand.NewPCG(1, 1))
	t := &Table{Name: "wide", X: mat.NewDense(n, d, nil), Kind: Continuous}
	for i := range n {
		t.Rows = append(t.Rows, strconv.Itoa(i))
		for j := range d {
			t.X.(*mat.Dense).Set(i, j, rng.ExpFloat64())
		}
	}
	for j := range d {
		t.Columns = append(t.Columns, strconv.Itoa(j))
	}
	for _, p := range []Preprocessing{{Centre: true, Scale: true},
		{Log2p1: true, TopColumns: 60, Centre: true, Scale: true}} {
		b.Run(p.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := t.Prepare(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
