package main

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A side is one of the two trees that are compared.
type side struct {
	root     string
	commit   string // short; "" for the tree as it stands
	binaries string // folder of test binaries
	found    []benchmark
}

// A benchmark is a function in a package, and the test binary that holds it.
type benchmark struct {
	name, room   string // "BenchmarkStep", "inference/model/pca"
	binary, work string
}

// checkOut makes a tree of a commit beside this one.
func checkOut(commit string) (*side, error) {
	short, err := exec.Command("git", "rev-parse", "--short", "--verify", commit+"^{commit}").Output()
	if err != nil {
		return nil, fmt.Errorf("no commit %q here: %w", commit, err)
	}
	folder, err := os.MkdirTemp("", "against")
	if err != nil {
		return nil, err
	}
	s := &side{root: folder, commit: strings.TrimSpace(string(short))}
	if text,
		err := exec.Command("git", "worktree", "add", "--detach", "--force", folder, s.commit).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("git worktree add: %w\n%s", err, text)
	}
	return s, nil
}

func (s *side) remove() {
	if text, err := exec.Command("git", "worktree", "remove", "--force", s.root).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "git worktree remove: %v\n%s", err, text)
	}
}

var declared = regexp.MustCompile(`(?m)^func (Benchmark\w+)\(`)

// list finds the benchmarks.
func (s *side) list() error {
	return filepath.WalkDir(s.root, func(file string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != s.root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		folder := filepath.Dir(file)
		room, err := filepath.Rel(s.root, folder)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			s.found = append(s.found, benchmark{name: string(m[1]), room: filepath.ToSlash(room), work: folder})
		}
		return err
	})
}

// build compiles the tests of a package, once, and returns the binary.
func (s *side) build(room, tags, overlay string) (string, error) {
	if s.binaries == "" {
		var err error
		if s.binaries, err = os.MkdirTemp("", "benchmarks"); err != nil {
			return "", err
		}
	}
	binary := filepath.Join(s.binaries, strings.ReplaceAll(room, "/", "+"))
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	c := exec.Command("go", "test", "-c", "-overlay", overlay, "-tags", tags, "-o", binary, "./"+room)
	c.Dir = s.root
	if text, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", room, err, text)
	}
	return binary, nil
}

// A pairing is one benchmark then and now.
type pairing struct{ then, now benchmark }

// pair finds the earlier benchmark of each present one: of the same name in the same package, which may have moved, or
// the only one of the name. It also returns the present ones that have none.
func pair(then, now []benchmark) (pairs []pairing, alone []benchmark) {
	for _, b := range now {
		var same, near, any []benchmark
		for _, a := range then {
			if a.name == b.name {
				any = append(any, a)
				if path.Base(a.room) == path.Base(b.room) {
					near = append(near, a)
				}
				if a.room == b.room {
					same = append(same, a)
				}
			}
		}
		namesakes := 0
		for _, c := range now {
			if c.name == b.name {
				namesakes++
			}
		}
		switch {
		case len(same) == 1:
			pairs = append(pairs, pairing{same[0], b})
		case len(near) == 1:
			pairs = append(pairs, pairing{near[0], b})
		case len(any) == 1 && namesakes == 1:
			pairs = append(pairs, pairing{any[0], b})
		default:
			alone = append(alone, b)
		}
	}
	return pairs, alone
}
