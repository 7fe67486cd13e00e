package batch

import (
	"path/filepath"
	"strings"
	"testing"
)

// A figure too small for its legends says so on standard error; a larger one says nothing.
func TestFiguresSayWhichLegendsAreLeftOut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fit")
	must(t, "fit", "sample:animals", "-m", "agglomerative", "--labels", "class", "--out", dir)
	status, _, stderr := command(t, "figures", dir, "--figure", "tree", "--size", "40x30mm")
	if status != 0 || !strings.Contains(stderr, "note: the figure tree has no room for the legend of") {
		t.Errorf("%d: %q", status, stderr)
	}
	if status, _, stderr := command(t, "figures", dir, "--figure", "tree", "--size", "57x57mm"); status != 0 || stderr != "" {
		t.Errorf("%d: %q", status, stderr)
	}
}
