package sampler

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/slicing"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/posterior"
)

// latent makes the zeros and ones of a table the signs of numbers u ~ N(x, 1), x the leaf's
// location: given u, the chain is the one for numbers with noise 1 (Albert and Chib 1993; math
// 4.2). Here u is drawn with the locations integrated out, one leaf given all others: with (m, V)
// the cavity at the leaf, u ~ N(m, V+1) on its side of zero.
type latent struct {
	alone
	problem *posterior.Problem // of the zeros and ones, for predictions
	signs   []float64          // n×d in sorted order: 1, −1, 0 where missing
	arena   []float64          // stack of messages, as precision a class and precision·mean a column
}

// newLatent returns the problem of the latent numbers, each a sign at first, and the latent that
// draws them.
func newLatent(p *posterior.Problem) (numbers *posterior.Problem, kept *latent) {
	q, whole := *p, *p
	q.Binary = false
	whole.SeparateColumns()
	return &q, &latent{problem: &whole, signs: p.X}
}

// latentRepeats is how often a sweep draws the latent numbers and their scale, which mix more
// slowly than the rest. On the sample of animals three times gave more effective draws of σ² a
// second than one or eight.
const latentRepeats = 3

func (t *latent) passes(begin *posterior.Hyper) (list []pass) {
	for range latentRepeats {
		list = append(list, pass{whole: t.draw})
		if !begin.FixSigma2 {
			list = append(list, pass{whole: t.scale})
		}
	}
	return list
}

func (t *latent) begin(c *current, _ *posterior.Hyper) { t.draw(c) }

func (t *latent) observed(*posterior.Problem) *posterior.Problem { return t.problem }

func (t *latent) save(l *live, f *savedChain) { f.Latent = l.leaves() }

func (t *latent) load(f *savedChain, l *live) error {
	l.SetLeaves(f.Latent)
	return nil
}

// drawTail draws a standard normal variable above a (Robert 1995).
func drawTail(rng *rand.Rand, a float64) float64 {
	if a < 0.4 {
		for {
			if x := rng.NormFloat64(); x > a {
				return x
			}
		}
	}
	rate := (a + math.Sqrt(a*a+4)) / 2
	for {
		x := a + rng.ExpFloat64()/rate
		if d := x - rate; rng.ExpFloat64() > d*d/2 {
			return x
		}
	}
}

// draw draws all latent numbers, leaf by leaf, depth first: O(N·D).
func (t *latent) draw(c *current) {
	l := c.Live
	above := t.take(l.Width)
	w := 1 / (l.hyper.Sigma2 * (1 - l.Node[l.Top].Rem))
	for k := range l.C {
		above[k] = w
	}
	clear(above[l.C:])
	t.drawBelow(c, l.Top, above)
	t.release(l.Width)
}

// take returns n numbers on top of the arena's stack.
func (t *latent) take(n int) []float64 {
	at := len(t.arena)
	if cap(t.arena) < at+n {
		t.arena = append(t.arena, make([]float64, n)...) // slices taken before keep their old memory
	}
	t.arena = t.arena[:at+n]
	return t.arena[at : at+n : at+n]
}

func (t *latent) release(n int) { t.arena = t.arena[:len(t.arena)-n] }

// drawBelow draws the latent numbers of the leaves below v, given the message about v's location
// from the rest of the tree, and updates the messages there.
func (t *latent) drawBelow(c *current, v int32, above []float64) {
	l := c.Live
	if l.IsLeaf(v) {
		t.drawLeaf(c, v, above)
		return
	}
	n := int(l.Node[v].Kids)
	// Row i holds the messages of the children from i on about v's location.
	rows := t.take((n + 2) * l.Width)
	row := func(i int) []float64 { return rows[i*l.Width : (i+1)*l.Width] }
	kids := make([]int32, 0, 8)
	for b := l.Node[v].First; b >= 0; b = l.Node[b].Next {
		kids = append(kids, b)
	}
	clear(row(n))
	for i := n - 1; i >= 0; i-- {
		copy(row(i), row(i+1))
		l.addMessage(row(i), kids[i])
	}
	// Then the new messages of the children before i join the message from above.
	to := row(n + 1)
	for i, b := range kids {
		length := l.hyper.Sigma2 * (l.Node[v].Rem - l.Node[b].Rem)
		for k, cl := range l.Classes {
			precision := above[k] + row(i + 1)[k]
			to[k] = precision / (1 + precision*length)
			for j := l.C + cl.Low; j < l.C+cl.High; j++ {
				to[j] = (above[j] + row(i + 1)[j]) / precision * to[k]
			}
		}
		t.drawBelow(c, b, to)
		l.addMessage(above, b)
	}
	l.Update(v)
	t.release((n + 2) * l.Width)
}

// addMessage adds the message of child b about its parent's location.
func (l *live) addMessage(to []float64, b int32) {
	row, length := l.Row(b), l.hyper.Sigma2*(l.ParentRem(b)-l.Node[b].Rem)
	for k, cl := range l.Classes {
		if p := 1 / (row[k] + length); p > 0 {
			to[k] += p
			vector.AddScaled(to[l.C+cl.Low:l.C+cl.High], row[l.C+cl.Low:l.C+cl.High], p)
		}
	}
}

// drawLeaf draws the latent numbers of a leaf.
func (t *latent) drawLeaf(c *current, v int32, above []float64) {
	l := c.Live
	u, signs := l.Mean(v), t.signs[int(v)*l.D:(int(v)+1)*l.D]
	for k, cl := range l.Classes {
		deviation := math.Sqrt((1/above[k] + l.hyper.Noise) / l.Power)
		for j := cl.Low; j < cl.High; j++ {
			if y := signs[j]; y != 0 {
				m := above[l.C+j] / above[k]
				u[j] = m + y*deviation*drawTail(c.rng, -y*m/deviation)
			}
		}
	}
}

// scale draws σ² by slice sampling while all u/σ stay. It moves σ² further than a draw given
// u: the table depends on the signs of u alone, and so has no say in σ². The Jacobian σ^cells turns
// the density of u/σ into that of u.
func (*latent) scale(c *current) {
	l := c.Live
	h := &l.hyper
	was, noise, order := h.Sigma2, h.Noise, l.Preorder()
	here := math.Log(was)
	// All variances over f², with f = σ/σ now, leave the numbers as they are; the likelihood is then that times f^−cells.
	known := l.known()
	value := func(x float64) float64 {
		sigma2 := math.Exp(x)
		if sigma2 < 1e-300 || sigma2 > 1e300 {
			return math.Inf(-1)
		}
		h.Noise = noise * was / sigma2
		l.SetNoise()
		return l.Power*(l.Evaluate(order)-known*(x-here)/2) + x/2*float64(l.problem.Cells) - posterior.TauPriorA*x -
			posterior.TauPriorB*math.Exp(-x)
	}
	x := slicing.Out(c.rng, here, value(here), 0.5, value)
	h.Sigma2, h.Noise = math.Exp(x), noise
	f := math.Sqrt(h.Sigma2 / was)
	for v := range l.N {
		vector.Scaled(l.Mean(int32(v)), l.Mean(int32(v)), f)
	}
	l.SetNoise()
	l.Recompute()
}

// known returns the number of cells that are not missing.
func (l *live) known() (cells float64) {
	for _, cl := range l.Classes {
		for v := range l.N {
			if cl.Observed == nil || cl.Observed[v] {
				cells += cl.Weight
			}
		}
	}
	return cells
}

// leaves returns the leaves' values, n×d.
func (l *live) leaves() []float64 {
	u := make([]float64, 0, l.N*l.D)
	for v := range l.N {
		u = append(u, l.Mean(int32(v))...)
	}
	return u
}
