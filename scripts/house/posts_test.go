package house

import (
	"go/ast"
	"testing"
)

// A worker that is given a function which calls what it posts runs that on its own goroutine, beside the
// test's. Tests give it viewstest.Stage.Post, which leaves it to the test.
func TestPostsRunOnTheTestsGoroutine(t *testing.T) {
	files := 0
	for _, room := range []string{"views", "ui"} {
		for _, s := range sources(t, room) {
			if !s.test() {
				continue
			}
			files++
			ast.Inspect(s.file, func(n ast.Node) bool {
				if f, ok := n.(*ast.FuncLit); ok && callsItsArgument(f) {
					t.Errorf("%s: what is posted runs on the worker; post by viewstest.Stage.Post", s.set.Position(f.Pos()))
				}
				return true
			})
		}
	}
	if files < 100 {
		t.Errorf("only %d files were found", files)
	}
}

// callsItsArgument tells whether a function takes a function without arguments and calls it at once.
func callsItsArgument(f *ast.FuncLit) bool {
	list := f.Type.Params.List
	if len(list) != 1 || len(list[0].Names) != 1 {
		return false
	}
	posted, ok := list[0].Type.(*ast.FuncType)
	if !ok || len(posted.Params.List) > 0 || posted.Results != nil {
		return false
	}
	calls := false
	for _, s := range f.Body.List {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		if c, ok := e.X.(*ast.CallExpr); ok {
			name, ok := c.Fun.(*ast.Ident)
			calls = calls || ok && name.Name == list[0].Names[0].Name
		}
	}
	return calls
}
