package annotate

// Lines are the cells of a file as text, in which one column holds names of rows or columns of a table.
// Each line has as many cells as the first; a missing cell is "".
type Lines struct {
	File  string // base name
	Cells [][]string
}

// Width returns the number of cells of a line.
func (l *Lines) Width() int {
	if len(l.Cells) == 0 {
		return 0
	}
	return len(l.Cells[0])
}

// column returns column j from line first.
func (l *Lines) column(j, first int) []string {
	values := make([]string, 0, max(0, len(l.Cells)-first))
	for _, line := range l.Cells[min(first, len(l.Cells)):] {
		values = append(values, line[j])
	}
	return values
}
