package diagnostics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/tree"
)

// traced makes the traces of chains of one quantity, "sigma2", and of one that is fixed.
func traced(chains [][]float64) []inference.Trace {
	var out []inference.Trace
	for _, c := range chains {
		t := inference.Trace{Names: []string{"sigma2", "alpha"}, Values: [][]float64{c, make([]float64, len(c))}}
		for i := range c {
			t.Iteration, t.Seconds = append(t.Iteration, i), append(t.Seconds, float64(i))
		}
		out = append(out, t)
	}
	return out
}

var sigma = Options{BurnIn: inference.BurnIn, Iteration: "sweep", Titles: map[string]string{"sigma2": "σ²"}}

func report(t *testing.T, s *inference.Snapshot) *Report {
	t.Helper()
	r, err := NewMonitor(sigma).Report(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// thinned repeats each of the draws so often.
func thinned(r *rand.Rand, n, times int) []float64 {
	out := make([]float64, n)
	for i := range out {
		if i%times == 0 {
			out[i] = r.NormFloat64()
		} else {
			out[i] = out[i-1]
		}
	}
	return out
}

func TestVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	white := func(k int) []float64 { return autoregression(r, 2000, 0) }
	for _, c := range []struct {
		name   string
		chains [][]float64
		level  Level
		text   string
		more   string
	}{
		{"nothing", nil, Unknown,
			"Too early to judge: run longer, because each chain needs 50 sweeps after the burn-in and has 0.", ""},
		{"early", several(4, func(int) []float64 { return autoregression(r, 40, 0) }), Unknown,
			"Too early to judge: run longer, because each chain needs 50 sweeps after the burn-in and has 30.", ""},
		{"good", several(4, white), Good, "Chains agree.", "R-hat is at most 1.00"},
		{"one", several(1, white), Warn, "Only one chain: run more chains to see whether they agree.", ""},
		{"slow", several(4, func(int) []float64 { return thinned(r, 4000, 150) }), Warn,
			"There are too few independent draws of a parameter of the model yet: run ", "σ² has an effective sample size of "},
		{"shifted", several(4, func(k int) []float64 {
			x := autoregression(r, 2000, 0)
			for i := range x {
				x[i] += float64(k)
			}
			return x
		}), Bad, "Chains disagree about a parameter of the model: run longer.", "σ² has an effective sample size"},
		{"drifting", several(1, func(int) []float64 {
			x := autoregression(r, 2000, 0)
			for i := range x {
				x[i] += float64(i) / 500
			}
			return x
		}), Bad, "The two halves of the chain disagree about a parameter of the model: run longer.", "Only one chain"},
		{"not finite", several(2, func(k int) []float64 {
			x := autoregression(r, 2000, 0)
			x[1500] = math.NaN()
			return x
		}), Bad,
			"A parameter of the model cannot be judged, because some draws are not finite: run again with other settings or another seed.",
			""},
	} {
		v := report(t, &inference.Snapshot{Chains: traced(c.chains)}).Verdict
		if v.Level != c.level || !strings.HasPrefix(v.Text, c.text) || !strings.Contains(strings.Join(v.More, " "), c.more) {
			t.Errorf("%s: %v %q %q", c.name, v.Level, v.Text, v.More)
		}
		if v.Level != Unknown && v.Level != Good && c.name != "one" && v.Quantity != "sigma2" {
			t.Errorf("%s is about %q", c.name, v.Quantity)
		}
	}
}

// The burn-in is where the chains disagree; without leaving it out they would.
func TestBurnInIsLeftOut(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	s := &inference.Snapshot{Chains: traced(several(4, func(k int) []float64 {
		x := autoregression(r, 2000, 0)
		for i := range 500 {
			x[i] += float64(10 * k)
		}
		return x
	}))}
	got := report(t, s)
	if got.Verdict.Level != Good || got.First != 500 || got.Draws != 1500 || got.Iterations != 2000 {
		t.Errorf("%+v", got)
	}
	if all, err := NewMonitor(Options{}).Report(t.Context(), s); err != nil || all.Verdict.Level != Bad ||
		all.Draws != 2000 {
		t.Errorf("with the burn-in: %+v, %v", all, err)
	}
	if q, ok := got.Quantity("alpha"); !ok || !q.Constant {
		t.Errorf("alpha: %+v", q)
	}
}

// Two chains agree about σ² and are each stuck in a tree of their own.
func TestChainsThatDisagreeAboutAClade(t *testing.T) {
	parse := func(text string) *tree.Tree {
		x, err := tree.ParseNewick([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if x, err = tree.MatchLeaves(x, []string{"Gorilla", "Pan", "Homo", "Pongo", "Hylobates"}); err != nil {
			t.Fatal(err)
		}
		return x
	}
	first := parse("((((Homo:0.2,Pan:0.2):0.1,Gorilla:0.3):0.2,Pongo:0.5):0.3,Hylobates:0.8):0.2;")
	second := parse("((((Homo:0.2,Pan:0.2):0.1,Pongo:0.3):0.2,Gorilla:0.5):0.3,Hylobates:0.8):0.2;")
	r := rand.New(rand.NewPCG(3, 4))
	chains := several2(2, 100, func(k, i int) *tree.Tree {
		if k == 0 == (r.Float64() < 0.95) {
			return first
		}
		return second
	})
	s := &inference.Snapshot{Chains: traced(several(2, func(int) []float64 { return autoregression(r, 1000, 0) })),
		Parts: []inference.Part{&forest.Forest{Draws: drawn(chains)}}}
	v := report(t, s).Verdict
	const sure = "2 of 3 clades above 90 % agree between chains. "
	if v.Level != Bad || v.Text != sure+"Chains disagree about the clade of 3 leaves around Homo: run longer." &&
		v.Text != sure+"Chains disagree about the clade of 3 leaves around Pan: run longer." {
		t.Errorf("%+v", v)
	}
	if want := [][]int{{0, 1, 2}, {1, 2, 3}}; !slices.ContainsFunc(want,
		func(w []int) bool { return slices.Equal(w, v.Clade) }) {
		t.Errorf("clade %v", v.Clade)
	}
	// σ² alone is good.
	s.Parts = nil
	if v := report(t, s).Verdict; v.Level != Good {
		t.Errorf("%+v", v)
	}
}

// One clade is bad by its own R-hat, or by a deviation that all clades have on average; by neither it is not. With
// frequencies f and 1 − f of two chains R-hat is √(1 + s²/(f(1 − f))), where s is their deviation.
func TestOneCladeThatIsBad(t *testing.T) {
	far := Clade{Leaves: []int{0, 1}, Frequencies: []float64{0.1, 0.9}, Deviation: 0.57}  // R-hat 2.1
	near := Clade{Leaves: []int{0, 1}, Frequencies: []float64{0.4, 0.6}, Deviation: 0.14} // R-hat 1.04
	for _, c := range []struct {
		clade   Clade
		average float64
		bad     bool
	}{{far, 0.02, true}, {near, 0.02, false}, {near, 0.11, true}} {
		r := &Report{Topology: &Topology{Draws: 400, Names: []string{"a", "b"}, Clades: []Clade{c.clade},
			AverageDeviation: c.average}}
		if v, bad := r.judgeClades(); bad != c.bad || bad && v.Level != Bad {
			t.Errorf("deviation %v, on average %v: %v, %+v", c.clade.Deviation, c.average, bad, v)
		}
	}
}

func TestLonger(t *testing.T) {
	for times, want := range map[float64]string{1.1: "a little longer", 1.5: "about half as long again",
		2: "about twice as long", 5.4: "about 5 times as long", 10: "about 10 times as long", 14: "about 10 times as long",
		19: "about 20 times as long",
		37: "about 40 times as long", 880: "about 900 times as long"} {
		if got := longerInWords(times); got != want {
			t.Errorf("%v: %q, want %q", times, got, want)
		}
	}
	for title, want := range map[string]string{"σ²": "σ²", "c": "c", "Noise": "the noise", "log joint": "the log joint",
		"branch points": "the number of branch points", "links": "the number of links", "edges": "the number of edges",
		"classes used": "the number of classes used", "variance explained": "the variance explained",
		"largest": "the largest cluster"} {
		if got := subject(title); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTitles(t *testing.T) {
	got := Titles(inference.Info{Scalars: []string{"log_joint", "sigma2", "components"}, Parameters: []inference.Parameter{
		{Name: "sigma2", Title: "σ², diffusion", Learnt: true}, {Name: "components", Title: "Components at start"},
		{Name: "method", Title: "Method"}}})
	if len(got) != 3 || got["components"] != "components" || got["log_joint"] != "log joint" || got["sigma2"] != "σ²" {
		t.Error(got)
	}
}

// A goal is reached when the effective sample size is, and says when that may be.
func TestGoal(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	chains := several(2, func(int) []float64 { return autoregression(r, 4000, 0.8) }) // 9 draws are worth 1
	upTo := func(n int) *inference.Snapshot {
		cut := several(2, func(k int) []float64 { return chains[k][:n] })
		return &inference.Snapshot{Chains: traced(cut)}
	}
	g := NewGoal(200, sigma)
	for _, c := range []struct {
		n       int
		reached bool
	}{{0, false}, {60, false}, {400, false}, {3000, true}} {
		reached, expected, err := g.Check(t.Context(), upTo(c.n))
		if err != nil || reached != c.reached {
			t.Errorf("after %d: %v, %v", c.n, reached, err)
		}
		// 2 chains, three quarters of them count: 1,200 iterations.
		if c.n == 400 && (expected < 700 || expected > 2500) || c.n < 66 && expected != 0 {
			t.Errorf("after %d: expected at %d", c.n, expected)
		}
	}
	// Trees hold it back.
	s := upTo(3000)
	tr := joined(r, 8)
	s.Parts = []inference.Part{&forest.Forest{Draws: drawn(several2(2, 300, func(_, i int) *tree.Tree {
		if i%30 == 0 {
			tr = joined(r, 8)
		}
		return tr
	}))}}
	if reached, expected, err := g.Check(t.Context(), s); reached || err != nil || expected < 10_000 {
		t.Errorf("%v, %d, %v", reached, expected, err)
	}
	// Where few trees are kept they cannot show more than that they hardly repeat.
	s.Parts = []inference.Part{&forest.Forest{Draws: drawn(several2(2, 40,
		func(_, i int) *tree.Tree { return joined(r, 8) }))}}
	for i := range forest.DrawsOf(s) {
		forest.DrawsOf(s)[i].Iteration += 2500
	}
	if reached, _, err := g.Check(t.Context(), s); !reached || err != nil {
		t.Errorf("with few trees: %v, %v", reached, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := g.Check(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
