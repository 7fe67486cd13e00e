package predict_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/leaves"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/timetree"

	"gonum.org/v1/gonum/mat"
)

// The predictive probabilities of all rows of three zeros and ones sum to one, with
// columns left out they are marginals, and a row that is not binary is refused.
func TestPredictiveOfBinaryRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 61))
	s, p := pydttest.BinaryState(rng, 12, 3, 0.1, 2)
	s.Settle()
	r := predict.NewPredictor(s)
	var total, marginal special.LogSum
	for bits := range 8 {
		y := []float64{float64(bits&1)*2 - 1, float64(bits>>1&1)*2 - 1, float64(bits>>2&1)*2 - 1}
		v := r.LogDensity(y, nil)
		total.Add(v)
		if bits&1 == 1 {
			marginal.Add(v)
		}
	}
	pydttest.Close(t, "all rows", total.Value(), 0, 1e-9)
	pydttest.Close(t, "marginal", r.LogDensity([]float64{1, 1, 1}, []bool{true, false, false}), marginal.Value(), 1e-9)
	e := &ensemble.Ensemble{Problem: p, Predictors: []*predict.Predictor{r}, LogWeights: []float64{0}}
	got, err := e.LogDensity(context.Background(), mat.NewDense(2, 3,
		[]float64{1, 0, math.NaN(), math.NaN(), math.NaN(), math.NaN()}))
	if err != nil {
		t.Fatal(err)
	}
	signs := make([]float64, 3)
	observed := make([]bool, 3)
	for j, column := range p.Columns {
		signs[j], observed[j] = []float64{1, -1, 1}[column], column != 2
	}
	pydttest.Close(t, "missing cells", got[0], r.LogDensity(signs, observed), 1e-12)
	pydttest.Close(t, "nothing but missing cells", got[1], 0, 1e-9)
	if _, err := e.LogDensity(context.Background(), mat.NewDense(1, 3, []float64{1, 0.5, 0})); err == nil {
		t.Error("a row of other numbers is scored")
	}
}

// The predictive probability of a row is the ratio of the evidences with and without
// it, the row's place in the tree summed over: both by expectation propagation.
func TestPredictiveOfBinaryRowsIsARatioOfEvidences(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 62))
	s, p := pydttest.BinaryState(rng, 6, 2, 0, 1)
	for r := range int32(s.N) {
		whole := posterior.NewState(p, s.Hyper)
		whole.Load(s.Capture())
		whole.Recompute()
		if whole.Parent[r] == whole.Top && len(whole.Kids[whole.Top]) == 2 {
			continue
		}
		whole.Detach(r)
		whole.Settle()
		without := whole.LogEvidence()
		part := predict.NewPredictor(whole)
		got := part.LogDensity(whole.Sites.Cells.(leaves.Signs).Of(int(r)), nil)
		var sum special.LogSum
		components := append([]predict.Component(nil), part.Components...)
		keep := whole.Capture()
		for _, c := range components {
			whole.Load(keep)
			whole.Recompute()
			at := timetree.Position{Node: c.Node, Rem: c.Rem, Join: !whole.IsLeaf(c.Node) && c.Rem == whole.Rem[c.Node]}
			if !at.Join {
				low, high := timetree.Within(math.Max(whole.Rem[c.Node], 0), whole.ParentRem(c.Node))
				at.Rem = math.Min(math.Max(at.Rem, low), high)
			}
			whole.Neutral(r)
			whole.Link(r, at)
			whole.Recompute()
			whole.Settle()
			sum.Add(c.LogMass + whole.LogEvidence() - without)
		}
		if !(math.Abs(got-sum.Value()) <= 0.02) {
			t.Errorf("row %d: %.4f, by evidences %.4f", r, got, sum.Value())
		}
	}
}
