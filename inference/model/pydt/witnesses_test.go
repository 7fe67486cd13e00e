package pydt

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/covary"
)

// A chain that counts effective columns keeps the contracts of a Stepper, also after it was saved, and takes the power.
func TestChainCountsWitnesses(t *testing.T) {
	x := pydttest.Blocks(16, 24, 12, 0.5, 7)
	set := map[string]string{"method": "mcmc", "columns": correlated.Independent, "witnesses": effectiveWitnesses}
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 5, Set: set, Seed: 2}, pydttest.DatasetOf(x))
	s := mcmcSettings(t, DDT{}, map[string]string{"columns": correlated.Independent, "witnesses": effectiveWitnesses})
	c := runChain(t, DDT{}, pydttest.DatasetOf(x), s, 1, 3)
	if want := 2 * covary.EffectiveColumns(x.RawMatrix().Data, 16, 24) / 24; c.Live.Power != want || !(want < 0.5) {
		t.Errorf("power %v, want %v", c.Live.Power, want)
	}
	if c = runChain(t, DDT{}, pydttest.DatasetOf(x),
		mcmcSettings(t, DDT{}, map[string]string{"columns": correlated.Independent}),
		1, 3); c.Live.Power != 1 {
		t.Errorf("without witnesses the power is %v", c.Live.Power)
	}
}

// Where supports count columns that vary together, the fit says so; where effective columns have no meaning, it
// refuses them.
func TestWitnessesAreTold(t *testing.T) {
	together, alone := pydttest.DatasetOf(pydttest.Blocks(40, 60, 20, 0.3, 8)),
		pydttest.DatasetOf(pydttest.Blocks(40, 60, 1, 0, 8))
	for _, c := range []struct {
		data      *inference.Dataset
		set       map[string]string
		note, err string
	}{
		{together, map[string]string{"columns": correlated.Independent}, "supports of clades are too high", ""},
		{alone, map[string]string{"columns": correlated.Independent}, "", ""},
		{together, map[string]string{"columns": correlated.Independent, "witnesses": effectiveWitnesses},
			"supports count them as", ""},
		{together, map[string]string{"columns": correlated.AnyCovariance}, "", ""},
		{together, map[string]string{"columns": correlated.AnyCovariance, "witnesses": effectiveWitnesses}, "",
			"set columns to independent"},
		{together, map[string]string{"columns": correlated.Independent, "witnesses": effectiveWitnesses,
			"temperatures": "2"}, "", "one temperature"},
	} {
		notes, err := (DDT{}).Check(c.data, mcmcSettings(t, DDT{}, c.set))
		text := strings.Join(notes, "; ")
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: %v", c.set, err)
			}
		} else if err != nil || c.note == "" && strings.Contains(text, "independent ones") ||
			!strings.Contains(text, c.note) {
			t.Errorf("%v: %q, %v", c.set, text, err)
		}
	}
}
