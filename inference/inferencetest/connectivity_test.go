package inferencetest

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestConnectivityHasItsShape(t *testing.T) {
	z := Connectivity()
	d, k := z.Dims()
	if d != 100 || k != 16 || mat.Sum(z) != 140 || !mat.Equal(z, Connectivity()) {
		t.Fatalf("%d × %d with %v links", d, k, mat.Sum(z))
	}
	least, most := 100.0, 0.0
	for j := range k {
		size := mat.Sum(z.ColView(j))
		least, most = min(least, size), max(most, size)
	}
	if least != 3 || most != 29 {
		t.Errorf("factors have %v to %v genes", least, most)
	}
	for i := range d {
		if mat.Sum(z.RowView(i)) == 0 {
			t.Errorf("gene %d has no factor", i)
		}
	}
}

func TestFactorStudy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := NewFactorStudy(Connectivity(), 400, 10, rng)
	var e mat.Dense
	e.Mul(s.G, s.X)
	signal := math.Pow(mat.Norm(&e, 2), 2)
	e.Sub(s.Y, &e)
	if ratio := signal / math.Pow(mat.Norm(&e, 2), 2); !(math.Abs(ratio-10) <= 0.3) {
		t.Errorf("signal to noise %v", ratio)
	}
	data := s.Dataset(0.1, rng)
	if n, d := data.Dims(); n != 400 || d != 100 || !(math.Abs(float64(data.Missing())/40000-0.1) <= 0.01) {
		t.Errorf("%d × %d with %d missing", n, d, data.Missing())
	}
}

func TestReconstructionError(t *testing.T) {
	g := mat.NewDense(2, 2, []float64{1, 0, 0, 2})
	turned := mat.NewDense(2, 3, []float64{0, -1, 5, -2, 0, 5})
	if e := ReconstructionError(g, turned); e != 0 {
		t.Errorf("signs and order cost %v", e)
	}
	if e := ReconstructionError(g, nil); e != 5.0/4 {
		t.Errorf("nothing at all costs %v, want 5/4", e)
	}
	if e := ReconstructionError(g, mat.NewDense(2, 1, []float64{1, 1})); e != (1.0+2)/4 {
		t.Errorf("error %v, want 3/4", e)
	}
}
