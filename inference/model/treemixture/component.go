package treemixture

import (
	"cmp"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
)

// A component is a tree over the columns with its parameters, given weights of the rows. It is found a
// column at a time: the pairs of column j with those before it.
type component interface {
	// begin takes the weights r of the rows, which add up to total.
	begin(r []float64, total float64)
	// measure takes in the pairs of a column.
	measure(j int)
	// finish finds the tree and its parameters.
	finish()
	// log is the log density or probability of a complete row in the form of the component, seen that of the cells of
	// any row that are not missing.
	log(row []float64) float64
	seen(row []float64) float64
	// prior is the log density of the prior's rows, up to a constant; finish maximises it together with that of the rows.
	prior() float64
	// tree is the parent of each column, −1 for the first.
	tree() []int
}

// parameters counts those of a component of D columns.
func parameters(d int, discrete bool) float64 {
	if discrete {
		return float64(2*d - 1) // one for the first column, two for each other
	}
	return float64(3*d - 1) // means, variances, slopes
}

// spanningTree returns the parents in the tree of the greatest total gain, D×D symmetric, that hangs from
// column 0 (Prim 1957). D².
func spanningTree(d int, gain []float64) []int {
	parent, in := make([]int, d), make([]bool, d)
	parent[0], in[0] = -1, true
	last := 0
	for count := 1; count < d; count++ {
		next := -1
		for u := range d {
			if in[u] {
				continue
			}
			if count == 1 || gain[u*d+last] > gain[u*d+parent[u]] {
				parent[u] = last
			}
			if next < 0 || gain[u*d+parent[u]] > gain[next*d+parent[next]] {
				next = u
			}
		}
		in[next], last = true, next
	}
	return parent
}

// gaussian has columns that are linear functions of their parents. The prior is worth n₀ rows of
// independent columns with the variances of the table.
type gaussian struct {
	x         [][]float64 // by column
	n0        float64
	variance0 []float64
	r         []float64
	total     float64
	mean      []float64
	s         []float64 // D×D

	parent          []int
	slope, variance []float64 // of each column given its parent
}

func (g *gaussian) begin(r []float64, total float64) {
	d := len(g.x)
	g.r, g.total = r, total
	g.mean, g.s = make([]float64, d), make([]float64, d*d)
	for j, x := range g.x {
		for i, v := range x {
			g.mean[j] += r[i] * v
		}
		g.mean[j] /= math.Max(total, 1e-300)
	}
}

func (g *gaussian) measure(j int) {
	d := len(g.x)
	weighted := make([]float64, len(g.r))
	for i, v := range g.x[j] {
		weighted[i] = g.r[i] * (v - g.mean[j])
	}
	for k := range j + 1 {
		sum, m := 0.0, g.mean[k]
		for i, v := range g.x[k] {
			sum += weighted[i] * (v - m)
		}
		if j == k {
			sum += g.n0 * g.variance0[j]
		}
		sum /= g.total + g.n0
		g.s[j*d+k], g.s[k*d+j] = sum, sum
	}
}

func (g *gaussian) finish() {
	d := len(g.x)
	gain := make([]float64, d*d)
	for i := range d {
		for j := range i {
			r2 := g.s[i*d+j] * g.s[i*d+j] / (g.s[i*d+i] * g.s[j*d+j])
			gain[i*d+j] = -math.Log1p(-math.Min(r2, 1-1e-15))
			gain[j*d+i] = gain[i*d+j]
		}
	}
	g.use(spanningTree(d, gain))
}

// use takes a tree and finds its parameters.
func (g *gaussian) use(parent []int) {
	d := len(g.x)
	g.parent = parent
	g.slope, g.variance = make([]float64, d), make([]float64, d)
	for j, p := range g.parent {
		g.variance[j] = g.s[j*d+j]
		if p >= 0 {
			g.slope[j] = g.s[j*d+p] / g.s[p*d+p]
			g.variance[j] = math.Max(g.s[j*d+j]-g.slope[j]*g.s[j*d+p], 1e-15*g.s[j*d+j])
		}
	}
}

func (g *gaussian) log(row []float64) float64 {
	sum := 0.0
	for j, p := range g.parent {
		e := row[j] - g.mean[j]
		if p >= 0 {
			e -= g.slope[j] * (row[p] - g.mean[p])
		}
		sum -= 0.5 * (math.Log(2*math.Pi*g.variance[j]) + e*e/g.variance[j])
	}
	return sum
}

func (g *gaussian) prior() float64 {
	sum := 0.0
	for j, p := range g.parent {
		square := g.variance0[j]
		if p >= 0 {
			square += g.slope[j] * g.slope[j] * g.variance0[p]
		}
		sum -= g.n0 / 2 * (math.Log(g.variance[j]) + square/g.variance[j])
	}
	return sum
}

func (g *gaussian) tree() []int { return g.parent }

// binary has columns of zeros and ones with a probability for each value of the parent. The prior is
// worth α rows, spread evenly over all cells.
type binary struct {
	x     [][]float64 // by column
	alpha float64
	r     []float64
	total float64
	one   []float64 // smoothed count of ones
	both  []float64 // D×D: of ones in both

	parent []int
	given  [][2]float64 // probability of a one by the value of the parent, of the first column by 0
}

func (b *binary) begin(r []float64, total float64) {
	d := len(b.x)
	b.r, b.total, b.one, b.both = r, total, make([]float64, d), make([]float64, d*d)
	for j, x := range b.x {
		b.one[j] = b.alpha / 2
		for i, v := range x {
			b.one[j] += r[i] * v
		}
	}
}

func (b *binary) measure(j int) {
	d := len(b.x)
	for k := range j {
		sum := b.alpha / 4
		for i, v := range b.x[k] {
			if v == 1 && b.x[j][i] == 1 {
				sum += b.r[i]
			}
		}
		b.both[j*d+k], b.both[k*d+j] = sum, sum
	}
}

// cells are the smoothed counts of a pair: 00, 01, 10, 11, the first digit that of j.
func (b *binary) cells(j, k int) [4]float64 {
	both := b.both[j*len(b.x)+k]
	return [4]float64{b.total + b.alpha - b.one[j] - b.one[k] + both, b.one[k] - both, b.one[j] - both, both}
}

func (b *binary) finish() {
	d := len(b.x)
	gain := make([]float64, d*d)
	all := b.total + b.alpha
	for i := range d {
		for j := range i {
			sum := 0.0
			for c, n := range b.cells(i, j) {
				left, right := b.one[i], b.one[j]
				if c < 2 {
					left = all - left
				}
				if c%2 == 0 {
					right = all - right
				}
				if n > 0 {
					sum += n * math.Log(n*all/(left*right))
				}
			}
			gain[i*d+j], gain[j*d+i] = sum, sum
		}
	}
	b.use(spanningTree(d, gain))
}

// use takes a tree and finds its parameters.
func (b *binary) use(parent []int) {
	all := b.total + b.alpha
	b.parent, b.given = parent, make([][2]float64, len(parent))
	for j, p := range b.parent {
		b.given[j] = [2]float64{b.one[j] / all, b.one[j] / all}
		if p >= 0 {
			c := b.cells(j, p)
			b.given[j] = [2]float64{c[2] / (c[0] + c[2]), c[3] / (c[1] + c[3])}
		}
	}
}

func (b *binary) log(row []float64) float64 {
	sum := 0.0
	for j, p := range b.parent {
		theta := b.given[j][0]
		if p >= 0 && row[p] == 1 {
			theta = b.given[j][1]
		}
		if row[j] == 1 {
			sum += math.Log(theta)
		} else {
			sum += math.Log1p(-theta)
		}
	}
	return sum
}

func (b *binary) prior() float64 {
	sum := 0.0
	for j, p := range b.parent {
		for value, theta := range b.given[j] {
			share := b.alpha / 4
			if p < 0 {
				if share *= 2; value == 1 {
					continue
				}
			}
			sum += share * (math.Log(theta) + math.Log1p(-theta))
		}
	}
	return sum
}

func (b *binary) tree() []int { return b.parent }

// edgesOf lists the edges of a tree, the lesser column first.
func edgesOf(parent []int) (edges [][2]int) {
	for u, v := range parent {
		if v >= 0 {
			edges = append(edges, [2]int{min(u, v), max(u, v)})
		}
	}
	stable.SortFunc(edges, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0])) })
	return edges
}

// columnsOf are the columns of a table; those of zeros and ones as these.
func columnsOf(data *inference.Dataset, discrete bool) [][]float64 {
	n, d := data.Dims()
	out := make([][]float64, d)
	for j := range d {
		out[j] = make([]float64, n)
		for i := range n {
			if out[j][i] = data.X.At(i, j); discrete {
				out[j][i] = data.Input(i, j)
			}
		}
	}
	return out
}
