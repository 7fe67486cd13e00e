package pydt

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// bushyData draws rows from the prior with branch points of many children, and noise.
func bushyData(n, d int, theta, alpha float64, seed uint64) *inference.Dataset {
	h := posterior.Hyper{Prior: pitmanyor.NewPrior(theta, alpha, n), C: 1, Sigma2: 1, Noise: 0.01}
	return pydttest.DatasetOf(posterior.SamplePrior(n, d, make([]string, n), h, rand.New(rand.NewPCG(seed, 21))).X)
}

// A pilot's estimates agree with those of long chains, within the errors of so short a run.
func TestPilotAgreesWithLongChains(t *testing.T) {
	data := bushyData(30, 4, 2, 0.2, 3)
	c := runChain(t, Model{}, data, mcmcSettings(t, Model{}, nil), 1, 20000)
	long := map[string]inference.Scalar{}
	for _, m := range c.Snapshot().Scalars {
		long[m.Name] = m
	}
	const seeds = 12
	mean := map[string]float64{}
	for seed := range uint64(seeds) {
		f, _ := runFit(t, Model{}, data, nil, seed, 0, 1)
		l := f.piloted
		for name, m := range map[string]pitmanyor.Moment{"branch_points": l.Points, "theta": l.Theta, "alpha": l.Alpha} {
			mean[name] += m.Mean / seeds
		}
		if f.state.Hyper.Prior.Theta != l.Theta.Mean || f.state.Hyper.Prior.Alpha != l.Alpha.Mean ||
			f.state.Hyper.Noise != l.Noise.Mean ||
			!(math.Abs(f.state.Hyper.C/l.C.Mean-1) <= 1e-9) {
			t.Errorf("seed %d: the search holds %+v, not %+v", seed, f.state.Hyper, *l)
		}
	}
	for name, m := range mean {
		t.Logf("%s: %.3f, long %.3f ± %.3f", name, m, long[name].Mean, long[name].StandardDeviation)
		// A run has about five independent draws, so twelve runs have sixty.
		if !(math.Abs(m-long[name].Mean) <= 0.6*long[name].StandardDeviation) {
			t.Errorf("%s: %.3f, a long chain has %.3f ± %.3f", name, m, long[name].Mean, long[name].StandardDeviation)
		}
	}
}

// The first chain starts from all branch points, the second from the few with the longest waiting
// times. Where branch points can have no more children, both start from the same tree.
func TestPilotStartsFromDetailAndFromFew(t *testing.T) {
	data := bushyData(31, 4, 0, 0, 3)
	for theta, want := range map[string]int{"1": 11, "0": 30} {
		s := byDefault(Model{})
		for name, v := range map[string]string{"theta": theta, "alpha": "0"} {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
			if err := s.Fix(name, true); err != nil {
				t.Fatal(err)
			}
		}
		st, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		f := st.(*fit)
		for f.stage != piloting {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		before := posterior.NewState(f.problem, f.openings[len(f.openings)-1].hyper)
		before.Load(f.openings[len(f.openings)-1].tree)
		waits := map[float64]bool{}
		for _, v := range before.Preorder() {
			if !before.IsLeaf(v) && v != before.Top {
				waits[before.ParentRem(v)-before.Rem[v]] = true
			}
		}
		f.pilot = nil
		f.startPilot()
		first, few := f.pilot.members[0].chain.Points(), f.pilot.members[1].chain.Points()
		if first != 30 || int(few) > want || theta == "0" && few != 30 {
			t.Errorf("θ = %s: chains start from %v and %v branch points", theta, first, few)
		}
	}
	// In a comb whose n-th branch point waits n times as long, the latest branch points are removed last.
	p := posterior.NewProblem(mat.NewDense(6, 1, []float64{0, 1, 2, 3, 4, 5}))
	s := posterior.NewState(p, posterior.NewHyper(p, 1, 1, 1, 0.2, 0.1, true, true, true, true, true))
	times := []float64{0.05, 0.15, 0.3, 0.5, 0.75}
	above := int32(-1)
	for i, at := range times {
		u := s.Take()
		s.Parent[u], s.Kids[u] = above, []int32{int32(i)}
		s.Parent[i] = u
		s.SetTime(u, -math.Log(1-at))
		if above >= 0 {
			s.Kids[above] = append(s.Kids[above], u)
		} else {
			s.Top = u
		}
		above = u
	}
	s.Kids[above] = append(s.Kids[above], 5)
	s.Parent[5] = above
	keepLongest(s, 2)
	s.Recompute()
	left := []float64{}
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) {
			left = append(left, math.Round(100*(1-s.Rem[v]))/100)
		}
	}
	if fmt.Sprint(left) != "[0.05 0.5 0.75]" {
		t.Errorf("the branch points left are at %v", left)
	}
}

// drawOf returns a draw of a tree.
func drawOf(t *testing.T, of *tree.Tree) sampler.Draw {
	t.Helper()
	d := sampler.Draw{Top: int32(of.Top), Ell: append([]float64(nil), of.LogTime[of.Leaves():]...), C: 1, Sigma2: 1, Theta: 1}
	for _, p := range of.Parent {
		d.Parent = append(d.Parent, int32(p))
	}
	if err := d.Restore(of.Names); err != nil {
		t.Fatal(err)
	}
	return d
}

// A pilot on a sample of the rows scales its result to all rows: a binary tree has one more branch
// point for every row, and a star has no more, whatever the number of rows.
func TestPilotOfSomeRowsIsExtended(t *testing.T) {
	comb := func(n int) *tree.Tree {
		k := sampler.RandomPairing(n, rand.New(rand.NewPCG(1, 2)))
		return k.Publish(make([]string, n))
	}
	star := func(n int) *tree.Tree {
		r := &tree.Tree{Names: make([]string, n), Top: n, Parent: make([]int, n+1), Children: make([][]int, n+1),
			LogTime: make([]float64, n+1)}
		for v := range n {
			r.Parent[v], r.LogTime[v] = n, math.Inf(1)
			r.Children[n] = append(r.Children[n], v)
		}
		r.Parent[n], r.LogTime[n] = -1, 0.5
		return r
	}
	for name, c := range map[string]struct {
		tree *tree.Tree
		want float64
	}{"binary": {comb(40), 999}, "star": {star(40), 1}} {
		points := float64(c.tree.Nodes() - 40)
		l := learning{Points: pitmanyor.Moment{Mean: points, Deviation: 0.1 * points}, Each: []float64{points, points},
			Draws: []sampler.Draw{drawOf(t, c.tree), drawOf(t, c.tree)}}
		got := l.extended(1000)
		pydttest.Close(t, name+": mean", got.Points.Mean, c.want, 1e-9)
		pydttest.Close(t, name+": deviation", got.Points.Deviation, 0.1*c.want, 1e-9)
		pydttest.Close(t, name+": of each", got.Each[1], c.want, 1e-9)
		if l.Each[1] != points || got.Draws != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	rows := someRows(5000, rand.New(rand.NewPCG(3, 4)))
	if len(rows) != pilotSome || !slices.IsSorted(rows) || rows[0] < 0 || rows[len(rows)-1] >= 5000 ||
		len(slices.Compact(slices.Clone(rows))) != pilotSome || rows[pilotSome-1] < 4500 {
		t.Errorf("rows %v", rows)
	}
}

// Hyperparameters that the user fixes stay fixed; if all are fixed there is no pilot. For the Dirichlet
// tree the pilot learns c and the noise.
func TestPilotLeavesWhatIsFixed(t *testing.T) {
	data := bushyData(20, 2, 1, 0.2, 2)
	values := map[string]string{"theta": "2.5", "alpha": "0.3", "c": "1.5", "noise": "0.02"}
	held := func(f *fit, name string) float64 {
		h := &f.learned
		return map[string]float64{"theta": h.Prior.Theta, "alpha": h.Prior.Alpha, "c": h.C, "noise": h.Noise}[name]
	}
	for _, fixed := range []string{"theta", "alpha", "c", "noise", "theta alpha c noise"} {
		s := byDefault(Model{})
		for name, v := range values {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
			if err := s.Fix(name, strings.Contains(fixed, name)); err != nil {
				t.Fatal(err)
			}
		}
		f, _ := runSettings(t, Model{}, data, s, 1, 30, 1)
		for name, v := range values {
			got := fmt.Sprint(held(f, name))
			if same := got == v; same != strings.Contains(fixed, name) {
				t.Errorf("%s fixed: %s = %s, begun at %s", fixed, name, got, v)
			}
		}
		if (f.piloted == nil) != (fixed == "theta alpha c noise") {
			t.Errorf("%s fixed: pilot %v", fixed, f.piloted)
		}
	}
	f, _ := runFit(t, DDT{}, data, nil, 1, 5, 1)
	if f.piloted == nil || f.learned.Noise != f.piloted.Noise.Mean || f.learned.Prior.Theta != 0 || f.points != 19 {
		t.Errorf("ddt: %+v, %v branch points", f.learned, f.points)
	}
}

// Small tables of numbers get more sweeps, as many as are cheap, and each chain keeps the same number of draws. Neither
// the sweeps nor the share by which chains may differ jump where a table gets one row more.
func TestPilotOfSmallTablesTakesMoreSweeps(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		latent        bool
		want          int
	}{
		{60, 2, false, 240}, {60, 20, false, 200}, {120, 2, false, 180}, {120, 50, false, 60}, {149, 1000, false, 60},
		{3, 1, false, 240}, {40, 102, true, 60}, {150, 4, false, 140}, {150, 4, true, 60}, {200, 5, false, 100},
		{200, 20, false, 60}, {399, 1, false, 60}, {400, 1, false, 60}, {2000, 2, false, 60},
	} {
		got := firstSweeps(c.rows, c.columns, c.latent)
		if got != c.want || got%(2*pilotDraws) != 0 {
			t.Errorf("%d × %d, latent %v: %d sweeps, not %d", c.rows, c.columns, c.latent, got, c.want)
		}
	}
	for rows := 3; rows < 1000; rows++ {
		a, b := firstSweeps(rows, 3, false), firstSweeps(rows+1, 3, false)
		x, y := apartShare(rows), apartShare(rows+1)
		if b > a || a-b > 2*pilotDraws || !(y >= x && y-x <= 0.01) {
			t.Errorf("from %d rows to one more: %d to %d sweeps, %v to %v apart", rows, a, b, x, y)
		}
	}
	f, _ := runFit(t, Model{}, bushyData(12, 2, 1, 0.2, 2), nil, 1, 1, 1)
	if l := f.piloted; l.Sweeps < mostSweeps || len(l.Draws) != pilotChains*pilotDraws {
		t.Errorf("%d sweeps, %d draws", l.Sweeps, len(l.Draws))
	}
}

// scripted returns a pilot whose chains have drawn the given numbers of branch points.
func scripted(a, b func(i int) float64) *pilot {
	p := &pilot{sweeps: pilotSweeps, rounds: pilotRounds, draws: pilotDraws, members: make([]pilotMember, 2)}
	for len(p.members[0].drawn) < p.sweeps {
		for k, f := range []func(int) float64{a, b} {
			var row [pilotScalars]float64
			row[pilotPoints], row[pilotC], row[pilotNoise] = f(len(p.members[k].drawn)), 1, 0.1
			p.members[k].drawn = append(p.members[k].drawn, row)
		}
	}
	return p
}

// If one chain is in a star and the other in a detailed tree, both continue for up to three rounds, and
// the result says so; earlier draws are discarded.
func TestPilotGoesOnWhereChainsDisagree(t *testing.T) {
	around := func(mean float64) func(int) float64 {
		return func(i int) float64 { return mean + 3*math.Sin(float64(i)) }
	}
	late := func(i int) float64 {
		if i < pilotSweeps/2 {
			return 1
		}
		return around(100)(i)
	}
	p := scripted(around(100), late)
	if p.endRound(false); !p.done || !p.found.Agree || !(math.Abs(p.found.Points.Mean-100) <= 0.5) ||
		!(math.Abs(p.found.Points.Deviation-3/math.Sqrt2) <= 0.2) {
		t.Errorf("the same after burn-in: %+v", p.found)
	}
	f := &fit{}
	for round := range pilotRounds {
		p := scripted(around(4), around(100))
		p.round = round
		p.endRound(false)
		if last := round == pilotRounds-1; p.found.Agree || p.done != last || (p.sweeps == pilotSweeps) != last ||
			p.sweeps != pilotSweeps && p.sweeps != 2*pilotSweeps {
			t.Errorf("round %d: done %v, %d sweeps, %+v", round, p.done, p.sweeps, p.found)
		}
		// Between the chains there are 96 branch points, so that all together deviate by 48.
		if !(math.Abs(p.found.Points.Mean-52) <= 0.5) ||
			!(math.Abs(p.found.Points.Deviation-math.Hypot(48, 3/math.Sqrt2)) <= 0.2) {
			t.Errorf("pooled: %+v", p.found.Points)
		}
		f.piloted = &p.found
	}
	if s := f.searchPhase(); !strings.Contains(s, "disagree: 4 and 100 branch points") {
		t.Errorf("the phase says %q", s)
	}
}

// Under Σ the phase gives the same reasons as without: chains that disagree, and branch points that
// are likely one by one.
func TestPhaseTellsWhyUnderEveryForm(t *testing.T) {
	sure := make([]float64, 194)
	for v := range sure {
		sure[v] = 0.9
	}
	apart := &fit{piloted: &learning{Each: []float64{4, 100}}}
	likely := &fit{piloted: &learning{Agree: true, Points: pitmanyor.Moment{Mean: 179, Deviation: 11}},
		current: &posterior.Sketch{Support: sure}, points: 194}
	for form, begins := range map[string]string{correlated.AnyCovariance: "searching, columns with their covariance",
		correlated.ByTree:    "searching, columns with a tree over them",
		correlated.ByFactors: "searching, columns with 3 factors"} {
		for want, inner := range map[string]*fit{
			"; the chains that learnt the hyperparameters disagree: 4 and 100 branch points; use method mcmc to see the spread": apart,
			"; each of the 194 branch points is likely on its own, but not all of them together: 179 ± 11 are expected":         likely,
			"": {},
		} {
			inner.phase = inner.searchPhase()
			f := &together{form: form, search: true, inner: inner, law: correlated.Law{Factors: 3}}
			if got := f.phase(); got != begins+want {
				t.Errorf("%s: %q, not %q", form, got, begins+want)
			}
		}
	}
}

// If the best tree differs from the trees of the posterior, the phase says why.
func TestPhaseTellsWhyTheBestTreeDiffers(t *testing.T) {
	sure := make([]float64, 194)
	for v := range sure {
		sure[v] = 0.9
	}
	f := &fit{piloted: &learning{Agree: true, Points: pitmanyor.Moment{Mean: 179, Deviation: 11}},
		current: &posterior.Sketch{Support: sure}}
	for points, want := range map[float64]string{
		194: "searching; each of the 194 branch points is likely on its own, but not all of them together: 179 ± 11 are expected",
		150: "searching; the best tree has 150 branch points where 179 ± 11 are expected: ",
		185: "searching",
	} {
		f.points = points
		if got := f.searchPhase(); points != 185 && !strings.HasPrefix(got, want) || points == 185 && got != want {
			t.Errorf("%v branch points: %q", points, got)
		}
	}
	for v := range sure {
		sure[v] = 0.3
	}
	f.learned.Typical, f.points = 179, 180
	if got := f.searchPhase(); !strings.Contains(got,
		"typical number of branch points, 180, but only about 58 of them are certain") {
		t.Errorf("of uncertain branches: %q", got)
	}
}

// For the irises the tree has about as many branch points as the posterior, 112 ± 14
// in two chains of 1,500 sweeps, where θ learnt from the tree alone ends near 0 and has all 149.
func TestBranchPointsOfIris(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := runFit(t, Model{}, data, map[string]string{"witnesses": columnWitnesses}, 1, 25, 2)
	t.Logf("%v branch points, %+v, θ %.3f", f.points, f.piloted.Points, f.learned.Prior.Theta)
	if !(math.Abs(f.points-112) <= 28) || !(math.Abs(f.piloted.Points.Mean-112) <= 14) {
		t.Errorf("%v branch points, %+v expected", f.points, f.piloted.Points)
	}
	var expected inference.Scalar
	for _, s := range f.Snapshot().Scalars {
		if s.Name == "expected_branch_points" {
			expected = s
		}
	}
	if expected.Mean != f.piloted.Points.Mean || expected.StandardDeviation != f.piloted.Points.Deviation {
		t.Errorf("the snapshot says %+v", expected)
	}
}

// The draws, each with its own hyperparameters, have three quarters of the weight of a prediction.
func TestPredictionsAverageTheDraws(t *testing.T) {
	data := bushyData(15, 2, 1, 0.2, 4)
	f, _ := runFit(t, Model{}, data, nil, 1, 10, 1)
	if len(f.piloted.Draws) != pilotChains*pilotDraws {
		t.Fatalf("%d draws", len(f.piloted.Draws))
	}
	x := data.X
	got, err := f.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := predict.NewEnsemble(context.Background(), f.problem, f.learned, f.best)
	if err != nil {
		t.Fatal(err)
	}
	trees, err := alone.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range trees {
		sum := 0.25 * math.Exp(want)
		for _, d := range f.piloted.Draws {
			s := posterior.NewState(f.problem, posterior.NewHyper(f.problem, d.Sigma2, d.C, d.Theta, d.Alpha, d.Noise, true,
				true, true, true, true))
			s.Adopt(d.Tree())
			sum += 0.75 * math.Exp(predict.NewPredictor(s).LogDensity(x.RawRowView(i), nil)) / float64(len(f.piloted.Draws))
		}
		pydttest.Close(t, "density of a row", got[i], math.Log(sum), 1e-9)
	}
}

// A draw read from a file is refused where one of its hyperparameters is no number or out of range.
func TestDrawsOutOfRange(t *testing.T) {
	good := func() sampler.Draw {
		return sampler.Draw{Top: 2, Parent: []int32{2, 2, -1}, Ell: []float64{0.5}, Theta: 1, Alpha: 0.2, C: 1, Sigma2: 1,
			Noise: 0.01}
	}
	d := good()
	if err := d.Restore([]string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(d *sampler.Draw, v float64){
		"θ": func(d *sampler.Draw, v float64) { d.Theta = v }, "α": func(d *sampler.Draw, v float64) { d.Alpha = v },
		"c": func(d *sampler.Draw, v float64) { d.C = v }, "σ²": func(d *sampler.Draw, v float64) { d.Sigma2 = v },
		"noise": func(d *sampler.Draw, v float64) { d.Noise = v },
	} {
		for _, v := range []float64{math.NaN(), math.Inf(1), -3} {
			d := good()
			if name == "α" && v < 0 {
				v = 1.5
			}
			change(&d, v)
			if d.Restore([]string{"a", "b"}) == nil {
				t.Errorf("%s = %v", name, v)
			}
		}
	}
}
