// Package house tests what holds for the whole repository: directions of imports, sizes, documents.
package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain runs the tests in the root folder of the repository, so that paths read as everywhere else.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// A source is a parsed Go file.
type source struct {
	path string
	text []byte
	set  *token.FileSet
	file *ast.File
}

// room returns the folder of the file, with slashes; "." is the root.
func (s source) room() string { return filepath.ToSlash(filepath.Dir(s.path)) }

// test reports whether the file holds tests.
func (s source) test() bool { return strings.HasSuffix(s.path, "_test.go") }

// parsed keeps what sources found.
var parsed = map[string][]source{}

// sources parses the Go files of a folder and the folders in it, but for test data and hidden folders.
func sources(t *testing.T, folder string) (all []source) {
	t.Helper()
	if all, ok := parsed[folder]; ok {
		return all
	}
	// The cache of test results hears of a change of folder only while a test runs; without this it would
	// look for the files elsewhere, and keep a verdict on files that have changed.
	if err := os.Chdir("."); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "bin"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		s := source{path: path, set: token.NewFileSet()}
		if s.text, err = os.ReadFile(path); err != nil {
			return err
		}
		s.file, err = parser.ParseFile(s.set, path, s.text, parser.SkipObjectResolution)
		all = append(all, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	parsed[folder] = all
	return all
}
