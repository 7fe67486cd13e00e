package house

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

var quoted = regexp.MustCompile("`([^`]+)`")

// The table of packages in docs/architecture.md names every package, and nothing that does not exist. The
// first name of a row is whole; the others may be short, as in "`plotting/dendro`, `matrix`".
func TestArchitectureNamesPackages(t *testing.T) {
	packages := map[string]bool{}
	for _, s := range sources(t, ".") {
		if !s.test() {
			packages[s.room()] = true
		}
	}
	text := read(t, "docs/architecture.md")
	_, table, ok := strings.Cut(text, "| package | holds |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if !ok || len(packages) < 100 {
		t.Fatalf("no table, or only %d packages", len(packages))
	}
	named := map[string]bool{".": true}
	var folders []string // all that is in them is named
	for _, row := range strings.Split(table, "\n") {
		cell, words, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
		whole := ""
		for i, match := range quoted.FindAllStringSubmatch(cell, -1) {
			name := match[1]
			if folder, ok := strings.CutSuffix(name, "/…"); ok {
				folders, name = append(folders, folder+"/"), folder
			}
			if i == 0 {
				whole = name
			}
			found := resolved(name, whole, packages)
			if _, err := os.Stat(name); found == "" && err != nil {
				t.Errorf("%s names %s, which does not exist", cell, name)
			}
			named[found] = true
		}
		for _, match := range quoted.FindAllStringSubmatch(words, -1) {
			named[resolved(match[1], whole, packages)] = true
		}
	}
	for name := range packages {
		inFolder := false
		for _, folder := range folders {
			inFolder = inFolder || strings.HasPrefix(name+"/", folder)
		}
		if !named[name] && !inFolder {
			t.Errorf("docs/architecture.md does not name %s", name)
		}
	}
}

// resolved returns the package of a name that stands in a row after a whole one: itself, or one in a folder above.
func resolved(name, whole string, packages map[string]bool) string {
	if packages[name] {
		return name
	}
	for folder := whole; folder != "."; folder = path.Dir(folder) {
		if in := path.Join(folder, name); packages[in] {
			return in
		}
	}
	return ""
}
