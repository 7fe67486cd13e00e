package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFitNetwork: a square table of links falls into blocks, and its nodes are the same clusters as rows and as
// columns.
func TestFitNetwork(t *testing.T) {
	var text strings.Builder
	text.WriteString("node")
	for j := range 12 {
		fmt.Fprint(&text, ",v", j+1)
	}
	for i := range 12 {
		fmt.Fprint(&text, "\nv", i+1)
		for j := range 12 {
			link := 0
			if i != j && i/6 == j/6 {
				link = 1
			}
			fmt.Fprint(&text, ",", link)
		}
	}
	work := t.TempDir()
	file := filepath.Join(work, "links.csv")
	if err := os.WriteFile(file, []byte(text.String()+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := parse(t, must(t, "fit", file, "--model", "blockmodel", "--iterations", "100", "--holdout", "0.1",
		"--holdout-unit", "cells", "--json", "--quiet", "--out", dir, "--figures", "svg"))
	if p.Model != "blockmodel" || len(p.Trace["clusters"]) == 0 {
		t.Errorf("%+v", p)
	}
	for _, name := range []string{"blocks.svg", "blocks.csv", "column_clusters.csv"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	lines, err := os.ReadFile(filepath.Join(dir, "blocks.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(lines), "\n"); got != 5 { // two clusters: four blocks
		t.Errorf("blocks.csv has %d lines: %s", got, lines)
	}

	// By folds every pair of nodes is scored once, and a link is more probable than none in all pairs but few.
	plan, studyFile := filepath.Join(work, "plan"), filepath.Join(work, "links.espalier")
	must(t, "plan", file, "--models", "blockmodel", "--iterations", "60", "--folds", "3", "--holdout-unit", "cells",
		"--out", plan, "--quiet")
	must(t, "run", plan, "--quiet")
	must(t, "collect", plan, "--study", studyFile, "--quiet")
	var got struct {
		Hidden, Splits int
		Says           string
		Results        []struct {
			Area  float64 `json:"roc_area"`
			Error float64 `json:"roc_area_standard_error"`
			Mean  float64 `json:"log_density_mean"`
		}
	}
	if err := json.Unmarshal([]byte(must(t, "board", studyFile, "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Hidden != 12*11/2 || got.Splits != 3 || len(got.Results) != 1 {
		t.Fatalf("%+v", got)
	}
	if r := got.Results[0]; !(r.Area > 0.95 && r.Area <= 1) || !(r.Error >= 0 && r.Error < 0.1) || !(r.Mean > -0.5) {
		t.Errorf("%+v", r)
	}
}
