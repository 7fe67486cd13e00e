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

// A check of a number must fail for NaN, which is not greater than any tolerance: !(math.Abs(got-want) <= 1e-9), or
// inferencetest.Near, and never math.Abs(got-want) > 1e-9.
func TestChecksSeeNaN(t *testing.T) {
	files := 0
	for _, room := range []string{"algorithm", "model", "process", "stat"} {
		err := filepath.WalkDir(filepath.Join("inference", room), func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, "_test.go") {
				return err
			}
			files++
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				b, ok := n.(*ast.BinaryExpr)
				if !ok || b.Op != token.GTR {
					return true
				}
				call, ok := b.X.(*ast.CallExpr)
				if !ok {
					return true
				}
				if s, ok := call.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Abs" {
					t.Errorf("%s: NaN passes; write !(math.Abs(…) <= …)", set.Position(b.Pos()))
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Errorf("only %d files were found", files)
	}
}
