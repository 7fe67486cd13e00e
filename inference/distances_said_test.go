package inference

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/relation"

	"gonum.org/v1/gonum/mat"
)

// What a table of distances is said to be made of leaves out the steps that were not done to it, which a note names.
func TestSaidOfDistances(t *testing.T) {
	names := []string{"a", "b", "c"}
	table := &Table{Name: "far", Rows: names, Columns: names, X: mat.NewDense(3, 3, []float64{0, 1, 2, 1, 0, 3, 2, 3, 0}),
		Kind: Continuous}
	d, err := table.Prepare(Preprocessing{Distances: relation.Given, Leave: LeaveOut{Rows: "b"},
		Recipe: "clr", Log2p1: true,
		TopRows: 1, TopColumns: 2, Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.Preprocessing.String(), "distances as given, 1 row left out by hand"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got := strings.Join(d.Notes, " "); !strings.Contains(got,
		"without the steps of preparation, log2(x+1), the choice of the most variable, centring, scaling.") {
		t.Errorf("notes %q", got)
	}
}

// A refusal of a table of one column names the columns that are annotations and that the model could take, that of
// others does not.
func TestRefusalNamesAnnotations(t *testing.T) {
	few := errors.New("few")
	d := &Dataset{X: mat.NewDense(4, 1, nil), Rows: []string{"a", "b", "c", "d"}, Columns: []string{"height"},
		Annotations: []Annotation{NewAnnotation("age", []string{"1", "2", "3", "3"}),
			NewAnnotation("site", []string{"x", "y", "y", "y"}), NewAnnotation("name", []string{"p", "q", "r", "s"})}}
	if err := withAnnotations(few, d, false); !errors.Is(err, few) ||
		!strings.Contains(err.Error(), `annotations ("age")`) ||
		strings.Contains(err.Error(), "site") {
		t.Error(err)
	}
	if err := withAnnotations(few, d, true); !errors.Is(err, few) ||
		!strings.Contains(err.Error(), `of text are annotations ("site")`) {
		t.Error(err)
	}
	d.X, d.Columns = mat.NewDense(4, 2, nil), []string{"height", "weight"}
	if err := withAnnotations(few, d, true); err != few {
		t.Error(err)
	}
}

// Rows without a distance to another can be left out, by name or for their missing cells, as the error asks.
func TestLeaveOutMissingDistances(t *testing.T) {
	names, nan := []string{"a", "b", "c", "d"}, math.NaN()
	table := &Table{Name: "far", Rows: names, Columns: names, Kind: Continuous, X: mat.NewDense(4, 4, []float64{
		0, 1, 2, nan,
		1, 0, 3, nan,
		2, 3, 0, 5,
		nan, nan, 5, 0,
	})}
	_, err := table.Prepare(Preprocessing{Distances: relation.Given})
	if err == nil ||
		err.Error() != `far: rows "d" and "a" have no distance, nor has 1 other pair; leave out one row of each pair` {
		t.Errorf("error %v", err)
	}
	_, err = table.Prepare(Preprocessing{Distances: relation.Given, Leave: LeaveOut{Rows: "b"}})
	if err == nil || err.Error() != `far: rows "d" and "a" have no distance; leave out one of them` {
		t.Errorf("error %v", err)
	}
	for _, leave := range []LeaveOut{{Rows: "d"}, {Columns: "d"}, {MissingRows: Limit{Set: true, At: 0.4}},
		{MissingColumns: Limit{Set: true, At: 0.4}}} {
		d, err := table.Prepare(Preprocessing{Distances: relation.Given, Leave: leave})
		if err != nil {
			t.Errorf("%+v: %v", leave, err)
			continue
		}
		if want := mat.NewDense(3, 3, []float64{0, 1, 2, 1, 0, 3, 2, 3, 0}); !slices.Equal(d.Rows, names[:3]) ||
			!mat.Equal(d.X, want) {
			t.Errorf("%+v: rows %v with distances %v", leave, d.Rows, d.X)
		}
	}
}
