package batch

import (
	"image/gif"
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

// A replay is a film of each figure that formed, of one size, that ends with the figure of the result; a figure
// without one is told, and so is a result without any.
func TestReplay(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	must(t, "fit", "sample:iris", "-m", "vbmfa", "--iterations", "60", "--quiet", "--out", dir)
	_, _, said := command(t, "figures", dir, "--replay", "--figure", "clusters,columns", "--out", out)
	if !strings.Contains(said, "columns has no replay") {
		t.Errorf("it says %q", said)
	}
	if got := names(t, out); len(got) != 1 || got[0] != "clusters-replay.gif" {
		t.Fatalf("it wrote %v", got)
	}
	f, err := os.Open(filepath.Join(out, "clusters-replay.gif"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	film, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	lasts := 0 // hundredths of a second
	for _, d := range film.Delay {
		lasts += d
	}
	if len(film.Image) < 8 || lasts < 500 || lasts > 1100 || film.Config.Width != 1440 {
		t.Errorf("%d pictures of %d pixels across, %d hundredths of a second", len(film.Image), film.Config.Width,
			lasts)
	}
	once := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "pca", "--quiet", "--out", once)
	if status, _, stderr := command(t, "figures", once, "--replay"); status == 0 || !strings.Contains(stderr,
		"in one step") {
		t.Errorf("of what was found at once: exit status %d, %s", status, stderr)
	}
	for _, wrong := range [][]string{{"--list"}, {"--part", "y=0-50%"}, {"--figures", "bmp"}} {
		if status, _, _ := command(t, append([]string{"figures", dir, "--replay"}, wrong...)...); status != 2 {
			t.Errorf("%v: exit status %d", wrong, status)
		}
	}
}
