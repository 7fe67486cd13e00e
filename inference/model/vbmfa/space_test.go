package vbmfa

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	found "example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// repeated draws n rows of three groups in p columns that are sums of a few common directions and nearly repeat each
// other.
func repeated(n, p int, rng *rand.Rand) (*mat.Dense, []int) {
	const directions = 5
	x, labels := mat.NewDense(n, p, nil), make([]int, n)
	load := make([]float64, directions*p)
	for i := range load {
		load[i] = rng.NormFloat64()
	}
	for i := range n {
		labels[i] = i % 3
		row := x.RawRowView(i)
		for a := range directions {
			score := rng.NormFloat64()
			if a < 2 { // the groups lie at the corners of a triangle
				score += seven * []float64{0, float64(1 - a), float64(a)}[labels[i]]
			}
			for j := range row {
				row[j] += score * load[a*p+j]
			}
		}
		for j := range row {
			row[j] += 0.01 * rng.NormFloat64()
		}
	}
	return standardised(x), labels
}

// Groups in columns that repeat each other are found by the scores of principal components, which auto chooses.
func TestGroupsInScores(t *testing.T) {
	for seed := range uint64(3) {
		x, labels := repeated(90, 20, rand.New(rand.NewPCG(seed, 2)))
		f := completeRun(t, Model{}, x, seed, nil)
		if f.components == nil {
			t.Fatal("auto chose columns")
		}
		if got := index(partition.LabelsOf(f.Snapshot()), labels); got < 0.95 {
			t.Errorf("seed %d: adjusted Rand index %.2f", seed, got)
		}
		if of, count := found.Of(f.Snapshot()).Groups(); of == nil || count != 3 {
			t.Errorf("seed %d: %d groups", seed, count)
		}
	}
}

// What auto chooses, by the size of the table and by what its columns hold.
func TestSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		n, d, twos int
		want       string
	}{{75, 15, 0, ofColumns}, {74, 15, 0, ofComponents}, {239, 16, 0, ofComponents}, {240, 16, 0, ofColumns},
		{30, 20, 10, ofColumns}, {30, 20, 9, ofComponents}} {
		x := normal(c.n, c.d, rng)
		for i := range c.n {
			for j := range c.twos {
				x.Set(i, j, float64(rng.IntN(2)))
			}
		}
		if got := (Model{}).Decide(dataset(x), Model{}.Info().Defaults())["space"]; got != c.want {
			t.Errorf("%d × %d, %d of two values: %s, want %s", c.n, c.d, c.twos, got, c.want)
		}
	}
}

// The density of a row in the columns of the table is that of the published mixture, worked out by whole covariances,
// with and without missing cells.
func TestDensityOfScores(t *testing.T) {
	x, _ := repeated(60, 12, rand.New(rand.NewPCG(4, 2)))
	x.Set(3, 4, math.NaN())
	f := completeRun(t, Model{}, x, 1, map[string]string{"space": ofComponents})
	m := found.Of(f.Snapshot())
	_, d := x.Dims()
	row := slices.Clone(x.RawRowView(7))
	gaps := slices.Clone(row)
	gaps[0], gaps[5] = math.NaN(), math.NaN()
	for _, y := range [][]float64{row, gaps} {
		var seen []int
		for j, v := range y {
			if !math.IsNaN(v) {
				seen = append(seen, j)
			}
		}
		weights, total := f.settled().counts()
		want := 0.0
		for k, c := range m.Components {
			whole := c.Covariance(m.NoiseOf(c))
			mean, at, part := make([]float64, len(seen)), make([]float64, len(seen)), mat.NewSymDense(len(seen), nil)
			for a, i := range seen {
				mean[a], at[a] = c.Mean[i], y[i]
				for b, j := range seen {
					part.SetSym(a, b, whole.At(i, j))
				}
			}
			normal, ok := distmv.NewNormal(mean, part, nil)
			if !ok {
				t.Fatal("a covariance is not positive definite")
			}
			want += weights[k] / total * normal.Prob(at)
		}
		got, err := f.LogDensity(t.Context(), mat.NewDense(1, d, y))
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Close(t, "log density", got[0], math.Log(want), 1e-6)
	}
	if _, err := f.EvidenceSampler(inference.EvidenceOptions{}); err == nil ||
		!strings.Contains(err.Error(), "set space to columns") {
		t.Errorf("evidence of scores: %v", err)
	}
	s := Model{}.Info().Defaults()
	for name, v := range map[string]string{"space": ofComponents, "predictive": "bound"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (Model{}).Check(dataset(x), s); err == nil || !strings.Contains(err.Error(), "set space to columns") {
		t.Errorf("densities by the bound: %v", err)
	}
}

// A run that clusters scores goes on to the same bits from any state, also from one saved while the components are
// counted.
func TestSavedScores(t *testing.T) {
	x, _ := repeated(60, 20, rand.New(rand.NewPCG(6, 2)))
	begin := func() *fit {
		st, err := Model{}.New(dataset(x), Model{}.Info().Defaults(), inference.Streams{Seed: 4}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return st.(*fit)
	}
	finish := func(f *fit, cycles int) {
		for !f.ended() && f.cycles < cycles {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	whole := begin()
	finish(whole, math.MaxInt)
	for _, cycles := range []int{0, 1, 9, 40} {
		f, g := begin(), begin()
		finish(f, cycles)
		state, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		finish(g, math.MaxInt)
		if g.search.Kept != whole.search.Kept || !slices.Equal(g.Ends, whole.Ends) || g.cycles != whole.cycles {
			t.Errorf("saved after %d cycles: %v, %v in one go", cycles, g.Ends, whole.Ends)
		}
	}
}

// A state of the second layout clusters in the columns of the table, whatever auto would choose now.
func TestSecondLayout(t *testing.T) {
	x, _ := repeated(40, 10, rand.New(rand.NewPCG(3, 2)))
	begin := func(space string) *fit {
		s := Model{}.Info().Defaults()
		if err := s.Set("space", space); err != nil {
			t.Fatal(err)
		}
		st, err := Model{}.New(dataset(x), s, inference.Streams{Seed: 4}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return st.(*fit)
	}
	finish := func(f *fit, cycles int) {
		for !f.ended() && f.cycles < cycles {
			if _, err := f.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, g := begin(ofColumns), begin("auto")
	finish(f, 7)
	generator, err := f.source.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	old, err := saved.Seal("vbmfa", 2, struct {
		Search       *search
		Generator    []byte
		Pictures     map[int]*found.Mixture
		Phase        string
		Best         *search
		BestPictures map[int]*found.Mixture
		Ends         []end
		From         int
		Cycles       int
		Reported     []float64
	}{f.search, generator, f.pictures, f.phase, f.best, f.bestPictures, f.Ends, f.From, f.cycles, f.reported})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.UnmarshalBinary(old); err != nil {
		t.Fatal(err)
	}
	finish(f, math.MaxInt)
	finish(g, math.MaxInt)
	if g.components != nil || g.search.Kept != f.search.Kept {
		t.Errorf("it ends at %v, %v without the stop", g.search.Kept, f.search.Kept)
	}
}
