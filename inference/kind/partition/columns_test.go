package partition_test

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

func fullColumns() inferencetest.KindValue {
	return &partition.Columns{Partition: full().(*partition.Partition)}
}

func emptyColumns() inferencetest.KindValue { return new(partition.Columns) }

func TestKindOfColumns(t *testing.T) { inferencetest.Kind(t, fullColumns, emptyColumns) }

func TestColumnsVersion2(t *testing.T) {
	inferencetest.SameForm(t, fullColumns(), emptyColumns(), "testdata/columns2.bin")
}

func FuzzColumns(f *testing.F) { inferencetest.FuzzKind(f, fullColumns, emptyColumns) }

func TestCheckColumns(t *testing.T) {
	data := &inference.Dataset{X: mat.NewDense(2, 3, nil)}
	for want, change := range map[string]func(c *partition.Columns){
		"no groups of columns":  func(c *partition.Columns) { c.Partition = nil },
		"2 labels for 3":        func(c *partition.Columns) { c.Partition = &partition.Partition{Labels: []int{0, 0}} },
		"of columns, partition": func(c *partition.Columns) { c.Partition.Labels[1] = -7 },
	} {
		c := fullColumns().(*partition.Columns)
		if err := c.Check(data); err != nil {
			t.Fatal(err)
		}
		change(c)
		if err := c.Check(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := &inference.Snapshot{Parts: []inference.Part{fullColumns()}}
	if p := partition.ColumnsOf(s); p == nil || p.Labels[2] != 5 || partition.Of(s) != nil {
		t.Errorf("%+v", p)
	}
}

// Chains are pooled as groups of rows are.
func TestColumnsArePooled(t *testing.T) {
	one := func(z ...int) *partition.Columns {
		p := mat.NewDense(3, 3, nil)
		for i := range 3 {
			for j := range 3 {
				if z[i] == z[j] {
					p.Set(i, j, 1)
				}
			}
		}
		return &partition.Columns{Partition: partition.Drawn("columns", [][]int{z}, p, []float64{0, 0, 1}, 1)}
	}
	a, b := one(0, 0, 1), one(0, 1, 1)
	got := a.Pool([]inference.Part{a, b, nil, b}).(*partition.Columns).Partition
	if got.Labels[0] == got.Labels[1] || got.Labels[1] != got.Labels[2] || len(got.Draws) != 3 {
		t.Errorf("%+v", got)
	}
	inferencetest.Near(t, "together", got.Together.At(0, 1), 1.0/3, 1e-12)
}
