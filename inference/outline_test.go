package inference

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// tableOf makes a table with missing cells, an empty row and an empty column; rows are held in the way of make.
func tableOf(hold func(d int) *GridBuilder) *Table {
	const n, d = 37, 23
	rng := rand.New(rand.NewPCG(1, 2))
	b := hold(d)
	t := &Table{Name: "t", Kind: Continuous}
	for i := range n {
		row := make([]float64, d)
		for j := range row {
			row[j] = float64(float32(math.Abs(rng.NormFloat64()) * float64(1+j)))
			if rng.IntN(9) == 0 || i == 5 || j == 7 {
				row[j] = math.NaN()
			}
		}
		b.Append(row)
		t.Rows = append(t.Rows, "r"+string(rune('A'+i)))
	}
	for j := range d {
		t.Columns = append(t.Columns, "c"+string(rune('A'+j)))
	}
	t.X = b.Matrix(UpTo(d), nil)
	return t
}

// TestPrepareOfGrids: the same numbers prepare to the same bits, however they are held, and an outline says the same.
func TestPrepareOfGrids(t *testing.T) {
	dense := tableOf(func(d int) *GridBuilder { return NewGridBuilder(d, 37, NarrowCells) })
	blocks := func(limit int) func(int) *GridBuilder {
		return func(d int) *GridBuilder {
			b := NewGridBuilder(d, 0, limit)
			b.per = 5
			return b
		}
	}
	if _, ok := dense.X.(*mat.Dense); !ok {
		t.Fatalf("%T", dense.X)
	}
	for name, held := range map[string]*Table{"blocks": tableOf(blocks(NarrowCells)), "float32": tableOf(blocks(100)),
		"float32 at once": tableOf(blocks(0))} {
		if _, ok := held.X.(*Grid); !ok || IsNarrow(held.X) != (name != "blocks") {
			t.Fatalf("%s: %T", name, held.X)
		}
		for _, p := range []Preprocessing{{}, {Centre: true, Scale: true}, {Log2p1: true, ScaleAll: true},
			{TopColumns: 6, Log2p1: true}, {TopRows: 9, Scale: true},
			{Transpose: true, Centre: true}, {Transpose: true, TopColumns: 8, TopRows: 5, Log2p1: true},
			{Leave: LeaveOut{Rows: NamesOf("rB"), MissingColumns: LimitAt(0.15), VarianceColumns: LimitAt(0.5),
				VarianceRows: LimitAt(0.01)}, Scale: true}} {
			want, err := dense.Prepare(p)
			if err != nil {
				t.Fatal(p, err)
			}
			got, err := held.Prepare(p)
			if err != nil || !sameData(got, want) {
				t.Errorf("%s, %v: %v", name, p, err)
			}
			outline, err := held.Outline(p)
			if err != nil || outline.X != nil {
				t.Fatal(p, err)
			}
			if outline.X = want.X; !sameData(outline, want) {
				t.Errorf("%s, %v: another outline", name, p)
			}
		}
		rows, columns := []int{3, 30, 3, 8}, []int{20, 1, 2}
		if !sameNumbers(held.SelectRows(rows).X, dense.SelectRows(rows).X) ||
			!sameNumbers(held.SelectColumns(columns).X, dense.SelectColumns(columns).X) ||
			!sameNumbers(held.X.T(), dense.X.T()) || held.Missing() != dense.Missing() ||
			!reflect.DeepEqual(KindsOf(held.X), KindsOf(dense.X)) {
			t.Errorf("%s: other numbers", name)
		}
	}
}

func sameData(a, b *Dataset) bool {
	x, y := *a, *b
	x.X, y.X = nil, nil
	return reflect.DeepEqual(x, y) && sameNumbers(a.X, b.X)
}

func sameNumbers(a, b mat.Matrix) bool {
	n, d := a.Dims()
	if m, e := b.Dims(); n != m || d != e {
		return false
	}
	for i := range n {
		for j := range d {
			if x, y := a.At(i, j), b.At(i, j); math.Float64bits(x) != math.Float64bits(y) && !(math.IsNaN(x) && math.IsNaN(y)) {
				return false
			}
		}
	}
	return true
}

// TestKindsOfColumns: the kind of each column is that of the column alone.
func TestKindsOfColumns(t *testing.T) {
	nan := math.NaN()
	x := mat.NewDense(2, 6, []float64{0, 2, 1.5, nan, -1, nan, 1, nan, 1, nan, 3, math.Inf(1)})
	if got := KindsOf(x); !reflect.DeepEqual(got, []Kind{Binary, Count, Continuous, Continuous, Continuous, Continuous}) {
		t.Errorf("%v", got)
	}
}
