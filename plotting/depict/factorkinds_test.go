package depict_test

import (
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/plotting/depict"
)

// Factors of counts beside numbers explain hidden numbers, so nothing is left over of the cells to show.
func TestNoReconstructionOfHiddenNumbers(t *testing.T) {
	s := fit(t, "olive_oils", "pca", 3, map[string]string{"factors": "3"})
	with := func(first column.Sort) bool {
		data := *s.Data
		_, columns := data.Dims()
		data.Kind, data.Kinds = inference.Continuous, make([]column.Kind, columns)
		data.Kinds[0].Sort = first
		of := &depict.Subject{Data: &data, Snapshot: s.Snapshot, Info: s.Info, Settings: s.Settings, Table: s.Table}
		return slices.Contains(names(of), "reconstruction")
	}
	if !slices.Contains(names(s), "reconstruction") || !with(column.Skewed) || !with(column.Censored) {
		t.Error("numbers have no reconstruction")
	}
	if with(column.Count) {
		t.Error("counts have a reconstruction")
	}
}
