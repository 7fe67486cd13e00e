package classify

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

func table(t *testing.T, name string) *inference.Dataset {
	t.Helper()
	tab, err := sampledata.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := tab.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// run drives a fit to its end or this many iterations.
func run(t *testing.T, m inference.Model, data *inference.Dataset, iterations int) inference.Stepper {
	t.Helper()
	if _, err := m.Check(data, m.Info().Defaults()); err != nil {
		t.Fatal(err)
	}
	s, err := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for done := -1; done < iterations; {
		r, err := s.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
		if r.Done {
			break
		}
	}
	return s
}

// The joint densities are those of the base model fitted to the rows of each class, and
// the posterior is Bayes' rule.
func TestBayes(t *testing.T) {
	data := table(t, "iris")
	s := run(t, Model{Base: gaussian.Model{}, Class: data.Annotations[0].Name}, data, 0)
	joint, err := s.(inference.Classifier).ClassLogJoint(context.Background(), data.X)
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		rows := make([]int, 50)
		for i := range rows {
			rows[i] = 50*c + i
		}
		alone := run(t, gaussian.Model{}, data.SelectRows(rows), 0)
		want, err := alone.(inference.Predictor).LogDensity(context.Background(), data.X)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want {
			if got := joint.At(i, c); !(math.Abs(got-v-math.Log(1.0/3)) <= 1e-9) {
				t.Fatalf("row %d under class %d: %v, want %v", i, c, got, v+math.Log(1.0/3))
			}
		}
	}
	density, err := s.(inference.Predictor).LogDensity(context.Background(), data.X)
	if err != nil {
		t.Fatal(err)
	}
	r := classes.Of(s.Snapshot())
	if r == nil || r.Tested() {
		t.Fatalf("without rows held out the classification is %+v", r)
	}
	for i := range 150 {
		sum := 0.0
		for c := range 3 {
			p := math.Exp(joint.At(i, c) - density[i])
			sum += p
			if !(math.Abs(p-r.Probabilities.At(i, c)) <= 1e-12) {
				t.Fatalf("row %d, class %d: %v, want %v", i, c, r.Probabilities.At(i, c), p)
			}
		}
		if !(math.Abs(sum-1) <= 1e-12) {
			t.Fatalf("row %d: probabilities sum to %v", i, sum)
		}
	}
	right := 0
	for i, c := range r.Predicted() {
		if c == r.Truth[i] {
			right++
		}
	}
	if right < 144 { // quadratic discriminant analysis puts 147 of 150 right
		t.Errorf("%d of 150 irises are put right", right)
	}
}

// Rows held out are of every class in its share, are not fitted, and mixtures of factor
// analysers put nearly all of them right.
func TestHeldOut(t *testing.T) {
	data := table(t, "iris")
	m := Model{Base: vbmfa.Model{}, Class: data.Annotations[0].Name, Share: 0.2}
	s := run(t, m, data, 2000)
	snap := s.Snapshot()
	r := classes.Of(snap)
	held := make([]int, 3)
	for i, fitted := range r.Fitted {
		if !fitted {
			held[r.Truth[i]]++
		}
		if p := r.Probabilities.At(i, 0); fitted != math.IsNaN(p) {
			t.Fatalf("row %d, fitted: %v, has probability %v", i, fitted, p)
		}
	}
	if held[0] != 10 || held[1] != 10 || held[2] != 10 || !r.Tested() {
		t.Errorf("held out are %v", held)
	}
	if a := snap.Scalars[0]; a.Name != "accuracy" || a.Mean < 0.9 {
		t.Errorf("%s %v", a.Name, a.Mean)
	}
	weight := 0.0
	for k, c := range mixture.Of(snap).Components {
		weight += c.Weight
		for i := range r.Truth {
			if p := mixture.Of(snap).Responsibilities.At(i, k); r.Fitted[i] && c.Class != r.Levels[r.Truth[i]] && p != 0 {
				t.Fatalf("row %d of %s belongs to a component of %s", i, r.Levels[r.Truth[i]], c.Class)
			}
		}
	}
	if !(math.Abs(weight-1) <= 1e-9) {
		t.Errorf("the weights sum to %v", weight)
	}
	for i := range r.Truth {
		if sum := mat.Sum(mat.NewDense(1, len(mixture.Of(snap).Components),
			mixture.Of(snap).Responsibilities.RawRowView(i))); !(math.Abs(sum-1) <= 1e-6) {
			t.Fatalf("the responsibilities of row %d sum to %v", i, sum)
		}
	}
	// The components of a class have its density together. Predictions take the posterior means (α/S + N_s)/(α + N)
	// of the weights for some α, and the components show their shares of the rows, N_s/N.
	each, err := s.(inference.Classifier).ClassLogJoint(context.Background(), data.X)
	if err != nil {
		t.Fatal(err)
	}
	joint := mixture.Of(snap).LogJoint(data.X)
	for class, level := range r.Levels {
		var of []int
		rows := 0.0
		for k, c := range mixture.Of(snap).Components {
			if c.Class == level {
				of, rows = append(of, k), rows+c.Size
			}
		}
		within := 1e-3
		for _, k := range of {
			within = max(within, math.Abs(math.Log(rows/float64(len(of))/mixture.Of(snap).Components[k].Size)))
		}
		for i := range r.Truth {
			got, want := math.Inf(-1), each.At(i, class)
			for _, k := range of {
				got = special.LogAdd(got, joint.At(i, k))
			}
			if !(math.Abs(got-want) <= within+1e-3*math.Abs(want)) {
				t.Fatalf("row %d: the components of %s have log density %v, the class %v", i, level, got, want)
			}
		}
	}
}

// A table with a class in which all labels are shuffled is put right no better than by
// guessing: rows held out are not seen by the fits.
func TestShuffledClasses(t *testing.T) {
	data := *table(t, "iris")
	a := data.Annotations[0]
	values := append([]string(nil), a.Values...)
	rand.New(rand.NewPCG(4, 4)).Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	data.Annotations = []inference.Annotation{inference.NewAnnotation("kind", values)}
	snap := run(t, Model{Base: gaussian.Model{}, Class: "kind", Share: 0.5}, &data, 0).Snapshot()
	if a := snap.Scalars[0].Mean; a > 0.5 {
		t.Errorf("of shuffled classes %v are put right, a third would be by chance", a)
	}
}

func TestConformance(t *testing.T) {
	data := table(t, "penguins")
	name := ""
	for _, a := range data.Annotations {
		if a.Name == "species" {
			name = a.Name
		}
	}
	if name == "" {
		name = data.Annotations[0].Name
	}
	inferencetest.Conformance(t, Model{Base: vbmfa.Model{}, Class: name, Share: 0.25}, data)
	inferencetest.ConformanceWith(t, Model{Base: dpmm.Model{}, Class: name, Share: 0.25},
		inferencetest.Options{Iterations: 8}, data)
}

// What a sampler's classification says does not depend on who looked before.
func TestWatchingDoesNotMatter(t *testing.T) {
	data := table(t, "iris")
	m := Model{Base: dpmm.Model{}, Class: data.Annotations[0].Name, Share: 0.2}
	fits := make([]inference.Stepper, 2)
	for k := range fits {
		s, err := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for done := -1; done < 11; {
			r, err := s.Step(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				done++
				if k == 1 && done == 9 {
					s.Snapshot()
				}
			}
		}
		fits[k] = s
	}
	a, b := classes.Of(fits[0].Snapshot()), classes.Of(fits[1].Snapshot())
	if a.Iteration != b.Iteration {
		t.Errorf("classified after iteration %d, and after %d where somebody had looked", a.Iteration, b.Iteration)
	}
}

func TestRefusals(t *testing.T) {
	data := table(t, "iris")
	for _, c := range []struct {
		m    Model
		want string
	}{
		{Model{Base: gaussian.Model{}, Class: "colour"}, `there is no annotation "colour"`},
		{Model{Base: kmeans.Model{}, Class: data.Annotations[0].Name}, "no density for new rows"},
	} {
		if _, err := c.m.Check(data, c.m.Info().Defaults()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.m.Class, err)
		}
	}
	for _, share := range []float64{-0.1, 1, 1.5, math.NaN()} {
		m := Model{Base: gaussian.Model{}, Class: data.Annotations[0].Name, Share: share}
		if _, err := m.New(data, m.Info().Defaults(), inference.Streams{}, 1); err == nil ||
			!strings.Contains(err.Error(), "at least 0 and below 1") {
			t.Errorf("a share of %v held out: %v", share, err)
		}
	}
}

// Two rows for each class are enough, fewer on average are not.
func TestLeastRowsOfClasses(t *testing.T) {
	for rows, fine := range map[int]bool{6: true, 5: false} {
		x := mat.NewDense(rows, 1, nil)
		var kinds []string
		for i := range rows {
			x.Set(i, 0, float64(i*i))
			kinds = append(kinds, []string{"a", "b", "c"}[i%3])
		}
		data := inferencetest.DatasetOf(x)
		data.Annotations = []inference.Annotation{inference.NewAnnotation("kind", kinds)}
		_, _, _, err := Model{Base: gaussian.Model{}, Class: "kind"}.classes(data)
		if (err == nil) != fine {
			t.Errorf("%d rows of three classes: %v", rows, err)
		}
	}
}

// A sampler classifies again when it has made a quarter more iterations than the last time; other fits after every one.
func TestWhenToClassify(t *testing.T) {
	for _, c := range []struct {
		classified, iteration int
		sampler, other        bool
	}{{-1, 0, true, true}, {0, 0, false, false}, {0, 1, true, true}, {8, 8, false, false}, {8, 9, false, true},
		{8, 10, true, true}, {100, 124, false, true}, {100, 125, true, true}} {
		f := fit{sampling: true, classified: c.classified, iteration: c.iteration}
		if got := f.due(); got != c.sampler {
			t.Errorf("a sampler at iteration %d, classified at %d: %v", c.iteration, c.classified, got)
		}
		f.sampling = false
		if got := f.due(); got != c.other {
			t.Errorf("a fit at iteration %d, classified at %d: %v", c.iteration, c.classified, got)
		}
	}
}

// A tenth of the five rows of a class is half a row: one is held out.
func TestHeldOutRowsAreRounded(t *testing.T) {
	x := mat.NewDense(10, 2, nil)
	names := make([]string, 10)
	for i := range 10 {
		x.Set(i, 0, float64(i*i%7))
		x.Set(i, 1, float64(i%5))
		names[i] = []string{"a", "b"}[i/5]
	}
	data := inferencetest.DatasetOf(x)
	data.Annotations = []inference.Annotation{inference.NewAnnotation("class", names)}
	st, err := Model{Base: gaussian.Model{}, Class: "class", Share: 0.1}.New(data, gaussian.Model{}.Info().Defaults(),
		inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, fitted := range st.(*fit).fitted {
		if !fitted {
			held++
		}
	}
	if held != 2 {
		t.Errorf("%d rows are held out of two classes, not 2", held)
	}
}

// Levels that no row has, as after a selection of rows, are no classes; rows without a level are in none.
func TestClassesWithRows(t *testing.T) {
	data := inferencetest.DatasetOf(mat.NewDense(7, 1, []float64{1, 2, 3, 4, 5, 6, 7}))
	data.Annotations = []inference.Annotation{
		{Name: "other", Levels: []string{"x"}, Codes: make([]int, 7)},
		{Name: "kind", Levels: []string{"a", "b", "c"}, Codes: []int{2, 0, -1, 2, 0, 2, 0}},
	}
	_, levels, rows, err := Model{Base: gaussian.Model{}, Class: "kind"}.classes(data)
	if err != nil || !slices.Equal(levels, []string{"a", "c"}) || len(rows) != 2 ||
		!slices.Equal(rows[0], []int{1, 4, 6}) || !slices.Equal(rows[1], []int{0, 3, 5}) {
		t.Errorf("classes %v with rows %v, %v", levels, rows, err)
	}
	if _, _, _, err := (Model{Base: gaussian.Model{}, Class: "other"}).classes(data); err == nil ||
		!strings.Contains(err.Error(), "other has 1 class") {
		t.Errorf("of one class: %v", err)
	}
}
