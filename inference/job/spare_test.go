package job

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// TestHoldoutSparesLonelyLevels: whatever the seed, a step that removes batches learns of each of them, and the row
// that is the only one of its batch is never held out.
func TestHoldoutSparesLonelyLevels(t *testing.T) {
	const n = 12
	x := mat.NewDense(n, 3, nil)
	table := &inference.Table{Name: "t", Source: "t.csv", SHA256: "ab", Columns: []string{"a", "b", "c"}, X: x,
		Kind: inference.Continuous}
	var batches []string
	for i := range n {
		table.Rows = append(table.Rows, "r"+string(rune('a'+i)))
		batches = append(batches, []string{"one", "two"}[i%2])
		for j := range 3 {
			x.Set(i, j, float64((i*i*7+j*13)%17)+0.5*float64(i%2))
		}
	}
	batches[n-1] = "lone"
	table.Annotations = []inference.Annotation{inference.NewAnnotation("batch", batches)}
	stayed := 0
	for seed := range uint64(20) {
		p := inference.Preprocessing{Recipe: "remove:batch"}
		s := Spec{Version: SpecVersion, Table: SourceOf(table), Model: "gaussian", Seed: seed, Preprocessing: &p,
			Held: &Held{Share: 0.25, Seed: &seed}}
		m, err := Build(s, table, nil)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if slices.Contains(m.Held.Names, table.Rows[n-1]) {
			t.Errorf("seed %d hides the only row of its batch", seed)
		}
		if strings.Contains(strings.Join(m.Notes, "\n"), `Row "rl" was chosen to be held out but stayed`) {
			stayed++
			if len(m.Held.Names) != 2 {
				t.Errorf("seed %d: %q are hidden", seed, m.Held.Names)
			}
		}
	}
	if stayed == 0 {
		t.Error("no seed chose the row")
	}
	p := inference.Preprocessing{Recipe: "remove:batch"}
	s := Spec{Version: SpecVersion, Table: SourceOf(table), Model: "gaussian", Seed: 1, Preprocessing: &p,
		Held: &Held{Rows: Places{n - 1}}}
	if _, err := Build(s, table, nil); err == nil || !strings.Contains(err.Error(),
		`"rl" cannot be held out: the step remove:batch`) {
		t.Errorf("%v", err)
	}
}
