package batch

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	documents "example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/depict/treestest"

	"github.com/google/go-cmp/cmp"
)

// keptStudy is a study with draws of trees that was saved with choices in the pane of trees before they were drawn by all.
const keptStudy = "testdata/tree-choices.espalier"

// changedStudy writes that study with another state of the trees of its table.
func changedStudy(t *testing.T, st trees.State) string {
	t.Helper()
	c, lost, err := file.Read(keptStudy)
	if err != nil || len(lost) > 0 {
		t.Fatal(err, lost)
	}
	sheet := documents.Sheet{Table: c.State.Open, Preprocessing: c.State.SheetOf(c.State.Open).Preprocessing}
	sheet.Panes = documents.Panes{trees.Pane: st.Look}
	sheet.Rows = documents.Side{Groups: st.Groups, Edits: st.Edits}
	c.State = c.State.WithSheet(sheet)
	h := file.Hold(filepath.Join(t.TempDir(), "changed.espalier"))
	if err := errors.Join(h.Save(c, Version), h.Release()); err != nil {
		t.Fatal(err)
	}
	return h.Path
}

// figureOf returns the figure of the tree of a study.
func figureOf(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	must(t, "figures", path, "--figure", "tree", "--out", dir, "-q")
	return string(mustRead(t, filepath.Join(dir, "tree.svg")))
}

// pictureOf returns the picture in the report of a study.
func pictureOf(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	must(t, "report", path, "--out", filepath.Join(dir, "report.html"), "-q")
	// Groups stand in the report in words too; what is looked for is the picture.
	_, page, _ := strings.Cut(string(mustRead(t, filepath.Join(dir, "report.html"))), "<svg")
	page, _, _ = strings.Cut(page, "</svg>")
	return page
}

// The command line and the report draw the tree of a study with every choice that it keeps.
func TestChoicesOfAStudyAreDrawn(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "0")
	usual := trees.State{Look: trees.NewLook([]string{"kind", "place"})}
	path := changedStudy(t, usual)
	figure, page := figureOf(t, path), pictureOf(t, path)
	if page == "" {
		t.Fatal("the report has no picture")
	}
	for i, c := range treestest.Changes() {
		if !c.Draws {
			continue
		}
		st := usual
		c.Set(&st)
		path := changedStudy(t, st)
		if same := figureOf(t, path) == figure; same != c.Silent {
			t.Errorf("%s: the figure is the same: %t", c.Name, same)
		}
		if testing.Short() && i%5 > 0 {
			continue
		}
		if same := pictureOf(t, path) == page; same != c.Silent {
			t.Errorf("%s: the report is the same: %t", c.Name, same)
		}
	}
}

// Everything that the list of figures says can be chosen of a tree and of the matrix of its rows can be chosen by a flag.
func TestSetFigure(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "0")
	path := changedStudy(t, trees.State{Look: trees.NewLook([]string{"kind", "place"})})
	var list []struct {
		Name    string
		Choices []struct {
			Name    string
			Options []string
		}
	}
	if err := json.Unmarshal([]byte(must(t, "figures", path, "--list", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"strips": "place", "search": "row 1"}
	draws := func(figure string, flags ...string) string {
		t.Helper()
		dir := t.TempDir()
		must(t, append([]string{"figures", path, "--figure", figure, "--out", dir, "-q"}, flags...)...)
		return string(mustRead(t, filepath.Join(dir, figure+".svg")))
	}
	tried := 0
	for _, f := range list {
		if f.Name != "tree" && f.Name != "matrix" {
			continue
		}
		usual := draws(f.Name)
		for _, c := range f.Choices {
			tried++
			value := texts[c.Name]
			if len(c.Options) > 0 {
				value = c.Options[len(c.Options)-1]
			}
			flag := f.Name + "." + c.Name + "=" + value
			if c.Name == "labels" || c.Name == "heat" { // they are on
				flag = f.Name + "." + c.Name + "=no"
			}
			if draws(f.Name, "--set-figure", flag) == usual {
				t.Errorf("--set-figure %s changes nothing", flag)
			}
		}
	}
	if tried < 12 {
		t.Errorf("%d choices were tried", tried)
	}
	for _, wrong := range []string{"tree", "tree.shown", "tree.none=1", "tree.shown=all", "none.shown=best", "tree.strips=none of them"} {
		code, _, told := command(t, "figures", path, "--set-figure", wrong, "--figures", "svg", "--out", t.TempDir())
		if code == 0 || !strings.Contains(told, "--set-figure "+wrong) {
			t.Errorf("%s: %d, %s", wrong, code, told)
		}
	}
}

// A study of before opens with all its choices.
func TestStudyOfBeforeKeepsItsChoices(t *testing.T) {
	c, lost, err := file.Read(keptStudy)
	if err != nil || len(lost) > 0 {
		t.Fatal(err, lost)
	}
	look, ok := trees.LookOf(c.State.SheetOf(c.State.Open).Panes, trees.Pane)
	want := trees.Look{Shown: trees.Which{Kind: trees.ShownConsensus, Least: 0.95}, Search: "row 1", Match: 1, CutTime: 0.01, Shape: 1, Labels: true,
		Strips: []string{"place"}, Heat: true, ColumnsOrder: "tree", ColumnsShut: []documents.Set{{0, 3}}, Support: 1, Below: 0.3,
		Behind: true, Intervals: true}
	if d := cmp.Diff(want, look); !ok || d != "" {
		t.Errorf("%t: %s", ok, d)
	}
	dir := t.TempDir()
	must(t, "figures", keptStudy, "--figure", "tree,matrix", "--out", dir, "-q")
	if pairs := string(mustRead(t, filepath.Join(dir, "matrix.svg"))); !strings.Contains(pairs, "rows in one group") {
		t.Error("the matrix does not show the share of one group")
	}
	text, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"clades of at least 95 %", "30 % support are collapsed", "colour strips: place", "radius"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the figure does not say %q", part)
		}
	}
}
