package pydt

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/parallel"
)

// Tasks of a fit's streams beside those of its orders, which are few.
const (
	openerTask = 1 << 32 // the tree that a pilot starts from where there is no linkage tree
	pilotTask  = openerTask + 1
	drawnTask  = pilotTask + pilotChains // the refiners of a pilot's trees
	someTask   = drawnTask + pilotChains // the rows of a pilot of some rows
	renewTask  = someTask + 1            // the chains on all rows that follow it
)

// pilots reports whether this fit learns by a pilot. If rows are equal and there is no noise, there
// is no posterior to sample.
func (f *fit) pilots() bool {
	h := &f.start
	learns := !h.FixTheta || !h.FixAlpha || !h.FixC || !h.FixNoise
	return !f.alone && f.problem.N > 2 && learns && (h.Noise > 0 || !h.FixNoise || numbers.EqualRows(f.data) == 0)
}

// opening is a tree that a chain of the pilot starts from.
type opening struct {
	tree  *posterior.Sketch
	hyper posterior.Hyper
}

// open records the state as a tree to start from.
func (f *fit) open(s *posterior.State) {
	f.openings = append(f.openings, opening{s.Capture(), s.Hyper})
}

// buildOpener makes the tree that a pilot starts from where there is no linkage tree.
func (f *fit) buildOpener() (changed bool) {
	f.phase = "building a first tree from a random order of the rows"
	if f.opener == nil {
		f.opener = placing.NewBuilder(f.problem, f.start, f.streams.Task(openerTask), false)
		f.opener.Refiner = nil
	}
	f.fraction = 0.1 * float64(f.opener.Next) / float64(f.problem.N)
	if !f.opener.Advance(f.nodesPerUnit()) {
		return false
	}
	f.state = f.opener.S
	f.opener = nil
	f.keep()
	f.open(f.state)
	f.stage = piloting
	return true
}

// learn continues the pilot, its chains in parallel if there are threads for them.
func (f *fit) learn() (changed bool) {
	if f.pilot == nil {
		f.startPilot()
	}
	p := f.pilot
	f.phase = "learning the hyperparameters from a short run of the sampler"
	switch {
	case f.piloted != nil:
		f.phase = "drawing trees of all rows"
	case p.round > 0:
		e := p.found.Each
		f.phase = fmt.Sprintf("learning the hyperparameters: the chains disagree (%.0f and %.0f branch points), "+
			"continuing", e[0], e[1])
	}
	done := make([]bool, p.chains())
	parallel.Do(p.chains(), f.threads, func(i int) {
		for until := time.Now().Add(posterior.StepTime / 2); !done[i] && time.Now().Before(until); {
			done[i] = p.advanceChain(i)
		}
	})
	f.fraction = max(f.fraction, 0.1+0.4*p.progress())
	for _, d := range done {
		if !d {
			return false
		}
	}
	mayLackNoise := f.piloted == nil && f.mayLackNoise()
	if p.endRound(mayLackNoise); !p.done {
		return false
	}
	if mayLackNoise && p.noiseless() {
		p.found = p.found.withoutNoise()
	}
	if f.lends {
		f.stage = lent
		return true
	}
	if f.some != nil && f.piloted == nil {
		f.renew()
		return true
	}
	f.holdLearnt()
	return true
}

func (f *fit) startPilot() {
	rows, data := f.data, f.problem
	if f.problem.N > pilotWhole {
		f.some = someRows(f.problem.N, f.streams.Task(someTask))
		rows = f.data.SelectRows(f.some)
		data = posterior.NewProblem(rows.X)
	} else if data.Binary { // the latent numbers have the same noise, so that columns stay together
		data = posterior.NewProblem(f.data.X)
	}
	if f.problem.Binary {
		data.TakeSigns()
	}
	var trees []*posterior.Sketch
	var from []posterior.Hyper
	for i := range pilotChains {
		o := f.openings[min(i, len(f.openings)-1)]
		s := posterior.NewState(f.problem, o.hyper)
		s.Load(o.tree)
		if f.some != nil {
			t := o.tree.Publish(f.data.Rows).Restrict(f.some)
			some := *data
			some.Binary = false // only the tree is wanted, and its columns are together
			s = posterior.NewState(&some, o.hyper)
			s.AdoptShape(t)
		}
		if i == pilotChains-1 && o.hyper.Prior.CanJoin(data.N-1) {
			keepLongest(s, data.N/longest)
		}
		trees, from = append(trees, s.Capture()), append(from, o.hyper)
	}
	if f.some == nil {
		f.openings = nil
	}
	mixed := f.mixed
	if mixed != nil && f.some != nil {
		mixed = mixed.SelectRows(f.some)
	}
	f.pilot = newPilot(rows, data, f.start, trees, from, mixed,
		func(i int) *rand.PCG { return f.streams.Source(pilotTask + uint64(i)) })
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
func (f *fit) holdLearnt() {
	l := f.pilot.found
	if f.piloted != nil {
		l = f.piloted.renewed(l)
	}
	many := f.piloted != nil
	l = f.allowing(l)
	f.piloted = &l
	f.start = holding(f.start, l)
	f.state.Hyper = holding(f.state.Hyper, l)
	f.state.SetNoise()
	f.state.Recompute()
	f.best = nil
	f.keep()
	if !many {
		f.refiners = append(f.refiners, placing.NewRefiner(f.problem, f.state, f.streams.Task(uint64(f.orders)+1)))
	}
	for i, d := range f.pilot.last() {
		s := posterior.NewState(f.problem, f.start)
		s.Adopt(d.Tree())
		r := placing.NewRefiner(f.problem, s, f.streams.Task(drawnTask+uint64(i)))
		r.Opening = placing.NewPolisher(s, f.problem.Cells, placing.ChoosingRound, placing.Settled)
		f.refiners = append(f.refiners, r)
	}
	if many {
		f.state = f.refiners[0].S
		f.keep()
	}
	f.pilot = nil
	f.stage = building
	if f.messenger == nil && f.state.Hyper.Prior.CanJoin(2) {
		f.stage = weighting
	}
	f.finished = make([]bool, f.orders+len(f.refiners))
}

// allowing returns what was learnt with θ high enough for the trees at hand. Where α is held below 0 a branch
// point of k children needs θ > (1−k)α, and the mean of θ over trees may be too low for the largest.
func (f *fit) allowing(l learning) learning {
	h := &f.start
	if alpha := h.Prior.Alpha; !h.FixTheta && h.FixAlpha && alpha < 0 {
		most := 2
		for _, kids := range f.state.Kids {
			most = max(most, len(kids))
		}
		for _, o := range f.openings {
			most = max(most, int(slices.Max(o.tree.KidCount)))
		}
		most = max(most, f.pilot.mostKids())
		l.Theta.Mean = max(l.Theta.Mean, 1.0001*float64(1-most)*alpha)
	}
	return l
}

// searchWord is the first word of the phase of a search. After a semicolon the phase gives its reasons, as
// [inference.Snapshot.Reason] reads them.
const searchWord = "searching"

// searchPhase describes the present phase. It says if the pilot's chains disagree, and why the best
// tree has more or fewer branch points than the posterior, if so.
func (f *fit) searchPhase() string {
	const phase = searchWord
	if f.piloted == nil {
		return phase
	}
	if e := f.piloted.Each; !f.piloted.Agree {
		return fmt.Sprintf("%s; the chains that learnt the hyperparameters disagree: %.0f and %.0f branch points; "+
			"use method mcmc to see the spread", phase, e[0], e[1])
	}
	if f.backing.found != nil {
		return phase // the supports tell how certain the branch points are
	}
	m := f.piloted.Points
	switch sure := supportedOf(f.current); {
	case f.learned.Typical > 0 && sure < f.points/2:
		return fmt.Sprintf("%s; the tree has the typical number of branch points, %.0f, but only about %.0f of them "+
			"are certain",
			phase, f.points, sure)
	case f.points > m.Mean+m.Deviation && supportedOf(f.current) > f.points/2:
		return fmt.Sprintf("%s; each of the %.0f branch points is likely on its own, but not all of them together: "+
			"%.0f ± %.0f are expected",
			phase, f.points, m.Mean, m.Deviation)
	case f.points < m.Mean-m.Deviation && f.points > 0:
		return fmt.Sprintf("%s; the best tree has %.0f branch points where %.0f ± %.0f are expected: groups that "+
			"could be split in many ways, none of them likely, are left whole",
			phase, f.points, m.Mean, m.Deviation)
	}
	return phase
}

// mayLackNoise reports whether this fit may find that there is no noise. Rows that agree in all their cells need some.
func (f *fit) mayLackNoise() bool {
	return !f.noisy && !f.start.FixNoise && f.problem.Cells == f.problem.N*f.problem.D && numbers.EqualRows(f.data) == 0
}

// renew begins the chains on all rows, after those on some. They start from the first trees with as
// many branch points as are expected.
func (f *fit) renew() {
	l := f.allowing(f.pilot.found.extended(f.problem.N))
	f.piloted = &l
	data := f.problem
	if data.Binary {
		data = posterior.NewProblem(f.data.X)
		data.TakeSigns()
	}
	p, chains := newRenewal(data.N, data.Large())
	for i := range chains {
		o := f.openings[min(i, len(f.openings)-1)]
		h := holding(f.start, l)
		h.FixTheta, h.FixAlpha, h.FixC, h.FixNoise = true, true, true, true
		if !h.FixSigma2 {
			h.Sigma2 = o.hyper.Sigma2
		}
		s := posterior.NewState(f.problem, h)
		s.Load(o.tree)
		if h.Prior.CanJoin(data.N - 1) {
			keepLongest(s, int(l.Points.Mean)-1)
		}
		p.add(f.data, data, s.Capture(), h, f.streams.Source(renewTask+uint64(i)))
	}
	f.openings, f.pilot = nil, p
}
