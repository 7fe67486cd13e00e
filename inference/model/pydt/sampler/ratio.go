package sampler

// A ratio decides on a Metropolis-Hastings proposal, for a place by equation 10a. Its parts are differences of
// logarithms, new state minus old.
type ratio struct {
	likelihood float64
	prior      float64
	proposal   float64 // log q(old | new) − log q(new | old)
}

// log returns the logarithm of the Metropolis-Hastings ratio.
func (r ratio) log() float64 { return r.likelihood + r.prior + r.proposal }

// accept decides on a proposal. A NaN rejects.
func (c *current) accept(r ratio) bool {
	x := c.logRatio(r)
	return x >= 0 || c.rng.ExpFloat64() > -x
}
