package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// A pilot finds no noise where its draws are nearer to 0 than those of the prior: 0.7 % of these are below a
// thousandth.
func TestPilotFindsNoNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 81))
	prior := func() float64 { return 0.3 * special.GammaDraw(rng, 0.75) / special.GammaDraw(rng, 0.75) }
	for _, c := range []struct {
		name  string
		noise func(i int) float64
		want  bool
	}{
		{"draws of the prior", func(int) float64 { return prior() }, false},
		{"draws of much noise", func(int) float64 { return 0.01 }, false},
		{"draws of little noise", func(int) float64 { return 1e-5 }, true},
		{"little noise in the first half alone", func(i int) float64 {
			return map[bool]float64{true: 1e-5,
				false: 0.01}[i < 100]
		}, false},
		{"little noise in a hundredth", func(i int) float64 {
			return map[bool]float64{true: 1e-5,
				false: 2e-3}[i%100 == 0]
		}, false},
		{"little noise in a fiftieth", func(i int) float64 {
			return map[bool]float64{true: 1e-5,
				false: 2e-3}[i%50 == 0]
		}, true},
	} {
		p := pilot{members: make([]pilotMember, 2)}
		for k := range p.members {
			for i := range 200 {
				row := [pilotScalars]float64{}
				row[pilotNoise] = c.noise(i)
				p.members[k].drawn = append(p.members[k].drawn, row)
			}
		}
		if got := p.noiseless(); got != c.want {
			t.Errorf("%s: no noise %v, want %v", c.name, got, c.want)
		}
	}
}

// Chains that agree go on where there may be no noise, what they found is little, and it is not yet said to be none.
func TestPilotGoesOnWhereNoiseIsUnclear(t *testing.T) {
	for _, c := range []struct {
		noise         float64
		mayLack, done bool
	}{{0.01, true, true}, {2e-3, true, false}, {4e-3, true, true}, {2e-3, false, true}, {1e-5, true, true}} {
		same := func(i int) float64 { return 100 + 3*math.Sin(float64(i)) }
		p := scripted(same, same)
		for k := range p.members {
			for i := range p.members[k].drawn {
				p.members[k].drawn[i][pilotNoise] = c.noise
			}
		}
		if p.endRound(c.mayLack); !p.found.Agree || p.done != c.done {
			t.Errorf("noise %v, which may be none %v: agree %v, done %v", c.noise, c.mayLack, p.found.Agree, p.done)
		}
	}
}

// A chain that has noise of another order than the other begins again with the noise of the start; chains whose noise
// differs by chance, or that both have next to none, do not.
func TestPilotGoesOnWhereNoiseIsApart(t *testing.T) {
	steady := func(mean float64) func(int) float64 {
		return func(i int) float64 { return mean * (1 + 0.15*math.Sin(float64(i))) }
	}
	for _, c := range []struct {
		name string
		a, b func(int) float64
		low  []int
	}{
		{"the same", steady(0.08), steady(0.08), nil},
		{"twice as much", steady(0.04), steady(0.08), nil},
		{"of another order", steady(0.08), steady(3e-4), []int{1}},
		{"of another order, the first", steady(3e-4), steady(0.08), []int{0}},
		{"of another order, but seldom", steady(0.01), func(i int) float64 {
			return map[bool]float64{true: 0.1,
				false: 1e-3}[i%5 == 0]
		}, nil},
		{"next to none", steady(2e-4), steady(2e-5), nil},
	} {
		same := func(i int) float64 { return 100 + 3*math.Sin(float64(i)) }
		p := scripted(same, same)
		for i := range p.members[0].drawn {
			p.members[0].drawn[i][pilotNoise], p.members[1].drawn[i][pilotNoise] = c.a(i), c.b(i)
		}
		if low := p.noisesApart(); !slices.Equal(low, c.low) {
			t.Errorf("%s: chains %v have noise of another order, want %v", c.name, low, c.low)
		}
		p.mixed = &inference.Dataset{}
		if low := p.noisesApart(); low != nil {
			t.Errorf("%s: chains %v that draw Σ too", c.name, low)
		}
	}
}

// A chain that lost its noise begins again with it, holds it for a while, and keeps no draw from before; the other
// goes on.
func TestPilotRaisesNoise(t *testing.T) {
	p := pilotOf(t, bushyData(60, 4, 2, 0.2, 3))
	for i := range p.members {
		for !p.advanceChain(i) {
		}
	}
	start, lost := firstNoise*posterior.NewProblem(bushyData(60, 4, 2, 0.2, 3).X).MeanVar, &p.members[1]
	for i := range lost.drawn {
		lost.drawn[i][pilotNoise] = 1e-3 * p.members[0].drawn[i][pilotNoise]
	}
	sweeps := p.sweeps
	p.endRound(false)
	if want := map[bool]int{true: sweeps, false: 2 * sweeps}[p.found.Agree]; p.done || p.sweeps != want ||
		len(p.members[0].drawn) != sweeps || len(lost.drawn) != 0 {
		t.Fatalf("done %v, %d of %d sweeps, %d and %d drawn", p.done, p.sweeps, want, len(p.members[0].drawn),
			len(lost.drawn))
	}
	for !p.advanceChain(1) {
	}
	for i, x := range lost.drawn {
		if (x[pilotNoise] == start) != (i < lost.hold) {
			t.Errorf("noise %v in sweep %d of %d held, it begins at %v", x[pilotNoise], i, lost.hold, start)
		}
	}
	if lost.hold < 3 || len(lost.draws) != p.draws {
		t.Errorf("%d sweeps are held, %d draws kept", lost.hold, len(lost.draws))
	}
}

// pilotOf returns the pilot of a fit to data with σ² fixed, with which the noise would move, at its beginning.
func pilotOf(t *testing.T, data *inference.Dataset) *pilot {
	t.Helper()
	settings := byDefault(Model{})
	if err := settings.Fix("sigma2", true); err != nil {
		t.Fatal(err)
	}
	st, err := Model{}.New(data, settings, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	f := st.(*fit)
	for f.pilot == nil {
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return f.pilot
}

// priorTable draws a table without noise from the prior at (1, 0.2).
func priorTable(n, d int, seed uint64) *inference.Dataset {
	rng := rand.New(rand.NewPCG(seed, 82))
	return pydttest.DatasetOf(posterior.SamplePrior(n, d, make([]string, n),
		posterior.Hyper{Prior: pitmanyor.NewPrior(1, 0.2, n), C: 1, Sigma2: 1}, rng).X)
}

// Rows without noise are fitted without, unless two are equal, a cell is missing, or the user fixes some; rows with
// noise keep it. The fit goes on to the same bits after it was saved.
func TestFitOfRowsWithoutNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("five fits")
	}
	x := priorTable(100, 5, 1).X
	clean := pydttest.DatasetOf(x)
	f, _ := runFit(t, Model{}, clean, nil, 1, 20, 2)
	if f.learned.Noise != 0 || math.IsInf(f.current.Objective, 0) || math.IsNaN(f.current.Objective) {
		t.Errorf("noise %v of rows without noise, objective %v", f.learned.Noise, f.current.Objective)
	}
	for _, s := range f.Snapshot().Scalars {
		if s.Name == "noise" && (s.Mean != 0 || s.StandardDeviation != 0) {
			t.Errorf("the noise is said to be %v ± %v", s.Mean, s.StandardDeviation)
		}
	}
	state, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Model{}.New(clean, byDefault(Model{}), inference.Streams{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	g := again.(*fit)
	if err := g.UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*fit{f, g} {
		for s.iteration < 40 {
			if _, err := s.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if f.current.Objective != g.current.Objective {
		t.Errorf("objective %v, after saving %v", f.current.Objective, g.current.Objective)
	}

	rng := rand.New(rand.NewPCG(2, 82))
	noisy, equal, holes := mat.DenseCopyOf(x), mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	noisy.Apply(func(_, _ int, v float64) float64 { return v + 0.1*rng.NormFloat64() }, noisy)
	equal.SetRow(1, equal.RawRowView(0))
	holes.Set(3, 2, math.NaN())
	for name, table := range map[string]*mat.Dense{"with noise": noisy, "with equal rows": equal,
		"with a missing cell": holes} {
		if f, _ := runFit(t, Model{}, pydttest.DatasetOf(table), nil, 1, 0, 2); !(f.learned.Noise > 0) {
			t.Errorf("%s: noise %v", name, f.learned.Noise)
		}
	}
	s := byDefault(Model{})
	if err := s.Set("noise", "0.01"); err != nil {
		t.Fatal(err)
	}
	if err := s.Fix("noise", true); err != nil {
		t.Fatal(err)
	}
	if f, _ := runSettings(t, Model{}, clean, s, 1, 0, 2); f.learned.Noise != 0.01 {
		t.Errorf("noise %v, fixed at 0.01", f.learned.Noise)
	}
}

// Hidden rows that all but equal another are predicted: the little noise that the prior leaves cost 11 nats of one
// row here, half a nat a row and more. Short as it is, the pilot still finds noise in a fifth of all fits of this
// table.
func TestHeldOutRowNearAnother(t *testing.T) {
	if testing.Short() {
		t.Skip("five fits of 200 rows")
	}
	var got []float64
	for seed := range uint64(5) {
		got = append(got, heldOutOf(t, Model{}, 1, 0.2, nil, 3, seed))
	}
	slices.Sort(got)
	t.Logf("%.3f nats a point against the generating tree", got)
	if !(got[2] >= -0.5) {
		t.Errorf("in three of five fits %.3f nats a point and more below the generating tree", -got[2])
	}
}

// Without noise the rows of a draw keep the covariance that they had, σ² times the time they share, and noise on the
// diagonal, also where branch points are too late for numbers to tell them from the leaves.
func TestWithoutNoiseKeepsTheCovariance(t *testing.T) {
	d := sampler.Draw{Top: 7, Parent: []int32{5, 5, 8, 6, 7, 8, 7, -1, 6}, Ell: []float64{800, 2, 0.5, 751}, Sigma2: 1.7,
		Noise: 1e-3, C: 1, Theta: 1, Alpha: 0.2}
	if err := d.Restore([]string{"a", "b", "c", "d", "e"}); err != nil {
		t.Fatal(err)
	}
	covariance := func(d *sampler.Draw) (out [25]float64) {
		for i := range 5 {
			for j := range 5 {
				if out[5*i+j] = d.Sigma2 + d.Noise; i != j {
					out[5*i+j] = d.Sigma2 * d.Tree().SharedTime(i, j)
				}
			}
		}
		return out
	}
	want := covariance(&d)
	l := learning{Noise: pitmanyor.Moment{Mean: 1e-3}, Draws: []sampler.Draw{d}}.withoutNoise()
	got := &l.Draws[0]
	if err := got.Restore(d.Tree().Names); err != nil {
		t.Fatal(err)
	}
	for i, v := range covariance(got) {
		inferencetest.Close(t, "covariance", v, want[i], 1e-14)
	}
	if got.Noise != 0 || l.Noise != (pitmanyor.Moment{}) {
		t.Errorf("noise %v, %v", got.Noise, l.Noise)
	}
	p := posterior.NewProblem(mat.NewDense(5, 2, []float64{1, 0, -1, 2, 0.3, 0.4, 0.5, -1, -0.7, 0.1}))
	if v := predict.NewPredictor(got.State(p, posterior.NewHyper(p, 1, 1, 1, 0, 0, true, true, true, true,
		true))).LogDensity([]float64{0.1, 0.2}, nil); !(math.Abs(v) < 20) {
		t.Errorf("log density %v", v)
	}
}
