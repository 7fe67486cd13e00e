package ibp

import (
	"math"
	"math/rand/v2"

	"espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/stat/distuv"
)

// Finite is the model of K features, π_k ~ Beta(αβ/K, β) and Z_dk ~ Bernoulli(π_k), whose
// limit K → ∞ is the Indian buffet process.
type Finite struct {
	Prior
	K int
}

// Draw draws the probability of each of the K features, and the given number of rows. Columns
// without a one are kept.
func (f Finite) Draw(rows int, rng *rand.Rand) (pi []float64, z Matrix) {
	pi = make([]float64, f.K)
	z = Matrix{Rows: rows, Columns: make([][]int, f.K)}
	for k := range pi {
		pi[k] = distuv.Beta{Alpha: f.Alpha * f.Beta / float64(f.K), Beta: f.Beta, Src: rng}.Rand()
		for i := range rows {
			if rng.Float64() < pi[k] {
				z.Columns[k] = append(z.Columns[k], i)
			}
		}
	}
	return pi, z
}

// LogProbability returns log P(Z) with π integrated out: Σ_k log{B(m_k+αβ/K, D−m_k+β)/B(αβ/K, β)}.
// Z has exactly K columns, empty ones included, and their order counts.
func (f Finite) LogProbability(z Matrix) float64 {
	if len(z.Columns) != f.K {
		panic("ibp: a finite model needs as many columns as it has features")
	}
	a := f.Alpha * f.Beta / float64(f.K)
	sum := -float64(f.K) * logBeta(a, f.Beta)
	for _, c := range z.Columns {
		m := float64(len(c))
		sum += logBeta(m+a, float64(z.Rows)-m+f.Beta)
	}
	return sum
}

// LogClass returns the log probability of the class of all orders of the K columns. Columns that z
// lacks count as empty. It tends to [Prior.LogClass] as K grows.
func (f Finite) LogClass(z Matrix) float64 {
	full := z.LeftOrdered()
	empty := f.K - len(full.Columns)
	if empty < 0 {
		return math.Inf(-1)
	}
	sum := special.LogFactorial(f.K) - special.LogFactorial(empty)
	for _, k := range z.Alike() {
		sum -= special.LogFactorial(k)
	}
	full.Columns = append(full.Columns, make([][]int, empty)...)
	return sum + f.LogProbability(full)
}

// LogOdds returns the log odds that a row has a feature that m ≥ 0 of the others have:
// log{(m+αβ/K)/(rows−1−m+β)}.
func (f Finite) LogOdds(m, rows int) float64 {
	return math.Log(float64(m)+f.Alpha*f.Beta/float64(f.K)) - math.Log(float64(rows-1-m)+f.Beta)
}
