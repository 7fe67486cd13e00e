package known

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// BIOM 1.0 (McDonald et al. 2012) is JSON: the counts of features, its rows, in samples, its columns, with what is
// known of each. Its files end as those of later versions, which are HDF5.
var biomForm = Form{Title: "BIOM 1.0", Extensions: []string{"json.biom"}, Has: isBIOM, Write: writeBIOM}

// isBIOM wants an object of JSON that names the format near its beginning or has its parts.
func isBIOM(content []byte) bool {
	head := bytes.TrimSpace(withoutMark(content))
	if len(head) == 0 || head[0] != '{' {
		return false
	}
	head = head[:min(len(head), 1<<16)]
	return bytes.Contains(head, []byte("Biological Observation Matrix")) ||
		bytes.Contains(head, []byte(`"matrix_type"`)) && bytes.Contains(head, []byte(`"shape"`))
}

// A biomPart is a row or a column.
type biomPart struct {
	ID       json.RawMessage            `json:"id"`
	Metadata map[string]json.RawMessage `json:"metadata"`
}

// biomMost limits the cells of a table.
const biomMost = 50_000_000

func writeBIOM(text []byte) (w Written, f *Fault) {
	var b struct {
		Matrix  string      `json:"matrix_type"`
		Shape   []int       `json:"shape"`
		Rows    []biomPart  `json:"rows"`
		Columns []biomPart  `json:"columns"`
		Data    [][]float64 `json:"data"`
	}
	fault := func(format string, a ...any) (Written, *Fault) {
		return Written{}, &Fault{What: fmt.Sprintf(format, a...),
			Remedy: "Write the table again, such as with biom convert --to-tsv, and open that."}
	}
	if err := json.Unmarshal(text, &b); err != nil {
		return fault("the BIOM table is damaged: %v", err)
	}
	n, d := len(b.Rows), len(b.Columns)
	switch {
	case n == 0 || d == 0:
		return fault("the BIOM table has no features or no samples")
	case len(b.Shape) != 2 || b.Shape[0] != n || b.Shape[1] != d:
		return fault("the BIOM table says it has the shape %v, but names %d features and %d samples", b.Shape, n, d)
	case n > biomMost/d:
		return fault("the BIOM table has %d × %d cells; the limit is %d million", n, d, biomMost/1_000_000)
	}
	x := make([]float64, d*n) // samples in rows
	switch b.Matrix {
	case "sparse":
		for _, e := range b.Data {
			if len(e) != 3 || e[0] != math.Trunc(e[0]) || e[1] != math.Trunc(e[1]) || e[0] < 0 || e[0] >= float64(n) ||
				e[1] < 0 || e[1] >= float64(d) {
				return fault("an entry of the BIOM table, %v, lies outside its %d × %d cells", e, n, d)
			}
			x[int(e[1])*n+int(e[0])] += e[2]
		}
	case "dense":
		if len(b.Data) != n {
			return fault("the BIOM table has %d rows of numbers for %d features", len(b.Data), n)
		}
		for i, row := range b.Data {
			if len(row) != d {
				return fault("row %d of the BIOM table has %d numbers for %d samples", i+1, len(row), d)
			}
			for j, v := range row {
				x[j*n+i] = v
			}
		}
	default:
		return fault("the matrix of the BIOM table is %q, neither sparse nor dense", words.Shorten(b.Matrix))
	}
	about := biomKeys(b.Columns)
	header := append([]string{"sample"}, biomNames(b.Rows)...)
	w.Text = appendRow(nil, append(header, about...))
	names := biomNames(b.Columns)
	cells := make([]string, 0, 1+n+len(about))
	for j, name := range names {
		cells = append(cells[:0], name)
		for _, v := range x[j*n : (j+1)*n] {
			cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64))
		}
		for _, key := range about {
			cells = append(cells, plainJSON(b.Columns[j].Metadata[key]))
		}
		w.Text = appendRow(w.Text, cells)
	}
	for k := range about {
		w.Annotations = append(w.Annotations, 1+n+k)
	}
	for _, key := range biomKeys(b.Rows) {
		values := make([]string, 1+n+len(about))
		for i, r := range b.Rows {
			values[1+i] = plainJSON(r.Metadata[key])
		}
		w.Across = append(w.Across, Across{key, values})
	}
	w.Notes = append(w.Notes, fmt.Sprintf("Read as BIOM table of %s and %s: samples became the rows.",
		inference.Plural(d, "sample"), inference.Plural(n, "feature")))
	w.Samples = InRows
	return w, nil
}

// biomNames returns the identifiers of the parts.
func biomNames(parts []biomPart) []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = plainJSON(p.ID)
	}
	return names
}

// biomKeys returns what is known of some of the parts, in alphabetical order.
func biomKeys(parts []biomPart) (keys []string) {
	seen := map[string]bool{}
	for _, p := range parts {
		for key := range p.Metadata {
			if !seen[key] && strings.TrimSpace(key) != "" {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// plainJSON returns a value as text: the words of a list joined by "; ", nothing for null.
func plainJSON(raw json.RawMessage) string {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return ""
	}
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		words := make([]string, 0, len(v))
		for _, w := range v {
			words = append(words, strings.TrimSpace(fmt.Sprint(w)))
		}
		return strings.Join(words, "; ")
	}
	return string(raw)
}
