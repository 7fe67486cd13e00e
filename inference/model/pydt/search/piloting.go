package search

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/parallel"
)

// Tasks of a fit's streams beside those of its orders, which are few.
const (
	openerTask = 1 << 32 // the tree that a pilot starts from where there is no linkage tree
	pilotTask  = openerTask + 1
	drawnTask  = pilotTask + pilot.Chains // the refiners of a pilot's trees
	someTask   = drawnTask + pilot.Chains // the rows of a pilot of some rows
	renewTask  = someTask + 1             // the chains on all rows that follow it
)

// Pilots reports whether this fit learns by a pilot. If rows are equal and there is no noise, there
// is no posterior to sample.
func (f *Fit) Pilots() bool {
	h := &f.start
	learns := !h.FixTheta || !h.FixAlpha || !h.FixC || !h.FixNoise
	return !f.alone && f.Problem.N > 2 && learns && (h.Noise > 0 || !h.FixNoise || numbers.EqualRows(f.Data) == 0)
}

// opening is a tree that a chain of the pilot starts from.
type opening struct {
	tree  *posterior.Sketch
	hyper hyper.Hyper
}

// open records the state as a tree to start from.
func (f *Fit) open(s *posterior.State) {
	f.openings = append(f.openings, opening{s.Capture(), s.Hyper})
}

// learn continues the pilot, its chains in parallel if there are threads for them.
func (f *Fit) learn() (changed bool) {
	if f.Pilot == nil {
		f.startPilot()
	}
	p := f.Pilot
	f.Phase = "learning the hyperparameters"
	switch {
	case f.Piloted != nil:
		f.Phase = "drawing trees of all rows"
	case p.Round > 0:
		f.Phase = "learning the hyperparameters, until the chains agree"
	}
	done := make([]bool, p.Chains())
	parallel.Do(p.Chains(), f.threads, func(i int) {
		for until := time.Now().Add(problem.StepTime / 2); !done[i] && time.Now().Before(until); {
			done[i] = p.AdvanceChain(i)
		}
	})
	f.Fraction = max(f.Fraction, 0.1+0.4*p.Progress())
	for _, d := range done {
		if !d {
			return false
		}
	}
	mayLackNoise := f.Piloted == nil && f.mayLackNoise()
	if p.EndRound(mayLackNoise); !p.Done {
		return false
	}
	if mayLackNoise && p.Noiseless() {
		p.Found = p.Found.WithoutNoise()
	}
	if f.Lends {
		f.Stage = Lent
		return true
	}
	if f.some != nil && f.Piloted == nil {
		f.renew()
		return true
	}
	f.holdLearnt()
	return true
}

func (f *Fit) startPilot() {
	rows, data := f.Data, f.Problem
	if f.Problem.N > pilot.Whole {
		f.some = pilot.SomeRows(f.Problem.N, f.Streams.Task(someTask))
		rows = f.Data.SelectRows(f.some)
		data = sampledRows(f.Data, f.Problem, f.some)
	} else if data.Leaves != nil { // the latent numbers have the same noise, so that columns stay together
		data = sampledRows(f.Data, f.Problem, nil)
	}
	var trees []*posterior.Sketch
	var from []hyper.Hyper
	for i := range pilot.Chains {
		o := f.openings[min(i, len(f.openings)-1)]
		s := posterior.NewState(f.Problem, o.hyper)
		s.Load(o.tree)
		if f.some != nil {
			t := o.tree.Publish(f.Data.Rows).Restrict(f.some)
			some := *data
			some.Leaves = nil // only the tree is wanted, and its columns are together
			s = posterior.NewState(&some, o.hyper)
			s.AdoptShape(t)
		}
		if i == pilot.Chains-1 && o.hyper.Prior.CanJoin(data.N-1) {
			keepLongest(s, data.N/pilot.Longest)
		}
		trees, from = append(trees, s.Capture()), append(from, o.hyper)
	}
	if f.some == nil {
		f.openings = nil
	}
	mixed := f.Mixed
	if mixed != nil && f.some != nil {
		mixed = mixed.SelectRows(f.some)
	}
	f.Pilot = pilot.New(rows, data, f.start, trees, from, mixed,
		func(i int) *rand.PCG { return f.Streams.Source(pilotTask + uint64(i)) })
}

// keepLongest dissolves all branch points but the top one and the `count` that wait the longest, in t.
// Messages are left to recompute.
func keepLongest(s *posterior.State, count int) {
	var points []int32
	for _, v := range s.Preorder() {
		if !s.IsLeaf(v) && v != s.Top {
			points = append(points, v)
		}
	}
	waits := map[int32]float64{}
	for _, v := range points {
		waits[v] = s.ParentRem(v) - s.Rem[v]
	}
	slices.SortStableFunc(points, func(a, b int32) int { return cmp.Compare(waits[b], waits[a]) })
	for _, v := range points[min(count, len(points)):] {
		branches.Dissolve(s, v)
	}
}

// holdLearnt gives the state, and all later trees, the hyperparameters of the pilot. It drops trees
// found under other hyperparameters, which cannot be compared with later ones. Of many rows, where the
// linkage tree is far behind those of the sampler, one of these takes its place.
func (f *Fit) holdLearnt() {
	l := f.Pilot.Found
	if f.Piloted != nil {
		l = f.Piloted.Renewed(l)
	}
	many := f.Piloted != nil
	l = f.allowing(l)
	f.Piloted = &l
	f.start = l.Hold(f.start)
	f.state.Hyper = l.Hold(f.state.Hyper)
	f.state.SetNoise()
	f.state.Recompute()
	f.Best = nil
	f.keep()
	if !many {
		f.starts.refine(f.ownRefiner())
	}
	for i, d := range f.Pilot.Last() {
		s := posterior.NewState(f.Problem, f.start)
		s.Adopt(d.Tree())
		r := placing.NewRefiner(f.Problem, s, f.Streams.Task(drawnTask+uint64(i)))
		r.Opening = polishing.New(s, f.Problem.Cells, polishing.ChoosingRound, polishing.Settled)
		f.starts.refine(r)
	}
	if many {
		f.state = f.starts.refiners[0].S
		f.keep()
	}
	f.Pilot = nil
	f.Stage = building
	if f.messenger == nil && f.state.Hyper.Prior.CanJoin(2) {
		f.Stage = weighting
	}
	f.starts.begin()
}

// allowing returns what was learnt with θ high enough for the trees at hand. Where α is held below 0 a branch
// point of k children needs θ > (1−k)α, and the mean of θ over trees may be too low for the largest.
func (f *Fit) allowing(l pilot.Learning) pilot.Learning {
	h := &f.start
	if alpha := h.Prior.Alpha; !h.FixTheta && h.FixAlpha && alpha < 0 {
		most := 2
		for _, kids := range f.state.Kids {
			most = max(most, len(kids))
		}
		for _, o := range f.openings {
			most = max(most, int(slices.Max(o.tree.KidCount)))
		}
		most = max(most, f.Pilot.MostKids())
		l.Theta.Mean = max(l.Theta.Mean, 1.0001*float64(1-most)*alpha)
	}
	return l
}

// SearchWord is the first word of the phase of a search. After a semicolon the phase gives its reasons, as
// [inference.Snapshot.Reason] reads them.
const SearchWord = "searching"

// SearchPhase describes the present phase. It says if the pilot's chains disagree, and why the best
// tree has more or fewer branch points than the posterior, if so.
func (f *Fit) SearchPhase() string {
	const phase = SearchWord
	if f.Piloted == nil {
		return phase
	}
	if e := f.Piloted.Each; !f.Piloted.Agree {
		return fmt.Sprintf("%s; the chains that learnt the hyperparameters disagree: %.0f and %.0f branch points; "+
			"use method mcmc to see the spread", phase, e[0], e[1])
	}
	if f.backing.found != nil {
		return phase // the supports tell how certain the branch points are
	}
	m := f.Piloted.Points
	switch sure := supportedOf(f.Current); {
	case f.Learned.Typical > 0 && sure < f.Points/2:
		return fmt.Sprintf("%s; the tree has the typical number of branch points, %.0f, but only about %.0f of them "+
			"are certain",
			phase, f.Points, sure)
	case f.Points > m.Mean+m.Deviation && supportedOf(f.Current) > f.Points/2:
		return fmt.Sprintf("%s; each of the %.0f branch points is likely on its own, but not all of them together: "+
			"%.0f ± %.0f are expected",
			phase, f.Points, m.Mean, m.Deviation)
	case f.Points < m.Mean-m.Deviation && f.Points > 0:
		return fmt.Sprintf("%s; the best tree has %.0f branch points where %.0f ± %.0f are expected: groups that "+
			"could be split in many ways, none of them likely, are left whole",
			phase, f.Points, m.Mean, m.Deviation)
	}
	return phase
}

// mayLackNoise reports whether this fit may find that there is no noise. Rows that agree in all their cells need some.
func (f *Fit) mayLackNoise() bool {
	p := f.Problem
	return !f.Noisy && !f.start.FixNoise && p.Leaves == nil && p.Cells == p.N*p.D && numbers.EqualRows(f.Data) == 0
}

// renew begins the chains on all rows, after those on some. They start from the first trees with as
// many branch points as are expected.
func (f *Fit) renew() {
	l := f.allowing(f.Pilot.Found.Extended(f.Problem.N))
	f.Piloted = &l
	data := f.Problem
	if data.Leaves != nil {
		data = sampledRows(f.Data, f.Problem, nil)
	}
	p, chains := pilot.NewRenewal(data.N, data.Large())
	for i := range chains {
		o := f.openings[min(i, len(f.openings)-1)]
		h := l.Hold(f.start)
		h.FixTheta, h.FixAlpha, h.FixC, h.FixNoise = true, true, true, true
		if !h.FixSigma2 {
			h.Sigma2 = o.hyper.Sigma2
		}
		s := posterior.NewState(f.Problem, h)
		s.Load(o.tree)
		if h.Prior.CanJoin(data.N - 1) {
			keepLongest(s, int(l.Points.Mean)-1)
		}
		p.Add(f.Data, data, s.Capture(), h, f.Streams.Source(renewTask+uint64(i)))
	}
	f.openings, f.Pilot = nil, p
}
