package batch

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/espalier/inference/tree"
)

type score struct {
	Prior      float64 `json:"log_prior"`
	Likelihood float64 `json:"log_likelihood"`
	Posterior  float64 `json:"log_posterior"`
	Parameters map[string]any
	FitTimes   bool `json:"fit_times"`
}

func scoreOf(t *testing.T, args ...string) score {
	t.Helper()
	var s score
	if err := json.Unmarshal([]byte(must(t, append([]string{"score", "--json"}, args...)...)), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSampleAndScore(t *testing.T) {
	dir, again, other := t.TempDir(), t.TempDir(), t.TempDir()
	args := []string{"sample", "ddt", "--n", "30", "--d", "4", "--set", "c=2", "--set", "sigma2=3"}
	must(t, append(args, "--seed", "7", "--out", dir)...)
	must(t, append(args, "--seed", "7", "--out", again)...)
	must(t, append(args, "--seed", "8", "--out", other)...)
	if got := names(t, dir); !reflect.DeepEqual(got, []string{"data.csv", "tree.nwk", "truth.json"}) {
		t.Fatalf("files %v", got)
	}
	read := func(dir, name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, name := range names(t, dir) {
		if !bytes.Equal(read(dir, name), read(again, name)) {
			t.Errorf("%s differs for the same seed", name)
		}
		if bytes.Equal(read(dir, name), read(other, name)) {
			t.Errorf("%s is the same for another seed", name)
		}
	}
	if out := must(t, append(args, "--seed", "7")...); out != string(read(dir, "data.csv")) {
		t.Error("standard output is not data.csv")
	}
	var truth struct {
		N, D       int
		Tree       string
		Parameters map[string]any
	}
	if err := json.Unmarshal(read(dir, "truth.json"), &truth); err != nil || truth.N != 30 || truth.D != 4 || truth.Parameters["c"] != 2.0 {
		t.Errorf("truth %+v, %v", truth, err)
	}

	data, newick := filepath.Join(dir, "data.csv"), filepath.Join(dir, "tree.nwk")
	set := []string{"--set", "c=2", "--set", "sigma2=3"}
	right := scoreOf(t, append([]string{data, "-m", "ddt", "--tree", newick}, set...)...)
	if !(math.Abs(right.Prior+right.Likelihood-right.Posterior) <= 1e-9*math.Abs(right.Posterior)) ||
		right.Parameters["sigma2"] != 3.0 {
		t.Errorf("score %+v", right)
	}
	wrong := scoreOf(t, append([]string{filepath.Join(other, "data.csv"), "-m", "ddt", "--tree", newick}, set...)...)
	if wrong.Likelihood > right.Likelihood-10 {
		t.Errorf("log likelihood %v of other data, %v of the tree's own", wrong.Likelihood, right.Likelihood)
	}
	// Densities are in the units of the file: working units change nothing but rounding
	// once the variance is scaled along.
	centred := scoreOf(t, data, "-m", "ddt", "--tree", newick, "--set", "c=2", "--set", "sigma2=3", "--raw")
	if centred.Likelihood != right.Likelihood {
		t.Errorf("--raw changes the likelihood from %v to %v", right.Likelihood, centred.Likelihood)
	}

	fitted := t.TempDir()
	times := scoreOf(t, append([]string{data, "-m", "ddt", "--tree", newick, "--fit-times", "--out", fitted}, set...)...)
	if times.Likelihood < right.Likelihood-5 || !times.FitTimes {
		t.Errorf("with the best times %+v, with the true ones %+v", times, right)
	}
	a, errA := tree.ParseNewick(read(dir, "tree.nwk"))
	b, errB := tree.ParseNewick(read(fitted, "tree.nwk"))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if b, errB = tree.MatchLeaves(b, a.Names); errB != nil || a.Canonical() != b.Canonical() {
		t.Errorf("--fit-times changed the structure (%v)", errB)
	}
	refit := scoreOf(t, append([]string{data, "-m", "ddt", "--tree", filepath.Join(fitted, "tree.nwk")}, set...)...)
	if !(math.Abs(refit.Posterior-times.Posterior) <= 1e-6*math.Abs(times.Posterior)) {
		t.Errorf("the tree written scores %v, not %v", refit.Posterior, times.Posterior)
	}
}

func TestScoreReadsNEXUS(t *testing.T) {
	data := put(t, "few.csv", "name,a,b\nr1,1,2\nr2,3,5\nr3,2,2\n")
	newick := put(t, "t.nwk", "((r1:0.5,r2:0.5):0.3,r3:0.8):0.2;")
	nexus := put(t, "t.nex", "#NEXUS\nbegin trees;\n tree one = ((r1:0.5,r2:0.5):0.3,r3:0.8):0.2;\nend;\n")
	if a, b := scoreOf(t, data, "-m", "pydt", "--tree", newick), scoreOf(t, data, "-m", "pydt", "--tree", nexus); !reflect.DeepEqual(a, b) {
		t.Errorf("%+v and %+v", a, b)
	}
	if status, out, _ := command(t, "score", data, "-m", "pydt", "--tree", newick); status != 0 || !bytes.Contains([]byte(out), []byte("log posterior")) {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// TestScoreNeedNotFix: nothing is learnt where a tree is scored or drawn, so θ and α may stand where no fit
// could start to learn them. The Pitman-Yor diffusion tree of θ = α = 0 is the Dirichlet one.
func TestScoreNeedNotFix(t *testing.T) {
	data := put(t, "few.csv", "name,a,b\nr1,1,2\nr2,3,5\nr3,2,2\nr4,0,1\n")
	newick := put(t, "t.nwk", "(((r1:0.5,r2:0.5):0.2,r3:0.7):0.2,r4:0.9):0.1;")
	ddt := scoreOf(t, data, "-m", "ddt", "--tree", newick)
	pydt := scoreOf(t, data, "-m", "pydt", "--tree", newick, "--set", "theta=0", "--set", "alpha=0")
	if !(math.Abs(pydt.Prior-ddt.Prior) <= 1e-9) || !(math.Abs(pydt.Likelihood-ddt.Likelihood) <= 1e-9) {
		t.Errorf("%+v at θ = α = 0, %+v of the Dirichlet diffusion tree", pydt, ddt)
	}
	if s := scoreOf(t, data, "-m", "pydt", "--tree", newick, "--set", "theta=50", "--set", "alpha=-2"); math.IsInf(s.Prior, 0) || math.IsNaN(s.Prior) {
		t.Errorf("log prior %v at θ = 50, α = −2", s.Prior)
	}
	must(t, "sample", "pydt", "--n", "5", "--set", "theta=0", "--out", t.TempDir())
	if status, _, told := command(t, "score", data, "-m", "pydt", "--tree", newick, "--set", "theta=0.1", "--set", "alpha=-2"); status == 0 || !strings.Contains(told, "no tree has positive probability") {
		t.Errorf("exit status %d: %s", status, told)
	}
	if status, _, told := command(t, "fit", data, "-m", "pydt", "--set", "theta=0"); status == 0 || !strings.Contains(told, "fix it") {
		t.Errorf("a fit that would learn θ from 0: exit status %d: %s", status, told)
	}
}
