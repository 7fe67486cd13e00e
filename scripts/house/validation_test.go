package house

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/validation.md is read by people, who need the claims and the commands and not every number.
const mostWordsOfValidation = 1500

// functions lists the functions of the tests that start with a prefix, of all build tags.
func functions(t *testing.T, prefix string) (names []string) {
	for _, s := range sources(t, ".") {
		if !s.test() {
			continue
		}
		for _, d := range s.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, prefix) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

// Each long check is run by a command that docs/validation.md names, with what follows from it, and no command that
// stands there runs nothing.
func TestValidationNamesEveryCheck(t *testing.T) {
	text := read(t, "docs/validation.md")
	if n := len(strings.Fields(text)); n > mostWordsOfValidation {
		t.Errorf("docs/validation.md has %d words, more than %d: tables belong into bin/validation", n, mostWordsOfValidation)
	}
	checks := functions(t, "TestValidate")
	if len(checks) < 50 {
		t.Fatalf("only %d checks were found", len(checks))
	}
	var commands []*regexp.Regexp
	for _, m := range regexp.MustCompile("`scripts/validate ([A-Z]\\w+)`").FindAllStringSubmatch(text, -1) {
		c := regexp.MustCompile("Validate.*" + m[1])
		if !slices.ContainsFunc(checks, c.MatchString) {
			t.Errorf("scripts/validate %s runs no check", m[1])
		}
		commands = append(commands, c)
	}
	for _, check := range checks {
		if !slices.ContainsFunc(commands, func(c *regexp.Regexp) bool { return c.MatchString(check) }) {
			t.Errorf("no command of docs/validation.md runs %s", check)
		}
	}
}

// The tests that docs/checks.md names exist.
func TestChecksExist(t *testing.T) {
	text := read(t, "docs/checks.md")
	named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(text, -1)
	if len(named) < 80 {
		t.Fatalf("docs/checks.md names only %d tests", len(named))
	}
	all := functions(t, "Test")
	for _, m := range named {
		if !slices.Contains(all, m[1]) {
			t.Errorf("docs/checks.md names %s, which is no test", m[1])
		}
	}
}
