package together

import (
	"testing"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/process/pitmanyor"
)

// Under Σ the phase gives the same reasons as without: chains that disagree, and branch points that
// are likely one by one.
func TestPhaseTellsWhyUnderEveryForm(t *testing.T) {
	sure := make([]float64, 194)
	for v := range sure {
		sure[v] = 0.9
	}
	apart := &search.Fit{Piloted: &pilot.Learning{Each: []float64{4, 100}}}
	likely := &search.Fit{Piloted: &pilot.Learning{Agree: true, Points: pitmanyor.Moment{Mean: 179, Deviation: 11}},
		Current: &posterior.Sketch{Support: sure}, Points: 194}
	for form, begins := range map[string]string{correlated.AnyCovariance: "searching, columns with their covariance",
		correlated.ByTree:    "searching, columns with a tree over them",
		correlated.ByFactors: "searching, columns with 3 factors"} {
		for want, inner := range map[string]*search.Fit{
			"; the chains that learnt the hyperparameters disagree: 4 and 100 branch points; use method mcmc to see the spread": apart,
			"; each of the 194 branch points is likely on its own, but not all of them together: 179 ± 11 are expected":         likely,
			"": {},
		} {
			inner.Phase = inner.SearchPhase()
			f := &Together{form: form, search: true, Inner: inner, Law: correlated.Law{Factors: 3}}
			if got := f.phase(); got != begins+want {
				t.Errorf("%s: %q, not %q", form, got, begins+want)
			}
		}
	}
}
