package signals_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/process/signal"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/depict/signals"
	"example.org/espalier/plotting/depict/subject"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// inClades returns a result with a tree of four clades of five rows. The first column and the last, which is yes/no,
// follow it, the second is noise, and the third has one value.
func inClades(t *testing.T) *subject.Subject {
	t.Helper()
	const clades, each = 4, 5
	d := &inference.Dataset{Name: "clades", X: mat.NewDense(clades*each, 4, nil),
		Columns: []string{"height", "noise", "same", "winged"},
		Centre:  make([]float64, 4), Scale: []float64{1, 1, 1, 1}}
	d.Kinds = []column.Kind{{}, {}, {}, {Sort: column.YesNo, Levels: []string{"no", "yes"}}}
	rng := rand.New(rand.NewPCG(1, 2))
	parent, logTime := make([]int, clades*each+clades+1), make([]float64, clades*each+clades+1)
	top := clades*each + clades
	for i := range clades * each {
		k := i / each
		parent[i], logTime[i] = clades*each+k, math.Inf(1)
		d.Rows = append(d.Rows, fmt.Sprint("r", i))
		d.X.SetRow(i, []float64{float64(k*k) + 0.1*rng.NormFloat64(), rng.NormFloat64(), 3, float64(k % 2)})
	}
	for k := range clades {
		parent[clades*each+k], logTime[clades*each+k] = top, 2
	}
	parent[top], logTime[top] = -1, 0.1
	of, err := tree.New(d.Rows, parent, logTime)
	if err != nil {
		t.Fatal(err)
	}
	trees := &forest.Forest{Trees: []forest.Weighted{{Tree: of, Weight: 1}}}
	return &subject.Subject{Data: d, Snapshot: &inference.Snapshot{Parts: []inference.Part{trees}}}
}

// The columns stand in the order in which they follow the tree; a click on a row tells its share; a column of one value
// is left out of the figure, and stands last in the table.
func TestFigure(t *testing.T) {
	s := inClades(t)
	if !signals.Has(s) || !signals.Quick(s.Data) {
		t.Fatal("a small table with a tree has no signal")
	}
	r, err := signals.Figure(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Names) != 3 || r.Names[2] != "noise" || r.Entries[2].Item != 1 || r.Entries[0].Loading.Mean < 0.9 {
		t.Fatalf("%q, %+v", r.Names, r.Entries)
	}
	if !strings.Contains(r.Subtitle, "2 of 3 columns follow the tree") ||
		!strings.Contains(r.Subtitle, "columns of noise follow it too") {
		t.Errorf("it says %q", r.Subtitle)
	}
	scene := r.Layout(vg.Point{X: 500, Y: 300})
	found := false
	for y := vg.Length(1); y < 300; y += 2 {
		if m, ok := scene.Hit(vg.Point{X: 250, Y: y}); ok && m.Column == 1 {
			found = true
			if m.Lines[0][0] != signals.Name || m.Lines[2][1] != "not told from 0" {
				t.Fatalf("noise says %q", m.Lines)
			}
		}
	}
	if !found {
		t.Error("the row of noise is nowhere to be clicked")
	}
	var last []string
	for cells := range r.Sheets()[0].Rows {
		last = cells
	}
	if strings.Join(last, ",") != "4,same,number,,,,,20" {
		t.Errorf("the last line is %q", last)
	}
	shares, err := signals.Of(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if a := signals.Annotation(shares); !a.Numeric || a.Codes[2] >= 0 {
		t.Errorf("as an annotation of the columns: %+v", a)
	}
}

// TestFourRows: of a table of four rows nothing is said of its columns, however well they fit the tree.
func TestFourRows(t *testing.T) {
	x := mat.NewDense(4, 60, nil)
	for i := range 4 {
		for j := range 60 {
			x.Set(i, j, float64(10*(i/2)*(1+j%3))+.01*float64((i*7+j*5)%11))
		}
	}
	names := make([]string, 60)
	for j := range names {
		names[j] = fmt.Sprintf("c%d", j)
	}
	data := &inference.Dataset{Rows: []string{"a", "b", "c", "d"}, Columns: names, X: x,
		Centre: make([]float64, 60), Scale: slices.Repeat([]float64{1}, 60)}
	tr := linkage.Tree(linkage.Cluster(x, linkage.Ward), data.Rows)
	shares, err := signal.Of(context.Background(), tr, data, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for j, s := range shares {
		if s.Known() || signals.Follows(s) {
			t.Fatalf("column %d: %+v", j, s)
		}
	}
}

// A share of which the cells say nothing is not known, whatever is likeliest; others have their number.
func TestOpenShares(t *testing.T) {
	for _, c := range []struct {
		share      signal.Share
		text, line string
	}{
		{signal.Share{Lambda: 1, High: 1}, "not known", "not known"},
		{signal.Share{Lambda: 0.59, High: 0.998}, "not known", "not known"},
		{signal.Share{Lambda: 0.2, High: 0.9}, "20 % (0 to 90 %)", "20 %"},
		{signal.Share{Lambda: 0.9, Low: 0.5, High: 1}, "90 % (50 to 100 %)", "90 %"},
		{signal.Share{Lambda: math.NaN()}, "not known", "not known: too few values differ"},
	} {
		if got, lines := signals.Text(c.share), signals.Lines(c.share); got != c.text || lines[0][1] != c.line {
			t.Errorf("%+v is told as %q and %q", c.share, got, lines)
		}
	}
}

// Of several tables the shares are told by table: height and wings follow the tree, noise does not, and a column of one
// value does not count.
func TestByTable(t *testing.T) {
	s := inClades(t)
	shares, err := signals.Of(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if signals.ByTable(s.Data, shares) != nil {
		t.Error("columns of one table are told apart")
	}
	of := []string{"body", "other", "other", "body"}
	s.Data.ColumnAnnotations = []inference.Annotation{inference.InOrder(inference.TablesAnnotation, of)}
	list := signals.ByTable(s.Data, shares)
	if len(list) != 2 || list[0].Follow != 2 || list[0].Columns != 2 || list[1].Follow != 0 || list[1].Columns != 1 {
		t.Fatalf("shares by table: %+v", list)
	}
	if mean := (shares[0].Lambda + shares[3].Lambda) / 2; !(math.Abs(list[0].Lambda-mean) <= 1e-12) {
		t.Errorf("mean share %v, not %v", list[0].Lambda, mean)
	}
	r, err := signals.Figure(context.Background(), s)
	if err != nil || !strings.Contains(r.Subtitle, "body 2 of 2, mean") {
		t.Errorf("subtitle %q, %v", r.Subtitle, err)
	}
}
