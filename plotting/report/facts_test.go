package report

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting/depict"

	"gonum.org/v1/gonum/mat"
)

// An annotation that a fit took as a column is not called never fitted, whichever of the fits of a table it was.
func TestAnnotationsThatWereFitted(t *testing.T) {
	table := &inference.Table{Name: "plants", Rows: []string{"a", "b", "c"}, Columns: []string{"height"},
		X: mat.NewDense(3, 1, []float64{1, 2, 4}), Kind: inference.Continuous, Annotations: []inference.Annotation{
			inference.NewAnnotation("woody", []string{"yes", "no", "no"}),
			inference.NewAnnotation("site", []string{"x", "y", "x"})}}
	item := func(p inference.Preprocessing) Item {
		d, err := table.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		return Item{Subject: &depict.Subject{Table: table, Data: d}}
	}
	plain, kinds := item(inference.Preprocessing{}), item(inference.Preprocessing{Kinds: "woody=yes/no"})
	for _, c := range []struct {
		items         []Item
		fitted, never string
	}{{[]Item{plain}, "", "woody, site"}, {[]Item{kinds}, "woody", "site"}, {[]Item{plain, kinds}, "woody", "site"}} {
		got := map[string]fact{}
		for _, f := range tableFacts(c.items) {
			got[f.Name] = f
		}
		for name, want := range map[string]string{"Annotations, fitted as columns": c.fitted,
			"Annotations, never fitted": c.never} {
			f, ok := got[name]
			if wanted := one(name, want); ok != (want != "") || ok && f.Values[0] != wanted.Values[0] {
				t.Errorf("%s: %+v, not %q", name, f, want)
			}
		}
	}
}

// The columns and the missing cells are those that the widest fit took: limits are known.
func TestSizeOfWhatWasFitted(t *testing.T) {
	table := &inference.Table{Name: "wells", Rows: []string{"a", "b", "c"}, Columns: []string{"depth"},
		X: mat.NewDense(3, 1, []float64{1, 2, 4}), Kind: inference.Continuous, Annotations: []inference.Annotation{
			inference.NewAnnotation("lead", []string{"<0.1", "0.4", "0.7"}),
			inference.NewAnnotation("site", []string{"x", "", "y"})}}
	var items []Item
	for _, kinds := range []column.List{"", "lead=censored", "lead=censored\nsite=category"} {
		d, err := table.Prepare(inference.Preprocessing{Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, Item{Subject: &depict.Subject{Table: table, Data: d}})
	}
	for _, c := range []struct {
		items            []Item
		columns, missing string
	}{{items[:1], "1", "0"}, {items[:2], "2", "0"}, {items, "3", "1"}} {
		got := map[string]string{}
		for _, f := range tableFacts(c.items) {
			got[f.Name] = f.Values[0]
		}
		if got["Columns"] != c.columns || got["Missing cells"] != c.missing {
			t.Errorf("%d fits: %s columns, %s missing", len(c.items), got["Columns"], got["Missing cells"])
		}
	}
}
