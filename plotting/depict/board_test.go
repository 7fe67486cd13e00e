package depict

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
)

// someBoard has results whose rows were predicted with these log densities.
func someBoard(t *testing.T, densities map[string][]float64, order ...string) *board.Board {
	t.Helper()
	var entries []board.Entry
	for _, name := range order {
		r := &job.Result{Spec: job.Spec{Model: name}, Data: job.Facts{Name: "iris", SHA256: "1"},
			Snapshot: &inference.Snapshot{}, Seconds: 0.5}
		if d := densities[name]; d != nil {
			r.Rows = &job.RowScores{Names: strings.Split("abcdefgh", "")[:len(d)], LogDensity: d, Columns: 2}
		}
		entries = append(entries, board.Entry{Result: r})
	}
	b, err := board.New(entries, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBoardWords(t *testing.T) {
	densities := map[string][]float64{"dpmm": {-1, -2, -1, -2}, "gaussian": {-2, -3.1, -2.1, -3},
		"kde": {-1.5, -1.8, -0.9, -2.1}, "pydt": {-1, -2, -1, -2.1}, "never": {-5, -5, -5, math.Inf(-1)}, "one": {-1}}
	for _, c := range []struct{ want, order string }{
		{"No result was scored on hidden data", "kmeans"},
		{"Only dpmm was scored on these hidden rows", "dpmm kmeans"},
		{"There is only one result, so there is nothing to compare it with", "dpmm"},
		{"dpmm predicts best: a hidden row is 2.9 times as likely as under gaussian (95 % interval 2.6 to 3.1). " +
			"All were scored on the same 4 hidden rows.", "gaussian dpmm"},
		{"dpmm has the highest density, but pydt and kde cannot be distinguished from it: the 95 % interval of the " +
			"difference contains 0. Under dpmm, a hidden row is 2.9 times as likely as under gaussian",
			"gaussian kde dpmm pydt"},
		{"dpmm predicts best: hidden rows are infinitely more likely than under never", "never dpmm"},
	} {
		if got := BoardWords(someBoard(t, densities, strings.Fields(c.order)...)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q lacks %q", c.order, got, c.want)
		}
	}
	same := map[string][]float64{"a": {-1}, "b": {-2}}
	if got := BoardWords(someBoard(t, same, "a", "b")); !strings.Contains(got, "too few to say more") {
		t.Errorf("of one row: %q", got)
	}
}

// The picture's interval is that of the difference, moved to where the model stands.
func TestBoardFigures(t *testing.T) {
	b := someBoard(t, map[string][]float64{"dpmm": {-1, -2, -1, -2}, "gaussian": {-2, -3.1, -2.1, -3}},
		"gaussian", "dpmm", "kmeans")
	d := BoardDots(b)
	if len(d.Rows) != 2 || d.Line != -1.5 || d.Rows[0].Note != "leads" ||
		d.Rows[1].Note != "1.050 ± 0.029 behind" || !d.Rows[1].Strong {
		t.Fatalf("%+v", d.Rows)
	}
	if r := d.Rows[1]; !(math.Abs(r.Low+r.High-2*r.Value) <= 1e-12) ||
		!(math.Abs(r.High-r.Low-2*3.182446*0.0288675) <= 1e-5) {
		t.Errorf("%+v", r)
	}
	table := BoardTable(b)
	var lines []string
	for _, r := range table.Rows {
		var texts []string
		for _, c := range r.Cells {
			texts = append(texts, c.Text)
		}
		lines = append(lines, strings.Join(texts, "|"))
	}
	if want :=
		"dpmm|−1.50 ± 0.29|leads|–|–|–|–|0.5 s\ngaussian|−2.55 ± 0.29|1.050 ± 0.029|–|–|–|–|0.5 s\nkmeans|–|–|–|–|–|–|0.5 s"; strings.Join(
		lines, "\n") != want {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
	if p := BoardPlate(b, "Espalier"); p.Name != "board" ||
		strings.HasSuffix(p.Metadata.Description, ".") || p.Size.HeightMM != 34 {
		t.Errorf("%+v", p)
	}
}

// Results scored on hidden cells have a column beside those scored on rows.
func TestBoardOfRowsAndCells(t *testing.T) {
	densities := map[string][]float64{"dpmm": {-1, -2, -1, -2}, "gaussian": {-2, -3.1, -2.1, -3}}
	b := someBoard(t, densities, "gaussian", "dpmm", "kmeans")
	b.Lines[2].Unit, b.Lines[2].N, b.Lines[2].Density = "cell", 4, board.Mean{Mean: -0.3, Error: 0.11}
	b.Lines[2].Why = "scored on hidden cells, the others on rows"
	table := BoardTable(b)
	if table.Columns[1].Head != "log density per row" || table.Columns[3].Head != "per cell" {
		t.Fatalf("the columns are %q and %q", table.Columns[1].Head, table.Columns[3].Head)
	}
	if r := table.Rows[0].Cells; r[1].Text != "−1.50 ± 0.29" || r[3].Text != "–" {
		t.Errorf("of rows: %q, %q", r[1].Text, r[3].Text)
	}
	if r := table.Rows[2].Cells; r[1].Text != "–" || r[3].Text != "−0.30 ± 0.11" || r[3].Value != -0.3 {
		t.Errorf("of cells: %q, %q, %q", r[1].Text, r[2].Text, r[3].Text)
	}
	b.Lines[0].Other = &board.Mean{Mean: -0.2, Error: 0.1}
	if r := BoardTable(b).Rows[0].Cells; r[1].Text != "−1.50 ± 0.29" || r[3].Text != "−0.20 ± 0.10" {
		t.Errorf("of rows and cells: %q, %q", r[1].Text, r[3].Text)
	}
	if len(table.Rows[1].Cells) != len(table.Columns) {
		t.Errorf("%d cells in %d columns", len(table.Rows[1].Cells), len(table.Columns))
	}
}

// Cells of several kinds have a mean of each kind beside the total.
func TestBoardKinds(t *testing.T) {
	list := []board.Line{
		{Name: "dpmm", Shares: []board.Share{{Sort: "levels", N: 3, Density: -.5}, {Sort: "numbers", N: 9, Density: -3.5}}},
		{Name: "nsfa", Shares: []board.Share{{Sort: "levels", N: 3, Density: -.75}, {Sort: "numbers", N: 9, Density: -4}}}}
	want := " By kind, log probability of a cell: levels −0.5 under dpmm, −0.75 under nsfa; numbers −3.5, −4. That of " +
		"numbers is a density and depends on their units; differences between results do not."
	if got := boardKinds(list); got != want {
		t.Errorf("%q", got)
	}
	if got := boardKinds([]board.Line{{Name: "pca"}, {Name: "fa"}}); got != "" {
		t.Errorf("%q", got)
	}
}
