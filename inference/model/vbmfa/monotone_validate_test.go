//go:build validate

package vbmfa

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"
)

// variants are settings of searches that try their options between them.
var variants = []map[string]string{
	{},
	{"split": "spatial", "parents": "counts"},
	{"start": "kmeans", "means": "data"},
	{"start": "many", "noise": "isotropic", "attempts": "1"},
}

// TestValidateMixturesMonotone runs searches on every sample, one seed for each variant. A search
// checks the bound after each kind of update and ends with an error where it falls.
func TestValidateMixturesMonotone(t *testing.T) {
	const most = 1500 // cycles of a search
	var rows strings.Builder
	rows.WriteString(
		"\n| data | rows × columns | missing cells | searches | cycles | accepted epochs | falls of the bound |\n|---|---|---|---|---|---|---|\n")
	for _, sample := range sampledata.List() {
		name := sample.Name
		table, err := sampledata.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := table.Prepare(Model{}.Info().Preprocessing.For(table))
		if err != nil {
			t.Fatal(err)
		}
		n, p := data.Dims()
		searches, cycles, kept, falls := 0, 0, 0, 0
		for seed, set := range variants {
			for _, m := range []inference.Model{Model{}, Maximum{}} {
				s := m.Info().Defaults()
				for k, v := range set {
					if s.Has(k) {
						if err := s.Set(k, v); err != nil {
							t.Fatal(err)
						}
					}
				}
				st, err := m.New(data, s, inference.Streams{Seed: uint64(seed)}, 2)
				if err != nil {
					t.Fatal(err)
				}
				f := st.(*fit)
				searches++
				for done := false; !done && (f.search == nil || f.search.Count < most); {
					r, err := f.Step(context.Background())
					if err != nil {
						t.Errorf("%s, %s, %v: %v", name, m.Info().Name, set, err)
						falls++
						break
					}
					done = r.Done
				}
				cycles += f.search.Count
				for _, e := range f.search.Epochs {
					if e.Accepted {
						kept++
						if e.Gain < -1e-6 {
							t.Errorf("%s, %s, %v: an epoch of gain %v was kept", name, m.Info().Name, set, e.Gain)
						}
					}
				}
			}
		}
		fmt.Fprintf(&rows, "| %s | %d × %d | %d | %d | %d | %d | %d |\n", name, n, p, data.Missing(), searches, cycles, kept,
			falls)
	}
	write(t, "mixtures-monotone", rows.String())
}
