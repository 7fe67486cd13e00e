package files

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// An annotation of numbers has no levels to count, unlike one of labels.
func TestAnnotationsInWords(t *testing.T) {
	list := []inference.Annotation{
		inference.NewAnnotation("position", []string{"1.5", "2", "3.25", "7"}), inference.NewAnnotation("sex", []string{"f", "m", "f", "m"}),
		inference.NewAnnotation("digit", []string{"0", "1", "0", "1"}), inference.NewAnnotation("name", []string{"a", "b", "c", "d"}),
	}
	if got, want := listAnnotations(list, "annotation"), "\nannotations: position · numbers, sex (2), digit (2), name (4)"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// Columns of text that are data are listed neither as annotations nor in notes that call them so.
func TestDataAreNoAnnotations(t *testing.T) {
	table := &inference.Table{Name: "plants", Rows: []string{"a", "b", "c"}, Columns: []string{"height"}, X: mat.NewDense(3, 1, []float64{1, 2, 4}),
		Kind: inference.Continuous, Notes: []string{`1 column with both numbers and text, kept as an annotation: "lead".`},
		Annotations: []inference.Annotation{inference.NewAnnotation("lead", []string{"<0.5", "0.7", "1.1"}), inference.NewAnnotation("site", []string{"x", "y", "x"})}}
	if text, _ := FirstNote(table, nil); !strings.Contains(text, "lead") || !strings.Contains(Describe(table, nil), "annotations: lead (3), site (2)") {
		t.Errorf("before the data are made: %q, %q", text, Describe(table, nil))
	}
	d, err := table.Prepare(inference.Preprocessing{Kinds: "lead=censored"})
	if err != nil {
		t.Fatal(err)
	}
	if text, more := FirstNote(table, d); text != "" || more != 0 || !strings.HasSuffix(Describe(table, d), "\nannotation: site (2)") {
		t.Errorf("%q, %q", text, Describe(table, d))
	}
}

// Of a table of kinds the words count what is data: columns that were annotations, and missing cells without limits.
func TestTablesOfKindsInWords(t *testing.T) {
	nan := math.NaN()
	table := &inference.Table{Name: "plants", Rows: []string{"a", "b", "c"}, Columns: []string{"height", "seeds"},
		X: mat.NewDense(3, 2, []float64{1, 3, 2, nan, 4, 5}), Kind: inference.Continuous,
		Annotations: []inference.Annotation{
			inference.NewAnnotation("lead", []string{"<0.5", "0.7", "1.1"}),
			inference.NewAnnotation("site", []string{"x", "", "y"})}}
	for kinds, want := range map[column.List]string{
		"": "3 rows × 2 columns · 1 cell missing" +
			"\nannotations: lead (3), site (2)",
		"seeds=count": "3 rows × 2 columns: 1 as counts and 1 as numbers · 1 cell missing" +
			"\nannotations: lead (3), site (2)",
		"lead=censored": "3 rows × 3 columns: 1 as numbers with limits and 2 as numbers · 1 cell missing" +
			"\nannotation: site (2)",
		"lead=censored\nsite=category": "3 rows × 4 columns: 1 as categories, 1 as numbers with limits" +
			" and 2 as numbers · 2 cells missing",
	} {
		d, err := table.Prepare(inference.Preprocessing{Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		if got := Describe(table, d); got != want {
			t.Errorf("%q: %q, not %q", kinds, got, want)
		}
	}
}
