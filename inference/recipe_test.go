package inference

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/recipe"

	"gonum.org/v1/gonum/mat"
)

// deep is a table of counts: samples in rows, the second sequenced twice and the third four times as deeply.
func deep() *Table {
	x := mat.NewDense(3, 5, []float64{
		10, 20, 30, 8, 5,
		20, 40, 60, 16, 20,
		40, 80, 120, 32, 5,
	})
	return &Table{Name: "deep", Rows: []string{"a", "b", "c"}, Columns: []string{"v", "w", "x", "y", "z"}, X: x,
		Kind: Count, Annotations: []Annotation{NewAnnotation("batch", []string{"1", "2", "1"})}}
}

// TestRecipe: the steps come after what is left out by name and before the rest, whichever way the table lies; new rows
// are prepared in the same way.
func TestRecipe(t *testing.T) {
	p := Preprocessing{Recipe: "counts:size-factors", Log2p1: true,
		Leave: LeaveOut{Columns: NamesOf("w"), VarianceColumns: LimitAt(1e-12)}}
	in := deep()
	d, err := in.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Columns) != 1 || d.Columns[0] != "z" || d.ColumnIndex[0] != 4 || len(d.Rows) != 3 ||
		d.Preprocessing != p || d.Kind != Continuous {
		t.Fatalf("%+v", d)
	}
	// Three of the four genes left differ by depth alone: the factors are 1/2, 1 and 2.
	for i, y := range []float64{10, 20, 2.5} {
		if got, want := d.X.At(i, 0), math.Log2(1+y); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("row %d is %v, want %v", i, got, want)
		}
		if got := d.InputAt(0, d.X.At(i, 0)); !(math.Abs(got-y) <= 1e-12) {
			t.Errorf("in its units row %d is %v, want %v", i, got, y)
		}
	}
	if !strings.Contains(strings.Join(d.Notes, "\n"), "Size factors reach from 0.5 (a) to 2 (c).") {
		t.Errorf("notes: %q", d.Notes)
	}
	x, err := d.Map(in)
	if err != nil || !mat.Equal(x, d.X) {
		t.Errorf("the rows learnt from, as new ones: %v, %v", x, err)
	}
	turned := &Table{Name: "turned", Rows: in.Columns, Columns: in.Rows, X: mat.DenseCopyOf(in.X.T()), Kind: Count,
		ColumnAnnotations: in.Annotations}
	with := p
	with.Transpose = true
	same, err := turned.Prepare(with)
	if err != nil || !mat.Equal(same.X, d.X) || same.ColumnIndex[0] != 4 || len(same.Annotations) != 1 {
		t.Errorf("turned by the preprocessing: %+v, %v", same, err)
	}
	if x, err := same.Map(turned); err != nil || !mat.Equal(x, d.X) {
		t.Errorf("new columns of a turned table: %v, %v", x, err)
	}
	genes, err := turned.Prepare(Preprocessing{Recipe: p.Recipe.Turned()})
	if err != nil || !(math.Abs(genes.X.At(4, 2)-2.5) <= 1e-12) {
		t.Errorf("samples in columns: %+v, %v", genes, err)
	}
	if _, err := in.Prepare(Preprocessing{Recipe: "log2(x),sqrt"}); err == nil ||
		!strings.Contains(err.Error(), `deep: there is no step "sqrt"`) {
		t.Errorf("an unknown step: %v", err)
	}
	off := Preprocessing{Recipe: "off:counts:cpm"}
	if plain, err := in.Prepare(off); err != nil || plain.X.At(2, 2) != 120 || plain.Kind != Count {
		t.Errorf("a step switched off: %+v, %v", plain, err)
	}
	d, err = in.Prepare(Preprocessing{Recipe: "top-columns:2,top-rows:2"})
	if err != nil || d.ColumnIndex[0] != 1 || d.ColumnIndex[1] != 2 || d.RowIndex[0] != 1 || d.RowIndex[1] != 2 ||
		d.Annotations[0].Values[0] != "2" {
		t.Errorf("rows and columns kept: %+v, %v", d, err)
	}
}

// TestWithSteps: the last steps become fields, whose work is the same.
func TestWithSteps(t *testing.T) {
	for text, want := range map[string]Preprocessing{
		"counts:size-factors,log2(x+1),top-columns:2000": {Recipe: "counts:size-factors", Log2p1: true, TopColumns: 2000},
		"log2(x+1),floor:1":                    {Recipe: "log2(x+1),floor:1"},
		"top-columns:3,log2(x+1),centre,scale": {Recipe: "top-columns:3", Log2p1: true, Centre: true, Scale: true},
		"scale-all,centre":                     {Recipe: "scale-all", Centre: true},
		"top-rows:3,top-columns:2,scale-all":   {TopRows: 3, TopColumns: 2, ScaleAll: true},
		"log2(x+1),off:log2(x+1)":              {Recipe: "log2(x+1),off:log2(x+1)"},
		"log2(x+1),log2(x+1)":                  {Recipe: "log2(x+1)", Log2p1: true},
		"log2(x+1):v":                          {Recipe: "log2(x+1):v"},
		"":                                     {},
	} {
		got, err := Preprocessing{}.WithSteps(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, p := range []Preprocessing{{}, {Recipe: "floor:1,off:scale"}, {Recipe: "counts:cpm", Log2p1: true, TopRows: 3,
		TopColumns: 2, Centre: true, ScaleAll: true}, {Transpose: true, Scale: true}} {
		got, err := p.WithoutSteps().WithSteps(string(recipe.Format(p.Steps())))
		if err != nil || got != p {
			t.Errorf("%+v listed and read again: %+v, %v", p, got, err)
		}
	}
	if got := (Preprocessing{Recipe: "counts:tmm", Centre: true}).Using(Preprocessing{Transpose: true, TopRows: 2}); got !=
		(Preprocessing{Transpose: true, Recipe: "counts:tmm@columns", TopRows: 2, Centre: true}) {
		t.Errorf("turned: %+v", got)
	}
	// A field or a step: the same bits.
	in := deep()
	a, err := in.Prepare(Preprocessing{Log2p1: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := in.Prepare(Preprocessing{Recipe: "log2(x+1)"})
	if err != nil || !mat.Equal(a.X, b.X) {
		t.Errorf("log2(x+1) as a step: %v, %v", b, err)
	}
}

// TestSpreadOfRecipe: columns share a unit or not after the recipe, which the default of a model follows.
func TestSpreadOfRecipe(t *testing.T) {
	x := mat.NewDense(50, 3, nil)
	for i := range 50 {
		u := float64(i) / 50
		x.SetRow(i, []float64{math.Exp2(10 * u), 1e6 * math.Exp2(9*u*u), 1e-3 * math.Exp2(8*math.Sqrt(u))})
	}
	in := &Table{Name: "t", Rows: make([]string, 50), Columns: []string{"a", "b", "c"}, X: x, Kind: Continuous}
	own := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}, OneFactor: true}
	if p := own.PreprocessingOf(in, Preprocessing{}); !p.Scale {
		t.Errorf("raw: %+v", p)
	}
	if p := own.PreprocessingOf(in, Preprocessing{Recipe: "log2(x):a;b;c"}); !p.Scale {
		t.Errorf("logarithms of some columns: %+v", p)
	}
	if p := own.PreprocessingOf(deep(), Preprocessing{Recipe: "counts:tmm", Transpose: true}); p.Recipe !=
		"counts:tmm" || !p.Transpose {
		t.Errorf("turned: %+v", p)
	}
	if p := own.PreprocessingOf(in, Preprocessing{Recipe: "log2(x)"}); !p.ScaleAll || p.Recipe != "log2(x)" {
		t.Errorf("logarithms: %+v", p)
	}
}
