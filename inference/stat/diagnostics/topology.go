package diagnostics

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/stat/consensus"

	"gonum.org/v1/gonum/stat"
)

// A Topology is the assessment of the trees that chains drew.
type Topology struct {
	Draws  int     // trees of each chain that were kept and count
	ESS    float64 // effective sample size of the topology; see ReferenceTrees
	RHat   float64 // the greatest, over the distances to each reference tree
	Reason string  // why ESS and RHat are NaN
	// AverageDeviation and GreatestDeviation are standard deviations between chains of the
	// frequency of a clade, over all clades whose frequency is at least LeastFrequency in some
	// chain. NaN for one chain.
	AverageDeviation  float64
	GreatestDeviation float64
	// Clades are these clades, the greatest deviation first, then the most frequent.
	Clades []Clade
	Names  []string // of the leaves
	// Iterations and Distances describe the draws of each chain: the Robinson-Foulds distance of
	// each tree from the medoid of all.
	Iterations [][]int
	Distances  [][]float64
}

// Known reports whether there are an effective sample size and an R-hat.
func (t *Topology) Known() bool { return t.Reason == "" }

// asked returns the effective sample size to require of the trees if enough is required of the
// given number of draws of each chain. Thinned trees cannot reach more than the number kept, so
// half of that then suffices.
func (t *Topology) asked(enough float64, draws int) float64 {
	if t.Draws < draws {
		return math.Min(enough, float64(len(t.Distances)*t.Draws)/2)
	}
	return enough
}

// A Clade is a set of leaves that are a clade in some draws.
type Clade struct {
	Leaves      []int     // ascending
	Middle      int       // its most typical leaf
	Frequencies []float64 // in each chain
	Mean        float64   // of these
	Deviation   float64   // standard deviation of these; NaN for one chain
}

const (
	// leastFrequency is the frequency that a clade must reach in some chain to count in the
	// deviations (as in MrBayes; Lakner and others 2008).
	leastFrequency = 0.1
	// referenceTrees is the number of reference trees: draws evenly spaced over all chains. The
	// Robinson-Foulds distances of all draws to each of them are a trace of one scalar. The
	// effective sample size of the topology is the median of theirs (the median pseudo-ESS of
	// Lanfear, Hua and Warren 2016; Magee, Karcher, Matsen and Minin 2023 assess how well it does).
	referenceTrees = 20
)

// kept returns the draws after the burn-in, chain by chain: the latest n of each, which makes all
// chains equally long. last is the last iteration of the run.
func kept(samples []forest.Draw, burnIn float64, last int) (draws []forest.Draw, chains, n int) {
	var by [][]forest.Draw
	for _, s := range samples {
		if s.Tree == nil || float64(s.Iteration) < burnIn*float64(last+1) {
			continue
		}
		for len(by) <= s.Chain {
			by = append(by, nil)
		}
		by[s.Chain] = append(by[s.Chain], s)
	}
	n = math.MaxInt
	for _, c := range by {
		n = min(n, len(c))
	}
	for _, c := range by {
		draws = append(draws, c[len(c)-n:]...)
	}
	return draws, len(by), n
}

// topology describes the trees of a set of the given number of chains of n each, chain by chain. It
// takes O(S N) for each reference tree.
func topology(set *consensus.Set, chains, n int) *Topology {
	t := &Topology{Draws: n, Names: set.Names(),
		ESS: math.NaN(), RHat: math.NaN(), AverageDeviation: math.NaN(), GreatestDeviation: math.NaN()}
	t.compare(set, chains)
	t.trace(set, chains)
	t.judge(set, chains)
	return t
}

// trace records how far each draw lies from the medoid.
func (t *Topology) trace(set *consensus.Set, chains int) {
	centre, _ := set.Medoid()
	distances := set.Distances(centre)
	for k := range chains {
		iterations, values := make([]int, t.Draws), make([]float64, t.Draws)
		for i := range t.Draws {
			iterations[i], values[i] = set.Draw(k*t.Draws+i).Iteration, float64(distances[k*t.Draws+i])
		}
		t.Iterations, t.Distances = append(t.Iterations, iterations), append(t.Distances, values)
	}
}

// compare finds the clades and their frequencies in each chain.
func (t *Topology) compare(set *consensus.Set, chains int) {
	sum := 0.0
	for _, c := range set.Clades(leastFrequency / float64(chains)) {
		if slices.Max(c.ByChain) < leastFrequency {
			continue
		}
		d := stat.StdDev(c.ByChain, nil)
		sum += d
		t.Clades = append(t.Clades, Clade{c.Rows, middle(c.Tree, c.Node), c.ByChain, c.Frequency, d})
	}
	if chains > 1 {
		stable.Sort(t.Clades, func(a, b Clade) int { return cmp.Compare(b.Deviation, a.Deviation) })
		t.AverageDeviation, t.GreatestDeviation = 0, 0 // trees without any clade agree
		if n := len(t.Clades); n > 0 {
			t.AverageDeviation, t.GreatestDeviation = sum/float64(n), t.Clades[0].Deviation
		}
	}
}

// judge finds the effective sample size and R-hat of the distances to reference trees.
func (t *Topology) judge(set *consensus.Set, chains int) {
	if t.Draws < LeastDraws {
		t.Reason = "too few trees are kept"
		return
	}
	var sizes []float64
	references := min(referenceTrees, set.Draws())
	all, traces := alike(slices.Repeat([][]float64{make([]float64, t.Draws)}, chains))
	for r := range references {
		for i, d := range set.Distances((2*r + 1) * set.Draws() / (2 * references)) {
			all[i] = float64(d)
		}
		bulk, rhat := rankJudge(traces)
		if !math.IsNaN(bulk) {
			sizes = append(sizes, bulk)
		}
		if rhat > t.RHat || math.IsNaN(t.RHat) {
			t.RHat = rhat
		}
	}
	if len(sizes) == 0 {
		t.Reason = "all trees are the same"
		return
	}
	slices.Sort(sizes)
	t.ESS = (sizes[(len(sizes)-1)/2] + sizes[len(sizes)/2]) / 2
}

// rankJudge returns the bulk effective sample size and the rank-normalised split R-hat of chains.
func rankJudge(chains [][]float64) (bulk, rhat float64) {
	split := halves(chains)
	scores, parts := alike(split)
	normalScores(sorted(split), scores)
	e := newEstimator(len(split), len(split[0]))
	return e.ess(parts), e.rhat(parts)
}
