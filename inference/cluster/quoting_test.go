package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the program adds to a command that begins with ssh reaches the other machine's command word for word: ssh joins
// its words, and a shell there takes them apart.
func TestWordsThroughSSH(t *testing.T) {
	dir := t.TempDir()
	words := []string{"plain", "two words", "it's", `"double"`, "$HOME", "`id`",
		"$(touch " + filepath.Join(dir, "made") + ")", "a;b", "a&&b", "*", "~", "\\", "line\nend", "", "-rf", "é＝1"}
	ssh := filepath.Join(dir, "ssh") // joins its words after the name of the machine, as ssh does, for a shell
	if err := os.WriteFile(ssh, []byte("#!/bin/sh\nshift\nexec sh -c \"$*\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	show := filepath.Join(dir, "show")
	if err := os.WriteFile(show, []byte("#!/bin/sh\nfor w; do printf '%s\\0' \"$w\"; done\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{ssh + " host " + show, show} { // the second one without a shell between
		out, err := Output(t.Context(), command, words...)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"); strings.Join(got, "|") != strings.Join(words,
			"|") || len(got) != len(words) {
			t.Errorf("%s: %q arrived as %q", command, words, got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
		t.Error("a word was run")
	}
}
