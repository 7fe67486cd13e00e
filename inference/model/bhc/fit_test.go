package bhc

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// run fits a sample to the end and returns the objective of each round.
func run(t *testing.T, name string) (*inference.Table, *inference.Snapshot, []float64) {
	t.Helper()
	table, err := sampledata.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(Model{}.Info().Preprocessing)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Model{}.New(data, Model{}.Info().Defaults(), inference.Streams{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var trace []float64
	for {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			trace = append(trace, r.Scalars[0])
		}
		if r.Done {
			return table, f.Snapshot(), trace
		}
	}
}

// The objective never falls, and learning and joining again gain.
func TestObjectiveNeverFalls(t *testing.T) {
	gained := false
	for _, name := range []string{"iris", "crabs", "wine", "glass", "fractal", "eighteen_clusters"} {
		_, s, trace := run(t, name)
		for i := 1; i < len(trace); i++ {
			if !(trace[i] >= trace[i-1]) {
				t.Errorf("%s: the objective fell from %v to %v", name, trace[i-1], trace[i])
			}
			gained = gained || trace[i] > trace[i-1]+1
		}
		if got := s.Scalars[0].Mean; got != trace[len(trace)-1] {
			t.Errorf("%s: the last tree has %v, the trace ends at %v", name, got, trace[len(trace)-1])
		}
		if err := forest.Best(s).Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !gained {
		t.Error("no round gained anything")
	}
}

// Eighteen Gaussian clusters are found, with the rows that belong to them.
func TestEighteenClusters(t *testing.T) {
	table, s, _ := run(t, "eighteen_clusters")
	found := partition.Of(s)
	truth := table.Annotations[0].Codes
	if rand := scores.AdjustedRand(found.Labels, truth); !(rand > 0.9) || !(math.Abs(s.Scalars[1].Mean-18) <= 1) {
		t.Errorf("%v clusters, adjusted Rand index %v", s.Scalars[1].Mean, rand)
	}
}

// A search ends where no hyperparameter can be moved by a twentieth to gain, whether it starts too low or too high,
// and leaves those that are fixed.
func TestSearchEndsAtTheTop(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(Model{}.Info().Preprocessing)
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFit(data, Model{}.Info().Defaults(), inference.Streams{})
	if err != nil {
		t.Fatal(err)
	}
	for f.iteration < 0 {
		if _, err := f.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, start := range []hyper{{0.05, 0.01, 0.002}, {20, 5, 3}} {
		s := newSearch(f.t, f.now.score(start, f.law.freedom), [3]bool{}, f.law.freedom)
		for !s.advance() {
		}
		for k := range 3 {
			for _, step := range []float64{-0.05, 0.05} {
				to := s.at.hyper
				*[...]*float64{&to.Alpha, &to.Scale, &to.Kappa}[k] *= math.Exp(step)
				if v := s.at.score(to, f.law.freedom).logJoint(f.t); v > s.value {
					t.Errorf("from %v the search ends at %v with %v, and %v has %v", start, s.at.hyper, s.value, to, v)
				}
			}
		}
		held := newSearch(f.t, f.now.score(start, f.law.freedom), [3]bool{true, false, true}, f.law.freedom)
		for !held.advance() {
		}
		if h := held.at.hyper; h.Alpha != start.Alpha || h.Kappa != start.Kappa || h.Scale == start.Scale {
			t.Errorf("from %v to %v, with α and κ₀ fixed", start, h)
		}
	}
}

// The greatest table is taken, and one row more is refused with the remedy.
func TestManyRows(t *testing.T) {
	for _, n := range []int{mostRows, mostRows + 1} {
		x := mat.NewDense(n, 1, nil)
		for i := range n {
			x.Set(i, 0, float64(i))
		}
		s := Model{}.Info().Defaults()
		if err := s.Set("search", fromRows); err != nil {
			t.Fatal(err)
		}
		_, err := Model{}.Check(inferencetest.DatasetOf(x), s)
		if n == mostRows && err != nil || n > mostRows && (err == nil ||
			!strings.Contains(err.Error(), "use agglomerative")) {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}

// The tree says of each join how probable it is that the rows below are one cluster: at least ½ at the top of each
// cluster found, less above.
func TestMergeProbabilities(t *testing.T) {
	_, s, _ := run(t, "iris")
	tree, labels := forest.Best(s), partition.LabelsOf(s)
	clusters := map[int][]int{}
	for i, k := range labels {
		clusters[k] = append(clusters[k], i)
	}
	for k, rows := range clusters {
		v, exact := tree.FindClade(rows)
		if !exact {
			t.Fatalf("cluster %d is no clade", k+1)
		}
		if !tree.IsLeaf(v) && !(tree.Support[v] >= 0.5 && tree.Support[v] <= 1) {
			t.Errorf("cluster %d of %d rows is one with probability %v", k+1, len(rows), tree.Support[v])
		}
		for v = tree.Parent[v]; v >= 0; v = tree.Parent[v] {
			if !(tree.Support[v] >= 0 && tree.Support[v] < 0.5) {
				t.Errorf("above cluster %d the probability of one is %v", k+1, tree.Support[v])
			}
		}
	}
	if len(clusters) < 2 {
		t.Error("one cluster, which shows little")
	}
}

// Rows that are alike are joined in time by the square of their number: it was by its cube where all had the same best.
func TestRowsAlike(t *testing.T) {
	const n = 300
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{float64(i % 3), 1})
	}
	b := newBuilder(tableOf(x), hyper{1, 1, 1}, law{freedom: 3})
	for {
		if _, finished := b.step(); finished {
			break
		}
	}
	if b.pairs > 3*n*n {
		t.Errorf("%d pairs are weighed of %d rows", b.pairs, n)
	}
}
