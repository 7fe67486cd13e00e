package covary

import (
	"math"

	"example.org/espalier/inference/algorithm/linesearch"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A Warp fits trees that were found without Σ to it: times t become 1 − (1−t)^Power, and Noise, the
// observation noise, is a share of Σ.
type Warp struct {
	Power, Noise float64
}

// Tree returns a tree in warped time.
func (w Warp) Tree(t *tree.Tree) *tree.Tree {
	if w.Power == 1 {
		return t
	}
	out := *t
	out.LogTime = make([]float64, len(t.LogTime))
	for v, l := range t.LogTime {
		out.LogTime[v] = w.Power * l
	}
	return &out
}

// Contrasts returns the contrasts of x on trees in warped time, pooled as by [Pool].
func (w Warp) Contrasts(trees []*tree.Tree, x *mat.Dense) *Contrasts {
	if len(trees) == 1 {
		return NewContrasts(w.Tree(trees[0]), x, w.Noise)
	}
	rows, axes := rotated(x)
	n, d := rows.Dims()
	one := &Contrasts{U: mat.NewDense(n, d, nil)}
	pooled := pool(n, d, len(trees), func(i int) *Contrasts {
		one.prune(w.Tree(trees[i]), rows, w.Noise)
		return one
	})
	if axes != nil {
		u := new(mat.Dense)
		u.Mul(pooled.U, axes)
		pooled.U = u
	}
	return pooled
}

// rotated returns y, n×min(n, d), and orthonormal rows with x = y·axes; axes are nil where x is y.
func rotated(x *mat.Dense) (y, axes *mat.Dense) {
	n, d := x.Dims()
	if d <= n {
		return x, nil
	}
	var lq mat.LQ
	lq.Factorize(x)
	y, axes = new(mat.Dense), new(mat.Dense)
	var l, q mat.Dense
	lq.LTo(&l)
	lq.QTo(&q)
	y.CloneFrom(l.Slice(0, n, 0, n))
	axes.CloneFrom(q.Slice(0, n, 0, d))
	return y, axes
}

// Squares returns the sum of the squares of the contrasts of x on trees in warped time and ln|K|, means over the trees.
// They suffice for columns that are independent with one variance; see [Warp.Contrasts] for others. O(N·D) for a tree.
func (w Warp) Squares(trees []*tree.Tree, x *mat.Dense) (squares, logDetK float64) {
	for _, t := range trees {
		logs, square := newQuadratic(t, x).sums(w)
		squares += square / float64(len(trees))
		logDetK += logs / float64(len(trees))
	}
	return squares, logDetK
}

// Bounds of the parameters that [FitWarp] learns.
const (
	leastPower, mostPower = 0.1, 10.0
	mostWarpNoise         = 100.0
	warpTurns             = 3    // in which power and noise are learnt by turns
	warpEnough            = 0.01 // nats that a turn must gain for another
)

// FitWarp returns the warp under which the rows of z, which have independent columns of one unknown
// variance, are most probable on the trees, the mean over trees taken of the log densities. It begins
// at a warp; noise of 0 there stays 0, and other noise stays at least `least`. prior is the log density
// of ln noise. O(N·min(N, D)) for a tree and each of some twenty values, a hundred where it begins far away.
func FitWarp(trees []*tree.Tree, z *mat.Dense, from Warp, least float64, prior func(noise float64) float64) Warp {
	n, d := z.Dims()
	rows, _ := rotated(z)
	passes := make([]*quadratic, len(trees))
	for i, t := range trees {
		passes[i] = newQuadratic(t, rows)
	}
	value := func(w Warp) float64 {
		logs, square := 0.0, 0.0
		for _, p := range passes {
			l, q := p.sums(w)
			logs += l / float64(len(passes))
			square += q / float64(len(passes))
		}
		f := -0.5 * float64(d) * (logs + float64(n)*math.Log(math.Max(square, 1e-300)))
		if w.Noise > 0 {
			f += prior(w.Noise)
		}
		return f
	}
	w := from
	w.Power = math.Min(math.Max(w.Power, leastPower), mostPower)
	if w.Noise > 0 {
		w.Noise = math.Min(math.Max(w.Noise, least), mostWarpNoise)
	}
	best := value(w)
	climb := func(low, high, at float64, f func(x float64) float64) (float64, float64) {
		if x, y, found := linesearch.Near(low, high, at, best, warpEnough/10, f); found {
			return x, y
		}
		return linesearch.Maximise(low, high, at, best, f)
	}
	for range warpTurns {
		before := best
		w.Power, best = climb(math.Max(w.Power/4, leastPower), math.Min(4*w.Power, mostPower), w.Power,
			func(x float64) float64 { return value(Warp{x, w.Noise}) })
		if w.Noise > 0 {
			w.Noise, best = climb(math.Max(w.Noise/30, math.Max(least, 1e-8)), math.Min(30*w.Noise, mostWarpNoise), w.Noise,
				func(x float64) float64 { return value(Warp{w.Power, x}) })
		}
		if best-before < warpEnough {
			break
		}
	}
	return w
}

// A quadratic passes messages on one tree for many warps. All that it holds of a node stands in preorder, so that a
// pass goes through memory once. The means of leaves are rows of the table, or of a copy in that order where the
// table is large; those of branch points are kept only until their parent has them, so that they stay near the
// processor.
type quadratic struct {
	log    []float64 // −ln(1−t)
	parent []int32   // −1 of the top, which is first
	begin  []int32   // of the children of each node in kids; one place more than nodes
	kids   []int32
	mean   [][]float64 // branch points that are never open together share one
	vari   []float64
	rem    []float64
}

// copied is the number of cells from which a table is copied in the order of a tree: a few megabytes, more than stays
// near a processor.
const copied = 1 << 19

func newQuadratic(t *tree.Tree, x *mat.Dense) *quadratic {
	n, d := x.Dims()
	order, nodes := t.PreOrder(), t.Nodes()
	q := &quadratic{log: make([]float64, nodes), parent: make([]int32, nodes), begin: make([]int32, nodes+1),
		kids: make([]int32, 0, nodes), mean: make([][]float64, nodes), vari: make([]float64, nodes),
		rem: make([]float64, nodes)}
	place := make([]int32, nodes)
	for i, v := range order {
		place[v] = int32(i)
	}
	var rows []float64
	if n*d >= copied {
		rows = make([]float64, 0, n*d)
	}
	var free [][]float64
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			q.mean[i] = x.RawRowView(v)
			if rows != nil {
				rows = append(rows, q.mean[i]...)
				q.mean[i] = rows[len(rows)-d:]
			}
			continue
		}
		if len(free) == 0 {
			free = append(free, make([]float64, d))
		}
		q.mean[i], free = free[len(free)-1], free[:len(free)-1]
		for _, child := range t.Children[v] {
			if !t.IsLeaf(child) {
				free = append(free, q.mean[place[child]])
			}
		}
	}
	for i, v := range order {
		q.log[i], q.parent[i] = t.LogTime[v], -1
		if p := t.Parent[v]; p >= 0 {
			q.parent[i] = place[p]
		}
		for _, child := range t.Children[v] {
			q.kids = append(q.kids, place[child])
		}
		q.begin[i+1] = int32(len(q.kids))
	}
	return q
}

// sums returns Σ ln v_k and Σ |m_a − m_b|²/v_k over the contrasts: O(N·D).
func (q *quadratic) sums(w Warp) (logs, square float64) {
	for i, l := range q.log {
		q.rem[i] = math.Exp(-w.Power * l)
	}
	above := func(i int32) float64 {
		from := 1.0
		if p := q.parent[i]; p >= 0 {
			from = q.rem[p]
		}
		return math.Max(from-q.rem[i], 0)
	}
	for i := len(q.log) - 1; i >= 0; i-- {
		kids := q.kids[q.begin[i]:q.begin[i+1]]
		if len(kids) == 0 {
			q.vari[i] = w.Noise
			continue
		}
		m := q.mean[kids[0]]
		q.vari[i] = math.Max(q.vari[kids[0]]+above(kids[0]), least)
		for _, child := range kids[1:] {
			x := math.Max(q.vari[child]+above(child), least)
			sum := q.vari[i] + x
			share := q.vari[i] / sum
			square += vector.Blend(q.mean[i], m, q.mean[child], 1-share, share) / sum
			logs += math.Log(sum)
			m = q.mean[i]
			q.vari[i] *= x / sum
		}
	}
	last := math.Max(q.vari[0]+above(0), least)
	r := 0.0
	for _, v := range q.mean[0] {
		r += v * v
	}
	return logs + math.Log(last), square + r/last
}
