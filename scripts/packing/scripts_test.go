package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// scriptText returns a script of the project.
func scriptText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "scripts", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each script of the shell can be read by one.
func TestScriptsAreShell(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	files, err := filepath.Glob(filepath.Join(root, "scripts", "*"))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(text, []byte("#!/bin/sh")) && !strings.HasSuffix(path, ".sh") {
			continue
		}
		read++
		if out, err := exec.Command(shell, "-n", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", path, out)
		}
	}
	if read < 5 {
		t.Errorf("only %d scripts", read)
	}
}

// What scripts/package names is there: files of packaging and assets, and the commands of this program. It fills every
// placeholder of the templates.
func TestWhatIsPackedIsThere(t *testing.T) {
	script := strings.ReplaceAll(scriptText(t, "package"), "$id", "org.espalier.Espalier")
	paths := regexp.MustCompile(`(?:packaging|assets)/[\w.]+`).FindAllString(script, -1)
	for _, path := range append(paths, "LICENSE", "README.md", "CHANGELOG.md") {
		if _, err := os.Stat(filepath.Join(root, path)); err != nil {
			t.Error(err)
		}
	}
	if len(paths) < 6 {
		t.Errorf("only the paths %q", paths)
	}
	var text []byte
	for _, name := range []string{"main.go", "types.go"} {
		more, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, more...)
	}
	for _, k := range regexp.MustCompile(`/packing" (\w+) `).FindAllStringSubmatch(script, -1) {
		if !strings.Contains(string(text), `"`+k[1]+`"`) {
			t.Errorf("there is no command %s", k[1])
		}
	}
	var filled []string
	for _, k := range regexp.MustCompile(`s\|(@[A-Z]+@)\|`).FindAllStringSubmatch(script, -1) {
		filled = append(filled, k[1])
	}
	for _, k := range regexp.MustCompile(`fill (packaging/\S+)`).FindAllStringSubmatch(script, -1) {
		text, err := os.ReadFile(filepath.Join(root, k[1]))
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range regexp.MustCompile(`@[A-Z]+@`).FindAllString(string(text), -1) {
			if !slices.Contains(filled, place) {
				t.Errorf("%s is not filled in %s", place, k[1])
			}
		}
	}
}
