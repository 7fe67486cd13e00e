package diffusion

import (
	"example.org/espalier/inference/algorithm/special"
	"fmt"
	"math"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A Diffuser holds the posterior of the locations of a tree along one or two directions. It is
// immutable and safe for concurrent use.
type Diffuser struct {
	Parameters
	tree    *tree.Tree
	rem     []float64 // 1−t of each node
	order   []int     // parents before children
	size    []int     // leaves below each node
	key     []uint64  // of each clade, from its leaves: see Sample
	latent  bool      // the rows' own locations are not observed
	classes []class
}

// A class holds the columns, among those that a direction uses, that are observed in the same rows
// with the same noise. Their messages share one variance, so one chain of messages projects them
// all.
type class struct {
	// xx, xy and yy are the inner products of the two directions over the columns of the class.
	// They multiply the variances of one column.
	xx, xy, yy float64
	// Messages of each node hold projected means and the variance of one column: from below (up),
	// and from the rest of the tree about the location of its parent (down).
	up, down []message
}

// A message is a Gaussian over a location: its mean along both directions and the variance of one
// column, infinite where nothing is known.
type message struct{ x, y, v float64 }

// New prepares the tree t of the rows of data for locations along one direction or two. data holds
// working units, with NaN for missing cells; a direction has one weight per column. Leaves are
// observed with variance p.Noise. If variances is not nil, data are stand-ins for unobserved
// locations, such as the sites of expectation propagation, each with its own variance, +Inf where
// there is none. It costs O(N) for each group of columns of nonzero weight that are observed in the
// same rows. It panics if shapes do not agree.
func New(t *tree.Tree, data, variances *mat.Dense, p Parameters, directions ...[]float64) *Diffuser {
	n, columns := data.Dims()
	if n != t.Leaves() || len(directions) < 1 || len(directions) > 2 {
		panic(fmt.Sprintf("diffusion: %d rows for %d leaves, %d directions", n, t.Leaves(), len(directions)))
	}
	for _, d := range directions {
		if len(d) != columns {
			panic(fmt.Sprintf("diffusion: a direction of %d weights for %d columns", len(d), columns))
		}
	}
	d := &Diffuser{Parameters: p, tree: t, order: t.PreOrder(), size: t.LeafCounts(), rem: make([]float64, t.Nodes()),
		latent: variances != nil}
	for v := range d.rem {
		d.rem[v] = math.Exp(-t.LogTime[v])
	}
	d.key = cladeKeys(t, d.order)
	d.sort(data, variances, directions)
	for k := range d.classes {
		d.upward(&d.classes[k])
		d.downward(&d.classes[k])
	}
	return d
}

// cladeKeys gives every node a number that depends on its leaves alone.
func cladeKeys(t *tree.Tree, order []int) []uint64 {
	key := make([]uint64, t.Nodes())
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			key[v] = special.Mix64(special.Golden64 * (uint64(v) + 1))
		}
		if p := t.Parent[v]; p >= 0 {
			key[p] += key[v]
		}
	}
	return key
}

// sort groups the columns in use into classes and projects the data of each class.
func (d *Diffuser) sort(data, variances *mat.Dense, directions [][]float64) {
	n, columns := data.Dims()
	place := map[uint64]int{}
	for j := range columns {
		wx, wy := directions[0][j], 0.0
		if len(directions) == 2 {
			wy = directions[1][j]
		}
		if wx == 0 && wy == 0 {
			continue
		}
		noise := func(i int) float64 {
			if math.IsNaN(data.At(i, j)) {
				return math.Inf(1)
			}
			if variances != nil {
				return variances.At(i, j)
			}
			return d.Noise
		}
		pattern := uint64(0)
		for i := range n {
			pattern = special.Mix64(special.Golden64 * (pattern + math.Float64bits(noise(i)) + 1))
		}
		k, known := place[pattern]
		if !known {
			k = len(d.classes)
			place[pattern] = k
			c := class{up: make([]message, d.tree.Nodes()), down: make([]message, d.tree.Nodes())}
			for i := range n {
				c.up[i].v = noise(i)
			}
			d.classes = append(d.classes, c)
		}
		c := &d.classes[k]
		c.xx, c.xy, c.yy = c.xx+wx*wx, c.xy+wx*wy, c.yy+wy*wy
		for i := range n {
			if y := data.At(i, j); !math.IsInf(c.up[i].v, 1) {
				c.up[i].x += wx * y
				c.up[i].y += wy * y
			}
		}
	}
}

// product returns the product of two Gaussians over the same location, normalised.
func product(a, b message) message {
	switch sum := a.v + b.v; {
	case math.IsInf(b.v, 1):
		return a
	case math.IsInf(a.v, 1):
		return b
	case sum == 0: // both are exact: either they agree or the data contradict the tree
		return message{(a.x + b.x) / 2, (a.y + b.y) / 2, 0}
	default:
		s := b.v / sum
		return message{s*a.x + (1-s)*b.x, s*a.y + (1-s)*b.y, a.v * s}
	}
}

var nothing = message{v: math.Inf(1)}

// length returns σ² times the time between the ends of the branch above v.
func (d *Diffuser) length(v int) float64 { return d.Sigma2 * (d.above(v) - d.rem[v]) }

// above returns 1−t at the upper end of the branch above v.
func (d *Diffuser) above(v int) float64 {
	if p := d.tree.Parent[v]; p >= 0 {
		return d.rem[p]
	}
	return 1
}

// widened returns the message after a step of variance w.
func (m message) widened(w float64) message { m.v += w; return m }

// upward fills the messages from below (math 3.1).
func (d *Diffuser) upward(c *class) {
	for i := len(d.order) - 1; i >= 0; i-- {
		v := d.order[i]
		if d.tree.IsLeaf(v) {
			continue
		}
		m := nothing
		for _, k := range d.tree.Children[v] {
			m = product(m, c.up[k].widened(d.length(k)))
		}
		c.up[v] = m
	}
}

// downward computes the cavities (math 3.2), by products from both ends of the children.
func (d *Diffuser) downward(c *class) {
	var after []message
	for _, v := range d.order {
		kids := d.tree.Children[v]
		after = append(after[:0], make([]message, len(kids)+1)...)
		after[len(kids)] = nothing
		for i := len(kids) - 1; i >= 0; i-- {
			after[i] = product(after[i+1], c.up[kids[i]].widened(d.length(kids[i])))
		}
		before := c.down[v].widened(d.length(v))
		for i, k := range kids {
			c.down[k] = product(before, after[i+1])
			before = product(before, c.up[k].widened(d.length(k)))
		}
	}
}
