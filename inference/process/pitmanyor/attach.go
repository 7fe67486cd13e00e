package pitmanyor

// The terms of section 2.6: the change of equation 2a where a subtree of n leaves is attached to a tree. Walks down a
// tree add them up from the top.

// Crowd returns H_{m+n−1} − H_{m−1}, by which the n leaves raise the rate of divergence, relative to
// a(t), along a branch above m ≥ 1 leaves.
func (p *Prior) Crowd(m, n int) float64 { return p.harmonic[m+n-1] - p.harmonic[m-1] }

// AddPassed adds to sum the change of Γ(m+θ) at a branch point of m leaves that the subtree hangs below.
func (p *Prior) AddPassed(sum float64, m, n int) float64 { return sum + p.total[m] - p.total[m+n] }

// AddFollowed adds to sum the change of Γ(b−α) for the child of b leaves that the subtree hangs below.
func (p *Prior) AddFollowed(sum float64, b, n int) float64 { return sum + p.clade[b+n] - p.clade[b] }
