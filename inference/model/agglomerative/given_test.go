package agglomerative_test

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/agglomerative"
	"example.org/espalier/inference/relation"

	"gonum.org/v1/gonum/mat"
)

// given is a table of the distances of four rows, whose heights are known from hand and from scipy 1.11 (linkage of
// the same condensed distances).
func given(t *testing.T, p inference.Preprocessing) (*inference.Dataset, error) {
	t.Helper()
	names := []string{"a", "b", "c", "d"}
	table := &inference.Table{Name: "given", Rows: names, Columns: names, Kind: inference.Continuous,
		X: mat.NewDense(4, 4, []float64{0, 1, 2, 3, 1, 0, 1.5, 2.7, 2, 1.5, 0, 0.15, 3, 2.7, 0.15, 0})}
	return table.Prepare(agglomerative.Model{}.Info().PreprocessingOf(table, p))
}

func TestGivenDistances(t *testing.T) {
	for linkage, want := range map[string]float64{"single": 1.5, "complete": 3, "average": 2.3,
		"ward": 3.280053353224609} {
		for _, order := range []string{"optimal", "merged"} {
			data, err := given(t, inference.Preprocessing{})
			if err != nil {
				t.Fatal(err)
			}
			s := agglomerative.Model{}.Info().Defaults()
			for name, value := range map[string]string{"linkage": linkage, "order": order} {
				if err := s.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := inference.Check(agglomerative.Model{}, data, s); err != nil {
				t.Fatal(err)
			}
			p, err := agglomerative.Model{}.New(data, s, inference.Streams{}, 1)
			if err != nil {
				t.Fatal(err)
			}
			for done := false; !done; {
				r, err := p.Step(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				done = r.Done
			}
			snap := p.Snapshot()
			if got := snap.Scalars[0].Mean; !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("%s: height %v, want %v", linkage, got, want)
			}
			if forest.TreesOf(snap)[0].Tree.Leaves() != 4 {
				t.Error("a row is lost")
			}
		}
	}
}

// TestGivenRows: rows that are left out are left out as columns too, and what distances have no use for is not done.
func TestGivenRows(t *testing.T) {
	data, err := given(t, inference.Preprocessing{Leave: inference.LeaveOut{Rows: inference.NamesOf("b")}, TopRows: 2})
	if err != nil {
		t.Fatal(err)
	}
	if n, d := data.Dims(); n != 3 || d != 3 || data.X.At(0, 1) != 2 || data.X.At(2, 1) != 0.15 ||
		data.ColumnIndex[1] != 2 || len(data.Notes) == 0 {
		t.Errorf("%d × %d, %v, %v", n, d, data.X, data.Notes)
	}
	data, err = given(t, inference.Preprocessing{Distances: relation.None})
	if err != nil {
		t.Fatal(err)
	}
	if data.Distances.Active() || data.Scale[0] == 1 {
		t.Error("measurements are taken for distances")
	}
}
