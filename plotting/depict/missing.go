package depict

import (
	"context"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/missing"
)

// HasGaps reports whether cells of the data are missing.
func HasGaps(s *Subject) bool { return s.Data.Unknown() > 0 }

// Gaps returns the figure of the cells that are missing in data. A cell with a limit is not missing.
func Gaps(title string, d *inference.Dataset) missing.Gaps {
	pattern := missing.PatternOf(func(i, j int) float64 { return d.Known(inference.Cell{Row: i, Column: j}) },
		d.Rows, d.Columns)
	return missing.Gaps{Title: title, Pattern: pattern, Window: plotting.All, Style: plotting.Light}
}

// GapsPlate is the figure of the missing cells of a table as it is prepared, without a result.
func GapsPlate(t *inference.Table, d *inference.Dataset, software string) Plate {
	f := Gaps(subject.JoinTitle(t.Name, "missing cells"), d)
	n, columns := d.Dims()
	m := plotting.Metadata{Title: f.Title, Software: software, Data: t.Name, Rows: n, Columns: columns, DataHash: t.SHA256,
		Description: gapsWords(f)}
	if d.Preprocessing != (inference.Preprocessing{}) {
		m.Preprocessing = "preprocessed (" + d.Preprocessing.String() + ")"
	}
	return Plate{Name: missingEntry.Name, Figure: f, Metadata: m, Size: squareSize(f)}
}

func gapsWords(f missing.Gaps) string {
	return "the cells of the data that are missing; a pixel that covers several cells is as dark as the share of them that is missing. Shares of the columns stand above, those of the rows at the right. " +
		strings.TrimSuffix(strings.Join(f.Pattern.Words(), " "), ".")
}

var missingEntry = Entry{Name: "missing", Tab: "Missing", Suffix: "missing cells",
	About:  "which cells of the data are missing",
	offers: HasGaps, size: squareSize,
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) {
		return Gaps(subject.JoinTitle(s.Table.Name, "missing cells"), s.Data), nil
	},
	says: wordsOf(func(_ *Subject, f missing.Gaps) string { return gapsWords(f) })}
