package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each table that papers describe is written with its truth; a fit reads it with its labels, and its network or tree.
func TestSampleTables(t *testing.T) {
	for name, want := range map[string][]string{
		"fractal": {"labels.csv", "tree.nwk"}, "square": {"centres.csv", "labels.csv"}, "eighteen_clusters": {"centres.csv", "labels.csv"},
		"spiral": {"centres.csv", "labels.csv"}, "six_dimensions": {"centres.csv", "dimensions.csv", "labels.csv", "loadings.csv"},
		"shapes": {"labels.csv", "loadings.csv"}, "sparse_factors": {"activities.csv", "labels.csv", "loadings.csv"}, "signalling": {"edges.csv"},
	} {
		dir := t.TempDir()
		out := filepath.Join(dir, "drawn")
		must(t, "sample", name, "--out", out, "--quiet")
		files, err := os.ReadDir(out)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			if f.Name() != "data.csv" && f.Name() != "truth.json" {
				got = append(got, f.Name())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		text, err := os.ReadFile(filepath.Join(out, "truth.json"))
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Table, Source string
			Seed          *uint64
			N             int
			Files         map[string]string
		}
		if err := json.Unmarshal(text, &truth); err != nil {
			t.Fatal(err)
		}
		if truth.Table != name || truth.Source == "" || truth.Seed != nil || truth.N < 50 || len(truth.Files) != len(want)+1 {
			t.Errorf("%s: %s", name, text)
		}
		numbers := must(t, "sample", name)
		if b, _ := os.ReadFile(filepath.Join(out, "data.csv")); string(b) != numbers {
			t.Errorf("%s: the data printed are not those written", name)
		}
		other := must(t, "sample", name, "--seed", "5", "--quiet")
		if (other == numbers) != (name == "fractal") || other != must(t, "sample", name, "--seed", "5", "--quiet") {
			t.Errorf("%s: a new seed gives the same table: %v", name, other == numbers)
		}
	}
	out := filepath.Join(t.TempDir(), "drawn")
	must(t, "sample", "square", "--out", out, "--quiet")
	must(t, "fit", filepath.Join(out, "data.csv"), "--row-annotations", filepath.Join(out, "labels.csv"), "--labels", "cluster", "-m", "kmeans", "--quiet")
	for args, want := range map[string]string{
		"sample square --n 5":         "leave out --n",
		"sample square --set alpha=1": "leave out --n",
		"sample iris":                 "iris",
	} {
		if text := fails(t, statusUsage, strings.Fields(args)...); !strings.Contains(text, want) {
			t.Errorf("%s: %s", args, text)
		}
	}
}

// A draw whose columns vary together comes with their covariance, which score reads, and with the tree over them where there is one.
func TestSampleWritesTheCovariance(t *testing.T) {
	for form, want := range map[string][]string{
		"independent": {"data.csv", "tree.nwk", "truth.json"},
		"covariance":  {"covariance.csv", "data.csv", "tree.nwk", "truth.json"},
		"tree":        {"columns.nwk", "covariance.csv", "data.csv", "tree.nwk", "truth.json"},
	} {
		dir := t.TempDir()
		must(t, "sample", "ddt", "--n", "30", "--d", "4", "--set", "columns="+form, "--out", dir)
		if got := names(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: files %v, want %v", form, got, want)
		}
		if form == "independent" {
			continue
		}
		s := scoreOf(t, filepath.Join(dir, "data.csv"), "-m", "ddt", "--tree", filepath.Join(dir, "tree.nwk"), "--covariance", filepath.Join(dir, "covariance.csv"))
		plain := scoreOf(t, filepath.Join(dir, "data.csv"), "-m", "ddt", "--tree", filepath.Join(dir, "tree.nwk"))
		if !(s.Likelihood > plain.Likelihood) {
			t.Errorf("%s: %v under the covariance of the draw, %v without one", form, s.Likelihood, plain.Likelihood)
		}
	}
}
