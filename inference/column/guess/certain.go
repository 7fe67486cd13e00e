package guess

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/read/naming"
)

const (
	certainCells = 100_000 // of a table of so many, fits by kind take much longer than by numbers
	certainShare = .2      // of the columns: fewer change little, and columns by kind vary by themselves
)

// Needed reports whether a table has no number: then its columns are data only as of other kinds.
func Needed(t *inference.Table) bool {
	needed := true
	inference.Rows(t.X, func(_ int, row []float64) bool {
		needed = !slices.ContainsFunc(row, func(x float64) bool { return !math.IsNaN(x) })
		return needed
	})
	return needed
}

// WithoutNumbers guesses the kinds of the columns of a table that has no number. The hidden columns and, where others
// are left, those under the names of labels, such as class, stay annotations.
func WithoutNumbers(t *inference.Table, transposed bool, hidden []string) column.List {
	guesses := Of(t, transposed)
	var labels []string
	rest := 0
	for _, g := range guesses {
		switch {
		case g.Kind.Sort == column.Annotation || slices.Contains(hidden, g.Name):
		case naming.Labels(g.Name):
			labels = append(labels, g.Name)
		default:
			rest++
		}
	}
	if rest > 1 {
		hidden = slices.Concat(hidden, labels)
	}
	return List(guesses, hidden)
}

// Certain returns the columns whose guessed kind a model uses unless the user chooses another, of the sorts of info:
// zeros and ones beside numbers, as yes/no. On simulated tables of numbers, yes/no and grades trees gained by that in
// purity, and nothing more by taking grades by kind. It returns nothing for tables of zeros and ones or of counts, for
// few such columns among many, and for large tables. Of a table without numbers it returns all columns as they look.
func Certain(t *inference.Table, transposed bool, info inference.Info) column.List {
	n, d := t.Dims()
	if Needed(t) {
		return WithoutNumbers(t, transposed, nil)
	}
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
