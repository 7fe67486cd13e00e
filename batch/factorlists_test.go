package batch

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A fit of a factor model says how well each factor is known, what it loads on and how it
// goes with the annotations.
func TestFactorLists(t *testing.T) {
	dir := t.TempDir()
	must(t, "fit", "sample:iris", "--model", "nsfa", "--iterations", "60", "--chains", "2", "--out", dir, "--figures", "svg", "--quiet")
	text, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Factors []struct {
			Name  string
			Items int
			Match struct {
				Presence float64
				ByChain  []float64 `json:"presence_by_chain"`
			}
			Explained struct{ Mean, Low, High float64 } `json:"variance_explained"`

			Associations []struct {
				Annotation, Test string
				P                float64
				Adjusted         float64 `json:"p_adjusted"`
				Effect           float64
			}
		}
		Variance struct {
			Noise struct{ Mean float64 }
			Few   struct{ Mean float64 } `json:"factors_of_few_draws"`
		}
	}
	if err := json.Unmarshal(text, &r); err != nil || len(r.Factors) == 0 {
		t.Fatalf("%d factors, %v", len(r.Factors), err)
	}
	all := r.Variance.Noise.Mean + r.Variance.Few.Mean
	for _, f := range r.Factors {
		all += f.Explained.Mean
	}
	if !(math.Abs(all-1) <= 1e-4) {
		t.Errorf("the shares of the variance add up to %v", all)
	}
	f := r.Factors[0]
	if f.Name != "factor 1" || f.Items < 1 || f.Match.Presence < 0.2 || len(f.Match.ByChain) != 2 || !(f.Explained.Low <= f.Explained.Mean && f.Explained.Mean <= f.Explained.High) {
		t.Errorf("the first factor is %+v", f)
	}
	// The species differ in everything that was measured, so in what explains most of it.
	if a := f.Associations; len(a) != 1 || a[0].Annotation != "species" || a[0].Test != "kruskal_wallis" || a[0].Adjusted > 1e-6 || a[0].Adjusted < a[0].P || a[0].Effect < 0.3 {
		t.Errorf("associations %+v", a)
	}
	ranking, err := os.ReadFile(filepath.Join(dir, "matrices", "ranking.csv"))
	if err != nil || !strings.HasPrefix(strings.ReplaceAll(string(ranking), "\r", ""), "factor,rank,item,probability,mean,standard_deviation,low,high\nfactor 1,1,") {
		t.Errorf("the ranking is %.80s, %v", ranking, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "groups.svg")); err != nil {
		t.Error(err)
	}
}
