package blockmodel

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// mostDescribed is how many steps may be taken to count the degrees that the nodes of a cluster can have.
const mostDescribed = 20_000_000

// description returns the description length in nats of the links of a network in clusters z, numbered from 0: that of
// the microcanonical block model (Peixoto 2017, Nonparametric Bayesian inference of the microcanonical stochastic block
// model, Physical Review E 95, 012317), with degrees where these are held. It has another prior than the sampler, and
// compares partitions with those of other programs. It is NaN for links that are no counts, for networks with blanks,
// and for very large clusters with degrees. graph-tool, which gives the same, counts the degrees that a small cluster
// can have otherwise.
func (t *network) description(z []int) float64 {
	if !t.masses {
		return math.NaN()
	}
	size := sizes(z)
	k := len(size)
	ends, out, in, links, log := make([]float64, k*k), make([]float64, t.n), make([]float64, t.n), 0.0, 0.0
	for i := range t.n {
		for j := range t.n {
			if !t.directed && j < i || i == j && !t.own {
				continue
			}
			y := t.y[i*t.n+j]
			if math.IsNaN(y) {
				return math.NaN()
			}
			links, log = links+y, log+factorial(y)
			out[i] += y
			in[j] += y
			ends[z[i]*k+z[j]] += y
			if !t.directed {
				ends[z[j]*k+z[i]] += y
				if i == j {
					log += y * math.Ln2 // of A_ii!!, with A_ii twice the links
				}
			}
		}
	}
	if !t.directed {
		for i := range out {
			out[i] += in[i]
		}
	}
	for a := range k {
		for b := range k {
			switch e := ends[a*k+b]; {
			case t.directed || b < a:
				log -= factorial(e)
			case a == b:
				log -= e/2*math.Ln2 + factorial(e/2)
			}
		}
	}
	sides := [][]float64{out}
	if t.directed {
		sides = append(sides, in)
	}
	log += t.degrees(z, size, sides)
	n, pairs := float64(t.n), float64(k*k)
	if !t.directed {
		pairs = float64(k*(k+1)) / 2
	}
	log += factorial(n) + choose(n-1, float64(k-1)) + math.Log(n) + choose(pairs+links-1, links)
	for _, s := range size {
		log -= factorial(float64(s))
	}
	return log
}

// degrees is the part of the description that tells to which nodes the ends of links in each cluster belong: on each
// side, the degrees of the nodes.
func (t *network) degrees(z, size []int, sides [][]float64) (log float64) {
	held := t.out != nil
	sums := make([][]float64, len(sides))
	for side, degree := range sides {
		sums[side] = make([]float64, len(size))
		for i, d := range degree {
			sums[side][z[i]] += d
			if held {
				log -= factorial(d)
			}
		}
		for a, e := range sums[side] {
			if !held {
				log += e * math.Log(float64(size[a]))
				continue
			}
			log += factorial(e) + logParts(int(e), size[a])
		}
	}
	if !held {
		return log
	}
	alike := map[[3]float64]float64{} // nodes by cluster and degrees
	for i, a := range z {
		key := [3]float64{float64(a), sides[0][i], sides[len(sides)-1][i]}
		alike[key]++
		log -= math.Log(alike[key]) // of how many there are, factor by factor
	}
	for _, s := range size {
		log += factorial(float64(s))
	}
	return log
}

// factorial is ln x!.
func factorial(x float64) float64 { return special.LogGamma(x + 1) }

// choose is the logarithm of a binomial coefficient.
func choose(n, k float64) float64 { return factorial(n) - factorial(k) - factorial(n-k) }

// logParts is the logarithm of the number of ways to write m as a sum of at most n whole numbers above 0; NaN where m
// and n are too large.
func logParts(m, n int) float64 {
	n = min(m, n)
	if m == 0 {
		return 0
	}
	if m > 50_000 || m*n > mostDescribed {
		return math.NaN()
	}
	ways := make([]float64, m+1)
	ways[0] = 1
	for part := 1; part <= n; part++ { // parts of at most n, which are as many
		for sum := part; sum <= m; sum++ {
			ways[sum] += ways[sum-part]
		}
	}
	return math.Log(ways[m])
}
