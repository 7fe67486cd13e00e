package communities

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// club is who met whom outside a karate club of 34 (Zachary 1977).
const club = `1-2 1-3 1-4 1-5 1-6 1-7 1-8 1-9 1-11 1-12 1-13 1-14 1-18 1-20 1-22 1-32 2-3 2-4 2-8 2-14 2-18 2-20 2-22
2-31 3-4 3-8 3-9 3-10 3-14 3-28 3-29 3-33 4-8 4-13 4-14 5-7 5-11 6-7 6-11 6-17 7-17 9-31 9-33 9-34 10-34 14-34 15-33
15-34 16-33 16-34 19-33 19-34 20-34 21-33 21-34 23-33 23-34 24-26 24-28 24-30 24-33 24-34 25-26 25-28 25-32 26-32 27-30
27-34 28-34 29-32 29-34 30-33 30-34 31-33 31-34 32-33 32-34 33-34`

// network is a table of links of n nodes.
func network(t *testing.T, n int, links string, weight float64) *inference.Table {
	t.Helper()
	x := mat.NewDense(n, n, nil)
	names := make([]string, n)
	for i := range n {
		names[i] = fmt.Sprint("node", i+1)
	}
	for _, l := range strings.Fields(links) {
		var i, j int
		if _, err := fmt.Sscanf(l, "%d-%d", &i, &j); err != nil {
			t.Fatal(err)
		}
		x.Set(i-1, j-1, weight)
		x.Set(j-1, i-1, weight)
	}
	return &inference.Table{Name: "network", Rows: names, Columns: names, X: x, Kind: inference.KindOf(x)}
}

// TestNetwork: the links are the edges, whatever their unit and however the table was centred and scaled. The greatest
// modularity of the karate club is .4198 (Brandes et al. 2008, On modularity clustering). A node without links is
// alone.
func TestNetwork(t *testing.T) {
	for _, weight := range []float64{1, 0.3, 7} {
		table := network(t, 35, club, weight)
		for _, p := range []inference.Preprocessing{Model{}.Info().PreprocessingOf(table, inference.Preprocessing{}),
			{Distances: "links", Centre: true, Scale: true}} {
			if p.Distances != "links" {
				t.Fatalf("taken for %q", p.Distances)
			}
			data, err := table.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			f := fitted(t, data, map[string]string{"starts": "20"}, 1)
			inferencetest.Near(t, fmt.Sprintf("modularity, weight %v, %v", weight, p), f.found.Q[0], 0.41979, 1e-5)
			if f.found.Labels[0][34] != -1 {
				t.Errorf("the last node is in %d", f.found.Labels[0][34])
			}
		}
	}
}

// TestNetworkRefuses: weights below 0, and no links.
func TestNetworkRefuses(t *testing.T) {
	for want, weight := range map[string]float64{"weighs -1; weights are at least 0": -1, "has no links": math.NaN()} {
		table := network(t, 35, club, weight)
		data, err := table.Prepare(inference.Preprocessing{Distances: "links"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Model{}.Check(data, Model{}.Info().Defaults())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", weight, err)
		}
	}
}
