package pydt

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/covary"

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
func known(seed uint64) (learn, hidden *inference.Dataset, generating *forecast, sigma *covary.Sigma) {
	const n, d, share = 240, 6, 0.01
	rng := rand.New(rand.NewPCG(seed, 48))
	sigma = covary.Diagonal([]float64{0.2, 0.2, 0.2, 0.2, 0.2, 0.2})
	root := math.Sqrt(0.8)
	sigma.Lambda = mat.NewDense(d, 1, []float64{root, root, root, root, root, root})
	t := sampleTree(n, NewPrior(0, 0, n), 1, rng).publish(rowNames(n))
	x, _ := sampleOf(t, sigma, share, rng)
	all := datasetOf(x)
	all.Rows = rowNames(n)
	some, rest := everyKth(n, 6)
	learn, hidden = all.SelectRows(some), all.SelectRows(rest)
	h := newHyper(newProblem(learn.X), 1, 1, 0, 0, share, true, true, true, true, true)
	s := newState(newProblem(learn.X), h)
	s.adopt(t.Restrict(some))
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
	rows := covary.NewContrasts(generating.current.publish(learn.Rows), learn.X, generating.hyper.noise)
	prior := covary.Wishart{Centre: covary.Centre(learn.X), G: 0.5, Nu: 8}
	rng := rand.New(rand.NewPCG(1, 49))
	var draws [2][]float64
	for range 500 {
		_, s := prior.Draw(rows, rng)
		draws[0], draws[1] = append(draws[0], logDet(s)), append(draws[1], meanCorrelation(s))
	}
	within("at the generating tree", draws)

	chain := runChain(t, DDT{}, learn, settingsWith(t, DDT{}, "columns", covariance, "method", "mcmc"), 1, 150)
	draws = [2][]float64{}
	for range 250 {
		for before := chain.iteration; chain.iteration == before; {
			if _, err := chain.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		draws[0], draws[1] = append(draws[0], logDet(chain.spread.sigma)), append(draws[1], meanCorrelation(chain.spread.sigma))
	}
	within("mcmc", draws)
}

// On rows drawn from the model a search, whose tree follows the rows, predicts hidden rows as well as the
// generating tree within 0.3 nats, and finds the columns correlated by more than 0.6. Independent columns are
// more than 0.6 nats behind the generating tree. Means over three tables.
func TestSearchOfTheModel(t *testing.T) {
	if testing.Short() {
		t.Skip("six fits of 200 rows")
	}
	const tables = 3
	under, alone, correlation := 0.0, 0.0, 0.0
	for seed := range uint64(tables) {
		learn, hidden, generating, _ := known(seed + 1)
		best, err := generating.logDensity(t.Context(), hidden.X)
		if err != nil {
			t.Fatal(err)
		}
		fitted := func(columns string) (inference.Stepper, float64) {
			f, err := DDT{}.New(learn, settingsWith(t, DDT{}, "columns", columns), inference.Streams{Seed: 1}, 2)
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				stepOnce(t, f)
			}
			return f, meanLogDensity(t, f.(inference.Predictor), hidden.X) - stat.Mean(best, nil)
		}
		f, value := fitted(covariance)
		_, plain := fitted(independent)
		under, alone = under+value/tables, alone+plain/tables
		correlation += meanCorrelation(f.(*together).law.sigma.Dense()) / tables
	}
	t.Logf("from the generating tree: %.3f nats a row with a covariance, %.3f without; correlation %.2f", under, alone, correlation)
	if !(under >= -0.3 && under <= 0.3) {
		t.Errorf("with a covariance %.3f nats a row from the generating tree", under)
	}
	if !(correlation >= 0.6 && correlation <= 0.95) {
		t.Errorf("the mean correlation is %.2f", correlation)
	}
	if !(alone <= -0.6 && under >= alone+0.3) {
		t.Errorf("independent columns are %.3f nats a row from the generating tree, a covariance %.3f", alone, under)
	}
}
