package pydt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/together"
	"example.org/espalier/inference/saved"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// For correlated columns, a fit that may choose predicts better than one with independent columns, and
// finds the correlation.
func TestTogetherPredicts(t *testing.T) {
	all := pydttest.CorrelatedRows(120, 6, 1)
	learn, hidden := pydttest.EveryKth(120, 8)
	all.Rows = pydttest.RowNames(120)
	data, test := all.SelectRows(learn), all.SelectRows(hidden)
	fitted := func(form string) (inference.Stepper, float64) {
		s := DDT{}.Info().Defaults()
		for name, v := range map[string]string{"columns": form, "orders": "1"} {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		f, err := DDT{}.New(data, s, inference.Streams{Seed: 1}, 2)
		if err != nil {
			t.Fatal(err)
		}
		stepOnce(t, f)
		return f, meanLogDensity(t, f.(inference.Predictor), test.X)
	}
	_, alone := fitted(correlated.Independent)
	f, value := fitted(correlated.AnyCovariance)
	if value < alone+0.4 {
		t.Errorf("Σ predicts rows by %.3f, independent columns by %.3f", value, alone)
	}
	z := f.(*together.Together)
	snap := f.Snapshot()
	whole := z.Inner.Current.Objective + z.Law.Stand(z.Inner.Current.Publish(data.Rows), z.Share(), nil).Constant
	pydttest.Close(t, "objective", z.Scalars[0], whole, 1e-9)
	pydttest.Close(t, "objective of the snapshot", forest.TreesOf(snap)[0].Objective, whole, 1e-9)
	s := z.Law.Sigma
	if r := s.At(1, 2) / math.Sqrt(s.At(1, 1)*s.At(2, 2)); r < 0.4 || r > 0.97 {
		t.Errorf("the correlation of two columns is %.2f", r)
	}
}

// Combinations of settings that are impossible for columns together are refused, with the remedy.
func TestTogetherRefuses(t *testing.T) {
	wide := pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(1, 42)), 401, 401, 0))
	small := pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(1, 42)), 6, 3, 0))
	holed := pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(1, 42)), 6, 3, 0.3))
	signs := pydttest.DatasetOf(mat.NewDense(4, 2, []float64{0, 1, 1, 0, 1, 1, 0, 0}))
	signs.Kind = inference.Binary
	for _, c := range []struct {
		data    *inference.Dataset
		set     map[string]string
		refused string
	}{
		{wide, map[string]string{"columns": correlated.AnyCovariance}, "set columns to factors"},
		{small, map[string]string{"columns": correlated.ByFactors}, "set columns to covariance"},
		{small, map[string]string{"columns": correlated.ByFactors, "method": "ais"}, "set columns to covariance"},
		{holed, map[string]string{"columns": correlated.AnyCovariance, "method": "ais"}, "method to mcmc"},
		{small, map[string]string{"columns": correlated.AnyCovariance, "method": "mp"}, "method to em"},
		{small, map[string]string{"columns": correlated.ByTree, "method": "mcmc"}, "set columns to covariance"},
		{small, map[string]string{"columns": correlated.ByTree, "method": "ais"}, "set columns to covariance"},
		{small, map[string]string{"columns": correlated.AnyCovariance, "method": "ais"}, ""},
		{signs, map[string]string{"columns": correlated.AnyCovariance}, "observation to gaussian"},
		{signs, map[string]string{"columns": correlated.Undecided}, ""},
		{small, map[string]string{"columns": correlated.AnyCovariance}, ""},
	} {
		s := Model{}.Info().Defaults()
		for name, v := range c.set {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Model{}.Check(c.data, s)
		if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%v: %v", c.set, err)
		}
	}
	s := Model{}.Info().Defaults()
	if err := s.Set("columns", correlated.Undecided); err != nil {
		t.Fatal(err)
	}
	if got := (Model{}).Decide(signs, s)["columns"]; got != correlated.Independent {
		t.Errorf("zeros and ones are decided to have columns %q", got)
	}
	if got, ok := (Model{}).Decide(wide, s)["columns"]; ok {
		t.Errorf("columns are decided to be %q before anything is known", got)
	}
}

// A damaged state is refused.
func TestTogetherRefusesDamage(t *testing.T) {
	s := DDT{}.Info().Defaults()
	for name, v := range map[string]string{"columns": correlated.AnyCovariance, "orders": "1"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	data := pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(2, 42)), 12, 3, 0.05))
	f, err := askedFit("ddt", data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	stepOnce(t, f)
	whole, err := f.(*together.Together).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() *together.Together {
		g, err := askedFit("ddt", data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return g.(*together.Together)
	}
	if err := fresh().UnmarshalBinary(whole); err != nil {
		t.Fatal(err)
	}
	var z together.SavedTogether
	if err := saved.Open("ddt", sampler.Layout, whole, &z); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(z *together.SavedTogether){
		"too few variances": func(z *together.SavedTogether) { z.Sigma.Psi = z.Sigma.Psi[:2] },
		"no variance":       func(z *together.SavedTogether) { z.Sigma.Psi = []float64{1, 0, 1} },
		"a wrong rank":      func(z *together.SavedTogether) { z.Sigma.Rank = -1 },
		"no number":         func(z *together.SavedTogether) { z.Constant = math.NaN() },
		"no prior":          func(z *together.SavedTogether) { z.Nu = 1 },
		"no table":          func(z *together.SavedTogether) { z.Filled = nil },
		"another form":      func(z *together.SavedTogether) { z.Form = "tree" },
		"another search":    func(z *together.SavedTogether) { z.Inner = []byte("none") },
	} {
		y := z
		spoil(&y)
		b, err := saved.Seal("ddt", sampler.Layout, y)
		if err != nil {
			t.Fatal(err)
		}
		if err := fresh().UnmarshalBinary(b); err == nil {
			t.Errorf("%s: the state is taken", what)
		}
	}
}

// All starts lead to a tree, with hyperparameters learnt and fixed.
func TestTogetherStarts(t *testing.T) {
	data := pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(3, 42)), 14, 3, 0))
	for _, start := range []string{"both", "linkage", "random"} {
		for _, held := range []bool{false, true} {
			s := togetherSettings(t, "columns", correlated.AnyCovariance, "start", start, "noise", "0.1")
			for _, p := range s.Parameters() {
				if p.Learnt {
					if err := s.Fix(p.Name, held); err != nil {
						t.Fatal(err)
					}
				}
			}
			f, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
			if err != nil {
				t.Fatal(err)
			}
			for r := (inference.Report{}); r.Scalars == nil; {
				if r, err = f.Step(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if v, err := f.(inference.Predictor).LogDensity(t.Context(), data.X); err != nil || math.IsNaN(v[0]) {
				t.Errorf("start %s, fixed %v: %v, %v", start, held, v, err)
			}
			if z := f.(*together.Together); held && !(math.Abs(z.Share()-0.1) <= 1e-12) {
				t.Errorf("start %s: the noise that was fixed is %g", start, z.Share())
			}
		}
	}
}

// Under a covariance the pilot draws Σ too, and so finds about as much noise as method mcmc: 0.072 of Σ on crabs. At
// the Σ̂ of the searched tree it found 0.012 to 0.016.
func TestPilotDrawsSigma(t *testing.T) {
	if testing.Short() {
		t.Skip("a fit of crabs")
	}
	table, err := sampledata.Open("crabs")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Model{}.New(data, togetherSettings(t, "columns", correlated.AnyCovariance), inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	stepOnce(t, f)
	z := f.(*together.Together)
	if share := z.Share(); !(share >= 0.036 && share <= 0.144) {
		t.Errorf("the noise is %.4f of Σ", share)
	}
	for _, d := range z.Inner.Piloted.Draws {
		if d.G != 0 || d.Nu != 0 || d.Cells != nil {
			t.Errorf("a draw keeps a Σ of its own: %+v", d)
			break
		}
	}
}
