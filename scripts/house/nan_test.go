package house

import (
	"go/ast"
	"go/token"
	"testing"
)

// A check of a number must fail for NaN, which is not greater than any tolerance: !(math.Abs(got-want) <= 1e-9), or
// inferencetest.Near, and never math.Abs(got-want) > 1e-9.
func TestChecksSeeNaN(t *testing.T) {
	files := 0
	for _, s := range sources(t, ".") {
		if !s.test() {
			continue
		}
		files++
		ast.Inspect(s.file, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			if !ok || b.Op != token.GTR {
				return true
			}
			call, ok := b.X.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Abs" {
				t.Errorf("%s: NaN passes; write !(math.Abs(…) <= …)", s.set.Position(b.Pos()))
			}
			return true
		})
	}
	if files < 100 {
		t.Errorf("only %d files of tests were found", files)
	}
}
