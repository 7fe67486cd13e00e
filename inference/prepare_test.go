package inference

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

var nan = math.NaN()

// newTable makes a table of the given rows with names r1, r2, ... and c1, c2, ...
func newTable(rows ...[]float64) *Table {
	t := &Table{Name: "test", X: mat.NewDense(len(rows), len(rows[0]), nil)}
	for i, row := range rows {
		t.X.(*mat.Dense).SetRow(i, row)
		t.Rows = append(t.Rows, "r"+string(rune('1'+i)))
	}
	for j := range rows[0] {
		t.Columns = append(t.Columns, "c"+string(rune('1'+j)))
	}
	t.Kind = KindOf(t.X)
	return t
}

func mustPrepare(t *testing.T, table *Table, p Preprocessing) *Dataset {
	t.Helper()
	d, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func wantMatrix(t *testing.T, got *mat.Dense, rows ...[]float64) {
	t.Helper()
	n, d := got.Dims()
	if n != len(rows) || d != len(rows[0]) {
		t.Fatalf("%d × %d, want %d × %d", n, d, len(rows), len(rows[0]))
	}
	for i := range n {
		for j := range d {
			a, b := got.At(i, j), rows[i][j]
			if math.IsNaN(a) != math.IsNaN(b) || !math.IsNaN(b) && !(math.Abs(a-b) <= 1e-12*(1+math.Abs(b))) {
				t.Errorf("cell %d, %d is %v, want %v", i, j, a, b)
			}
		}
	}
}

func TestPrepare(t *testing.T) {
	table := newTable([]float64{1, 10, 5}, []float64{3, nan, 5}, []float64{5, 14, 5})
	for _, c := range []struct {
		name string
		p    Preprocessing
		want [][]float64
	}{
		{"as read", Preprocessing{}, [][]float64{{1, 10, 5}, {3, nan, 5}, {5, 14, 5}}},
		{"centred over observed cells", Preprocessing{Centre: true}, [][]float64{{-2, -2, 0}, {0, nan, 0}, {2, 2, 0}}},
		// The deviations are 2, √8 and, for the constant column, 1 by rule.
		{"scaled", Preprocessing{Scale: true}, [][]float64{{.5, 10 / math.Sqrt(8), 5}, {1.5, nan, 5},
			{2.5, 14 / math.Sqrt(8), 5}}},
		{"both", Preprocessing{Centre: true, Scale: true},
			[][]float64{{-1, -math.Sqrt(.5), 0}, {0, nan, 0}, {1, math.Sqrt(.5), 0}}},
		// One factor: the root of the mean of the variances 4, 8 and 0, that is 2.
		{"as a whole", Preprocessing{ScaleAll: true}, [][]float64{{.5, 5, 2.5}, {1.5, nan, 2.5}, {2.5, 7, 2.5}}},
		{"scaled, then as a whole", Preprocessing{Centre: true, Scale: true, ScaleAll: true},
			[][]float64{{-math.Sqrt(1.5), -math.Sqrt(.75), 0}, {0, nan, 0}, {math.Sqrt(1.5), math.Sqrt(.75), 0}}},
		{"log", Preprocessing{Log2p1: true}, [][]float64{{1, math.Log2(11), math.Log2(6)}, {2, nan, math.Log2(6)},
			{math.Log2(6), math.Log2(15), math.Log2(6)}}},
		{"transposed", Preprocessing{Transpose: true}, [][]float64{{1, 3, 5}, {10, nan, 14}, {5, 5, 5}}},
		{"top column", Preprocessing{TopColumns: 1}, [][]float64{{10}, {nan}, {14}}},
		{"two top columns keep their order", Preprocessing{TopColumns: 2}, [][]float64{{1, 10}, {3, nan}, {5, 14}}},
		{"more top columns than there are", Preprocessing{TopColumns: 9}, [][]float64{{1, 10, 5}, {3, nan, 5}, {5, 14, 5}}},
		{"top row before the columns", Preprocessing{TopRows: 2, TopColumns: 2}, [][]float64{{1, 10}, {5, 14}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustPrepare(t, table, c.p)
			wantMatrix(t, d.X, c.want...)
			for i := range d.Rows {
				for j := range d.Columns {
					y := view{x: table.X, transposed: c.p.Transpose}.at(d.RowIndex[i], d.ColumnIndex[j])
					if got := d.Input(i, j); math.IsNaN(got) != math.IsNaN(y) || !math.IsNaN(y) && !(math.Abs(got-y) <= 1e-12) {
						t.Errorf("Input(%d, %d) = %v, want %v", i, j, got, y)
					}
				}
			}
			if d.Preprocessing != c.p || d.Kind != Count {
				t.Errorf("records %v, %s", d.Preprocessing, d.Kind)
			}
		})
	}
	if table.X.At(0, 0) != 1 {
		t.Error("the table was changed")
	}
}

func TestPrepareRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		table *Table
		p     Preprocessing
		parts []string
	}{
		{"log of −1", newTable([]float64{1, 2}, []float64{3, -1}), Preprocessing{Log2p1: true},
			[]string{`row "r2", column "c2"`, "-1", "log2(x+1)", "turn log2(x+1) off"}},
		{"log of −1, transposed", newTable([]float64{1, 2}, []float64{3, -1}, []float64{4, 5}),
			Preprocessing{Log2p1: true, Transpose: true}, []string{`row "r2", column "c2"`}},
		{"infinity", newTable([]float64{1, 2}, []float64{math.Inf(1), 1}), Preprocessing{},
			[]string{`row "r2", column "c1"`, "infinity", "correct"}},
		{"1e308", newTable([]float64{1, 1e308}, []float64{3, 1}), Preprocessing{Centre: true, Scale: true},
			[]string{`row "r1", column "c2"`, "1e+308", "log2(x+1)"}},
		{"too small a scale", newTable([]float64{1e-200, 5}, []float64{2e-200, nan}), Preprocessing{ScaleAll: true},
			[]string{`row "r1", column "c2"`, "holds 5", "scale", "turn the scaling off"}},
		{"nothing", newTable([]float64{nan, nan}, []float64{nan, nan}), Preprocessing{}, []string{"every cell is missing"}},
		{"negative", newTable([]float64{1, 2}), Preprocessing{TopRows: -1}, []string{"negative"}},
	} {
		_, err := c.table.Prepare(c.p)
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, part := range append(c.parts, "test: ") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q lacks %q", c.name, err, part)
			}
		}
	}
}

func TestPrepareEmptyRowsAndColumns(t *testing.T) {
	table := newTable([]float64{1, nan, 2}, []float64{nan, nan, nan}, []float64{3, nan, 7})
	d := mustPrepare(t, table, Preprocessing{Centre: true, Scale: true})
	wantMatrix(t, d.X, []float64{-math.Sqrt(.5), -math.Sqrt(.5)}, []float64{nan, nan},
		[]float64{math.Sqrt(.5), math.Sqrt(.5)})
	if len(d.Notes) != 2 || !strings.Contains(strings.Join(d.Notes, " "), `"c2"`) ||
		!strings.Contains(strings.Join(d.Notes, " "), `"r2"`) {
		t.Errorf("notes %q", d.Notes)
	}
	if d.Missing() != 2 || table.Missing() != 5 {
		t.Errorf("%d and %d missing", d.Missing(), table.Missing())
	}
	// A column that loses its only value with a row is left out as well.
	table = newTable([]float64{1, 9}, []float64{5, nan}, []float64{-5, nan})
	table.X.(*mat.Dense).Set(0, 0, nan)
	if d := mustPrepare(t, table, Preprocessing{TopRows: 3}); len(d.Columns) != 2 {
		t.Errorf("columns %v", d.Columns)
	}
}

func TestPrepareExtremes(t *testing.T) {
	for _, c := range [][]float64{
		{1e150, -1e150, 0}, {1e-300, 2e-300, 3e-300}, {1e-305, 0, 0}, {1e15, 1e15 + 1, 1e15 + 2},
		{0.1, 0.1, 0.1}, {1e-8 + 1, 1, 1},
	} {
		table := newTable([]float64{c[0]}, []float64{c[1]}, []float64{c[2]})
		for _, p := range []Preprocessing{{Centre: true, Scale: true}, {Centre: true, ScaleAll: true}} {
			d := mustPrepare(t, table, p)
			sum, squares := 0.0, 0.0
			for i := range 3 {
				u := d.X.At(i, 0)
				sum += u
				squares += u * u
			}
			want := 2.0 // (n−1) times a variance of 1
			if c[0] == c[1] && c[1] == c[2] {
				want = 0
			}
			if !(math.Abs(sum) < 1e-6) || !(math.Abs(squares-want) < 1e-6) {
				t.Errorf("%v with %v: sum %v, squares %v", c, p, sum, squares)
			}
		}
	}
}

func TestTransposeSwapsAnnotations(t *testing.T) {
	table := newTable([]float64{1, 2, 7}, []float64{3, 90, 8}).WithAnnotation(NewAnnotation("g",
		[]string{"a", "b"})).WithColumnAnnotation(NewAnnotation("h", []string{"x", "y", "z"}))
	if d := mustPrepare(t, table, Preprocessing{TopColumns: 1}); len(d.Annotations) != 1 || d.Annotations[0].Name != "g" ||
		len(d.ColumnAnnotations) != 1 || !reflect.DeepEqual(d.ColumnAnnotations[0].Values, []string{"y"}) {
		t.Errorf("annotations of rows %v, of columns %v", d.Annotations, d.ColumnAnnotations)
	}
	d := mustPrepare(t, table, Preprocessing{Transpose: true, TopRows: 2})
	if d.Rows[0] != "c1" || d.Columns[1] != "r2" || len(d.Annotations) != 1 ||
		!reflect.DeepEqual(d.Annotations[0].Values, []string{"x", "y"}) ||
		len(d.ColumnAnnotations) != 1 || !reflect.DeepEqual(d.ColumnAnnotations[0].Values, []string{"a", "b"}) {
		t.Errorf("rows %v with %v, columns %v with %v", d.Rows, d.Annotations, d.Columns, d.ColumnAnnotations)
	}
	if s := d.SelectRows([]int{1}); s.Annotations[0].Values[0] != "y" || len(s.ColumnAnnotations[0].Values) != 2 {
		t.Errorf("a row has %v and %v", s.Annotations, s.ColumnAnnotations)
	}
	table = newTable([]float64{1, 2}, []float64{0, 90},
		[]float64{3, 4}).WithAnnotation(NewAnnotation("g", []string{"a", "b", ""}))
	if d := mustPrepare(t, table, Preprocessing{TopRows: 1}); len(d.Annotations) != 1 ||
		d.Annotations[0].Values[0] != "b" || d.Annotations[0].Codes[0] != 1 {
		t.Errorf("annotations %v", d.Annotations)
	}
}

func TestMap(t *testing.T) {
	table := newTable([]float64{1, 10}, []float64{3, 30}, []float64{5, 50})
	d := mustPrepare(t, table, Preprocessing{Log2p1: true, Centre: true, Scale: true})
	again, err := d.Map(table)
	if err != nil || !mat.Equal(again, d.X) {
		t.Errorf("the data itself maps to %v, %v", again, err)
	}
	// Columns in another order, with one more; a missing cell.
	other := newTable([]float64{7, 10, 1}, []float64{7, nan, 3})
	other.Columns = []string{"z", "c2", "c1"}
	x, err := d.Map(other)
	if err != nil {
		t.Fatal(err)
	}
	wantMatrix(t, x, d.X.RawRowView(0), []float64{d.X.At(1, 0), nan})

	for name, c := range map[string]struct {
		columns []string
		x       float64
		part    string
	}{
		"column lacking":   {[]string{"c1", "c9", "z"}, 1, `lacks 1 of the 2 columns of test ("c2")`},
		"name twice":       {[]string{"c1", "c2", "c1"}, 1, `two columns called "c1"`},
		"log of −2":        {[]string{"c1", "c2", "z"}, -2, `row "r1", column "c1"`},
		"infinity":         {[]string{"c1", "c2", "z"}, math.Inf(-1), "infinity"},
		"annotation there": {[]string{"c1", "y", "z"}, 1, "is an annotation there"},
	} {
		other := newTable([]float64{c.x, 2, 3}).WithAnnotation(NewAnnotation("c2", []string{"a"}))
		if name == "column lacking" {
			other.Annotations = nil
		}
		other.Columns = c.columns
		if _, err := d.Map(other); err == nil || !strings.Contains(err.Error(), c.part) {
			t.Errorf("%s: %v", name, err)
		}
	}

	d = mustPrepare(t, table, Preprocessing{Transpose: true, Centre: true})
	if again, err := d.Map(table); err != nil || !mat.Equal(again, d.X) {
		t.Errorf("transposed: %v, %v", again, err)
	}
}

// drawTable draws a table without a column or row of missing cells only.
func drawTable(t *rapid.T, low, high float64) *Table {
	n, d := rapid.IntRange(2, 6).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, d)
		for j := range rows[i] {
			rows[i][j] = rapid.Float64Range(low, high).Draw(t, "x")
			if i != j%n && rapid.IntRange(0, 4).Draw(t, "missing") == 0 {
				rows[i][j] = nan
			}
		}
	}
	return newTable(rows...)
}

func drawPreprocessing(t *rapid.T) Preprocessing {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	return Preprocessing{
		Transpose: flag("transpose"), Log2p1: flag("log2p1"), Centre: flag("centre"),
		Scale: flag("scale"), ScaleAll: flag("all"),
		TopRows: rapid.IntRange(0, 4).Draw(t, "rows"), TopColumns: rapid.IntRange(0, 4).Draw(t, "columns"),
	}
}

// TestRoundTrip: Input undoes Prepare, Map repeats it, and the columns have the
// moments asked for.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, -0.9, 1000)
		table.Kind = Continuous
		p := drawPreprocessing(t)
		d, err := table.Prepare(p)
		if err != nil {
			if strings.Contains(err.Error(), "every cell is missing") ||
				strings.Contains(err.Error(), "division by the scale") ||
				strings.Contains(err.Error(), "beyond what models can square") {
				return // the rows kept may have none; one column may be tiny and another not
			}
			t.Fatal(err)
		}
		n, m := d.Dims()
		for i := range n {
			for j := range m {
				y := view{x: table.X, transposed: p.Transpose}.at(d.RowIndex[i], d.ColumnIndex[j])
				got := d.Input(i, j)
				if math.IsNaN(y) != math.IsNaN(got) || !math.IsNaN(y) && !(math.Abs(got-y) <= 1e-9*(1+math.Abs(y))) {
					t.Fatalf("Input(%d, %d) = %v, want %v", i, j, got, y)
				}
			}
		}
		if x, err := d.Map(table); err != nil {
			if !strings.Contains(err.Error(), "division by the scale") { // of a row left out
				t.Fatal(err)
			}
		} else {
			for i, r := range d.RowIndex {
				for j := range m {
					if a, b := x.At(r, j), d.X.At(i, j); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
						t.Fatalf("Map gives %v for %v", a, b)
					}
				}
			}
		}
		for j := range m {
			s := summarise(mat.Col(nil, j, d.X))
			if p.Centre && !(math.Abs(s.mean) <= 1e-6*(1+s.deviation)) {
				t.Fatalf("column %d has mean %v", j, s.mean)
			}
			if p.Scale && !p.ScaleAll && s.deviation != 0 && !(math.Abs(s.deviation-1) <= 1e-6) && d.Scale[j] != 1 {
				t.Fatalf("column %d has deviation %v", j, s.deviation)
			}
		}
	})
}

// TestLogJacobian compares with a numerical derivative of the map of one cell.
func TestLogJacobian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, 0.1, 50)
		p := drawPreprocessing(t)
		p.Transpose, p.TopRows, p.TopColumns = false, 0, 0
		d, err := table.Prepare(p)
		if err != nil {
			if strings.Contains(err.Error(), "division by the scale") {
				return
			}
			t.Fatal(err)
		}
		// Scales near 0 leave nothing to differentiate by.
		for _, s := range d.Scale {
			if s < 1e-3 {
				return
			}
		}
		got := d.LogJacobian(d.X)
		n, m := d.Dims()
		for i := range n {
			want := 0.0
			for j := range m {
				y := table.X.At(i, d.ColumnIndex[j])
				if math.IsNaN(y) {
					continue
				}
				const h = 1e-5
				u := func(y float64) float64 {
					one := table.SelectRows([]int{i})
					one.X.(*mat.Dense).Set(0, d.ColumnIndex[j], y)
					x, err := d.Map(one)
					if err != nil {
						t.Fatal(err)
					}
					return x.At(0, j)
				}
				want += math.Log((u(y+h) - u(y-h)) / (2 * h))
			}
			if !(math.Abs(got[i]-want) <= 1e-4*float64(m)) {
				t.Fatalf("row %d: %v, want %v", i, got[i], want)
			}
		}
	})
}

// FuzzPrepare: any numbers give finite working units or an error.
func FuzzPrepare(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, uint8(0))
	f.Add(1e308, -1e308, 0.0, 1.0, uint8(24))
	f.Add(1e150, -1e150, 1e150, 5e-324, uint8(28))
	f.Add(-1.0, nan, nan, 0.5, uint8(2))
	f.Add(nan, nan, 1.0, math.Inf(1), uint8(255))
	f.Add(0.1, 0.1, 0.3, 1e-320, uint8(24))
	f.Fuzz(func(t *testing.T, a, b, c, e float64, flags uint8) {
		table := newTable([]float64{a, b}, []float64{c, e}, []float64{b, 1})
		on := func(bit int) bool { return flags>>bit&1 == 1 }
		p := Preprocessing{Transpose: on(0), Log2p1: on(1), Scale: on(2), Centre: on(3), ScaleAll: on(4),
			TopRows: int(flags >> 5 & 1), TopColumns: int(flags >> 6)}
		d, err := table.Prepare(p)
		if err != nil {
			return
		}
		n, m := d.Dims()
		for i := range n {
			for j := range m {
				source := view{x: table.X, transposed: p.Transpose}.at(d.RowIndex[i], d.ColumnIndex[j])
				if u := d.X.At(i, j); math.IsNaN(u) != math.IsNaN(source) || !math.IsNaN(u) && !(math.Abs(u) <= largest) {
					t.Fatalf("%v became %v", source, u)
				}
			}
		}
		for i, s := range d.LogJacobian(d.X) {
			if math.IsNaN(s) || math.IsInf(s, 0) {
				t.Fatalf("log Jacobian of row %d is %v", i, s)
			}
		}
	})
}

// TestSelectKeepsUnits: some rows of a data set are in the working units of all of them.
func TestSelectKeepsUnits(t *testing.T) {
	table := &Table{Name: "t", Rows: []string{"a", "b", "c"}, Columns: []string{"x", "y"},
		X: mat.NewDense(3, 2, []float64{1, 2, 3, 5, 8, 13}), Kind: Continuous,
		Annotations: []Annotation{NewAnnotation("kind", []string{"u", "v", "u"})}}
	d, err := table.Prepare(Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	s := d.Select([]int{2, 0})
	if s.Rows[0] != "c" || s.Rows[1] != "a" || s.RowIndex[0] != 2 || s.Annotations[0].Values[0] != "u" ||
		len(d.Rows) != 3 {
		t.Errorf("%+v", s)
	}
	for j := range 2 {
		if s.X.At(0, j) != d.X.At(2, j) || !(math.Abs(s.Input(1, j)-table.X.At(0, j)) <= 1e-12) {
			t.Errorf("column %d: %v, %v", j, s.X.At(0, j), s.Input(1, j))
		}
	}
}

// The logarithm of cells has the bits of the one it stands for, at powers of two, at the ends of the range and between.
func TestLog2p1IsThatOfTheLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	values := []float64{0.5, 1, 3, 7, 1<<52 - 1, 1 << 53, math.MaxFloat64, math.Inf(1), math.NaN(), -0.75, -1, -3}
	for range 20_000 {
		values = append(values, math.Exp(10*rng.NormFloat64()))
	}
	for _, y := range values {
		if y > -0.5 && y < 0.5 {
			continue
		}
		if got, want := log2p1(y), math.Log2(1+y); math.Float64bits(got) != math.Float64bits(want) &&
			!(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%v: %v, want %v", y, got, want)
		}
	}
}
