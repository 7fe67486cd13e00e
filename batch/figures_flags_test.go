package batch

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Figures can be named, sized, dark, and a part of the whole; what cannot be read is refused
// with a sentence.
// TestStripsFlag: --labels and --annotations hide no other annotation of few levels, --strips chooses.
func TestStripsFlag(t *testing.T) {
	dir := t.TempDir()
	strips := func(more ...string) string {
		t.Helper()
		must(t, append([]string{"fit", "sample:penguins", "-m", "agglomerative", "--quiet", "--out", dir, "--figures", "svg", "--figure", "tree"}, more...)...)
		text, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		for _, name := range []string{"species", "island", "sex", "year"} {
			if strings.Contains(string(text), ">"+name+"<") {
				shown = append(shown, name)
			}
		}
		return strings.Join(shown, " ")
	}
	for _, c := range []struct{ flags, want string }{
		{"", "species island sex"}, {"--labels species --annotations year", "species island sex year"},
		{"--strips sex,year", "sex year"}, {"--strips none", ""},
	} {
		if got := strips(strings.Fields(c.flags)...); got != c.want {
			t.Errorf("%s: %q, want %q", c.flags, got, c.want)
		}
	}
	if status, _, said := command(t, "figures", dir, "--strips", "colour"); status != statusUsage || !strings.Contains(said, `"island"`) {
		t.Errorf("%d: %s", status, said)
	}
}

func TestFigureFlags(t *testing.T) {
	dir := t.TempDir()
	draw := func(more ...string) string {
		t.Helper()
		must(t, append([]string{"fit", "sample:iris", "-m", "agglomerative", "--quiet", "--out", dir, "--figures", "svg", "--figure", "tree"}, more...)...)
		text, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	whole := draw()
	if got := names(t, dir); strings.Join(got, " ") != "result.fit result.json signal.csv tree.nwk tree.svg trees.nwk" {
		t.Errorf("files %v", got)
	}
	if small := draw("--size", "85x120mm"); !regexp.MustCompile(`width="85(\.0*)?mm" height="120(\.0*)?mm"`).MatchString(small) {
		t.Errorf("no figure of 85 × 120 mm: %.300s", small)
	}
	if dark := draw("--style", "dark"); !strings.Contains(strings.ToLower(dark), "#1e2124") && dark == whole {
		t.Error("the dark figure is as the light one")
	}
	count := func(svg string) int { return strings.Count(svg, "row ") + strings.Count(svg, "<text") }
	if part := draw("--part", "y=0-20%"); part == whole || count(part) == 0 {
		t.Error("a part is drawn as the whole")
	}
	for _, c := range [][2]string{
		{"--size 85", "such as 85x120mm"}, {"--size 1x1mm", "sides of 10 to 2000 mm"}, {"--part y=60-20%", "the smaller first"},
		{"--part middle", "y=20-60%"}, {"--figure features", "has no figure"}, {"--figure nonsense", "no such figure; the figures are tree, objective"},
	} {
		args := append([]string{"fit", "sample:iris", "-m", "agglomerative", "--quiet", "--out", dir, "--figures", "svg"}, strings.SplitN(c[0], " ", 2)...)
		if status, _, stderr := command(t, args...); status != 2 || !strings.Contains(stderr, c[1]) {
			t.Errorf("%s: exit status %d, %s", c[0], status, stderr)
		}
	}
}

// What is asked of the look of figures and changes none of them is told.
func TestUnheededStyle(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--quiet", "--out", dir)
	for _, c := range [][2]string{
		{"heat-gaps=on", "heat-gaps=on changes nothing: there is nothing to part"},
		{"missing=#ff0000,low=1", ""}, {"label-size=12", ""}, {"heat-form=bars", ""},
	} {
		status, _, said := command(t, "figures", dir, "--figure", "tree", "--figures", "svg", "--style", c[0])
		if status != 0 || c[1] == "" && said != "" || !strings.Contains(said, c[1]) {
			t.Errorf("%s: %d, %s", c[0], status, said)
		}
	}
	columns := t.TempDir()
	table := filepath.Join(columns, "turned.csv")
	text := "gene,kind,a,b,c,d\nG1,x,1,2,3,5\nG2,y,2,1,4,4\nG3,x,1.5,2.5,3,4.5\nG4,y,1,2,2,3\n"
	if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "fit", table, "--transpose", "-m", "agglomerative", "--quiet", "--out", columns)
	status, _, said := command(t, "figures", columns, "--figure", "tree", "--figures", "svg", "--style", "heat-gaps=on,columns-by=kind")
	if status != 0 || said != "" {
		t.Errorf("columns in parts: %d, %s", status, said)
	}
	_, _, said = command(t, "figures", dir, "--figure", "paths", "--figures", "svg",
		"--style", "heat-form=bars,font=serif")
	if !strings.Contains(said, "heat-form=bars: no figure drawn has that") {
		t.Errorf("paths in bars: %s", said)
	}
}

// The branches of little support go from the figure and from tree.nwk, and from nothing else.
func TestFitCollapsesBranches(t *testing.T) {
	dir := t.TempDir()
	fit := func(more ...string) (nodes int, trees string) {
		t.Helper()
		must(t, append([]string{"fit", "sample:animals", "-m", "pydt", "--iterations", "5", "--quiet", "--out", dir, "--figures", "svg"}, more...)...)
		one, err := os.ReadFile(filepath.Join(dir, "tree.nwk"))
		if err != nil {
			t.Fatal(err)
		}
		all, err := os.ReadFile(filepath.Join(dir, "trees.nwk"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(one), "("), string(all)
	}
	whole, trees := fit()
	some, same := fit("--collapse-below", "0.8")
	least, _ := fit("--collapse-below", "1")
	if !(least < some && some < whole) || least < 1 {
		t.Errorf("%d branch points, above 0.8 there are %d, of support 1 %d", whole, some, least)
	}
	if same != trees {
		t.Error("the other trees are collapsed too")
	}
	if status, _, stderr := command(t, "fit", "sample:animals", "-m", "pydt", "--quiet", "--collapse-below", "50"); status != 2 || !strings.Contains(stderr, "from 0 to 1") {
		t.Errorf("exit status %d, %s", status, stderr)
	}
}

// Text and lines are as large on paper as a preset says, or as --print says.
func TestPresetsAndPrintedSizes(t *testing.T) {
	dir := t.TempDir()
	axis := regexp.MustCompile(`font-size="([0-9.]+)"[^>]*>height<`)
	box := regexp.MustCompile(`width="([0-9.]+)mm" height="([0-9.]+)mm" viewBox="0 0 ([0-9.]+) `)
	printed := func(more ...string) (width, points float64) {
		t.Helper()
		must(t, append([]string{"fit", "sample:iris", "-m", "agglomerative", "--quiet", "--out", dir, "--figures",
			"svg", "--figure", "tree"}, more...)...)
		text, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
		a, b := axis.FindSubmatch(text), box.FindSubmatch(text)
		if err != nil || a == nil || b == nil {
			t.Fatalf("%v: no axis in %.400s", err, text)
		}
		number := func(b []byte) float64 { x, _ := strconv.ParseFloat(string(b), 64); return x }
		width = number(b[1])
		return width, number(a[1]) * width / number(b[3]) / 25.4 * 72
	}
	for _, c := range []struct {
		flags         string
		width, points float64
	}{
		{"--preset nature-one-column", 89, 6}, {"--preset cell-two-columns", 174, 7},
		{"--preset nature-one-column --size 120x90mm", 120, 6},
		{"--preset nature-one-column --print text=8", 89, 8}, {"--size 100x80mm", 100, 7.875},
		{"--print text=5,lines=0.4", 180, 5},
	} {
		if width, points := printed(strings.Fields(c.flags)...); !(math.Abs(width-c.width) < 0.01 &&
			math.Abs(points-c.points) < 0.01) {
			t.Errorf("%s: %.2f mm wide, with text of %.3f points", c.flags, width, points)
		}
	}
	for _, c := range [][2]string{{"--preset nature", "no such preset; they are one-column"},
		{"--print letters=3", "one of the names text"}, {"--print text=big", "from 3 to 60 points"}} {
		args := append([]string{"fit", "sample:iris", "-m", "agglomerative", "--quiet", "--out", dir, "--figures",
			"svg"}, strings.SplitN(c[0], " ", 2)...)
		if status, _, stderr := command(t, args...); status != 2 || !strings.Contains(stderr, c[1]) {
			t.Errorf("%s: exit status %d, %s", c[0], status, stderr)
		}
	}
}
