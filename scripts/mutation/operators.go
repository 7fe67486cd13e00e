package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// A mutant is one change of the source of a package: the bytes from low to high of a file become text.
type mutant struct {
	pkg, file string // import path, and path of the file from the root of the module
	operator  string
	low, high int
	text      string
	line      int
	was, is   string // the line before and after, without space around it
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s → %s", m.file, m.line, m.operator, m.was, m.is)
}

// key names a mutant in a way that survives edits elsewhere in its file.
func (m mutant) key() string { return m.file + " | " + m.was + " | " + m.is }

func (m mutant) order() string { return fmt.Sprintf("%s %09d %09d %s", m.file, m.low, m.high, m.text) }

// Operators of mutation.
const (
	sign     = "sign"              // a + b becomes a − b, x += y becomes x −= y, −a becomes a
	factor   = "factor of 2"       // a constant is doubled, ½ becomes 1
	term     = "dropped term"      // a ± b becomes a, x += y does nothing
	share    = "dropped factor"    // a·b and a/b become a
	swap     = "swapped arguments" // f(a, b) becomes f(b, a)
	boundary = "comparison"        // of whole numbers < becomes ≤; of others it is turned round
	nudge    = "constant"          // a whole number that is part of a float64 is one more
)

// A finder collects the mutants of one file.
type finder struct {
	pkg, file string
	source    []byte
	fset      *token.FileSet
	info      *types.Info
	found     []mutant
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.offset(n.Pos()):f.offset(n.End())])
}

func (f *finder) add(operator string, from, to token.Pos, text string) {
	low, high := f.offset(from), f.offset(to)
	start := bytes.LastIndexByte(f.source[:low], '\n') + 1
	end := len(f.source)
	if i := bytes.IndexByte(f.source[high:], '\n'); i >= 0 {
		end = high + i
	}
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	f.found = append(f.found, mutant{f.pkg, f.file, operator, low, high, text, f.fset.Position(from).Line,
		plain(string(f.source[start:end])), plain(string(f.source[start:low]) + text + string(f.source[high:end]))})
}

// real reports whether an expression is of a floating-point type; whole whether it is of an integer type.
func (f *finder) real(e ast.Expr) bool  { return f.is(e, types.IsFloat) }
func (f *finder) whole(e ast.Expr) bool { return f.is(e, types.IsInteger) }

func (f *finder) is(e ast.Expr, what types.BasicInfo) bool {
	t := f.info.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&what != 0
}

// named returns the name of the type of an expression, without its package; "" where it has none.
func (f *finder) named(e ast.Expr) string {
	if t, ok := f.info.TypeOf(e).(*types.Named); ok {
		return t.Obj().Name()
	}
	return ""
}

// fixed reports whether an expression is a constant.
func (f *finder) fixed(e ast.Expr) bool { return f.info.Types[e].Value != nil }

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return !forecasts(n)
	case *ast.KeyValueExpr: // the limits of a parameter in a form, or a share of progress
		if key, ok := n.Key.(*ast.Ident); ok &&
			((key.Name == "Min" || key.Name == "Max") && f.fixed(n.Value) || forecast(key.Name)) {
			return false
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB && f.real(n) && !f.fixed(n) {
			f.add(sign, n.OpPos, n.OpPos+1, "")
		}
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && forecast(f.text(n.Lhs[0])) {
			return false
		}
		f.assign(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.CallExpr:
		if message(f.callee(n)) || f.named(n) == "Parameter" { // whose numbers are the limits of a form
			return false
		}
		f.call(n)
	}
	return true
}

func (f *finder) binary(n *ast.BinaryExpr) {
	switch n.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		turned := map[token.Token]string{token.LSS: ">", token.LEQ: ">=", token.GTR: "<", token.GEQ: "<="}
		moved := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
		at := n.OpPos + token.Pos(len(n.Op.String()))
		if f.named(n.X) == "Duration" || f.budget(n.X) || f.budget(n.Y) { // how much is done at once
			return
		}
		if f.real(n.X) || f.real(n.Y) {
			f.add(boundary, n.OpPos, at, turned[n.Op])
		} else if f.whole(n.X) && !f.capacity(n.X) && !f.capacity(n.Y) {
			f.add(boundary, n.OpPos, at, moved[n.Op])
		}
		return
	}
	if !f.real(n) || f.fixed(n) || f.tiny(n.X) || f.tiny(n.Y) {
		return
	}
	switch n.Op {
	case token.ADD:
		f.add(sign, n.OpPos, n.OpPos+1, "-")
	case token.SUB:
		f.add(sign, n.OpPos, n.OpPos+1, "+")
	}
	switch n.Op {
	case token.ADD, token.SUB:
		f.add(term, n.X.End(), n.Y.End(), "")
		if n.Op == token.ADD {
			f.add(term, n.X.Pos(), n.Y.Pos(), "")
		}
	case token.MUL, token.QUO:
		f.add(share, n.X.End(), n.Y.End(), "")
		if n.Op == token.MUL {
			f.add(share, n.X.Pos(), n.Y.Pos(), "")
		}
	}
}

func (f *finder) assign(n *ast.AssignStmt) {
	if len(n.Lhs) != 1 || !f.real(n.Lhs[0]) {
		return
	}
	at := n.TokPos + token.Pos(len(n.Tok.String()))
	switch n.Tok {
	case token.ADD_ASSIGN:
		f.add(sign, n.TokPos, at, "-=")
	case token.SUB_ASSIGN:
		f.add(sign, n.TokPos, at, "+=")
	}
	switch n.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN:
		f.add(term, n.Pos(), at, "_ =")
	case token.MUL_ASSIGN, token.QUO_ASSIGN:
		f.add(share, n.Pos(), at, "_ =")
	}
}

func (f *finder) literal(n *ast.BasicLit) {
	v := f.info.Types[n]
	if v.Value == nil || !f.real(n) || f.tiny(n) {
		return
	}
	x, exact := constant.Float64Val(v.Value)
	if x == 0 {
		return
	}
	f.add(factor, n.Pos(), n.End(), fmt.Sprint(2*x))
	if n.Kind == token.INT && exact {
		f.add(nudge, n.Pos(), n.End(), fmt.Sprint(x+1))
	}
}

func (f *finder) call(n *ast.CallExpr) {
	if n.Ellipsis.IsValid() || f.info.Types[n.Fun].IsType() {
		return
	}
	if f.info.Types[n.Fun].IsBuiltin() || f.commutes(n) {
		return
	}
	for i := 0; i+1 < len(n.Args); i++ {
		a, b := n.Args[i], n.Args[i+1]
		if types.Identical(f.info.TypeOf(a), f.info.TypeOf(b)) && f.text(a) != f.text(b) && (f.real(a) || f.isVector(a)) {
			between := string(f.source[f.offset(a.End()):f.offset(b.Pos())])
			f.add(swap, a.Pos(), b.End(), f.text(b)+between+f.text(a))
		}
	}
}

// isVector reports whether an expression is a slice of floating-point numbers.
func (f *finder) isVector(e ast.Expr) bool {
	s, ok := f.info.TypeOf(e).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// commutes reports whether the order of the arguments of a call makes no difference by its meaning.
func (f *finder) commutes(n *ast.CallExpr) bool {
	name := f.callee(n)
	switch strings.ToLower(name) {
	case "max", "min", "hypot", "dot", "logadd", "squareddistance", "distance", "equal", "beta", "logbeta":
		return true
	}
	return false
}

// callee returns the name of the function that is called, without its package.
func (f *finder) callee(n *ast.CallExpr) string {
	name := f.text(n.Fun)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// budget reports whether an expression is the work that a step has done or may still do.
func (f *finder) budget(e ast.Expr) bool { return strings.TrimPrefix(f.text(e), "*") == "work" }

// capacity reports whether an expression is the room of a slice, which decides when memory is taken and nothing else.
func (f *finder) capacity(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && f.info.Types[call.Fun].IsBuiltin() && f.callee(call) == "cap"
}

// message reports whether a function makes a text for people.
func message(name string) bool {
	switch name {
	case "panic", "Errorf", "Sprintf", "Sprint", "Logf":
		return true
	}
	return false
}

// tiny reports whether an expression is a constant of at most a millionth: a tolerance, or a guard against rounding.
func (f *finder) tiny(e ast.Expr) bool {
	v := f.info.Types[e].Value
	if v == nil || v.Kind() != constant.Float && v.Kind() != constant.Int {
		return false
	}
	x, _ := constant.Float64Val(v)
	return x != 0 && x >= -1e-6 && x <= 1e-6
}

// forecasts reports whether a function says how long a fit will take, how much memory, or how much of it is done:
// no formula of a model.
func forecasts(n *ast.FuncDecl) bool { return forecast(n.Name.Name) }

func forecast(name string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	return strings.HasPrefix(name, "estimate") || name == "sweeptime" || name == "fraction" || name == "progress"
}
