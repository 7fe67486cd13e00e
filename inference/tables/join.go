package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/words"
)

// A Joined says how a table was joined to those before it.
type Joined struct {
	Name string // of the group of columns
	*annotate.Match
	// Columns reports that both tables have their observations in the columns, so that columns were matched, and the
	// added table gives rows.
	Columns bool
	// Turned reports that the added table was transposed.
	Turned bool
	// ByPlace reports that neither table names its rows, so that the first row belongs to the first.
	ByPlace bool
	// Renamed are the new names of added columns and annotations whose names were taken.
	Renamed []string
	// File is the name of the added table as the user knows it.
	File string
}

// Join adds the columns of a table to those of first, which stands alone or has been joined before. The table goes by
// name, or, for "", by its own. Where the names of its rows do not match but those of its columns do, it is
// transposed; where both tables have their observations in the columns, rows are added instead. The annotation
// [inference.TablesAnnotation] says which table a column is of.
//
// The error says that no row matches, that names of rows stand twice, or that the whole is larger than most cells.
func Join(first, added *inference.Table, name string, most int) (*inference.Table, *Joined, error) {
	j := &Joined{Name: groupName(first, added, name), File: added.Name}
	for _, t := range []*inference.Table{first, added} {
		if err := unique(t); err != nil {
			return nil, nil, err
		}
	}
	if err := j.match(first, added); err != nil {
		return nil, nil, err
	}
	if j.Turned {
		added = added.Turned()
	}
	if j.Columns {
		first = first.Turned()
	}
	n, d := first.Dims()
	_, more := added.Dims()
	if n*(d+more) > most {
		return nil, nil, fmt.Errorf("%s and %s have %d × %d cells together, and %d are the most; keep the columns "+
			"you need",
			first.Name, added.Name, n, d+more, most)
	}
	t := j.join(first, added)
	if j.Columns {
		t = t.Turned()
	}
	t.SHA256 = together(first.SHA256, added.SHA256)
	t.Notes = slices.Concat(first.Notes, j.Notes(), prefixed(j.Name, added.Notes))
	return t, j, nil
}

// match finds the sides of both tables whose names agree most. The rows of the first come before its columns, and
// tables as they lie before tables turned.
func (j *Joined) match(first, added *inference.Table) error {
	if numbered(first.Rows) && numbered(added.Rows) {
		if len(first.Rows) != len(added.Rows) {
			return fmt.Errorf("%s and %s do not name their rows, and have %d and %d of them; give both a first "+
				"column of names",
				first.Name, added.Name, len(first.Rows), len(added.Rows))
		}
		j.Match, j.ByPlace = &annotate.Match{To: inference.UpTo(len(first.Rows))}, true
		return nil
	}
	for _, side := range []struct {
		names, lines    []string
		columns, turned bool
	}{
		{first.Rows, added.Rows, false, false}, {first.Rows, added.Columns, false, true},
		{first.Columns, added.Columns, true, true}, {first.Columns, added.Rows, true, false},
	} {
		m := annotate.MatchNames(side.names, side.lines, true)
		if j.Match == nil || m.Matched() > 2*j.Matched() || j.Matched() == 0 && m.Matched() > 0 {
			j.Match, j.Columns, j.Turned = m, side.columns, side.turned
		}
	}
	if j.Matched() == 0 {
		return fmt.Errorf("no row of %s is a row of %s: the one has %q, the other %q. Give the rows of both tables "+
			"the same names",
			added.Name, first.Name, words.Shorten(added.Rows[0]), words.Shorten(first.Rows[0]))
	}
	return nil
}

// numbered reports whether names of rows are those of a file without any: 1, 2, 3.
func numbered(names []string) bool {
	for i, name := range names {
		if name != strconv.Itoa(i+1) {
			return false
		}
	}
	return true
}

// join puts the columns of both side by side; rows of both are those to match.
func (j *Joined) join(first, added *inference.Table) *inference.Table {
	n, d := first.Dims()
	_, more := added.Dims()
	b := inference.NewGridBuilder(d+more, n, inference.NarrowCells)
	row, buffer := make([]float64, d+more), make([]float64, more)
	inference.Rows(first.X, func(i int, cells []float64) bool {
		copy(row, cells)
		if at := j.To[i]; at >= 0 {
			copy(row[d:], inference.Row(added.X, at, buffer))
		} else {
			for k := d; k < len(row); k++ {
				row[k] = math.NaN()
			}
		}
		b.Append(row)
		return true
	})
	t := *first
	taken := map[string]bool{}
	for _, name := range first.Names(false) {
		taken[name] = true
	}
	t.X = b.Matrix(inference.UpTo(d+more), nil)
	t.Columns = slices.Clone(first.Columns)
	for _, name := range added.Columns {
		t.Columns = append(t.Columns, j.free(name, taken))
	}
	t.Kind = inference.KindOf(t.X)
	t.Annotations = slices.Clone(first.Annotations)
	for _, a := range added.Annotations {
		b := rowsOf(a, j.To)
		if b.Name = j.free(a.Name, taken); b.Table == "" {
			b.Table = j.Name
		}
		t.Annotations = append(t.Annotations, b)
	}
	t.ColumnAnnotations = across(first, added, j.Name)
	for name, codes := range added.Codes {
		if t.Codes = cloned(t.Codes); t.Codes[name] == nil {
			t.Codes[name] = codes
		}
	}
	return &t
}

// cloned returns a copy of a map that can be written.
func cloned(codes map[string][]float64) map[string][]float64 {
	c := make(map[string][]float64, len(codes)+1)
	for name, list := range codes {
		c[name] = list
	}
	return c
}

// rowsOf returns the values of an annotation at places, missing at −1.
func rowsOf(a inference.Annotation, at []int) inference.Annotation {
	values, codes := make([]string, len(at)), make([]int, len(at))
	for i, p := range at {
		if codes[i] = -1; p >= 0 {
			values[i], codes[i] = a.Values[p], a.Codes[p]
		}
	}
	a.Values, a.Codes = values, codes
	return a
}

// across returns the annotations of the columns of both tables, with that of the tables.
func across(first, added *inference.Table, name string) (list []inference.Annotation) {
	d, more := len(first.Columns), len(added.Columns)
	values := func(t *inference.Table, name string) []string {
		for _, a := range t.ColumnAnnotations {
			if a.Name == name {
				return a.Values
			}
		}
		return make([]string, len(t.Columns))
	}
	var names []string
	for _, a := range slices.Concat(first.ColumnAnnotations, added.ColumnAnnotations) {
		if a.Name != inference.TablesAnnotation && !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	for _, about := range names {
		list = append(list, inference.NewAnnotation(about, slices.Concat(values(first, about), values(added, about))))
	}
	of := make([]string, 0, d+more)
	for _, value := range values(first, inference.TablesAnnotation) {
		if value == "" {
			value = plain(first.Name)
		}
		of = append(of, value)
	}
	for range more {
		of = append(of, name)
	}
	return append(list, inference.InOrder(inference.TablesAnnotation, of))
}

// free returns a name for a column, with that of the table in front where it is taken.
func (j *Joined) free(name string, taken map[string]bool) string {
	if taken[name] {
		base := j.Name + "." + name
		name = base
		for k := 2; taken[name]; k++ {
			name = base + "_" + strconv.Itoa(k)
		}
		j.Renamed = append(j.Renamed, name)
	}
	taken[name] = true
	return name
}

// groupName returns a name for the columns of the added table that no group has, and that a list of steps can name.
func groupName(first, added *inference.Table, name string) string {
	if name = strings.TrimSpace(name); name == "" {
		name = added.Name
	}
	name = plain(name)
	taken := append(inference.TablesOf(first), plain(first.Name))
	base := name
	for k := 2; slices.Contains(taken, name); k++ {
		name = base + "_" + strconv.Itoa(k)
	}
	return name
}

// plain replaces characters that a list of steps by table cannot hold.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("=\n\r", r) {
			return '_'
		}
		return r
	}, name)
}

// together is the hash of tables whose bytes have these hashes, "" where one is unknown.
func together(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(a + " " + b))
	return hex.EncodeToString(sum[:])
}
