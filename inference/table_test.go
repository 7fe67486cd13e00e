package inference

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestNewAnnotation(t *testing.T) {
	for _, c := range []struct {
		name    string
		values  []string
		levels  []string
		codes   []int
		numeric bool
	}{
		{"text in order of appearance", []string{"b", "a", "", "b"}, []string{"b", "a"}, []int{0, 1, -1, 0}, false},
		{"numbers in numeric order", []string{"10", "9", "", "-1e1"}, []string{"-1e1", "9", "10"}, []int{2, 1, -1, 0}, true},
		{"a text among numbers", []string{"10", "x", "9"}, []string{"9", "x", "10"}, []int{2, 1, 0}, false},
		{"infinity is no number here", []string{"Inf", "1"}, []string{"Inf", "1"}, []int{0, 1}, false},
		{"all missing", []string{"", ""}, nil, []int{-1, -1}, false},
		{"no rows", nil, nil, []int{}, false},
	} {
		a := NewAnnotation("n", c.values)
		if !reflect.DeepEqual(a.Levels, c.levels) || !reflect.DeepEqual(a.Codes, c.codes) || a.Numeric != c.numeric {
			t.Errorf("%s: %+v", c.name, a)
		}
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		row  []float64
		want Kind
	}{
		{[]float64{0, 1, nan}, Binary}, {[]float64{0, 1, 2}, Count}, {[]float64{0, 1, -1}, Continuous},
		{[]float64{0, 0.5, 1}, Continuous}, {[]float64{nan, nan, nan}, Continuous},
		{[]float64{math.Inf(1), 1, 0}, Continuous},
	} {
		if got := newTable(c.row).Kind; got != c.want {
			t.Errorf("%v is %s, want %s", c.row, got, c.want)
		}
	}
}

func TestSelectRows(t *testing.T) {
	table := newTable([]float64{1, 2}, []float64{3, nan},
		[]float64{5, 6}).WithAnnotation(NewAnnotation("g", []string{"a", "b", ""}))
	s := table.SelectRows([]int{2, 0, 2})
	wantMatrix(t, s.X.(*mat.Dense), []float64{5, 6}, []float64{1, 2}, []float64{5, 6})
	g, _ := s.AnnotationByName("g")
	if !reflect.DeepEqual(s.Rows, []string{"r3", "r1", "r3"}) || !reflect.DeepEqual(g.Values, []string{"", "a", ""}) ||
		!reflect.DeepEqual(g.Codes, []int{-1, 0, -1}) || len(g.Levels) != 2 {
		t.Errorf("%v, %+v", s.Rows, g)
	}
	s.X.(*mat.Dense).Set(0, 0, 99)
	if table.X.At(2, 0) != 5 {
		t.Error("the selection shares memory with the table")
	}
}

func TestWithAnnotation(t *testing.T) {
	table := newTable([]float64{1}, []float64{2})
	one := table.WithAnnotation(NewAnnotation("g", []string{"a", "b"}))
	two := one.WithAnnotation(NewAnnotation("h", []string{"x", "y"})).WithAnnotation(NewAnnotation("g",
		[]string{"c", "d"}))
	if len(table.Annotations) != 0 || one.Annotations[0].Values[0] != "a" {
		t.Error("an earlier table was changed")
	}
	if len(two.Annotations) != 2 || two.Annotations[0].Values[0] != "c" || two.Annotations[1].Name != "h" {
		t.Errorf("%+v", two.Annotations)
	}
	defer func() {
		if recover() == nil {
			t.Error("an annotation of another length was taken")
		}
	}()
	table.WithAnnotation(NewAnnotation("g", []string{"a"}))
}

// Columns that are chosen or moved out take their annotations along.
func TestColumnAnnotations(t *testing.T) {
	table := newTable([]float64{1, 2, 0.5}, []float64{0, 1, 0.5})
	with := table.WithColumnAnnotation(NewAnnotation("u", []string{"a", "", "c"}))
	with = with.WithColumnAnnotation(NewAnnotation("v", []string{"1", "2", "3"})).WithColumnAnnotation(NewAnnotation("u",
		[]string{"a", "b", "c"}))
	if len(table.ColumnAnnotations) != 0 || len(with.ColumnAnnotations) != 2 {
		t.Fatalf("%v, %v", table.ColumnAnnotations, with.ColumnAnnotations)
	}
	s := with.SelectColumns([]int{1, 0})
	if s.Kind != Count || !reflect.DeepEqual(s.Columns, []string{"c2", "c1"}) ||
		!reflect.DeepEqual(s.ColumnAnnotations[0].Values, []string{"b", "a"}) || with.X.At(0, 0) != 1 {
		t.Errorf("%+v", s)
	}
	m, err := with.MoveToAnnotations("c1")
	if err != nil || !reflect.DeepEqual(m.ColumnAnnotations[1].Values, []string{"2", "3"}) || len(m.Annotations) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("an annotation of another length was taken")
		}
	}()
	table.WithColumnAnnotation(NewAnnotation("g", []string{"a", "b"}))
}

func TestMoveToAnnotations(t *testing.T) {
	table := newTable([]float64{2007, 1, 0}, []float64{nan, 0, 1})
	table.Columns = []string{"year", "x", "y"}
	s, err := table.MoveToAnnotations("year", "year")
	if err != nil {
		t.Fatal(err)
	}
	a, ok := s.AnnotationByName("year")
	if !ok || !reflect.DeepEqual(a.Values, []string{"2007", ""}) || !a.Numeric {
		t.Errorf("%+v", a)
	}
	wantMatrix(t, s.X.(*mat.Dense), []float64{1, 0}, []float64{0, 1})
	if s.Kind != Binary || table.Kind != Count || !reflect.DeepEqual(s.Columns, []string{"x", "y"}) ||
		len(table.Columns) != 3 {
		t.Errorf("%s, %s, %v, %v", s.Kind, table.Kind, s.Columns, table.Columns)
	}
	if again, err := s.MoveToAnnotations("year"); err != nil || again != s {
		t.Errorf("what is an annotation already: %v, %v", again, err)
	}
	if _, err := s.MoveToAnnotations("z"); err == nil || !strings.Contains(err.Error(), `"z"`) ||
		!strings.Contains(err.Error(), `"x"`) {
		t.Errorf("unknown column: %v", err)
	}
	if _, err := s.MoveToAnnotations("x", "y"); err == nil || !strings.Contains(err.Error(), "keep at least one") {
		t.Errorf("no numbers left: %v", err)
	}
}

func TestPreprocessingWords(t *testing.T) {
	all := Preprocessing{Transpose: true, Log2p1: true, TopRows: 5, TopColumns: 1, Centre: true, Scale: true,
		ScaleAll: true}
	for _, c := range []struct {
		p     Preprocessing
		words string
		flags string
	}{
		{Preprocessing{}, "as read", "--raw"},
		{Preprocessing{Transpose: true, Log2p1: true, TopColumns: 60, Centre: true, Scale: true},
			"transposed, log2(x+1), 60 most variable columns, centred, scaled",
			"--transpose --log2p1 --top-columns 60 --centre --scale"},
		{all, "transposed, log2(x+1), 5 most variable rows, the most variable column, centred, scaled, scaled as a whole",
			"--transpose --log2p1 --top-rows 5 --top-columns 1 --centre --scale --scale-all"},
	} {
		if c.p.String() != c.words || strings.Join(c.p.Flags(), " ") != c.flags {
			t.Errorf("%q, %q", c.p.String(), c.p.Flags())
		}
	}
	if got := all.For(&Table{Kind: Binary}); got != (Preprocessing{Transpose: true, TopRows: 5, TopColumns: 1}) {
		t.Errorf("for binary tables: %v", got)
	}
	if all.For(&Table{Kind: Count}) != all {
		t.Error("counts are treated as numbers")
	}
}

// TestPictures knows pixels by the names of their columns, and scales pictures as a whole.
func TestPictures(t *testing.T) {
	named := func(format string, n int) *Table {
		c := &Table{Kind: Count}
		for i := range n {
			c.Columns = append(c.Columns, fmt.Sprintf(format, i))
		}
		return c
	}
	usual := Preprocessing{Centre: true, Scale: true}
	for _, c := range []struct {
		format string
		n      int
		want   bool
	}{{"p%02d", 64, true}, {"pixel%d", 784, true}, {"Pixel %d", 16, true}, {"px_%d_3", 20, true}, {"p%d", 15, false},
		{"gene%d", 64, false}, {"p%d_value", 64, false}, {"pH%d", 64, false}, {"P027%02d", 64, false}, {"p%d1", 64, false}} {
		table := named(c.format, c.n)
		got := usual.For(table)
		if table.Pictures() != c.want || got.ScaleAll != c.want || got.Scale == c.want || !got.Centre {
			t.Errorf("%d columns like %s: pictures %v, %v", c.n, c.format, table.Pictures(), got)
		}
	}
	if p := (Preprocessing{Centre: true}).For(named("p%02d", 64)); p.ScaleAll {
		t.Error("pictures are scaled where the model does not ask for it")
	}
	mixed := named("p%02d", 64)
	mixed.Columns[7] = "age"
	if mixed.Pictures() {
		t.Error("an age is taken for a pixel")
	}
}

// TestMoveToNumbers: an annotation of numbers becomes the last column, with missing cells, and back.
func TestMoveToNumbers(t *testing.T) {
	table := &Table{Name: "t", Rows: []string{"r", "s", "u"}, Columns: []string{"a", "b"},
		X: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}),
		Annotations: []Annotation{NewAnnotation("year", []string{"2001", "", "1999.5"}),
			NewAnnotation("sex", []string{"f", "m", "f"})},
		ColumnAnnotations: []Annotation{NewAnnotation("unit", []string{"cm", "kg"})}}
	got, err := table.MoveToNumbers("year")
	if err != nil {
		t.Fatal(err)
	}
	if n, d := got.Dims(); n != 3 || d != 3 || got.Columns[2] != "year" || got.X.At(0, 2) != 2001 ||
		!math.IsNaN(got.X.At(1, 2)) || got.X.At(2, 2) != 1999.5 || got.X.At(2, 1) != 6 || got.Kind != Continuous {
		t.Errorf("%+v", got)
	}
	if len(got.Annotations) != 1 || got.Annotations[0].Name != "sex" || len(got.ColumnAnnotations[0].Values) != 3 ||
		got.ColumnAnnotations[0].Codes[2] != -1 || len(table.ColumnAnnotations[0].Values) != 2 {
		t.Errorf("%+v", got)
	}
	back, err := got.MoveToAnnotations("year")
	if err != nil || len(back.Columns) != 2 || back.Annotations[1].Values[2] != "1999.5" ||
		back.Annotations[1].Values[1] != "" {
		t.Errorf("%+v, %v", back, err)
	}
	for _, name := range []string{"sex", "none"} {
		if _, err := table.MoveToNumbers(name); err == nil {
			t.Errorf("%s became numbers", name)
		}
	}
}
