package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The edges of a Bayesian network are drawn as --arrows asks, and the figure says so.
func TestArrowsFlag(t *testing.T) {
	data := filepath.Join(t.TempDir(), "chain.csv")
	text := "a,b,c\n"
	for i := range 24 {
		text += []string{"0,0,0\n", "1,1,1\n", "1,1,0\n", "0,0,1\n", "1,1,1\n", "0,1,1\n"}[i%6]
	}
	if err := os.WriteFile(data, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for arrows, words := range map[string]string{"probability": "at least", "class": "equivalence class of the best network", "network": "one of the best networks"} {
		dir := t.TempDir()
		must(t, "fit", data, "-m", "dag", "-q", "--out", dir, "--figures", "svg", "--figure", "network", "--arrows", arrows)
		files, _ := filepath.Glob(filepath.Join(dir, "*network*.svg"))
		if len(files) != 1 {
			t.Fatalf("%v", files)
		}
		drawn, err := os.ReadFile(files[0])
		if err != nil || !strings.Contains(string(drawn), words) {
			t.Errorf("--arrows %s: no %q in the figure (%v)", arrows, words, err)
		}
	}
	if status, _, stderr := command(t, "fit", data, "-m", "dag", "--arrows", "causes"); status == 0 || !strings.Contains(stderr, "arrows") {
		t.Errorf("--arrows causes: %d %s", status, stderr)
	}
}
