package diffusion

import (
	"math"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Estimate returns maximum-likelihood parameters for a tree that comes without them, such as a
// linkage: σ² and the noise given the data, and c given the times as those of a Dirichlet diffusion
// tree. For a given ratio of noise to σ² the best σ² has a closed form; golden section finds the
// ratio. O(60·N·D).
func Estimate(t *tree.Tree, data *mat.Dense) Parameters {
	likelihood := func(ratio float64) (value, sigma2 float64) {
		q, logs, cells := evidence(t, data, ratio)
		if cells == 0 || q <= 0 {
			return 0, 1
		}
		sigma2 = q / float64(cells)
		return -0.5 * (logs + float64(cells)*math.Log(sigma2)), sigma2
	}
	const golden = 0.6180339887498949
	low, high := math.Log(1e-6), math.Log(10.0)
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, _ := likelihood(math.Exp(a))
	fb, _ := likelihood(math.Exp(b))
	for range 28 { // to within 2·10⁻⁵ of the logarithm
		if fa >= fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa, _ = likelihood(math.Exp(a))
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb, _ = likelihood(math.Exp(b))
		}
	}
	ratio := math.Exp((low + high) / 2)
	_, sigma2 := likelihood(ratio)
	return Parameters{Sigma2: sigma2, Noise: ratio * sigma2, C: estimateC(t)}
}

// evidence does the upward pass at σ² = 1 with one noise variance for all columns. The log evidence
// at σ² is −½(q/σ² + logs + cells·log 2πσ²).
func evidence(t *tree.Tree, data *mat.Dense, noise float64) (q, logs float64, cells int) {
	_, columns := data.Dims()
	order := t.PreOrder()
	up := make([]message, t.Nodes())
	length := func(v int) float64 { return t.Length(v) }
	join := func(a, b message) message { // also adds the term of their join
		if s := a.v + b.v; !math.IsInf(s, 1) {
			q += (a.x - b.x) * (a.x - b.x) / s
			logs += math.Log(s)
		}
		return product(a, b)
	}
	for j := range columns {
		for i := len(order) - 1; i >= 0; i-- {
			v := order[i]
			if t.IsLeaf(v) {
				up[v] = message{x: data.At(v, j), v: noise}
				if math.IsNaN(up[v].x) {
					up[v] = nothing
				} else {
					cells++
				}
				continue
			}
			m := nothing
			for _, k := range t.Children[v] {
				m = join(m, up[k].widened(length(k)))
			}
			up[v] = m
		}
		join(up[t.Top].widened(length(t.Top)), message{}) // the origin
	}
	return q, logs, cells
}

// estimateC returns the rate of divergence that maximises the density of the times: branch points
// over Σ H_{m−1}·(ℓ_v − ℓ_pa), by equation 2c.
func estimateC(t *tree.Tree) float64 {
	size := t.LeafCounts()
	harmonic := make([]float64, t.Leaves()+1)
	for m := 1; m <= t.Leaves(); m++ {
		harmonic[m] = harmonic[m-1] + 1/float64(m)
	}
	points, exposure := 0.0, 0.0
	for v := t.Leaves(); v < t.Nodes(); v++ {
		above := 0.0
		if p := t.Parent[v]; p >= 0 {
			above = t.LogTime[p]
		}
		if math.IsInf(t.LogTime[v], 1) {
			continue
		}
		points++
		exposure += harmonic[size[v]-1] * (t.LogTime[v] - above)
	}
	if points == 0 || exposure <= 0 {
		return 1
	}
	return points / exposure
}
