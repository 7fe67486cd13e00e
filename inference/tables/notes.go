package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/words"
)

// Notes says in sentences what matched and what did not.
func (j *Joined) Notes() []string {
	side := "row"
	if j.Columns {
		side = "column"
	}
	matched := j.Matched()
	notes := []string{fmt.Sprintf("%s adds a table: it has %d of the %s.", j.Name, matched, words.Plural(len(j.To),
		side))}
	add := func(format string, list ...any) { notes = append(notes, j.Name+": "+fmt.Sprintf(format, list...)) }
	switch {
	case j.ByPlace:
		add("neither table names its rows, so they were matched by their place. Give both a first column of names, " +
			"to be safe.")
	case j.Columns:
		add("its %s were matched to the columns of the table, so it adds rows.", map[bool]string{true: "columns",
			false: "rows"}[j.Turned])
	case j.Turned:
		add("its columns were matched to the rows of the table, so it was transposed.")
	}
	if n := len(j.Without); n > 0 {
		add("%s not in it: all its values are missing there: %s.", words.Plural(n, side), someNames(j.Without))
	}
	if n := len(j.Surplus); n > 0 {
		add("%s of it left out, because the table has no such name: %s.", words.Plural(n, side),
			someNames(j.Surplus))
	}
	if n := len(j.Guesses); n > 0 {
		names := make([]string, n)
		for i, g := range j.Guesses {
			names[i] = g.File + " for " + g.Table
		}
		add("%s matched although spelt otherwise: %s.", words.Plural(n, "name"), someNames(names))
	}
	if n := len(j.Renamed); n > 0 {
		add("%s in use before: the name of the table was put in front: %s.", words.Plural(n, "name"),
			someNames(j.Renamed))
	}
	return notes
}

// Lists returns the names that did not match, each list under a title.
func (j *Joined) Lists() []annotate.List {
	side := "rows"
	if j.Columns {
		side = "columns"
	}
	return (&annotate.Joined{Target: annotate.Target(side), Match: j.Match}).Lists()
}

func someNames(names []string) string { return words.QuoteSome(names, 5) }

func prefixed(name string, notes []string) (list []string) {
	for _, n := range notes {
		list = append(list, name+": "+n)
	}
	return list
}

// unique refuses a table of which the reader numbered rows, because their names stand twice.
func unique(t *inference.Table) error {
	for _, note := range t.Notes {
		about, names, found := strings.Cut(note, " already in use ")
		if _, names, _ = strings.Cut(names, ": "); !found || !strings.Contains(about, " row name") {
			continue
		}
		e := &Twice{Table: t.Name}
		if quoted, err := strconv.QuotedPrefix(names); err == nil {
			second, _ := strconv.Unquote(quoted)
			if cut := strings.LastIndex(second, "_"); cut > 0 {
				e.Name = second[:cut]
				e.Rows = [2]int{slices.Index(t.Rows, e.Name) + 1, slices.Index(t.Rows, second) + 1}
			}
		}
		return e
	}
	return nil
}

// Twice is the error of a table in which rows share a name, so that the other table does not say which is meant.
type Twice struct {
	Table, Name string
	Rows        [2]int // that have the name first, from 1, below the names of the columns
}

func (e *Twice) Error() string { return e.Table + ": " + e.What() + ". " + e.Remedy() }

// What describes the fault.
func (e *Twice) What() string {
	if e.Rows[0] == 0 || e.Rows[1] == 0 {
		return "rows share a name, so it is not clear which of them belongs to a row of the other table"
	}
	return fmt.Sprintf("rows %d and %d share the name %q, so it is not clear which of them belongs to that row of "+
		"the other table",
		e.Rows[0], e.Rows[1], words.Shorten(e.Name))
}

// Remedy advises the user.
func (e *Twice) Remedy() string {
	return "Give each row a name of its own in the file, or keep one row of each name."
}
