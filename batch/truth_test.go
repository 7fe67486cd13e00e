package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A network is scored against a list of edges, of a sample or of a file; a list of other nodes is refused
// before the fit.
func TestTruth(t *testing.T) {
	folder := t.TempDir()
	status, stdout, stderr := command(t, "fit", "sample:signalling", "--model", "dag", "--truth", "sample:signalling", "--out", folder)
	if status != 0 || !strings.Contains(stdout, "17 edges of sample:signalling: average precision 0.") || !strings.Contains(stdout, "arrows have the true direction") {
		t.Fatalf("%d %s %s", status, stdout, stderr)
	}
	text, err := os.ReadFile(filepath.Join(folder, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Graph struct {
			Truth struct {
				Edges, Shown, Right int
				Average             float64 `json:"average_precision"`
				Precision, Recall   float64
				Pointed, Forward    *int
			}
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	k := r.Graph.Truth
	if k.Edges != 17 || k.Average < 0.85 || k.Right < 12 || k.Precision != float64(k.Right)/float64(k.Shown) || k.Recall != float64(k.Right)/17 ||
		k.Pointed == nil || *k.Pointed < *k.Forward || *k.Forward == 0 {
		t.Errorf("%+v", k)
	}
	if _, err := os.Stat(filepath.Join(folder, "class.csv")); err != nil {
		t.Error(err)
	}
	file := filepath.Join(folder, "known.csv")
	for content, want := range map[string]string{
		"source,target\nnobody,somebody\n": `no node "nobody"`,
		"a,b\n1,2\n":                       "source and target",
	} {
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if status, _, stderr := command(t, "fit", "sample:iris", "--model", "chowliu", "--truth", file); status == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%q: %d %s", content, status, stderr)
		}
	}
	if status, _, stderr := command(t, "fit", "sample:iris", "--model", "chowliu", "--truth", "sample:iris"); status == 0 || !strings.Contains(stderr, "signalling") {
		t.Errorf("%d %s", status, stderr)
	}
}

// The curve of a network that was compared with known edges is among the figures of its folder and of its study, which keeps
// the edges with the table.
func TestRecoveryFigure(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000") // a picture names the second in which it was drawn
	folder := t.TempDir()
	out, held, known := filepath.Join(folder, "out"), filepath.Join(folder, "k.espalier"), filepath.Join(folder, "known.csv")
	if err := os.WriteFile(known, []byte("source,target\nraf,mek\nmek,erk\npka,akt\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command(t, "fit", "sample:signalling", "-m", "chowliu", "--truth", known, "--out", out, "--study", held, "--figures", "svg", "--figure", "recovery"); status != 0 {
		t.Fatal(stderr)
	}
	drawn, err := os.ReadFile(filepath.Join(out, "recovery.svg"))
	if err != nil || !strings.Contains(string(drawn), "3 edges of") || !strings.Contains(string(drawn), "average precision") {
		t.Fatalf("%v: %d bytes", err, len(drawn))
	}
	for _, from := range []string{out, held} {
		again := filepath.Join(folder, "again")
		if status, _, stderr := command(t, "figures", from, "--figure", "recovery", "--figures", "svg", "--out", again); status != 0 {
			t.Fatal(stderr)
		}
		if text, err := os.ReadFile(filepath.Join(again, "recovery.svg")); err != nil || string(text) != string(drawn) {
			t.Errorf("%s: another picture (%v)", from, err)
		}
	}
	if err := os.Remove(known); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(folder, "page.html")
	if status, _, stderr := command(t, "report", held, "--figure", "recovery", "--out", page); status != 0 {
		t.Fatal(stderr)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "precision: share of the edges found") {
		t.Errorf("the report has no curve (%v)", err)
	}
	status, stdout, stderr := command(t, "figures", out, "--list")
	if status != 0 || strings.Contains(stdout, "recovery") || !strings.Contains(stderr, "not compared with known edges") {
		t.Errorf("%d %s %s", status, stdout, stderr)
	}
}
