package partition_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"

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

func full() inferencetest.KindValue {
	return &partition.Partition{Name: "cluster", Labels: []int{2, -1, 5}, Together: mat.NewDense(3, 3, []float64{1, 0.25, 0.5, 0.25, 1, 0.75, 0.5, 0.75, 0.5})}
}

func empty() inferencetest.KindValue { return new(partition.Partition) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) {
	inferencetest.SameForm(t, full(), empty(), "testdata/partition1.bin")
}

func FuzzPartition(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	data := &inference.Dataset{X: mat.NewDense(3, 1, nil)}
	for want, change := range map[string]func(p *partition.Partition){
		"2 labels of":        func(p *partition.Partition) { p.Labels = p.Labels[:2] },
		"row 1 is in group":  func(p *partition.Partition) { p.Labels[0] = -2 },
		"row 2 is in group":  func(p *partition.Partition) { p.Labels[1] = 1 << 40 },
		"are 2×2 for 3 rows": func(p *partition.Partition) { p.Together = mat.NewDense(2, 2, nil) },
		"with probability 2": func(p *partition.Partition) { p.Together.Set(0, 1, 2) },
	} {
		p := full().(*partition.Partition)
		if err := p.Check(data); err != nil {
			t.Fatal(err)
		}
		change(p)
		if err := p.Check(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
