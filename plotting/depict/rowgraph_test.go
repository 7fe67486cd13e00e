package depict_test

import (
	"context"
	"strings"
	"testing"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/space"
)

// The plane has the edges that the model found: all of a graph of neighbours, a parent for each row but the roots of a
// tree, none where the graph came with the table.
func TestGraphOverThePlane(t *testing.T) {
	for model, words := range map[string]string{"communities": "between nearest neighbours", "hdbscan": "of the " +
		"shortest tree",
		"affinity": "joined to its exemplar", "outtree": "of the best tree", "kmeans": ""} {
		s := fit(t, "iris", model, 3, nil)
		e, err := depict.Named(s, "clusters")
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Plate(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		f := p.Figure.(*space.Clusters)
		want, g := 0, graph.Of(s.Snapshot)
		switch {
		case g == nil:
		case g.Best != nil:
			for child, parent := range g.Best {
				if parent >= 0 && parent != child {
					want++
				}
			}
		default:
			want = len(g.Edges)
		}
		if len(f.Edges) != want || (want > 0) != (words != "") || !strings.Contains(f.Subtitle, words) {
			t.Errorf("%s: %d edges of %d, %q", model, len(f.Edges), want, f.Subtitle)
		}
	}
}
