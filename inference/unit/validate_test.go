//go:build validate

package unit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/unit"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// TestValidateFirstUnits fits samples in four units, prepared in three ways, and fails if any two trees of one
// preparation differ, in structure or in a time.
func TestValidateFirstUnits(t *testing.T) {
	b := new(strings.Builder)
	b.WriteString(
		"\nDifferent trees found in 75 rows and at most 150 columns of a table times 1, 1,000 and 10⁻¹⁰, by preprocessing; " +
			"5 search steps, seed 3.\n\n| sample | model | own preprocessing | centred | as read |\n|---|---|---|---|---|\n")
	for _, sample := range []string{"iris", "glass", "leukaemia_ALL"} {
		table, err := sampledata.Open(sample)
		if err != nil {
			t.Fatal(err)
		}
		n, d := table.X.Dims()
		table = table.SelectRows(inference.Spaced(inference.UpTo(n), 75)).
			SelectColumns(inference.Spaced(inference.UpTo(d), 150))
		for _, model := range []string{"ddt", "pydt"} {
			fmt.Fprintf(b, "| %s | %s |", sample, model)
			m, err := catalog.Find(model)
			if err != nil {
				t.Fatal(err)
			}
			for _, how := range []*inference.Preprocessing{nil, {Centre: true}, {}} {
				trees := map[string]bool{}
				for _, by := range []float64{1, 1000, 1e-10} {
					in := *table
					x := mat.DenseCopyOf(table.X)
					x.Scale(by, x)
					in.X = x
					p := m.Info().PreprocessingOf(&in, inference.Preprocessing{})
					if how != nil {
						p = *how
					}
					data, err := in.Prepare(p)
					if err != nil {
						t.Fatal(err)
					}
					st, err := unit.In(m, data, m.Info().Defaults()).New(inference.Streams{Seed: 3}, 2)
					if err != nil {
						t.Fatal(err)
					}
					advance(t, st, 5)
					trees[forest.Best(st.Snapshot()).Newick()] = true
				}
				fmt.Fprintf(b, " %d |", len(trees))
				if len(trees) != 1 {
					t.Errorf("%s of %s, %v: %d trees", model, sample, how, len(trees))
				}
			}
			b.WriteString("\n")
		}
	}
	t.Log(b.String())
	if dir := os.Getenv("ESPALIER_VALIDATION"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "first-units.md"), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
