package inference_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/recipe"

	"gonum.org/v1/gonum/mat"
)

// joined returns a table of three counts and two measurements on a wide scale, with an empty cell, that came from two
// tables.
func joined() *inference.Table {
	x := mat.NewDense(5, 5, []float64{
		3, 200, 1, 7, 41,
		0, 180, 5, 1, 77,
		9, 120, 8, 2, 30,
		4, 310, 0, math.NaN(), 55,
		6, 250, 2, 3, 68,
	})
	return &inference.Table{Name: "t", Rows: []string{"r1", "r2", "r3", "r4", "r5"}, Columns: []string{"g1", "age",
		"g2", "g3", "size"}, X: x,
		Kind: inference.KindOf(x),
		ColumnAnnotations: []inference.Annotation{inference.InOrder(inference.TablesAnnotation, []string{"genes",
			"clinic", "genes", "genes", "clinic"})}}
}

func alone(t *testing.T, columns []int, p inference.Preprocessing) *inference.Dataset {
	t.Helper()
	d, err := joined().SelectColumns(columns).Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestTablesArePreparedAlone compares data of two tables with each table prepared by itself, turned or not.
func TestTablesArePreparedAlone(t *testing.T) {
	p := inference.Preprocessing{Centre: true, Scale: true, Tables: "genes=log2(x+1),scale-all"}
	d, err := joined().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	genes := alone(t, []int{0, 2, 3}, inference.Preprocessing{Log2p1: true, ScaleAll: true})
	clinic := alone(t, []int{1, 4}, inference.Preprocessing{Centre: true, Scale: true})
	p.Transpose = true
	turned, err := joined().Turned().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	new := joined().SelectRows([]int{4, 0})
	mapped, err := d.Map(new)
	if err != nil {
		t.Fatal(err)
	}
	for j, at := range []struct {
		of *inference.Dataset
		k  int
	}{{genes, 0}, {clinic, 0}, {genes, 1}, {genes, 2}, {clinic, 1}} {
		if d.PreparedAt(j).Log2p1 != at.of.Preprocessing.Log2p1 {
			t.Errorf("column %q is not prepared as its table", d.Columns[j])
		}
		for i := range 5 {
			u, want := d.X.At(i, j), at.of.X.At(i, at.k)
			if math.Float64bits(u) != math.Float64bits(want) && !(math.IsNaN(u) && math.IsNaN(want)) {
				t.Errorf("row %d of %q is %v, %v alone", i, d.Columns[j], u, want)
			}
			if v := turned.X.At(i, j); math.Float64bits(u) != math.Float64bits(v) && !math.IsNaN(u) {
				t.Errorf("row %d of %q is %v, turned %v", i, d.Columns[j], u, v)
			}
			if math.IsNaN(u) {
				continue
			}
			y := joined().X.At(i, j)
			if got := d.InputAt(j, u); !(math.Abs(got-y) <= 1e-9) {
				t.Errorf("row %d of %q maps back to %v, not %v", i, d.Columns[j], got, y)
			}
			if got := d.WorkingAt(j, y); !(math.Abs(got-u) <= 1e-12) {
				t.Errorf("%v of %q maps to %v, not %v", y, d.Columns[j], got, u)
			}
			const h = 1e-4
			slope := (d.WorkingAt(j, y+h) - d.WorkingAt(j, y-h)) / (2 * h)
			if got := d.LogJacobianAt(j, u); !(math.Abs(got-math.Log(slope)) <= 1e-6) {
				t.Errorf("row %d of %q has log Jacobian %v, not %v", i, d.Columns[j], got, math.Log(slope))
			}
		}
		for k, i := range []int{4, 0} {
			if got, want := mapped.At(k, j), d.X.At(i, j); !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("new row %d of %q is %v, not %v", i, d.Columns[j], got, want)
			}
		}
	}
	if groups, ok := d.Groups(); !ok || !slices.Equal(groups.Values, []string{"genes", "clinic", "genes", "genes",
		"clinic"}) {
		t.Errorf("groups %v", groups)
	}
}

// TestOneFactorIsOneForEachTable has two tables whose columns each share a unit, on scales that differ.
func TestOneFactorIsOneForEachTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(30, 8, nil)
	of := make([]string, 8)
	for j := range 8 {
		scale := 1.0
		if of[j] = "a"; j >= 4 {
			of[j], scale = "b", 1e4
		}
		for i := range 30 {
			x.Set(i, j, scale*rng.NormFloat64())
		}
	}
	names := func(n int, letter string) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = letter + string(rune('A'+i))
		}
		return list
	}
	tab := &inference.Table{Name: "t", Rows: names(30, "r"), Columns: names(8, "c"), X: x, Kind: inference.Continuous}
	info := inference.Info{OneFactor: true, Preprocessing: inference.Preprocessing{Centre: true, Scale: true}}
	if p := info.PreprocessingOf(tab, inference.Preprocessing{}); p.ScaleAll {
		t.Error("one factor for columns of different units")
	}
	tab.ColumnAnnotations = []inference.Annotation{inference.InOrder(inference.TablesAnnotation, of)}
	p := info.PreprocessingOf(tab, inference.Preprocessing{})
	if !p.ScaleAll || p.Scale {
		t.Errorf("columns of each table share a unit, but are scaled by %v", p)
	}
	d, err := tab.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if d.Scale[0] != d.Scale[3] || d.Scale[4] != d.Scale[7] || d.Scale[4] < 1000*d.Scale[0] {
		t.Errorf("scales %v", d.Scale)
	}
}

// TestRecipesOfTables has a recipe in one of two tables, whose row sums must not hold the columns of the other.
func TestRecipesOfTables(t *testing.T) {
	p := inference.Preprocessing{Centre: true, Tables: "genes=counts:cpm,log2(x+1)"}
	if !p.Cooks() || !p.LooksAtRows() {
		t.Error("the recipe of a table is not seen")
	}
	whole := joined()
	filled := mat.DenseCopyOf(whole.X)
	filled.Set(3, 3, 2)
	whole.X = filled
	d, err := whole.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	genes, err := whole.SelectColumns([]int{0, 2, 3}).Prepare(inference.Preprocessing{Centre: true,
		Recipe: "counts:cpm", Log2p1: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := whole.AfterRecipe(p)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := a.Table.Prepare(a.Rest)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if got, want := d.X.At(i, 2), genes.X.At(i, 1); got != want {
			t.Errorf("row %d of g2 is %v, %v alone", i, got, want)
		}
		for j, name := range d.Columns {
			k := slices.Index(rest.Columns, name)
			if got, want := rest.X.At(i, k), d.X.At(i, j); !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("row %d of %q is %v in two stages, %v in one", i, name, got, want)
			}
		}
	}
}

func TestRefusesStepsOfTables(t *testing.T) {
	for _, c := range []struct {
		p    inference.Preprocessing
		says string
	}{
		{inference.Preprocessing{Tables: "proteins=scale"}, `no table "proteins"`},
		{inference.Preprocessing{TopRows: 3}, "rows cannot be chosen among several"},
		{inference.Preprocessing{Tables: "genes=top-rows:2"}, "rows cannot be chosen by one"},
		{inference.Preprocessing{Leave: inference.LeaveOut{VarianceRows: inference.LimitAt(0)}},
			"cannot be left out by their variance"},
	} {
		if _, err := joined().Prepare(c.p); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.p, err)
		}
	}
	one := joined()
	one.ColumnAnnotations = nil
	if _, err := one.Prepare(inference.Preprocessing{Tables: "genes=scale"}); err == nil {
		t.Error("a table alone takes the steps of others")
	}
}

// FuzzTableSteps has entries that are read and written again.
func FuzzTableSteps(f *testing.F) {
	for _, s := range []string{"genes=log2(x+1),scale-all", "a=raw", "=", "b=counts:cpm,raw,top-columns:2",
		"c=remove:batch"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := recipe.ParseTableSteps(text)
		if err != nil {
			return
		}
		list := recipe.ByTable("").With(recipe.TableSteps{Table: "other", Steps: "scale"}).With(e)
		got, ok := list.Of(e.Table)
		if e.Steps != "" && (!ok || got != e) {
			t.Errorf("%q was read as %v and is kept as %v", text, e, got)
		}
		if err := list.Check(); err != nil {
			t.Errorf("%q is kept as what cannot be read: %v", text, err)
		}
		inference.Preprocessing{Tables: list}.Table(e.Table)
	})
}

// TestStepsOfOneTableAreChanged changes and takes back what one table has of its own.
func TestStepsOfOneTableAreChanged(t *testing.T) {
	p := inference.Preprocessing{Centre: true, Scale: true, Tables: "clinic=raw"}
	q := p.Table("genes")
	q.Log2p1, q.Scale, q.ScaleAll = true, false, true
	with := p.WithTable("genes", q)
	if got := with.Table("genes"); got != q {
		t.Errorf("genes are prepared as %+v, not %+v", got, q)
	}
	if with.Table("clinic").Centre || with.Tables != "clinic=raw\ngenes=log2(x+1),centre,scale-all" {
		t.Errorf("steps by table %q", with.Tables)
	}
	q.Centre, q.ScaleAll = false, false
	if got := p.WithTable("genes", q).Table("genes"); got != q {
		t.Errorf("neither centred nor scaled: %+v, not %+v", got, q)
	}
	if back := with.WithTable("genes", p.Table("genes")); back != p {
		t.Errorf("taken back, the steps by table are %q", back.Tables)
	}
	if part := joined().Part("clinic", p); !slices.Equal(part.Columns, []string{"age", "size"}) {
		t.Errorf("columns %q", part.Columns)
	}
}
