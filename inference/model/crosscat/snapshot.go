package crosscat

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/process/crp"

	"gonum.org/v1/gonum/mat"
)

// shown holds results that Snapshot keeps for its next call.
type shown struct {
	columns partition.Tally
	cells   map[int][]float64 // of draws by iteration: the probabilities of the cells
}

// mostShown is the greatest number of draws that show the clusters of rows.
const mostShown = 40

// Snapshot implements inference.Stepper. Views and clusters are those of the least variation of information over
// the kept draws, see [partition.NewViews].
func (c *sampler) Snapshot() *inference.Snapshot {
	s, now := c.Chain.Snapshot()
	if len(now) == 0 {
		return s
	}
	at, of := make([]int, len(now)), make([][]int, len(now))
	for t, d := range now {
		at[t], of[t] = d.Iteration, d.Of
	}
	var draws []partition.ViewDraw
	for _, d := range inference.Spaced(now, mostShown) {
		draws = append(draws, d.view())
	}
	v := partition.NewViews(c.shown.columns.Drawn("views", at, of, 1), draws)
	if c.state.t.d <= partition.MostTogether {
		v.Dependence = partition.DependenceOf(c.state.t.d, dependent(now))
	}
	v.Prior, v.Surprise = c.prior(), c.surprise(now)
	s.Parts = []inference.Part{v}
	s.Scalars = append(s.Scalars,
		inference.ScalarOf("views", now, func(d *draw) float64 { return float64(len(d.Rows)) }),
		inference.ScalarOf("concentration", now, func(d *draw) float64 { return d.Alpha }))
	return s
}

// Present implements inference.Presenter.
func (c *sampler) Present() []inference.Part {
	if c.Iteration < 0 {
		return nil
	}
	now := c.Now.view()
	return []inference.Part{partition.StateOfViews(now.Of, now.Rows)}
}

// view returns the labels of a draw.
func (d *draw) view() partition.ViewDraw {
	v := partition.ViewDraw{Of: d.Of}
	for _, z := range d.Rows {
		v.Rows = append(v.Rows, z)
	}
	return v
}

// dependenceWork is how many pairs of columns are counted for a snapshot.
const dependenceWork = 20_000_000

// dependent returns the draws by which dependence is told.
func dependent(now []*draw) (draws []partition.ViewDraw) {
	d := len(now[0].Of)
	for _, one := range inference.Spaced(now, max(mostShown, dependenceWork/(d*d))) {
		draws = append(draws, one.view())
	}
	return draws
}

// prior is the probability that two columns share a view of at least two clusters before the data are seen: of the
// first, 1/(1+α), and of the second, 1 − Γ(N)Γ(1+β)/Γ(N+β), each averaged over the prior of the concentration where
// that is learnt.
func (c *sampler) prior() float64 {
	s := c.state
	share := average(s.fixedAlpha, s.alpha, s.t.d, func(a float64) float64 { return 1 / (1 + a) })
	n := float64(s.t.n)
	one := average(s.fixedBeta, s.beta, s.t.n, func(b float64) float64 {
		return math.Exp(special.LogGamma(n) + special.LogGamma(1+b) - special.LogGamma(n+b))
	})
	return min(max(share*(1-one), 0), 1)
}

// average returns f of a concentration that is held or, of one that is learnt for n items, its mean over the prior,
// by the trapezoidal rule in the logarithm.
func average(fixed bool, value float64, n int, f func(x float64) float64) (sum float64) {
	if fixed {
		return f(value)
	}
	r := crp.ConcentrationRate(n)
	const step = 1.0 / 16
	for x := -30.0; x < 8; x += step {
		a := math.Exp(x)
		sum += step * a * r * math.Exp(-r*a) * f(a)
	}
	return sum
}

// surpriseWork is how many cells are scored for a snapshot, once for each draw, and mostSurprising how many draws
// tell.
const (
	surpriseWork   = 400_000
	mostSurprising = 25
)

// surprise returns −ln of the mean over draws of the probability of each cell given all others, NaN for blanks; nil
// where there are too many cells. Densities are those in units of the column.
func (c *sampler) surprise(now []*draw) *mat.Dense {
	t := c.state.t
	if t.n*t.d > partition.MostSurprise {
		return nil
	}
	kept := map[int][]float64{}
	sum := make([]float64, t.n*t.d)
	some := inference.Spaced(now, min(mostSurprising, max(1, surpriseWork/(t.n*t.d))))
	for _, d := range some {
		p, ok := c.shown.cells[d.Iteration]
		if !ok {
			p = c.stateOf(d).cells()
		}
		kept[d.Iteration] = p
		for k, v := range p {
			sum[k] += v / float64(len(some))
		}
	}
	c.shown.cells = kept
	for k, p := range sum {
		sum[k] = min(-math.Log(p), math.MaxFloat64)
	}
	return mat.NewDense(t.n, t.d, sum)
}

// cells returns the probability, or density, of each cell given all others and the clusters of the other rows, row
// by row; NaN for blanks and cells with limits.
func (s *state) cells() []float64 {
	t := s.t
	out := make([]float64, t.n*t.d)
	var logs []float64
	for _, v := range s.views {
		for i := range t.n {
			logs = v.LogParts(i, logs[:0])
			for p, j := range v.columns {
				w := s.laws[j].Width()
				if out[i*t.d+j] = math.Exp(logs[p]); s.laws[j].Count(s.own[j][i*w:(i+1)*w]) == 0 {
					out[i*t.d+j] = math.NaN()
				}
			}
		}
	}
	for _, l := range t.limits {
		out[l.row*t.d+l.column] = math.NaN()
	}
	return out
}
