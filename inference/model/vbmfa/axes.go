package vbmfa

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference/parallel"
)

// principal holds the leading directions of some rows, weighted by the responsibilities of a
// component, in units of the noise's standard deviation.
type principal struct {
	rows   []int     // sorted positions of the rows with positive weight
	mass   float64   // Σ r
	mean   []float64 // p
	axes   []float64 // q×p, of unit length in units of the noise, strongest first
	values []float64 // q: variance along them, in units of the noise
	scores []float64 // rows×q: position of each row, relative to the mean
	q      int
}

// subspaceRounds is the number of rounds of the subspace iteration. The directions are only a
// start; the updates find the last digits.
const subspaceRounds = 6

// subspaceWork limits the multiply-adds of the iteration to some milliseconds.
const subspaceWork = 8 << 20

// principalOf finds at most q directions by subspace iteration from random ones. A round costs at
// most O(rows·p·q), whatever the number of columns. Missing cells count as the mean.
func (m *mixture) principalOf(r []float64, q int, rng *rand.Rand) *principal {
	d := m.d
	o := &principal{}
	o.average(d, r)
	o.q = max(0, min(q, d.p, len(o.rows)-1))
	o.axes, o.values = make([]float64, o.q*d.p), make([]float64, o.q)
	if o.q == 0 {
		return o
	}
	for i := range o.axes {
		o.axes[i] = rng.NormFloat64()
	}
	orthonormal(o.axes, d.p)
	inverse := make([]float64, d.p)
	for c, v := range m.Psi {
		inverse[c] = 1 / math.Sqrt(v)
	}
	// With many rows, only some of them determine the directions.
	most := max(4*o.q, subspaceWork/(2*subspaceRounds*d.p*o.q))
	stride := (len(o.rows) + most - 1) / most
	used := parallel.Count(len(o.rows), stride)
	z, weight := make([]float64, used*d.p), make([]float64, used)
	parallel.Blocks(used, blockRows, d.threads, func(_, low, high int) {
		for k := low; k < high; k++ {
			o.residual(d, o.rows[k*stride], inverse, z[k*d.p:(k+1)*d.p])
			weight[k] = r[o.rows[k*stride]]
		}
	})
	for range subspaceRounds {
		o.iterate(z, weight, d.threads)
	}
	o.turn(z, weight)
	o.scores = make([]float64, len(o.rows)*o.q)
	parallel.Blocks(len(o.rows), blockRows, d.threads, func(_, low, high int) {
		row := make([]float64, d.p)
		for k := low; k < high; k++ {
			o.residual(d, o.rows[k], inverse, row)
			for l := range o.q {
				o.scores[k*o.q+l] = dot(o.axes[l*d.p:(l+1)*d.p], row)
			}
		}
	})
	return o
}

// average finds the rows with a responsibility that counts, and their mean.
func (o *principal) average(d *rows, r []float64) {
	p, blocks := d.p, parallel.Count(d.n, blockRows)
	rows, sums := make([][]int, blocks), make([]float64, (2*p+1)*blocks)
	d.inBlocks(p, func(b, low, high int) {
		own := sums[(2*p+1)*b : (2*p+1)*(b+1)]
		mean, seen := own[:p], own[p:2*p]
		pt := d.patternOf(low)
		for i := low; i < high; i++ {
			if r[i] < negligible {
				continue
			}
			if i >= pt.high {
				pt = d.patternOf(i)
			}
			rows[b] = append(rows[b], i)
			own[2*p] += r[i]
			y := d.row(i)
			for _, c := range pt.columns {
				mean[c] += r[i] * y[c]
				seen[c] += r[i]
			}
		}
	})
	all := make([]float64, 2*p+1)
	for b := range blocks {
		o.rows = append(o.rows, rows[b]...)
		addScaled(all, sums[(2*p+1)*b:(2*p+1)*(b+1)], 1)
	}
	o.mean, o.mass = all[:p:p], all[2*p]
	for c := range o.mean {
		o.mean[c] = (o.mean[c] + leastWeight*d.mean[c]) / (all[p+c] + leastWeight)
	}
}

// iterate multiplies the directions by the weighted squares of the rows of z, and makes them
// orthonormal.
func (o *principal) iterate(z, weight []float64, threads int) {
	p, size := len(o.mean), len(o.axes)
	sums := make([]float64, size*parallel.Count(len(weight), blockRows))
	parallel.Blocks(len(weight), blockRows, threads, func(b, low, high int) {
		next := sums[b*size : (b+1)*size]
		for k := low; k < high; k++ {
			row := z[k*p : (k+1)*p]
			for l := range o.q {
				addScaled(next[l*p:(l+1)*p], row, weight[k]*dot(o.axes[l*p:(l+1)*p], row))
			}
		}
	})
	o.axes = sums[:size:size]
	for at := size; at < len(sums); at += size {
		addScaled(o.axes, sums[at:at+size], 1)
	}
	orthonormal(o.axes, p)
}

// residual sets to to sorted row i less the mean, in units of the noise; 0 where missing.
func (o *principal) residual(d *rows, i int, inverse, to []float64) {
	clear(to)
	y := d.row(i)
	for _, c := range d.patternOf(i).columns {
		to[c] = (y[c] - o.mean[c]) * inverse[c]
	}
}

// leastWeight keeps the mean of a column without observed rows at the mean of the table.
const leastWeight = 1e-9

// turn rotates the directions to the axes of the variance within them.
func (o *principal) turn(z, weight []float64) {
	p, mass := len(o.mean), 0.0
	for _, v := range weight {
		mass += v
	}
	spread := mat.NewSymDense(o.q, nil)
	raw := make([]float64, o.q)
	for k, v := range weight {
		for l := range raw {
			raw[l] = dot(o.axes[l*p:(l+1)*p], z[k*p:(k+1)*p])
		}
		spread.SymRankOne(spread, v/mass, mat.NewVecDense(o.q, raw))
	}
	var e mat.EigenSym
	if !e.Factorize(spread, true) {
		return
	}
	values := e.Values(nil)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	turned := make([]float64, len(o.axes))
	for l := range o.q {
		place := o.q - 1 - l
		o.values[l] = math.Max(0, values[place])
		for a := range o.q {
			addScaled(turned[l*p:(l+1)*p], o.axes[a*p:(a+1)*p], vectors.At(a, place))
		}
	}
	o.axes = turned
}

// orthonormal makes vectors of p numbers orthogonal and of unit length; one in the span of those
// before becomes zero.
func orthonormal(vectors []float64, p int) {
	for at := 0; at < len(vectors); at += p {
		v := vectors[at : at+p]
		before := dot(v, v)
		for range 2 {
			for b := 0; b < at; b += p {
				u := vectors[b : b+p]
				addScaled(v, u, -dot(u, v))
			}
		}
		length := dot(v, v)
		if length <= 1e-20*before {
			clear(v)
			continue
		}
		f := 1 / math.Sqrt(length)
		for i := range v {
			v[i] *= f
		}
	}
}

// doubtful is the initial variance of a factor's means if its direction does not stand out from the
// noise.
const doubtful = 0.5

// rowsPerFactor is the least number of rows of a component per factor. With a factor for each row
// after the first, components fit their rows without error; if there are fewer rows than columns,
// the bound can then rise as the noise falls to its floor.
const rowsPerFactor = 2

// endow gives a component k factors on its rows, or as many as these support: the factors of maximum likelihood under
// the present noise, whose loadings are (λ − 1)^½ along each axis of variance λ in units of the noise (Tipping and
// Bishop 1999). Directions that do not stand out also start, but weaker; the updates switch off superfluous factors.
func (m *mixture) endow(c *component, k int, rng *rand.Rand) *component {
	d := m.d
	k = max(0, min(k, int(c.Mass-1)/rowsPerFactor))
	w := k + 1
	o := newComponent(d, c.ID, k)
	o.R, o.Near, o.E, o.Mass, o.Entropy = c.R, c.Near, c.E, c.Mass, c.Entropy
	o.U, o.V, o.Bring = c.U, c.V, c.Bring
	a := m.principalOf(c.R, k, rng)
	for l := range k {
		share := doubtful
		value := 0.0
		if l < a.q {
			value = a.values[l]
			share = math.Max(share, 1-1/math.Max(value, 1))
		}
		for place, i := range a.rows {
			if value > 1e-9 {
				o.X[i*k+l] = a.scores[place*a.q+l] * math.Sqrt(share/value)
			} else {
				o.X[i*k+l] = math.Sqrt(share) * rng.NormFloat64()
			}
		}
		for j := range d.patterns {
			o.Cov[j*k*k+l*k+l] = 1 - share + 1e-6
		}
		for q := range d.p {
			if l < a.q {
				o.loading(q)[l] = math.Sqrt(math.Max(value-1, 0)*m.Psi[q]) * a.axes[l*d.p+q]
			}
		}
	}
	for q := range d.p {
		o.loading(q)[k] = a.mean[q]
		for l := range w {
			o.cov(q)[l*w+l] = m.Psi[q] / (a.mass + 1)
			o.LogDet += math.Log(m.Psi[q] / (a.mass + 1))
		}
	}
	noise := 0.0
	for _, v := range m.Psi {
		noise += v
	}
	o.A = m.Shape + float64(d.p)/2
	for l := range o.B {
		o.B[l] = o.A * math.Max(o.power(l), noise) / float64(d.p) // ⟨ν⟩ of a factor as strong as the noise
	}
	return o
}

// blockRows is the number of rows whose sums are computed together, unless these are more work than
// blockWork. It depends on the sizes of the table and of a component only, and the sums of blocks are added in
// their order: so the bits do not depend on the number of threads.
const (
	blockRows = 1024
	blockWork = 1 << 20
	leastRows = 32 // of a block, beside which adding up its sums is little work
)

// parallelWork is the multiply-adds below which goroutines are not worth starting.
const parallelWork = 1 << 16

// share calls f(0) … f(n−1), on several goroutines if the total work is large.
func share(n, threads, work int, f func(k int)) {
	if work < parallelWork {
		threads = 1
	}
	parallel.Do(n, threads, f)
}

// inBlocks calls f for each block of all rows; work is that of a row.
func (d *rows) inBlocks(work int, f func(b, low, high int)) {
	threads := d.threads
	if d.n*work < parallelWork {
		threads = 1
	}
	parallel.Blocks(d.n, blockRows, threads, f)
}

// blockOf returns the number of rows in a block of a component with w−1 factors, whose rows are p·w + w²
// multiply-adds of work each, and more where numbers are latent.
func (d *rows) blockOf(w int) int { return min(blockRows, max(leastRows, blockWork/d.workOf(w))) }

// workOf returns the multiply-adds of the work on a row.
func (d *rows) workOf(w int) int {
	if d.hidden != nil {
		return d.p*w + w*w + d.hidden.cost
	}
	return d.p*w + w*w
}
