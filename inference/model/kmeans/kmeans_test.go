package kmeans

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

func table(t *testing.T, name string) *inference.Dataset {
	t.Helper()
	tab, err := sampledata.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := tab.Prepare(Model{}.Info().Preprocessing)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func settings(t *testing.T, k string) inference.Settings {
	t.Helper()
	s := Model{}.Info().Defaults()
	if err := s.Set("k", k); err != nil {
		t.Fatal(err)
	}
	return s
}

func fitted(t *testing.T, data *inference.Dataset, k string, restarts int) (*inference.Snapshot, inference.Stepper) {
	t.Helper()
	f, err := Model{}.New(data, settings(t, k), inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	least := math.Inf(1)
	for done := -1; done < restarts; {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
			if r.Scalars[0] > least {
				t.Fatalf("the best sum rises from %v to %v", least, r.Scalars[0])
			}
			least = r.Scalars[0]
		}
	}
	return f.Snapshot(), f
}

// On iris the sum of squares of three clusters of the scaled columns is known: 139.82 with
// the n−1 of R (kmeans(scale(iris[1:4]), 3, nstart = 50)$tot.withinss is 138.8884, whose
// standard deviations divide by n−1).
func TestIris(t *testing.T) {
	data := table(t, "iris")
	s, _ := fitted(t, data, "3", 30)
	n, p := data.Dims()
	scale := 0.0 // of the sum of squares, against columns of unit variance by n−1
	for q := range p {
		column := mat.Col(nil, q, data.X)
		for _, v := range column {
			scale += v * v / float64((n-1)*p)
		}
	}
	if got := s.Scalars[0].Mean / scale; !(math.Abs(got-138.8884) <= 1e-3) {
		t.Errorf("the sum of squares is %.4f, R finds 138.8884", got)
	}
	m := mixture.Of(s)
	if len(m.Components) != 3 || m.Components[0].Size < m.Components[2].Size {
		t.Errorf("the clusters are %+v", m.Components)
	}
	class, certainty := m.Assigned()
	if !slices.Equal(class, partition.LabelsOf(s)) || certainty[7] != 1 {
		t.Error("labels and responsibilities disagree")
	}
	if a := scores.AdjustedRand(class, data.Annotations[0].Codes); !(math.Abs(a-0.62) <= 0.01) {
		t.Errorf("the adjusted Rand index with the species is %.3f, known to be 0.620", a)
	}
}

// Missing cells are left out, and the mean of a cluster is that of what was observed.
func TestMissing(t *testing.T) {
	data := table(t, "penguins")
	s, _ := fitted(t, data, "3", 10)
	sum, n := 0.0, 0.0
	for i, k := range partition.LabelsOf(s) {
		if v := data.X.At(i, 1); k == 2 && !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	if got := mixture.Of(s).Components[2].Mean[1]; !(math.Abs(got-sum/n) <= 1e-12) {
		t.Errorf("the mean is %v, that of the observed cells %v", got, sum/n)
	}
	if notes, err := (Model{}).Check(data, settings(t, "3")); err != nil || len(notes) < 2 ||
		!strings.Contains(notes[0], "does not find how many") || !strings.Contains(notes[1], "missing") {
		t.Errorf("notes %q, error %v", notes, err)
	}
}

func TestRefusals(t *testing.T) {
	tab := &inference.Table{Name: "equal", Rows: []string{"a", "b", "c"}, Columns: []string{"x"},
		X: mat.NewDense(3, 1, []float64{1, 1, 2})}
	data, err := tab.Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(data, settings(t, "3")); err == nil ||
		!strings.Contains(err.Error(), "set k to 2 or fewer") {
		t.Errorf("three clusters of two different rows: %v", err)
	}
	if _, err := (Model{}).Check(data, settings(t, "2")); err != nil {
		t.Error(err)
	}
	tab.X = mat.NewDense(3, 1, []float64{1, 1, 1})
	if data, err = tab.Prepare(inference.Preprocessing{}); err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(data, settings(t, "3")); err == nil ||
		!strings.Contains(err.Error(), "all rows of the table are equal, too few for 3 clusters; set k to 1") {
		t.Errorf("three clusters of equal rows: %v", err)
	}
}

// A row in the middle between two clusters is told; rows that are nearer to one are not.
func TestTies(t *testing.T) {
	for values, want := range map[[5]float64]string{{0, 1, 2, 3, 4}: "1 row fits another cluster exactly as well",
		{0, 1, 2.5, 3, 4}: ""} {
		tab := &inference.Table{Name: "five", Rows: []string{"a", "b", "c", "d", "e"}, Columns: []string{"x"},
			X: mat.NewDense(5, 1, values[:])}
		data, err := tab.Prepare(inference.Preprocessing{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := Model{}.New(data, settings(t, "2"), inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := f.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		why := f.Snapshot().Reason()
		if !strings.HasPrefix(why, want) || (why == "") != (want == "") {
			t.Errorf("%v: %q", values, why)
		}
	}
}
