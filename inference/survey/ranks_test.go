package survey

import (
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestRanksOfTaxa: taxa with a phylum are what was counted in samples; animals of an order and a family are observed.
func TestRanksOfTaxa(t *testing.T) {
	for _, c := range []struct {
		names  []string
		turned bool
	}{{[]string{"Kingdom", "Phylum", "Genus"}, true}, {[]string{"order", "family", "genus"}, false},
		{[]string{"phylum", "site"}, false}} {
		table := &inference.Table{Rows: []string{"a", "b", "c"}, Columns: []string{"u", "v"}, Kind: inference.Count,
			X: mat.NewDense(3, 2, []float64{3, 5, 0, 2, 7, 1})}
		for _, name := range c.names {
			table = table.WithAnnotation(inference.NewAnnotation(name, []string{"x", "x", "y"}))
		}
		if o := Orient(table); o.Turned != c.turned {
			t.Errorf("%q: %+v", c.names, o)
		}
	}
}
