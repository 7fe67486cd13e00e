package job

import (
	"bytes"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

func TestTableCodec(t *testing.T) {
	for _, s := range sampledata.List() {
		table := sample(t, s.Name)
		table = table.WithColumnAnnotation(inference.NewAnnotation("name", table.Columns))
		if x, ok := table.X.(*mat.Dense); ok {
			x.Set(1, 0, math.NaN())
			if err := table.State(inference.Cell{Row: 1}, math.Inf(-1), .25); err != nil {
				t.Fatal(err)
			}
		}
		b, err := EncodeTable(table)
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeTable(b)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		again, err := EncodeTable(back)
		if err != nil || !bytes.Equal(b, again) {
			t.Errorf("%s: the table read is not the one written (%v)", s.Name, err)
		}
		if ContentHash(table) != ContentHash(back) || !reflect.DeepEqual(table.Annotations, back.Annotations) ||
			!maps.Equal(table.Stated, back.Stated) ||
			!reflect.DeepEqual(table.ColumnAnnotations, back.ColumnAnnotations) {
			t.Errorf("%s: the content is another", s.Name)
		}
	}
	b, err := EncodeTable(sample(t, "iris"))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		c := bytes.Clone(b)[:1+rng.IntN(len(b)-1)]
		c[rng.IntN(len(c))] ^= 1 << rng.IntN(8)
		if _, err := DecodeTable(c); err == nil {
			t.Fatal("a damaged table is read")
		}
	}
}

func TestContentHash(t *testing.T) {
	base := sample(t, "iris")
	seen := map[string]string{ContentHash(base): "iris"}
	for name, change := range map[string]func(*inference.Table){
		"a cell":         func(u *inference.Table) { u.X.(*mat.Dense).Set(3, 1, math.Nextafter(u.X.At(3, 1), 9)) },
		"a missing cell": func(u *inference.Table) { u.X.(*mat.Dense).Set(3, 1, math.NaN()) },
		"a row":          func(u *inference.Table) { u.Rows = append([]string{"x"}, u.Rows[1:]...) },
		"a column":       func(u *inference.Table) { u.Columns = append([]string{"x"}, u.Columns[1:]...) },
		"an annotation of columns": func(u *inference.Table) {
			u.ColumnAnnotations = []inference.Annotation{inference.NewAnnotation("a", make([]string, len(u.Columns)))}
		},
		"an annotation": func(u *inference.Table) { u.Annotations = nil },
	} {
		u := *base
		u.X = mat.DenseCopyOf(base.X)
		change(&u)
		if other, ok := seen[ContentHash(&u)]; ok {
			t.Errorf("with another %s it has the hash of %s", name, other)
		}
		seen[ContentHash(&u)] = name
	}
	u := *base
	u.Name, u.Source = "other", "elsewhere"
	if ContentHash(&u) != ContentHash(base) {
		t.Error("the name is part of the content")
	}
	// Studies of version 1 name this hash.
	small := &inference.Table{Rows: []string{"r"}, Columns: []string{"a", "b"}, X: mat.NewDense(1, 2, []float64{1, 2}),
		Annotations: []inference.Annotation{inference.NewAnnotation("k", []string{"v"})}}
	if got := ContentHash(small); got != "33fe998a9c255ffc5b3c2107bf02af4bb024eaacf41acc9e978737a0f2917c2a" {
		t.Errorf("the hash of a table without annotations of columns is now %s", got)
	}
}

func TestBuildRefuses(t *testing.T) {
	iris := sample(t, "iris")
	of := func(change func(*Spec)) Spec {
		s := Spec{Version: 1, Table: SourceOf(iris), Model: "gaussian"}
		change(&s)
		return s
	}
	for want, s := range map[string]Spec{
		"the SHA-256 of its bytes":     of(func(s *Spec) { s.Table.SHA256 = strings.Repeat("0", 64) }),
		"the hash of its content":      of(func(s *Spec) { s.Table.Content = strings.Repeat("0", 64) }),
		"has no row 151":               of(func(s *Spec) { s.Rows = Places{0, 150} }),
		"has no column 5":              of(func(s *Spec) { s.Columns = Places{4} }),
		"no column \"colour\"":         of(func(s *Spec) { s.Annotations = []string{"colour"} }),
		"predicts new rows, not":       of(func(s *Spec) { s.Held = &Held{Cells: [][2]int{{1, 1}}} }),
		"row 151 cannot be held out":   of(func(s *Spec) { s.Held = &Held{Rows: Places{150}} }),
		"fewer than two":               of(func(s *Spec) { s.Rows, s.Held = Places{1, 2, 3}, &Held{Rows: Places{0, 1}} }),
		"predicts cells, not new":      of(func(s *Spec) { s.Model, s.Held = "pca", &Held{Rows: Places{1}} }),
		"pca predicts cells":           of(func(s *Spec) { s.Model, s.Held = "pca", &Held{Share: 0.1, Unit: UnitRows} }),
		"gaussian predicts new rows":   of(func(s *Spec) { s.Held = &Held{Share: 0.1, Unit: UnitCells} }),
		"cell 1, 9 cannot be held out": of(func(s *Spec) { s.Model, s.Held = "pca", &Held{Cells: [][2]int{{1, 9}}} }),
		"is missing":                   of(func(s *Spec) { s.Held = &Held{Test: &Source{Source: "other.csv"}} }),
		"cannot be fitted to iris":     of(func(s *Spec) { s.Model, s.Rows = "pca", Places{0, 1} }),
	} {
		if _, err := Build(s, iris, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Build(of(func(*Spec) {}), nil, nil); err == nil {
		t.Error("no table is fitted")
	}
}

func TestWhatIsHeldOut(t *testing.T) {
	iris := sample(t, "iris")
	m := build(t, Spec{Model: "gaussian", Held: &Held{Rows: Places{3, 149}}, Rows: PlacesOf(upTo(150))}, iris)
	if n, _ := m.Data.Dims(); n != 148 || !slices.Equal(m.Held.Names, []string{iris.Rows[3], iris.Rows[149]}) ||
		slices.Contains(m.Data.Rows, iris.Rows[3]) {
		t.Errorf("%d rows are left, %v held out", n, m.Held.Names)
	}
	if at := m.Data.RowIndex; at[2] != 2 || at[3] != 4 || at[147] != 148 {
		t.Errorf("the rows learnt from are at %v of the table", at)
	}
	back := m.Data.Centre[0] + m.Data.Scale[0]*m.Held.Rows.At(1, 0)
	if !(math.Abs(back-iris.X.At(149, 0)) <= 1e-12) {
		t.Errorf("the held-out row begins with %v, not %v", back, iris.X.At(149, 0))
	}
	m = build(t, Spec{Model: "pca", Held: &Held{Cells: [][2]int{{4, 2}, {9, 1}}}}, iris)
	if !reflect.DeepEqual(m.Held.Cells, []inference.Cell{{Row: 3, Column: 1}, {Row: 8, Column: 0}}) ||
		m.Data.Missing() != 2 {
		t.Errorf("hidden are %v", m.Held.Cells)
	}
	if got := m.Data.InputAt(1, m.Held.Values[0]); !(math.Abs(got-iris.X.At(3, 1)) <= 1e-12) {
		t.Errorf("the hidden cell holds %v, not %v", got, iris.X.At(3, 1))
	}
	// A tree predicts both: rows, unless cells are asked for.
	for unit, cells := range map[string]bool{"": false, UnitRows: false, UnitCells: true} {
		m := build(t, Spec{Model: "pydt", Held: &Held{Share: 0.1, Unit: unit}}, iris)
		if (len(m.Held.Cells) > 0) != cells || (m.Held.Rows == nil) != cells || (m.Data.Missing() > 0) != cells {
			t.Errorf("of unit %q %d cells are hidden", unit, len(m.Held.Cells))
		}
	}
	if m := build(t, Spec{Model: "pydt", Held: &Held{Cells: [][2]int{{4, 2}}}}, iris); len(m.Held.Cells) != 1 {
		t.Errorf("of a tree %v are hidden", m.Held.Cells)
	}
	// What is hidden depends on its own seed, not on that of the fit.
	a := build(t, Spec{Model: "gaussian", Seed: 1, Held: &Held{Share: 0.2, Seed: number(uint64(7))}}, iris)
	b := build(t, Spec{Model: "gaussian", Seed: 2, Held: &Held{Share: 0.2, Seed: number(uint64(7))}}, iris)
	c := build(t, Spec{Model: "gaussian", Seed: 7, Held: &Held{Share: 0.2}}, iris)
	d := build(t, Spec{Model: "gaussian", Seed: 2, Held: &Held{Share: 0.2}}, iris)
	if !slices.Equal(a.Held.Names, b.Held.Names) || !slices.Equal(a.Held.Names, c.Held.Names) ||
		slices.Equal(a.Held.Names, d.Held.Names) {
		t.Error("what is hidden depends on the wrong seed")
	}
}

func upTo(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// A selection of columns is the table without the others.
func TestSelection(t *testing.T) {
	crabs := sample(t, "crabs")
	m := build(t, Spec{Model: "gaussian", Columns: Places{1, 3}, Rows: Places{5, 6, 7, 100},
		Annotations: []string{crabs.Columns[0]}}, crabs)
	if !slices.Equal(m.Data.Columns, []string{crabs.Columns[2], crabs.Columns[4]}) ||
		!slices.Equal(m.Data.Rows, []string{crabs.Rows[5], crabs.Rows[6], crabs.Rows[7], crabs.Rows[100]}) {
		t.Errorf("left are %v of %v", m.Data.Rows, m.Data.Columns)
	}
	if got := m.Data.Input(3, 1); !(math.Abs(got-crabs.X.At(100, 4)) <= 1e-12) {
		t.Errorf("the last cell is %v, not %v", got, crabs.X.At(100, 4))
	}
	if _, ok := m.Table.AnnotationByName(crabs.Columns[0]); !ok {
		t.Error("the annotation is gone")
	}
}

func TestResultsAreReadWithCare(t *testing.T) {
	m := build(t, Spec{Model: "gaussian", Held: &Held{Share: 0.2}}, sample(t, "iris"))
	h := start(t, Local{}, m, Options{Keep: true})
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	r, err := h.Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		c := bytes.Clone(b)[:1+rng.IntN(len(b)-1)]
		c[rng.IntN(len(c))] ^= 1 << rng.IntN(8)
		if _, err := DecodeResult(c); err == nil {
			t.Fatal("a damaged result is read")
		}
	}
	r.Rows.Names = r.Rows.Names[1:]
	if b, err = r.Encode(); err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeResult(b); err == nil {
		t.Error("a result whose parts do not fit together is read")
	}
}

// TestLeftOutIsNotHeldOut: rows left out are neither learnt from nor scored, places are those of the table, and what is
// left out does not depend on what is hidden.
func TestLeftOutIsNotHeldOut(t *testing.T) {
	table := *sample(t, "iris")
	table.X = mat.DenseCopyOf(table.X)
	for i := range 40 {
		table.X.(*mat.Dense).Set(i, 1, math.NaN()) // 27 %
	}
	out := inference.LeaveOut{Rows: inference.NamesOf(table.Rows[7], table.Rows[120]),
		MissingColumns: inference.LimitAt(0.3), VarianceColumns: inference.LimitAt(0.25)}
	kept, err := table.Keep(inference.Preprocessing{Leave: out})
	// the variance of sepal width is 0.19
	if err != nil || len(kept.Rows) != 148 || !slices.Equal(kept.Columns, []int{0, 2, 3}) {
		t.Fatalf("%d rows, columns %v, %v", len(kept.Rows), kept.Columns, err)
	}
	for name, c := range map[string]struct {
		model string
		held  *Held
		p     inference.Preprocessing
	}{
		"nothing":    {"pydt", nil, inference.Preprocessing{Leave: out}},
		"rows":       {"pydt", &Held{Share: 0.25}, inference.Preprocessing{Leave: out, Centre: true}},
		"some rows":  {"pydt", &Held{Rows: Places{3, 7, 9}}, inference.Preprocessing{Leave: out}},
		"cells":      {"fa", &Held{Share: 0.1}, inference.Preprocessing{Leave: out, Scale: true}},
		"some cells": {"fa", &Held{Cells: [][2]int{{4, 1}, {8, 1}, {9, 4}}}, inference.Preprocessing{Leave: out}},
		"turned":     {"pydt", &Held{Share: 0.4}, inference.Preprocessing{Leave: out.Turned(), Transpose: true}},
	} {
		p := c.p
		m, err := Build(Spec{Version: SpecVersion, Table: SourceOf(&table), Preprocessing: &p, Model: c.model, Seed: 3,
			Held: c.held}, &table, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m.Data.Preprocessing != p {
			t.Errorf("%s: the data say %+v", name, m.Data.Preprocessing)
		}
		rows, columns := table.Rows, table.Columns
		if p.Transpose {
			rows, columns = columns, rows
		}
		for i, at := range m.Data.RowIndex {
			for j, across := range m.Data.ColumnIndex {
				x := table.X
				if p.Transpose {
					x = mat.DenseCopyOf(x.T())
				}
				if got, want := m.Data.Input(i, j), x.At(at, across); rows[at] != m.Data.Rows[i] ||
					columns[across] != m.Data.Columns[j] || !math.IsNaN(got) && !(math.Abs(got-want) <= 1e-9) {
					t.Fatalf("%s: row %s at %d, column %s at %d: %v, want %v", name, m.Data.Rows[i], at, m.Data.Columns[j], across,
						got, want)
				}
			}
		}
		for _, names := range [][]string{m.Data.Rows, m.Held.Names, m.Data.Columns} {
			for _, gone := range append(out.Rows.List(), table.Columns[1]) {
				if slices.Contains(names, gone) {
					t.Errorf("%s: %s is there", name, gone)
				}
			}
		}
		if !strings.Contains(strings.Join(m.Notes, "\n"), "Left out by hand: 2 ") ||
			strings.Count(strings.Join(m.Notes, "\n"), "Left out by hand") != 1 {
			t.Errorf("%s: notes %q", name, m.Notes)
		}
		switch name {
		case "some rows":
			if !slices.Equal(m.Held.Names, []string{table.Rows[3], table.Rows[9]}) {
				t.Errorf("held out are %v", m.Held.Names)
			}
		case "some cells": // that of row 8 is left out with it
			if len(m.Held.Cells) != 2 || m.Held.Values[0] != table.X.At(3, 0) || m.Held.Values[1] != table.X.At(8, 3) {
				t.Errorf("cells %v of %v", m.Held.Cells, m.Held.Values)
			}
		}
	}
}
