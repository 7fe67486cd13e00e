package partition_test

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"slices"
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
		return &partition.Partition{Name: "clusters", Labels: z,
			Together: mat.NewDense(3, 3, []float64{1, p, 0, p, 1, 0, 0, 0, 1})}
	}
	first := one(0, 0, 1, 2).(*partition.Partition)
	got := first.Pool([]inference.Part{first, one(0.9, 0, 0, 1), nil, one(0.9, 0, 0, 0)}).(*partition.Partition)
	if p := got.Together.At(0, 1); !(math.Abs(p-0.6) <= 1e-12) {
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
	return &partition.Partition{Name: "cluster", Labels: []int{2, -1, 5},
		Together: mat.NewDense(3, 3, []float64{1, 0.25, 0.5, 0.25, 1, 0.75, 0.5, 0.75, 0.5}),
		Draws:    [][]int{{0, 1, 1}, {3, 0, 4}}, Number: []float64{0, 0.375, 0.625}, Least: 2,
		Agreement: []float64{0.875, 0.9375}, Live: true}
}

func empty() inferencetest.KindValue { return new(partition.Partition) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

// Files of the first version are read as they were.
func TestVersion1(t *testing.T) {
	data, err := os.ReadFile("testdata/partition1.bin")
	if err != nil {
		t.Fatal(err)
	}
	p := new(partition.Partition)
	if err := p.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if want := full().(*partition.Partition); p.Name != want.Name || !slices.Equal(p.Labels, want.Labels) ||
		!mat.Equal(p.Together, want.Together) {
		t.Errorf("%+v", p)
	}
}

func TestVersion2(t *testing.T) {
	data, err := os.ReadFile("testdata/partition2.bin")
	if err != nil {
		t.Fatal(err)
	}
	p := new(partition.Partition)
	if err := p.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if want := full().(*partition.Partition); p.Name != want.Name || !slices.Equal(p.Labels, want.Labels) ||
		!mat.Equal(p.Together, want.Together) || p.Draws != nil {
		t.Errorf("%+v", p)
	}
}

// Files of the third version, of rows and of columns, are read as they were.
func TestVersion3(t *testing.T) {
	want := full().(*partition.Partition)
	want.Live = false
	for _, file := range []string{"testdata/partition3.bin", "testdata/columns1.bin"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := new(partition.Partition)
		if err := p.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p, want) {
			t.Errorf("%s: %+v", file, p)
		}
	}
}

func TestVersion4(t *testing.T) {
	inferencetest.SameForm(t, full(), empty(), "testdata/partition4.bin")
}

// Shares of pairs come back with their bits; those that are the same both ways are written once.
func TestTogether(t *testing.T) {
	for _, n := range []int{1, 2, 31, 32, 33, 70} {
		for _, odd := range []bool{false, true} {
			p := &partition.Partition{Labels: make([]int, n), Together: mat.NewDense(n, n, nil)}
			for i := range n {
				for j := range n {
					p.Together.Set(i, j, 1/float64(1+i+j))
				}
			}
			if odd {
				p.Together.Set(n-1, 0, 0.123)
			}
			data, err := p.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			numbers := n * n
			if !odd || n == 1 {
				numbers = n * (n + 1) / 2
			}
			if most := 8*numbers + n + 32; len(data) > most {
				t.Errorf("%d rows, odd %v: %d bytes, more than %d", n, odd, len(data), most)
			}
			read := new(partition.Partition)
			if err := read.UnmarshalBinary(data); err != nil || !mat.Equal(read.Together, p.Together) {
				t.Errorf("%d rows, odd %v: %v", n, odd, err)
			}
		}
	}
	short, err := (&partition.Partition{Labels: make([]int, 3), Together: mat.NewDense(3, 3, nil)}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if bad := bytes.Replace(short, []byte{0x43, 0, 0, 0}, []byte{0x42, 0, 0},
		1); new(partition.Partition).UnmarshalBinary(bad) == nil && !bytes.Equal(bad, short) {
		t.Error("half a matrix of three rows is read for two")
	}
}

func FuzzPartition(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	data := &inference.Dataset{X: mat.NewDense(3, 1, nil)}
	for want, change := range map[string]func(p *partition.Partition){
		"2 labels of":        func(p *partition.Partition) { p.Labels = p.Labels[:2] },
		"row 1 is in group":  func(p *partition.Partition) { p.Labels[0] = -2 },
		"row 2 is in group":  func(p *partition.Partition) { p.Labels[1] = 1 << 40 },
		"are 2×2 for 3 rows": func(p *partition.Partition) { p.Together = mat.NewDense(2, 2, nil) },
		"draw 2 has 2":       func(p *partition.Partition) { p.Draws[1] = p.Draws[1][:2] },
		"in group 0 of draw": func(p *partition.Partition) { p.Draws[0][2] = -1 },
		"2 groups have":      func(p *partition.Partition) { p.Number[2] = 1.5 },
		"chain 1 agrees":     func(p *partition.Partition) { p.Agreement[0] = math.NaN() },
		"at least -1 rows":   func(p *partition.Partition) { p.Least = -1 },
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

// Chains that tell their draws are shown by the partition of the least variation of information over all draws, with
// what they say of the number, and how far each agrees with it.
func TestDrawsArePooled(t *testing.T) {
	together := func(draws [][]int) *mat.Dense {
		p := mat.NewDense(5, 5, nil)
		for _, z := range draws {
			for i, a := range z {
				for j, b := range z {
					if a == b {
						p.Set(i, j, p.At(i, j)+1/float64(len(draws)))
					}
				}
			}
		}
		return p
	}
	chain := func(number []float64, draws ...[]int) *partition.Partition {
		return partition.Drawn("clusters", draws, together(draws), number, 2)
	}
	two, other, one := []int{0, 0, 1, 1, 2}, []int{0, 1, 1, 1, 2}, []int{0, 0, 0, 0, 0}
	a := chain([]float64{0, 0, 0, 1}, two, two, two)
	b := chain([]float64{0, 0.5, 0, 0.5}, two, one)
	if want := []int{0, 0, 1, 1, -1}; !slices.Equal(a.Labels, want) {
		t.Errorf("one chain shows %v", a.Labels)
	}
	got := a.Pool([]inference.Part{a, b, chain([]float64{0, 0, 0, 1}, other, two)}).(*partition.Partition)
	if want := []int{0, 0, 1, 1, -1}; !slices.Equal(got.Labels, want) || got.Least != 2 || len(got.Draws) != 7 {
		t.Errorf("labels %v of %d draws", got.Labels, len(got.Draws))
	}
	if len(got.Agreement) != 3 || got.Agreement[0] != 1 {
		t.Errorf("agreement %v", got.Agreement)
	}
	if mean, from, to, ok := got.NumberDrawn(); !ok || !(math.Abs(mean-(3*5.0/6+1.0/6)) <= 1e-12) || from != 1 || to != 3 {
		t.Errorf("number %v (%d–%d)", mean, from, to)
	}
	if p := got.OneGroup(); !(math.Abs(p-1.0/6) <= 1e-12) {
		t.Errorf("one group with probability %v", p)
	}
}

func TestWords(t *testing.T) {
	for want, p := range map[string]partition.Partition{
		"": {Labels: []int{0, 1}},
		"2 groups shown; number of groups 2.6 (2–4)": {
			Labels: []int{0, 0, 1, 1}, Number: []float64{0, 0.01, 0.54, 0.3, 0.15}},
		"2 groups shown; 1 row stands alone; number of groups 3.0": {
			Labels: []int{0, 0, 1, 1, -1}, Number: []float64{0, 0, 0, 1}},
		"no clear groups; number of groups 1.4 (1–2); probability of one group 0.60": {
			Labels: []int{0, 0}, Number: []float64{0, 0.6, 0.4}},
		"no clear groups: one holds 3 of 5 rows; 2 rows stand alone; number of groups 1.0; probability of one group 1.00": {
			Labels: []int{0, 0, -1, 0, -1}, Number: []float64{0, 1}},
		"no groups: no two rows belong together": {
			Labels: []int{-1, -1}, Number: []float64{1}},
	} {
		if got := p.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
