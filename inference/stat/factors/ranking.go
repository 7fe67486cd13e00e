package factors

import (
	"cmp"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/diagnostics"

	"gonum.org/v1/gonum/mat"
)

// A Ranked is an item in the list of a factor.
type Ranked struct {
	Item        int
	Probability float64 // that the factor loads on it; 1 for models in which all do
	Loading     Spread
}

// Ranking lists the items that factor j loads on in any draw, the most probable first and, on a
// tie, the greatest mean loading first. It takes O(D log D).
func (s *Summary) Ranking(j int) []Ranked {
	f := s.Factors
	items, _ := f.Loadings.Dims()
	var list []Ranked
	for i := range items {
		r := Ranked{i, 1, s.Loading(i, j)}
		if f.Inclusion != nil && !f.Binary {
			r.Probability = f.Inclusion.At(i, j)
		}
		if r.Probability > 0 {
			list = append(list, r)
		}
	}
	stable.Sort(list, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability),
			cmp.Compare(math.Abs(b.Loading.Mean), math.Abs(a.Loading.Mean)))
	})
	return list
}

// Loading returns the loading of factor j on item i.
func (s *Summary) Loading(i, j int) Spread {
	return at(s.Factors.Loadings, s.Deviation, s.Low, s.High, i, j)
}

// Activity returns the activity of factor j in case n.
func (s *Summary) Activity(n, j int) Spread {
	return at(s.Factors.Activities, s.ActivityDeviation, s.ActivityLow, s.ActivityHigh, n, j)
}

func at(mean, deviation, low, high *mat.Dense, i, j int) Spread {
	if deviation == nil {
		return Spread{mean.At(i, j), math.NaN(), math.NaN(), math.NaN()}
	}
	return Spread{mean.At(i, j), deviation.At(i, j), low.At(i, j), high.At(i, j)}
}

// Place returns, for each factor of a state, the matching factor of the summary, −1 for none: the
// pairs that are most similar in all, as in the matching of draws.
func (s *Summary) Place(f *factor.State, o Options) []int {
	if s.Count() == 0 || f.Count() == 0 {
		return slices.Repeat([]int{-1}, f.Count())
	}
	if o.Similar == 0 {
		o.Similar = 0.25
	}
	var pieces []piece
	for _, r := range referencesOf(f) {
		pieces = append(pieces, r.piece())
	}
	out := make([]int, len(pieces))
	for k, p := range pair(pieces, referencesOf(s.Factors), o.Similar) {
		out[k] = p.to
	}
	return out
}

// referencesOf makes a reference from each factor of a state or of means.
func referencesOf(f *factor.State) []*reference {
	var list []*reference
	for k := range f.Count() {
		r := &reference{loadings: mat.Col(nil, k, f.Loadings), activities: mat.Col(nil, k, f.Activities)}
		r.measure()
		list = append(list, r)
	}
	return list
}

// A Follower gives permanent IDs to the factors in successive summaries of one run; Summarise
// numbers them afresh each time. The zero value is ready. It is used by one goroutine at a time.
type Follower struct {
	last *Summary
	next int
}

// Follow returns s with IDs. A factor takes the ID of the factor of the chain's state that it
// matches, which lets views of the state and of the summary agree. Otherwise it keeps its ID from
// the summary before, or gets a new one below 0.
func (z *Follower) Follow(s *Summary, state *factor.State) *Summary {
	if s == nil {
		return nil
	}
	out, f := *s, *s.Factors
	out.Factors = &f
	f.IDs = make([]int, s.Count())
	known := make([]bool, s.Count())
	adopt := func(from *factor.State) {
		if !alike(from, &f) {
			return
		}
		for k, j := range s.Place(from, Options{}) {
			if j >= 0 && !known[j] && !usedID(f.IDs, known, from.IDs[k]) {
				f.IDs[j], known[j] = from.IDs[k], true
			}
		}
	}
	adopt(state)
	if z.last != nil {
		adopt(z.last.Factors)
	}
	for j := range f.IDs {
		if !known[j] {
			z.next--
			f.IDs[j] = z.next
		}
	}
	z.last = &out
	return &out
}

func usedID(ids []int, known []bool, id int) bool {
	for j, other := range ids {
		if known[j] && other == id {
			return true
		}
	}
	return false
}

// alike reports whether both have factors, with equally many items and cases.
func alike(a, b *factor.State) bool {
	return a.Count() > 0 && b.Count() > 0 && sameRows(a.Loadings, b.Loadings) && sameRows(a.Activities, b.Activities)
}

func sameRows(a, b *mat.Dense) bool {
	n, _ := a.Dims()
	m, _ := b.Dims()
	return n == m
}

// Features is the name of K in a trace. Common is the name of the number of common factors, those of at least two
// items. A factor of one item is a specific one: with the noise of its item it makes up the variance that the item does
// not share with others, and data hardly tell the two apart.
const (
	Features = "features"
	Common   = "common_factors"
)

// Counts returns the numbers of factors that the chains drew, without burn-in: those of all
// iterations if a trace has them, otherwise those of the draws that were kept.
func Counts(s *inference.Snapshot, burnIn float64) [][]int { return counts(s, Features, 0, burnIn) }

// Traces returns, for a sampler whose traces do not have it, the number of common factors in the draws that were kept:
// a trace of [Common] for each chain; nil without draws.
func Traces(s *inference.Snapshot) []inference.Trace {
	var out []inference.Trace
	for _, d := range factor.DrawsOf(s) {
		for len(out) <= d.Chain {
			out = append(out, inference.Trace{Names: []string{Common}, Values: make([][]float64, 1)})
		}
		t := &out[d.Chain]
		at := 0.0
		if d.Chain < len(s.Chains) && d.Iteration < len(s.Chains[d.Chain].Seconds) {
			at = s.Chains[d.Chain].Seconds[d.Iteration]
		}
		t.Iteration, t.Seconds = append(t.Iteration, d.Iteration), append(t.Seconds, at)
		t.Values[0] = append(t.Values[0], float64(common(d.State)))
	}
	return out
}

// common counts the factors of two items or more.
func common(s *factor.Sparse) (n int) {
	for _, items := range s.Items {
		if len(items) > 1 {
			n++
		}
	}
	return n
}

// CommonCounts is Counts for the common factors alone.
func CommonCounts(s *inference.Snapshot, burnIn float64) [][]int { return counts(s, Common, 2, burnIn) }

// counts returns the numbers of factors with at least least items, from the named trace.
func counts(s *inference.Snapshot, name string, least int, burnIn float64) [][]int {
	var out [][]int
	if draws := diagnostics.Draws(s.Chains, name, burnIn); draws != nil {
		for _, c := range draws {
			counts := make([]int, len(c))
			for i, v := range c {
				counts[i] = int(v)
			}
			out = append(out, counts)
		}
		return out
	}
	for _, d := range inference.WithoutBurnIn(factor.DrawsOf(s), burnIn) {
		for len(out) <= d.Chain {
			out = append(out, nil)
		}
		n := 0
		for _, items := range d.State.Items {
			if len(items) >= least {
				n++
			}
		}
		out[d.Chain] = append(out[d.Chain], n)
	}
	return out
}
