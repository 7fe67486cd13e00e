package glasso

import (
	"math"

	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/inference/process/markov"

	"gonum.org/v1/gonum/mat"
)

// The criteria that choose a penalty.
const (
	ebic    = "ebic"    // the extended Bayesian information criterion
	stars   = "stars"   // the last penalty whose graph is stable over subsamples (Liu, Roeder and Wasserman 2010)
	heldOut = "holdout" // the log density of rows left out
)

const (
	mostUnstable = 0.05 // mean of 2θ(1−θ) over pairs, with θ the share of subsamples that have the edge
	folds        = 5
	foldStream   = 1 << 32
	starsStream  = 1 << 33
)

// A trial holds, for a criterion at a penalty, fits to parts of the rows, one after the other, each started afresh.
type trial struct {
	f      *fit
	lambda float64
	part   int // complete
	parts  int

	rows  *rows
	work  *lasso.Graphical
	round int // of expectations of missing cells

	log   float64 // of the rows left out
	count []int   // of the edges
}

func (f *fit) newTrial(lambda float64) *trial {
	t := &trial{f: f, lambda: lambda}
	switch f.criterion {
	case heldOut:
		t.parts = min(folds, f.rows.n)
	case stars:
		t.count = make([]int, f.rows.d*f.rows.d)
		if k := len(f.path); k == 0 || f.path[k-1].Criterion <= mostUnstable { // it stays above once it is
			t.parts = f.subsamples
		}
	}
	return t
}

// fold assigns a row to a part, by a shuffle that is the same at all penalties.
func (f *fit) fold() []int {
	of := make([]int, f.rows.n)
	for place, i := range f.streams.Task(foldStream).Perm(f.rows.n) {
		of[i] = place % min(folds, f.rows.n)
	}
	return of
}

// begin prepares the fit of a part.
func (t *trial) begin() {
	f := t.f
	t.round = 0
	if f.criterion == stars {
		t.rows, t.work = nil, lasso.New(f.rows.d, f.subsample(starsStream+t.part))
	} else {
		of := f.fold()
		var kept []int
		for i, k := range of {
			if k != t.part {
				kept = append(kept, i)
			}
		}
		x := mat.NewDense(len(kept), f.rows.d, nil)
		for k, i := range kept {
			x.SetRow(k, f.x.RawRowView(i))
		}
		t.rows = newRows(x)
		t.work = lasso.New(f.rows.d, t.rows.s)
	}
	t.work.Weigh(f.share)
	t.work.Begin(t.lambda)
}

// advance does about this many multiply-adds and reports whether all parts are complete.
func (t *trial) advance(work int) bool {
	if t.part == t.parts {
		return true
	}
	if t.work == nil {
		t.begin()
	}
	if !t.work.Advance(work) {
		return false
	}
	if t.rows != nil && !t.rows.complete() && t.round < rounds {
		t.rows.expect(t.work.Precision())
		t.work.Replace(t.rows.s)
		t.work.Begin(t.lambda)
		t.round++
		return false
	}
	omega := t.work.Precision()
	if t.f.criterion == stars {
		tally(t.count, omega)
	} else if d, ok := markov.New(t.rows.mean, omega); ok {
		for i, k := range t.f.fold() {
			if k == t.part {
				t.log += d.Log(t.f.x.RawRowView(i))
			}
		}
	} else {
		t.log = math.Inf(-1)
	}
	t.work = nil
	t.part++
	return t.part == t.parts
}

// score returns the criterion of the fit, given its log likelihood and number of edges.
func (t *trial) score(f *fit, log float64, edges int) float64 {
	switch f.criterion {
	case heldOut:
		if math.IsInf(t.log, -1) {
			return math.MaxFloat64
		}
		return -2 * t.log
	case stars:
		unstable, d := 0.0, f.rows.d
		for i := range d {
			for j := range i {
				theta := float64(t.count[i*d+j]) / float64(f.subsamples)
				unstable += 2 * theta * (1 - theta) / (float64(d*(d-1)) / 2)
			}
		}
		if k := len(f.path); k > 0 { // denser graphs can seem stable again, as all have every edge
			unstable = max(unstable, f.path[k-1].Criterion)
		}
		return unstable
	}
	return f.ebic(log, edges)
}

// weigh begins the second path: λ_ij = λ/(√|Ω_ij| + a thousandth of the typical √Ω_ii), so that strong edges are
// shrunk less (Fan, Feng and Wu 2009).
func (f *fit) weigh(omega *mat.SymDense) {
	d := f.rows.d
	least := 0.0
	for i := range d {
		least += 1e-3 * math.Sqrt(omega.At(i, i)) / float64(d)
	}
	f.first, f.share = omega, make([]float64, d*d)
	for i := range d {
		for j := range d {
			if i != j {
				f.share[i*d+j] = 1 / (math.Sqrt(math.Abs(omega.At(i, j))) + least)
			}
		}
	}
	f.before += len(f.path)
	f.rows = newRows(f.x)
	f.path, f.logs, f.best, f.kept, f.begun, f.count, f.sample = nil, nil, nil, start{}, false, nil, 0
	f.plan()
}
