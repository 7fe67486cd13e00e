package neighbours

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// chain has columns each of which depends on the one before it, and two that are alone.
func chain(n int, rng *rand.Rand) *inference.Dataset {
	x := mat.NewDense(n, 8, nil)
	for i := range n {
		v := 0.0
		for j := range 6 {
			v = 0.75*v + rng.NormFloat64()
			x.Set(i, j, v)
		}
		x.Set(i, 6, rng.NormFloat64())
		x.Set(i, 7, rng.NormFloat64())
	}
	for j := range 8 {
		c := mat.Col(nil, j, x)
		mean, sd := stat.MeanStdDev(c, nil)
		floats.AddConst(-mean, c)
		floats.Scale(1/sd, c)
		x.SetCol(j, c)
	}
	return inferencetest.DatasetOf(x)
}

func done(t *testing.T, data *inference.Dataset, set map[string]string) *fit {
	t.Helper()
	f := inferencetest.Begin(t, Model{}, data, set).(*fit)
	inferencetest.Finish(t, f)
	return f
}

// The chain is found, and only it; its edges are in nearly all half-samples, and their weights near the
// partial correlations.
func TestChain(t *testing.T) {
	data := chain(400, rand.New(rand.NewPCG(1, 3)))
	var inverse mat.Dense
	var s mat.SymDense
	stat.CovarianceMatrix(&s, data.X, nil)
	if err := inverse.Inverse(&s); err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{"and", "or"} {
		f := done(t, data, map[string]string{"rule": rule})
		g := graph.Of(f.Snapshot())
		if err := g.Check(data); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, e := range g.Edges {
			if e.To != e.From+1 || e.To > 5 {
				if !(math.Abs(e.Weight) <= 0.1) || rule == "and" && e.Strength > 0.9 {
					t.Errorf("%s: %+v", rule, e)
				}
				continue
			}
			found++
			partial := -inverse.At(e.From, e.To) / math.Sqrt(inverse.At(e.From, e.From)*inverse.At(e.To, e.To))
			if e.Strength < 0.9 || e.Weight > partial || e.Weight < 0.6*partial {
				t.Errorf("%s: %+v, partial correlation %v", rule, e, partial)
			}
		}
		if found != 5 || len(g.Edges) > 7 {
			t.Errorf("%s: %d of the five edges among %d", rule, found, len(g.Edges))
		}
	}
}

// Each criterion has the least value of its path at the penalty chosen, by another way to compute it.
func TestChoice(t *testing.T) {
	data := chain(60, rand.New(rand.NewPCG(2, 3)))
	f := done(t, data, map[string]string{"subsamples": "0"})
	cv := done(t, data, map[string]string{"subsamples": "0", "choice": "cv"})
	if a, b := len(f.joined), len(cv.joined); a >= b {
		t.Errorf("%d edges by ebic, %d by cross-validation", a, b)
	}
	ebic := func(j int, lambda float64) float64 {
		beta, _ := f.whole.Solve(j, lambda)
		sum, k := 0.0, 0.0
		for i := range 60 {
			row := data.X.RawRowView(i)
			e := row[j]
			for c, b := range beta {
				e -= b * row[c]
			}
			sum += e * e / 60
		}
		for _, b := range beta {
			if b != 0 {
				k++
			}
		}
		return 60*math.Log(sum) + k*math.Log(60) + k*math.Log(7)
	}
	order := inference.Streams{Seed: 1}.Task(1 << 32).Perm(60)
	squared := func(j int, lambda float64) float64 {
		sum := 0.0
		for k, p := range cv.parts {
			beta, _ := p.others.Solve(j, lambda)
			var in, out []int
			for place, i := range order {
				if place%10 == k {
					out = append(out, i)
				} else {
					in = append(in, i)
				}
			}
			mean := make([]float64, 8)
			for _, i := range in {
				floats.AddScaled(mean, 1/float64(len(in)), data.X.RawRowView(i))
			}
			for _, i := range out {
				row := data.X.RawRowView(i)
				e := row[j] - mean[j]
				for c, b := range beta {
					e -= b * (row[c] - mean[c])
				}
				sum += e * e / float64(len(out)) / 10
			}
		}
		return sum
	}
	for j := range 8 {
		for _, lambda := range f.path(j) {
			if a, b := ebic(j, f.penalties[j]), ebic(j, lambda); b < a-1e-6 {
				t.Errorf("column %d: λ = %v has ebic %v, less than %v at %v", j, lambda, b, a, f.penalties[j])
			}
			if a, b := squared(j, cv.penalties[j]), squared(j, lambda); b < a-1e-6 {
				t.Errorf("column %d: λ = %v has error %v, less than %v at %v", j, lambda, b, a, cv.penalties[j])
			}
			if a, b := cv.error(j, lambda), squared(j, lambda); !(math.Abs(a-b) <= 1e-8) {
				t.Errorf("column %d: error %v, want %v", j, a, b)
			}
		}
	}
}

// More columns are joined where one of the two need only ask for the other, and fewer where the criterion
// asks more of an edge.
func TestRules(t *testing.T) {
	data := chain(60, rand.New(rand.NewPCG(2, 3)))
	count := func(set map[string]string) int {
		set["subsamples"] = "0"
		return len(done(t, data, set).joined)
	}
	if a, b := count(map[string]string{"choice": "cv"}), count(map[string]string{"choice": "cv", "rule": "or"}); a >= b {
		t.Errorf("%d edges by and, %d by or", a, b)
	}
	least, most := 0, 0
	for seed := range uint64(6) {
		data = chain(40, rand.New(rand.NewPCG(seed, 4)))
		least += count(map[string]string{"gamma": "1", "rule": "or"})
		most += count(map[string]string{"gamma": "0", "rule": "or"})
	}
	if least >= most {
		t.Errorf("%d edges with γ = 1, %d with 0", least, most)
	}
}

func TestWeight(t *testing.T) {
	for _, c := range [][3]float64{{0.5, 0.125, 0.25}, {-0.5, -0.125, -0.25}, {0.5, -0.5, 0}, {0.5, 0, 0.25},
		{0, -0.5, -0.25}} {
		if got := weight(c[0], c[1]); !(math.Abs(got-c[2]) <= 1e-15) {
			t.Errorf("weight(%v, %v) = %v", c[0], c[1], got)
		}
	}
}

// One penalty for all is taken as it is; a very large one joins nothing, and the bound on false edges is
// that of the counts.
func TestFixed(t *testing.T) {
	data := chain(100, rand.New(rand.NewPCG(3, 3)))
	if f := done(t, data, map[string]string{"lambda": "2"}); len(f.joined) != 0 {
		t.Errorf("edges %v", f.joined)
	}
	f := inferencetest.Begin(t, Model{}, data, map[string]string{"lambda": "0.3", "subsamples": "10"}).(*fit)
	var last []float64
	for !f.Finished {
		r, err := f.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		last = r.Scalars
	}
	if len(last) != 2 || last[0] != float64(len(f.joined)) || !(math.Abs(last[1]-0.3) <= 1e-12) {
		t.Errorf("%d edges and a penalty of 0.3 are traced as %v", len(f.joined), last)
	}
	for _, v := range f.penalties {
		if v != 0.3 {
			t.Errorf("penalties %v", f.penalties)
		}
	}
	all := 0.0
	for _, c := range f.count {
		all += float64(c) / 10
	}
	s := f.Snapshot()
	if got := s.Scalars[1].Mean; all == 0 || !(math.Abs(got-all*all/(0.5*28)) <= 1e-12) {
		t.Errorf("bound %v for %v edges", got, all)
	}
}

// The penalty of Meinshausen and Bühlmann has the value of an independent program, and the spread of its column.
// Columns that are independent are joined in few tables, a chain in all.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	x := mat.NewDense(100, 50, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	for i := range 100 {
		x.Set(i, 0, float64(1-2*(i%2)))     // of variance 1
		x.Set(i, 1, float64(3*(1-2*(i%2)))) // and 9
	}
	f := done(t, inferencetest.DatasetOf(x), map[string]string{"choice": "components", "subsamples": "0"})
	inferencetest.Near(t, "penalty", f.penalties[0], .4264890794, 1e-9)
	inferencetest.Near(t, "penalty of three times the spread", f.penalties[1], 3*.4264890794, 1e-9)

	const tables, alpha = 200, 0.2
	joined := 0
	for range tables {
		x := mat.NewDense(60, 8, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
		for j := range 8 {
			c := mat.Col(nil, j, x)
			mean, sd := stat.PopMeanStdDev(c, nil)
			floats.AddConst(-mean, c)
			floats.Scale(1/sd, c)
			x.SetCol(j, c)
		}
		if len(done(t, inferencetest.DatasetOf(x), map[string]string{"choice": "components", "alpha": "0.2", "rule": "or",
			"subsamples": "0"}).joined) > 0 {
			joined++
		}
	}
	if most := tables*alpha + 3*math.Sqrt(tables*alpha*(1-alpha)); !(float64(joined) <= most) || joined == 0 {
		t.Errorf("independent columns are joined in %d of %d tables, expected %v at most", joined, tables, tables*alpha)
	}
	if f := done(t, chain(400, rng), map[string]string{"choice": "components", "subsamples": "0"}); len(f.joined) != 5 {
		t.Errorf("a chain has the edges %v", f.joined)
	}
}

func TestConformance(t *testing.T) {
	data := chain(30, rand.New(rand.NewPCG(4, 3)))
	holes := mat.DenseCopyOf(data.X)
	holes.Set(2, 2, math.NaN())
	inferencetest.Conformance(t, Model{}, data, inferencetest.DatasetOf(holes))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Set: map[string]string{"choice": "cv", "rule": "or",
		"subsamples": "3"}}, data)
}

// Variances and covariances of three rows by hand, about their mean and about another; a column of one value has the
// variance 1 about its mean.
func TestCovariance(t *testing.T) {
	f := &fit{data: inferencetest.DatasetOf(mat.NewDense(4, 3, []float64{1, 2, 5, 9, 9, 9, 3, 6, 5, 8, 7, 5}))}
	rows := []int{0, 2, 3} // means 4, 5 and 5
	for name, c := range map[string]struct{ mean, want []float64 }{
		"their own": {nil, []float64{26. / 3, 16. / 3, 0, 16. / 3, 14. / 3, 0, 0, 0, 1}},
		"another":   {[]float64{1, 2, 5}, []float64{53. / 3, 43. / 3, 0, 43. / 3, 41. / 3, 0, 0, 0, 0}},
	} {
		s, _ := f.covariance(rows, c.mean)
		for k, want := range c.want {
			if !(math.Abs(s[k]-want) <= 1e-12) {
				t.Errorf("about %s mean, entry %d is %v, want %v", name, k, s[k], want)
			}
		}
	}
}

// Four complete rows are enough, three are not.
func TestLeastRows(t *testing.T) {
	x := mat.NewDense(5, 2, []float64{1, 3, 2, 1, 4, 4, 3, 2, math.NaN(), 1})
	for n, fine := range map[int]bool{3: false, 4: true} {
		rows := mat.DenseCopyOf(x.Slice(5-n-1, 5, 0, 2)) // the last is not complete
		if _, err := (Model{}).Check(inferencetest.DatasetOf(rows), Model{}.Info().Defaults()); (err == nil) != fine {
			t.Errorf("%d complete rows: %v", n, err)
		}
	}
}

// Of half-samples the strength of an edge is the share that have it, and the number of false edges at 75 % is at most
// q²/((2·0.75 − 1)·pairs); without them edges are chosen or not, and nothing is said of false ones.
func TestSnapshotOfHalfSamples(t *testing.T) {
	data := chain(40, rand.New(rand.NewPCG(2, 3)))
	for _, subsamples := range []int{0, 8} {
		f := &fit{data: data, subsamples: subsamples, selected: 40, joined: [][2]int{{0, 1}, {2, 5}}, count: make([]int, 64),
			beta: make([]float64, 64)}
		f.Finished = true
		f.count[1*8+0], f.count[5*8+2] = 8, 3
		f.beta[1*8+0], f.beta[0*8+1], f.beta[5*8+2], f.beta[2*8+5] = 0.5, 0.72, -0.2, -0.2
		s := f.Snapshot()
		g := graph.Of(s)
		false75 := math.NaN()
		for _, k := range s.Scalars {
			if k.Name == "false_edges_at_75_percent" {
				false75 = k.Mean
			}
		}
		strengths, measure, want := [2]float64{1, 1}, graph.Chosen, math.NaN()
		if subsamples > 0 {
			strengths, measure, want = [2]float64{1, 3.0 / 8}, graph.Stability, 5*5/(0.5*28)
		}
		if g.Measure != measure || g.Edges[0].Strength != strengths[0] || g.Edges[1].Strength != strengths[1] {
			t.Errorf("%d half-samples: %v, %+v", subsamples, g.Measure, g.Edges)
		}
		if math.IsNaN(want) != math.IsNaN(false75) || !math.IsNaN(want) && !(math.Abs(want-false75) <= 1e-12) {
			t.Errorf("%d half-samples: %v false edges, want %v", subsamples, false75, want)
		}
		if w := g.Edges[0].Weight; !(math.Abs(w-0.6) <= 1e-12) || !(math.Abs(g.Edges[1].Weight+0.2) <= 1e-12) {
			t.Errorf("weights %v and %v, want 0.6 and −0.2", w, g.Edges[1].Weight)
		}
	}
}

// Of the half-samples saved there are no more than were asked for, and the fit is finished with the last.
func TestSavedHalfSamples(t *testing.T) {
	data := chain(20, rand.New(rand.NewPCG(2, 4)))
	for name, c := range map[string]struct {
		state state
		fine  bool
	}{
		"some":        {state{Sample: 2, Selected: 5, Count: make([]int, 64)}, true},
		"all":         {state{Sample: 3, Finished: true, Count: make([]int, 64)}, true},
		"unfinished":  {state{Sample: 3, Count: make([]int, 64)}, false},
		"too soon":    {state{Sample: 2, Finished: true, Count: make([]int, 64)}, false},
		"too many":    {state{Sample: 4, Count: make([]int, 64)}, false},
		"below 0":     {state{Sample: -1, Count: make([]int, 64)}, false},
		"of others":   {state{Sample: 1, Count: make([]int, 63)}, false},
		"edges below": {state{Sample: 1, Selected: -1, Count: make([]int, 64)}, false},
		"no edges":    {state{Sample: 1, Selected: 0, Count: make([]int, 64)}, true},
		"nothing yet": {state{}, true},
	} {
		text, err := saved.Seal("neighbours", layout, c.state)
		if err != nil {
			t.Fatal(err)
		}
		f := inferencetest.Begin(t, Model{}, data, map[string]string{"subsamples": "3"}).(*fit)
		if err := f.UnmarshalBinary(text); (err == nil) != c.fine ||
			err == nil && (f.sample != c.state.Sample || f.selected != c.state.Selected) {
			t.Errorf("%s: %v, %d half-samples", name, err, f.sample)
		}
	}
}
