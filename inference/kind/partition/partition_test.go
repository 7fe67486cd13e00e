package partition_test

import (
	"math"
	"testing"

	"espalier/inference"
	"espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// Shares of pairs are averaged over chains, and of their partitions the one nearest to the mean is shown.
func TestPartitionsArePooled(t *testing.T) {
	one := func(p float64, z ...int) inference.Part {
		return &partition.Partition{Name: "clusters", Labels: z, Together: mat.NewDense(3, 3, []float64{1, p, 0, p, 1, 0, 0, 0, 1})}
	}
	first := one(0, 0, 1, 2).(*partition.Partition)
	got := first.Pool([]inference.Part{first, one(0.9, 0, 0, 1), nil, one(0.9, 0, 0, 0)}).(*partition.Partition)
	if p := got.Together.At(0, 1); math.Abs(p-0.6) > 1e-12 {
		t.Errorf("mean co-clustering %v, want 0.6", p)
	}
	if z := got.Labels; z[1] != 0 || z[2] != 1 {
		t.Errorf("partition %v, want the two likely ones together", z)
	}
	if first.Together.At(0, 1) != 0 {
		t.Error("the first chain was written to")
	}
	few := &partition.Partition{Labels: []int{0, 1}}
	if got := few.Pool([]inference.Part{few, one(0.9, 0, 0, 1)}); got != inference.Part(few) {
		t.Errorf("without shares %+v", got)
	}
}
