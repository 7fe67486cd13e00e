package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostMethods is how many exported methods a type may have. One with more is several things.
const mostMethods = 40

// TestNoTypeHasTooManyMethods counts the exported methods that each type declares.
func TestNoTypeHasTooManyMethods(t *testing.T) {
	methods := map[string]int{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || !fn.Name.IsExported() {
				continue
			}
			methods[filepath.Dir(path)+"."+receiver(fn.Recv.List[0].Type)]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if methods["inference.Settings"] == 0 || methods[filepath.Join("inference", "tree")+".Tree"] == 0 {
		t.Fatal("the methods of types that are known were not found")
	}
	for name, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d exported methods, more than %d: make it several types", name, n, mostMethods)
		}
	}
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
