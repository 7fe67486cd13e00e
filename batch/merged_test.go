package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"example.org/espalier/inference/tree"
)

// A hierarchy that is cut by its model says how probable each join is, in its tree and of its groups; a sampler
// gives the posterior of the number of groups.
func TestGroupsOfModels(t *testing.T) {
	dir := t.TempDir()
	type found struct {
		Clusters struct {
			Count    int
			Words    string
			Alone    *int
			Together []float64
			Number   *struct {
				Mean, One float64
				From, To  int
				Agreement []float64
			}
		}
	}
	read := func(text string) (f found) {
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := read(must(t, "fit", "sample:iris", "--model", "bhc", "--out", filepath.Join(dir, "bhc"), "--json"))
	if f.Clusters.Count < 2 || len(f.Clusters.Together) != f.Clusters.Count || f.Clusters.Number != nil || f.Clusters.Alone != nil {
		t.Errorf("%+v", f)
	}
	for k, p := range f.Clusters.Together {
		if !(p >= 0.5 && p <= 1) {
			t.Errorf("group %d is one with probability %v", k+1, p)
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "bhc", "tree.nwk"))
	if err != nil {
		t.Fatal(err)
	}
	written, err := tree.ParseNewick(b)
	if err != nil || written.Support == nil {
		t.Errorf("no probabilities in tree.nwk: %v", err)
	}
	f = read(must(t, "fit", "sample:iris", "--model", "dpmm", "--iterations", "30", "--out", filepath.Join(dir, "dpmm"), "--json"))
	if n := f.Clusters.Number; n == nil || f.Clusters.Alone == nil || f.Clusters.Words == "" || len(n.Agreement) != 4 || n.From > n.To || f.Clusters.Together != nil {
		t.Errorf("%+v", f)
	}
}
