package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// number is the name of the variable that chooses the mutant in a program that holds many.
const number = "mutantNumber"

// A whole is a test program of one package that holds many of its mutants: every function begins with a switch over
// copies of its body, one for each mutant. So the compiler and the linker, which take longest, run once for all of
// them. Mutants outside of functions are not in it.
type whole struct {
	once    sync.Once
	pkg     *listed
	mutants []mutant       // by number, from 1
	at      map[mutant]int // their numbers
	held    map[int]bool   // those that lie in functions
	bad     map[int]bool   // those that the compiler refuses

	dir, program string        // the program is empty where there is none: its mutants are then compiled one by one
	time         time.Duration // processor time of the tests without a mutant
}

// A body is the part of a generated file that holds a mutant.
type body struct{ low, high, number int }

// generate returns the text of a file with the mutants that are not bad, and where they lie.
func (w *whole) generate(name, file string) (string, []body, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return "", nil, err
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", nil, err
	}
	var out strings.Builder
	var bodies []body
	last := 0
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		low, high := fset.Position(f.Body.Lbrace).Offset+1, fset.Position(f.Body.Rbrace).Offset
		var labels []string
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if l, ok := n.(*ast.LabeledStmt); ok {
				labels = append(labels, l.Label.Name)
			}
			return true
		})
		out.Write(source[last:low])
		last = low
		begun := false
		for i, m := range w.mutants {
			if i == 0 || m.file != name || m.low < low || m.high > high {
				continue
			}
			w.held[i] = true
			if w.bad[i] {
				continue
			}
			if !begun {
				fmt.Fprintf(&out, "\nswitch %s {\n", number)
				begun = true
			}
			text := string(source[low:m.low]) + m.text + string(source[m.high:high])
			for _, l := range labels {
				text = regexp.MustCompile(`\b(break|continue|goto) `+l+`\b`).ReplaceAllString(text, fmt.Sprintf("${1} %s_%d", l, i))
				text = regexp.MustCompile(`(?m)^(\s*)`+l+`:`).ReplaceAllString(text, fmt.Sprintf("${1}%s_%d:", l, i))
			}
			from := out.Len()
			fmt.Fprintf(&out, "case %d:\n{%s\n", i, text)
			if f.Type.Results == nil || len(f.Type.Results.List) == 0 {
				out.WriteString("return\n")
			}
			out.WriteString("}\n")
			bodies = append(bodies, body{from, out.Len(), i})
		}
		if begun {
			out.WriteString("}\n")
		}
	}
	out.Write(source[last:])
	return out.String(), bodies, nil
}

// check returns the errors of the types in generated files, whose bodies are where, as the numbers of the mutants that
// they lie in.
func (m *module) check(w *whole, texts map[string]string, where map[string][]body) (bad []int, err error) {
	lookup := func(path string) (io.ReadCloser, error) {
		if m.exports[path] == "" {
			return nil, fmt.Errorf("there is no compiled %s", path)
		}
		return os.Open(m.exports[path])
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range texts {
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	stub,
		err := parser.ParseFile(fset, "", "package "+files[0].Name.Name+"\nvar "+number+" int\n", parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup), Error: func(e error) {
		var at types.Error
		if errors.As(e, &at) {
			p := fset.Position(at.Pos)
			for _, b := range where[p.Filename] {
				if p.Offset >= b.low && p.Offset < b.high {
					bad = append(bad, b.number)
					return
				}
			}
		}
		err = e
	}}
	c.Check(w.pkg.ImportPath, fset, append(files, stub), nil) // whose errors were taken above
	if len(bad) > 0 {
		return bad, nil
	}
	return nil, err
}

// build compiles the program into a folder of its own.
func (r *runner) build(w *whole) (err error) {
	if w.dir, err = os.MkdirTemp("", "mutation"); err != nil {
		return err
	}
	replace, texts := map[string]string{}, map[string]string{}
	for again := true; again; {
		where := map[string][]body{}
		for _, name := range w.pkg.GoFiles {
			full := filepath.Join(w.pkg.Dir, name)
			path, err := filepath.Rel(r.module.dir, full)
			if err != nil {
				return err
			}
			copied := filepath.Join(w.dir, name)
			replace[full] = copied
			if texts[copied], where[copied], err = w.generate(filepath.ToSlash(path), full); err != nil {
				return err
			}
		}
		bad, err := r.module.check(w, texts, where)
		if err != nil {
			return err
		}
		for _, i := range bad {
			w.bad[i] = true
		}
		again = len(bad) > 0
	}
	added := filepath.Join(w.dir, "zz_"+strings.ToLower(number)+".go")
	replace[filepath.Join(w.pkg.Dir, filepath.Base(added))] = added
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	f,
		err := parser.ParseFile(token.NewFileSet(), filepath.Join(w.pkg.Dir, w.pkg.GoFiles[0]), nil, parser.PackageClauseOnly)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar %s, _ = strconv.Atoi(os.Getenv(%q))\n",
		f.Name.Name, number, variable)
	if err := os.WriteFile(added, []byte(text), 0o644); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	name := filepath.Join(w.dir, "overlay.json")
	if err := os.WriteFile(name, overlay, 0o644); err != nil {
		return err
	}
	program := filepath.Join(w.dir, "mutants.test")
	if out, err := r.module.compile(w.pkg.ImportPath, program, name); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	v, text, used, err := execute(w.pkg.Dir, program, "", 0, time.Hour)
	if err == nil && v != survived {
		err = fmt.Errorf("the tests of %s fail without a mutant:\n%s", w.pkg.ImportPath, text)
	}
	if err == nil {
		w.program, w.time = program, used
	}
	return err
}

// variable is the environment's name for the number of a mutant.
const variable = "ESPALIER_MUTANT"

// gather prepares programs for mutants that will be tried. Call release at the end.
func (r *runner) gather(mutants []mutant) {
	r.wholes = map[string]*whole{}
	if len(mutants) == 0 {
		return
	}
	for _, p := range r.module.targets {
		w := &whole{pkg: p, mutants: make([]mutant, 1), at: map[mutant]int{}, held: map[int]bool{}, bad: map[int]bool{}}
		for _, m := range mutants {
			if m.pkg == p.ImportPath {
				w.at[m] = len(w.mutants)
				w.mutants = append(w.mutants, m)
			}
		}
		if len(w.mutants) > 2 { // one alone is built as well by itself
			r.wholes[p.ImportPath] = w
		}
	}
}

func (r *runner) release() {
	for _, w := range r.wholes {
		if w.dir != "" {
			os.RemoveAll(w.dir)
		}
	}
	r.wholes = nil
}

// together tries a mutant by the tests of its own package in a program of many. It reports false where there is none.
func (r *runner) together(m mutant) (v verdict, text string, ok bool, err error) {
	w := r.wholes[m.pkg]
	if w == nil {
		return "", "", false, nil
	}
	w.once.Do(func() {
		if err := r.build(w); err != nil {
			fmt.Fprintln(os.Stderr, "mutation: one by one:", err)
		}
	})
	i := w.at[m]
	switch {
	case w.program == "" || i == 0 || !w.held[i]:
		return "", "", false, nil
	case w.bad[i]:
		return unbuildable, "", true, nil
	}
	v, text, _, err = execute(w.pkg.Dir, w.program, "", i, max(least, patience*w.time))
	return v, text, true, err
}
