package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every table of docs/validation.md has one begin and one end, and the table at the top says which command makes it.
func TestValidationTablesHaveCommands(t *testing.T) {
	text, err := os.ReadFile("docs/validation.md")
	if err != nil {
		t.Fatal(err)
	}
	var open string
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^<!-- (begin|end) (\S+) -->$`).FindAllStringSubmatch(string(text), -1) {
		switch what, name := m[1], m[2]; {
		case what == "begin" && (open != "" || slices.Contains(names, name)):
			t.Errorf("%s begins within %s or twice", name, open)
		case what == "begin":
			open, names = name, append(names, name)
		case open != name:
			t.Errorf("%s ends where %s is open", name, open)
		default:
			open = ""
		}
	}
	if open != "" {
		t.Errorf("%s does not end", open)
	}
	head, _, _ := strings.Cut(string(text), "\n## ")
	var listed []string
	for _, line := range strings.Split(head, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				listed = append(listed, m[1])
			}
		}
	}
	has := func(list []string, name string) bool {
		return slices.ContainsFunc(list, func(l string) bool {
			family, all := strings.CutSuffix(l, "…")
			return l == name || all && strings.HasPrefix(name, family)
		})
	}
	for _, name := range names {
		if !has(listed, name) {
			t.Errorf("no command is given for the table %s", name)
		}
	}
	for _, l := range listed {
		if !slices.ContainsFunc(names, func(name string) bool { return has([]string{l}, name) }) {
			t.Errorf("a command is given for %s, and there is no such table", l)
		}
	}
}
