package known

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/espalier/inference"
)

// plain returns the small letters and digits of a name, so that "Protein IDs" and R's "Protein.IDs" are one.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127:
			return r
		}
		return -1
	}, name)
}

// wordSet returns the words of a list separated by blanks.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// column returns the place of the first column of one of these names, written as [plain] gives them; -1 for none.
func (h Head) column(names ...string) int {
	for _, name := range names {
		if j, ok := h.places[name]; ok {
			return j
		}
	}
	return -1
}

// has reports whether there is a column of each of these names.
func (h Head) has(names ...string) bool {
	for _, name := range names {
		if h.column(name) < 0 {
			return false
		}
	}
	return true
}

// missingWords are cells that say nothing of what a column holds.
var missingWords = wordSet("na nan n/a null none ? . - inf -inf #n/a filtered")

// numeric reports whether the first rows hold numbers in column j, and otherwise only missing cells.
func (h Head) numeric(j int) bool {
	found := false
	for _, row := range h.Rows {
		if j >= len(row) || row[j] == "" || missingWords[strings.ToLower(row[j])] {
			continue
		}
		if _, err := strconv.ParseFloat(strings.Replace(row[j], ",", ".", 1), 64); err != nil {
			return false
		}
		found = true
	}
	return found
}

// empty reports whether the first rows hold nothing in column j.
func (h Head) empty(j int) bool {
	for _, row := range h.Rows {
		if j < len(row) && row[j] != "" && !missingWords[strings.ToLower(row[j])] {
			return false
		}
	}
	return true
}

// plainOf returns the name of a column as [plain] gives it, "" where it has none.
func (h Head) plainOf(j int) string {
	if j >= len(h.plain) {
		return ""
	}
	return h.plain[j]
}

// mostFamilies limits the columns among which several of each sample are looked for.
const mostFamilies = 20_000

// cell returns a cell of the first rows, "" where there is none.
func (h Head) cell(i, j int) string {
	if i >= len(h.Rows) || j < 0 || j >= len(h.Rows[i]) {
		return ""
	}
	return h.Rows[i][j]
}

// layout begins a layout in which no column has a use yet.
func (h Head) layout(program string) *Layout {
	return &Layout{Program: program, Uses: make([]Use, h.Width)}
}

// use gives a column its use; a column that is not there is passed over.
func (l *Layout) use(u Use, columns ...int) {
	for _, j := range columns {
		if j >= 0 && j < len(l.Uses) {
			l.Uses[j] = u
		}
	}
}

// columns returns the columns of a use.
func (l *Layout) columns(u Use) []int {
	var found []int
	for j, v := range l.Uses {
		if v == u {
			found = append(found, j)
		}
	}
	return found
}

// rest measures the columns without a use that hold numbers, or nothing, and lets the others describe the rows.
func (l *Layout) rest(h Head) {
	for j, u := range l.Uses {
		if u != Any {
			continue
		}
		switch empty, named := h.empty(j), j < len(h.Names) && h.Names[j] != ""; {
		case empty && !named: // the tab that ends each line
		case empty || h.numeric(j):
			l.Uses[j] = Measured
		default:
			l.Uses[j] = About
		}
	}
}

// rename calls the columns that are measured by other names.
func (l *Layout) rename(h Head, columns []int, names []string) {
	if l.Names == nil {
		l.Names = append([]string(nil), h.Names...)
	}
	for k, j := range columns {
		if j < len(l.Names) {
			l.Names[j] = names[k]
		}
	}
}

// samples finishes a layout: samples are in the columns that are measured, whose names are shortened where they are
// those of files. It returns nil where nothing is measured.
func (l *Layout) samples(h Head) *Layout {
	columns := l.columns(Measured)
	if len(columns) == 0 {
		return nil
	}
	names := make([]string, len(columns))
	for k, j := range columns {
		if j < len(h.Names) {
			names[k] = h.Names[j]
		}
		if l.Names != nil && j < len(l.Names) {
			names[k] = l.Names[j]
		}
	}
	if short, ok := fileNames(names); ok {
		l.rename(h, columns, short)
		l.Notes = append(l.Notes, fmt.Sprintf("Names of files were shortened, such as %q to %q.", names[0], short[0]))
	}
	l.Samples = InColumns
	if l.What == "" {
		l.What = l.Program + " of " + inference.Plural(len(columns), "sample")
	}
	return l
}

// family is columns of one kind, one for each sample.
type family struct {
	columns []int
	samples []string
}

// familyOf returns the columns whose names a form matches; its first group is the sample.
func (h Head) familyOf(form *regexp.Regexp) (f family) {
	if len(h.Names) > mostFamilies {
		return f
	}
	for j, name := range h.Names {
		if m := form.FindStringSubmatch(strings.TrimSpace(name)); m != nil && strings.TrimSpace(m[1]) != "" {
			f.columns = append(f.columns, j)
			f.samples = append(f.samples, strings.Trim(m[1], " ._"))
		}
	}
	return f
}

// filled reports whether the first rows hold a number other than zero in some column of the family.
func (f family) filled(h Head) bool {
	for _, row := range h.Rows {
		for _, j := range f.columns {
			if j >= len(row) {
				continue
			}
			if x, err := strconv.ParseFloat(row[j], 64); err == nil && x != 0 {
				return true
			}
		}
	}
	return false
}

// choose returns the first of some families that holds numbers, the first that is there where none does; ok is false if
// there is none.
func (h Head) choose(forms ...*regexp.Regexp) (f family, which int, ok bool) {
	which = -1
	for k, form := range forms {
		found := h.familyOf(form)
		if len(found.columns) == 0 {
			continue
		}
		if found.filled(h) {
			return found, k, true
		}
		if which < 0 {
			f, which = found, k
		}
	}
	return f, which, which >= 0
}
