package witness_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/witness"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	return &witness.Witnesses{Rows: 3, Columns: 40, Effective: 2.5,
		Parents: [][]int{{3, 3, 4, 4, -1}, {3, 3, 3, -1}, {3, 4, 4, -1, 3}}}
}

func empty() inferencetest.KindValue { return new(witness.Witnesses) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) { inferencetest.SameForm(t, full(), empty(), "testdata/witness1.bin") }

func FuzzWitness(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestPointsAndPool(t *testing.T) {
	w := full().(*witness.Witnesses)
	if m, d := w.Points(); !(math.Abs(m-5.0/3) <= 1e-12) || !(math.Abs(d-math.Sqrt(2.0/9)) <= 1e-12) {
		t.Errorf("%v ± %v branch points", m, d)
	}
	other := &witness.Witnesses{Rows: 3, Columns: 40, Effective: 40, Parents: [][]int{{3, 3, 3, -1}}}
	p := w.Pool([]inference.Part{w, nil, other}).(*witness.Witnesses)
	if len(p.Parents) != 4 || p.Effective != 21.25 || len(w.Parents) != 3 {
		t.Errorf("%+v", p)
	}
	if witness.Of(&inference.Snapshot{Parts: []inference.Part{p}}) != p || witness.Of(nil) != nil {
		t.Error("the witnesses of a snapshot are not found")
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(x *witness.Witnesses){
		"41 effective columns":        func(x *witness.Witnesses) { x.Effective = 41 },
		"NaN effective columns":       func(x *witness.Witnesses) { x.Effective = math.NaN() },
		"6 nodes for 3 leaves":        func(x *witness.Witnesses) { x.Parents[0] = append(x.Parents[0], 4) },
		"node 2 hangs from 1":         func(x *witness.Witnesses) { x.Parents[1][2] = 1 },
		"node 4 hangs from -1":        func(x *witness.Witnesses) { x.Parents[2][4] = -1 },
		"no topmost branch point":     func(x *witness.Witnesses) { x.Parents[1] = []int{3, 3, -1, 3} },
		"branch point 3 has less":     func(x *witness.Witnesses) { x.Parents[2] = []int{4, 4, 4, 4, -1} },
		"circle":                      func(x *witness.Witnesses) { x.Rows, x.Parents = 4, [][]int{{4, 4, 5, 6, -1, 6, 5}} },
		"draw 0: 5 nodes for 5 leave": func(x *witness.Witnesses) { x.Rows = 5 },
	} {
		x := full().(*witness.Witnesses)
		change(x)
		if err := x.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := full().Check(&inference.Dataset{X: mat.NewDense(3, 5, nil)}); err == nil ||
		!strings.Contains(err.Error(), "3 × 5") {
		t.Errorf("of a table of another size: %v", err)
	}
}
