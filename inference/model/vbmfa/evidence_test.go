package vbmfa

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/distuv"
)

// sampled returns the evidence of m from this many draws.
func sampled(t *testing.T, m *mixture, others []*mixture, draws int,
	proposals ...inference.EvidenceProposal) inference.EvidenceEstimate {
	t.Helper()
	s, err := newSampler(m, append([]*mixture{m}, others...),
		inference.EvidenceOptions{Proposals: proposals, Streams: inference.Streams{Seed: 5}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Sample(context.Background(), draws); err != nil {
		t.Fatal(err)
	}
	return s.Estimate()
}

// logNormal returns ln N(y; mean, cov) in one or two dimensions.
func logNormal(y, mean, cov []float64) float64 {
	if len(y) == 1 {
		e := y[0] - mean[0]
		return -0.5 * (math.Log(2*math.Pi*cov[0]) + e*e/cov[0])
	}
	det := cov[0]*cov[3] - cov[1]*cov[2]
	a, b := y[0]-mean[0], y[1]-mean[1]
	return -math.Log(2*math.Pi) - 0.5*math.Log(det) - 0.5*(cov[3]*a*a-2*cov[1]*a*b+cov[0]*b*b)/det
}

// logRows returns ln ∫ Π N(y_i; μ, C) N(μ; μ*, 1/ν*) dμ for the rows of one component, C p×p, one row at a time.
func logRows(m *mixture, rows [][]float64, c []float64) float64 {
	p, sum := m.d.p, 0.0
	mean, cov := slices.Clone(m.MeanOfMeans), make([]float64, p*p)
	for q := range p {
		cov[q*p+q] = 1 / m.PrecOfMeans[q]
	}
	for _, y := range rows {
		total := make([]float64, p*p)
		for i := range total {
			total[i] = cov[i] + c[i]
		}
		sum += logNormal(y, mean, total)
		// Kalman's update of μ.
		inverse := []float64{1 / total[0]}
		if p == 2 {
			det := total[0]*total[3] - total[1]*total[2]
			inverse = []float64{total[3] / det, -total[1] / det, -total[2] / det, total[0] / det}
		}
		gain, old := matrixProduct(cov, inverse, p), slices.Clone(cov)
		left := matrixProduct(gain, old, p)
		step := make([]float64, p)
		for a := range p {
			for b := range p {
				step[a] += gain[a*p+b] * (y[b] - mean[b])
				cov[a*p+b] -= left[a*p+b]
			}
		}
		for a := range p {
			mean[a] += step[a]
		}
	}
	return sum
}

// matrixProduct returns the p×p matrix ab.
func matrixProduct(a, b []float64, p int) []float64 {
	out := make([]float64, p*p)
	for i := range p {
		for j := range p {
			for k := range p {
				out[i*p+j] += a[i*p+k] * b[k*p+j]
			}
		}
	}
	return out
}

// Without factors, one component has its exact posterior: the bound is the evidence and all
// weights are equal.
func TestEvidenceOfOneGaussian(t *testing.T) {
	m := settledGiven(t, blobs(12, 2, 0, rand.New(rand.NewPCG(3, 1))), 1, 0, 50, 1)
	var rows [][]float64
	for i := range m.d.n {
		rows = append(rows, m.d.row(i))
	}
	want := logRows(m, rows, []float64{m.Psi[0], 0, 0, m.Psi[1]})
	e := sampled(t, m, nil, 200, inference.EvidenceProposal{})
	if !(math.Abs(e.Log-want) <= 1e-9*math.Abs(want)) || !(math.Abs(e.Bound-want) <= 1e-6*math.Abs(want)) ||
		e.Effective < 199.9 {
		t.Errorf("evidence %.9g, bound %.9g, by hand %.9g, %.1f effective draws of 200", e.Log, e.Bound, want, e.Effective)
	}
}

// There, the density of new rows is known too: the mean's uncertainty adds to the noise.
func TestImportancePredictsOneGaussian(t *testing.T) {
	m := settledGiven(t, blobs(12, 2, 0, rand.New(rand.NewPCG(3, 1))), 1, 0, 50, 1)
	fresh := mat.NewDense(2, 2, []float64{0.3, -1, 4, 2})
	s, err := newSampler(m, []*mixture{m}, inference.EvidenceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.logDensities(context.Background(), fresh, 4000)
	if err != nil {
		t.Fatal(err)
	}
	bounds, err := m.boundOf(context.Background(), fresh)
	if err != nil {
		t.Fatal(err)
	}
	c := m.Components[0]
	for i, v := range got {
		want := logNormal(fresh.RawRowView(i), []float64{c.loading(0)[0], c.loading(1)[0]},
			[]float64{m.Psi[0] + c.cov(0)[0], 0, 0, m.Psi[1] + c.cov(1)[0]})
		if !(math.Abs(v-want) <= 0.03) || bounds[i] > want {
			t.Errorf("row %d: %.4f by importance, exactly %.4f, bound %.4f", i, v, want, bounds[i])
		}
	}
}

// With one factor in two columns the mean is integrated out by hand and the loadings on a grid.
// The estimate covers both signs of the loadings; the bound does not.
func TestEvidenceOfOneFactor(t *testing.T) {
	for seed := range uint64(3) {
		m := settledGiven(t, blobs(8, 2, 0, rand.New(rand.NewPCG(9, seed))), 1, 1, 200, seed)
		var rows [][]float64
		for i := range m.d.n {
			rows = append(rows, m.d.row(i))
		}
		const step, reach = 0.125, 96 // loadings from −12 to 12
		// With its precision integrated out, a factor's loadings are a Student t of 2a* degrees of freedom.
		scale := m.Rate / m.Shape
		prior, ok := distmv.NewStudentsT([]float64{0, 0}, mat.NewSymDense(2, []float64{scale, 0, 0, scale}), 2*m.Shape, nil)
		if !ok {
			t.Fatal("no Student t")
		}
		exact := math.Inf(-1)
		for i := -reach; i <= reach; i++ {
			for j := -reach; j <= reach; j++ {
				a, b := step*float64(i), step*float64(j)
				exact = special.LogAdd(exact, prior.LogProb([]float64{a, b})+logRows(m, rows,
					[]float64{a*a + m.Psi[0], a * b, a * b, b*b + m.Psi[1]})+2*math.Log(step))
			}
		}
		for name, proposals := range map[string][]inference.EvidenceProposal{"q": {{}}, "q widened": {{Widen: 1.5}},
			"Student's t": {{Degrees: 3}}, "both": nil} {
			e := sampled(t, m, nil, 6000, proposals...)
			t.Logf("%s: %.3f ± %.3f with %.0f effective draws, exact %.3f, bound %.3f", name, e.Log, e.StandardError,
				e.Effective, exact, e.Bound)
			if name == "q" { // whose tails are too light: its error is not to be trusted
				e.StandardError = math.Max(e.StandardError, 0.1)
			} else if e.Effective < 1500 {
				t.Errorf("%s: %.0f effective draws", name, e.Effective)
			}
			if !(math.Abs(e.Log-exact) <= 4*e.StandardError+0.01) {
				t.Errorf("%s: evidence %.3f ± %.3f with %.0f effective draws, by quadrature %.3f", name, e.Log, e.StandardError,
					e.Effective, exact)
			}
			if e.Bound > exact || e.Bound < exact-4 {
				t.Errorf("bound %.3f, evidence %.3f", e.Bound, exact)
			}
			if name == "q" && (e.Parameters < e.Bound || e.Parameters > e.Log) {
				t.Errorf("the bound of the parameters, %.3f, is not between the bound %.3f and the evidence %.3f", e.Parameters,
					e.Bound, e.Log)
			}
		}
	}
}

// logPartitions returns the log evidence of two components without factors, given the precision of their means: all
// assignments are counted.
func logPartitions(m *mixture) float64 {
	sum, n := math.Inf(-1), m.d.n
	for code := range 1 << n {
		var group [2][][]float64
		for i := range n {
			group[code>>i&1] = append(group[code>>i&1], m.d.row(i))
		}
		log := special.LogGamma(m.Concentration) - special.LogGamma(m.Concentration+float64(n))
		for _, g := range group {
			log += special.LogGamma(m.Concentration/2+float64(len(g))) - special.LogGamma(m.Concentration/2) +
				logRows(m, g, m.Psi)
		}
		sum = special.LogAdd(sum, log)
	}
	return sum
}

// Two components without factors: all assignments are counted. One labelling has half of the
// evidence where the components are apart, both labellings together have all of it.
func TestEvidenceOfTwoComponents(t *testing.T) {
	x := mat.NewDense(7, 1, []float64{-5, -4.7, -5.3, -4.9, 4.9, 5.2, 4.6})
	m := startMixture(newRows(x), 2, 0, rand.New(rand.NewPCG(1, 9)))
	m.Psi[0] = 0.1
	m.setNoise()
	settle(t, m, 100)
	// The precision of the means is integrated out on a grid of its logarithm, from what the prior of half an
	// observation of the column's variance says of it.
	const step = 0.05
	prior := distuv.Gamma{Alpha: 0.5, Beta: 0.5 * m.d.variance[0]}
	exact := math.Inf(-1)
	for i := -400; i <= 200; i++ {
		nu := math.Exp(step*float64(i)) / m.d.variance[0]
		given := m.clone()
		given.PrecOfMeans[0] = nu
		exact = special.LogAdd(exact, prior.LogProb(nu)+math.Log(nu*step)+logPartitions(given))
	}
	swapped := m.clone()
	slices.Reverse(swapped.Components)
	both := sampled(t, m, []*mixture{swapped}, 20000)
	one := sampled(t, m, nil, 20000, inference.EvidenceProposal{})
	t.Logf("exact %.3f, bound %.3f, both labellings %.3f ± %.3f, one %.3f ± %.3f", exact, both.Bound, both.Log,
		both.StandardError, one.Log, one.StandardError)
	if !(math.Abs(both.Log-exact) <= 4*both.StandardError+0.005) {
		t.Errorf("evidence %.3f ± %.3f, by enumeration %.3f", both.Log, both.StandardError, exact)
	}
	if !(math.Abs(one.Log+one.Labels-exact) <= 0.1) || one.Bound > one.Log+3*one.StandardError {
		t.Errorf("one labelling %.3f + %.3f, by enumeration %.3f, bound %.3f", one.Log, one.Labels, exact, one.Bound)
	}
}

// Draws can be asked for in any portions, and other fits lend their posteriors.
func TestEvidenceSampler(t *testing.T) {
	x := blobs(60, 3, 0.1, rand.New(rand.NewPCG(4, 1)))
	set := map[string]string{"start": "many", "components": "3", "births": "false", "k_max": "1"}
	f, g := completeRun(t, Model{}, x, 1, set), completeRun(t, Model{}, x, 2, set)
	run := func(portion int, o inference.EvidenceOptions) inference.EvidenceEstimate {
		s, err := f.EvidenceSampler(o)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 / portion {
			if err := s.Sample(context.Background(), portion); err != nil {
				t.Fatal(err)
			}
		}
		return s.Estimate()
	}
	o := inference.EvidenceOptions{Proposals: []inference.EvidenceProposal{{}, {Degrees: 2}}}
	if len(f.search.Mixture.Components) == len(g.search.Mixture.Components) {
		o.Others = []inference.Stepper{g}
	}
	if a, b := run(1, o), run(20, o); a.Log != b.Log || a.Effective != b.Effective || math.IsInf(a.Log, 0) ||
		math.IsNaN(a.Log) {
		t.Errorf("%+v one by one, %+v by twenties", a, b)
	}
	if e := run(60, inference.EvidenceOptions{}); e.Log < e.Bound-3 || e.Draws != 60 {
		t.Errorf("%+v", e)
	}
	ml := completeRun(t, Maximum{}, x, 1, set)
	if _, err := ml.EvidenceSampler(o); err == nil {
		t.Error("maximum likelihood has no posterior")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := f.EvidenceSampler(o)
	if err != nil || s.Sample(ctx, 10) == nil || s.Estimate().Draws != 0 {
		t.Error("a cancelled context does not end the sampling")
	}
}

// The posterior among the proposals is that of the fit itself, as it is, and none that is wider or has heavier tails.
func TestWhichProposalIsThePosterior(t *testing.T) {
	m := settledMixture(t, blobs(12, 2, 0, rand.New(rand.NewPCG(3, 1))), 1, 0, 50, 1)
	for _, c := range []struct {
		inference.EvidenceProposal
		want bool
	}{{inference.EvidenceProposal{}, true}, {inference.EvidenceProposal{Widen: 1}, true},
		{inference.EvidenceProposal{Widen: 2}, false}, {inference.EvidenceProposal{Degrees: 5}, false}} {
		s, err := newSampler(m, []*mixture{m, m},
			inference.EvidenceOptions{Proposals: []inference.EvidenceProposal{c.EvidenceProposal}})
		if err != nil {
			t.Fatal(err)
		}
		if s.proposals[0].posterior != c.want || s.proposals[1].posterior {
			t.Errorf("%+v: %v and %v", c.EvidenceProposal, s.proposals[0].posterior, s.proposals[1].posterior)
		}
	}
}
