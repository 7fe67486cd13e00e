package genetable

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
)

// GCT writes a table as GCT 1.3, with all annotations. Tabs and ends of lines in names become spaces.
func GCT(w io.Writer, t *inference.Table) error {
	n, d := t.Dims()
	b := bufio.NewWriter(w)
	put := func(cells ...string) {
		for i, c := range cells {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(clean(c))
		}
		b.WriteByte('\n')
	}
	put("#1.3")
	put(strconv.Itoa(n), strconv.Itoa(d), strconv.Itoa(len(t.Annotations)), strconv.Itoa(len(t.ColumnAnnotations)))
	line := []string{"id"}
	for _, a := range t.Annotations {
		line = append(line, a.Name)
	}
	put(append(line, t.Columns...)...)
	for _, a := range t.ColumnAnnotations {
		line = append(line[:0], a.Name)
		for range t.Annotations {
			line = append(line, "na")
		}
		for _, v := range a.Values {
			line = append(line, known(v))
		}
		put(line...)
	}
	buffer := make([]float64, d)
	for i, name := range t.Rows {
		line = append(line[:0], name)
		for _, a := range t.Annotations {
			line = append(line, known(a.Values[i]))
		}
		for _, x := range inference.Row(t.X, i, buffer) {
			if math.IsNaN(x) {
				line = append(line, "NA")
			} else {
				line = append(line, number(x))
			}
		}
		put(line...)
	}
	return b.Flush()
}

// known writes a missing value as the usual code.
func known(v string) string {
	if clean(v) == "" {
		return "na"
	}
	return v
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// clean keeps a name in its cell: on one line, without tabs, and without a quotation mark at its beginning, which
// readers take for that of a quoted cell.
func clean(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if strings.HasPrefix(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
