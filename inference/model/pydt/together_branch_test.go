package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/columntree"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"
)

// branched is a table of n rows and d columns; the rows are leaves of one tree, the columns of another.
func branched(t *testing.T, n, d int, seed uint64) *inference.Dataset {
	t.Helper()
	draw, err := DDT{}.Sample(n, d, samplesByTree(t), rand.New(rand.NewPCG(seed, 48)))
	if err != nil {
		t.Fatal(err)
	}
	return pydttest.DatasetOf(draw.X)
}

func samplesByTree(t *testing.T) inference.Settings {
	return togetherSettings(t, "columns", correlated.ByTree, "noise", "0.1")
}

// A table of a tree over rows and a tree over columns is predicted better with both; the trees
// are published with the Σ that they give.
func TestTreeBothWays(t *testing.T) {
	if testing.Short() {
		t.Skip("two fits")
	}
	all := branched(t, 64, 20, 1)
	learn, hidden := pydttest.EveryKth(64, 8)
	data := all.SelectRows(learn)
	fitted := func(columns string) (inference.Stepper, float64) {
		f, err := newStepper("ddt", data, togetherSettings(t, "columns", columns), inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		stepOnce(t, f)
		return f, meanLogDensity(t, f.(inference.Predictor), all.SelectRows(hidden).X)
	}
	_, alone := fitted(correlated.Independent)
	f, value := fitted(correlated.ByTree)
	t.Logf("rows are predicted by %.2f, by independent columns %.2f", value, alone)
	if value < alone+2 {
		t.Errorf("rows are predicted by %.2f, by independent columns %.2f", value, alone)
	}
	got := kind.Of(f.Snapshot())
	if err := got.Check(data); err != nil {
		t.Fatal(err)
	}
	want := covary.ColumnTree(got.Tree, got.Scale, got.Noise)
	for i := range 20 {
		pydttest.Close(t, "a covariance", got.At(i, 3), want.At(i, 3), 1e-9)
	}
}

// A saved fit with both trees continues to the same bits, with and without missing cells.
func TestTreeBothWaysConforms(t *testing.T) {
	data := branched(t, 12, 6, 2)
	holes := branched(t, 12, 6, 3)
	holes.X.Set(2, 3, math.NaN())
	holes.X.Set(7, 0, math.NaN())
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 2,
		Set: map[string]string{"columns": correlated.ByTree}}, data, holes)
}

// Branches of a tree over the columns have a support, which is saved with the tree.
func TestTreeBothWaysSavesSupports(t *testing.T) {
	data := branched(t, 12, 6, 2)
	for model, set := range map[string][]string{"pydt": {"columns", correlated.ByTree, "theta", "0.5", "alpha", "0.1"},
		"ddt": {"columns", correlated.ByTree}} {
		open := func() inference.Stepper {
			s, err := newStepper(model, data, togetherSettings(t, set...), inference.Streams{Seed: 1}, 1)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		f := open()
		traced(t, f, 1)
		state, err := f.(inference.Saver).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		again := open()
		if err := again.(inference.Saver).UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		was, is := kind.Of(f.Snapshot()).Tree, kind.Of(again.Snapshot()).Tree
		if len(was.Support) != was.Nodes() || !pydttest.SameBits(was.Support, is.Support) {
			t.Errorf("%s: supports %v, after reading %v", model, was.Support, is.Support)
		}
		unsure := 0
		for v := was.Leaves(); v < was.Nodes(); v++ {
			if !(was.Support[v] > 0 && was.Support[v] <= 1) {
				t.Errorf("%s: node %d has the support %v", model, v, was.Support[v])
			}
			if was.Support[v] < 1 {
				unsure++
			}
		}
		if was.Support[was.Top] != 1 || unsure == 0 {
			t.Errorf("%s: supports %v", model, was.Support)
		}
	}
}

// A damaged tree over the columns is refused.
func TestTreeBothWaysRefusesDamage(t *testing.T) {
	c := &columntree.Tree{
		Tree: pitmanyor.NewPrior(0, 0, 5).Sample(1, pydttest.RowNames(5), rand.New(rand.NewPCG(3, 49))), Scale: 1, Noise: 0.1}
	names := c.Tree.Names
	if _, err := together.SaveColumns(c).ColumnTree(names); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(z *together.SavedColumns){
		"a parent": func(z *together.SavedColumns) { z.Parent = append([]int(nil), z.Parent...); z.Parent[0] = -1 },
		"a time":   func(z *together.SavedColumns) { z.LogTime = z.LogTime[1:] },
		"scale":    func(z *together.SavedColumns) { z.Scale = 0 },
		"noise":    func(z *together.SavedColumns) { z.Noise = -1 },
	} {
		z := together.SaveColumns(c)
		if spoil(z); z != nil {
			if _, err := z.ColumnTree(names); err == nil {
				t.Errorf("%s: it is taken", what)
			}
		}
	}
	for _, z := range []together.SavedTogether{{Form: correlated.ByTree},
		{Form: correlated.AnyCovariance, Columns: together.SaveColumns(c)}} {
		if _, _, _, err := z.Sigmas(names); err == nil {
			t.Errorf("a state of form %s with the wrong tree is taken", z.Form)
		}
	}
}
