package batch

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A covariance in a file replaces σ²; its columns may stand in any order.
func TestScoreUnderCovarianceFile(t *testing.T) {
	dir := t.TempDir()
	must(t, "sample", "ddt", "--n", "12", "--d", "2", "--set", "c=2", "--set", "sigma2=3", "--seed", "7", "--out", dir)
	data, newick := filepath.Join(dir, "data.csv"), filepath.Join(dir, "tree.nwk")
	text, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(strings.Fields(string(text))[0], ",")
	a, b := names[len(names)-2], names[len(names)-1]
	write := func(content string) string {
		path := filepath.Join(t.TempDir(), "sigma.csv")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	base := []string{data, "-m", "ddt", "--tree", newick, "--set", "c=2"}
	want := scoreOf(t, append(base, "--set", "sigma2=3")...)
	got := scoreOf(t, append(base, "--covariance", write(",more,"+a+","+b+"\nmore,1,0,0\n"+a+",0,3,0\n"+b+",0,0,3\n"))...)
	if !(math.Abs(got.Likelihood-want.Likelihood) <= 1e-8) || got.Prior != want.Prior {
		t.Errorf("under 3I the score is %+v, with σ² = 3 %+v", got, want)
	}
	one := scoreOf(t, append(base, "--covariance", write("x,"+a+","+b+"\n"+a+",2,1\n"+b+",1,5\n"))...)
	other := scoreOf(t, append(base, "--covariance", write("x,"+b+","+a+"\n"+b+",5,1\n"+a+",1,2\n"))...)
	if !(math.Abs(one.Likelihood-other.Likelihood) <= 1e-9) || math.Abs(one.Likelihood-want.Likelihood) <= 1e-3 {
		t.Errorf("in another order the likelihood is %v, not %v", other.Likelihood, one.Likelihood)
	}
	for content, says := range map[string]string{
		"x," + a + "\n" + a + ",1\n":                               "there is no column",
		"x," + a + "," + b + "\n" + a + ",2,1\n" + b + ",0,5\n":    "not symmetric",
		"x," + a + "," + b + "\n" + a + ",2,what\n" + b + ",0,5\n": "line 2, column 3",
		"x," + a + "," + b + "\n" + a + ",1,2\n" + b + ",2,1\n":    "not positive definite",
		"x\n": "a line for each column",
	} {
		if status, _, told := command(t, append([]string{"score"}, append(base, "--covariance", write(content))...)...); status == 0 || !strings.Contains(told, says) {
			t.Errorf("%q: status %d, %s", content, status, told)
		}
	}
}

// The covariance of a result scores the tree of the result, in the same units only.
func TestScoreUnderCovarianceOfResult(t *testing.T) {
	data, out := groups().file(t), filepath.Join(t.TempDir(), "out")
	must(t, "fit", data, "--model", "ddt", "--set", "columns=covariance", "--iterations", "2", "--annotations", "year", "--centre", "--scale", "--out", out)
	base := []string{data, "-m", "ddt", "--tree", filepath.Join(out, "tree.nwk"), "--from", out, "--annotations", "year", "--set", "noise=0.1"}
	if got := scoreOf(t, append(base, "--centre", "--scale")...); math.IsNaN(got.Likelihood) {
		t.Errorf("%+v", got)
	}
	if status, _, told := command(t, append([]string{"score"}, base...)...); status != 2 || !strings.Contains(told, "prepare this table alike") {
		t.Errorf("in other units: status %d, %s", status, told)
	}
	if status, _, told := command(t, append([]string{"score"}, append(base, "--covariance", "x.csv")...)...); status != 2 || !strings.Contains(told, "give one") {
		t.Errorf("both: status %d, %s", status, told)
	}
}
