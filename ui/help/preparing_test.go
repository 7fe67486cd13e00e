package help

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/recipe"
)

// TestPreparingIsTrueToTheDocuments: each step of the page can be read, has one sentence, and is in the table of docs/preparing.md,
// which lists no other. The kinds of columns that it lists can be read, and none is left out.
func TestPreparingIsTrueToTheDocuments(t *testing.T) {
	text, err := os.ReadFile("../../docs/preparing.md")
	if err != nil {
		t.Fatal(err)
	}
	columns, ofSteps, found := strings.Cut(string(text), "\n## Steps\n")
	if !found {
		t.Fatal("docs/preparing.md has no section on steps")
	}
	kinds := func(written string) (names []string) {
		r, err := recipe.Parse(written)
		if err != nil {
			t.Errorf("%q: %v", written, err)
		}
		for _, step := range r {
			names = append(names, step.Kind.Name)
		}
		return names
	}
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(ofSteps, -1) {
		for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			for _, name := range kinds(code[1]) {
				documented[name] = true
			}
		}
	}
	sorts := map[column.Sort]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(columns, -1) {
		for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			kind, err := column.Parse(code[1])
			if err != nil {
				t.Errorf("%q is no kind of column: %v", code[1], err)
			}
			sorts[kind.Sort] = true
		}
	}
	for _, s := range column.Sorts() {
		if !sorts[s] {
			t.Errorf("%v is not in the table of kinds", s)
		}
	}
	shown := map[string]bool{}
	for _, s := range steps() {
		if s.title == "" || !strings.HasSuffix(s.does, ".") || strings.Count(s.does, ". ") > 0 {
			t.Errorf("%+v is no step with one sentence", s)
		}
		for _, name := range kinds(strings.ReplaceAll(s.written, ", ", ",")) {
			shown[name] = true
			if !documented[name] {
				t.Errorf("%s is not in the table of steps", name)
			}
		}
	}
	for name := range documented {
		if !shown[name] {
			t.Errorf("the page does not list %s", name)
		}
	}
	if len(shown) < 15 {
		t.Errorf("%d steps", len(shown))
	}
}
