package batch

import (
	"path/filepath"
	"strings"
	"testing"
)

// A report draws its figures as --set-figure says, in the results that have them.
func TestReportIsDrawnAsChosen(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "0")
	dir := t.TempDir()
	path := filepath.Join(dir, "both.espalier")
	must(t, "fit", "sample:iris", "--model", "kmeans", "--study", path, "-q")
	page := func(flags ...string) string {
		t.Helper()
		out := filepath.Join(t.TempDir(), "report.html")
		must(t, append([]string{"report", path, "--out", out, "--figure", "confusion", "-q"}, flags...)...)
		return string(mustRead(t, out))
	}
	usual := page()
	if page("--set-figure", "confusion.columns=classes") == usual {
		t.Error("the report is drawn as if nothing was chosen")
	}
	for flag, told := range map[string]bool{"confusion.columns=classes": false, "tree.shown=medoid": true, "components.sort=rows": true} {
		if _, _, stderr := command(t, "report", path, "--out", filepath.Join(dir, "y.html"), "--figure", "confusion", "--set-figure", flag); strings.Contains(stderr, "changes nothing") != told {
			t.Errorf("--set-figure %s: %q", flag, stderr)
		}
	}
	if page("--set-figure", "tree.shown=medoid") != usual { // no result has a tree
		t.Error("a choice of a figure that no result has changes the page")
	}
	for _, flag := range []string{"confusion.columns=purple", "confusion.nothing=1", "nothing.columns=1", "confusion"} {
		status, _, stderr := command(t, "report", path, "--out", filepath.Join(dir, "x.html"), "--set-figure", flag)
		if status != statusUsage || !strings.Contains(stderr, "--set-figure "+flag) {
			t.Errorf("%s: status %d, %s", flag, status, stderr)
		}
	}
}
