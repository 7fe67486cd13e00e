package files

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/views/say"
)

// Describe says how large a table is, how much is missing, and names its annotations.
func Describe(t *inference.Table, d *inference.Dataset) string {
	n, m, missing := d.SizeOf(t)
	var b strings.Builder
	called := t.Things
	if d != nil {
		if called = d.Things; d.Preprocessing.Transpose {
			called = called.Turned()
		}
	}
	b.WriteString(called.Say(plotting.Plural(n, "row") + " × " + plotting.Plural(m, "column")))
	if d != nil {
		if dn, dm := d.Dims(); d.Preprocessing.Transpose {
			fmt.Fprintf(&b, ", used as %s × %s", say.Thousands(dn), say.Thousands(dm))
		} else if dn != n || dm != m {
			fmt.Fprintf(&b, ", %s × %s used", say.Thousands(dn), say.Thousands(dm))
		}
	}
	if d != nil && d.Kinds != nil {
		b.WriteString(": " + d.KindsTaken())
	}
	if missing > 0 {
		fmt.Fprintf(&b, " · %s missing", plotting.Plural(missing, "cell"))
	} else {
		b.WriteString(" · complete")
	}
	rows, columns := t.Annotations, t.ColumnAnnotations
	if d != nil && d.Kinds != nil {
		if d.Preprocessing.Transpose {
			columns = beside(columns, d)
		} else {
			rows = beside(rows, d)
		}
	}
	b.WriteString(listAnnotations(rows, "annotation"))
	b.WriteString(listAnnotations(columns, "annotation of columns"))
	return b.String()
}

// beside returns the annotations that are no columns of the data.
func beside(list []inference.Annotation, d *inference.Dataset) []inference.Annotation {
	return slices.DeleteFunc(slices.Clone(list),
		func(a inference.Annotation) bool { return slices.Contains(d.Columns, a.Name) })
}

// listAnnotations returns a line that names annotations with their numbers of levels, or says that they are
// numbers; "" for none.
func listAnnotations(list []inference.Annotation, word string) string {
	if len(list) == 0 {
		return ""
	}
	names := make([]string, len(list))
	for i, a := range list {
		if names[i] = fmt.Sprintf("%s (%d)", a.Name, len(a.Levels)); a.Numeric && !a.Groups() {
			names[i] = a.Name + " · numbers"
		}
	}
	if len(names) > 1 {
		word = strings.Replace(word, "annotation", "annotations", 1)
	}
	const most = 6
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	return "\n" + word + ": " + strings.Join(names, ", ")
}

// LeftOut describes in two words the parts left out of a table before the most variable are chosen.
func LeftOut(p inference.Preprocessing) string {
	if p.Leave == (inference.LeaveOut{}) {
		return "nothing"
	}
	rules := 0
	for _, l := range []inference.Limit{p.Leave.MissingRows, p.Leave.MissingColumns, p.Leave.VarianceRows,
		p.Leave.VarianceColumns} {
		if l.Set {
			rules++
		}
	}
	names := len(p.Leave.Rows.List()) + len(p.Leave.Columns.List())
	switch {
	case rules == 0:
		return plotting.Plural(names, "name")
	case names == 0:
		return "by " + plotting.Plural(rules, "rule")
	}
	return plotting.Plural(names, "name") + ", " + plotting.Plural(rules, "rule")
}

// FirstNote returns the first note on a table and its data, nil where they are not made, shortened, and how many are
// left to read.
func FirstNote(t *inference.Table, d *inference.Dataset) (string, int) {
	notes := TableNotes(t, d)
	if len(notes) == 0 {
		return "", 0
	}
	text := notes[0]
	if r := []rune(text); len(r) > 150 {
		return string(r[:140]) + "…", len(notes)
	}
	return text, len(notes) - 1
}

// TableNotes returns notes for the user about a table and its data, nil where they are not made.
func TableNotes(t *inference.Table, d *inference.Dataset) []string {
	notes := slices.Clone(d.NotesOf(t))
	for i, note := range notes {
		notes[i] = say.WithoutFlags(note)
	}
	return notes
}

// TopText returns how many of the most variable are kept, as it is typed and as it is read.
func TopText(k int) (text, rest string) {
	if k == 0 {
		return "", ""
	}
	return strconv.Itoa(k), say.Thousands(k) + " most"
}
