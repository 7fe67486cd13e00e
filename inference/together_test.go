package inference

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// soils is a table of the parts of a whole, of three columns that each row ranks, and of others.
func soils() *Table {
	nan := math.NaN()
	return &Table{Name: "soils", Rows: []string{"a", "b", "c", "d", "e"},
		Columns: []string{"depth", "sand", "silt", "clay", "first", "second", "third"},
		X: mat.NewDense(5, 7, []float64{
			3, 50, 30, 20, 1, 2, 3,
			1, 0, 60, 40, 3, 2, 1,
			9, 10, 50, 40, 2, 1, 3,
			2, 40, 20, 40, 1.5, 3, 1.5,
			nan, nan, 75, 25, 3, 1, 2}), Kind: Continuous,
		Annotations: []Annotation{NewAnnotation("peat", []string{"2", "4", "8", "4", "2"})}}
}

// TestTogether: parts become ratios that are named by them, zeros are replaced, ranks are those of a row, and new
// rows are prepared by what was learnt.
func TestTogether(t *testing.T) {
	p := Preprocessing{Centre: true, Scale: true,
		Kinds: "sand,silt,clay=composition\nfirst,second,third=rank:rows\ndepth=rank"}
	d, err := soils().Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"depth (rank)", "sand : silt, clay", "silt : clay", "first : second, third", "second : third"}
	if !slices.Equal(d.Columns, want) {
		t.Fatalf("columns %q", d.Columns)
	}
	for _, part := range []string{"3 columns \"sand\", \"silt\", \"clay\", by 2 columns",
		"1 zero became 0.65 times", "A missing cell makes those missing", "that each row ranks: 3 columns",
		"only the order counts: 1 column \"depth\"", "2 as ratios of parts of a whole and 3 as ranks"} {
		if !strings.Contains(strings.Join(d.Notes, "\n"), part) {
			t.Errorf("%q is not said: %q", part, d.Notes)
		}
	}
	share := 0.65 * 0.1
	ratios := [][2]float64{
		{math.Sqrt(2./3) * math.Log(50/math.Sqrt(30*20)), math.Sqrt(.5) * math.Log(30./20)},
		{math.Sqrt(2./3) * math.Log(share/(1-share)/math.Sqrt(.6*.4)), math.Sqrt(.5) * math.Log(60./40)},
		{math.Sqrt(2./3) * math.Log(10/math.Sqrt(50*40)), math.Sqrt(.5) * math.Log(50./40)},
		{math.Sqrt(2./3) * math.Log(40/math.Sqrt(20*40)), math.Sqrt(.5) * math.Log(20./40)},
		{math.NaN(), math.Sqrt(.5) * math.Log(75./25)}}
	for i, row := range ratios {
		for k, z := range row {
			if got := d.Input(i, 1+k); math.IsNaN(got) != math.IsNaN(z) || !math.IsNaN(z) && !(math.Abs(got-z) <= 1e-12) {
				t.Errorf("row %d, ratio %d is %v, want %v", i, k, got, z)
			}
		}
	}
	if d.Scale[1] != d.Scale[2] || d.Scale[3] != d.Scale[4] || d.Scale[1] == d.Scale[3] {
		t.Errorf("scales %v", d.Scale)
	}
	x, err := d.Map(soils())
	if err != nil || !sameCells(x, d.X) {
		t.Errorf("its own rows are mapped to %v, %v", mat.Formatted(x), err)
	}
	zero := soils().SelectRows([]int{1})
	if x, err = d.Map(zero); err != nil || x.At(0, 1) != d.X.At(1, 1) || x.At(0, 2) != d.X.At(1, 2) {
		t.Errorf("a new row is mapped to %v, %v", x, err)
	}
	if got := d.LogJacobianAt(1, 0.3); got != -math.Log(d.Scale[1]) {
		t.Errorf("log Jacobian %v", got)
	}
	if d.WorkingAt(1, d.InputAt(1, 0.4)) != 0.4 {
		t.Error("there is no way back to working units")
	}
}

// TestTogetherAnyOrder: the order of the parts turns the ratios and nothing else.
func TestTogetherAnyOrder(t *testing.T) {
	one, err := soils().Prepare(Preprocessing{Centre: true, Scale: true,
		Kinds: "sand,silt,clay,peat=composition\n*=annotation"})
	if err != nil {
		t.Fatal(err)
	}
	turned := soils().SelectColumns([]int{3, 1, 2})
	turned.Annotations = soils().Annotations
	other, err := turned.Prepare(Preprocessing{Centre: true, Scale: true, Kinds: "s*,clay,peat=composition"})
	if err != nil {
		t.Fatal(err)
	}
	if _, d := one.Dims(); d != 3 || len(one.Columns) != 3 || other.Columns[0] != "clay : 3 others" {
		t.Fatalf("%q, %q", one.Columns, other.Columns)
	}
	for a := range 4 { // the last has a missing part
		for b := range a {
			sum := 0.0
			for j := range 3 {
				x, y := one.X.At(a, j)-one.X.At(b, j), other.X.At(a, j)-other.X.At(b, j)
				sum += x*x - y*y
			}
			if !(math.Abs(sum) <= 1e-12) {
				t.Errorf("rows %d and %d: squared distances differ by %v", a, b, sum)
			}
		}
	}
}

func TestTogetherThatDoNotFit(t *testing.T) {
	for kinds, want := range map[column.List]string{
		"sand=composition":              `column "sand" alone is no composition`,
		"sand,loam=composition":         `no column "loam"`,
		"sand,silt,sulphur=composition": `no column "sulphur"`,
		"sand,,silt=composition":        "write the name of a column",
	} {
		_, err := soils().Prepare(Preprocessing{Kinds: kinds})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", kinds, err)
		}
	}
	below := soils()
	below.X.(*mat.Dense).Set(2, 2, -1)
	if _, err := below.Prepare(Preprocessing{Kinds: "sand,silt,clay=composition"}); err == nil ||
		!strings.Contains(err.Error(), `row "c", column "silt" holds -1, which is no part`) {
		t.Errorf("%v", err)
	}
	d, err := soils().Prepare(Preprocessing{Kinds: "sand,silt,clay=composition"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Map(below); err == nil || !strings.Contains(err.Error(), `column "silt" holds -1`) {
		t.Errorf("%v", err)
	}
	empty := soils()
	for i := range 5 {
		empty.X.(*mat.Dense).Set(i, 1, 0)
	}
	d, err = empty.Prepare(Preprocessing{Kinds: "sand,silt,clay=composition"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(d.Columns, "silt : clay") ||
		!strings.Contains(strings.Join(d.Notes, " "), `0 or missing throughout: 1 column "sand"`) {
		t.Errorf("%q, %q", d.Columns, d.Notes)
	}
}
