package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// classified reads the member of result.json.
func classified(t *testing.T, text string) classification {
	t.Helper()
	var r struct {
		Classification classification `json:"classification"`
		Clusters       any            `json:"clusters"`
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Clusters != nil {
		t.Error("classes that were told are said to be found")
	}
	return r.Classification
}

func TestClasses(t *testing.T) {
	dir := t.TempDir()
	c := classified(t, must(t, "fit", "sample:iris", "--model", "gaussian", "--classes", "species", "--holdout", "0.4", "--json", "--quiet", "--out", dir, "--figures", "svg"))
	if c.Column != "species" || len(c.Classes) != 3 || c.Source != "holdout" || c.Rows != 60 || len(c.Truth) != 60 || float64(c.Accuracy) < 0.9 {
		t.Fatalf("%+v", c)
	}
	counted, right := 0, 0
	for k, row := range c.Confusion {
		for g, n := range row {
			counted += n
			if g == k {
				right += n
			}
		}
	}
	same := 0
	for i := range c.Truth {
		if c.Truth[i] == c.Found[i] {
			same++
		}
		if p := float64(c.Probability[i]); p < 1.0/3 || p > 1 {
			t.Errorf("row %s is found with probability %v", c.Names[i], p)
		}
	}
	if counted != 60 || right != same || float64(c.Accuracy) != float64(right)/60 {
		t.Errorf("%d counted, %d right in the table and %d in the lists, accuracy %v", counted, right, same, c.Accuracy)
	}
	if svg, err := os.ReadFile(filepath.Join(dir, "confusion.svg")); err != nil || !strings.Contains(string(svg), "species predicted") {
		t.Errorf("confusion.svg: %v", err)
	}
	// Without new rows those that were fitted are classified, and said to be so.
	if c := classified(t, must(t, "fit", "sample:iris", "--model", "vbmfa", "--iterations", "40", "--classes", "species", "--json", "--quiet")); c.Source != "fitted rows" || c.Rows != 150 {
		t.Errorf("%s, %d rows", c.Source, c.Rows)
	}
}

// New rows may come without their class, or with it as a column of numbers.
func TestClassesOfAFile(t *testing.T) {
	learn, new := groups().file(t), groups().pick("name", "a", "b", "c").file(t)
	c := classified(t, must(t, "fit", learn, "--annotations", "year", "--model", "gaussian", "--classes", "kind", "--test", new, "--json", "--quiet"))
	if c.Rows != 0 || len(c.Found) == 0 || c.Found[0] == "" || c.Truth[0] != "" {
		t.Errorf("%+v", c)
	}
	c = classified(t, must(t, "fit", learn, "--annotations", "year", "--model", "gaussian", "--classes", "kind", "--test", learn, "--json", "--quiet"))
	if c.Rows != len(c.Found) || c.Accuracy != 1 {
		t.Errorf("%+v", c)
	}
}

// Of clusters that were found without the labels the table stands with the scores.
func TestConfusionOfClusters(t *testing.T) {
	dir := t.TempDir()
	text := must(t, "fit", "sample:iris", "--model", "kmeans", "--set", "k=3", "--labels", "species", "--json", "--quiet", "--out", dir, "--figures", "svg")
	var r struct{ Scores agreement }
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, line := range r.Scores.Confusion {
		for _, n := range line {
			rows += n
		}
	}
	if rows != 150 || len(r.Scores.Levels) != 3 || len(r.Scores.Confusion[0]) != 3 {
		t.Errorf("%+v", r.Scores)
	}
	if _, err := os.Stat(filepath.Join(dir, "confusion.svg")); err != nil {
		t.Error(err)
	}
}
