package bhc

import (
	"context"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

func yesNo(n, d int, cells ...float64) *inference.Dataset {
	data := inferencetest.DatasetOf(mat.NewDense(n, d, cells))
	for range d {
		data.Kinds = append(data.Kinds, column.Kind{Sort: column.YesNo, Levels: []string{"no", "yes"}})
	}
	return data
}

// built is the tree of a table with α = 1.
func built(t *testing.T, data *inference.Dataset) *fit {
	t.Helper()
	f, err := newFit(data, Model{}.Info().Defaults(), inference.Streams{})
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(f.t, hyper{1, 1, 1}, law{freedom: 3})
	for {
		if _, finished := b.step(); finished {
			f.now = b.score(b.hyper, 3)
			return f
		}
	}
}

// Five rows of yes/no: joins, their probabilities, the sum over the partitions of the tree and the density of a new
// row are those that were found by enumeration of all partitions, and so is the best of them.
func TestYesNo(t *testing.T) {
	f := built(t, yesNo(5, 4, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0))
	h := f.now
	for k, want := range []struct {
		left, right int
		r           float64
	}{{0, 1, .6279069767}, {2, 3, .6279069767}, {4, 5, .5376344086}, {6, 7, .0294867128}} {
		v := h.nodes[5+k]
		if min(v.left, v.right) != want.left || max(v.left, v.right) != want.right {
			t.Errorf("join %d is of %d and %d", k, v.left, v.right)
		}
		inferencetest.Near(t, "merge probability", math.Exp(h.one(5+k)), want.r, 1e-9)
	}
	inferencetest.Near(t, "bound", h.logJoint(f.t)-h.hyper.logPrior(), -15.8718830043, 1e-9)
	inferencetest.Near(t, "together", h.together()[1], .8330299721, 1e-9)
	sum := 0.0
	for row := range 16 {
		x := mat.NewDense(1, 4, []float64{float64(row & 1), float64(row >> 1 & 1), float64(row >> 2 & 1),
			float64(row >> 3)})
		log, err := f.LogDensity(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		if sum += math.Exp(log[0]); row == 3 {
			inferencetest.Near(t, "a new row", math.Exp(log[0]), .1386888008, 1e-9)
		}
	}
	inferencetest.Near(t, "all rows", sum, 1, 1e-12)
	labels, clusters := h.labels(h.cut(true))
	if clusters != 2 || labels[0] != labels[1] || labels[0] != labels[4] || labels[2] != labels[3] ||
		labels[0] == labels[2] {
		t.Errorf("the best partition is %v", labels)
	}
}

// Derivatives of the same five rows, by differences: of the bound by α, which is E K/α + ψ(α) − ψ(N+α), and of the sum
// over partitions by the first parameter of Beta(½, ½).
func TestDerivatives(t *testing.T) {
	f := built(t, yesNo(5, 4, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0))
	h := f.now
	clusters := 0.0
	for _, w := range h.logWeights() {
		clusters += math.Exp(w)
	}
	inferencetest.Near(t, "expected clusters", clusters, 2.9473364883, 1e-9)
	const step = 1e-5
	bound := func(alpha float64) float64 {
		s := h.score(hyper{alpha, 1, 1}, 3)
		return s.logJoint(f.t) - s.hyper.logPrior()
	}
	byAlpha := (bound(1+step) - bound(1-step)) / (2 * step)
	inferencetest.Near(t, "bound by α", byAlpha, .66400315, 1e-7)
	inferencetest.Near(t, "bound by α, from E K", clusters+mathext.Digamma(1)-mathext.Digamma(6), byAlpha, 1e-7)
	sum := func(a float64) float64 {
		laws := make([]block.Law, 4)
		for j := range laws {
			laws[j] = block.NewBinary(a, .5)
		}
		f.t.columns.Take(laws)
		return h.score(hyper{1, 1, 1}, 3).nodes[8].log
	}
	inferencetest.Near(t, "sum", sum(.5), -11.0843912615, 1e-9)
	inferencetest.Near(t, "sum by a", (sum(.5+step)-sum(.5-step))/(2*step), 1.63623347, 1e-7)
}

// Columns of all kinds together: probabilities of a cell sum to 1, and threads, saving and interruptions make no
// difference.
func TestKinds(t *testing.T) {
	const n = 24
	x := mat.NewDense(n, 4, nil)
	for i := range n {
		g := float64(i % 2)
		x.SetRow(i, []float64{2*g + math.Sin(float64(i)), g, math.Mod(2*g+float64(i%5/4), 3), 4*g + float64(i%3)})
	}
	x.Set(3, 0, math.NaN())
	x.Set(4, 2, math.NaN())
	data := inferencetest.DatasetOf(x)
	data.Kinds = []column.Kind{{}, {Sort: column.YesNo, Levels: []string{"no", "yes"}},
		{Sort: column.Category, Levels: []string{"a", "b", "c"}}, {Sort: column.Count}}
	for _, groups := range []string{byOdds, byPartition} {
		inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"groups": groups}}, data)
	}
	f := built(t, data)
	for j, levels := range map[int]int{1: 2, 2: 3, 3: 400} {
		sum, mean, told := 0.0, 0.0, 0.0
		for y := range levels {
			log, expected, err := f.LogCells([]inference.Cell{{Row: 4, Column: j}}, []float64{float64(y)})
			if err != nil {
				t.Fatal(err)
			}
			sum += math.Exp(log[0])
			mean += float64(y) * math.Exp(log[0])
			told = expected[0]
		}
		inferencetest.Near(t, data.Columns[j], sum, 1, 1e-6)
		inferencetest.Near(t, data.Columns[j], told, mean, 1e-3)
	}
	log, expected, err := f.LogCells([]inference.Cell{{Row: 3, Column: 0}}, []float64{2})
	if err != nil || math.IsNaN(log[0]) || !(expected[0] > 1) {
		t.Errorf("a number: %v, expected %v, %v", log, expected, err)
	}
}
