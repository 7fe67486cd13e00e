package guess

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
)

const (
	certainCells = 100_000 // of a table of so many, fits by kind take much longer than by numbers
	certainShare = .2      // of the columns: fewer change little, and columns by kind vary by themselves
)

// Certain returns the columns that a model takes for what they look like where nobody says otherwise, of the sorts of
// info: zeros and ones beside numbers, as yes/no. On simulated tables of numbers, yes/no and grades trees gained
// by that in purity, and nothing more by taking grades by kind. It returns nothing for tables of zeros and ones or of
// counts, for few such columns among many, and for large tables.
func Certain(t *inference.Table, transposed bool, info inference.Info) column.List {
	n, d := t.Dims()
	if len(info.Looks) == 0 || n*d > certainCells || t.Kind == inference.Binary || t.Pictures() {
		return ""
	}
	var entries []column.Entry
	columns, counts := 0.0, 0.0
	for _, g := range Of(t, transposed) {
		if g.Text || g.Low == g.High {
			continue
		}
		columns++
		if g.Kind.Sort == column.Count {
			counts++
		}
		if slices.Contains(info.Looks, g.Kind.Sort) {
			entries = append(entries, column.Entry{Name: g.Name, Kind: g.Kind})
		}
	}
	if few := certainShare * columns; float64(len(entries)) < few || float64(len(entries)) == columns || counts >= few {
		return ""
	}
	return column.ListOf(entries...)
}
