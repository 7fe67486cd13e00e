package factor_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// full is of 3 items and 2 cases.
func full() inferencetest.KindValue {
	sparse := func(first float32) *factor.Sparse {
		return &factor.Sparse{IDs: []int{4, 9}, Items: [][]int32{{0, 2}, {1}}, Values: [][]float32{{first, -2}, {3}},
			Activities: [][]float32{{4, 5}, {6, 7}}, Noise: []float32{8, 9, 10}, Offset: []float32{11, 12, 13}}
	}
	return &factor.Factors{
		State: &factor.State{Side: inference.OnRows, IDs: []int{4, 7},
			Loadings:   mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}),
			Inclusion:  mat.NewDense(2, 2, []float64{0.25, 0.5, 0.75, 0.125}),
			Activities: mat.NewDense(2, 2, []float64{-1, -2, -3, -4}),
			Noise:      []float64{7, 8, 9}, Offset: []float64{10, 11, 12}, Binary: true},
		Draws: []factor.Draw{{Chain: 1, Iteration: 2, Objective: -3, State: sparse(1)},
			{Chain: 1, Iteration: 5, Objective: -4, State: sparse(2)}},
	}
}

func empty() inferencetest.KindValue { return new(factor.Factors) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/factors1.bin") }

func FuzzFactors(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

// Of a state whose activities are its features one matrix is written.
func TestFeaturesAreWrittenOnce(t *testing.T) {
	f := full().(*factor.Factors)
	apart, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	f.State.Activities = mat.DenseCopyOf(f.State.Inclusion)
	once, err := f.MarshalBinary()
	if err != nil || len(apart)-len(once) < 4*8 {
		t.Errorf("%d bytes and %d, %v", len(apart), len(once), err)
	}
	var read factor.Factors
	if err := read.UnmarshalBinary(once); err != nil || !mat.Equal(read.State.Activities, f.State.Inclusion) {
		t.Errorf("%+v, %v", read.State, err)
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(f *factor.Factors)
		want   string
	}{
		"nothing":       {func(*factor.Factors) {}, ""},
		"side":          {func(f *factor.Factors) { f.State.Side = 2 }, "a side of number 2"},
		"loadings":      {func(f *factor.Factors) { f.State.Loadings = mat.NewDense(3, 1, nil) }, "loadings of 3×1"},
		"no activities": {func(f *factor.Factors) { f.State.Activities = nil }, "no activities of 2 factors"},
		"inclusion":     {func(f *factor.Factors) { f.State.Inclusion.Set(0, 0, 1.5) }, "not a probability"},
		"noise":         {func(f *factor.Factors) { f.State.Noise[0] = -1 }, "the noise does not have 3 variances"},
		"offset":        {func(f *factor.Factors) { f.State.Offset = []float64{1} }, "the offset does not have 3 numbers"},
		"two of one ID": {func(f *factor.Factors) { f.State.IDs[1] = 4 }, "two factors have the same ID"},
		"order":         {func(f *factor.Factors) { f.Draws[1].Iteration = 2 }, "draw 1 is of chain 1, iteration 2"},
		"no draw":       {func(f *factor.Factors) { f.Draws[1].State = nil }, "draw 1 has no state"},
		"items":         {func(f *factor.Factors) { f.Draws[0].State.Items[0][1] = 3 }, "loads on item 3"},
		"items twice":   {func(f *factor.Factors) { f.Draws[0].State.Items[0][1] = 0 }, "item 0 after item 0"},
		"values":        {func(f *factor.Factors) { f.Draws[0].State.Values[0] = nil }, "2 items, 0 values"},
		"activities":    {func(f *factor.Factors) { f.Draws[0].State.Activities[1] = nil }, "0 activities"},
		"lists":         {func(f *factor.Factors) { f.Draws[0].State.Items = nil }, "0 lists of items"},
	} {
		f := full().(*factor.Factors)
		c.change(f)
		err := f.Check(&inference.Dataset{X: mat.NewDense(3, 2, nil)})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if err := full().Check(&inference.Dataset{X: mat.NewDense(4, 2, nil)}); err == nil {
		t.Error("factors of other data pass")
	}
}

func TestPool(t *testing.T) {
	one, two := full().(*factor.Factors), full().(*factor.Factors)
	got := one.Pool([]inference.Part{one, nil, two}).(*factor.Factors)
	if len(got.Draws) != 4 || got.Draws[1].Chain != 0 || got.Draws[2].Chain != 2 || got.State != one.State ||
		two.Draws[0].Chain != 1 {
		t.Errorf("%+v", got)
	}
	s := &inference.Snapshot{Parts: []inference.Part{got}}
	if factor.StateOf(s) != one.State || len(factor.DrawsOf(s)) != 4 || factor.StateOf(nil) != nil {
		t.Error("what was pooled is not found")
	}
}

// BenchmarkFactors writes and reads a state of 226×251 with 500 draws of 30 factors.
func BenchmarkFactors(b *testing.B) {
	const items, cases, k, draws = 251, 226, 30, 500
	rng := rand.New(rand.NewPCG(1, 2))
	normal := func(r, c int) *mat.Dense {
		x := mat.NewDense(r, c, nil)
		x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
		return x
	}
	f := &factor.Factors{State: &factor.State{Loadings: normal(items, k), Activities: normal(cases, k),
		Noise: make([]float64, items)}}
	for j := range k {
		f.State.IDs = append(f.State.IDs, j)
	}
	for d := range draws {
		s := &factor.Sparse{IDs: f.State.IDs, Noise: make([]float32, items)}
		for range k {
			var list []int32
			var values []float32
			for i := range items {
				if rng.Float64() < 0.2 {
					list, values = append(list, int32(i)), append(values, float32(rng.NormFloat64()))
				}
			}
			activities := make([]float32, cases)
			for n := range activities {
				activities[n] = float32(rng.NormFloat64())
			}
			s.Items, s.Values, s.Activities = append(s.Items, list), append(s.Values, values), append(s.Activities, activities)
		}
		f.Draws = append(f.Draws, factor.Draw{Iteration: d, State: s})
	}
	inferencetest.BenchmarkKind(b, f, empty)
}
