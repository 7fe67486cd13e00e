package main

import (
	"bytes"
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
	"os/exec"
	"path/filepath"
	"strings"
)

// A listed is what the go command says of a package.
type listed struct {
	Dir, ImportPath, Export string
	GoFiles, TestGoFiles    []string
	XTestGoFiles            []string
	Imports                 []string
	DepOnly, Standard       bool
}

// A module is the packages of the repository.
type module struct {
	dir     string
	targets []*listed
	exports map[string]string
	users   map[string][]string // targets that import one, by its path
}

const tags = "headless"

// goCommand returns the command go in the module, without C.
func goCommand(dir string, arguments ...string) *exec.Cmd {
	c := exec.Command("go", arguments...)
	c.Dir = dir
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	return c
}

// load lists the packages that match the patterns and all that they need.
func load(patterns []string) (*module, error) {
	goMod, err := goCommand("", "env", "GOMOD").Output() // go list -m names every module of go.work
	if err != nil {
		return nil, explain(err)
	}
	m := &module{dir: filepath.Dir(strings.TrimSpace(string(goMod))), exports: map[string]string{},
		users: map[string][]string{}}
	packages, err := m.list(append([]string{"-export", "-deps"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		m.exports[p.ImportPath] = p.Export
		if !p.DepOnly && len(p.GoFiles) > 0 && len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			m.targets = append(m.targets, p)
		}
	}
	if len(m.targets) == 0 {
		return nil, errors.New("no package with tests matches " + strings.Join(patterns, " "))
	}
	for _, p := range m.targets {
		for _, q := range p.Imports {
			m.users[q] = append(m.users[q], p.ImportPath)
		}
	}
	return m, nil
}

func (m *module) list(arguments ...string) (out []*listed, err error) {
	text, err := goCommand(m.dir, append([]string{"list", "-json", "-tags", tags}, arguments...)...).Output()
	if err != nil {
		return nil, explain(err)
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		p := new(listed)
		switch err := d.Decode(p); {
		case err == io.EOF:
			return out, nil
		case err != nil:
			return nil, err
		}
		out = append(out, p)
	}
}

// explain adds what a command wrote to its error.
func explain(err error) error {
	var e *exec.ExitError
	if errors.As(err, &e) {
		return fmt.Errorf("%w: %s", err, e.Stderr)
	}
	return err
}

// mutants returns all mutants of a package.
func (m *module) mutants(p *listed) (out []mutant, err error) {
	fset := token.NewFileSet()
	var files []*ast.File
	var sources [][]byte
	for _, name := range p.GoFiles {
		source, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files, sources = append(files, file), append(sources, source)
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if m.exports[path] == "" {
			return nil, fmt.Errorf("there is no compiled %s", path)
		}
		return os.Open(m.exports[path])
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	if _, err := check.Check(p.ImportPath, fset, files, info); err != nil {
		return nil, err
	}
	for i, file := range files {
		name, err := filepath.Rel(m.dir, filepath.Join(p.Dir, p.GoFiles[i]))
		if err != nil {
			return nil, err
		}
		f := &finder{pkg: p.ImportPath, file: filepath.ToSlash(name), source: sources[i], fset: fset, info: info}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			ast.Inspect(d, f.visit)
		}
		out = append(out, f.found...)
	}
	return out, nil
}
