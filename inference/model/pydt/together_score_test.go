package pydt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	kind "example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

func togetherSettings(t *testing.T, pairs ...string) inference.Settings {
	t.Helper()
	return settingsWith(t, Model{}, pairs...)
}

func settingsWith(t *testing.T, m inference.Model, pairs ...string) inference.Settings {
	t.Helper()
	s := m.Info().Defaults()
	for i := 0; i < len(pairs); i += 2 {
		if err := s.Set(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// stepOnce steps until the fit reports its first iteration.
func stepOnce(t *testing.T, f inference.Stepper) {
	t.Helper()
	for r := (inference.Report{}); r.Scalars == nil; {
		var err error
		if r, err = f.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// meanLogDensity returns the mean predictive log density of rows, in nats a row.
func meanLogDensity(t *testing.T, p inference.Predictor, x *mat.Dense) float64 {
	t.Helper()
	out, err := p.LogDensity(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range out {
		sum += v / float64(len(out))
	}
	return sum
}

// A given tree is scored with Σ integrated out, in the units of the table; optimal times score
// higher.
func TestScoreTogether(t *testing.T) {
	s, p := pydttest.RandomState(rand.New(rand.NewPCG(1, 44)), 12, 3, 0, 0.2)
	data := pydttest.DatasetOf(mat.NewDense(12, 3, p.X))
	tr := s.Capture().Publish(data.Rows)
	set := togetherSettings(t, "columns", correlated.AnyCovariance, "noise", "0.1", "c", "0.8")
	score, _, err := Model{}.ScoreTree(t.Context(), data, tr, set, false)
	if err != nil {
		t.Fatal(err)
	}
	rows := covary.NewContrasts(tr, data.X, 0.1)
	prior := covary.FitWishart(rows, covary.Centre(data.X), covary.Learn{G: true, Nu: true})
	pydttest.Close(t, "log likelihood", score.LogLikelihood, prior.Marginal(rows), 1e-9)
	plain := set.Clone()
	if err := plain.Set("columns", correlated.Independent); err != nil {
		t.Fatal(err)
	}
	other, _, err := Model{}.ScoreTree(t.Context(), data, tr, plain, false)
	if err != nil {
		t.Fatal(err)
	}
	pydttest.Close(t, "log prior", score.LogPrior, other.LogPrior, 1e-12)
	fitted, times, err := Model{}.ScoreTree(t.Context(), data, tr, set, true)
	if err != nil {
		t.Fatal(err)
	}
	if !(fitted.LogLikelihood > score.LogLikelihood) || times.Leaves() != 12 {
		t.Errorf("with times fitted the likelihood is %g, before %g", fitted.LogLikelihood, score.LogLikelihood)
	}
	if v, err := (Model{}).ScoreStructure(t.Context(), data, tr, set); err != nil || math.IsInf(v, 0) {
		t.Errorf("the structure scores %g, %v", v, err)
	}
	data.X.Set(2, 1, math.NaN())
	if _, _, err := (Model{}).ScoreTree(t.Context(), data, tr, set, false); err != nil {
		t.Errorf("with a missing cell: %v", err)
	}
	if _, _, err := (Model{}).ScoreTree(t.Context(), data, tr, togetherSettings(t, "columns", correlated.ByFactors),
		false); err == nil || !strings.Contains(err.Error(), "columns=factors") {
		t.Errorf("factors: %v", err)
	}
}

// Samples have the covariance that the prior has on average, and the noise as a share of it.
func TestSampleTogether(t *testing.T) {
	set := togetherSettings(t, "columns", correlated.AnyCovariance, "sigma2", "2", "noise", "0.5")
	rng := rand.New(rand.NewPCG(2, 44))
	const draws = 4000
	logs, far := 0.0, 0.0
	for range draws {
		draw, err := Model{}.Sample(2, 2, set, rng)
		if err != nil {
			t.Fatal(err)
		}
		// The marginal of one row is a t distribution with one degree of freedom more than ν₀ − D.
		x := draw.X.RawRowView(0)
		logs += math.Log(x[0] * x[0])
		far += math.Log(x[1] * x[1])
	}
	// x²/v ~ F(1, 3)·scale: x is √(1.5·2/3) times Student's t with 3 degrees of freedom.
	want := math.Log(1.5*2/3) + math.Log(3) + mathext.Digamma(0.5) - mathext.Digamma(1.5)
	for _, got := range []float64{logs / draws, far / draws} {
		if !(math.Abs(got-want) <= 0.2) {
			t.Errorf("the mean of log x² is %.3f, not %.3f", got, want)
		}
	}
	open, err := (Model{}).Sample(5, 3, togetherSettings(t, "columns", correlated.Undecided), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	alone, err := (Model{}).Sample(5, 3, togetherSettings(t, "columns", correlated.Independent),
		rand.New(rand.NewPCG(1, 2)))
	if err != nil || !mat.Equal(open.X, alone.X) {
		t.Errorf("a sample of columns that are open is not that of independent ones, %v", err)
	}
}

// The residuals of a sample, after its factors, have the columns' own variances along its tree, and
// the factors diffuse with unit variance.
func TestSampleFactors(t *testing.T) {
	set := togetherSettings(t, "columns", correlated.ByFactors, "noise", "0.3")
	rng := rand.New(rand.NewPCG(3, 44))
	factors := 0
	for range 10 {
		draw, err := Model{}.Sample(300, 4, set, rng)
		if err != nil {
			t.Fatal(err)
		}
		truth := factor.In(draw.Parts).State
		if err := (&factor.Factors{State: truth}).Check(pydttest.DatasetOf(draw.X)); err != nil {
			t.Fatal(err)
		}
		rest := mat.DenseCopyOf(draw.X)
		squares := func(x *mat.Dense, j int) float64 {
			u, sum := covary.NewContrasts(draw.Tree, x, 0.3).U, 0.0
			for i := range 300 {
				sum += u.At(i, j) * u.At(i, j) / 300
			}
			return sum
		}
		for k := range truth.Count() {
			factors++
			pydttest.Close(t, "variance of a factor", squares(truth.Activities, k), 1, 0.35)
		}
		if truth.Count() > 0 {
			var explained mat.Dense
			explained.Mul(truth.Activities, truth.Loadings.T())
			rest.Sub(rest, &explained)
		}
		for j := range 4 {
			pydttest.Close(t, "variance beside the factors", squares(rest, j)/truth.Noise[j], 1, 0.35)
		}
	}
	if factors < 5 {
		t.Errorf("%d factors in ten samples", factors)
	}
}

// The covariance that a sample comes with is the one it was drawn from: no multiple of it, nor its diagonal, gives the
// sample more likelihood along its tree, but for what chance does.
func TestSampleComesWithItsCovariance(t *testing.T) {
	for _, form := range []string{correlated.AnyCovariance, correlated.ByFactors, correlated.ByTree} {
		set := togetherSettings(t, "columns", form, "noise", "0.2")
		draw, err := Model{}.Sample(300, 5, set, rand.New(rand.NewPCG(7, 45)))
		if err != nil {
			t.Fatal(err)
		}
		c, ok := inference.Find[*kind.Covariance](draw.Parts)
		if !ok || c.Form != form || (c.Tree != nil) != (form == correlated.ByTree) {
			t.Fatalf("%s: %+v", form, c)
		}
		truth := c.Select([]int{0, 1, 2, 3, 4})
		score := func(change func(i, j int) float64) float64 {
			sigma := mat.NewSymDense(5, nil)
			for i := range 5 {
				for j := range i + 1 {
					sigma.SetSym(i, j, truth.At(i, j)*change(i, j))
				}
			}
			plain := togetherSettings(t, "noise", "0.2")
			s, _, err := Model{}.ScoreTreeUnder(t.Context(), pydttest.DatasetOf(draw.X), draw.Tree, plain, sigma, false)
			if err != nil {
				t.Fatal(err)
			}
			return s.LogLikelihood
		}
		// 1,500 contrasts say a multiple of Σ to 4 %, and twice the gain of the best multiple is a χ² of one degree.
		at := score(func(int, int) float64 { return 1 })
		for _, f := range []float64{0.8, 0.95, 1.05, 1.25} {
			if better := score(func(int, int) float64 { return f }) - at; better > 6 || (f == 0.8 || f == 1.25) && better > 0 {
				t.Errorf("%s: %g times the covariance has %.1f nats more", form, f, better)
			}
		}
		apart := score(func(i, j int) float64 { return map[bool]float64{true: 1, false: 0}[i == j] })
		if apart-at > 6 || form != correlated.ByFactors && apart-at > -20 { // few factors of a sample bind columns
			t.Errorf("%s: without the covariances there are %.1f nats more", form, apart-at)
		}
	}
}
