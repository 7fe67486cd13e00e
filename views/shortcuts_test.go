package views

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/pane"
)

// Each table by which a view runs commands is one of those that the help takes.
func TestHelpHasAllTables(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	used, helped := map[string]bool{}, map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			at := map[string]int{"ByRune": 0, "Help": 1}
			if i, ok := at[f.Sel.Name]; ok && i < len(call.Args) {
				if table, ok := call.Args[i].(*ast.Ident); ok {
					if path := filepath.Dir(name) + "." + table.Name; i == 0 {
						used[path] = true
					} else {
						helped[path] = true
					}
				}
			}
			return true
		})
	}
	if len(used) < 3 {
		t.Errorf("only %d tables were found", len(used))
	}
	for table := range used {
		if !helped[table] {
			t.Errorf("the help leaves out the keys of %s: add it to Shortcuts in the keys.go of its package", table)
		}
	}
}

// Each key that a figure declares is in the help.
func TestHelpHasDeclaredKeys(t *testing.T) {
	list := Shortcuts()
	figures := 0
	for _, e := range depict.Entries() {
		keys := pane.Shortcuts(e.Tab)
		if len(keys) > 0 {
			figures++
		}
		for _, k := range keys {
			if e.Tab != "Contours" && e.Tab != "Tree" && !slices.Contains(list, k) {
				// Clusters has the same ones, and the view of trees its own
				t.Errorf("the help leaves out %+v: add the tab to the Shortcuts of its package", k)
			}
		}
	}
	if figures < 12 {
		t.Errorf("only %d figures declare keys", figures)
	}
}

func TestKeysAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, c := range Shortcuts() {
		if c.Title == "" || c.Group == "" {
			t.Errorf("%+v", c)
		}
		for _, k := range strings.Split(c.Keys, ", ") {
			if !OfTree(c) { // another figure has the keys then
				k = c.Group + ": " + k
			}
			if other, ok := seen[k]; ok {
				t.Errorf("%s is both %q and %q", k, other, c.Title)
			}
			seen[k] = c.Title
		}
	}
}
