package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A link and a file that holds it ask for the same; teach --link prints it.
func TestStagesByLink(t *testing.T) {
	const want = "espalier://teach/crp?at=12&concentration=5&seed=7"
	_, link, _ := command(t, "teach", "crp", "--set", "concentration=5", "--seed", "7", "--steps", "12", "--link")
	if link != want+"\n" {
		t.Fatalf("%q", link)
	}
	path := filepath.Join(t.TempDir(), "a lecture.stage")
	if err := os.WriteFile(path, []byte(link), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, argument := range []string{strings.TrimSpace(link), path, "file://" + strings.ReplaceAll(path, " ", "%20")} {
		r, err := StageOf(argument)
		if !IsStage(argument) || err != nil || r.Link() != want {
			t.Errorf("%s: %+v, %v", argument, r, err)
		}
	}
	if err := os.WriteFile(path, []byte("nothing\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := StageOf(path); err == nil || !strings.Contains(err.Error(), "a lecture.stage, line 1") {
		t.Error(err)
	}
	if IsStage("crabs.csv") || IsStage("sample:crabs") {
		t.Error("data are taken for a stage")
	}
}
