package factors

import (
	"context"
	"fmt"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

func summaryOf(t *testing.T, x *mat.Dense, found *factor.Factors) *Summary {
	t.Helper()
	s, err := Summarise(context.Background(), &inference.Dataset{X: x},
		&inference.Snapshot{Parts: []inference.Part{found}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Without noise the variance is that of the data about the offset, as if no cell were missing; of an estimate and of
// draws, with an offset of the model or of the draws.
func TestVarianceAboutAnOffset(t *testing.T) {
	gap := math.NaN()
	x := mat.NewDense(3, 2, []float64{2, -3, 4, gap, 3, -1})
	offset := []float64{3, -1}
	// Item 0 is −1, 1, 0 from its offset, item 1 −2 and 0 and one missing: 2 + 3·4/2 = 8.
	state := &factor.State{IDs: []int{0}, Loadings: mat.NewDense(2, 1, []float64{1, 0}),
		Activities: mat.NewDense(3, 1, []float64{-1, 1, 0}), Offset: offset}
	inferencetest.Close(t, "estimate", summaryOf(t, x, &factor.Factors{State: state}).Explained[0].Mean, 2.0/8, 1e-12)
	sparse := &factor.Sparse{Items: [][]int32{{0}}, Values: [][]float32{{1}}, Activities: [][]float32{{-1, 1, 0}}}
	s := summaryOf(t, x, &factor.Factors{State: state, Draws: []factor.Draw{{State: sparse}}})
	inferencetest.Close(t, "draw", s.Explained[0].Mean, 2.0/8, 1e-12)
	inferencetest.Close(t, "rest of a draw", s.Rest.Mean, 0, 1e-12)
	own := *sparse
	own.Offset = []float32{2, -3} // 0, 2, 1 and 0, 2: 5 + 3·4/2
	inferencetest.Close(t, "draw with its own offset",
		summaryOf(t, x, &factor.Factors{State: state, Draws: []factor.Draw{{State: &own}}}).Explained[0].Mean, 2.0/11, 1e-7)
}

// Two draws of one factor, all by hand: means, deviations, cosines to the mean, shares, and the sign.
func TestTwoDraws(t *testing.T) {
	draws := []factor.Draw{
		{Chain: 0, State: &factor.Sparse{Items: [][]int32{{0, 1}}, Values: [][]float32{{-1, 3}},
			Activities: [][]float32{{1, 2, 0}}, Noise: []float32{0.5, 1, 1.5}}},
		{Chain: 1, State: &factor.Sparse{Items: [][]int32{{0, 1, 2}}, Values: [][]float32{{2, -3, 1}},
			Activities: [][]float32{{-1, -1, 1}}, Noise: []float32{1, 0.5, 0.5}}},
	}
	s := summaryOf(t, mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}),
		&factor.Factors{State: &factor.State{}, Draws: draws})
	if s.Count() != 1 || s.Chains != 2 {
		t.Fatalf("%d factors, %d chains", s.Count(), s.Chains)
	}
	f, m := s.Factors, s.Matches[0]
	for i, want := range [][3]float64{{-1.5, 0.5, 1}, {3, 0, 1}, {-0.5, 0.5, 0.5}} {
		inferencetest.Close(t, "loading", f.Loadings.At(i, 0), want[0], 1e-6)
		inferencetest.Close(t, "its deviation", s.Deviation.At(i, 0), want[1]*math.Sqrt2, 1e-6)
		inferencetest.Close(t, "its interval", s.High.At(i, 0)-s.Low.At(i, 0), 0.9*2*want[1], 1e-6)
		inferencetest.Close(t, "its inclusion", f.Inclusion.At(i, 0), want[2], 1e-12)
	}
	for n, want := range [][2]float64{{1, 0}, {1.5, 0.5}, {-0.5, 0.5}} {
		inferencetest.Close(t, "activity", f.Activities.At(n, 0), want[0], 1e-6)
		inferencetest.Close(t, "its deviation", s.ActivityDeviation.At(n, 0), want[1]*math.Sqrt2, 1e-6)
	}
	cosine := func(a, b []float64) float64 {
		v, w := mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b)
		return mat.Dot(v, w) / (v.Norm(2) * w.Norm(2))
	}
	// The mean that draws are compared with is of vectors of length 1.
	unit := func(a, b []float64) []float64 {
		v, w, sum := mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b), mat.NewVecDense(len(a), nil)
		sum.AddScaledVec(sum, 1/v.Norm(2), v)
		sum.AddScaledVec(sum, 1/w.Norm(2), w)
		return sum.RawVector().Data
	}
	mean := unit([]float64{-1, 3, 0}, []float64{-2, 3, -1})
	inferencetest.Close(t, "cosines of loadings", m.Loadings,
		(cosine(mean, []float64{-1, 3, 0})+cosine(mean, []float64{-2, 3, -1}))/2, 1e-6)
	mean = unit([]float64{1, 2, 0}, []float64{1, 1, -1})
	inferencetest.Close(t, "cosines of activities", m.Activities,
		(cosine(mean, []float64{1, 2, 0})+cosine(mean, []float64{1, 1, -1}))/2, 1e-6)
	// ‖g‖²‖x‖² is 10·5 and 14·3, the noise 3·3 and 3·2.
	a, b := 50.0/59, 42.0/48
	inferencetest.Close(t, "share", s.Explained[0].Mean, (a+b)/2, 1e-6)
	inferencetest.Close(t, "deviation of the share", s.Explained[0].StandardDeviation, math.Abs(a-b)/math.Sqrt2, 1e-6)
	inferencetest.Close(t, "noise", s.Noise.Mean, 1-(a+b)/2, 1e-6)
	for i, want := range []float64{0.75, 0.75, 1} {
		inferencetest.Close(t, "noise of an item", f.Noise[i], want, 1e-6)
	}
	if m.Presence != 1 || m.ByChain[0] != 1 || m.ByChain[1] != 1 {
		t.Errorf("%+v", m)
	}
}

// The sign makes the cubes of the loadings positive, not their sum: one great loading outweighs many small ones.
func TestSignsBySkew(t *testing.T) {
	for _, sign := range []float32{1, -1} {
		draws := []factor.Draw{{State: &factor.Sparse{Items: [][]int32{{0, 1, 2, 3, 4}},
			Values: [][]float32{{3 * sign, -sign, -sign, -sign, -sign}}, Activities: [][]float32{{sign, 2 * sign}},
			Noise: make([]float32, 5)}}}
		s := summaryOf(t, mat.NewDense(2, 5, nil), &factor.Factors{State: &factor.State{}, Draws: draws})
		if got := mat.Col(nil, 0, s.Factors.Loadings); got[0] != 3 || got[4] != -1 || s.Factors.Activities.At(1, 0) != 2 {
			t.Errorf("of %v the loadings became %v, an activity %v", sign, got, s.Factors.Activities.At(1, 0))
		}
	}
}

// Numbers are a measurement from eleven levels on.
func TestNumbersOf(t *testing.T) {
	for _, n := range []int{10, 11} {
		var values []string
		for i := range n {
			values = append(values, fmt.Sprint(" ", 2*i))
		}
		got := NumbersOf(inference.NewAnnotation("a", append(values, "")))
		if (got != nil) != (n > 10) || got != nil && (got[3] != 6 || !math.IsNaN(got[n])) {
			t.Errorf("%d levels: %v", n, got)
		}
	}
}

// The references that stay are those of the draw whose references the others have most often, the first among them
// counted.
func TestKeep(t *testing.T) {
	at := func(to ...int) (p []place) {
		for _, j := range to {
			p = append(p, place{to: j, sign: 1})
		}
		return p
	}
	for _, c := range []struct {
		places [][]place
		k      int
		want   []int
	}{
		// reference 0 is the most frequent
		{[][]place{at(1, 2), at(0, 3), at(0, -1), at(0, -1)}, 2, []int{0, 3}},
		{[][]place{at(2, 3), at(0, 1), at(2, 3), at(0, 1), at(0, 3)}, 2, []int{0, 3}}, // three each
		// two of a draw, then the most frequent
		{[][]place{at(1, -1), at(1, 2), at(-1, 0), at(-1, 0), at(3, 1)}, 3, []int{0, 1, 2}},
	} {
		m := &matcher{places: c.places, draws: make([][]piece, len(c.places)), references: make([]*reference, 4)}
		for j := range m.references {
			m.references[j] = &reference{loadings: []float64{float64(j)}}
		}
		m.keep(c.k, 0)
		for i, r := range m.references {
			if len(m.references) != c.k || int(r.loadings[0]) != c.want[i] {
				t.Errorf("%v: place %d has reference %v, want %v", c.places, i, r.loadings[0], c.want)
			}
		}
	}
}

// The numbers of factors are those of the traces, or else of the draws: all of them, and those of two items at least.
func TestCounts(t *testing.T) {
	trace := func(k ...float64) inference.Trace {
		twice := make([]float64, len(k))
		for i, v := range k {
			twice[i] = v - 1
		}
		return inference.Trace{Names: []string{"log_joint", Common, Features}, Iteration: []int{0, 1, 2, 3},
			Values: [][]float64{make([]float64, 4), twice, k}}
	}
	s := &inference.Snapshot{Chains: []inference.Trace{trace(3, 4, 5, 6), trace(9, 8, 7, 7)}}
	if got := fmt.Sprint(Counts(s, 0.25), CommonCounts(s, 0.5)); got != "[[4 5 6] [8 7 7]] [[4 5] [6 6]]" {
		t.Errorf("of traces %s", got)
	}
	draw := func(chain int, items ...[]int32) factor.Draw {
		return factor.Draw{Chain: chain, State: &factor.Sparse{Items: items}}
	}
	s = &inference.Snapshot{Parts: []inference.Part{&factor.Factors{Draws: []factor.Draw{
		draw(0, []int32{1}, []int32{0, 2}, []int32{0, 1, 2}), draw(2, []int32{1}), draw(0),
		draw(2, []int32{0, 1}, []int32{1, 2})}}}}
	if got := fmt.Sprint(Counts(s, 0), CommonCounts(s, 0)); got != "[[3 0] [] [1 2]] [[2 0] [] [0 2]]" {
		t.Errorf("of draws %s", got)
	}
}

// Activities have the mean and the interval of their draws, and NaN for what an estimate does not have.
func TestActivity(t *testing.T) {
	one := func(v float64) *mat.Dense { return mat.NewDense(1, 1, []float64{v}) }
	s := &Summary{Factors: &factor.State{Loadings: one(7), Activities: one(1)}, Deviation: one(8), Low: one(9),
		High: one(10), ActivityDeviation: one(2), ActivityLow: one(3), ActivityHigh: one(4)}
	if got := s.Activity(0, 0); got != (Spread{1, 2, 3, 4}) {
		t.Errorf("an activity is %+v", got)
	}
	if got := s.Loading(0, 0); got != (Spread{7, 8, 9, 10}) {
		t.Errorf("a loading is %+v", got)
	}
	s.ActivityDeviation = nil
	if got := s.Activity(0, 0); got.Mean != 1 || !math.IsNaN(got.Low) {
		t.Errorf("an activity of an estimate is %+v", got)
	}
}

// Offsets of draws have their mean, and none where a draw has none.
func TestMeanOffset(t *testing.T) {
	draws := []factor.Draw{{State: &factor.Sparse{Offset: []float32{1, 4}}},
		{State: &factor.Sparse{Offset: []float32{2, -1}}}, {State: &factor.Sparse{Offset: []float32{6, 0}}}}
	if got := meanOffset(draws); len(got) != 2 || !(math.Abs(got[0]-3) <= 1e-9) || !(math.Abs(got[1]-1) <= 1e-9) {
		t.Errorf("%v, want 3 and 1", got)
	}
	if got := meanOffset(append(draws, factor.Draw{State: &factor.Sparse{}})); got != nil {
		t.Errorf("%v where a draw has none", got)
	}
}
