package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The figures of a mixture show its clusters, its loadings, and the births of its search.
func TestFiguresOfAMixture(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "vbmfa", "--iterations", "200", "--quiet", "--out", dir, "--figures", "svg")
	for name, want := range map[string][]string{
		"clusters.svg":  {">cluster 1, ", "PC 1, "},
		"loadings.svg":  {">cluster 1<", ">mean loading<", ">petal_length"},
		"objective.svg": {"epochs kept"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s has no %s", name, w)
			}
		}
	}
}
