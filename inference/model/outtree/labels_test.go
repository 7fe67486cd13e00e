package outtree

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/process/spanning"

	"gonum.org/v1/gonum/mat"
)

// labelled is a fit of the five points with τ = 1, whose labels are propagated.
func labelled(k *known, forest bool) *fit {
	f := newFit(five, prior{shape: 1, rate: 1, mean: []float64{0, 0}, variance: []float64{4, 4}, slope: 1, tau: 1,
		weight: 1, weightFixed: true, forest: forest}, false, 0)
	f.names, f.streams, f.known = []string{"1", "2", "3", "4", "5"}, inference.Streams{Seed: 3}, k
	for !f.done() {
		f.advance()
	}
	return f
}

func logOf(w weights) float64 {
	return spanning.Of(spanning.Weights{T: len(w.root), Parents: w.parents, Root: w.root, Forest: w.forest}, false).Log()
}

// Row 1 is A and row 3 is B: probabilities of A of the other rows, from all 625 trees with all labels.
func TestLabels(t *testing.T) {
	sweeps := 20_000
	k := &known{name: "kind", levels: []string{"A", "B"}, label: []int{0, -1, 1, -1, -1}, share: []float64{0.5, 0.5},
		sweeps: sweeps, fixed: 0.2}
	f := labelled(k, false)
	// p(labels | X) is the sum over the hidden ones, each over all trees
	all, total := logOf(f.weights()), 0.0
	for hidden := range 8 {
		y := []int{0, hidden & 1, 1, hidden >> 1 & 1, hidden >> 2}
		total += math.Exp(logOf(k.weights(f.weights(), y, 0.2)) - all)
	}
	inferencetest.Near(t, "log p(labels)", math.Log(total), -2.7304659844, 1e-9)
	c := classes.Of(f.Snapshot())
	if err := c.Check(nil); err != nil {
		t.Fatal(err)
	}
	for u, want := range map[int]float64{0: 1, 1: .5524961019, 2: 0, 3: .4777444362, 4: .4764863095} {
		inferencetest.Near(t, "P(A)", c.Probabilities.At(u, 0), want, 0.012)
		if c.Fitted[u] != (k.label[u] >= 0) || c.Truth[u] != k.label[u] {
			t.Errorf("row %d: fitted %v, truth %d", u+1, c.Fitted[u], c.Truth[u])
		}
	}
}

// With no label known every row has the shares of the classes, in a tree and in a forest, and ε the mean
// and variance of its prior.
func TestNoLabels(t *testing.T) {
	for _, forest := range []bool{false, true} {
		f := labelled(&known{levels: []string{"A", "B", "C"}, label: []int{-1, -1, -1, -1, -1},
			share: []float64{0.6, 0.3, 0.1}, sweeps: 4}, forest)
		const sweeps = 30_000
		mean, square := 0.0, 0.0
		sums := make([]float64, 3)
		f.Labels = labels{}
		f.known.sweeps = sweeps
		for f.Labels.Sweep < sweeps {
			f.sweepLabels()
			mean += f.Labels.Epsilon / sweeps
			square += f.Labels.Epsilon * f.Labels.Epsilon / sweeps
			sums[f.Labels.Label[4]]++
		}
		inferencetest.Near(t, "ε", mean, 0.5, 0.02)
		inferencetest.Near(t, "ε²", square, 1.0/3, 0.02)
		c := f.classified()
		for u := range 5 {
			for a, p := range f.known.share {
				inferencetest.Near(t, "share", c.Probabilities.At(u, a), p, 0.02)
			}
		}
		for a, p := range f.known.share {
			inferencetest.Near(t, "share of draws", sums[a]/sweeps, p, 0.02)
		}
	}
}

// The marginals of a forest's labels are those of all labels, and draws have their shares.
func TestLabelsOfTree(t *testing.T) {
	k := &known{levels: []string{"A", "B", "C"}, label: []int{-1, 0, -1, -1, 2}, share: []float64{0.5, 0.3, 0.2}}
	parent := []int{spanning.Root, 0, 0, spanning.Root, 2}
	const epsilon = 0.3
	want, total := make([]float64, 15), 0.0
	for code := range 243 {
		y := []int{code % 3, code / 3 % 3, code / 9 % 3, code / 27 % 3, code / 81}
		p := 1.0
		for u, v := range parent {
			if k.label[u] >= 0 && k.label[u] != y[u] {
				p = 0
			}
			if v == spanning.Root {
				p *= k.share[y[u]]
				continue
			}
			m := epsilon * k.share[y[u]]
			if y[u] == y[v] {
				m += 1 - epsilon
			}
			p *= m
		}
		total += p
		for u, a := range y {
			want[3*u+a] += p
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	draws := make([]float64, 15)
	label := make([]int, 5)
	for range 20_000 {
		got := k.given(parent, epsilon, label, rng)
		for i := range got {
			if !(math.Abs(got[i]-want[i]/total) <= 1e-12) {
				t.Fatalf("marginals %v, want %v/%v", got, want, total)
			}
		}
		for u, a := range label {
			draws[3*u+a] += 1.0 / 20_000
		}
	}
	for i := range draws {
		inferencetest.Near(t, "share of draws", draws[i], want[i]/total, 0.015)
	}
}

// Labels of two groups that lie apart go to the rows beside them, and few edges change them.
func TestPropagation(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x := mat.NewDense(40, 2, nil)
	values := make([]string, 40)
	for i := range 40 {
		for j := range 2 {
			x.Set(i, j, 6*float64(i%2)+rng.NormFloat64())
		}
		if i < 16 {
			values[i] = []string{"here", "there"}[i%2]
		}
	}
	data := inferencetest.DatasetOf(x)
	data.Annotations = []inference.Annotation{inference.NewAnnotation("side", values)}
	f := inferencetest.Begin(t, Model{}, data, map[string]string{"labels": "1", "label_sweeps": "100"}).(*fit)
	for !f.done() {
		f.advance()
	}
	s := f.Snapshot()
	c := classes.Of(s)
	if err := c.Check(data); err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, k := range c.Predicted() {
		if k != i%2 {
			wrong++
		}
	}
	if wrong > 1 {
		t.Errorf("%d rows have the wrong label", wrong)
	}
	if e := f.Labels.Changes / 75; e > 0.45 {
		t.Errorf("ε is %v", e)
	}
	inferencetest.Conformance(t, changed{Model{}, [2]string{"labels", "1"}},
		data.SelectRows([]int{0, 1, 2, 3, 20, 21, 30, 31}))
	for _, c := range []struct{ labels, wanted string }{{"2", "1 annotation"}, {"1", "fewer than two"}} {
		settings := Model{}.Info().Defaults()
		if err := settings.Set("labels", c.labels); err != nil {
			t.Fatal(err)
		}
		less := data
		if c.labels == "1" {
			less = data.SelectRows([]int{0, 2, 4, 6, 8})
		}
		if _, err := (Model{}).Check(less, settings); err == nil {
			t.Errorf("labels = %s is not refused", c.labels)
		}
	}
}

// The shares of the levels are those of the known labels, with one row more of each.
func TestSharesOfLabels(t *testing.T) {
	k, err := labelsOf(inference.Annotation{Name: "kind", Levels: []string{"A", "unused", "B"},
		Codes: []int{2, 0, -1, 2, 2}}, 10)
	if err != nil {
		t.Fatal(err)
	}
	inferencetest.Near(t, "A", k.share[0], 2.0/6, 1e-15)
	inferencetest.Near(t, "B", k.share[1], 4.0/6, 1e-15)
}

// A saved state with labels that do not fit the annotation, or numbers that no sweep gives, is refused.
func TestSavedLabelsFit(t *testing.T) {
	k := &known{levels: []string{"a", "b"}, label: []int{0, -1, 1}, share: []float64{0.5, 0.5}, sweeps: 20}
	good := func() (s state) {
		s.Labels.Sweep, s.Labels.Epsilon, s.Labels.Changes = 3, 0.5, 1
		s.Labels.Label, s.Labels.Sum = []int{0, 1, 1}, make([]float64, 6)
		return s
	}
	if !k.fits(good()) {
		t.Fatal("good labels do not fit")
	}
	for name, damage := range map[string]func(s *state){
		"ε of 1":              func(s *state) { s.Labels.Epsilon = 1 },
		"ε of 0":              func(s *state) { s.Labels.Epsilon = 0 },
		"a sweep too many":    func(s *state) { s.Labels.Sweep = 21 },
		"a sweep below 0":     func(s *state) { s.Labels.Sweep = -1 },
		"a label too many":    func(s *state) { s.Labels.Label = append(s.Labels.Label, 0) },
		"an unknown label":    func(s *state) { s.Labels.Label[1] = 2 },
		"a sum too many":      func(s *state) { s.Labels.Sum = append(s.Labels.Sum, 0) },
		"a sum of all sweeps": func(s *state) { s.Labels.Sum[0] = 22 },
		"changes below 0":     func(s *state) { s.Labels.Changes = -1 },
		"changes of NaN":      func(s *state) { s.Labels.Epsilon = math.NaN() },
	} {
		s := good()
		if damage(&s); k.fits(s) {
			t.Errorf("%s fits", name)
		}
	}
}
