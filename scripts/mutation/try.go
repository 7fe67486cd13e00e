package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// A verdict is what became of a mutant.
type verdict string

const (
	killed      verdict = "killed"
	endless     verdict = "timed out" // which counts as killed
	survived    verdict = "SURVIVED"
	unbuildable verdict = "unbuildable" // the compiler refuses it; it is not counted
)

// An outcome is a mutant with its verdict.
type outcome struct {
	mutant
	verdict verdict
	by      string // the tests that killed it
	excuse  string // why a survivor is no loss, if that is known
}

// A baseline is how long the tests of a package take as they are.
type baseline struct {
	time time.Duration
	err  error
}

type runner struct {
	module    *module
	baselines map[string]baseline
}

// A step is a call of go test.
type step struct{ pkg, pattern string }

func (s step) String() string {
	if s.pattern != "" {
		return s.pattern
	}
	return s.pkg
}

// steps are the tests that a mutant of a package has to pass, in the order in which they are run.
func (r *runner) steps(pkg string) []step {
	list := []step{{pkg: pkg}}
	if family, ok := families[path.Base(pkg)]; ok {
		root := strings.TrimSuffix(pkg, "inference/model/"+path.Base(pkg))
		list = append(list, step{root + "inference/catalog", "TestConformance/^(" + family + ")$"})
	}
	for _, user := range r.module.users[pkg] {
		list = append(list, step{pkg: user})
	}
	return list
}

// families are the models of each folder, as the conformance test names them.
var families = map[string]string{
	"agglomerative": "agglomerative", "dpmm": "dpmm", "gaussian": "gaussian", "kde": "kde", "kmeans": "kmeans",
	"lineargaussian": "ibp", "nsfa": "nsfa|sfa|fa|afa|fok|bfrm", "pca": "pca|spca", "pydt": "pydt|ddt", "vbmfa": "vbmfa|mlmfa",
}

// The tests of a mutant may take so many times as long as those of the code as it is, and at least so long.
// Other work on the machine must not decide.
const (
	patience = 12
	least    = 2 * time.Minute
)

func (r *runner) try(m mutant) (outcome, error) {
	dir, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(r.module.dir, dir)
	if err != nil {
		return outcome{}, err
	}
	for i, s := range r.steps(m.pkg) {
		base, ok := r.baselines[s.String()]
		if !ok {
			began := time.Now()
			v, text, err := r.test(s, "", time.Hour)
			if err == nil && v != survived {
				err = fmt.Errorf("the tests of %s fail as they are:\n%s", s, text)
			}
			base = baseline{time.Since(began), err}
			r.baselines[s.String()] = base
		}
		if base.err != nil {
			if i > 0 { // a package that only uses this one
				fmt.Fprintln(os.Stderr, "mutation: left out:", base.err)
				continue
			}
			return outcome{}, base.err
		}
		v, _, err := r.test(s, overlay, max(least, patience*base.time))
		if err != nil {
			return outcome{}, err
		}
		if v != survived {
			return outcome{mutant: m, verdict: v, by: s.String()}, nil
		}
	}
	return outcome{mutant: m, verdict: survived}, nil
}

// overlay writes the changed file and what tells the go command of it.
func (m mutant) overlay(root, dir string) (string, error) {
	original := filepath.Join(root, filepath.FromSlash(m.file))
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed := append(append(append([]byte(nil), source[:m.low]...), m.text...), source[m.high:]...)
	copied := filepath.Join(dir, path.Base(m.file))
	if err := os.WriteFile(copied, changed, 0o644); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: copied}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}

// test runs short tests with an overlay, or without if that is empty.
func (r *runner) test(s step, overlay string, limit time.Duration) (verdict, string, error) {
	arguments := []string{"test", "-short", "-count=1", "-failfast", "-vet=off", "-tags", tags, "-timeout", limit.String()}
	if overlay != "" {
		arguments = append(arguments, "-overlay", overlay)
	}
	if s.pattern != "" {
		arguments = append(arguments, "-run", s.pattern)
	}
	c := goCommand(r.module.dir, append(arguments, s.pkg)...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	text := out.String()
	var exit *exec.ExitError
	switch {
	case err == nil && (strings.Contains(text, "no tests to run") || strings.Contains(text, "no test files")):
		return "", text, fmt.Errorf("%s runs no test", s)
	case err == nil:
		return survived, text, nil
	case !errors.As(err, &exit):
		return "", text, err
	case strings.Contains(text, "[build failed]"), strings.Contains(text, "[setup failed]"):
		return unbuildable, text, nil
	case strings.Contains(text, "panic: test timed out after"):
		return endless, text, nil
	}
	return killed, text, nil
}
