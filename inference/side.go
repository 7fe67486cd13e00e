package inference

// A Side of the table: which of its two directions owns the loadings of a factor model.
type Side int

const (
	// OnColumns is the usual way: a factor loads on columns (genes) and is active in rows (samples).
	OnColumns Side = iota
	// OnRows turns the table round: a factor loads on rows and is active in columns.
	OnRows
)

// Words returns the names of items, which have loadings, and of cases, in which factors are active: "column" and
// "row", or "row" and "column".
func (s Side) Words() (item, activeIn string) {
	if s == OnRows {
		return "row", "column"
	}
	return "column", "row"
}
