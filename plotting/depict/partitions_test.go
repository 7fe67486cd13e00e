package depict_test

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
)

// The figure of classes and clusters counts the clusters that the model has at the end, whatever
// epochs it had before: for every model that can be fitted to the table and gives clusters.
func TestAlluvialShowsTheFinalClusters(t *testing.T) {
	e := depict.Entry{}
	for _, k := range depict.Entries() {
		if k.Name == "alluvial" {
			e = k
		}
	}
	var seen []string
	for _, m := range catalog.Models() {
		name := m.Info().Name
		if m.Info().Family != inference.FamilyClusters || name == "blockmodel" { // which takes networks alone
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := fit(t, "penguins", name, 60, nil)
			s.Labels = "species"
			found := finalClusters(s)
			if found == nil {
				t.Skip("rows have places, and are in no clusters")
			}
			species, at := depict.ClassAnnotations(s.Data)[0], map[[2]int]int{}
			if species.Name != "species" {
				t.Fatalf("the first class is %s", species.Name)
			}
			groups := map[int]bool{}
			for i, c := range species.Codes {
				if c >= 0 && found[i] >= 0 {
					at[[2]int{c, found[i]}]++
					groups[found[i]] = true
				}
			}
			if len(groups) < 2 {
				t.Fatalf("%d clusters at the end: the test says nothing", len(groups))
			}
			p, err := e.Plate(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			f := p.Figure.(chart.Alluvial)
			if f.Empty != "" {
				t.Fatalf("the figure says %q", f.Empty)
			}
			total := 0
			for a, row := range f.Counts {
				for b, n := range row {
					if n != at[[2]int{a, b}] {
						t.Errorf("%d rows of class %d in cluster %d; want %d", n, a+1, b+1, at[[2]int{a, b}])
					}
					total += n
				}
			}
			want := len(species.Codes)
			for _, k := range found {
				if k < 0 {
					want-- // it stands alone
				}
			}
			if total != want {
				t.Errorf("%d rows in all; want %d", total, want)
			}
			seen = append(seen, name)
		})
	}
	if len(seen) < 4 {
		t.Errorf("only %v were looked at", seen)
	}
}

// finalClusters returns the most probable cluster of each row at the end of a fit.
func finalClusters(s *depict.Subject) []int {
	m := mixture.Of(s.Snapshot)
	if m == nil || m.Responsibilities == nil {
		return partition.LabelsOf(s.Snapshot)
	}
	n, k := m.Responsibilities.Dims()
	found := make([]int, n)
	for i := range found {
		most := math.Inf(-1)
		for j := range k {
			if r := m.Responsibilities.At(i, j); r > most {
				found[i], most = j, r
			}
		}
	}
	return found
}

// A quantity that was chosen for a mixture stands for nothing in the course of another model, which keeps its best.
func TestTraceWithoutTheQuantity(t *testing.T) {
	for name, chosen := range map[string]bool{"vbmfa": true, "pca": false} {
		s := fit(t, "penguins", name, 60, nil)
		f := depict.Trace(s.Snapshot, s.Info, depict.TraceState{Shown: 1}, -1)
		if f.NoBest != chosen || f.Title == s.Info.ObjectiveTitle == chosen {
			t.Errorf("%s: %q, without a best: %v", name, f.Title, f.NoBest)
		}
	}
}
