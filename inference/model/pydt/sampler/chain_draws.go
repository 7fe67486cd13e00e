package sampler

import (
	"errors"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/process/aside"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"
)

// A Draw is one state of the chain that was kept.
type Draw struct {
	Iteration int
	Objective float64
	Top       int32
	Parent    saved.Ints[int32] // by node: leaves 0…n−1, then branch points; −1 for the top one
	Ell       saved.Floats      // of the branch points
	Theta     float64
	Alpha     float64
	C         float64
	Sigma2    float64
	Noise     float64
	G, Nu     float64      // of the prior of Σ, where columns vary together
	Cells     saved.Floats // the missing ones, in that case
	Latent    saved.Floats `cbor:",omitempty"` // of columns of kinds: the latent numbers less the intercepts, n×d in the order of the problem
	Base      saved.Floats `cbor:",omitempty"` // and the intercepts
	// Parameters are the cut points and rates, where they are drawn.
	Parameters saved.Floats   `cbor:",omitempty"`
	Factors    *factor.Sparse // with their activities in the rows, where columns vary together by factors
	Columns    *Draw          // the tree over the columns, where they vary together by one
	tree       *tree.Tree
	shown      *factor.Sparse // Factors as they are published, of all columns; nil before the first time
}

// factorsShown returns the factors as they are published. They are made once: a chain publishes all of its draws again
// and again.
func (d *Draw) factorsShown(a *aside.Columns) *factor.Sparse {
	if d.shown == nil {
		d.shown = a.Sparse(d.Factors)
	}
	return d.shown
}

// capture copies the present state.
func (c *Chain) capture(objective float64) Draw {
	l := c.Live
	h := &l.hyper
	d := Draw{Iteration: c.Iteration, Objective: objective,
		Theta: h.Prior.Theta, Alpha: h.Prior.Alpha, C: h.C, Sigma2: h.Sigma2, Noise: h.Noise}
	d.Top, d.Parent, d.Ell = l.Drawn()
	d.publish(c.Data.Rows)
	c.part.capture(l, &d)
	return d
}

// publish builds the tree of a draw.
func (d *Draw) publish(names []string) { d.tree = timetree.Publish(names, d.Top, d.Parent, d.Ell) }

// Tree returns the tree of the draw.
func (d *Draw) Tree() *tree.Tree { return d.tree }

// AbsorbNoise makes what was noise a last stretch of the branches to the leaves; the covariance of the rows stays as it
// was.
func (d *Draw) AbsorbNoise() {
	d.tree = d.tree.Scaled(d.Sigma2 / (d.Sigma2 + d.Noise))
	copy(d.Ell, d.tree.LogTime[d.tree.Leaves():])
	d.Sigma2, d.Noise = d.Sigma2+d.Noise, 0
}

// DrawBytes estimates the bytes of a draw of a tree of so many nodes.
func DrawBytes(nodes int) int { return 60*nodes + 300 }

// bytes estimates the bytes of the draw.
func (d *Draw) bytes() int {
	b := DrawBytes(len(d.Parent)) + 8*(len(d.Cells)+len(d.Latent)+len(d.Base)+len(d.Parameters))
	if f := d.Factors; f != nil {
		b += 4 * len(f.Noise)
		for k, items := range f.Items {
			b += 8*len(items) + 4*len(f.Activities[k]) + 96
		}
	}
	if d.Columns != nil {
		b += d.Columns.bytes()
	}
	return b
}

const (
	MostDraws     = 1000
	MostDrawBytes = 48 << 20 // a chain
)

// A keeper keeps evenly spaced draws, the best one, and the moments of all scalars
// after burn-in.
type keeper struct {
	names   []string
	Draws   []Draw
	spacing int
	best    Draw
	first   []float64   // scalars of iteration 0
	sums    [][]float64 // by iteration: Σ(x−first) and Σ(x−first)² of each scalar so far
}

// offer gives the keeper a state that it may keep.
func (k *keeper) offer(iteration int, scalars []float64, capture func() Draw) {
	k.spacing = max(k.spacing, 1)
	k.count(scalars)
	best := iteration == 0 || scalars[0] > k.best.Objective
	if iteration%k.spacing != 0 && !best {
		return
	}
	d := capture()
	if best {
		k.best = d
	}
	if iteration%k.spacing != 0 {
		return
	}
	k.Draws = append(k.Draws, d)
	if len(k.Draws) >= min(MostDraws, max(MostDrawBytes/d.bytes(), 20)) {
		// Drop every other draw; those published stay as they are.
		k.spacing *= 2
		var fewer []Draw
		for _, d := range k.Draws {
			if d.Iteration%k.spacing == 0 {
				fewer = append(fewer, d)
			}
		}
		k.Draws = fewer
	}
}

// afterBurnIn returns the kept draws after burn-in.
func (k *keeper) afterBurnIn() []Draw {
	if len(k.Draws) == 0 {
		return nil
	}
	last := len(k.sums) - 1
	for i, d := range k.Draws {
		if float64(d.Iteration) >= inference.BurnIn*float64(last) {
			return k.Draws[i:]
		}
	}
	return k.Draws[len(k.Draws)-1:]
}

// count adds the scalars of an iteration to the running sums.
func (k *keeper) count(scalars []float64) {
	w := len(scalars)
	row := make([]float64, 2*w)
	if k.first == nil {
		k.first = scalars
	} else {
		copy(row, k.sums[len(k.sums)-1])
	}
	for i, x := range scalars {
		x -= k.first[i]
		row[i] += x
		row[w+i] += x * x
	}
	k.sums = append(k.sums, row)
}

// moments returns mean and standard deviation of each scalar after burn-in.
func (k *keeper) moments() []inference.Scalar {
	if len(k.sums) == 0 {
		return nil
	}
	last := len(k.sums) - 1
	from := int(math.Ceil(inference.BurnIn * float64(last)))
	w, n := len(k.first), float64(last-from+1)
	list := make([]inference.Scalar, w)
	for i, name := range k.names {
		sum, square := k.sums[last][i], k.sums[last][w+i]
		if from > 0 {
			sum -= k.sums[from-1][i]
			square -= k.sums[from-1][w+i]
		}
		mean := sum / n
		list[i] = inference.Scalar{Name: name, Mean: k.first[i] + mean,
			StandardDeviation: math.Sqrt(math.Max(0, square/n-mean*mean))}
	}
	return list
}

// Snapshot implements inference.Stepper. The first tree is the draw of highest joint density.
func (c *Chain) Snapshot() *inference.Snapshot {
	snap := &inference.Snapshot{Model: c.Model, Iteration: c.Iteration, Phase: "sampling"}
	if c.Live == nil {
		snap.Phase = "drawing the first tree"
		if c.em == nil {
			return snap
		}
		s := c.em.Snapshot()
		snap.Phase = s.Phase
		if t := forest.Best(s); t != nil {
			snap.Parts = []inference.Part{&forest.Forest{Trees: []forest.Weighted{{Tree: t, Objective: math.NaN(), Weight: 1}}}}
		}
		return snap
	}
	k := &c.Kept
	found := &forest.Forest{Trees: []forest.Weighted{{Tree: k.best.tree, Objective: k.best.Objective, Weight: 1}},
		Draws: make([]forest.Draw, len(k.Draws))}
	for i := range k.Draws {
		d := &k.Draws[i]
		found.Draws[i] = forest.Draw{Iteration: d.Iteration, Objective: d.Objective, Tree: d.tree}
	}
	snap.Parts = []inference.Part{found}
	snap.Parts = append(snap.Parts, c.part.shown(k, c.Iteration)...)
	snap.Scalars = k.moments()
	if c.Second != nil {
		snap.Parts = append(snap.Parts, c.Second.Witnesses())
	}
	return snap
}

// Restore publishes the tree of a draw read from a file, or returns an error that says what is
// wrong with it.
func (d *Draw) Restore(names []string) error {
	n, nodes := len(names), len(d.Parent)
	if nodes < n || nodes > 2*n-1 || len(d.Ell) != nodes-n {
		return fmt.Errorf("it has %d nodes and %d times for %d rows", nodes, len(d.Ell), n)
	}
	if d.Top < 0 || int(d.Top) >= nodes {
		return fmt.Errorf("its top node is %d of %d", d.Top, nodes)
	}
	tops := 0
	for v, p := range d.Parent {
		if p < -1 || int(p) >= nodes || p >= 0 && int(p) < n {
			return fmt.Errorf("node %d hangs from %d", v, p)
		}
		if p < 0 {
			tops++
		}
	}
	if tops != 1 {
		return fmt.Errorf("%d of its nodes hang from none", tops)
	}
	for _, x := range []float64{d.C, d.Sigma2, d.Noise + 1, 1 - d.Alpha, d.Theta + 2*d.Alpha + 1} {
		if !(x > 0) || math.IsInf(x, 1) {
			return errors.New("its hyperparameters are out of range")
		}
	}
	if d.Theta < -2*d.Alpha {
		return errors.New("its hyperparameters are out of range")
	}
	d.publish(names)
	return d.tree.Check()
}
