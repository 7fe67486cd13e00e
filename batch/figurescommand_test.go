package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/study/opening"
)

// A result that was written gives the same figures again, listed, whole, in another size, and
// refuses another table.
func TestFiguresOfAResult(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "dpmm", "--iterations", "30", "--labels", "species", "--quiet", "--out", dir, "--figures", "svg")
	list := must(t, "figures", dir, "--list")
	for _, name := range []string{"clusters", "memberships", "confusion", "diagnostics", "objective"} {
		if !strings.Contains(list, name+" ") {
			t.Errorf("no %s in\n%s", name, list)
		}
	}
	other := t.TempDir()
	must(t, "figures", filepath.Join(dir, "result.json"), "--quiet", "--out", other)
	for _, name := range names(t, other) {
		a, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("the fit drew no %s: %v", name, err)
			continue
		}
		b, err := os.ReadFile(filepath.Join(other, name))
		if err != nil || undated(string(a)) != undated(string(b)) {
			t.Errorf("%s is drawn otherwise: %v", name, err)
		}
	}
	if n := len(names(t, other)); n != strings.Count("\n"+list, "\n")-strings.Count("\n"+list, "\n  ")-1 { // what can be chosen is indented
		t.Errorf("%d figures drawn of those listed:\n%s", n, list)
	}
	if status, _, stderr := command(t, "figures", dir, "--data", "sample:wine"); status == 0 || !strings.Contains(stderr, "iris") && !strings.Contains(stderr, "table") {
		t.Errorf("another table: exit status %d, %s", status, stderr)
	}
	if err := os.Remove(filepath.Join(dir, opening.FitFile)); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command(t, "figures", dir); status != 1 || !strings.Contains(stderr, opening.FitFile) || !strings.Contains(stderr, "Fit again") {
		t.Errorf("without the fit: exit status %d, %s", status, stderr)
	}
}

// undated leaves out the lines of a figure that say when it was made.
func undated(svg string) string {
	var kept []string
	for _, line := range strings.Split(svg, "\n") {
		if !strings.Contains(line, "reate") && !strings.Contains(line, "date") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
