package vbmfa

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/espalier/inference"
	found "example.org/espalier/inference/kind/mixture"
)

// A start is how a search begins: with one component, with components around random rows, or with the
// clusters of k-means.
type start struct {
	way   string // a choice of the parameter "start"
	count int    // components
}

// A search that starts from one component cannot tell clusters apart which only stand out once others have
// been: the noise is shared, and a component that still holds two clusters wants more of it than its sibling
// bears. One that starts from many has them apart already, but it may keep a division that no single removal
// undoes. So by default there are several, in this order, and the best bound is kept.
const (
	fewRows    = 20 // a start component for so many rows
	manyRows   = 8  // the same for the last start; small clusters need it
	mostStarts = 20 // components of a start

	few, betweenRows = 100, 12 // tables of fewer rows have one start more, with a component for so many
)

// alone is the way of a search that stays with one component. The others are compared with it, for they may have
// divided it before it could settle.
const alone = "alone"

// startsOf returns the starts of the searches of a run.
func startsOf(n int, s inference.Settings) []start {
	way := s.Text("start")
	if way != "four" {
		return []start{{way, componentsOf(n, way, fewRows, s)}}
	}
	out := []start{{alone, 1}, {"one", 1}}
	ways := []start{{"kmeans", fewRows}, {"kmeans", manyRows}, {"many", fewRows}}
	if n < few { // starts cost little there, and the right number of clusters is easily missed
		ways = append(ways, start{"kmeans", betweenRows})
	}
	for _, o := range ways {
		o.count = componentsOf(n, o.way, o.count, s)
		if o.count > 1 {
			out = append(out, o)
		}
	}
	return out
}

// componentsOf returns the number of components of a start with one for every so many rows.
func componentsOf(n int, way string, rows int, s inference.Settings) int {
	count := max(1, min(mostStarts, n/rows))
	switch {
	case way == "one":
		return 1
	case s.Int("components") > 0:
		count = min(s.Int("components"), n)
	}
	return min(count, mostOf(s))
}

// begin makes the initial mixture of a search.
func (f *fit) begin(s inference.Settings, from start, rng *rand.Rand) *mixture {
	m := emptyMixture(f.d)
	m.configure(s, f.data.Preprocessing.ScaleAll && f.components == nil && f.table == nil)
	m.levelNoise()
	var nearest []int
	switch {
	case from.count == 1:
	case from.way == "kmeans":
		nearest = kmeans(f.d, from.count, rng)
	default:
		nearest = seeds(f.d, from.count, rng)
	}
	m.populate(nearest, from.count, f.factors, rng)
	return m
}

// optionsOf returns the options of the search from a start, but for the shape and rate of its mixture.
func (f *fit) optionsOf(from start) options {
	o := f.options
	o.births = o.births && from.way != alone
	return o
}

// newSearch returns the search from a start, whose first cycle has the given number.
func (f *fit) newSearch(from start, first int) *search {
	m := f.begin(f.settings, from, f.rng)
	o := f.optionsOf(from)
	o.shape, o.rate = m.Shape, m.Rate
	s := &search{Mixture: m, Tries: make([]float64, f.d.n), Spared: map[int]bool{},
		Heirs: map[int][]int{}, Lean: map[int]bool{},
		Count: first, options: o, rng: f.rng, Last: math.NaN(), Kept: math.Inf(-1)}
	s.open(-1, [2]int{-1, -1})
	s.Cycle = cycle{Wide: true}
	s.Cycle.begin(math.NaN())
	s.Cycle.Held = true
	s.Cycle.Stage = gathering // first fit the loadings to the rows
	return s
}

// preparing reports whether the component alone is being fitted, before the first cycle of the run.
func (f *fit) preparing() bool { return f.starts[f.At].way == alone }

// searched reports whether all searches have ended; the best of them may still have to converge.
func (f *fit) searched() bool { return f.counter == nil && len(f.Ends) == len(f.starts) }

// An end is how a search ended. Fields are exported for saving.
type end struct {
	Value float64 // bound
	Size  int     // components
	Same  bool    // stopped at the clusters of the best search
	Early bool    // stopped far below the best bound
}

// outcome is the decision about a search at the end of an epoch.
type outcome int

const (
	goesOn   outcome = iota
	repeats          // it has come to the clusters of the best search so far
	hopeless         // it lies so far below that search that it will not reach it
	waits            // only its last digits are left
)

// A contender is a search of which only the last digits are left. They take many cycles, and are worth those only in
// the best search and in others whose bound is not far from it. Fields are exported for saving.
type contender struct {
	Search   *search
	Pictures map[int]*found.Mixture
	From     int // index of its start
}

// endGain is the nats that the end of a search, with its removed factors and its last digits, adds at most to come near
// one that has ended; lastGain is the same where that one has not come to its last digits either.
const endGain, lastGain = 10, 60

// reach returns the nats by which a search may lie below the best one and still win.
func (f *fit) reach() float64 {
	if f.best.Phase == finished {
		return endGain
	}
	return lastGain
}

// prospects estimates whether a search can still win, between two epochs. Most of the time of a search goes into
// trials of splits and removals that come to nothing, and into its last digits. Trials of a mixture with the same
// clusters have been made before, and last digits do not decide which mixture is the best.
func (f *fit) prospects() outcome {
	s, best := f.search, f.best
	if best == nil || f.searched() || s.Phase == starting || s.Phase == finished || s.Cycles > 0 {
		return goesOn
	}
	beats := s.beats(best)
	switch {
	case !beats && (best.options.births || s.Removing) && slices.Equal(s.settled().clusters(), f.bestClusters()):
		return repeats
	case !beats && (s.Phase == finishing || s.Rounds > 1) && best.Kept-s.Kept > f.reach():
		return hopeless
	case s.Phase == finishing:
		return waits
	}
	return goesOn
}

// tie is the difference of two bounds, in nats, that does not justify further components.
const tie = 1

// beats reports whether the mixture of a search is to be shown rather than that of an earlier one.
func (s *search) beats(o *search) bool {
	if s.Shown == nil {
		return false
	}
	if len(s.settled().Components) > len(o.settled().Components) {
		return s.Kept > o.Kept+tie
	}
	return s.Kept > o.Kept
}

// clusters returns the component of each row, numbered in the order of their first rows.
func (m *mixture) clusters() []int {
	out, names := make([]int, m.d.n), make([]int, len(m.Components))
	next := 0
	for i := range out {
		most := 0
		for k, c := range m.Components {
			if c.R[i] > m.Components[most].R[i] {
				most = k
			}
		}
		if names[most] == 0 {
			next++
			names[most] = next
		}
		out[i] = names[most]
	}
	return out
}

// bestClusters returns those of the best search so far.
func (f *fit) bestClusters() []int {
	if f.clusters == nil {
		f.clusters = f.best.Mixture.clusters()
	}
	return f.clusters
}

// turn ends a search, or leaves its last digits to later, and begins the next, if there is one. The best one so far is
// kept.
func (f *fit) turn(o outcome) {
	s := f.search
	e := end{Value: s.Kept, Size: len(s.settled().Components), Same: o == repeats, Early: o == hopeless}
	if f.searched() {
		f.Ends[f.At] = e
	} else {
		f.Ends = append(f.Ends, e)
	}
	switch {
	case f.best == nil || s.beats(f.best):
		if f.best != nil && f.best.Phase != finished {
			f.Waiting = append(f.Waiting, contender{f.best, f.bestPictures, f.From})
		}
		f.best, f.bestPictures, f.clusters, f.From = s, f.pictures, nil, f.At
	case o == waits:
		f.Waiting = append(f.Waiting, contender{s, f.pictures, f.At})
	}
	if f.preparing() {
		s.Epochs = []epoch{{Accepted: true, Parent: -1, Children: [2]int{-1, -1}}}
		f.portray()
		f.bestPictures = f.pictures
	}
	if !f.searched() {
		f.At++
		f.search, f.pictures = f.newSearch(f.starts[f.At], f.cycles), map[int]*found.Mixture{}
		return
	}
	if f.best.Phase == finished {
		f.Waiting = slices.DeleteFunc(f.Waiting, func(c contender) bool { return f.best.Kept-c.Search.Kept > lastGain })
	}
	if f.best.Phase == finished && len(f.Waiting) > 0 {
		at := 0
		for k, c := range f.Waiting {
			if c.Search.Kept > f.Waiting[at].Search.Kept {
				at = k
			}
		}
		c := f.Waiting[at]
		f.Waiting = slices.Delete(f.Waiting, at, at+1)
		f.search, f.pictures, f.At = c.Search, c.Pictures, c.From
	} else {
		f.search, f.pictures, f.At = f.best, f.bestPictures, f.From
		f.best, f.bestPictures = nil, nil
	}
	if s := f.search; s.Phase != finished { // its last cycles come after those of the other searches
		s.Count = f.cycles
		s.Epochs[len(s.Epochs)-1].First = s.Count
	}
}

// shown returns the search that the user sees, and the pictures of its epochs: the present one, or the best
// one before it as long as that has the higher bound.
func (f *fit) shown() (*search, map[int]*found.Mixture) {
	if f.best != nil && !f.search.beats(f.best) {
		return f.best, f.bestPictures
	}
	return f.search, f.pictures
}

// alike is the difference of the bounds, in nats, of searches that count as having come to the same end.
const alike = 3

// verdict says where the searches ended if they did not agree; it is "" where they did.
func (f *fit) verdict() string {
	if len(f.Ends) < 2 {
		return ""
	}
	best := f.Ends[f.From]
	var sizes []string
	differ := false
	for k, e := range f.Ends {
		if f.starts[k].way == alone {
			continue
		}
		differ = differ || !e.Same && (e.Early || best.Value-e.Value > alike || e.Size != best.Size)
		sizes = append(sizes, fmt.Sprint(e.Size))
	}
	if !differ || len(sizes) < 2 { // with one there is nothing to differ from
		return ""
	}
	last := len(sizes) - 1
	return fmt.Sprintf("The %d starts end at different mixtures, of %s and %s components. The best is shown", len(sizes),
		strings.Join(sizes[:last], ", "), sizes[last])
}
