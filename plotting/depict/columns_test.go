package depict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
)

// Columns are compared by the clusters that were found, without p values, and by annotations, with them, also one level
// against all others.
func TestColumnsByGroup(t *testing.T) {
	s := fit(t, "iris", "kmeans", 3, nil)
	var names []string
	for _, a := range depict.Groupings(s) {
		names = append(names, a.Name)
	}
	if !slices.Equal(names, []string{"clusters found", "species"}) {
		t.Fatalf("rows are grouped by %q", names)
	}
	f := depict.Columns(s, depict.ColumnsState{}, study.Selection{})
	if len(f.Panels) != 4 || !strings.Contains(f.Subtitle, "no p values") ||
		strings.Contains(strings.Join(f.Panels[0].Notes, ""), "p ") {
		t.Errorf("%d panels, %q, %q", len(f.Panels), f.Subtitle, f.Panels[0].Notes)
	}
	f = depict.Columns(s, depict.ColumnsState{By: "species", Most: 2},
		study.Selection{Columns: study.Set{2}, Rows: study.Set{7}})
	if len(f.Panels) != 2 || !strings.HasPrefix(f.Subtitle, "the 2 of 4 columns that differ most") ||
		!strings.HasPrefix(f.Panels[0].Name, "petal") ||
		!slices.Equal(f.Groups, []string{"setosa", "versicolor", "virginica"}) {
		t.Errorf("%d panels, first %s by %q, %q", len(f.Panels), f.Panels[0].Name, f.Groups, f.Subtitle)
	}
	if !slices.Equal(f.SelectedPoints, []int{7}) || f.Panels[0].Selected != (f.Panels[0].ID == 2) {
		t.Errorf("the selection is %v, and of the first panel %v", f.SelectedPoints, f.Panels[0].Selected)
	}
	f = depict.Columns(s, depict.ColumnsState{By: "species", Level: "versicolor", InOrder: true}, study.Selection{})
	if !slices.Equal(f.Groups, []string{"versicolor", "all others"}) || f.Panels[0].ID != 0 ||
		!strings.Contains(f.Subtitle, "Wilcoxon") || !strings.HasSuffix(f.Title, ": versicolor") {
		t.Errorf("by %q in the order of the table begins with column %d: %q, %q", f.Groups,
			f.Panels[0].ID, f.Title, f.Subtitle)
	}
	if all := depict.Columns(s, depict.ColumnsState{By: "species"}, study.Selection{}); !slices.Equal(f.Levels,
		all.Groups) || f.By != all.By {
		t.Errorf("the colours are those of %q of %s, not of %q of %s", f.Levels, f.By, all.Groups, all.By)
	}
	// Sepal width: of the 50 × 100 pairs of a versicolor and another flower, counted here.
	d, more, less := s.Data, 0, 0
	for i := range d.Rows {
		for j := range d.Rows {
			if in := func(r int) bool { return d.Annotations[0].Values[r] == "versicolor" }; in(i) && !in(j) {
				if a, b := d.Input(i, 1), d.Input(j, 1); a > b {
					more++
				} else if a < b {
					less++
				}
			}
		}
	}
	tests := depict.ColumnTests(s, depict.ColumnsState{By: "species", Level: "versicolor"})
	if lower := tests.Lowest[1] == 0; lower != (less > more) {
		t.Errorf("sepals of versicolor are narrower in %d pairs and wider in %d, and are told to be lowest: %v", less, more,
			lower)
	}
	e, err := depict.Named(s, "columns")
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Plate(context.Background(), s)
	if err != nil || len(p.Figure.(chart.Boxes).Panels) != 4 ||
		!strings.Contains(p.Metadata.Description, "effect: the share of the variance") {
		t.Errorf("%v, %q", err, p.Metadata.Description)
	}
}

// The page of columns never stands for a result.
func TestColumnsDoNotStand(t *testing.T) {
	for _, model := range []string{"gaussian", "agglomerative"} {
		if e, ok := depict.Standing(fit(t, "iris", model, 1, nil)); !ok || e.Name == "columns" {
			t.Errorf("%s is shown by %s", model, e.Name)
		}
	}
}
