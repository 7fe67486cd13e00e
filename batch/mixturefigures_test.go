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

// Where the columns are pixels the means and factors are drawn as pictures.
func TestTemplatesOfImages(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:digits8x8", "-m", "kmeans", "--set", "k=10", "--iterations", "0", "--top-rows", "200", "--labels", "digit", "--quiet", "--out", dir, "--figures", "svg")
	for name, want := range map[string]string{"templates.svg": ">cluster 10<", "confusion.svg": "whose majority shares their digit"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s: %v", name, want, err)
		}
	}
	must(t, "fit", "sample:iris", "-m", "kmeans", "--iterations", "0", "--quiet", "--out", dir+"/iris", "--figures", "svg")
	if _, err := os.Stat(filepath.Join(dir, "iris", "templates.svg")); err == nil {
		t.Error("four measurements are drawn as a picture")
	}
}
