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
	"reflect"
	"strings"
	"sync"
	"time"

	"example.org/espalier/inference/catalog"
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

// A baseline is the processor time that the tests of a package take as they are.
type baseline struct {
	once sync.Once
	time time.Duration
	err  error
}

type runner struct {
	module    *module
	mu        sync.Mutex
	baselines map[step]*baseline
	wholes    map[string]*whole // by package
}

// A step is a run of the tests of a package that match a pattern.
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
	if family, ok := families()[path.Base(pkg)]; ok {
		root := strings.TrimSuffix(pkg, "inference/model/"+path.Base(pkg))
		list = append(list, step{root + "inference/catalog", "TestConformance/^(" + family + ")$"})
	}
	for _, user := range r.module.users[pkg] {
		list = append(list, step{pkg: user})
	}
	return list
}

// families are the models of each folder, as the conformance test names them: "pca|spca".
var families = sync.OnceValue(func() map[string]string {
	found := map[string]string{}
	for _, m := range catalog.Models() {
		folder, name := path.Base(reflect.TypeOf(m).PkgPath()), m.Info().Name
		if others := found[folder]; others != "" {
			name = others + "|" + name
		}
		found[folder] = name
	}
	return found
})

// The tests of a mutant may use this many times the processor time of those of the code as it is, and at least this
// much. Other work on the machine does not decide. Tests of other packages are left out where they use more than
// dear: a change should be seen near to where it was made.
const (
	patience = 6
	least    = 20 * time.Second
	dear     = 20 * time.Second
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
	first, text, ahead, err := r.together(m)
	if err != nil || ahead && first != survived {
		return outcome{mutant: m, verdict: first, by: firstFailure(step{pkg: m.pkg}, text)}, err
	}
	for i, s := range r.steps(m.pkg) {
		if ahead && i == 0 {
			continue
		}
		enough := time.Hour
		if i > 0 {
			enough = dear + time.Second
		}
		base := r.baseline(s, enough)
		if base.err != nil && i == 0 {
			return outcome{}, base.err
		}
		if i > 0 && (base.err != nil || base.time > dear) { // a package that only uses this one
			continue
		}
		v, text, _, err := r.test(s, dir, overlay, max(least, patience*base.time))
		if err != nil {
			return outcome{}, err
		}
		if v != survived {
			return outcome{mutant: m, verdict: v, by: firstFailure(s, text)}, nil
		}
	}
	return outcome{mutant: m, verdict: survived}, nil
}

// firstFailure names the test that failed first.
func firstFailure(s step, text string) string {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			return s.pkg + " " + strings.Fields(name)[0]
		}
	}
	return s.pkg
}

// baseline runs a step on the code as it is, once, and for no longer than enough.
func (r *runner) baseline(s step, enough time.Duration) *baseline {
	r.mu.Lock()
	b := r.baselines[s]
	if b == nil {
		b = new(baseline)
		r.baselines[s] = b
	}
	r.mu.Unlock()
	b.once.Do(func() {
		dir, err := os.MkdirTemp("", "mutation")
		if err != nil {
			b.err = err
			return
		}
		defer os.RemoveAll(dir)
		v, text, used, err := r.test(s, dir, "", enough)
		if err == nil && v == endless && enough < time.Hour {
			v, used = survived, enough
		}
		if err == nil && v != survived {
			err = fmt.Errorf("the tests of %s fail as they are:\n%s", s, text)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutation: left out:", err)
		}
		b.time, b.err = used, err
	})
	return b
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

// test compiles the tests of a step into dir, with an overlay or without if that is empty, and runs the short
// ones. It also returns what they wrote and the processor time that they used.
func (r *runner) test(s step, dir, overlay string, limit time.Duration) (v verdict, text string,
	used time.Duration, err error) {
	program := filepath.Join(dir, "mutant.test")
	var exit *exec.ExitError
	switch out, err := r.module.compile(s.pkg, program, overlay); {
	case errors.As(err, &exit):
		return unbuildable, string(out), 0, nil
	case err != nil:
		return "", string(out), 0, err
	}
	defer os.Remove(program)
	listed, err := goCommand(r.module.dir, "list", "-f", "{{.Dir}}", s.pkg).Output()
	if err != nil {
		return "", "", 0, explain(err)
	}
	v, text, used, err = execute(strings.TrimSpace(string(listed)), program, s.pattern, 0, limit)
	if v == survived && strings.Contains(text, "no tests to run") {
		return "", text, used, fmt.Errorf("%s runs no test", s)
	}
	return v, text, used, err
}

// compile makes the test program of a package.
func (m *module) compile(pkg, program, overlay string) ([]byte, error) {
	// Without symbols the linker, which takes longest, has half the work.
	arguments := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-tags", tags, "-o", program}
	if overlay != "" {
		arguments = append(arguments, "-overlay", overlay)
	}
	return goCommand(m.dir, append(arguments, pkg)...).CombinedOutput()
}

// execute runs the short tests of a program that match a pattern, with one of the mutants in it if its number is not 0.
func execute(dir, program, pattern string, number int, limit time.Duration) (v verdict, text string,
	used time.Duration, err error) {
	// The limits of the shell are on processor time, in seconds, and on memory, in kilobytes: a mutant may never end. The
	// limit of the clock is for those that wait for ever. It is wide, so that other work on the machine does not decide.
	arguments := []string{"-c", fmt.Sprintf(`ulimit -t %d; ulimit -v 12000000; exec "$@"`, int(limit.Seconds())+1), "sh",
		program, "-test.short", "-test.failfast", "-test.timeout", (100 * limit).String()}
	if pattern != "" {
		arguments = append(arguments, "-test.run", pattern)
	}
	c := exec.Command("sh", arguments...)
	c.Dir = dir
	c.Env = append(os.Environ(), fmt.Sprint(variable, "=", number))
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err = c.Run()
	text = out.String()
	if c.ProcessState != nil {
		used = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived, text, used, nil
	case !errors.As(err, &exit):
		return "", text, used, err
	case exit.ExitCode() < 0 || strings.Contains(text, "panic: test timed out after"): // by a signal
		return endless, text, used, nil
	}
	return killed, text, used, nil
}
