package batch

import (
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/identity"
	"example.org/espalier/inference/study/opening"
)

// Fits that go into one study give like clusters one place among the colours, whatever the numbers of the clusters: the
// first fifty irises are one in each.
func TestFitsOfAStudySharePlaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.espalier")
	for _, words := range []string{"kmeans --set k=3", "kmeans --set k=4", "kmeans --set k=3 --seed 3"} {
		must(t, append(strings.Fields("fit sample:iris -q --study "+path+" -m"), strings.Fields(words)...)...)
	}
	c, _, err := file.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	place, numbers := -1, map[int]bool{}
	for _, id := range c.State.Results {
		r := c.Results[id]
		m, err := r.Material(c.Tables[r.Table], nil)
		if err != nil {
			t.Fatal(err)
		}
		g, ok := identity.Of(r.Fit.Snapshot, opening.Framed(m, c.Tables[r.Table]))
		if !ok || len(r.Places) != g.Count {
			t.Fatalf("result %d of %d groups has places %v", id, g.Count, r.Places)
		}
		k := g.Labels[10]
		if place < 0 {
			place = r.Places[k]
		}
		if numbers[k] = true; r.Places[k] != place {
			t.Errorf("result %d has these irises in place %d, the first result in %d", id, r.Places[k], place)
		}
	}
	if len(numbers) < 2 {
		t.Error("all fits number the cluster alike, so that this says nothing")
	}
}
