package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every model that draws kinds writes a table that a fit reads with the same kinds, the same for the same seed. Kinds
// that cannot be drawn are refused.
func TestSampleKinds(t *testing.T) {
	kinds := []string{"x1=yes/no:no,yes", "x2=ordered:low,mid,high", "x3=category:red,green,blue",
		"x4=count", "x5=censored", "x6=skewed"}
	var flags []string
	for _, k := range kinds {
		flags = append(flags, "--kind", k)
	}
	dir := t.TempDir()
	for _, model := range []string{"ddt", "pydt", "nsfa", "fa", "dpmm", "crosscat", "classtree"} {
		args := append([]string{"sample", model, "--n", "40", "--d", "7", "--seed", "2"}, flags...)
		text := must(t, args...)
		if text != must(t, args...) || text == must(t, append(args, "--seed", "3")...) {
			t.Errorf("%s: the seed does not tell the table", model)
		}
		file := filepath.Join(dir, model+".csv")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, model)
		must(t, append([]string{"fit", file, "-m", "dpmm", "--iterations", "1", "--quiet", "--out", out}, flags...)...)
		var r struct {
			Data          struct{ Columns int }
			Preprocessing struct{ Kinds []string }
		}
		result, err := os.ReadFile(filepath.Join(out, "result.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(result, &r); err != nil || r.Data.Columns != 7 {
			t.Errorf("%s: %v, %d columns", model, err, r.Data.Columns)
		}
		slices.Sort(r.Preprocessing.Kinds)
		if got := strings.Join(r.Preprocessing.Kinds, ";"); got != strings.Join(kinds, ";") {
			t.Errorf("%s: read as %s", model, got)
		}
	}
	for args, want := range map[string]string{
		"sample ddt --kind x1=rank":                                              "draw a number instead",
		"sample ddt --kind x1=ordered":                                           "say the levels",
		"sample ddt --kind x1=count:library":                                     "write x1=count",
		"sample ddt --kind x3=count":                                             "no column",
		"sample ddt --set columns=covariance --kind x1=count":                    "these settings",
		"sample dpmm --kind x1=robust":                                           "draw a number",
		"sample bicluster --kind x1=count":                                       "draws numbers alone",
		"sample square --kind x1=count":                                          "leave out --n",
		"sample pydt --set method=mcmc --set columns=covariance --kind x1=count": "independent",
	} {
		status := statusUsage
		if strings.Contains(want, "independent") {
			status = statusError
		}
		if text := fails(t, status, strings.Fields(args)...); !strings.Contains(text, want) {
			t.Errorf("%s: %s", args, text)
		}
	}
}
