package teach

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach/stage"
)

// A pathsPlay lets one path after the other run down a diffusion tree. A step advances the current
// path by a share of time, which fixes the number of steps of a course.
type pathsPlay struct {
	*pathsPlan
	process *pitmanyor.Process
	choices random            // of the process
	motion  random            // of the Brownian motion
	trails  []diffusion.Trail // of the branch above each slot
	done    int               // steps

	events []pitmanyor.Event // of the current path, or else of the last one
	route  diffusion.Trail   // its complete trail
	own    diffusion.Trail   // the part that only it has
	cut    [2]diffusion.Trail
}

// A pathsPlan holds the constants of a course.
type pathsPlan struct {
	prior    *pitmanyor.Prior
	c        float64
	n        int
	names    []string
	order    []int              // of the leaves in the complete tree
	low      float64            // of all places
	high     float64            //
	branches []pitmanyor.Moment // branch points after each number of paths
	choosing bool               // show the choice at branch points instead of A(t)
}

const (
	pathFrames = 6   // steps of a path
	pathGrid   = 160 // stored points of a path
)

func pathsRules(start func(o Options) *pathsPlay) stage.Rules[*pathsPlay] {
	return stage.Rules[*pathsPlay]{
		Start: func(o Options) (*pathsPlay, error) { return start(o), nil },
		Steps: (*pathsPlay).steps, Step: (*pathsPlay).advance, Copy: (*pathsPlay).copied,
		Figure: (*pathsPlay).figure, Counters: (*pathsPlay).counters, Summary: (*pathsPlay).summary,
	}
}

func (p *pathsPlay) steps() int { return p.n * pathFrames }

func (p *pathsPlay) copied() {
	p.process, p.choices, p.motion = p.process.Clone(), p.choices.Clone(), p.motion.Clone()
}

// newPaths makes a course, and runs it once to see how far the paths go. Whatever θ and α are, two
// paths part like those of a Dirichlet diffusion tree of the given smoothness.
func newPaths(theta, alpha, smoothness float64, n int, seed uint64) *pathsPlay {
	plan := &pathsPlan{prior: pitmanyor.NewPrior(theta, alpha, n), n: n}
	plan.c = smoothness / plan.prior.Rate(1)
	for i := range n {
		plan.names = append(plan.names, strconv.Itoa(i+1))
		plan.order = append(plan.order, i)
	}
	plan.branches = plan.prior.BranchPoints(n)
	p := plan.start(seed)
	ahead := *p
	ahead.copied()
	for range ahead.steps() {
		ahead.advance()
	}
	plan.low, plan.high = 0, 0
	for _, t := range ahead.trails {
		if len(t.X) > 0 {
			plan.low, plan.high = min(plan.low, slices.Min(t.X)), max(plan.high, slices.Max(t.X))
		}
	}
	room := 0.05 * (plan.high - plan.low)
	plan.low, plan.high = plan.low-room, plan.high+room
	last, _ := ahead.process.Tree(plan.names)
	plan.order = last.LeafOrder()
	return p
}

// start returns the course at its beginning. The first path has no choices, so it is drawn already.
func (plan *pathsPlan) start(seed uint64) *pathsPlay {
	p := &pathsPlay{pathsPlan: plan, process: pitmanyor.NewProcess(plan.prior, plan.c, plan.n),
		choices: newRandom(seed, 0), motion: newRandom(seed, 1), trails: make([]diffusion.Trail, 2*plan.n)}
	p.events = []pitmanyor.Event{p.process.Next(p.choices.Rand)}
	p.process.Land()
	p.trails[0] = diffusion.NewTrail(0, 0, 1, pathGrid, p.motion.Rand)
	p.route, p.own = p.trails[0], p.trails[0]
	return p
}

func (p *pathsPlay) advance() {
	path, frame := p.done/pathFrames, p.done%pathFrames
	p.done++
	if path == 0 {
		return
	}
	if frame == 0 {
		p.setOff()
	}
	if frame == pathFrames-1 {
		p.land()
	}
}

// setOff draws the complete trail of the next path.
func (p *pathsPlay) setOff() {
	p.events, p.route = nil, diffusion.Trail{}
	for {
		e := p.process.Next(p.choices.Rand)
		p.events = append(p.events, e)
		on := p.trails[e.Branch]
		if e.Kind == pitmanyor.Diverges {
			p.cut[0], p.cut[1] = on.Cut(e.Time, 1, p.motion.Rand)
			on = p.cut[0]
		}
		p.route = p.route.Then(on)
		if e.Kind != pitmanyor.Follows {
			break
		}
	}
	end := len(p.route.T) - 1
	p.own = diffusion.NewTrail(p.route.T[end], p.route.X[end], 1, pathGrid, p.motion.Rand)
	p.route = p.route.Then(p.own)
}

// land adds the path to the tree.
func (p *pathsPlay) land() {
	e := p.events[len(p.events)-1]
	leaf, point := p.process.Land()
	p.trails = slices.Clone(p.trails)
	if e.Kind == pitmanyor.Diverges {
		p.trails[point], p.trails[e.Branch] = p.cut[0], p.cut[1]
	}
	p.trails[leaf] = p.own
}

// now returns the time that the current path has reached.
func (p *pathsPlay) now() float64 {
	switch {
	case p.done == 0:
		return 0
	case p.done%pathFrames == 0:
		return 1
	}
	return float64(p.done%pathFrames) / pathFrames
}

// path returns the number of the current path, or of the last one, from 1.
func (p *pathsPlay) path() int { return max(p.done+pathFrames-1, pathFrames) / pathFrames }

// event returns the event of the path on its present branch, or the one that it left last, and whether it has left the
// tree.
func (p *pathsPlay) event() (e pitmanyor.Event, left bool) {
	now := p.now()
	for _, e = range p.events {
		if now < e.Time {
			return e, false
		}
	}
	return e, true
}

// complete returns how many paths have reached their ends.
func (p *pathsPlay) complete() int { return p.done / pathFrames }

func (p *pathsPlay) counters() []Counter {
	n, rate := p.complete(), p.c*p.prior.Rate(1)
	nan := math.NaN()
	part := Counter{Name: "paths 1, 2 part at t", Drawn: nan, Expected: 1 / (1 + rate),
		Spread: math.Sqrt(rate/(2+rate)) / (1 + rate)}
	first := Counter{Name: "A(t), first branch", Drawn: nan, Expected: nan, Spread: nan}
	pairs := Counter{Name: "pairs apart by t = ½", Drawn: nan, Expected: nan, Spread: nan}
	points := Counter{Name: "branch points", Drawn: nan, Expected: nan, Spread: nan}
	if n >= 2 {
		t, _ := p.process.Tree(p.names)
		part.Drawn = t.SharedTime(0, 1)
		first.Drawn, first.Expected = p.c*t.LogTime[t.Top], 1/p.prior.Harmonic(n-1)
		first.Spread = first.Expected
		m := float64(n)
		pairs.Drawn, pairs.Expected = m*(m-1)/2, m*(m-1)/2*(1-math.Pow(0.5, rate))
		for _, group := range t.CutAt(math.Ln2) {
			k := float64(len(group))
			pairs.Drawn -= k * (k - 1) / 2
		}
		points.Drawn, points.Expected, points.Spread = float64(t.Nodes()-n), p.branches[n].Mean, p.branches[n].Deviation
	}
	if !p.choosing {
		return []Counter{part, first, pairs}
	}
	return []Counter{points, part, first}
}

func (p *pathsPlay) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("Time runs from 0 to 1; %d paths will leave the origin one after another.", p.n)
	}
	i, now := p.path(), p.now()
	if i == 1 {
		return fmt.Sprintf("Path 1 leaves the origin and diffuses alone; it has reached time %s.", short(now))
	}
	e, left := p.event()
	last := p.events[len(p.events)-1]
	how := fmt.Sprintf("left the others at time %s", short(last.Time))
	if last.Kind == pitmanyor.Joins {
		how = fmt.Sprintf("started its own branch at the branch point at time %s", short(last.Time))
	}
	switch {
	case now == 1:
		t, _ := p.process.Tree(p.names)
		return fmt.Sprintf("Path %d %s. %d paths have reached time 1; their tree has %s.", i, how, i,
			plotting.Plural(t.Nodes()-t.Leaves(), "branch point"))
	case left:
		return fmt.Sprintf("Path %d %s and has reached time %s alone.", i, how, short(now))
	}
	return fmt.Sprintf("Path %d has reached time %s along a branch taken by %s before it; its divergence rate is now "+
		"%s.",
		i, short(now), plotting.Plural(e.Points, "path"), short(p.hazard(e, now)))
}

// hazard returns the rate of leaving a branch at a time.
func (p *pathsPlay) hazard(e pitmanyor.Event, t float64) float64 {
	return p.c / (1 - t) * p.prior.Rate(e.Points)
}

// chance returns the probability of having left the branch of an event by a time.
func (p *pathsPlay) chance(e pitmanyor.Event, t float64) float64 {
	return -math.Expm1(-p.c * p.prior.Rate(e.Points) * (math.Log1p(-e.From) - math.Log1p(-t)))
}
