package annotate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// A Target is a side of a table that names are looked for on.
type Target string

// The targets.
const (
	Either  Target = "" // the side of which more names match
	Rows    Target = "rows"
	Columns Target = "columns"
)

// Choices say how to join; the zero value guesses everything.
type Choices struct {
	Target Target
	Key    int  // column of the file that holds the names, from 1; 0 takes the one of which most match
	Exact  bool // names must be the same
}

// A Joined holds the annotations of a table from a file.
type Joined struct {
	File   string
	Target Target // Rows or Columns
	Key    int    // column of the file that holds the names, from 1
	Fields []string
	// Header says that the first line names the columns of the file. It does where its own cell in the
	// column of names is no name of the table.
	Header bool
	*Match
	// Annotations have a value for each row, or each column, of the table.
	Annotations []inference.Annotation
	Empty       []string // columns of the file without a value for any of them
}

// Join looks for the names of a table in a file. The error says that none is there. It panics if the
// lines are not equally wide.
func Join(t *inference.Table, l *Lines, c Choices) (*Joined, error) {
	if l.Width() == 0 {
		return nil, fmt.Errorf("%s contains no lines to join", l.File)
	}
	if c.Key > l.Width() {
		return nil, fmt.Errorf("%s has no column %d: it has %d", l.File, c.Key, l.Width())
	}
	best := &Joined{}
	sides := []Target{Rows, Columns}
	if c.Target != Either {
		sides = []Target{c.Target}
	}
	keys := inference.UpTo(l.Width())
	if c.Key > 0 {
		keys = []int{c.Key - 1}
	}
	for _, side := range sides {
		names := t.Rows
		if side == Columns {
			names = t.Columns
		}
		for _, key := range keys {
			m := MatchNames(names, l.column(key, 0), !c.Exact)
			if best.Match == nil || m.Matched() > best.Matched() {
				best = &Joined{File: l.File, Target: side, Key: key + 1, Match: m}
			}
		}
	}
	if best.Matched() == 0 {
		problem := noMatch(t, l, c)
		if c.Target != Either {
			c.Target = Either
			if other, err := Join(t, l, c); err == nil {
				problem.Other = other.Target
			}
		}
		return nil, problem
	}
	best.take(l)
	return best, nil
}

// A NoMatch is the error of a file without a name of the table.
type NoMatch struct {
	File, What string
	Other      Target // the side of the table that the file does name, "" for none
}

func (e *NoMatch) Error() string { return e.File + ": " + e.What + ". " + e.Remedy() }

// Remedy advises the user.
func (e *NoMatch) Remedy() string {
	switch e.Other {
	case Rows:
		return "It names rows: join it to the rows of the table (--row-annotations)."
	case Columns:
		return "It names columns: join it to the columns of the table (--column-annotations)."
	}
	return "Put the names into one column of the file, spelt as in the table."
}

func noMatch(t *inference.Table, l *Lines, c Choices) *NoMatch {
	what, example := "row or column", t.Rows[0]
	switch c.Target {
	case Rows:
		what = "row"
	case Columns:
		what, example = "column", t.Columns[0]
	}
	first := l.Cells[min(1, len(l.Cells)-1)][max(0, c.Key-1)]
	return &NoMatch{File: l.File, What: fmt.Sprintf("no line names a %s of %s: the file has %q, the table has %q", what,
		t.Name, words.Shorten(first), words.Shorten(example))}
}

// take reads the annotations of the rows or columns that matched.
func (j *Joined) take(l *Lines) {
	j.Header = !slices.Contains(j.To, 0)
	key, skipped := j.Key-1, 0
	if j.Header {
		skipped = 1
		name := l.Cells[0][key]
		j.Surplus = slices.DeleteFunc(j.Surplus, func(s string) bool { return s == name })
	}
	j.Fields = fields(l, j.Header)
	for k, name := range j.Fields {
		if k == key {
			continue
		}
		values, any := make([]string, len(j.To)), false
		for i, line := range j.To {
			if line >= skipped {
				values[i] = strings.Join(strings.Fields(l.Cells[line][k]), " ")
				any = any || values[i] != ""
			}
		}
		if !any {
			j.Empty = append(j.Empty, name)
			continue
		}
		j.Annotations = append(j.Annotations, inference.NewAnnotation(name, values))
	}
}

// fields names the columns of a file, each name once.
func fields(l *Lines, header bool) []string {
	names := make([]string, l.Width())
	taken := map[string]bool{}
	for k := range names {
		if header {
			names[k] = strings.Join(strings.Fields(l.Cells[0][k]), " ")
		}
		if names[k] == "" {
			names[k] = "column " + strconv.Itoa(k+1)
		}
		for base, i := names[k], 2; taken[names[k]]; i++ {
			names[k] = base + "_" + strconv.Itoa(i)
		}
		taken[names[k]] = true
	}
	return names
}

// AddTo returns a table with the annotations. It panics if t is not the table that was joined.
func (j *Joined) AddTo(t *inference.Table) *inference.Table {
	for _, a := range j.Annotations {
		if j.Target == Columns {
			t = t.WithColumnAnnotation(a)
		} else {
			t = t.WithAnnotation(a)
		}
	}
	return t
}

// Notes says in sentences what matched and what did not.
func (j *Joined) Notes() []string {
	what := strings.TrimSuffix(string(j.Target), "s")
	notes := []string{fmt.Sprintf("%s annotates %d of %s, by %q.", j.File, j.Matched(), inference.Plural(len(j.To), what),
		j.Fields[j.Key-1])}
	for _, l := range j.Lists() {
		for i := range l.Names {
			l.Names[i] = words.Shorten(l.Names[i])
		}
		notes = append(notes, fmt.Sprintf("%s: %s: %s.", j.File, l.Title, l.Text(5)))
	}
	return notes
}

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
