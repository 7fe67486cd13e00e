package plotting

// Sheets returns the order of the leaves with groups, annotations and the values
// shown, and the nodes with parent, time, size and support.
func (d *Dendrogram) Sheets() []Sheet { return nil }
