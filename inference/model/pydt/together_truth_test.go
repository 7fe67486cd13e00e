package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// meanCorrelation returns the mean over all pairs of columns.
func meanCorrelation(s mat.Symmetric) float64 {
	d, sum, pairs := s.SymmetricDim(), 0.0, 0.0
	for i := range d {
		for j := range i {
			sum += s.At(i, j) / math.Sqrt(s.At(i, i)*s.At(j, j))
			pairs++
		}
	}
	return sum / pairs
}

func logDet(s mat.Symmetric) float64 {
	var chol mat.Cholesky
	if !chol.Factorize(s) {
		return math.NaN()
	}
	return chol.LogDet()
}

// known draws 240 rows of six columns from the model, all pairs correlated by 0.8, and returns the rows to
// learn from, those hidden, the generating tree of the former and Σ.
func known(seed uint64) (learn, hidden *inference.Dataset, generating *predict.Forecast, sigma *covary.Sigma) {
	const n, d, share = 240, 6, 0.01
	rng := rand.New(rand.NewPCG(seed, 48))
	sigma = covary.Diagonal([]float64{0.2, 0.2, 0.2, 0.2, 0.2, 0.2})
	root := math.Sqrt(0.8)
	sigma.Lambda = mat.NewDense(d, 1, []float64{root, root, root, root, root, root})
	t := pitmanyor.NewPrior(0, 0, n).Sample(1, rowNames(n), rng)
	x, _ := covary.Sample(t, sigma, share, rng)
	all := datasetOf(x)
	all.Rows = rowNames(n)
	some, rest := everyKth(n, 6)
	learn, hidden = all.SelectRows(some), all.SelectRows(rest)
	h := posterior.NewHyper(posterior.NewProblem(learn.X), 1, 1, 0, 0, share, true, true, true, true, true)
	s := posterior.NewState(posterior.NewProblem(learn.X), h)
	s.Adopt(t.Restrict(some))
	return learn, hidden, forecastOf(s, learn.X, sigma, 0), sigma
}

// On rows drawn from the model Σ is within its posterior, at the generating tree and by mcmc.
func TestSigmaOfTheModel(t *testing.T) {
	if testing.Short() {
		t.Skip("a chain of 400 sweeps")
	}
	learn, _, generating, sigma := known(1)
	truth := []float64{logDet(sigma.Dense()), meanCorrelation(sigma.Dense())}
	within := func(what string, draws [2][]float64) {
		t.Helper()
		for k, name := range []string{"ln|Σ|", "mean correlation"} {
			mean, deviation := stat.MeanStdDev(draws[k], nil)
			t.Logf("%s, %s: %.3f ± %.3f, in truth %.3f", what, name, mean, deviation, truth[k])
			if !(math.Abs(mean-truth[k]) <= 3*deviation) {
				t.Errorf("%s: %s is %.3f ± %.3f, not %.3f", what, name, mean, deviation, truth[k])
			}
		}
	}
	rows := covary.NewContrasts(generating.Trees[0].Publish(learn.Rows), learn.X, generating.Hyper.Noise)
	prior := covary.Wishart{Centre: covary.Centre(learn.X), G: 0.5, Nu: 8}
	rng := rand.New(rand.NewPCG(1, 49))
	var draws [2][]float64
	for range 500 {
		_, s := prior.Draw(rows, rng)
		draws[0], draws[1] = append(draws[0], logDet(s)), append(draws[1], meanCorrelation(s))
	}
	within("at the generating tree", draws)

	chain := runChain(t, DDT{}, learn, settingsWith(t, DDT{}, "columns", correlated.AnyCovariance, "method", "mcmc"), 1,
		150)
	draws = [2][]float64{}
	for range 250 {
		for before := chain.iteration; chain.iteration == before; {
			if _, err := chain.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		draws[0], draws[1] = append(draws[0], logDet(chain.spread.sigma)),
			append(draws[1], meanCorrelation(chain.spread.sigma))
	}
	within("mcmc", draws)
}
