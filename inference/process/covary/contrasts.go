package covary

import (
	"math"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Contrasts are the N independent rows that pruning makes of a table on a tree (math 11.1). If the
// table is matrix normal, each row of U is N(0, Σ), and UᵀU = YᵀK⁻¹Y.
type Contrasts struct {
	U         *mat.Dense // N×D
	Variances []float64  // of the contrasts before they were scaled to unit variance
	Node      []int      // branch point at which each contrast arose; −1 for that against the origin
	cooled    float64    // 1 less the power of the density
	held      int        // so many of the first are of no branch point, and their variances do not change
}

// After returns the contrasts after another, which has variance 1 in units of Σ and is not of the tree.
func (c *Contrasts) After(row []float64) *Contrasts {
	n, d := c.Dims()
	u := mat.NewDense(n+1, d, nil)
	u.SetRow(0, row)
	u.Slice(1, n+1, 0, d).(*mat.Dense).Copy(c.U)
	return &Contrasts{U: u, Variances: append([]float64{1}, c.Variances...), Node: append([]int{-1}, c.Node...),
		cooled: c.cooled, held: c.held + 1}
}

// Tempered returns the contrasts with the density of the table raised to a power from 0 to 1. [Marginals] and [Wishart]
// then integrate over, or draw from, the prior times that power: equation 11.7.
func (c Contrasts) Tempered(power float64) *Contrasts { c.cooled = 1 - power; return &c }

// power returns the power of the density.
func (c *Contrasts) power() float64 { return 1 - c.cooled }

// least keeps the variances of messages above 0 if two leaves meet at time 1 without noise.
const least = 1e-300

// NewContrasts prunes a tree. x is N×D without missing cells, row i at leaf i; noise is
// the ratio s of the observation noise to Σ. O(N·D).
func NewContrasts(t *tree.Tree, x *mat.Dense, noise float64) *Contrasts {
	n, d := x.Dims()
	if n != t.Leaves() {
		panic("covary: the tree has not as many leaves as the table has rows")
	}
	c := &Contrasts{U: mat.NewDense(n, d, nil)}
	c.prune(t, x, noise)
	return c
}

// prune replaces the contrasts by those on a tree. Means of branch points are kept only until their parent has them,
// so that they take little memory and stay near the processor.
func (c *Contrasts) prune(t *tree.Tree, x *mat.Dense, noise float64) {
	n, d := x.Dims()
	c.Variances, c.Node = c.Variances[:0], c.Node[:0]
	mean, variance := make([][]float64, t.Nodes()), make([]float64, t.Nodes())
	for v := range n {
		mean[v], variance[v] = x.RawRowView(v), noise
	}
	var free [][]float64
	add := func(node int, a, b []float64, v float64) {
		row, f := c.U.RawRowView(len(c.Variances)), 1/math.Sqrt(v)
		for j := range row {
			row[j] = (a[j] - b[j]) * f
		}
		c.Variances, c.Node = append(c.Variances, v), append(c.Node, node)
	}
	order := t.PreOrder()
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if t.IsLeaf(v) {
			continue
		}
		if len(free) == 0 {
			free = append(free, make([]float64, d))
		}
		m := free[len(free)-1]
		free = free[:len(free)-1]
		for k, child := range t.Children[v] {
			below := mean[child]
			w := math.Max(variance[child]+length(t, child), least)
			if k == 0 {
				copy(m, below)
				variance[v] = w
			} else {
				sum := variance[v] + w
				add(v, m, below, sum)
				share := variance[v] / sum
				for j := range m {
					m[j] += share * (below[j] - m[j])
				}
				variance[v] *= w / sum
			}
			if !t.IsLeaf(child) {
				free = append(free, below)
			}
		}
		mean[v] = m
	}
	add(-1, mean[t.Top], make([]float64, d), math.Max(variance[t.Top]+length(t, t.Top), least))
}

// Pool returns contrasts whose S and ln|K| are the means of those of several trees over the same rows. They belong
// to no tree. Of directions there are at most as many as rows; S loses the least of any others.
func Pool(list []*Contrasts) *Contrasts {
	n, d := list[0].Dims()
	return pool(n, d, len(list), func(i int) *Contrasts { return list[i] })
}

// pool is [Pool] of so many contrasts of n rows and d columns, of which each is needed only until the next.
func pool(n, d, count int, each func(i int) *Contrasts) *Contrasts {
	sum, logK, share := mat.NewSymDense(d, nil), 0.0, 1/float64(count)
	for i := range count {
		c := each(i)
		sum.SymRankK(sum, share, c.U.T())
		logK += c.logDetK() * share
	}
	pooled := &Contrasts{U: mat.NewDense(n, d, nil), Variances: make([]float64, n)}
	for i := range pooled.Variances {
		pooled.Variances[i] = math.Exp(logK / float64(n))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sum, true) {
		panic("covary: no eigenvalues")
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	values := eigen.Values(nil) // ascending
	for i := range min(n, d) {
		at := d - 1 - i
		root, row := math.Sqrt(math.Max(values[at], 0)), pooled.U.RawRowView(i)
		for j := range row {
			row[j] = root * axes.At(j, at)
		}
	}
	return pooled
}

// length returns the time along the branch above v, accurate near time 1.
func length(t *tree.Tree, v int) float64 {
	above := 1.0
	if p := t.Parent[v]; p >= 0 {
		above = math.Exp(-t.LogTime[p])
	}
	return math.Max(above-math.Exp(-t.LogTime[v]), 0)
}

// Dims returns N and D.
func (c *Contrasts) Dims() (n, d int) { return c.U.Dims() }

// logDetK returns ln|K|, the sum of the logarithms of the variances.
func (c *Contrasts) logDetK() float64 {
	sum := 0.0
	for _, v := range c.Variances {
		sum += math.Log(v)
	}
	return sum
}

// LogLikelihood returns the log density of the table at a given Σ, equation 11.1.
func (c *Contrasts) LogLikelihood(s *Sigma) float64 {
	n, d := c.Dims()
	m := s.Map()
	return float64(n)*m.LogDet - 0.5*(float64(n*d)*ln2Pi+float64(d)*c.logDetK()+sumOfSquares(m.Rows(c.U)))
}

// LogTempered returns the log of the density of the table given factors, to a power β, with the activities of the
// factors integrated out: with S = Ψ + βΛΛᵀ, which is [Sigma.Cooled],
//
//	∏ ∫ N(x; Λf, vΨ)^β N(f; 0, vI) df ∝ ∏ |Ψ|^((1−β)/2) |S|^(−1/2) v^(−βD/2) exp(−β/2·xᵀS⁻¹x/v)
//
// over the contrasts x of variance v. At β = 1 it is the log likelihood, at 0 it is 0: equation 11.7a. O(N·D·K)
func (c *Contrasts) LogTempered(s *Sigma, power float64) float64 {
	n, d := c.Dims()
	m := s.Cooled(power).Map()
	specific := 0.0
	for _, psi := range s.Psi {
		specific += math.Log(psi)
	}
	rest := float64(n)*m.LogDet + 0.5*(1-power)*float64(n)*specific
	return rest - 0.5*power*(float64(n*d)*ln2Pi+float64(d)*c.logDetK()+sumOfSquares(m.Rows(c.U)))
}

// logRows returns the log density of each row of u under N(0, Σ), Σ given by its map.
func logRows(m *Map, u *mat.Dense) []float64 {
	z := m.Rows(u)
	n, d := z.Dims()
	out := make([]float64, n)
	for i := range out {
		q := 0.0
		for _, v := range z.RawRowView(i) {
			q += v * v
		}
		out[i] = m.LogDet - 0.5*(float64(d)*ln2Pi+q)
	}
	return out
}

const ln2Pi = 1.8378770664093454835606594728112

func sumOfSquares(x *mat.Dense) float64 {
	n, _ := x.Dims()
	q := 0.0
	for i := range n {
		for _, v := range x.RawRowView(i) {
			q += v * v
		}
	}
	return q
}
