package files

import (
	"testing"

	"example.org/espalier/inference"
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
