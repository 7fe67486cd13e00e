package search

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/ensemble"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// A pilot's estimates agree with those of long chains, within the errors of so short a run.
func TestPilotAgreesWithLongChains(t *testing.T) {
	data := pydttest.BushyData(30, 4, 2, 0.2, 3)
	c := chainOn(t, data, 1, 20000)
	long := map[string]inference.Scalar{}
	for _, m := range c.Snapshot().Scalars {
		long[m.Name] = m
	}
	const seeds = 12
	mean := map[string]float64{}
	for seed := range uint64(seeds) {
		f, _ := runFit(t, pydt, data, nil, seed, 0, 1)
		l := f.Piloted
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
	data := pydttest.BushyData(31, 4, 0, 0, 3)
	for theta, want := range map[string]int{"1": 11, "0": 30} {
		s := byDefault(pydt)
		for name, v := range map[string]string{"theta": theta, "alpha": "0"} {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
			if err := s.Fix(name, true); err != nil {
				t.Fatal(err)
			}
		}
		st, err := pydt.New(data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		f := st
		for f.Stage != piloting {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		before := posterior.NewState(f.Problem, f.openings[len(f.openings)-1].hyper)
		before.Load(f.openings[len(f.openings)-1].tree)
		waits := map[float64]bool{}
		for _, v := range before.Preorder() {
			if !before.IsLeaf(v) && v != before.Top {
				waits[before.ParentRem(v)-before.Rem[v]] = true
			}
		}
		f.Pilot = nil
		f.startPilot()
		last := f.Pilot.Last()
		points := func(d kept.Draw) float64 { return float64(d.Tree().Nodes() - d.Tree().Leaves()) }
		first, few := points(last[0]), points(last[1])
		if first != 30 || int(few) > want || theta == "0" && few != 30 {
			t.Errorf("θ = %s: chains start from %v and %v branch points", theta, first, few)
		}
	}
	// In a comb whose n-th branch point waits n times as long, the latest branch points are removed last.
	p := problem.New(mat.NewDense(6, 1, []float64{0, 1, 2, 3, 4, 5}))
	s := posterior.NewState(p, hyper.New(p, 1, 1, 1, 0.2, 0.1, true, true, true, true, true))
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

// Hyperparameters that the user fixes stay fixed; if all are fixed there is no pilot. For the Dirichlet
// tree the pilot learns c and the noise.
func TestPilotLeavesWhatIsFixed(t *testing.T) {
	data := pydttest.BushyData(20, 2, 1, 0.2, 2)
	values := map[string]string{"theta": "2.5", "alpha": "0.3", "c": "1.5", "noise": "0.02"}
	held := func(f *Fit, name string) float64 {
		h := &f.Learned
		return map[string]float64{"theta": h.Prior.Theta, "alpha": h.Prior.Alpha, "c": h.C, "noise": h.Noise}[name]
	}
	for _, fixed := range []string{"theta", "alpha", "c", "noise", "theta alpha c noise"} {
		s := byDefault(pydt)
		for name, v := range values {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
			if err := s.Fix(name, strings.Contains(fixed, name)); err != nil {
				t.Fatal(err)
			}
		}
		f, _ := runSettings(t, pydt, data, s, 1, 30, 1)
		for name, v := range values {
			got := fmt.Sprint(held(f, name))
			if same := got == v; same != strings.Contains(fixed, name) {
				t.Errorf("%s fixed: %s = %s, begun at %s", fixed, name, got, v)
			}
		}
		if (f.Piloted == nil) != (fixed == "theta alpha c noise") {
			t.Errorf("%s fixed: pilot %v", fixed, f.Piloted)
		}
	}
	f, _ := runFit(t, ddt, data, nil, 1, 5, 1)
	if f.Piloted == nil || f.Learned.Noise != f.Piloted.Noise.Mean || f.Learned.Prior.Theta != 0 || f.Points != 19 {
		t.Errorf("ddt: %+v, %v branch points", f.Learned, f.Points)
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
		got := pilot.FirstSweeps(c.rows, c.columns, c.latent)
		if got != c.want || got%(2*pilot.EachDraws) != 0 {
			t.Errorf("%d × %d, latent %v: %d sweeps, not %d", c.rows, c.columns, c.latent, got, c.want)
		}
	}
	for rows := 3; rows < 1000; rows++ {
		a, b := pilot.FirstSweeps(rows, 3, false), pilot.FirstSweeps(rows+1, 3, false)
		x, y := pilot.ApartShare(rows), pilot.ApartShare(rows+1)
		if b > a || a-b > 2*pilot.EachDraws || !(y >= x && y-x <= 0.01) {
			t.Errorf("from %d rows to one more: %d to %d sweeps, %v to %v apart", rows, a, b, x, y)
		}
	}
	f, _ := runFit(t, pydt, pydttest.BushyData(12, 2, 1, 0.2, 2), nil, 1, 1, 1)
	if l := f.Piloted; l.Sweeps < pilot.MostSweeps || len(l.Draws) != pilot.Chains*pilot.EachDraws {
		t.Errorf("%d sweeps, %d draws", l.Sweeps, len(l.Draws))
	}
}

// If the best tree differs from the trees of the posterior, the phase says why.
func TestPhaseTellsWhyTheBestTreeDiffers(t *testing.T) {
	sure := make([]float64, 194)
	for v := range sure {
		sure[v] = 0.9
	}
	apart := &Fit{Piloted: &pilot.Learning{Each: []float64{4, 100}}}
	if s := apart.SearchPhase(); !strings.Contains(s, "disagree: 4 and 100 branch points") {
		t.Errorf("the phase says %q", s)
	}
	f := &Fit{Piloted: &pilot.Learning{Agree: true, Points: pitmanyor.Moment{Mean: 179, Deviation: 11}},
		Current: &posterior.Sketch{Support: sure}}
	for points, want := range map[float64]string{
		194: "searching; each of the 194 branch points is likely on its own, but not all of them together: 179 ± 11 are expected",
		150: "searching; the best tree has 150 branch points where 179 ± 11 are expected: ",
		185: "searching",
	} {
		f.Points = points
		if got := f.SearchPhase(); points != 185 && !strings.HasPrefix(got, want) || points == 185 && got != want {
			t.Errorf("%v branch points: %q", points, got)
		}
	}
	for v := range sure {
		sure[v] = 0.3
	}
	f.Learned.Typical, f.Points = 179, 180
	if got := f.SearchPhase(); !strings.Contains(got,
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
	f, _ := runFit(t, pydt, data, map[string]string{"witnesses": "columns"}, 1, 25, 2)
	t.Logf("%v branch points, %+v, θ %.3f", f.Points, f.Piloted.Points, f.Learned.Prior.Theta)
	if !(math.Abs(f.Points-112) <= 28) || !(math.Abs(f.Piloted.Points.Mean-112) <= 14) {
		t.Errorf("%v branch points, %+v expected", f.Points, f.Piloted.Points)
	}
	var expected inference.Scalar
	for _, s := range f.Snapshot().Scalars {
		if s.Name == "expected_branch_points" {
			expected = s
		}
	}
	if expected.Mean != f.Piloted.Points.Mean || expected.StandardDeviation != f.Piloted.Points.Deviation {
		t.Errorf("the snapshot says %+v", expected)
	}
}

// The draws, each with its own hyperparameters, have three quarters of the weight of a prediction.
func TestPredictionsAverageTheDraws(t *testing.T) {
	data := pydttest.BushyData(15, 2, 1, 0.2, 4)
	f, _ := runFit(t, pydt, data, nil, 1, 10, 1)
	if len(f.Piloted.Draws) != pilot.Chains*pilot.EachDraws {
		t.Fatalf("%d draws", len(f.Piloted.Draws))
	}
	x := data.X
	got, err := f.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := ensemble.New(context.Background(), f.Problem, f.Learned, f.Best)
	if err != nil {
		t.Fatal(err)
	}
	trees, err := alone.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range trees {
		sum := 0.25 * math.Exp(want)
		for _, d := range f.Piloted.Draws {
			s := posterior.NewState(f.Problem, hyper.New(f.Problem, d.Sigma2, d.C, d.Theta, d.Alpha, d.Noise, true,
				true, true, true, true))
			s.Adopt(d.Tree())
			sum += 0.75 * math.Exp(predict.NewPredictor(s).LogDensity(x.RawRowView(i), nil)) / float64(len(f.Piloted.Draws))
		}
		pydttest.Close(t, "density of a row", got[i], math.Log(sum), 1e-9)
	}
}
