package bhc

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/sampledata"
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
