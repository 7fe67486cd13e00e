package classtree

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/priors"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/pitmanyor"

	"gonum.org/v1/gonum/mat"
)

// drawPrior draws all but the tree and the cells from the prior: the locations given the tree.
func (s *state) drawPrior() {
	for g := range s.sigma2 {
		s.sigma2[g] = s.inverse(diffusionShape, diffusionRate)
		if s.scaled[g] {
			s.noise[g] = s.inverse(noiseShape, noiseRate)
		}
	}
	for j := range s.t.columns {
		c := &s.t.columns[j]
		for a := c.low; a < c.high; a++ {
			s.base[a] = math.Sqrt(c.intercept()) * s.rng.NormFloat64()
		}
	}
	s.forget()
	s.hang()
	s.mover.Locations(s.x, make([]float64, s.t.width))
	total := 0.0
	for k := range s.share {
		s.share[k] = special.GammaDraw(s.rng, s.alpha/float64(s.k))
		total += s.share[k]
	}
	for k := range s.share {
		s.share[k] = max(s.share[k]/total, 1e-300)
	}
	for i := range s.z {
		u, k := s.rng.Float64(), 0
		for ; k < s.k-1; k++ {
			if u -= s.share[k]; u < 0 {
				break
			}
		}
		s.z[i] = int32(k)
	}
}

// sweep is an iteration of a chain, in one piece.
func (s *state) sweep() {
	s.hang()
	for range treeSweeps {
		for !s.mover.Advance(100) {
		}
	}
	s.settle()
	s.drawShares()
	s.moveEbbs((*state).settleEbb)
	s.visit()
}

// moveEbbs makes the proposals of a sweep; settle decides on each.
func (s *state) moveEbbs(settle func(s *state, e *ebb, gain float64, rng *rand.Rand) bool) {
	now, then := make([]float64, s.t.n), make([]float64, s.t.n)
	s.look().total(0, s.t.n, now)
	for range ebbs {
		e := s.propose(s.rng)
		if settle(s, e, e.weigh(0, s.t.n, now, then), s.rng) {
			now, then = then, now
		}
	}
}

// visit draws classes and latent numbers of all rows.
func (s *state) visit() {
	look, tally := s.look(), newTally(s.t, s.k)
	s.forget()
	look.visit(0, s.t.n, s.z, s.rng, tally)
	s.add(tally)
}

// A joint is the model of Geweke's test: a table of 5 rows, two columns of numbers and two of yes/no, in 3 classes.
type joint struct {
	state    *state
	rng      *rand.Rand
	settings inference.Settings
}

var _ inference.Jointly = Model{}

const jointRows, jointClasses = 5, 3

// jointColumns are the columns of its table.
var jointColumns = []observation.Column{nil, nil, observation.YesNo{}, observation.YesNo{}}

// Joint implements inference.Jointly on a table of 5 rows and 4 columns, in 3 classes.
func (Model) Joint(s inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	j := &joint{rng: rng, settings: s}
	j.Draw()
	return j, nil
}

// Draw implements inference.Joint.
func (j *joint) Draw() []float64 {
	x := mat.NewDense(jointRows, len(jointColumns), nil)
	for j.state = nil; j.state == nil || !j.state.mover.Grow(); {
		h := hyperOf(j.settings, jointClasses)
		theta, alpha := h.Prior.Theta, h.Prior.Alpha
		if !h.FixC {
			h.SetC(j.rng.ExpFloat64())
		}
		if !h.FixTheta {
			theta = special.GammaDraw(j.rng, priors.Theta.Shape) / priors.Theta.Rate
		}
		if !h.FixAlpha {
			alpha = priors.LargestAlpha * j.rng.Float64()
		}
		h.Prior = pitmanyor.NewPrior(theta, alpha, jointClasses)
		j.state = newState(tableOf(x, jointColumns), jointClasses, j.settings.Text("scales") == scalesOwn, h, j.rng)
		j.state.alpha = j.settings.Real("concentration")
	}
	j.state.drawPrior()
	j.drawCells()
	return j.statistics()
}

// Move implements inference.Joint.
func (j *joint) Move() []float64 {
	j.state.sweep()
	j.drawCells()
	return j.statistics()
}

// drawCells draws the table given the classes, and the latent numbers of the state with it.
func (j *joint) drawCells() {
	s, x := j.state, mat.NewDense(jointRows, len(jointColumns), nil)
	s.forget()
	for i := range jointRows {
		class := int(s.z[i])
		seen, sum, square := s.of(s.seen, class), s.of(s.sum, class), s.of(s.square, class)
		for a, is := range jointColumns {
			u := s.location(class, a) + math.Sqrt(s.noise[s.group[a]])*s.rng.NormFloat64()
			seen[a]++
			sum[a] += u
			square[a] += u * u
			if x.Set(i, a, u); is != nil {
				x.Set(i, a, 0)
				if u > 0 {
					x.Set(i, a, 1)
				}
			}
		}
	}
	s.t = tableOf(x, jointColumns)
}

// Names implements inference.Joint.
func (*joint) Names() []string {
	return []string{"log c", "log θ", "α", "branch points", "log σ²", "log s²", "b", "μ", "μ²", "π²", "classes used",
		"ones", "numbers",
		"numbers beside ones"}
}

func (j *joint) statistics() []float64 {
	s := j.state
	c, theta, alpha := s.mover.Hyper()
	var sigma, noise, base, mu, square, shares, ones, numbers, beside float64
	for g, v := range s.sigma2 {
		sigma += math.Log(v)
		noise += math.Log(s.noise[g])
	}
	for k := range s.k {
		for a := range s.t.width {
			m := s.location(k, a)
			mu += math.Tanh(m)
			square += math.Tanh(m * m / 4)
		}
		shares += s.share[k] * s.share[k]
	}
	for _, b := range s.base {
		base += math.Tanh(b)
	}
	for i := range s.t.n {
		row := s.t.x.RawRowView(i)
		ones += row[2] * (1 + row[3])
		numbers += math.Tanh(row[0] * row[1])
		beside += math.Tanh(row[0]) * row[2]
	}
	return []float64{math.Log(c), math.Log(theta), alpha, s.mover.Points(), sigma, noise, base, mu, square, shares,
		float64(s.used()), ones, numbers, beside}
}
