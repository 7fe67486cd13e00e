package ibp

// Finite is the model of K features, π_k ~ Beta(αβ/K, β) and Z_dk ~ Bernoulli(π_k), whose
// limit K → ∞ is the Indian buffet process.
type Finite struct {
	Prior
	K int
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
