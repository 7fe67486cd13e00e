package trees

import (
	"math"

	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// rows are those of a table that was made along a tree of a known divergence function, with a tree that is changed.
type rows struct {
	names []string
	truth *tree.Tree
	c     float64
	s     *posterior.State
}

// newRows draws a table from the prior. The tree of the state joins rows at random.
func newRows(o stage.Options, rng stage.Random) rows {
	n, d := o.Settings.Int("leaves"), o.Settings.Int("columns")
	r := rows{names: stage.Numbered(n), c: 1}
	of := func(p *problem.Problem) hyper.Hyper {
		return hyper.New(p, 1, r.c, 0, 0, 0, true, true, true, true, true)
	}
	drawn := hyper.SamplePrior(n, d, r.names, of(problem.New(mat.NewDense(n, d, nil))), rng.Rand)
	r.truth = drawn.Tree
	p := problem.New(drawn.X)
	r.s = posterior.NewState(p, of(p))
	r.join(rng)
	return r
}

// join makes a tree that joins rows at random.
func (r *rows) join(rng stage.Random) {
	r.s.Load(posterior.RandomPairing(r.s.N, rng.Rand))
	r.s.Recompute()
}

// now is the present tree.
func (r *rows) now() *tree.Tree { return r.s.Capture().Publish(r.names) }

// log is the log density of the table, of structure and of times t.
func (r *rows) log() float64 { return r.s.LogEvidence() + r.s.Hyper.Prior.LogDensity(r.now(), r.c) }

// any chooses a node other than the top one, all alike.
func (r *rows) any(rng stage.Random) int32 {
	for {
		if v := int32(rng.IntN(len(r.s.Parent))); r.s.Parent[v] >= 0 {
			return v
		}
	}
}

// places are the heights of the nodes in a drawing: leaves from the top down, branch points between their children.
func (r *rows) places() []float64 {
	y := make([]float64, len(r.s.Parent))
	order := r.s.Preorder()
	at := r.s.N
	for _, v := range order {
		if r.s.IsLeaf(v) {
			at--
			y[v] = float64(at)
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		r.level(order[i], y)
	}
	return y
}

// level places a branch point between its children.
func (r *rows) level(v int32, y []float64) {
	if r.s.IsLeaf(v) {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, k := range r.s.Kids[v] {
		low, high = min(low, y[k]), max(high, y[k])
	}
	y[v] = (low + high) / 2
}

// draw adds the branches below a node, and the one above it from a time on.
func (r *rows) draw(l *chart.Layer, v int32, from float64, y []float64) {
	segment := func(x0, y0, x1, y1 float64) { l.X, l.Y = append(l.X, x0, x1), append(l.Y, y0, y1) }
	t := 1.0
	if !r.s.IsLeaf(v) {
		t = 1 - r.s.Rem[v]
	}
	segment(from, y[v], t, y[v])
	if r.s.IsLeaf(v) {
		return
	}
	for _, k := range r.s.Kids[v] {
		segment(t, y[v], t, y[k])
		r.draw(l, k, t, y)
	}
}
