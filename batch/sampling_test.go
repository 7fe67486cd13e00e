package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/facts"
)

// A drifter samples one number by an autoregression and one of two trees of four leaves.
type drifter struct{ inference.Model }

func (drifter) Info() inference.Info {
	return inference.Info{Name: "drifter", Title: "Drifter", Scalars: []string{"log_joint", "sigma2", "alpha"},
		Objective: "log_joint", ObjectiveTitle: "log joint, nats", Iteration: "sweep", Iterations: 600, Samples: true, Chains: 3,
		Parameters: []inference.Parameter{{Name: "sigma2", Title: "σ², diffusion", Type: inference.Real, Default: "1", Min: 0, Max: 9, Learnt: true}}}
}

func (drifter) New(d *inference.Dataset, _ inference.Settings, s inference.Streams, _ int) (inference.Stepper, error) {
	return &drift{rng: s.Task(0), rows: d.Rows, at: -1}, nil
}

func (drifter) Check(*inference.Dataset, inference.Settings) ([]string, error) { return nil, nil }

func (drifter) Estimate(*inference.Dataset, inference.Settings) inference.Estimate {
	return inference.Estimate{Bytes: 1}
}

type drift struct {
	rng  *rand.Rand
	rows []string
	x    float64
	at   int
	now  *tree.Tree
	kept []forest.Draw
}

func (d *drift) Step(context.Context) (inference.Report, error) {
	d.at++
	d.x = 0.8*d.x + 0.6*d.rng.NormFloat64()
	if d.now == nil || d.rng.Float64() < 0.3 {
		d.now = pairs(d.rows, d.rng.IntN(2) == 0)
	}
	d.kept = append(d.kept, forest.Draw{Iteration: d.at, Tree: d.now, Objective: -d.x * d.x / 2})
	return inference.Report{Scalars: []float64{-d.x * d.x / 2, math.Exp(d.x), 0}, Fraction: 1, Changed: true}, nil
}

func (d *drift) Snapshot() *inference.Snapshot {
	return &inference.Snapshot{Parts: []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: d.now, Weight: 1}}, Draws: append([]forest.Draw(nil), d.kept...)}}}
}

// pairs joins the first row with the second, or with the third, and then the others one by one.
func pairs(rows []string, second bool) *tree.Tree {
	n := len(rows)
	parent, time := make([]int, 2*n-1), make([]float64, 2*n-1)
	order := []int{0, 1, 2}
	if !second {
		order = []int{0, 2, 1}
	}
	for i := 3; i < n; i++ {
		order = append(order, i)
	}
	parent[0] = n
	for i := range n {
		time[i] = math.Inf(1)
		if i > 0 {
			parent[order[i]] = n + i - 1
			time[n+i-1] = 1 / float64(i)
			parent[n+i-1] = n + i
		}
	}
	parent[2*n-2] = -1
	t, err := tree.New(rows, parent, time)
	if err != nil {
		panic(err)
	}
	return t
}

// sampled fits the drifter as the command does.
func sampled(t *testing.T, c *fitCommand) *fitted {
	t.Helper()
	c.Data, c.Model, c.Seed = "sample:crabs", "drifter", 1
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	info := drifter{}.Info()
	m, err := c.material(t.Context(), drifter{}, info.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	f := newFitted(c, m)
	if err := f.run(&console{ctx: t.Context(), stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}, nil); err != nil {
		t.Fatal(err)
	}
	return f
}

func decoded(t *testing.T, f *fitted) map[string]any {
	t.Helper()
	text, err := facts.Encode(f.result())
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestResultOfASampler(t *testing.T) {
	f := sampled(t, &fitCommand{BurnIn: inference.BurnIn})
	r := decoded(t, f)
	chains := r["chains"].([]any)
	if len(chains) != 3 || r["iterations"].(float64) != 600 {
		t.Fatalf("%d chains of %v", len(chains), r["iterations"])
	}
	first := chains[0].(map[string]any)["sigma2"].([]any)
	if len(first) != 601 || first[17] != r["trace"].(map[string]any)["sigma2"].([]any)[17] {
		t.Errorf("%d values; the trace is not that of the first chain", len(first))
	}
	d := r["diagnostics"].(map[string]any)
	for _, key := range []string{"rhat", "ess_bulk", "ess_tail", "mcse"} {
		of := d[key].(map[string]any)
		if v, ok := of["sigma2"].(float64); !ok || v <= 0 || of["alpha"] != nil || len(of) != 3 {
			t.Errorf("%s: %v", key, of)
		}
	}
	if d["reasons"].(map[string]any)["alpha"] != "it does not vary" || d["burn_in"].(float64) != 0.25 || d["draws"].(float64) != 451 {
		t.Errorf("%v", d)
	}
	// 1,353 draws, of which 9 are worth 1; a tree stays for about 6 draws.
	if size := d["ess_bulk"].(map[string]any)["sigma2"].(float64); size < 90 || size > 260 {
		t.Errorf("sigma2: %v effective draws", size)
	}
	if size := d["ess_topology"].(float64); size < 130 || size > 450 {
		t.Errorf("%v effective trees", size)
	}
	if d["verdict"] == "" || d["level"] == "" {
		t.Errorf("%v", d)
	}
	// The mean is that of the draws after the burn-in, of all chains.
	sum := 0.0
	for _, c := range chains {
		for _, v := range c.(map[string]any)["sigma2"].([]any)[150:] {
			sum += v.(float64) / 3 / 451
		}
	}
	if got := r["posterior"].(map[string]any)["sigma2"].(map[string]any)["mean"].(float64); !(math.Abs(got-sum) <= 1e-9) {
		t.Errorf("mean %v, want %v", got, sum)
	}
}

// The figures of a sampler show its chains and its diagnostics.
func TestFiguresOfASampler(t *testing.T) {
	f := sampled(t, &fitCommand{BurnIn: inference.BurnIn})
	f.command.Figures = []string{"svg"}
	out := &folder{path: t.TempDir()}
	if err := f.draw(context.Background(), out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{"diagnostics.svg": {">" + f.report().Verdict.Text + "<", ">density<", ">σ²<"}, "objective.svg": {">3<"}} {
		text, err := os.ReadFile(filepath.Join(out.path, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s has no %s", name, w)
			}
		}
	}
}

// The end is where the draws are enough, and the same number of iterations gives the
// same result.
func TestUntilESS(t *testing.T) {
	size := 100.0
	f := sampled(t, &fitCommand{BurnIn: inference.BurnIn, UntilESS: &size, Chains: 2})
	r := decoded(t, f)
	d := r["diagnostics"].(map[string]any)
	least := math.Min(d["ess_topology"].(float64), d["ess_bulk"].(map[string]any)["sigma2"].(float64))
	least = math.Min(least, d["ess_bulk"].(map[string]any)["log_joint"].(float64))
	if least < size || least > 1.6*size || f.found.Ended != run.Finished || !f.found.Reached {
		t.Errorf("%v effective draws after %d iterations", least, f.found.Iterations)
	}
	n := f.found.Iterations
	again := sampled(t, &fitCommand{BurnIn: inference.BurnIn, Iterations: &n, Chains: 2})
	a, b := f.snapshot.Chains[1].Values[1], again.snapshot.Chains[1].Values[1]
	if len(a) != len(b) || a[len(a)-1] != b[len(b)-1] {
		t.Errorf("%d and %d iterations end elsewhere", len(a), len(b))
	}
}
