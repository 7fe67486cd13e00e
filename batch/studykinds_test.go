package batch

import (
	"path/filepath"
	"testing"
)

// A study whose fits take columns of different kinds opens as the fit shown was prepared.
func TestAStudyOpensAsTheFitShownWasPrepared(t *testing.T) {
	data, path := kindsFile(t), filepath.Join(t.TempDir(), "s.espalier")
	for _, fit := range [][]string{{"-m", "kmeans"}, {"-m", "ddt", "--set", "method=mcmc", "--iterations", "2"}, {"-m", "kmeans", "--seed", "2"}} {
		must(t, append([]string{"fit", data, "--guess-kinds", "--study", path, "-q"}, fit...)...)
		c := readStudy(t, path)
		h, ok := c.State.Sheet()
		if p := c.Results[c.State.Shown].Fit.Spec.Preprocessing; !ok || h.Preprocessing != *p {
			t.Errorf("after %v the table is prepared as %+v, the fit as %+v", fit, h.Preprocessing, p)
		}
	}
	// What was chosen otherwise stays.
	must(t, "fit", data, "--guess-kinds", "--top-columns", "3", "-m", "kmeans", "--study", path, "-q")
	if h, _ := readStudy(t, path).State.Sheet(); h.Preprocessing.TopColumns != 0 {
		t.Errorf("%+v", h.Preprocessing)
	}
}
