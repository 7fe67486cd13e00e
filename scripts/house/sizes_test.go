package house

import (
	"bytes"
	"go/ast"
	"testing"
)

// Limits of a package, tests aside, of a function and of a type. More is several things.
const (
	mostFiles         = 40
	mostLines         = 8000
	mostFunctionLines = 100
	mostMethods       = 59 // exported or not
)

// TestPackagesAndFunctionsAreSmall counts the files and lines of each package and the lines of
// each function, tests aside.
func TestPackagesAndFunctionsAreSmall(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	functions := 0
	for _, s := range sources(t, ".") {
		if s.test() {
			continue
		}
		files[s.room()]++
		lines[s.room()] += bytes.Count(s.text, []byte("\n"))
		for _, d := range s.file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			n := s.set.Position(fn.End()).Line - s.set.Position(fn.Pos()).Line + 1
			if n > mostFunctionLines {
				t.Errorf("%s: %s has %d lines, more than %d: make it several functions",
					s.set.Position(fn.Pos()), fn.Name.Name, n, mostFunctionLines)
			}
		}
	}
	if len(files) < 60 || functions < 3000 {
		t.Fatalf("only %d packages and %d functions found", len(files), functions)
	}
	for room, n := range files {
		if n > mostFiles || lines[room] > mostLines {
			t.Errorf("%s has %d files and %d lines, more than %d and %d: make it several packages",
				room, n, lines[room], mostFiles, mostLines)
		}
	}
}

// TestTypesAreSmall counts the methods that each type declares, tests aside. A type that holds nothing but another type
// of its package, embedded, is no division of that type: its methods count as the other's.
func TestTypesAreSmall(t *testing.T) {
	methods, of := map[string]int{}, map[string]string{}
	for _, s := range sources(t, ".") {
		for _, d := range s.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && !s.test() {
				for _, spec := range g.Specs {
					if typ, ok := spec.(*ast.TypeSpec); ok {
						if inner := onlyEmbeds(typ.Type); inner != "" {
							of[s.room()+"."+typ.Name.Name] = s.room() + "." + inner
						}
					}
				}
			}
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && !s.test() {
				methods[s.room()+"."+receiver(fn.Recv.List[0].Type)]++
			}
		}
	}
	if methods["inference.Settings"] == 0 || methods["inference/tree.Tree"] == 0 {
		t.Fatal("the methods of types that are known were not found")
	}
	counted := map[string]int{}
	for name, n := range methods {
		for of[name] != "" {
			name = of[name]
		}
		counted[name] += n
	}
	methods = counted
	for name, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods, more than %d: make it several types", name, n, mostMethods)
		}
	}
}

// onlyEmbeds names the type that a struct embeds, itself or by a pointer, if the struct holds nothing else and the type
// is of the same package; else "".
func onlyEmbeds(e ast.Expr) string {
	s, ok := e.(*ast.StructType)
	if !ok || len(s.Fields.List) != 1 || len(s.Fields.List[0].Names) > 0 {
		return ""
	}
	return receiver(s.Fields.List[0].Type)
}

// receiver names the type of a receiver.
func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
