package batch

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/tree"
)

// hiddenTable returns 40 rows of six columns that follow two factors, and the same with some cells
// empty.
func hiddenTable() (full, gaps sheet) {
	rng := rand.New(rand.NewPCG(8, 9))
	head := []string{"name", "a", "b", "c", "d", "e", "f"}
	full, gaps = sheet{head}, sheet{head}
	for i := range 40 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		row := []string{fmt.Sprintf("row%d", i+1)}
		for j := range 6 {
			v := 20 + float64(j)*x
			if j%2 == 1 {
				v += 3 * y
			}
			row = append(row, strconv.FormatFloat(v+rng.NormFloat64()/2, 'f', 3, 64))
		}
		full = append(full, row)
		empty := append([]string(nil), row...)
		if i%4 == 1 {
			empty[1+i%6] = ""
		}
		gaps = append(gaps, empty)
	}
	return full, gaps
}

type testedCells struct {
	Cells     int       `json:"cells"`
	Rows      *int      `json:"rows"`
	Mean      float64   `json:"log_density_mean"`
	Error     float64   `json:"log_density_standard_error"`
	Squares   float64   `json:"squared_error_mean"`
	Density   []float64 `json:"log_density"`
	Row       []string  `json:"cell_rows"`
	Column    []string  `json:"cell_columns"`
	Values    []float64 `json:"values"`
	Predicted []float64 `json:"predicted"`
}

func cellsOf(t *testing.T, data, model string, more ...string) testedCells {
	t.Helper()
	var r struct{ Test testedCells }
	text := must(t, append([]string{"fit", data, "--model", model, "--json", "--quiet"}, more...)...)
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	return r.Test
}

// Factor models hide cells, the same ones for every model, and score them in the units of the
// file; hiding leaves every row and column with values.
func TestHiddenCellsOfFactorModels(t *testing.T) {
	full, _ := hiddenTable()
	file := full.file(t)
	pca := cellsOf(t, file, "pca", "--holdout", "0.1", "--set", "factors=2")
	if pca.Cells != 24 || pca.Rows != nil || len(pca.Density) != 24 || len(pca.Row) != 24 {
		t.Fatalf("tested on %+v", pca)
	}
	mean, squares := 0.0, 0.0
	for i, v := range pca.Values {
		mean += pca.Density[i] / 24
		squares += (v - pca.Predicted[i]) * (v - pca.Predicted[i]) / 24
		row, _ := strconv.Atoi(strings.TrimPrefix(pca.Row[i], "row"))
		if want := full[row][1+strings.Index("abcdef", pca.Column[i])]; strconv.FormatFloat(v, 'f', 3, 64) != want {
			t.Errorf("cell %s, %s is %v, in the file %s", pca.Row[i], pca.Column[i], v, want)
		}
	}
	if !(math.Abs(mean-pca.Mean) <= 1e-12) || !(math.Abs(squares-pca.Squares) <= 1e-9) {
		t.Errorf("means %v and %v, reported %v and %v", mean, squares, pca.Mean, pca.Squares)
	}
	if pca.Squares > 5 { // the columns have variances up to 34
		t.Errorf("squared error %v", pca.Squares)
	}
	nsfa := cellsOf(t, file, "nsfa", "--holdout", "0.1", "--iterations", "20", "--chains", "2")
	if !reflect.DeepEqual(nsfa.Row, pca.Row) || !reflect.DeepEqual(nsfa.Column, pca.Column) {
		t.Error("another model is tested on other cells")
	}
	other := cellsOf(t, file, "pca", "--holdout", "0.1", "--set", "factors=2", "--seed", "2")
	if reflect.DeepEqual(other.Row, pca.Row) {
		t.Error("another seed hides the same cells")
	}
	// The same model in other units: what is doubled has its density halved.
	doubled := full.column("b", func(_ int, x float64) float64 { return 2 * x })
	twice := cellsOf(t, doubled.file(t), "pca", "--holdout", "0.1", "--set", "factors=2")
	for i, c := range twice.Column {
		want := pca.Density[i]
		if c == "b" {
			want -= math.Ln2
		}
		if !(math.Abs(twice.Density[i]-want) <= 1e-6) {
			t.Errorf("cell %s, %s: log density %v, want %v", twice.Row[i], c, twice.Density[i], want)
		}
	}
	turned := cellsOf(t, file, "pca", "--holdout", "0.1", "--set", "factors=2", "--transpose", "--raw")
	if turned.Cells != 24 || !strings.HasPrefix(turned.Column[0], "row") {
		t.Errorf("transposed, tested on %d cells, the first in column %s", turned.Cells, turned.Column[0])
	}
}

// --test scores what is missing from the data and not from the other file, whatever the order
// of its rows.
func TestCellsOfAnotherFile(t *testing.T) {
	full, gaps := hiddenTable()
	shuffled := append(sheet{full[0]}, full[20:]...)
	shuffled = append(shuffled, full[1:20]...)
	got := cellsOf(t, gaps.file(t), "ibp", "--test", shuffled.file(t), "--iterations", "30", "--chains", "1")
	if got.Cells != 10 {
		t.Fatalf("%d cells are scored, not 10", got.Cells)
	}
	for i, v := range got.Values {
		row, _ := strconv.Atoi(strings.TrimPrefix(got.Row[i], "row"))
		if want := full[row][1+strings.Index("abcdef", got.Column[i])]; strconv.FormatFloat(v, 'f', 3, 64) != want {
			t.Errorf("cell %s, %s is %v, in the file %s", got.Row[i], got.Column[i], v, want)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{full.file(t), "--test", full.file(t)}, "no value in any cell missing"},
		{[]string{full.file(t), "--holdout", "0.1", "--baselines", "kde"}, "hides the same cells"},
	} {
		status, _, stderr := command(t, append([]string{"fit", "--model", "pca"}, c.args...)...)
		if status == 0 || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: status %d, %s", c.args, status, stderr)
		}
	}
}

// A study scores a fit as the command line does: the same cells, the same numbers.
func TestStudiesScoreAsFits(t *testing.T) {
	for model, flags := range map[string][]string{"sfa": {"--chains", "1", "--iterations", "20"}, "gaussian": nil} {
		var r struct {
			Test struct {
				Mean    float64  `json:"log_density_mean"`
				Squared *float64 `json:"squared_error_mean"`
			}
		}
		text := must(t, append([]string{"fit", "sample:iris", "--model", model, "--holdout", "0.1", "--seed", "3", "--json", "--quiet"}, flags...)...)
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		table, err := open(t.Context(), "sample:iris", readerFlags{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := find(model)
		if err != nil {
			t.Fatal(err)
		}
		specs, err := board.Plan{Base: job.Spec{Table: job.SourceOf(table)}, Choices: []board.Choice{{Model: model}}, Share: 0.1, Splits: []uint64{3}, Part: 20 / float64(max(20, m.Info().Iterations))}.Specs([]inference.Model{m})
		if err != nil {
			t.Fatal(err)
		}
		if m.Info().Samples {
			specs[0].Chains = 1
		}
		var l board.Line
		err = board.Fit(t.Context(), job.Local{}, board.From{Table: table}, specs, job.Options{Threads: 2}, board.Watch{Done: func(f board.Fitted) {
			if b, err := board.New([]board.Entry{{Result: f.Result}}, ""); err == nil {
				l = b.Lines[0]
			}
		}})
		if err != nil || !(math.Abs(l.Density.Mean-r.Test.Mean) <= 1e-12) || r.Test.Squared != nil &&
			!(math.Abs(l.Squared-*r.Test.Squared) <= 1e-12) || (r.Test.Squared == nil) != math.IsNaN(l.Squared) {
			t.Errorf("%s: %+v and %+v, %v", model, l, r.Test, err)
		}
	}
}

// Factor models write their matrices with names, the distribution of the number of factors,
// and a draw from the prior the truth behind it.
func TestFactorFiles(t *testing.T) {
	full, _ := hiddenTable()
	dir := t.TempDir()
	must(t, "fit", full.file(t), "--model", "nsfa", "--iterations", "40", "--chains", "2", "--out", dir, "--quiet")
	text, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Posterior struct {
			Features struct {
				Mean         float64
				Distribution map[string]float64
			}
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	sum, mean := 0.0, 0.0
	for k, p := range r.Posterior.Features.Distribution {
		n, _ := strconv.Atoi(k)
		sum += p
		mean += p * float64(n)
	}
	if !(math.Abs(sum-1) <= 1e-9) || !(math.Abs(mean-r.Posterior.Features.Mean) <= 1e-9) {
		t.Errorf("the distribution %v sums to %v and has mean %v, not %v", r.Posterior.Features.Distribution, sum, mean, r.Posterior.Features.Mean)
	}
	checkMatrices(t, dir, "name of items", map[string]int{"loadings": 6, "inclusion": 6, "activities": 40})
	for model, lines := range map[string]map[string]int{
		"nsfa": {"loadings": 5, "inclusion": 5, "activities": 9},
		"ibp":  {"loadings": 5, "inclusion": 9, "activities": 9},
	} {
		dir := t.TempDir()
		must(t, "sample", model, "--n", "9", "--d", "5", "--set", "alpha=2", "--out", dir, "--quiet")
		checkMatrices(t, dir, model, lines)
		text, err := os.ReadFile(filepath.Join(dir, "truth.json"))
		if err != nil || !strings.Contains(string(text), `"activities": "matrices/activities.csv"`) || !strings.Contains(string(text), `"features":`) {
			t.Errorf("%s: the truth is %s, %v", model, text, err)
		}
	}
}

// checkMatrices counts the lines of matrices, which all have the same factors.
func checkMatrices(t *testing.T, dir, what string, lines map[string]int) {
	t.Helper()
	head := ""
	for name, n := range lines {
		text, err := os.ReadFile(filepath.Join(dir, "matrices", name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Split(strings.TrimSpace(string(text)), "\n")
		_, factors, _ := strings.Cut(all[0], ",")
		if head == "" {
			head = factors
		}
		if len(all)-1 != n || factors != head || !strings.HasPrefix(factors, "factor 1") {
			t.Errorf("%s: %s has %d lines headed %q", what, name, len(all)-1, all[0])
		}
	}
}

// A tree hides cells where they are asked for, the same as a factor model does, and rows
// otherwise.
func TestHiddenCellsOfTrees(t *testing.T) {
	full, _ := hiddenTable()
	file := full.file(t)
	pca := cellsOf(t, file, "pca", "--holdout", "0.1", "--set", "factors=2")
	tree := cellsOf(t, file, "ddt", "--holdout", "0.1", "--holdout-unit", "cells", "--iterations", "0")
	if !reflect.DeepEqual(tree.Row, pca.Row) || !reflect.DeepEqual(tree.Column, pca.Column) || tree.Squares <= 0 {
		t.Errorf("a tree is tested on %+v", tree)
	}
	if rows := cellsOf(t, file, "ddt", "--holdout", "0.1", "--iterations", "0"); rows.Rows == nil || rows.Cells != 0 {
		t.Errorf("a tree is tested on %+v", rows)
	}
}

// A tree over the columns is written beside that over the rows, with supports.
func TestColumnsNewick(t *testing.T) {
	full, _ := hiddenTable()
	out := t.TempDir()
	must(t, "fit", full.file(t), "--model", "ddt", "--set", "columns=tree", "--iterations", "0", "--out", out, "--quiet")
	text, err := os.ReadFile(filepath.Join(out, "columns.nwk"))
	if err != nil {
		t.Fatal(err)
	}
	columns, err := tree.ParseNewick(text)
	if err != nil || columns.Leaves() != 6 || !slices.Contains(columns.Names, "f") {
		t.Fatalf("%s: %v", text, err)
	}
	if s := columns.Support; len(s) != columns.Nodes() || s[columns.Top] != 1 || !slices.ContainsFunc(s, func(x float64) bool { return x > 0 && x < 1 }) {
		t.Errorf("supports %v", s)
	}
}
