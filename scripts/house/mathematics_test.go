package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every numbered equation of docs/mathematics.md has a row in its first table, which names a file and what is declared
// there; the comments of the file name the equation. The other rows name files and declarations that there are.
func TestEquationsHaveFiles(t *testing.T) {
	text, err := os.ReadFile("docs/mathematics.md")
	if err != nil {
		t.Fatal(err)
	}
	head, body, found := strings.Cut(string(text), "\n## 2. ")
	if !found {
		t.Fatal("docs/mathematics.md has no section 2")
	}
	numbered := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m) {2,}\(([0-9]+(?:\.[0-9]+)?[a-z]?′?)\)(?:\.|$)`).FindAllStringSubmatch(body, -1) {
		if numbered[m[1]] {
			t.Errorf("two equations are numbered (%s)", m[1])
		}
		numbered[m[1]] = true
	}
	if len(numbered) < 20 {
		t.Fatalf("only %d numbered equations found", len(numbered))
	}
	row := regexp.MustCompile("(?m)^\\| (\\S+) \\| (.+) \\| `(\\S+)` \\| `(\\S+)` \\|$")
	rows := 0
	for _, m := range row.FindAllStringSubmatch(head, -1) {
		rows++
		label, path, name := strings.Trim(m[1], "()"), m[3], m[4]
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("docs/mathematics.md: %v", err)
			continue
		}
		if !declaresIn(file, name) {
			t.Errorf("docs/mathematics.md: %s declares no %s", path, name)
		}
		if label == m[1] { // a section
			if !strings.Contains(body, "\n### "+label+" ") {
				t.Errorf("docs/mathematics.md has no section %s", label)
			}
			continue
		}
		if !numbered[label] {
			t.Errorf("docs/mathematics.md has no equation %s", m[1])
		}
		delete(numbered, label)
		cites := regexp.MustCompile(`equation\s+` + regexp.QuoteMeta(label) + `([^0-9a-z′]|$)`)
		cited := false
		for _, c := range file.Comments {
			cited = cited || cites.MatchString(c.Text())
		}
		if !cited {
			t.Errorf("no comment of %s names equation %s, which docs/mathematics.md says is there", path, label)
		}
	}
	for label := range numbered {
		t.Errorf("the table at the top of docs/mathematics.md does not say where equation %s is", label)
	}
	if lines := strings.Count(head, "\n| ") - 1; rows != lines {
		t.Errorf("%d of %d lines of the table at the top of docs/mathematics.md are rows", rows, lines)
	}
}

// declaresIn reports whether a file declares a function, a type or, as Type.method, a method.
func declaresIn(f *ast.File, name string) bool {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			declared := d.Name.Name
			if d.Recv != nil {
				r := d.Recv.List[0].Type
				if star, ok := r.(*ast.StarExpr); ok {
					r = star.X
				}
				if id, ok := r.(*ast.Ident); ok {
					declared = id.Name + "." + declared
				}
			}
			if declared == name {
				return true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok && s.Name.Name == name {
					return true
				}
			}
		}
	}
	return false
}
