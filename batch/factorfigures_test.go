package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The figures of a factor model name factors and rows, say that they are of draws, and
// mark the cells that were held out.
func TestFiguresOfAFactorModel(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:wine", "-m", "nsfa", "--iterations", "40", "--chains", "1", "--holdout", "0.05", "--quiet", "--out", dir, "--figures", "svg")
	for name, want := range map[string][]string{
		"features.svg":       {">factor 1<", ">proline", ">probability<", "draws"},
		"activities.svg":     {">factor 1<", ">activity<", ">cultivar<"},
		"reconstruction.svg": {">residual, ", ">not seen by the model<", ">116<", ">cultivar<"},
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
	dir = t.TempDir()
	must(t, "fit", "sample:iris", "-m", "pca", "--quiet", "--out", dir, "--figures", "svg")
	text, err := os.ReadFile(filepath.Join(dir, "features.svg"))
	if err != nil || !strings.Contains(string(text), ">loading<") {
		t.Errorf("the loadings of pca are not shown: %v", err)
	}
}

// A fit of a sample that was drawn from factors has the figure of the true ones.
func TestFigureOfTrueFactors(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:shapes", "-m", "pca", "--quiet", "--out", dir, "--figures", "svg", "--figure", "truth")
	text, err := os.ReadFile(filepath.Join(dir, "truth.svg"))
	if err != nil || !strings.Contains(string(text), ">diagonal<") || !strings.Contains(string(text), " true factors have a learnt partner") {
		t.Errorf("no true factors: %v", err)
	}
}
