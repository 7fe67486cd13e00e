package job_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"

	"gonum.org/v1/gonum/mat"
)

// kindTable has two numbers, a flag and three columns of text.
func kindTable() *inference.Table {
	const n = 40
	t := &inference.Table{Name: "kinds", Columns: []string{"height", "flag", "mass"}, X: mat.NewDense(n, 3, nil), Kind: inference.Continuous}
	values := make([][]string, 3)
	x := t.X.(*mat.Dense)
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprint("r", i))
		x.SetRow(i, []float64{float64(i*i%17) / 3, float64(i % 2), float64(i*7%19) / 2})
		values[0] = append(values[0], []string{"no", "yes"}[i*3%2])
		values[1] = append(values[1], []string{"low", "mid", "high"}[i%3])
		values[2] = append(values[2], []string{"a", "b"}[i/20])
	}
	for k, name := range []string{"woody", "shade", "site"} {
		t.Annotations = append(t.Annotations, inference.NewAnnotation(name, values[k]))
	}
	return t
}

// A fit of a model of numbers leaves text out, says so and hides the same cells as it would without; with levels as
// numbers, hidden cells of text are scored too. The Spec that is kept makes the same fit again.
func TestKindsOfColumns(t *testing.T) {
	table := kindTable()
	p := inference.Preprocessing{Centre: true, Scale: true, Kinds: "woody=yes/no\nshade=ordered\nflag=yes/no"}
	spec := job.Spec{Version: job.SpecVersion, Table: job.SourceOf(table), Preprocessing: &p, Model: "spca", Seed: 3,
		Held: &job.Held{Share: .2, Unit: job.UnitCells}}
	m, err := job.Build(spec, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(m.Notes, "\n")
	if !slices.Equal(m.Data.Columns, table.Columns) || !strings.Contains(notes, `cannot take them: 2 columns "woody", "shade"`) || !strings.Contains(notes, `otherwise: 1 column "flag"`) {
		t.Errorf("%q\n%s", m.Data.Columns, notes)
	}
	p.KindsAsNumbers = true
	if m, err = job.Build(spec, table, nil); err != nil {
		t.Fatal(err)
	}
	text := 0
	for k, c := range m.Held.Cells {
		if c.Column > 2 {
			text++
		}
		if math.IsNaN(m.Held.Values[k]) || !math.IsNaN(m.Data.X.At(c.Row, c.Column)) {
			t.Errorf("cell %v is hidden with value %v", c, m.Held.Values[k])
		}
	}
	if want := []string{"height", "flag", "mass", "woody", "shade"}; !slices.Equal(m.Data.Columns, want) || text == 0 {
		t.Errorf("%q, %d hidden cells of text", m.Data.Columns, text)
	}
	again, err := job.Build(m.Spec, table, nil)
	if err != nil || !mat.Equal(zeroed(again.Data.X), zeroed(m.Data.X)) || !slices.Equal(again.Held.Values, m.Held.Values) {
		t.Errorf("not the same again: %v", err)
	}
	if len(table.Columns) != 3 || len(table.Annotations) != 3 {
		t.Error("the table was changed")
	}
}

func zeroed(x *mat.Dense) *mat.Dense {
	y := mat.DenseCopyOf(x)
	y.Apply(func(_, _ int, v float64) float64 {
		if math.IsNaN(v) {
			return 1e9
		}
		return v
	}, y)
	return y
}

// Text of yes and no beside zeros and ones is a table of zeros and ones, which trees take as such; new rows are matched by
// their text.
func TestYesNoText(t *testing.T) {
	table := kindTable().SelectColumns([]int{1})
	p := inference.Preprocessing{Kinds: "woody=yes/no\nsite=yes/no"}
	test := table.SelectRows([]int{3, 5, 8})
	source := job.SourceOf(test)
	spec := job.Spec{Version: job.SpecVersion, Table: job.SourceOf(table), Preprocessing: &p, Model: "ddt", Seed: 3, Held: &job.Held{Test: &source}}
	m, err := job.Build(spec, table, test)
	if err != nil {
		t.Fatal(err)
	}
	if m.Data.Kind != inference.Binary || m.Info.Name != "ddt" || !mat.Equal(m.Held.Rows, m.Data.SelectRows([]int{3, 5, 8}).X) {
		t.Errorf("%s, %v", m.Data.Kind, mat.Formatted(m.Held.Rows))
	}
}
