package batch

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// clouds is a file of two clouds of six rows, far apart, in which only the first row of each has a label.
func clouds(t *testing.T) string {
	t.Helper()
	text := "name,kind,a,b\n"
	for i := range 12 {
		label, at := "", 0.0
		if i%6 == 0 {
			label = []string{"oak", "elm"}[i/6]
		}
		if i >= 6 {
			at = 20
		}
		text += fmt.Sprintf("r%d,%s,%v,%v\n", i+1, label, at+0.3*float64(i%3), at+0.2*float64(i%6)*float64(i%2))
	}
	path := filepath.Join(t.TempDir(), "clouds.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// sheetIn reads a CSV file of a folder.
func sheetIn(t *testing.T, folder, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The labels that outtree propagates stand in labels.csv and result.json.
func TestPropagatedLabelsAreWritten(t *testing.T) {
	folder := t.TempDir()
	must(t, "fit", clouds(t), "-m", "outtree", "--set", "labels=1", "--set", "label_sweeps=40", "-q", "--out", folder)
	rows := sheetIn(t, folder, "labels.csv")
	if got := strings.Join(rows[0], "|"); got != "row|label|known|probability of oak|probability of elm" && got != "row|label|known|probability of elm|probability of oak" {
		t.Fatalf("header %s", got)
	}
	expected := map[string]float64{}
	for i, row := range rows[1:] {
		want, known := "oak", "hidden"
		if i >= 6 {
			want = "elm"
		}
		if i%6 == 0 {
			known = "known"
		}
		if row[0] != fmt.Sprint("r", i+1) || row[1] != want || row[2] != known {
			t.Errorf("row %d: %v, want the label %s, %s", i+1, row, want, known)
		}
		sum := 0.0
		for k, cell := range row[3:] {
			p, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			sum += p
			if name := strings.TrimPrefix(rows[0][3+k], "probability of "); known == "hidden" {
				expected[name] += p
			} else if name == want {
				near(t, "probability of a known label", p, 1, 1e-12)
			}
		}
		near(t, "sum of probabilities", sum, 1, 1e-9)
	}
	if len(rows) != 13 {
		t.Errorf("%d rows", len(rows)-1)
	}
	var r struct {
		Propagated struct {
			Annotation string
			Labels     []string
			Known      []int
			Hidden     int
			Expected   []float64
		}
		Files []string
	}
	readResult(t, folder, &r)
	if p := r.Propagated; p.Annotation != "kind" || p.Hidden != 10 || len(p.Labels) != 2 || p.Known[0] != 1 || p.Known[1] != 1 {
		t.Fatalf("%+v", p)
	}
	for k, name := range r.Propagated.Labels {
		near(t, "expected rows of "+name, r.Propagated.Expected[k], expected[name], 1e-9)
	}
	if !strings.Contains(strings.Join(r.Files, " "), "labels.csv") {
		t.Errorf("files %v", r.Files)
	}
}

func readResult(t *testing.T, folder string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "result.json"))
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Of several trees result.json has how many roots the draws have, and a matrix has how often two rows are in one tree.
func TestForestsAreWritten(t *testing.T) {
	folder := t.TempDir()
	must(t, "fit", clouds(t), "-m", "outtree", "--set", "roots=any", "-q", "--out", folder)
	var r struct {
		Forest struct {
			Draws int
			Roots map[string]float64
			Pairs *int
		}
		Posterior struct {
			Roots struct{ Mean float64 }
			Tau   struct {
				Deviation *float64 `json:"standard_deviation"`
			}
			Weight struct {
				Deviation *float64 `json:"standard_deviation"`
			} `json:"root_weight"`
		}
	}
	readResult(t, folder, &r)
	sum, mean := 0.0, 0.0
	for k, share := range r.Forest.Roots {
		number, err := strconv.Atoi(k)
		if err != nil {
			t.Fatal(err)
		}
		sum, mean = sum+share, mean+share*float64(number)
	}
	near(t, "sum of shares", sum, 1, 1e-12)
	if !(math.Abs(mean-r.Posterior.Roots.Mean) < 0.5) || r.Forest.Draws != 100 {
		t.Errorf("%d draws with a mean of %v roots; %v are expected", r.Forest.Draws, mean, r.Posterior.Roots.Mean)
	}
	if r.Posterior.Tau.Deviation == nil || !(*r.Posterior.Tau.Deviation > 0) || r.Posterior.Weight.Deviation != nil {
		t.Errorf("standard deviations %v of tau and %v of a point estimate", r.Posterior.Tau.Deviation, r.Posterior.Weight.Deviation)
	}
	rows := sheetIn(t, folder, "matrices/together.csv")
	if len(rows) != 13 || len(rows[0]) != 13 || rows[0][1] != "r1" || rows[12][0] != "r12" {
		t.Fatalf("%d rows under %v", len(rows), rows[0])
	}
	pairs := 0
	for i, row := range rows[1:] {
		for j, cell := range row[1:] {
			p, err := strconv.ParseFloat(cell, 64)
			switch {
			case err != nil || p != 1 && i == j || cell != rows[j+1][i+1]:
				t.Errorf("%s with %s: %s and %s", row[0], rows[0][j+1], cell, rows[j+1][i+1])
			case i/6 != j/6 && p > 0.3:
				t.Errorf("%s and %s are in one tree in %v of the draws", row[0], rows[0][j+1], p)
			case j < i && p >= 0.5:
				pairs++
			}
		}
	}
	if r.Forest.Pairs == nil || *r.Forest.Pairs != pairs {
		t.Errorf("pairs %v, want %d", r.Forest.Pairs, pairs)
	}
	one := t.TempDir()
	must(t, "fit", clouds(t), "-m", "outtree", "-q", "--out", one)
	var whole map[string]any
	if readResult(t, one, &whole); whole["forest"] != nil || whole["propagated"] != nil {
		t.Errorf("one tree has %v and %v", whole["forest"], whole["propagated"])
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// A penalty chosen at the end of a path is a note in result.json and among what is printed.
func TestPathThatEndsTooEarly(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 4))
	text := "a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11,a12\n"
	for range 10 {
		x := rng.NormFloat64()
		row := []string{}
		for range 12 {
			row = append(row, fmt.Sprintf("%.4f", x))
			x = 0.6*x + 0.8*rng.NormFloat64()
		}
		text += strings.Join(row, ",") + "\n"
	}
	path, folder := filepath.Join(t.TempDir(), "few.csv"), t.TempDir()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const said = "The criterion chose the last penalty tried"
	out := must(t, "fit", path, "-m", "glasso", "--set", "gamma=0", "--set", "ratio=0.01", "--set", "points=4", "--out", folder)
	var r struct{ Notes []string }
	if readResult(t, folder, &r); !strings.Contains(strings.Join(r.Notes, " "), said) || !strings.Contains(out, said) {
		t.Errorf("notes %q; printed %s", r.Notes, out)
	}
}
