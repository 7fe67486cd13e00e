package geneset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"example.org/espalier/inference/read"
)

// A Set is names that belong together.
type Set struct {
	Name, Description string
	Members           []string // each once
}

// mostSets and mostMembers limit how much is read of a file.
const (
	mostSets    = 200_000
	mostMembers = 20_000_000
)

// ReadGMT reads sets in the form of the Broad Institute: one on each line, its name, a description and its
// members, separated by tabs. Empty cells are left out. file is the base name, for errors, which are of
// type *[read.Error].
func ReadGMT(file string, text []byte) ([]Set, error) {
	fail := func(line int, what, remedy string) ([]Set, error) {
		return nil, &read.Error{File: file, Line: line, What: what, Remedy: remedy}
	}
	const form = "A GMT file has one set on each line: its name, a description and its members, separated by tabs."
	var sets []Set
	at, members := map[string]int{}, 0
	text = bytes.TrimPrefix(text, []byte{0xef, 0xbb, 0xbf})
	for line := 1; len(text) > 0; line++ {
		row, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		cells := strings.Split(strings.TrimRight(string(row), "\r"), "\t")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if strings.Join(cells, "") == "" || strings.HasPrefix(cells[0], "#") {
			continue
		}
		if len(cells) < 3 {
			return fail(line, fmt.Sprintf("has %d cells separated by tabs; a set needs at least three", len(cells)), form)
		}
		if cells[0] == "" {
			return fail(line, "has a set without a name", form)
		}
		if before, twice := at[cells[0]]; twice {
			return fail(line, fmt.Sprintf("repeats the name %q of the set on line %d", cells[0], before),
				"Give each set a name of its own.")
		}
		at[cells[0]] = line
		set := Set{Name: cells[0], Description: cells[1]}
		seen := map[string]bool{"": true}
		for _, name := range cells[2:] {
			if !seen[name] {
				seen[name] = true
				set.Members = append(set.Members, name)
			}
		}
		if members += len(set.Members); len(sets) == mostSets || members > mostMembers {
			return fail(line, "the file contains too many sets or names", "Keep the sets you need in a smaller file.")
		}
		sets = append(sets, set)
	}
	if len(sets) == 0 {
		return fail(0, "the file contains no sets", form)
	}
	return sets, nil
}

// WriteGMT writes sets. Tabs and ends of lines in names become spaces. A set without a description gets the
// usual "na".
func WriteGMT(w io.Writer, sets []Set) error {
	b := bufio.NewWriter(w)
	for _, s := range sets {
		about := clean(s.Description)
		if about == "" {
			about = "na"
		}
		b.WriteString(clean(s.Name) + "\t" + about)
		for _, m := range s.Members {
			b.WriteString("\t" + clean(m))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

func clean(s string) string { return strings.Join(strings.Fields(s), " ") }

// SetsOf makes sets of lists, each with the same description. Lists without names are left out.
func SetsOf(lists []List, description string) (sets []Set) {
	for _, l := range lists {
		if len(l.Names) > 0 {
			sets = append(sets, Set{l.Name, description, l.Names})
		}
	}
	return sets
}
