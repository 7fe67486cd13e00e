package lineargaussian

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

// signed returns the model of Geweke's test with zeros and ones, with one thing wrong; "" for nothing.
func signed(seed uint64, fault string) *joint {
	j := newJoint(hyper{beta: 1.6}, true, rand.New(rand.NewPCG(seed, 7)))
	j.signed()
	switch fault {
	case "sides":
		j.drawn = func() { // half of the latent numbers lose their sign
			for _, row := range j.state.x {
				for c := range row {
					row[c] *= float64(2*j.rng.IntN(2) - 1)
				}
			}
		}
	case "offset":
		j.drawn = func() {
			for _, row := range j.state.x {
				row[1] += 0.3
			}
		}
	}
	return j
}

func signedReplicate(seed uint64, fault string) func() (before, after []float64) {
	j := signed(seed, fault)
	return func() (before, after []float64) {
		before = j.Draw()
		for range 3 {
			after = j.Move()
		}
		return before, after
	}
}

func TestGewekeOfZerosAndOnes(t *testing.T) {
	t.Parallel()
	inferencetest.Replicates(t, jointNames, signedReplicate(3, ""), 8_000)
}

func TestGewekeOfZerosAndOnesFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, fault := range []string{"sides", "offset"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			r := &inferencetest.Recorder{TB: t}
			scores := inferencetest.Replicates(r, jointNames, signedReplicate(4, fault), 5_000)
			t.Logf("fault %s: |z| = %.1f", fault, inferencetest.Greatest(scores))
			if len(r.Failures) == 0 {
				t.Errorf("the fault %q passes", fault)
			}
		})
	}
}

// The log probability of zeros and ones, from the definition of Φ.
func TestLogSigns(t *testing.T) {
	s := signed(5, "").state
	want := 0.0
	for i := range s.x {
		for c, sign := range s.latent.signs[i] {
			m := s.latent.offset[c]
			for k, owners := range s.z {
				if owners[i] {
					m += s.values[k][c]
				}
			}
			if sign != 0 {
				want += math.Log(0.5 * math.Erfc(-float64(sign)*m/math.Sqrt2))
			}
		}
	}
	inferencetest.Close(t, "log probability", s.logSigns(), want, 1e-12)
}

// traits draws 60 rows of two features, of 8 columns each, and 4 columns of nothing; some cells are hidden.
func traits(rng *rand.Rand) (x *mat.Dense, hidden []inference.Cell, values []float64) {
	x = mat.NewDense(60, 20, nil)
	for i := range 60 {
		a, b := rng.IntN(2) == 1, rng.IntN(2) == 1
		for j := range 20 {
			p := 0.5
			if j < 16 {
				if p = 0.1; j < 8 && a || j >= 8 && b {
					p = 0.9
				}
			}
			if rng.Float64() < p {
				x.Set(i, j, 1)
			}
			if rng.IntN(10) == 0 {
				hidden, values = append(hidden, inference.Cell{Row: i, Column: j}), append(values, x.At(i, j))
			}
		}
	}
	for _, c := range hidden {
		x.Set(c.Row, c.Column, math.NaN())
	}
	return x, hidden, values
}

// Two planted features are found in zeros and ones, hidden cells are predicted by probabilities, and a chain that is
// saved goes on to the same bits.
func TestProbitFindsFeatures(t *testing.T) {
	x, hidden, values := traits(rand.New(rand.NewPCG(0, 34)))
	begin := func() *sampler {
		return newSampler(x, Model{}.Info().Defaults(), inference.Streams{})
	}
	run := func(c *sampler, until int) {
		for c.iteration < until {
			if _, err := c.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := begin()
	run(c, 60)
	state, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	other := begin()
	if err := other.UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	run(c, 120)
	run(other, 120)
	if a, b := c.scalars[0], other.scalars[0]; a != b {
		t.Errorf("the log joint is %v, %v after saving", a, b)
	}
	after := c.kept.after(c.iteration)
	counts := map[int]int{}
	for _, d := range after {
		counts[len(d.IDs)]++
		if d.Noise != 1 {
			t.Fatalf("the noise of probit is %v", d.Noise)
		}
	}
	if 2*counts[2] < len(after) {
		t.Errorf("draws by number of features: %v", counts)
	}
	logs, mean, err := c.LogCells(hidden, values)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, v := range logs {
		p := mean[i]
		if values[i] == 0 {
			p = 1 - p
		}
		if !(math.Abs(math.Exp(v)-p) <= 1e-9) || !(p > 0 && p < 1) {
			t.Fatalf("the probability of cell %d is %v and %v", i, math.Exp(v), p)
		}
		sum += v / float64(len(logs))
	}
	// a coin for each cell would have −0.69, and who knows the features −0.40
	if sum < -0.5 {
		t.Errorf("%.3f nats a hidden cell", sum)
	}
}

// What probit cannot take is refused with what to do, and what auto decides is said.
func TestProbitRefuses(t *testing.T) {
	s := Model{}.Info().Defaults()
	if err := s.Set("observation", probit); err != nil {
		t.Fatal(err)
	}
	numbers := &inference.Dataset{X: mat.NewDense(3, 1, []float64{0, 1, 2}),
		Rows: make([]string, 3), Columns: []string{"a"}}
	if _, err := (Model{}).Check(numbers, s); err == nil || !strings.Contains(err.Error(), gaussian) {
		t.Errorf("numbers under probit: %v", err)
	}
	if _, err := (Model{}).New(numbers, s, inference.Streams{}, 1); err == nil {
		t.Error("a chain begins with numbers under probit")
	}
	ones := &inference.Dataset{X: mat.NewDense(3, 1, []float64{0, 1, 1}), Rows: make([]string, 3), Columns: []string{"a"}}
	auto := Model{}.Info().Defaults()
	for data, want := range map[*inference.Dataset]string{numbers: gaussian, ones: probit} {
		if got := (Model{}).Decide(data, auto)["observation"]; got != want {
			t.Errorf("auto decides %q, want %q", got, want)
		}
	}
	if err := s.Set("noise", "2"); err != nil {
		t.Fatal(err)
	}
	if _, err := (Model{}).Check(ones, s); err == nil {
		t.Error("a noise of 2 under probit is accepted")
	}
}

// A sample under probit has zeros and ones.
func TestProbitSample(t *testing.T) {
	s := Model{}.Info().Defaults()
	if err := s.Set("observation", probit); err != nil {
		t.Fatal(err)
	}
	draw, err := Model{}.Sample(40, 5, s, rand.New(rand.NewPCG(2, 2)))
	if err != nil {
		t.Fatal(err)
	}
	ones := 0.0
	for i := range 40 {
		for _, v := range draw.X.RawRowView(i) {
			if v != 0 && v != 1 {
				t.Fatalf("a cell holds %v", v)
			}
			ones += v
		}
	}
	if ones == 0 || ones == 200 {
		t.Errorf("%v ones", ones)
	}
}
