package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// bound returns rows whose columns are nearly equal.
func bound(n, d int) *inference.Dataset {
	rng := rand.New(rand.NewPCG(5, 6))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		common := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, common+0.2*rng.NormFloat64())
		}
	}
	return datasetOf(x)
}

// traced steps a fit through some iterations and returns what it reported.
func traced(t *testing.T, s inference.Stepper, iterations int) (trace [][]float64) {
	t.Helper()
	for len(trace) < iterations {
		r, err := s.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Phase == "" || r.Fraction < 0 || r.Fraction > 1 {
			t.Errorf("phase %q, %v", r.Phase, r.Fraction)
		}
		if r.Scalars != nil {
			trace = append(trace, slices.Clone(r.Scalars))
		}
	}
	return trace
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func begun(t *testing.T, data *inference.Dataset, streams inference.Streams, pairs ...string) inference.Stepper {
	t.Helper()
	s, err := newStepper("ddt", data, togetherSettings(t, pairs...), streams, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// With the same seed, auto makes the same choice for every method and in all chains. The fit then has
// the same bits as one with that choice made by hand.
func TestChoiceIsThatByHand(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		data *inference.Dataset
		want []string // the form of em and mcmc, and of ais
	}{
		{bound(20, 4), []string{factorial, factorial, covariance}},
		{bound(20, 2), []string{covariance, covariance, covariance}},
		{datasetOf(randomData(rng, 20, 5, 0)), []string{independent, independent, independent}},
	} {
		for i, method := range []string{"em", "mcmc", "ais"} {
			pairs := []string{"method", method, "annealing", "3"}
			for chain := range uint64(2) {
				streams := inference.Streams{Seed: 3, Chain: chain}
				open := begun(t, c.data, streams, pairs...)
				got := traced(t, open, 2)
				snapshot := open.Snapshot()
				if v := decision.Of(snapshot).Values()["columns"]; v != c.want[i] {
					t.Fatalf("%s, chain %d: %q is chosen, not %q: %v", method, chain, v, c.want[i], decision.Of(snapshot).Sentences())
				}
				if err := decision.Of(snapshot).Check(nil); err != nil {
					t.Error(err)
				}
				if method == "em" && c.want[i] != independent {
					break // continues from the tree by which it chose, with what it learnt there
				}
				hand := traced(t, begun(t, c.data, streams, append(pairs, "columns", c.want[i])...), 2)
				for k := range hand {
					if !sameBits(got[k], hand[k][:len(got[k])]) { // by hand, sparse factors are counted too
						t.Errorf("%s, chain %d: chosen %v, by hand %v", method, chain, got[k], hand[k])
					}
				}
			}
		}
	}
}

// For many rows the choice uses a sample of them and says so. The fit then has the same bits as one
// with that choice made by hand, also from a saved state.
func TestChoiceOfManyRowsTakesSome(t *testing.T) {
	defer func(whole, some int) { choiceWhole, choiceSome = whole, some }(choiceWhole, choiceSome)
	choiceWhole, choiceSome = 20, 16
	data := bound(24, 4)
	for _, method := range []string{"em", "mcmc"} {
		open := begun(t, data, inference.Streams{Seed: 3}, "method", method)
		got := traced(t, open, 2)
		d := decision.Of(open.Snapshot())
		form := d.Values()["columns"]
		if form == independent || !strings.HasSuffix(d.List[0].Criterion, "of 16 rows drawn at random") {
			t.Errorf("%s: %+v", method, d)
		}
		hand := traced(t, begun(t, data, inference.Streams{Seed: 3}, "method", method, "columns", form), 2)
		for k := range hand {
			if !sameBits(got[k], hand[k][:len(got[k])]) {
				t.Errorf("%s: chosen %v, by hand %v", method, got[k], hand[k])
			}
		}
	}
	notes, err := (DDT{}).Check(data, togetherSettings(t))
	if text := strings.Join(notes, "; "); err != nil || !strings.Contains(text, "16 rows drawn at random") {
		t.Errorf("the notes are %q, %v", text, err)
	}
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 1}, data)
}

// A fit continues from a saved state to the same bits, whether or not it had already chosen.
func TestChoiceIsSaved(t *testing.T) {
	data := bound(14, 3)
	x := mat.DenseCopyOf(data.X)
	x.Set(2, 1, data.X.At(3, 1))
	for _, set := range []map[string]string{{"method": "mcmc"}, {"method": "ais", "annealing": "3"}} {
		inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 4, Set: set}, datasetOf(x))
	}
}

// A saved state with a form that auto cannot have chosen is refused, and nothing changes.
func TestChoiceRefusesStates(t *testing.T) {
	data := bound(20, 2)
	inner, err := begun(t, data, inference.Streams{Seed: 1}, "method", "mcmc", "columns", independent).(inference.Saver).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for name, z := range map[string]savedChoice{
		"of factors of two columns": {factorial, []float64{-1, negative, -0.5}, inner},
		"of a tree":                 {branching, []float64{-1, negative, -0.5}, inner},
		"without scores":            {covariance, nil, inner},
		"with two scores":           {covariance, []float64{-1, -0.5}, inner},
		"with half a fit":           {covariance, []float64{-1, -0.5, negative}, inner[:40]},
	} {
		state, err := saved.Seal("ddt", choiceLayout, z)
		if err != nil {
			t.Fatal(err)
		}
		o := begun(t, data, inference.Streams{Seed: 1}, "method", "mcmc")
		if err := o.(inference.Saver).UnmarshalBinary(state); err == nil {
			t.Errorf("a state %s is read", name)
		}
		if v := decision.Of(o.Snapshot()).Values(); v != nil {
			t.Errorf("after a state %s: %v", name, v)
		}
		if traced(t, o, 1); decision.Of(o.Snapshot()).Values()["columns"] == "" {
			t.Errorf("after a state %s: %v", name, decision.Of(o.Snapshot()))
		}
	}
}

// auto compares the forms that suit the method and the table, or says why it compares none.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		data  *inference.Dataset
		pairs []string
		want  []string
		note  string
	}{
		{bound(20, 4), nil, []string{covariance, factorial}, ""},
		{bound(20, 2), nil, []string{covariance}, ""},
		{bound(20, 1), nil, nil, ""},
		{bound(7, 4), nil, nil, "at least eight rows"},
		{bound(20, 4), []string{"method", "ais"}, []string{covariance}, ""},
		{bound(20, 4), []string{"method", "mp"}, nil, "method mp needs independent columns"},
		{bound(20, 4), []string{"method", "mcmc", "temperatures", "2"}, nil, "several temperatures"},
		{datasetOf(randomData(rng, 20, 4, 0.2)), []string{"method", "ais"}, nil, "complete tables"},
		{datasetOf(randomData(rng, 12, mostTogether+1, 0)), nil, []string{covariance, factorial}, ""},
		{datasetOf(randomData(rng, 12, mostTogether+1, 0)), []string{"method", "mcmc"}, []string{factorial}, ""},
	} {
		s := togetherSettings(t, c.pairs...)
		if got := candidates(c.data, s); !slices.Equal(got, c.want) {
			t.Errorf("%v: candidates %q, not %q", c.pairs, got, c.want)
		}
		notes, err := (Model{}).Check(c.data, s)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(notes, "; "); c.note != "" && !strings.Contains(text, c.note) || c.note == "" && strings.Contains(text, "treated as independent") {
			t.Errorf("%v: the notes are %q, want %q", c.pairs, text, c.note)
		}
		if v := (Model{}).Decide(c.data, s)["columns"]; (v == independent) != (c.want == nil) {
			t.Errorf("%v: %q is decided beforehand", c.pairs, v)
		}
	}
}
