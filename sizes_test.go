package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Most files and lines of a package, tests aside, and most lines of a function.
const (
	mostFiles         = 40
	mostLines         = 8000
	mostFunctionLines = 100
)

// larger are packages that may have more: files and lines.
var larger = map[string][2]int{
	filepath.Join("inference", "model", "pydt"): {105, 19000}, // one subject
}

// TestPackagesAndFunctionsAreSmall counts the files and lines of each package and the lines of
// each function, tests aside.
func TestPackagesAndFunctionsAreSmall(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	functions := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		room := filepath.Dir(path)
		files[room]++
		lines[room] += bytes.Count(text, []byte("\n"))
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
			if n > mostFunctionLines {
				t.Errorf("%s: %s has %d lines, more than %d: make it several functions", set.Position(fn.Pos()), fn.Name.Name, n, mostFunctionLines)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 60 || functions < 3000 {
		t.Fatalf("only %d packages and %d functions found", len(files), functions)
	}
	for room, n := range files {
		most := [2]int{mostFiles, mostLines}
		if m, ok := larger[room]; ok {
			most = m
		}
		if n > most[0] || lines[room] > most[1] {
			t.Errorf("%s has %d files and %d lines, more than %d and %d: make it several packages", room, n, lines[room], most[0], most[1])
		}
	}
}
