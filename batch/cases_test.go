package batch

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/tree"
)

// Every line of docs/cases.md is so: its file is written, its command run, and the words of the last column are printed.
func TestCasesOfTheDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("`([^`]+)`")
	kinds := map[string]int{}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, " | ")
		if len(cells) != 5 || !strings.Contains(line, "`") {
			continue
		}
		kind := strings.TrimPrefix(cells[0], "| ")
		only := func(k int) string { return code.FindStringSubmatch(cells[k])[1] }
		kinds[kind]++
		t.Run(fmt.Sprintf("%s %d", kind, kinds[kind]), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), only(1))
			holds := strings.NewReplacer("⏎", "\n", "⇥", "\t").Replace(only(2))
			if err := os.WriteFile(path, []byte(holds), 0o600); err != nil {
				t.Fatal(err)
			}
			said := saidOf(t, only(3), path)
			for _, words := range code.FindAllStringSubmatch(cells[4], -1) {
				if !strings.Contains(said, words[1]) {
					t.Errorf("%q is not said of\n%s\nbut\n%s", words[1], holds, said)
				}
			}
		})
	}
	for _, kind := range []string{"identifiers", "lines that are no rows", "known programs", "distances", "networks",
		"branch labels", "missing and limits", "text alone", "numbers", "encodings and names", "shape", "preparing",
		"results"} {
		if kinds[kind] == 0 {
			t.Errorf("no case of %s", kind)
		}
		delete(kinds, kind)
	}
	if len(kinds) > 0 {
		t.Errorf("unknown kinds: %v", kinds)
	}
}

// saidOf returns the output of a command on a file. For the command tree it returns the supports of the tree and its notes.
func saidOf(t *testing.T, command, path string) string {
	if command == "tree" {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		trees, err := tree.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		x := trees[0].Tree
		var supports []string
		for v, share := range x.Support {
			if !x.IsLeaf(v) && !math.IsNaN(share) {
				supports = append(supports, fmt.Sprint(share))
			}
		}
		slices.Sort(supports)
		return strings.Join(append(supports, trees[0].Notes...), " ")
	}
	args := strings.Fields(command)
	for i, a := range args {
		if a == "FILE" {
			args[i] = path
		}
	}
	var out, told bytes.Buffer
	Main(context.Background(), args, &out, &told)
	return out.String() + told.String()
}
