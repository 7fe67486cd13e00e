//go:build validate

package pydt

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/together"

	"gonum.org/v1/gonum/stat"
)

// Checks that take too long for every run of the tests, without a table.

// On rows drawn from the model a search, whose tree follows the rows, predicts hidden rows as well as the
// generating tree within 0.3 nats, and finds the columns correlated by more than 0.6. Independent columns are
// more than 0.6 nats behind the generating tree. Means over three tables.
func TestValidateTreesSearchOfTheModel(t *testing.T) {
	const tables = 3
	under, alone, correlation := 0.0, 0.0, 0.0
	for seed := range uint64(tables) {
		learn, hidden, generating, _ := pydttest.Known(seed + 1)
		best, err := generating.LogDensity(t.Context(), hidden.X)
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
		f, value := fitted(correlated.AnyCovariance)
		_, plain := fitted(correlated.Independent)
		under, alone = under+value/tables, alone+plain/tables
		correlation += pydttest.MeanCorrelation(f.(*together.Together).Law.Sigma.Dense()) / tables
	}
	t.Logf("from the generating tree: %.3f nats a row with a covariance, %.3f without; correlation %.2f", under, alone,
		correlation)
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
