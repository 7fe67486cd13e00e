package column

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference/words"
)

// A List gives the kinds of some columns of a table: lines of a name, "=" and a kind. A name may hold * for any text. A
// later line counts more than an earlier one, and a name more than a pattern. Before a composition, and ranks within
// rows, stand the names or patterns of several columns with commas between them. Columns that no line names are
// numbers, or annotations if they are text. The empty list says nothing; lists can be compared.
type List string

// An Entry is one line of a list.
type Entry struct {
	Name string // of a column, or of several where the kind is of a group
	Kind Kind
}

// Names returns the names or patterns of the columns of the entry.
func (e Entry) Names() []string {
	if !e.Kind.Grouped() {
		return []string{e.Name}
	}
	return split(e.Name)
}

// GroupOf writes the names of columns as those of one entry.
func GroupOf(names []string) string {
	escaped := make([]string, len(names))
	for i, n := range names {
		escaped[i] = escape.Replace(n)
	}
	return strings.Join(escaped, ",")
}

// String writes the entry as [ParseEntry] reads it.
func (e Entry) String() string { return e.Name + "=" + e.Kind.String() }

// ParseEntry reads a name, "=" and a kind. The name ends at the first "=" after which a kind stands.
func ParseEntry(text string) (Entry, error) {
	var first error
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '=')
		if next < 0 {
			break
		}
		at += next
		k, err := Parse(text[at+1:])
		name := strings.TrimSpace(text[:at])
		if e := (Entry{name, k}); err == nil && !slices.Contains(e.Names(), "") && !strings.ContainsAny(name, "\n\r") {
			return e, nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		first = fmt.Errorf("write the name of a column, = and its kind, such as grade=ordered:low,mid,high")
	}
	return Entry{}, fmt.Errorf("%q: %w", words.Shorten(text), first)
}

// ListOf returns the list of some entries.
func ListOf(entries ...Entry) List {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = e.String()
	}
	return List(strings.Join(lines, "\n"))
}

// Entries returns the lines of the list, without those that cannot be read.
func (l List) Entries() (entries []Entry) {
	for _, line := range l.lines() {
		if e, err := ParseEntry(line); err == nil {
			entries = append(entries, e)
		}
	}
	return entries
}

// Check returns why a line cannot be read, nil if all can.
func (l List) Check() error {
	for _, line := range l.lines() {
		if _, err := ParseEntry(line); err != nil {
			return err
		}
	}
	return nil
}

func (l List) lines() []string {
	if l == "" {
		return nil
	}
	return strings.Split(string(l), "\n")
}

// Active reports whether the list says anything.
func (l List) Active() bool { return l != "" }

// With returns the list with an entry in place of all others of its name, and of its columns.
func (l List) With(e Entry) List {
	for _, name := range append(e.Names(), e.Name) {
		l = l.Without(name)
	}
	return ListOf(append(l.Entries(), e)...)
}

// Without returns the list without the entries of a name, and without that column in groups, of which two columns are
// left at least.
func (l List) Without(name string) List {
	var rest []Entry
	for _, e := range l.Entries() {
		left := slices.DeleteFunc(e.Names(), func(n string) bool { return n == name })
		switch {
		case e.Name == name, len(left) == 0, e.Kind.Grouped() && len(left) == 1 && !strings.Contains(left[0], "*"):
		case len(left) < len(e.Names()):
			rest = append(rest, Entry{GroupOf(left), e.Kind})
		default:
			rest = append(rest, e)
		}
	}
	return ListOf(rest...)
}

// A Finder finds the kind of a column by its name.
type Finder struct {
	exact    map[string]Kind
	patterns []Entry // the last first
}

// Finder returns that of the list.
func (l List) Finder() Finder {
	f := Finder{exact: map[string]Kind{}}
	for _, e := range l.Entries() {
		if e.Kind.Grouped() {
			e.Kind.Group = e.Name
		}
		for _, name := range e.Names() {
			f.exact[name] = e.Kind
			if strings.Contains(name, "*") {
				f.patterns = append(f.patterns, Entry{name, e.Kind})
			}
		}
	}
	slices.Reverse(f.patterns)
	return f
}

// Of returns the kind of a column, if the list says it. exact means that the column is named, and not only matched by
// a pattern.
func (f Finder) Of(name string) (k Kind, exact, ok bool) {
	if k, ok = f.exact[name]; ok {
		return k, true, true
	}
	for _, e := range f.patterns {
		if matches(e.Name, name) {
			return e.Kind, false, true
		}
	}
	return Kind{}, false, false
}

// Unknown returns the names and patterns of the list that none of the given names have.
func (l List) Unknown(names []string) (unknown []string) {
	there := make(map[string]bool, len(names))
	for _, n := range names {
		there[n] = true
	}
	for _, e := range l.Entries() {
		for _, name := range e.Names() {
			is := func(n string) bool { return matches(name, n) }
			if !there[name] && !(strings.Contains(name, "*") && slices.ContainsFunc(names, is)) {
				unknown = append(unknown, name)
			}
		}
	}
	return unknown
}

// Of returns the list without the names and patterns that none of the given names have.
func (l List) Of(names []string) List {
	unknown := l.Unknown(names)
	if len(unknown) == 0 {
		return l
	}
	var rest []Entry
	for _, e := range l.Entries() {
		all := e.Names()
		left := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(unknown, name) })
		switch {
		case len(left) == len(all):
			rest = append(rest, e)
		case len(left) > 0:
			rest = append(rest, Entry{GroupOf(left), e.Kind})
		}
	}
	return ListOf(rest...)
}

// matches reports whether a name is of a pattern in which * stands for any text.
func matches(pattern, name string) bool {
	first, rest, more := strings.Cut(pattern, "*")
	if !strings.HasPrefix(name, first) {
		return false
	}
	name = name[len(first):]
	for more {
		var part string
		if part, rest, more = strings.Cut(rest, "*"); !more {
			return strings.HasSuffix(name, part)
		}
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return name == ""
}

// MarshalJSON writes a list of lines.
func (l List) MarshalJSON() ([]byte, error) { return json.Marshal(l.lines()) }

// UnmarshalJSON reads a list of lines. The error names the line that says no kind.
func (l *List) UnmarshalJSON(data []byte) error {
	var lines []string
	if err := json.Unmarshal(data, &lines); err != nil {
		return err
	}
	entries := make([]Entry, len(lines))
	for i, line := range lines {
		var err error
		if entries[i], err = ParseEntry(line); err != nil {
			return err
		}
	}
	*l = ListOf(entries...)
	return nil
}
