package read

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/damaged"
	"example.org/espalier/inference/read/known"
	"example.org/espalier/inference/read/sentinel"
	"example.org/espalier/inference/things"
	"example.org/espalier/inference/words"
)

// result is what was made from a layout: the table, or the problem and whatever is known despite
// it.
type result struct {
	*layout
	body     *body
	rowNames bool
	names    []string // unique names of the columns
	table    *inference.Table
	codes    []float64 // numbers that were taken for missing cells
}

// build reads the whole table. If it fails, r holds what was found so far.
func (l *layout) build(source string) (r *result, e *Error) {
	r = &result{layout: l}
	header := l.names
	if header == nil {
		header = make([]string, l.width)
	}
	var numbered []string
	r.names, _, numbered = uniqueNames(header, func(j int) string { return "V" + strconv.Itoa(j+1) })
	l.notes = append(l.notes, notesOnNames("column", nil, numbered)...)
	forced, e := r.forced()
	if e != nil {
		return r, e
	}
	if e = l.refused(); e != nil {
		return r, e
	}
	if e = l.tooMany(); e != nil {
		return r, e
	}
	if r.body, e = l.readBody(); e != nil {
		return r, e
	}
	if r.chooseReadings(forced) {
		if r.body, e = l.readBody(); e != nil {
			return r, e
		}
	}
	l.strayNotes(r.body.strays)
	for j := range r.body.columns {
		r.body.columns[j].Name = r.names[j]
	}
	r.settleMissing()
	if e = r.enough(); e != nil {
		return r, e
	}
	if e = r.assignRoles(forced); e != nil {
		return r, e
	}
	if u := l.unsure; u != nil && r.body.columns[u.column].Role == Number {
		return r, l.ambiguous(r.body, mark{cell: u.cell}, u.column)
	}
	if l.decimal == ',' && l.o.DecimalComma == Guess && !l.signSettled && r.body.group.line > 0 && !r.body.ungrouped &&
		r.body.columns[r.body.groupAt].Role == Number {
		return r, l.ambiguous(r.body, r.body.group, r.body.groupAt)
	}
	if e = l.cancelled(); e != nil {
		return r, e
	}
	r.settleSentinels()
	if e = r.narrow(); e != nil {
		return r, e
	}
	r.table = &inference.Table{Name: tableName(l.file), Source: source, SHA256: l.sum(), Links: l.decoded.links}
	r.fill()
	r.table.Codes = r.codesByColumn()
	r.table.Observed = r.observed()
	r.knownNotes()
	r.readingNotes()
	if found, ok := r.table.Relation(); ok {
		says := []string{found.Says()}
		if !found.Sure && r.header {
			r.table.Rows = slices.Clone(r.table.Columns)
			says = append(says, "Its rows have no names, so they took those of the columns.")
		}
		l.notes = append(says, l.notes...)
	} else if found, ok := r.table.Network(); ok {
		l.notes = append([]string{found.Says()}, l.notes...)
	}
	l.notes = First(l.notes)
	r.table.Notes = l.notes
	return r, nil
}

// codesByColumn returns the numbers that were taken for missing cells, by column; nil for none.
func (r *result) codesByColumn() map[string][]float64 {
	var by map[string][]float64
	for _, c := range r.body.columns {
		for _, f := range c.sentinels {
			if by == nil {
				by = map[string][]float64{}
			}
			by[c.Name] = append(by[c.Name], f.Code)
		}
	}
	return by
}

// sum returns the SHA-256 of the file.
func (l *layout) sum() string {
	if l.stream != nil {
		return l.stream.sum
	}
	sum := sha256.Sum256(l.raw)
	return hex.EncodeToString(sum[:])
}

// nameless returns the names made for columns of numbers or annotations that have no name in the
// header.
func (r *result) nameless() []string {
	var made []string
	for j, name := range r.layout.names {
		if role := r.body.columns[j].Role; cleanName(name) == "" && (role == Number || role == Annotation) {
			made = append(made, r.names[j])
		}
	}
	return made
}

// forced returns, for each column, the role that the options ask for by name, or "".
// So does what the format says of a column.
func (r *result) forced() ([]Role, *Error) {
	roles := make([]Role, r.width)
	for _, j := range r.decoded.annotations {
		if j < r.width {
			roles[j] = Annotation
		}
	}
	for j := range roles {
		switch r.use(j) {
		case known.About:
			roles[j] = Annotation
		case known.Out:
			roles[j] = LeftOut
		}
	}
	for j, role := range r.types {
		if j < r.width && j != r.first && role == Annotation {
			roles[j] = Annotation
		}
	}
	for _, ask := range []struct {
		names []string
		role  Role
	}{{r.o.Annotations, Annotation}, {r.o.Numeric, Number}} {
		for _, name := range ask.names {
			found := false
			for j, s := range r.names {
				if s == name {
					roles[j], found = ask.role, true
				}
			}
			if ask.role == Annotation {
				found = found || r.o.joinsAnnotations() || r.acrossNamed(name)
			}
			if !found && !r.o.elsewhere() {
				return nil, &Error{File: r.file, What: fmt.Sprintf("there is no column %q", name),
					Remedy: "The columns are " + words.QuoteSome(r.names, 12) + "."}
			}
		}
	}
	return roles, nil
}

// acrossNamed reports whether the file has an annotation of its columns of that name.
func (r *result) acrossNamed(name string) bool {
	return slices.ContainsFunc(r.decoded.across, func(a across) bool { return a.name == name })
}

// enough refuses tables of fewer than two rows.
func (r *result) enough() *Error {
	e := &Error{File: r.file, Line: r.firstLine}
	switch {
	case r.body.rows == 0:
		e.What, e.Remedy = "the file contains only column names", "Export the table again with its rows."
		if !r.header {
			e.What = "the file contains no values"
		}
	case r.body.rows == 1 && !r.o.OneRow:
		e.What, e.Remedy = "the table has only one row of values",
			"At least two rows are needed. If the first row is data and not column names, say that there is no header."
	default:
		return nil
	}
	return e
}

// fill makes the matrix, the names and the annotations.
func (r *result) fill() {
	b, t := r.body, r.table
	var numeric []int
	for j := range b.columns {
		c := &b.columns[j]
		switch c.Role {
		case Number:
			numeric = append(numeric, j)
			t.Columns = append(t.Columns, c.Name)
		case Annotation:
			values := make([]string, b.rows)
			for i, s := range c.values {
				if !c.lacks(r.missing, s) {
					values[i] = cleanName(s)
				}
			}
			t.Annotations = append(t.Annotations, inference.NewAnnotation(c.Name, values))
		}
	}
	for _, a := range r.decoded.across {
		values := make([]string, len(numeric))
		for k, j := range numeric {
			if j < len(a.values) && !r.missing.has([]byte(strings.TrimSpace(a.values[j]))) {
				values[k] = cleanName(a.values[j])
			}
		}
		t.ColumnAnnotations = inference.WithAnnotation(t.ColumnAnnotations, inference.NewAnnotation(a.name, values))
	}
	var truths, coded []int // places in numeric
	for k, j := range numeric {
		if b.columns[j].booleans {
			truths = append(truths, k)
		}
		if b.columns[j].sentinels != nil {
			coded = append(coded, k)
		}
	}
	t.X = b.cells.Matrix(numeric, func(i int, row []float64) {
		for _, k := range truths {
			row[k] = b.columns[numeric[k]].truth(b.columns[numeric[k]].values[i])
		}
		for _, k := range coded {
			if sentinel.Among(b.columns[numeric[k]].sentinels, row[k]) {
				row[k] = math.NaN()
			}
		}
	})
	b.cells = nil
	t.Stated = b.limits.Of(nil, numeric)
	r.stateUnits(numeric)
	if t.Kind = inference.KindOf(t.X); t.Kind == inference.Count && r.measured() {
		t.Kind = inference.Continuous
	}
	r.notes = append(r.notes, notesOnNames("column", r.nameless(), nil)...)
	names := make([]string, b.rows)
	if r.rowNames {
		copy(names, b.columns[r.first].values)
	} else if r.known != nil && r.o.RowNames != No {
		r.joinedNames(names)
	}
	number := func(i int) string { return strconv.Itoa(b.ordinals[i]) }
	rows, filled, numbered := uniqueNames(names, number)
	t.Rows = rows
	header := ""
	if r.rowNames && r.first < len(r.names) {
		header = r.names[r.first]
	}
	t.Things = things.Guess(header, names, t.Columns, r.observed().Columns)
	var spoilt []string
	if r.rowNames {
		r.notes = append(r.notes, notesOnNames("row", filled, numbered)...)
		spoilt = damaged.Notes(t.Rows, "row names")
	}
	spoilt = append(spoilt, damaged.Notes(t.Columns, "column names")...)
	for _, a := range t.Annotations {
		spoilt = append(spoilt, damaged.Notes(a.Levels, fmt.Sprintf("values of %q", a.Name))...)
	}
	r.notes = append(spoilt, r.notes...) // nothing else calls for another file
	r.contentNotes(numeric)
}

// contentNotes describes rows and columns with little content.
func (r *result) contentNotes(numeric []int) {
	b, t := r.body, r.table
	var constant, empty, rows []string
	kinds := inference.KindsOf(t.X)
	limited := map[int]bool{}
	for c := range t.Stated {
		limited[c.Column] = true
	}
	for k, j := range numeric {
		c := &b.columns[j]
		c.Kind = kinds[k]
		switch {
		case c.numbers == 0 && limited[k]:
			c.Note = "limits alone: left out of models that take no limits"
		case c.numbers == 0 && !c.booleans:
			c.Note = "no values: left out of the models"
			empty = append(empty, c.Name)
		case c.constant():
			c.Note = "one value throughout"
			constant = append(constant, c.Name)
		}
	}
	r.labelNotes(numeric)
	r.unsureNotes(numeric)
	r.unitNotes()
	r.summaryNotes()
	r.errorNotes()
	inference.Rows(t.X, func(i int, row []float64) bool {
		if len(row) > 0 && !slices.ContainsFunc(row, func(x float64) bool { return !math.IsNaN(x) }) {
			rows = append(rows, t.Rows[i])
		}
		return true
	})
	rows = slices.DeleteFunc(rows, limitedRows(t))
	r.noteContent(constant, empty, rows)
	if b.blankRows > 0 {
		r.notes = append(r.notes, inference.Plural(b.blankRows, "row")+" of empty cells "+words.Were(b.blankRows)+" "+
			"left out.")
	}
}

// limitedRows reports of the name of a row whether the row holds limits.
func limitedRows(t *inference.Table) func(name string) bool {
	limited := map[string]bool{}
	for c := range t.Stated {
		limited[t.Rows[c.Row]] = true
	}
	return func(name string) bool { return limited[name] }
}

// noteContent notes columns of one value, and columns and rows without any.
func (r *result) noteContent(constant, empty, rows []string) {
	if len(constant) > 0 {
		r.notes = append(r.notes, inference.Plural(len(constant), "column")+" with the same value "+
			"throughout: "+words.QuoteSome(constant, 5)+".")
	}
	if len(empty) > 0 {
		r.notes = append(r.notes, inference.Plural(len(empty), "column")+" without any value, left out of the "+
			"models: "+words.QuoteSome(empty, 5)+".")
	}
	if len(rows) > 0 {
		r.notes = append(r.notes, inference.Plural(len(rows), "row")+" without any value: "+words.QuoteSome(rows,
			5)+".")
	}
}

// baseName returns the part of a path after the last separator of any system.
func baseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }
