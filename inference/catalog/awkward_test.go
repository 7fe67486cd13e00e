package catalog_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/inferencetest/awkward"

	"gonum.org/v1/gonum/mat"
)

// No model ends by a mistake of its own on some tables whose columns depend on each other, unscaled or scaled, and none
// reports a number that is none. `scripts/validate Faults` fits all awkward tables, in every way.
func TestAwkwardTables(t *testing.T) {
	for _, table := range awkward.Tables() {
		if table.Name != "units" && table.Name != "sum of the others" && table.Name != "constant" &&
			table.Name != "units from 1e-12 to 1e12" {
			continue
		}
		given := &inference.Table{Name: table.Name, Kind: inference.Continuous,
			X: mat.NewDense(len(table.Cells), len(table.Cells[0]), nil)}
		x := given.X.(*mat.Dense)
		for i, row := range table.Cells {
			given.Rows = append(given.Rows, fmt.Sprint("r", i))
			x.SetRow(i, row)
		}
		for j := range table.Cells[0] {
			given.Columns = append(given.Columns, fmt.Sprint("c", j))
		}
		for _, p := range []inference.Preprocessing{{}, {Centre: true, Scale: true}} {
			data, err := given.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"pydt", "ggm", "glasso", "pca", "gaussian"} {
				awkwardRun(t, name, data)
			}
		}
	}
}

// awkwardRun starts a model and does an iteration, unless it refuses the table.
func awkwardRun(t *testing.T, name string, data *inference.Dataset) {
	t.Helper()
	m, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	if strings.HasPrefix(name, "pydt") {
		if err := s.Set("columns", "covariance"); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s on %s, scaled %v: %v", name, data.Name, data.Preprocessing.Scale, v)
		}
	}()
	if _, err := m.Check(data, s); err != nil {
		return
	}
	f, err := m.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := f.Step(t.Context())
		if err != nil {
			t.Errorf("%s on %s: %v", name, data.Name, err)
			return
		}
		for _, v := range r.Scalars {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s on %s, scaled %v, has the numbers %v", name, data.Name, data.Preprocessing.Scale, r.Scalars)
				return
			}
		}
		if r.Scalars != nil || r.Done {
			return
		}
	}
}
