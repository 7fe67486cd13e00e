package outtree

import (
	"math"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
)

// A conditional is the density of a child given its parent, with q(θ). Its work is done row by row.
type conditional interface {
	// prepare is called before weigh.
	prepare(t *table)
	// weigh writes E_q log p(x_u | x_v, θ) for row u and the parents v given; all where parents is nil.
	weigh(t *table, u int, parents []int, to []float64)
	// begin, gather and learn renew q(θ) from the probabilities of the trees.
	begin(t *table)
	gather(t *table, u int, parents []float64)
	learn(t *table, edges float64)
	// divergence is KL(q(θ) ‖ p(θ)).
	divergence() float64
	// precision is the posterior mean of τ, over columns.
	precision() float64
	// deviation is the standard deviation of that mean over columns under q; 0 where τ is held.
	deviation() float64
	// predict returns log E_q p(x | x_v) for each v, of a new row with NaN for cells to leave out.
	predict(t *table, x []float64, to []float64)
	// numbers are all that is learnt, for saving; set takes them back, false where they do not fit.
	numbers() []float64
	set(t *table, x []float64) bool
}

// A gamma is Ga(a, b) of shape and rate.
type gamma struct{ a, b float64 }

func (g gamma) mean() float64      { return g.a / g.b }
func (g gamma) deviation() float64 { return math.Sqrt(g.a) / g.b }
func (g gamma) meanLog() float64   { return mathext.Digamma(g.a) - math.Log(g.b) }

// divergence is KL(g ‖ p).
func (g gamma) divergence(p gamma) float64 {
	return (g.a-p.a)*mathext.Digamma(g.a) - special.LogGamma(g.a) + special.LogGamma(p.a) +
		p.a*(math.Log(g.b)-math.Log(p.b)) + g.a*(p.b-g.b)/g.b
}

// A walker is the random walk: one precision for all columns.
type walker struct {
	prior prior
	q     gamma // of τ
	// distance is T×T, the expected squared distances; nil where they are found when they are wanted.
	distance []float64
	line     []float64
	at       []int   // the parents of a row that have a probability
	scatter  float64 // Σ W d²
}

// Up to how many rows all distances are kept; and to how many columns they cost little next to the sum over trees, so
// that those of more rows are found again when they are wanted.
const (
	mostKept   = 1000
	fewColumns = 32
)

func newWalker(t *table, p prior, start float64) *walker {
	w := &walker{prior: p, line: make([]float64, t.t)}
	if t.t <= mostKept || t.t <= most && t.d > fewColumns {
		w.distance = make([]float64, t.t*t.t)
		w.measure(t)
	}
	w.q.a = p.shape + float64(t.d*(t.t-1))/2
	w.q.b = w.q.a / start
	if start == 0 {
		w.q.b = w.q.a * t.nearest() / float64(t.d)
	}
	return w
}

func (w *walker) measure(t *table) {
	for u := range t.t {
		t.distances(u, nil, w.distance[u*t.t:(u+1)*t.t])
	}
}

func (w *walker) moments() (tau, log float64) {
	if w.prior.tau > 0 {
		return w.prior.tau, math.Log(w.prior.tau)
	}
	return w.q.mean(), w.q.meanLog()
}

func (w *walker) prepare(t *table) {
	if t.gaps != nil && w.distance != nil {
		w.measure(t)
	}
}

func (w *walker) weigh(t *table, u int, parents []int, to []float64) {
	tau, log := w.moments()
	constant := float64(t.d) / 2 * (log - math.Log(2*math.Pi))
	switch {
	case w.distance == nil:
		t.distances(u, parents, to)
	case parents == nil:
		copy(to, w.distance[u*t.t:(u+1)*t.t])
	default:
		for k, v := range parents {
			to[k] = w.distance[u*t.t+v]
		}
	}
	for k, d := range to {
		to[k] = constant - tau/2*d
	}
}

func (w *walker) begin(*table) { w.scatter = 0 }

func (w *walker) gather(t *table, u int, parents []float64) {
	if w.distance != nil {
		w.scatter += floats.Dot(parents, w.distance[u*t.t:(u+1)*t.t])
		return
	}
	w.at = w.at[:0]
	for v, p := range parents {
		if p > 0 {
			w.at = append(w.at, v)
		}
	}
	to := w.line[:len(w.at)]
	t.distances(u, w.at, to)
	for k, v := range w.at {
		w.scatter += parents[v] * to[k]
	}
}

func (w *walker) learn(t *table, edges float64) {
	w.q = gamma{w.prior.shape + float64(t.d)*edges/2, w.prior.rate + w.scatter/2}
}

func (w *walker) divergence() float64 {
	if w.prior.tau > 0 {
		return 0
	}
	return w.q.divergence(gamma{w.prior.shape, w.prior.rate})
}

func (w *walker) precision() float64 {
	tau, _ := w.moments()
	return tau
}

func (w *walker) deviation() float64 {
	if w.prior.tau > 0 {
		return 0
	}
	return w.q.deviation()
}

// predict has for each parent a Student t of 2a degrees of freedom with scale b/a in each column,
// to which the variance of a missing cell of the parent is added.
func (w *walker) predict(t *table, x []float64, to []float64) {
	tau, _ := w.moments()
	for v := range to {
		sum, logs, k := 0.0, 0.0, 0.0
		for j, y := range t.row(v) {
			if math.IsNaN(x[j]) {
				continue
			}
			scale := 1 / tau
			if t.spread != nil {
				scale += t.spread[v*t.d+j]
			}
			sum += (x[j] - y) * (x[j] - y) / scale
			logs += math.Log(scale)
			k++
		}
		if w.prior.tau > 0 {
			to[v] = -0.5 * (k*math.Log(2*math.Pi) + logs + sum)
		} else {
			to[v] = student(2*w.q.a, k, logs, sum)
		}
	}
}

// student is the log density of a k-variate Student t, given the log determinant of its scale
// matrix and the squared distance in units of that.
func student(freedom, k, logs, squared float64) float64 {
	return special.LogGamma((freedom+k)/2) - special.LogGamma(freedom/2) - k/2*math.Log(freedom*math.Pi) - logs/2 -
		(freedom+k)/2*math.Log1p(squared/freedom)
}

func (w *walker) numbers() []float64 { return []float64{w.q.a, w.q.b} }

func (w *walker) set(_ *table, x []float64) bool {
	if len(x) != 2 || !(x[0] > 0) || !(x[1] > 0) || math.IsInf(x[0]+x[1], 0) {
		return false
	}
	w.q = gamma{x[0], x[1]}
	return true
}
