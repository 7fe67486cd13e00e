package known

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"example.org/espalier/inference"
)

// A table of Perseus (Tyanova et al. 2016): below the names of the columns stand lines that say of what type each is (E
// main, N number, M numbers, C category, T text), and how the main columns are grouped.
var perseusForm = Form{Title: "Perseus", Extensions: []string{"perseus.txt"}, Has: isPerseus, Write: writePerseus}

const perseusTypes = "#!{Type}"

var perseusLine = regexp.MustCompile(`^#!\{(?:([CN]):)?([^}]*)\}(.*)$`)

func isPerseus(content []byte) bool {
	content = withoutMark(content)
	_, rest, found := bytes.Cut(content[:min(len(content), mostSeriesHead)], []byte("\n"))
	return found && bytes.HasPrefix(rest, []byte("#!{")) &&
		bytes.Contains(rest[:min(len(rest), mostSeriesHead)], []byte(perseusTypes))
}

// writePerseus puts the column that names the rows first and keeps the others in their order.
func writePerseus(text []byte) (w Written, f *Fault) {
	end := FirstLine(text)
	names := cellsOf(text[:end])
	text = text[end:]
	w.Skipped = 1
	types := make([]string, len(names))
	var groups []Across
	for len(text) > 0 {
		end := FirstLine(text)
		cells := cellsOf(text[:end])
		m := perseusLine.FindStringSubmatch(cells[0])
		if m == nil {
			break
		}
		cells[0] = m[3]
		if m[1] == "" && m[2] == "Type" {
			copy(types, cells)
		} else if m[1] != "" {
			values := make([]string, len(names))
			copy(values, cells)
			groups = append(groups, Across{m[2], values})
		}
		text = text[end:]
		w.Skipped++
	}
	main, first := 0, -1
	for j, t := range types {
		switch strings.TrimSpace(t) {
		case "E":
			main++
		case "T":
			if first < 0 || perseusNames[plain(names[j])] && !perseusNames[plain(names[first])] {
				first = j
			}
		}
	}
	if main == 0 {
		return w, &Fault{Line: 2, What: "no column of this table of Perseus is a main column, of type E",
			Remedy: "In Perseus, make the columns of measurements main columns and export the table again."}
	}
	var order []int
	if first >= 0 {
		order = append(order, first)
	}
	for j := range names {
		if j != first {
			order = append(order, j)
		}
	}
	pick := func(cells []string) []string {
		row := make([]string, len(order))
		for k, j := range order {
			if j < len(cells) {
				row[k] = cells[j]
			}
		}
		return row
	}
	for k, j := range order {
		if k > 0 && strings.TrimSpace(types[j]) != "E" {
			w.Annotations = append(w.Annotations, k)
		}
	}
	for _, a := range groups {
		w.Across = append(w.Across, Across{a.Name, pick(a.Values)})
	}
	w.Text = appendRow(nil, pick(names))
	for len(text) > 0 {
		end := FirstLine(text)
		if line := text[:end]; len(bytes.TrimSpace(line)) > 0 {
			w.Text = appendRow(w.Text, pick(cellsOf(line)))
		}
		text = text[end:]
	}
	w.Samples = InColumns
	w.Notes = append(w.Notes, fmt.Sprintf("Read as a table of Perseus with %s; all other columns describe the rows.",
		inference.Plural(main, "main column")))
	return w, nil
}

// perseusNames are columns that name proteins.
var perseusNames = map[string]bool{"proteinids": true, "majorityproteinids": true, "proteingroups": true,
	"pgproteingroups": true, "id": true, "genenames": true, "pggenes": true}
