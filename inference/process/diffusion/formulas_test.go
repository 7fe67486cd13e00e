package diffusion

import (
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/integrate/quad"
)

// A curve of few cells is that of the components, each widened by half a cell.
func TestCurveOfWideCells(t *testing.T) {
	m := &Mixture{Flat: true, Components: []Component{{0.3, Normal{X: -1, XX: 0.2}}, {0.7, Normal{X: 0.5, XX: 0.05}}}}
	const n, h = 7, 0.6
	for i, got := range m.Curve(-2.1, -2.1+n*h, n) {
		x, want := -2.1+(float64(i)+0.5)*h, 0.0
		for _, c := range m.Components {
			v := c.XX + h*h/4
			want += c.Weight * math.Exp(-(x-c.X)*(x-c.X)/(2*v)) / math.Sqrt(2*math.Pi*v)
		}
		if !(math.Abs(got/want-1) <= 1e-3) { // what is below e⁻ᵈᵉᵖᵗʰ of the greatest is left out
			t.Errorf("cell %d has density %v, want %v", i, got, want)
		}
	}
}

// The weights of a mixture are those of the process written out: at branch v of m leaves a row leaves at rate
// c·Γ(m−α)/Γ(m+1+θ); at a branch point of K children it stays with probability (θ+αK)/(m+θ) and follows a child of m_k
// leaves with (m_k−α)/(m+θ).
func TestPredictiveWeights(t *testing.T) {
	tr, x := small(t), table()
	p := Parameters{Sigma2: 1.3, Noise: 0.1, C: 0.8, Theta: 1.7, Alpha: 0.35}
	var got, want []float64
	for _, c := range New(tr, x, nil, p, []float64{0, 0, 1, 0}).Predictive().Components {
		got = append(got, c.Weight)
	}
	eight := make([]float64, 8)
	quad.Legendre{}.FixedLocations(make([]float64, 8), eight, 0, 1)
	var visit func(v int, reach, from float64)
	visit = func(v int, reach, from float64) {
		m := float64(len(tr.LeavesBelow(v)))
		stay := 0.0
		if !tr.IsLeaf(v) {
			rate := p.C * math.Gamma(m-p.Alpha) / math.Gamma(m+1+p.Theta)
			stay = math.Exp(-rate * (tr.LogTime[v] - from))
		}
		for _, w := range eight {
			want = append(want, reach*(1-stay)*w)
		}
		if tr.IsLeaf(v) {
			return
		}
		kids := tr.Children[v]
		want = append(want, reach*stay*(p.Theta+p.Alpha*float64(len(kids)))/(m+p.Theta))
		for _, k := range kids {
			visit(k, reach*stay*(float64(len(tr.LeavesBelow(k)))-p.Alpha)/(m+p.Theta), tr.LogTime[v])
		}
	}
	visit(tr.Top, 1, 0)
	slices.Sort(got)
	slices.Sort(want)
	if len(got) != len(want) {
		t.Fatalf("%d components, want %d", len(got), len(want))
	}
	for i := range want {
		inferencetest.Close(t, "weight", got[i], want[i], 1e-10)
	}
}

// Parameters without a rate have c = 1, and names beyond the values none.
func TestNamedDefaults(t *testing.T) {
	p, ok := learnt([]inference.Scalar{{Name: "sigma2", Mean: 2}, {Name: "theta", Mean: 1.5}, {Name: "alpha", Mean: 0.25},
		{Name: "noise", Mean: -1}})
	if !ok || p != (Parameters{Sigma2: 2, C: 1, Theta: 1.5, Alpha: 0.25}) {
		t.Errorf("%+v, %v", p, ok)
	}
	if p, ok := named([]string{"c", "sigma2", "theta"}, []float64{3, 4}); !ok || p != (Parameters{Sigma2: 4, C: 3}) {
		t.Errorf("of too few values %+v, %v", p, ok)
	}
	for _, values := range [][]float64{{0, 1}, {1, 0}} {
		if p, ok := named([]string{"c", "sigma2"}, values); ok {
			t.Errorf("%+v are parameters", p)
		}
	}
}
