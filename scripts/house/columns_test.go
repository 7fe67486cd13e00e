package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	// mostColumns is the greatest width of a line in characters; a tab is one.
	mostColumns = 120
	// longText is the length from which on a text may make its line longer: a part of it could not be searched for.
	longText = 80
)

// olderLines is how many longer lines some folders still have: batch and a file of depict have no room for more.
// The numbers may only become smaller.
var olderLines = map[string]int{"batch": 51, "plotting/depict": 34, elsewhere: 3}

// elsewhere stands for all other folders: a formula, a row of methods, a line of C.
const elsewhere = "elsewhere"

// TestLinesFit asks that lines fit in 120 columns, tests aside. A tag of a struct and a long text may be longer.
func TestLinesFit(t *testing.T) {
	long, read := map[string][]string{}, 0
	for _, s := range sources(t, ".") {
		if s.test() {
			continue
		}
		read++
		folder := elsewhere
		for f := range olderLines {
			if strings.HasPrefix(s.path, f+"/") {
				folder = f
			}
		}
		for _, line := range longLines(s) {
			long[folder] = append(long[folder], fmt.Sprintf("%s:%d", s.path, line))
		}
	}
	if read < 1000 {
		t.Fatalf("only %d files were read", read)
	}
	for folder, lines := range long {
		if n, most := len(lines), olderLines[folder]; n > most {
			t.Errorf("%s: %d lines are longer than %d columns, more than %d: break them after a comma or an operator\n%s",
				folder, n, mostColumns, most, strings.Join(lines, "\n"))
		} else if n < most {
			t.Logf("%s: only %d lines are longer than %d columns: write that number in place of %d",
				folder, n, mostColumns, most)
		}
	}
}

// TestLongLinesAreFound shows which lines count as too long.
func TestLongLinesAreFound(t *testing.T) {
	wide, text := strings.Repeat("x", mostColumns), strings.Repeat("x", longText)
	for name, line := range map[string]string{"code": "var y" + wide + " int", "comment": "// " + wide,
		"short text": `var y` + wide + ` = "x"`} {
		if got := longLines(parsedLines(t, line)); len(got) != 1 || got[0] != 3 {
			t.Errorf("%s: the long lines are %v, not line 3", name, got)
		}
	}
	for name, line := range map[string]string{"short line": "var y int // " + wide[:mostColumns-13],
		"text": `var y = "` + text + `" + "` + wide[:50] + `"`, "text of several lines": "var y = `\n" + wide + "\n`",
		"tag": "type y struct{ X int `json:\"" + wide + "\"` }"} {
		if got := longLines(parsedLines(t, line)); len(got) != 0 {
			t.Errorf("%s: lines %v count as too long", name, got)
		}
	}
}

// parsedLines returns a file of a package that consists of some lines, the first of which is line 3.
func parsedLines(t *testing.T, lines string) source {
	t.Helper()
	s := source{path: "x.go", text: []byte("package x\n\n" + lines + "\n"), set: token.NewFileSet()}
	var err error
	if s.file, err = parser.ParseFile(s.set, s.path, s.text, parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	return s
}

// longLines returns the numbers of the lines of a file that are too long, in order.
func longLines(s source) (long []int) {
	excused := map[int]bool{}
	excuse := func(l *ast.BasicLit) {
		for i := s.set.Position(l.Pos()).Line; i <= s.set.Position(l.End()).Line; i++ {
			excused[i] = true
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Field:
			if x.Tag != nil {
				excuse(x.Tag)
			}
		case *ast.BasicLit:
			if x.Kind == token.STRING && utf8.RuneCountInString(x.Value) >= longText {
				excuse(x)
			}
		}
		return true
	})
	for i, line := range strings.Split(string(s.text), "\n") {
		if utf8.RuneCountInString(line) > mostColumns && !excused[i+1] {
			long = append(long, i+1)
		}
	}
	return long
}
