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
