package pilot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// drawOf returns a draw of a tree.
func drawOf(t *testing.T, of *tree.Tree) kept.Draw {
	t.Helper()
	d := kept.Draw{Top: int32(of.Top), Ell: append([]float64(nil), of.LogTime[of.Leaves():]...), C: 1, Sigma2: 1, Theta: 1}
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
		k := posterior.RandomPairing(n, rand.New(rand.NewPCG(1, 2)))
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
		l := Learning{Points: pitmanyor.Moment{Mean: points, Deviation: 0.1 * points}, Each: []float64{points, points},
			Draws: []kept.Draw{drawOf(t, c.tree), drawOf(t, c.tree)}}
		got := l.Extended(1000)
		pydttest.Close(t, name+": mean", got.Points.Mean, c.want, 1e-9)
		pydttest.Close(t, name+": deviation", got.Points.Deviation, 0.1*c.want, 1e-9)
		pydttest.Close(t, name+": of each", got.Each[1], c.want, 1e-9)
		if l.Each[1] != points || got.Draws != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	rows := SomeRows(5000, rand.New(rand.NewPCG(3, 4)))
	if len(rows) != Some || !slices.IsSorted(rows) || rows[0] < 0 || rows[len(rows)-1] >= 5000 ||
		len(slices.Compact(slices.Clone(rows))) != Some || rows[Some-1] < 4500 {
		t.Errorf("rows %v", rows)
	}
}

// A draw read from a file is refused where one of its hyperparameters is no number or out of range.
func TestDrawsOutOfRange(t *testing.T) {
	good := func() kept.Draw {
		return kept.Draw{Top: 2, Parent: []int32{2, 2, -1}, Ell: []float64{0.5}, Theta: 1, Alpha: 0.2, C: 1, Sigma2: 1,
			Noise: 0.01}
	}
	d := good()
	if err := d.Restore([]string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(d *kept.Draw, v float64){
		"θ": func(d *kept.Draw, v float64) { d.Theta = v }, "α": func(d *kept.Draw, v float64) { d.Alpha = v },
		"c": func(d *kept.Draw, v float64) { d.C = v }, "σ²": func(d *kept.Draw, v float64) { d.Sigma2 = v },
		"noise": func(d *kept.Draw, v float64) { d.Noise = v },
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
		p := Pilot{members: make([]pilotMember, 2)}
		for k := range p.members {
			for i := range 200 {
				row := [pilotScalars]float64{}
				row[pilotNoise] = c.noise(i)
				p.members[k].drawn = append(p.members[k].drawn, row)
			}
		}
		if got := p.Noiseless(); got != c.want {
			t.Errorf("%s: no noise %v, want %v", c.name, got, c.want)
		}
	}
}

// Without noise the rows of a draw keep the covariance that they had, σ² times the time they share, and noise on the
// diagonal, also where branch points are too late for numbers to tell them from the leaves.
func TestWithoutNoiseKeepsTheCovariance(t *testing.T) {
	d := kept.Draw{Top: 7, Parent: []int32{5, 5, 8, 6, 7, 8, 7, -1, 6}, Ell: []float64{800, 2, 0.5, 751}, Sigma2: 1.7,
		Noise: 1e-3, C: 1, Theta: 1, Alpha: 0.2}
	if err := d.Restore([]string{"a", "b", "c", "d", "e"}); err != nil {
		t.Fatal(err)
	}
	covariance := func(d *kept.Draw) (out [25]float64) {
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
	l := Learning{Noise: pitmanyor.Moment{Mean: 1e-3}, Draws: []kept.Draw{d}}.WithoutNoise()
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
	p := problem.New(mat.NewDense(5, 2, []float64{1, 0, -1, 2, 0.3, 0.4, 0.5, -1, -0.7, 0.1}))
	if v := predict.NewPredictor(got.State(p, hyper.New(p, 1, 1, 1, 0, 0, true, true, true, true,
		true))).LogDensity([]float64{0.1, 0.2}, nil); !(math.Abs(v) < 20) {
		t.Errorf("log density %v", v)
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
		if p.EndRound(c.mayLack); !p.Found.Agree || p.Done != c.done {
			t.Errorf("noise %v, which may be none %v: agree %v, done %v", c.noise, c.mayLack, p.Found.Agree, p.Done)
		}
	}
}

// scripted returns a pilot whose chains have drawn the given numbers of branch points.
func scripted(a, b func(i int) float64) *Pilot {
	p := &Pilot{sweeps: pilotSweeps, rounds: pilotRounds, draws: EachDraws, members: make([]pilotMember, 2)}
	for len(p.members[0].drawn) < p.sweeps {
		for k, f := range []func(int) float64{a, b} {
			var row [pilotScalars]float64
			row[pilotPoints], row[pilotC], row[pilotNoise] = f(len(p.members[k].drawn)), 1, 0.1
			p.members[k].drawn = append(p.members[k].drawn, row)
		}
	}
	return p
}

// Two chains agree within twice the deviation of the difference of two draws, or within a share of the lesser mean.
func TestAgree(t *testing.T) {
	for _, c := range []struct {
		a, b  pitmanyor.Moment
		share float64
		want  bool
	}{
		{pitmanyor.Moment{Mean: 10, Deviation: 3}, pitmanyor.Moment{Mean: 19, Deviation: 4}, 0, true},
		{pitmanyor.Moment{Mean: 10, Deviation: 3}, pitmanyor.Moment{Mean: 21, Deviation: 4}, 0, false},
		{pitmanyor.Moment{Mean: 21, Deviation: 4}, pitmanyor.Moment{Mean: 10, Deviation: 3}, 0, false},
		{pitmanyor.Moment{Mean: 10, Deviation: 0}, pitmanyor.Moment{Mean: 12, Deviation: 0}, 0.2, true},
		{pitmanyor.Moment{Mean: 10, Deviation: 0}, pitmanyor.Moment{Mean: 12.1, Deviation: 0}, 0.2, false},
		{pitmanyor.Moment{Mean: 10, Deviation: 0}, pitmanyor.Moment{Mean: math.NaN(), Deviation: 0}, 0.2, false},
	} {
		if got := agree(c.a, c.b, c.share); got != c.want {
			t.Errorf("%v and %v, share %v: %v", c.a, c.b, c.share, got)
		}
	}
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
	if p.EndRound(false); !p.Done || !p.Found.Agree || !(math.Abs(p.Found.Points.Mean-100) <= 0.5) ||
		!(math.Abs(p.Found.Points.Deviation-3/math.Sqrt2) <= 0.2) {
		t.Errorf("the same after burn-in: %+v", p.Found)
	}
	for round := range pilotRounds {
		p := scripted(around(4), around(100))
		p.Round = round
		p.EndRound(false)
		if last := round == pilotRounds-1; p.Found.Agree || p.Done != last || (p.sweeps == pilotSweeps) != last ||
			p.sweeps != pilotSweeps && p.sweeps != 2*pilotSweeps {
			t.Errorf("round %d: done %v, %d sweeps, %+v", round, p.Done, p.sweeps, p.Found)
		}
		// Between the chains there are 96 branch points, so that all together deviate by 48.
		if !(math.Abs(p.Found.Points.Mean-52) <= 0.5) ||
			!(math.Abs(p.Found.Points.Deviation-math.Hypot(48, 3/math.Sqrt2)) <= 0.2) {
			t.Errorf("pooled: %+v", p.Found.Points)
		}
		if e := p.Found.Each; len(e) != 2 || !(math.Abs(e[0]-4) <= 0.5) || !(math.Abs(e[1]-100) <= 0.5) {
			t.Errorf("each: %v", e)
		}
	}
}

// A chain that lost its noise begins again with it, holds it for a while, and keeps no draw from before; the other
// goes on.
func TestPilotRaisesNoise(t *testing.T) {
	p := pilotOf(t, pydttest.BushyData(60, 4, 2, 0.2, 3))
	for i := range p.members {
		for !p.AdvanceChain(i) {
		}
	}
	start, lost := firstNoise*problem.New(pydttest.BushyData(60, 4, 2, 0.2, 3).X).MeanVar, &p.members[1]
	for i := range lost.drawn {
		lost.drawn[i][pilotNoise] = 1e-3 * p.members[0].drawn[i][pilotNoise]
	}
	sweeps := p.sweeps
	p.EndRound(false)
	if want := map[bool]int{true: sweeps, false: 2 * sweeps}[p.Found.Agree]; p.Done || p.sweeps != want ||
		len(p.members[0].drawn) != sweeps || len(lost.drawn) != 0 {
		t.Fatalf("done %v, %d of %d sweeps, %d and %d drawn", p.Done, p.sweeps, want, len(p.members[0].drawn),
			len(lost.drawn))
	}
	for !p.AdvanceChain(1) {
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

// pilotOf returns a pilot of a table with σ² fixed, with which the noise would move, at its beginning.
func pilotOf(t *testing.T, data *inference.Dataset) *Pilot {
	t.Helper()
	p := problem.New(data.X)
	h := hyper.Given{Sigma2: 1, C: 1, Theta: 1, Alpha: 0.2, FixSigma2: true}.Hyper(p)
	k := posterior.RandomPairing(p.N, rand.New(rand.NewPCG(1, 52)))
	return New(data, p, h, []*posterior.Sketch{k, k}, []hyper.Hyper{h, h}, nil,
		func(i int) *rand.PCG { return rand.NewPCG(uint64(i), 53) })
}
