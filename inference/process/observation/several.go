package observation

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mat"
)

// probes are the draws by which a probability is found.
const probes = 24

// LogProbability returns the log of an estimate without bias of the probability of a cell whose latent numbers are
// N(m, w): all but the last are drawn, and the last has the probability of lying between its limits.
func LogProbability(y Several, m []float64, w mat.Symmetric, rng *rand.Rand) float64 {
	k := len(m)
	var root mat.Cholesky
	var l mat.TriDense
	if !root.Factorize(w) {
		return math.NaN()
	}
	root.LTo(&l)
	u, z := make([]float64, k), make([]float64, k)
	var sum special.LogSum
	sum.Add(math.Inf(-1))
	for range probes {
		for j := range k {
			z[j] = rng.NormFloat64()
			if u[j] = m[j]; j == k-1 {
				z[j] = 0
			}
			for i := range j + 1 {
				u[j] += l.At(j, i) * z[i]
			}
		}
		if low, high := y.Limits(k-1, u); low < high {
			s := l.At(k-1, k-1)
			log, _, _ := between((low-u[k-1])/s, (high-u[k-1])/s)
			sum.Add(log - math.Log(probes))
		}
	}
	return sum.Value()
}
