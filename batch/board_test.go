package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image/color"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"example.org/espalier/inference/job"
	documents "example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
)

// The command that a report gives for a result of a part of a table, even of a part of a part, makes it of the whole.
func TestReportRepeatsAPart(t *testing.T) {
	dir := t.TempDir()
	path, again := filepath.Join(dir, "a.espalier"), filepath.Join(dir, "again.espalier")
	must(t, "fit", "sample:iris", "-m", "gaussian", "--study", path, "-q")
	whole := readStudy(t, path).Tables[1]
	// Rows 11 to 70 of the whole, and the odd ones of these; three columns.
	var lines strings.Builder
	lines.WriteString("name,a,b,c\n")
	var half, odd job.Places
	for i := range 60 {
		if half = append(half, i+10); i%2 == 0 {
			continue
		}
		odd = append(odd, i)
		lines.WriteString(whole.Rows[i+10])
		for _, j := range []int{0, 1, 3} {
			fmt.Fprintf(&lines, ",%g", whole.X.At(i+10, j))
		}
		lines.WriteString("\n")
	}
	part := filepath.Join(dir, "part.csv")
	if err := os.WriteFile(part, []byte(strings.Replace(lines.String(), "a,b,c", strings.Join([]string{whole.Columns[0], whole.Columns[1], whole.Columns[3]}, ","), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "fit", part, "-m", "ddt", "--iterations", "3", "--study", path, "-q")
	h := file.Hold(path)
	c, _, err := h.Read()
	if err != nil {
		t.Fatal(err)
	}
	c.Tables[3] = whole.SelectRows(half)
	c.State = c.State.WithSheet(documents.Sheet{Table: 3, Origin: &documents.Origin{Table: 1, Rows: half}})
	sheet := c.State.SheetOf(2)
	sheet.Origin = &documents.Origin{Table: 3, Rows: odd, Columns: job.Places{0, 1, 3}}
	c.State = c.State.WithSheet(sheet)
	if err := errors.Join(h.Save(c, Version), h.Release()); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "report.html")
	must(t, "report", path, "--out", page, "-q")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer("<span>", "", "</span>", "").Replace(string(text))
	for _, m := range regexp.MustCompile("<pre><code>espalier (.*)</code></pre>").FindAllStringSubmatch(plain, -1) {
		if words := html.UnescapeString(m[1]); strings.Contains(words, "--rows") {
			must(t, append(strings.Fields(words), "--study", again, "-q")...)
			if want := "fit sample:iris --model ddt"; !strings.HasPrefix(words, want) || !strings.Contains(words, "--columns 1-2,4") {
				t.Errorf("%s", words)
			}
		}
	}
	if a, b := found(t, readStudy(t, path).Results[2].Fit), found(t, readStudy(t, again).Results[1].Fit); !bytes.Equal(a, b) {
		t.Error("the command makes another result")
	}
	if status, _, said := command(t, "fit", "sample:iris", "-m", "gaussian", "--rows", "0-3"); status != statusUsage || !strings.Contains(said, "--rows") {
		t.Errorf("%d: %s", status, said)
	}
	if status, _, said := command(t, "fit", "sample:iris", "-m", "gaussian", "--rows", "3-900"); status == 0 || !strings.Contains(said, "900") {
		t.Errorf("%d: %s", status, said)
	}
}

// Results of one table are compared on the rows that were hidden from all; others say why not.
func TestBoard(t *testing.T) {
	data, dir := groups().pick("name", "a", "b", "c", "kind").file(t), t.TempDir()
	fit := func(name, model string, more ...string) {
		must(t, append([]string{"fit", data, "-m", model, "--iterations", "2", "--labels", "kind", "-q", "--out", filepath.Join(dir, name)}, more...)...)
	}
	fit("gaussian", "gaussian", "--holdout", "0.25")
	fit("tree", "ddt", "--holdout", "0.25")
	fit("tree2", "ddt", "--holdout", "0.25", "--seed", "2")
	fit("linkage", "agglomerative")
	if err := os.MkdirAll(filepath.Join(dir, "old"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "old", "result.json"), []byte(`{"model":"ddt"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	status, printed, stderr := command(t, "board", dir, "--json", "--out", out, "--figures", "svg")
	if status != 0 || !strings.Contains(stderr, filepath.Join("old", opening.FitFile)+" does not exist") {
		t.Fatalf("%d: %s", status, stderr)
	}
	var got struct {
		Unit, Labels, Says string
		Hidden, Splits     int
		Results            []struct {
			Name, Why string
			Paths     []string
			Compared  bool
			Behind    *float64
			Scores    *struct {
				Rand *float64 `json:"adjusted_rand_index"`
			}
		}
	}
	if err := json.Unmarshal([]byte(printed), &got); err != nil {
		t.Fatal(err)
	}
	if got.Unit != "row" || got.Labels != "kind" || got.Hidden != 6 || got.Splits != 1 || len(got.Results) != 3 || !strings.Contains(got.Says, "6 hidden rows") {
		t.Fatalf("%s", printed)
	}
	for i, r := range got.Results {
		if (r.Behind != nil) != r.Compared || r.Compared != (i < 2) || (r.Name == "ddt") != (len(r.Paths) == 2) || (r.Scores != nil) != (r.Name != "gaussian") {
			t.Errorf("%+v", r)
		}
	}
	for _, name := range []string{"board.json", "board.csv", "board.svg"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	if text := must(t, "board", filepath.Join(dir, "tree"), filepath.Join(dir, "linkage"), "-q"); !strings.Contains(text, "Not compared: agglomerative (no data were hidden).") || !strings.Contains(text, "ARI") {
		t.Errorf("%s", text)
	}
	if _, _, stderr := command(t, "board", filepath.Join(dir, "old")); !strings.Contains(stderr, "no complete result") {
		t.Errorf("%s", stderr)
	}
	if _, _, stderr := command(t, "board", filepath.Join(dir, "tree"), "--labels", "colour"); !strings.Contains(stderr, "no such annotation") {
		t.Errorf("%s", stderr)
	}
}

// A study with results of two tables has a board for each, and --table chooses one.
func TestBoardOfTwoTables(t *testing.T) {
	dir := t.TempDir()
	study, out := filepath.Join(dir, "two.espalier"), filepath.Join(dir, "out")
	for _, data := range []string{groups().file(t), "sample:iris"} {
		for _, model := range []string{"gaussian", "kde"} {
			must(t, "fit", data, "-m", model, "--holdout", "0.25", "--study", study, "-q")
		}
	}
	type one struct {
		Data    string
		Results []struct{ Model string }
	}
	var got []one
	printed := must(t, "board", study, "--json", "-q", "--out", out, "--figures", "svg")
	if err := json.Unmarshal([]byte(printed), &got); err != nil || len(got) != 2 || got[1].Data != "iris" || got[0].Data == "iris" || len(got[0].Results) != 2 || len(got[1].Results) != 2 {
		t.Fatalf("%v: %s", err, printed)
	}
	for _, name := range []string{"board.json", "board.csv", "board.svg", "board-2.csv", "board-2.svg"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	if text := must(t, "board", study, "-q", "--labels", "species"); !strings.HasPrefix(text, got[0].Data+"\n\n") || !strings.Contains(text, "\n\niris\n\n") {
		t.Errorf("%s", text)
	}
	var single one
	if err := json.Unmarshal([]byte(must(t, "board", study, "--json", "-q", "--table", "iris")), &single); err != nil || single.Data != "iris" {
		t.Errorf("%+v, %v", single, err)
	}
	if status, _, said := command(t, "board", study, "--table", "birds"); status != statusUsage || !strings.Contains(said, `"iris"`) {
		t.Errorf("%d: %s", status, said)
	}
}

// The command that a report gives makes the same result again.
func TestReportSaysHowToRepeat(t *testing.T) {
	data, dir := groups().pick("name", "a", "b", "c", "kind").file(t), t.TempDir()
	must(t, "fit", data, "-m", "ddt", "--iterations", "3", "--set", "c=2", "--fix", "c", "--holdout", "0.25", "--seed", "7", "--scale", "--labels", "kind", "-q", "--out", filepath.Join(dir, "one"))
	must(t, "fit", data, "-m", "kmeans", "--raw", "-q", "--out", filepath.Join(dir, "two"))
	page := filepath.Join(dir, "report.html")
	must(t, "report", dir, "--out", page, "--title", "A <title>", "--figure", "objective")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "<h1>A &lt;title&gt;</h1>") {
		t.Error("the title is not there")
	}
	plain := strings.NewReplacer("<span>", "", "</span>", "").Replace(string(text))
	commands := regexp.MustCompile("<pre><code>espalier (.*)</code></pre>").FindAllStringSubmatch(plain, -1)
	if len(commands) != 2 {
		t.Fatalf("%d commands", len(commands))
	}
	for i, name := range []string{"one", "two"} {
		again := filepath.Join(dir, "again"+name)
		must(t, append(strings.Fields(html.UnescapeString(commands[i][1])), "--out", again, "-q")...)
		if a, b := resultWithoutTime(t, filepath.Join(dir, name)), resultWithoutTime(t, again); !reflect.DeepEqual(a, b) {
			t.Errorf("%s made\n%v, not\n%v", commands[i][1], b, a)
		}
	}
	if status, _, stderr := command(t, "report", dir, "--out", page, "--figure", "none"); status != statusUsage {
		t.Errorf("%d: %s", status, stderr)
	}
}

// resultWithoutTime reads what a fit found: its scores, what was learnt and its trace without time.
func resultWithoutTime(t *testing.T, dir string) (found map[string]any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	trace := found["trace"].(map[string]any)
	delete(trace, "seconds")
	return map[string]any{"trace": trace, "test": found["test"], "posterior": found["posterior"], "clusters": found["clusters"], "fixed": found["fixed"], "objective": found["objective"]}
}

// The counts are those of the groups; a result beside itself agrees with itself.
func TestPartitions(t *testing.T) {
	data, dir := groups().pick("name", "a", "b", "c", "kind").file(t), t.TempDir()
	must(t, "fit", data, "-m", "kmeans", "--set", "k=3", "-q", "--out", filepath.Join(dir, "means"))
	must(t, "fit", data, "-m", "agglomerative", "-q", "--out", filepath.Join(dir, "tree"))
	var got struct {
		Rows   int
		Counts [][]int
		Rand   float64 `json:"adjusted_rand_index"`
	}
	for _, args := range [][]string{{"means", "--labels", "kind"}, {"means", "tree"}, {"tree", "tree", "--groups", "3"}} {
		for i := range args {
			if args[i] == "means" || args[i] == "tree" {
				args[i] = filepath.Join(dir, args[i])
			}
		}
		if err := json.Unmarshal([]byte(must(t, append([]string{"partitions", "--json"}, args...)...)), &got); err != nil {
			t.Fatal(err)
		}
		if got.Rows != 24 || len(got.Counts) != 3 || got.Rand != 1 {
			t.Errorf("%v: %+v", args, got)
		}
		for _, line := range got.Counts {
			sum, most := 0, 0
			for _, n := range line {
				sum, most = sum+n, max(most, n)
			}
			if sum != 8 || most != 8 {
				t.Errorf("%v: %v", args, got.Counts)
			}
		}
	}
	out := filepath.Join(dir, "out")
	must(t, "partitions", filepath.Join(dir, "means"), "--labels", "kind", "--out", out, "--figures", "svg")
	for _, name := range []string{"partitions.json", "partitions.csv", "alluvial.svg", "counts.svg"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	for want, args := range map[string][]string{"--groups K": {"tree", "tree"}, "a second result or --labels": {"tree"}, "no annotation": {"tree", "--labels", "none"}} {
		args[0] = filepath.Join(dir, args[0])
		if len(args) > 1 && args[1] == "tree" {
			args[1] = args[0]
		}
		if _, _, stderr := command(t, append([]string{"partitions"}, args...)...); !strings.Contains(stderr, want) {
			t.Errorf("%v: %s", args, stderr)
		}
	}
}

// Board, report and partitions take the results of a study by its numbers.
func TestBoardOfAStudy(t *testing.T) {
	data, dir := groups().pick("name", "a", "b", "c", "kind").file(t), t.TempDir()
	study := filepath.Join(dir, "all.espalier")
	for _, model := range []string{"gaussian", "ddt", "kmeans"} {
		args := []string{"fit", data, "-m", model, "--iterations", "2", "-q", "--study", study}
		if model != "kmeans" {
			args = append(args, "--holdout", "0.25")
		}
		must(t, args...)
	}
	var got struct {
		Labels  string
		Results []struct{ Paths []string }
	}
	if err := json.Unmarshal([]byte(must(t, "board", study, "--json")), &got); err != nil || got.Labels != "kind" || len(got.Results) != 3 || got.Results[2].Paths[0] != study+", result 3" {
		t.Errorf("%+v, %v", got, err)
	}
	page := filepath.Join(dir, "page.html")
	must(t, "report", study, "--out", page)
	if text, err := os.ReadFile(page); err != nil || strings.Count(string(text), "<article") != 3 || !strings.Contains(string(text), "Agreement with kind") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text := must(t, "partitions", study, "--result", "3,2"); !strings.Contains(text, "kmeans, result 3 \\ ddt, result 2") || !strings.Contains(text, "18 rows") {
		t.Errorf("%s", text)
	}
	if _, _, stderr := command(t, "partitions", study, "--labels", "kind"); !strings.Contains(stderr, "--result ID") {
		t.Errorf("%s", stderr)
	}
	must(t, "fit", "sample:iris", "-m", "gaussian", "-q", "--study", study)
	held, _, err := file.Read(study)
	if err != nil {
		t.Fatal(err)
	}
	held.State.Note = "for the <paper>"
	held.State.Labels = map[documents.ResultID]documents.Label{2: {Name: "the tree", Note: "with few steps"}}
	sheet := held.State.SheetOf(1)
	sheet.Note, sheet.Rows.Groups = "of 18 rows", []documents.Group{{Name: "the first two", Rows: []int{0, 1}, Colour: color.NRGBA{0xC3, 0x1B, 0x7D, 255}}, {Name: "others", Rows: []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Colour: color.NRGBA{0x1B, 0x7D, 0xC3, 255}}}
	held.State = held.State.WithSheet(sheet)
	own := file.Hold(study)
	if err := errors.Join(own.ReadOnly, own.Save(held, "test"), own.Release()); err != nil {
		t.Fatal(err)
	}
	must(t, "report", study, "--out", page)
	text, err := os.ReadFile(page)
	for _, want := range []string{"Agreement with kind", "for the &lt;paper&gt;", ">the tree</h3>", "with few steps", "Report on ",
		">of 18 rows</p>", "the first two</th>", "background: #C31B7D", `fill="#1b7dc3"`} {
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q: %v", want, err)
		}
	}
	must(t, "report", study, "--out", page, "--note", "instead")
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), ">instead</p>") || strings.Contains(string(text), "for the &lt;") {
		t.Errorf("the note given is not in place of that of the study: %v", err)
	}
}
