package classtree

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/observation/observationtest"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// A trial is the model of Geweke's test: a table of 5 rows in 3 classes.
type trial struct {
	state *state
	kinds []observationtest.Seen
	rows  *mat.Dense
}

const trialRows, trialClasses = 5, 3

// newTrial draws all from the model; every third cell is missing where there are holes.
func newTrial(kinds []observationtest.Seen, own, holes bool, rng *rand.Rand) *trial {
	var columns []observation.Column
	for _, k := range kinds {
		columns = append(columns, k.Column)
	}
	x := mat.NewDense(trialRows, len(kinds), nil)
	t := &trial{kinds: kinds, rows: x}
	for t.state == nil || !t.state.mover.Grow() {
		h := hyper.Hyper{Prior: pitmanyor.NewPrior(2*(rng.ExpFloat64()+rng.ExpFloat64()),
			rng.Float64()*priors.LargestAlpha,
			trialClasses)}
		h.SetC(rng.ExpFloat64())
		t.state = newState(tableOf(x, columns), trialClasses, own, h, rng)
	}
	s := t.state
	s.drawPrior()
	u := make([]float64, s.t.width)
	for i := range trialRows {
		for j, k := range kinds {
			c := &s.t.columns[j]
			for a := c.low; a < c.high; a++ {
				u[a] = s.location(int(s.z[i]), a) + math.Sqrt(s.noise[s.group[a]])*rng.NormFloat64()
			}
			y := u[c.low]
			if k.Column != nil {
				y = k.See(i, u[c.low:c.high], rng)
			}
			if holes && (i+2*j)%3 == 0 {
				if k.Column != nil {
					k.See(i, make([]float64, c.high-c.low), rng) // no limit of before
				}
				y = math.NaN()
			}
			x.Set(i, j, y)
		}
	}
	s.t = tableOf(x, columns)
	s.visit() // which keeps the distribution
	return t
}

// faulty is a sweep with one thing wrong.
func (s *state) faulty(fault string) {
	if fault == "" {
		s.sweep()
		return
	}
	s.hang()
	if fault == "rows count eight times" {
		for k := range s.k {
			_, variance := s.mover.Leaf(k)
			for a := range variance {
				variance[a] /= 8
			}
		}
		s.mover.Settle()
	}
	for range treeSweeps {
		for !s.mover.Advance(100) {
		}
	}
	s.settle()
	if fault == "intercepts of twice the variance" {
		for a := range s.base {
			s.base[a] *= math.Sqrt2
		}
	}
	s.drawShares()
	switch fault {
	case "even shares":
		for k := range s.share {
			s.share[k] = 1 / float64(s.k)
		}
	case "shares move without the tree":
		for range 4 {
			s.moveEbbs(func(s *state, e *ebb, gain float64, rng *rand.Rand) bool {
				e.log = 0
				return s.settleEbb(e, gain, rng)
			})
		}
	case "shares move against the rows":
		for range 4 {
			s.moveEbbs(func(s *state, e *ebb, gain float64, rng *rand.Rand) bool {
				return s.settleEbb(e, -4*gain, rng)
			})
		}
	case "a quarter of the noise":
		for g := range s.noise {
			s.noise[g] /= 4
		}
		defer func() {
			for g := range s.noise {
				s.noise[g] *= 4
			}
		}()
	}
	s.visit()
}

var trialNames = []string{"log c", "log θ", "α", "branch points", "first time", "Σ log σ²", "Σ log s²", "Σ tanh b",
	"Σ tanh μ", "Σ tanh μ²",
	"Σ π²", "used", "together", "Σ tanh μ·cell", "Σ tanh μ²·cell", "Σ tanh u·cell", "pairs"}

func (t *trial) statistics() []float64 {
	s := t.state
	c, theta, alpha := s.mover.Hyper()
	_, _, ell := s.mover.Drawn()
	first := 0.0
	for _, e := range ell {
		first += math.Exp(-e)
	}
	out := []float64{math.Log(c), math.Log(theta), alpha, s.mover.Points(), first}
	sums := make([]float64, 12)
	for g, v := range s.sigma2 {
		sums[0] += math.Log(v)
		sums[1] += math.Log(s.noise[g])
	}
	for _, b := range s.base {
		sums[2] += math.Tanh(b)
	}
	for k := range s.k {
		for a := range s.t.width {
			m := s.location(k, a)
			sums[3] += math.Tanh(m * float64(1+a%2))
			sums[4] += math.Tanh(m * m / 4)
		}
		sums[5] += s.share[k] * s.share[k]
	}
	sums[6] = float64(s.used())
	if s.z[0] == s.z[1] {
		sums[7] = 1
	}
	value := func(i, j int) float64 {
		if y := t.rows.At(i, j); !math.IsNaN(y) {
			return math.Tanh(y - .9)
		}
		return 0
	}
	for i := range trialRows {
		for j := range t.kinds {
			v := value(i, j)
			sums[11] += v * value((i+1)%trialRows, j)
			for a := s.t.columns[j].low; a < s.t.columns[j].high; a++ {
				m := s.location(int(s.z[i]), a)
				sums[8] += math.Tanh(m) * v
				sums[9] += math.Tanh(m*m) * v
			}
		}
	}
	for k := range s.k {
		for j := range t.kinds {
			for a := s.t.columns[j].low; a < s.t.columns[j].high; a++ {
				if n := s.of(s.seen, k)[a]; n > 0 {
					sums[10] += math.Tanh(s.of(s.sum, k)[a]/n) * value(k, j)
				}
			}
		}
	}
	return append(out, sums...)
}

func checkJoint(t testing.TB, kinds func() []observationtest.Seen, own, holes bool, n int, fault string) float64 {
	rng := rand.New(rand.NewPCG(7, 9))
	return inferencetest.Greatest(inferencetest.Replicates(t, trialNames, func() (before, after []float64) {
		c := newTrial(kinds(), own, holes, rng)
		before = c.statistics()
		for range 2 {
			c.state.faulty(fault)
		}
		return before, c.statistics()
	}, n))
}

func TestGeweke(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 1200
	}
	checkJoint(t, observationtest.EveryKind, false, false, n, "")
	checkJoint(t, observationtest.EveryKind, true, true, n, "")
}

// Chains with one thing wrong are caught.
func TestGewekeFindsFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	few := func() []observationtest.Seen { return observationtest.EveryKind()[:4] } // moves of shares look at every cell
	for _, c := range []struct {
		fault string
		kinds func() []observationtest.Seen
		n     int
	}{
		{"rows count eight times", observationtest.EveryKind, 600},
		{"intercepts of twice the variance", observationtest.EveryKind, 600},
		{"even shares", observationtest.EveryKind, 600},
		{"a quarter of the noise", observationtest.EveryKind, 600},
		{"shares move without the tree", few, 2400},
		{"shares move against the rows", few, 4800},
	} {
		z := checkJoint(&inferencetest.Recorder{TB: t}, c.kinds, false, false, c.n, c.fault)
		if t.Logf("%s: |z| ≤ %.1f", c.fault, z); !(z > 6) {
			t.Errorf("%s: |z| ≤ %.1f", c.fault, z)
		}
	}
}
