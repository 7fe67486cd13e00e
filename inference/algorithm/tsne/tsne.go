// Package tsne places rows in a plane so that rows that are near each other stay so, by t-distributed stochastic
// neighbour embedding (van der Maaten and Hinton 2008, Visualizing data using t-SNE, Journal of Machine Learning
// Research 9, 2579–2605), for many rows with the approximation of Barnes and Hut (van der Maaten 2014, Journal of
// Machine Learning Research 15, 3221–3245).
package tsne

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/nearest"
)

// Exact is the number of rows up to which all pairs are computed.
const Exact = 2000

// Affinities are the probabilities p_ij of pairs of rows, both ways, which sum to 1: row i has those from Start[i] to
// Start[i+1].
type Affinities struct {
	Start, To []int
	P         []float64
}

// Neighbours is how many neighbours of each of n rows have an affinity.
func Neighbours(n int, perplexity float64) int {
	if n <= Exact {
		return n - 1
	}
	return min(n-1, int(3*perplexity))
}

// NewAffinities returns the affinities of rows by their neighbours: p_j|i ∝ exp(−β_i d²), β_i such that the
// perplexity of row i is the given one, and p_ij = (p_j|i + p_i|j)/2n. A row without neighbours has none.
func NewAffinities(near [][]nearest.Link, perplexity float64) *Affinities {
	n := len(near)
	type half struct {
		to int
		p  float64
	}
	rows := make([][]half, n)
	for i, links := range near {
		for k, p := range conditional(links, perplexity) {
			v := p / float64(2*n)
			rows[i] = append(rows[i], half{links[k].To, v})
			rows[links[k].To] = append(rows[links[k].To], half{i, v})
		}
	}
	a := &Affinities{Start: make([]int, 1, n+1)}
	sum := 0.0
	for _, list := range rows {
		slices.SortStableFunc(list, func(x, y half) int { return cmp.Compare(x.to, y.to) })
		for k, h := range list {
			if last := len(a.To) - 1; k > 0 && a.To[last] == h.to {
				a.P[last] += h.p
			} else {
				a.To, a.P = append(a.To, h.to), append(a.P, h.p)
			}
			sum += h.p
		}
		a.Start = append(a.Start, len(a.To))
	}
	for k := range a.P {
		a.P[k] /= sum
	}
	return a
}

// conditional are the p_j|i of the neighbours of a row.
func conditional(links []nearest.Link, perplexity float64) []float64 {
	if len(links) == 0 {
		return nil
	}
	p := make([]float64, len(links))
	wanted := math.Log(math.Min(perplexity, float64(len(links))))
	least := links[0].Distance * links[0].Distance
	low, high, beta := 0.0, math.Inf(1), 1.0
	if scale := links[len(links)/2].Distance; scale > 0 {
		beta = 1 / (scale * scale)
	}
	for range 100 {
		sum, mean := 0.0, 0.0
		for k, l := range links {
			d := l.Distance*l.Distance - least
			p[k] = math.Exp(-beta * d)
			sum += p[k]
			mean += p[k] * d
		}
		entropy := math.Log(sum) + beta*mean/sum
		for k := range p {
			p[k] /= sum
		}
		switch {
		case math.Abs(entropy-wanted) < 1e-7:
			return p
		case entropy > wanted:
			low = beta
			if beta *= 2; !math.IsInf(high, 1) {
				beta = (low + high) / 2
			}
		default:
			high = beta
			beta = (low + high) / 2
		}
	}
	return p
}

// An Embedding is the state of a map. Its exported fields are saved.
type Embedding struct {
	X, Y       []float64
	U, V       []float64 // the last step
	GainX      []float64
	GainY      []float64
	Round      int
	Divergence float64 // of Kullback and Leibler, nats, at the beginning of the last round

	near   *Affinities
	tree   *quad
	fx, fy []float64 // repulsions, times sum
	ax, ay []float64 // attractions
	sum    float64   // Σ_ij 1/(1 + distance²)
	apart  float64   // Σ_ij p_ij ln(p_ij(1 + distance²))
	row    int
}

// New begins from places of the rows.
func New(near *Affinities, x, y []float64) *Embedding {
	n := len(x)
	e := &Embedding{X: x, Y: y, U: make([]float64, n), V: make([]float64, n), GainX: make([]float64, n),
		GainY: make([]float64, n)}
	for i := range n {
		e.GainX[i], e.GainY[i] = 1, 1
	}
	e.Use(near)
	return e
}

// Use gives affinities to a map that was read.
func (e *Embedding) Use(near *Affinities) {
	n := len(e.X)
	e.near, e.fx, e.fy, e.ax, e.ay = near, make([]float64, n), make([]float64, n), make([]float64, n),
		make([]float64, n)
}

const (
	early        = 250 // rounds in which affinities are exaggerated
	exaggeration = 12
	angle        = 0.5 // the width of a cell over its distance from which on its rows count by themselves
)

// Advance works on a block of rows of a round and reports whether that ended it.
func (e *Embedding) Advance() bool {
	const block = 64
	n := len(e.X)
	if e.row == 0 {
		e.sum, e.apart = 0, 0
		if n > Exact {
			e.tree = newQuad(e.X, e.Y)
		}
	}
	end := min(e.row+block, n)
	for ; e.row < end; e.row++ {
		e.repel(e.row)
		e.attract(e.row)
	}
	if e.row < n {
		return false
	}
	e.row = 0
	e.move()
	e.Round++
	return true
}

// repel sums the repulsion of row i by all others.
func (e *Embedding) repel(i int) {
	x, y := e.X[i], e.Y[i]
	fx, fy, sum := 0.0, 0.0, 0.0
	if e.tree != nil {
		fx, fy, sum = e.tree.repel(x, y)
		sum-- // itself
	} else {
		for j, xj := range e.X {
			dx, dy := x-xj, y-e.Y[j]
			w := 1 / (1 + dx*dx + dy*dy)
			sum += w
			fx += w * w * dx
			fy += w * w * dy
		}
		sum--
	}
	e.fx[i], e.fy[i] = fx, fy
	e.sum += sum
}

// attract sums the attraction of row i by its neighbours.
func (e *Embedding) attract(i int) {
	ax, ay := 0.0, 0.0
	for k := e.near.Start[i]; k < e.near.Start[i+1]; k++ {
		j, p := e.near.To[k], e.near.P[k]
		if p == 0 {
			continue
		}
		dx, dy := e.X[i]-e.X[j], e.Y[i]-e.Y[j]
		d := 1 + dx*dx + dy*dy
		ax += p / d * dx
		ay += p / d * dy
		e.apart += p * math.Log(p*d)
	}
	e.ax[i], e.ay[i] = ax, ay
}

// Copy returns a copy of the saved fields of the map.
func (e *Embedding) Copy() *Embedding {
	return &Embedding{X: slices.Clone(e.X), Y: slices.Clone(e.Y), U: slices.Clone(e.U), V: slices.Clone(e.V),
		GainX: slices.Clone(e.GainX), GainY: slices.Clone(e.GainY), Round: e.Round, Divergence: e.Divergence}
}

// move moves all rows along the gradient 4 Σ_j (p_ij − q_ij)(y_i − y_j)/(1 + |y_i − y_j|²), with momentum and gains.
func (e *Embedding) move() {
	n := len(e.X)
	times, momentum := 1.0, 0.8
	if e.Round < early {
		times, momentum = exaggeration, 0.5
	}
	rate := math.Max(float64(n)/exaggeration/4, 50)
	e.Divergence = e.apart + math.Log(e.sum)
	gx, gy := make([]float64, n), make([]float64, n)
	for i := range n {
		gx[i], gy[i] = 4*(times*e.ax[i]-e.fx[i]/e.sum), 4*(times*e.ay[i]-e.fy[i]/e.sum)
	}
	step := func(at, last, gain, g []float64) {
		mean := 0.0
		for i := range at {
			if (g[i] > 0) != (last[i] > 0) {
				gain[i] += 0.2
			} else {
				gain[i] = math.Max(0.8*gain[i], 0.01)
			}
			last[i] = momentum*last[i] - rate*gain[i]*g[i]
			at[i] += last[i]
			mean += at[i] / float64(n)
		}
		for i := range at {
			at[i] -= mean
		}
	}
	step(e.X, e.U, e.GainX, gx)
	step(e.Y, e.V, e.GainY, gy)
}
