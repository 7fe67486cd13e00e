package teach

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

const (
	planeOwn    = 40 // most points of the stage's own that trees are fitted to
	planeFits   = 20 // steps in which the trees are drawn
	planeSweeps = 5  // of each chain in such a step

	planeFitCells = 160 // of the density along each axis
)

// A planeFit runs four chains over trees of the same points, each with the c, θ and α of its picture, and shades the
// densities of a further point at the end.
type planeFit struct {
	*planeFitPlan
	chains [4]inference.Stepper // nil in a copy until its next step
	saved  [4][]byte            // states of a copy
	now    [4]planeTree
	fields [4]*diffusion.Field
	done   int
}

type planeFitPlan struct {
	*planePlan
	data     *inference.Dataset
	points   []Point
	settings [4]inference.Settings
	branches [4]pitmanyor.Moment // branch points of the trees under their priors
	marked   int                 // one of the points, −1 for none
}

// A planeTree is a draw of the tree of one picture, given the points.
type planeTree struct {
	tree   *tree.Tree
	places *space.Places
}

var planeFitRules = stage.Rules[*planeFit]{
	Start: newPlaneFit,
	Steps: func(p *planeFit) int { return p.steps }, Work: (*planeFit).step,
	Copy:   (*planeFit).copied,
	Figure: (*planeFit).figure, Counters: (*planeFit).counters, Summary: (*planeFit).summary,
	Points: func(p *planeFit) []Point { return p.points },
}

func newPlaneFit(o Options) (*planeFit, error) {
	p := newPlanePlan(o)
	f := &planeFitPlan{planePlan: p, points: o.Points, marked: o.Marked - 1}
	if f.points == nil { // those of the last picture
		p.n = min(p.n, planeOwn)
		c := p.draw(len(planeSettings) - 1)
		for i := range c.x {
			f.points = append(f.points, Point{X: c.x[i], Y: c.y[i]})
		}
	}
	p.n, p.steps = len(f.points), planeFits+len(planeSettings)
	var err error
	if f.data, err = pointData(f.points); err != nil {
		return nil, err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for k, s := range planeSettings {
		set := pydt.Model{}.Info().Defaults()
		// A little noise, because two points may lie on one another.
		for _, v := range [][2]string{{"method", "mcmc"}, {"initial", "random"}, {"columns", "independent"},
			{"theta", number(s.theta)}, {"alpha", number(p.alpha)},
			{"c", number(p.c[k])}, {"noise", "0.001"}} {
			if err := set.Set(v[0], v[1]); err != nil {
				return nil, err
			}
		}
		for _, name := range []string{"theta", "alpha", "c", "noise"} {
			if err := set.Fix(name, true); err != nil {
				return nil, err
			}
		}
		f.settings[k] = set
		f.branches[k] = pitmanyor.NewPrior(s.theta, p.alpha, p.n).BranchPoints(p.n)[p.n]
	}
	return &planeFit{planeFitPlan: f}, nil
}

// step does some sweeps of the four chains, or shades a density.
func (p *planeFit) step(ctx context.Context) error {
	if k := p.done - planeFits; k >= 0 {
		// Wide enough for panels that are broader or higher than the points.
		x0, x1, y0, y1 := p.box()
		wide, high := 0.8*(x1-x0), 0.8*(y1-y0)
		field, err := p.now[k].places.FieldIn(ctx, x0-wide, x1+wide, y0-high, y1+high, planeFitCells)
		if err != nil {
			return err
		}
		p.fields[k] = field
		p.done++
		return nil
	}
	for k := range p.chains {
		if err := p.sweep(ctx, k); err != nil {
			return err
		}
	}
	p.done++
	return nil
}

// sweep continues chain k.
func (p *planeFit) sweep(ctx context.Context, k int) error {
	if p.chains[k] == nil {
		s, err := pydt.Model{}.New(p.data, p.settings[k], inference.Streams{Seed: p.seed, Chain: uint64(k)}, 1)
		if err != nil {
			return err
		}
		if p.saved[k] != nil {
			if err := s.(inference.Saver).UnmarshalBinary(p.saved[k]); err != nil {
				return err
			}
		}
		p.chains[k], p.saved[k] = s, nil
	}
	for sweeps := 0; sweeps < planeSweeps; {
		r, err := p.chains[k].Step(ctx)
		if err != nil {
			return err
		}
		if r.Scalars != nil {
			sweeps++
		}
	}
	snapshot := p.chains[k].Snapshot()
	draws := forest.DrawsOf(snapshot)
	if len(draws) == 0 {
		return fmt.Errorf("picture %d: the chain kept no draw", k+1)
	}
	last := draws[len(draws)-1]
	parameters, ok := diffusion.Of(snapshot, &last)
	if !ok {
		return fmt.Errorf("picture %d: the chain has no diffusion", k+1)
	}
	d := diffusion.New(last.Tree, mat.DenseCopyOf(p.data.X), nil, parameters, []float64{1, 0}, []float64{0, 1})
	p.now[k] = planeTree{last.Tree,
		space.NewPlaces(beside.Prepare(last.Tree), d, ink.Measure{Factor: 1}, ink.Measure{Factor: 1})}
	return nil
}

// copied keeps the saved states of the chains, which makes copies cheap until they are used.
func (p *planeFit) copied() {
	for k, c := range p.chains {
		if c == nil {
			continue
		}
		state, err := c.(inference.Saver).MarshalBinary()
		if err != nil {
			panic("teach: " + err.Error()) // a state that was just made
		}
		p.chains[k], p.saved[k] = nil, state
	}
}

// box returns the ranges that all pictures show.
func (p *planeFit) box() (x0, x1, y0, y1 float64) {
	low, high := p.points[0], p.points[0]
	for _, q := range p.points {
		low.X, low.Y, high.X, high.Y = min(low.X, q.X), min(low.Y, q.Y), max(high.X, q.X), max(high.Y, q.Y)
	}
	side := 0.15 * max(high.X-low.X, high.Y-low.Y, 0.1)
	return low.X - side, high.X + side, low.Y - side, high.Y + side
}

func (p *planeFit) window(k int) plotting.Window { return p.now[k].places.WindowOf(p.box()) }

// counters returns the branch points of each tree, beside the mean under its prior.
func (p *planeFit) counters() []Counter {
	var list []Counter
	for k, s := range planeSettings {
		c := Counter{Name: fmt.Sprintf("branch points, θ = %v", s.theta), Drawn: math.NaN(), Expected: p.branches[k].Mean,
			Spread: p.branches[k].Deviation}
		if s.theta == 0 && p.alpha == 0 { // every branch point has two branches
			c.Expected, c.Spread, c.Exact = float64(p.n-1), 0, p.now[k].tree != nil
		}
		if t := p.now[k].tree; t != nil {
			c.Drawn = float64(t.Nodes() - t.Leaves())
		}
		list = append(list, c)
	}
	return list
}

func (p *planeFit) summary() string {
	if p.now[0].tree == nil {
		return fmt.Sprintf("The same %d points four times; chains will draw a tree for them under each prior.", p.n)
	}
	text := fmt.Sprintf("After %d sweeps the trees of these %d points have ", planeSweeps*min(p.done, planeFits), p.n)
	for k, t := range p.now {
		switch {
		case k == 3:
			text += " and "
		case k > 0:
			text += ", "
		}
		text += strconv.Itoa(t.tree.Nodes() - t.tree.Leaves())
	}
	text += " branch points."
	if n := p.done - planeFits; n > 0 {
		text += fmt.Sprintf(" Behind %s the density of a further point is shaded.", plotting.Plural(n, "tree"))
	}
	return text
}

func (p *planeFit) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	for k, t := range p.now {
		var figure plotting.Figure
		if t.tree == nil {
			figure = p.bare(k)
		} else {
			d := &space.Density{Subtitle: p.title(k), Places: t.places, Field: p.fields[k], HideLegend: true, Square: true,
				Bold: true, Window: p.window(k), Style: plotting.Light, Selection: plotting.NoSelection}
			if p.marked >= 0 && p.marked < p.n {
				d.Selection.Rows = []int{p.marked}
			}
			figure = d
		}
		f.Parts = append(f.Parts, chart.Panel{Name: fmt.Sprintf("tree%d", k+1), Figure: figure, Box: planeBox(k)})
	}
	return f
}

// bare is picture k before there is a tree.
func (p *planeFit) bare(k int) *chart.Chart {
	x0, x1, y0, y1 := p.box()
	c := &chart.Chart{Subtitle: p.title(k), Square: true, Narrow: true, Style: plotting.Light,
		X: chart.Axis{Low: x0, High: x1}, Y: chart.Axis{Low: y0, High: y1}}
	points := chart.Layer{Kind: chart.Points, Radius: 3}
	for _, q := range p.points {
		points.X, points.Y = append(points.X, q.X), append(points.Y, q.Y)
	}
	c.Layers = append(c.Layers, points)
	if p.marked >= 0 && p.marked < p.n {
		c.Layers = append(c.Layers, chart.Layer{Kind: chart.Points, X: points.X[p.marked : p.marked+1],
			Y: points.Y[p.marked : p.marked+1], Radius: 6.5, Stroke: 2, Hollow: true, Ink: chart.SelectionInk})
	}
	return c
}
