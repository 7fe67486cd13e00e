package inference

import (
	"testing"

	"example.org/espalier/inference/column"
)

// Columns of a relation between the rows are told as links, whatever their kind.
func TestLinksTaken(t *testing.T) {
	number, yes := column.Kind{Sort: column.Number}, column.Kind{Sort: column.YesNo}
	d := &Dataset{Rows: []string{"a", "b", "c"}, Columns: []string{"talks.a", "talks.b", "talks.c", "height"},
		Kinds: []column.Kind{yes, yes, yes, number},
		ColumnAnnotations: []Annotation{NewAnnotation(TablesAnnotation,
			[]string{"talks", "talks", "talks", "bodies"})}}
	if got := d.KindsTaken(); got != "3 as links and 1 as numbers" {
		t.Error(got)
	}
	d.ColumnAnnotations = nil
	if got := d.KindsTaken(); got != "3 as yes/no and 1 as numbers" {
		t.Error(got)
	}
}
