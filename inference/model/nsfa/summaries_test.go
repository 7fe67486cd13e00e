package nsfa

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// What was learnt is published with mean and deviation over the kept draws.
func TestPublishedScalars(t *testing.T) {
	_, data := connectivity(4)
	c := settledChain(t, Model{}, data, nil, 30, 1)
	names := Model{}.Info().Scalars
	for _, s := range c.Snapshot().Scalars {
		i := slices.Index(names, s.Name)
		var values []float64
		for _, d := range c.draws.After(c.iteration) {
			values = append(values, d.Scalars[i])
		}
		mean, variance := stat.Mean(values, nil), stat.PopVariance(values, nil)
		if !(math.Abs(s.Mean-mean) <= 1e-9*(1+math.Abs(mean))) ||
			!(math.Abs(s.StandardDeviation-math.Sqrt(variance)) <= 1e-6*(1+math.Abs(mean))) {
			t.Errorf("%s: %v ± %v, want %v ± %v", s.Name, s.Mean, s.StandardDeviation, mean, math.Sqrt(variance))
		}
	}
}

// The size of the values, by which a note warns of an unscaled table, is the mean over columns of their variances.
func TestTypicalVariance(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{7, 1, math.NaN(), 9, 1, 2, 7, 1, 6, 9, 1, math.NaN()})
	want := (stat.PopVariance([]float64{7, 9, 7, 9}, nil) + 0 + stat.PopVariance([]float64{2, 6}, nil)) / 3
	if got := typicalVariance(&inference.Dataset{X: x}); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%v, want %v", got, want)
	}
	counts := &inference.Dataset{X: x, Kinds: []column.Kind{{}, {}, {Sort: column.Count}}}
	if got := typicalVariance(counts); !(math.Abs(got-(1+0+1)/3.) <= 1e-12) { // that of 2 and 6 is one of counts
		t.Errorf("%v, want 2/3", got)
	}
}

// A sample may have one row and one column.
func TestSampleOfOneRow(t *testing.T) {
	d, err := Model{}.Sample(1, 1, Model{}.Info().Defaults(), rand.New(rand.NewPCG(1, 1)))
	if err != nil || d.X.RawMatrix().Rows != 1 {
		t.Error(err)
	}
}

// Where the prior expects loadings of a very different size from the values, that is said: the mean precision of 1
// against variances of 1 and of 400.
func TestNoteOfTheSizeOfLoadings(t *testing.T) {
	for size, want := range map[float64]bool{1: false, 20: true, 0.05: true} {
		x := mat.NewDense(4, 2, []float64{1, -1, -1, 1, 1, 1, -1, -1})
		x.Scale(size, x)
		s := Model{}.Info().Defaults()
		if err := s.Set("share_power", "noise"); err != nil {
			t.Fatal(err)
		}
		notes, err := Model{}.Check(&inference.Dataset{X: x, Rows: make([]string, 4), Columns: make([]string, 2)}, s)
		if err != nil || strings.Contains(strings.Join(notes, " "), "very different size") != want {
			t.Errorf("values of %v: %q, %v", size, notes, err)
		}
	}
}
