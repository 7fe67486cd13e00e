package teach

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/nestedcrp"
	"example.org/espalier/inference/process/pitmanyor"
	"example.org/espalier/inference/tree"
	"example.org/espalier/inference/tree/shapes"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach/stage"
)

// nestedRestaurants is stage 5: from nested restaurants to the tree.
func nestedRestaurants() Stage {
	return Stage{
		Name:    "nested-crp",
		Title:   "From nested restaurants to the tree",
		Summary: "Restaurants within restaurants become diffusion trees as the number of levels grows.",
		Text: "Every table of a restaurant leads to a restaurant of its own, S levels deep. These nested partitions " +
			"form a tree. Each level has a time, and on the left the probability of a new table shrinks like 1/S. As " +
			"S grows, third tables become ever rarer: the limit is the Dirichlet diffusion tree, with two branches " +
			"everywhere. On the right, restaurants with two or more tables follow the Pitman-Yor rule, which does " +
			"not shrink: wide branch points survive, and the limit is the Pitman-Yor diffusion tree. Below is the " +
			"proportion of stars among trees of three customers: exact curves, and dots for those drawn.",
		Formula: []string{
			`t_s = \frac{s-1}{S}, \quad \text{left: } P(\text{new}) = \frac{a(t_s)/S}{m + a(t_s)/S}`,
			`\text{right, with } K ≥ 2 \text{ tables: } P(\text{new}) = \frac{θ+αK}{m+θ}`,
		},
		Try: []string{
			"Many wide branch points on the right: θ = 5. --set theta=5",
			"Only three levels: both trees are flat. --set levels=3",
			"A discount instead of a concentration. --set theta=0 --set alpha=0.5",
		},
		More: []string{
			"Knowles (2012), section 4.4.4, theorems 2 and 3, figures 4.7 and 4.8",
			"Blei, Griffiths and Jordan (2010), The nested Chinese restaurant process and Bayesian nonparametric inference of topic hierarchies",
		},
		Ask: Question{Text: "Which share of the trees at the right are stars?", Counter: "stars, right",
			Part: "right", High: 1},
		Controls: []inference.Parameter{thetaControl, alphaControl,
			{Name: "customers", Title: "Customers", Type: inference.Integer, Default: "10", Min: 3, Max: 16, Help: "Number " +
				"of leaves of the two trees shown."},
			{Name: "levels", Title: "S, initial levels", Type: inference.Integer, Default: "10", Min: 2, Max: 20,
				Help: "Number of levels while the customers arrive; it then doubles six times."},
		},
		Pace: 3,
		New: stage.Rules[*nestedPlay]{
			Start:  newNested,
			Steps:  func(p *nestedPlay) int { return p.customers + nestedDoublings*nestedRedraws },
			Step:   (*nestedPlay).step,
			Copy:   (*nestedPlay).copied,
			Figure: (*nestedPlay).figure, Counters: (*nestedPlay).counters, Summary: (*nestedPlay).summary,
		}.New,
		Light: []string{"levels=2", "customers=3"},
	}
}

const (
	nestedDoublings = 6
	nestedRedraws   = 4    // steps at each number of levels
	nestedBatch     = 120  // triples of customers per step
	nestedC         = 2    // rate at which two customers part, over 1−t: c on the left, c·h₁ on the right
	nestedMost      = 2000 // levels at the end of the axis
)

type nestedPlan struct {
	customers, levels int
	theta, alpha      float64
	rate              float64 // h₁
	names             []string
	limit             float64 // share of stars of the Pitman-Yor diffusion tree
	curves            [2]chart.Layer
}

// A nestedPlay seats the customers, then doubles the levels and redraws both trees.
type nestedPlay struct {
	*nestedPlan
	rng   random
	trees [2]*nestedcrp.Process
	done  int
	stars [nestedDoublings + 1][2]int
	drawn [nestedDoublings + 1]int
}

func newNested(o Options) (*nestedPlay, error) {
	p := &nestedPlan{customers: o.Settings.Int("customers"), levels: o.Settings.Int("levels"),
		theta: o.Settings.Real("theta"), alpha: o.Settings.Real("alpha")}
	for i := range p.customers {
		p.names = append(p.names, strconv.Itoa(i+1))
	}
	prior := pitmanyor.NewPrior(p.theta, p.alpha, 3)
	p.rate = prior.Rate(1)
	for _, s := range shapes.All(3) {
		if len(s.Children) == 3 {
			p.limit = math.Exp(prior.LogProbability(s))
		}
	}
	for k := range p.curves {
		p.curves[k] = chart.Layer{Name: []string{"left, exact", "right, exact"}[k], Ink: chart.CategoryInk(k), Stroke: 1.75}
		for s := 2.0; s < 1.2*nestedMost; s *= 1.2 {
			levels := int(math.Round(min(s, nestedMost)))
			p.curves[k].X = append(p.curves[k].X, float64(levels))
			p.curves[k].Y = append(p.curves[k].Y, p.parameters(k, levels).Star())
		}
	}
	q := &nestedPlay{nestedPlan: p, rng: newRandom(o.Seed, 0)}
	for k := range q.trees {
		q.trees[k] = nestedcrp.New(p.parameters(k, p.levels))
	}
	return q, nil
}

// parameters returns those of the plain construction (0) or of the other (1).
func (p *nestedPlan) parameters(k, levels int) nestedcrp.Parameters {
	if k == 0 {
		return nestedcrp.Parameters{Levels: levels, C: nestedC}
	}
	return nestedcrp.Parameters{Levels: levels, C: nestedC / p.rate, Multifurcating: true, Theta: p.theta, Alpha: p.alpha}
}

// doubled returns how often the levels have been doubled.
func (p *nestedPlay) doubled() int { return max(p.done-p.customers+nestedRedraws-1, 0) / nestedRedraws }

// levelsNow is the present number of levels.
func (p *nestedPlay) levelsNow() int { return p.levels << p.doubled() }

func (p *nestedPlay) step() {
	p.done++
	stage := p.doubled()
	for k, t := range p.trees {
		if p.done <= p.customers {
			t.Add(p.rng.Rand)
			continue
		}
		p.trees[k] = nestedcrp.New(p.parameters(k, p.levelsNow()))
		for range p.customers {
			p.trees[k].Add(p.rng.Rand)
		}
	}
	for k := range p.trees {
		for range nestedBatch {
			three := nestedcrp.New(p.parameters(k, p.levelsNow()))
			three.Add(p.rng.Rand)
			if second := three.Add(p.rng.Rand); second > 0 && three.Add(p.rng.Rand) == second {
				p.stars[stage][k]++
			}
		}
	}
	p.drawn[stage] += nestedBatch
}

// copied gives a copy its own generators and processes.
func (p *nestedPlay) copied() {
	p.rng = p.rng.Clone()
	for k := range p.trees {
		p.trees[k] = p.trees[k].Clone()
	}
}

func (p *nestedPlay) counters() []Counter {
	stage, levels := p.doubled(), p.levelsNow()
	var list []Counter
	for k, side := range []string{"left", "right"} {
		c := Counter{Name: "stars, " + side, Drawn: math.NaN(), Expected: p.parameters(k, levels).Star(), Spread: math.NaN()}
		if n := float64(p.drawn[stage]); n > 0 {
			c.Drawn = float64(p.stars[stage][k]) / n
			c.Spread = math.Sqrt(c.Expected * (1 - c.Expected) / n)
		}
		list = append(list, c)
	}
	part := Counter{Name: "1, 2 part at t, right", Drawn: math.NaN()}
	parameters := p.parameters(1, levels)
	part.Expected, part.Spread = parameters.Parting()
	if p.trees[1].Customers() > 1 {
		t := p.trees[1].Tree(p.names)
		part.Drawn = t.SharedTime(0, 1)
		if part.Drawn > parameters.Time(levels)+1e-9 { // no level separates them
			part.Drawn = 1
		}
	}
	return append(list, part)
}

// widest returns the number of branches of the widest branch point.
func (p *nestedPlay) widest(k int) int {
	most := 0
	t := p.trees[k].Tree(p.names)
	for v, children := range t.Children {
		if p.parted(t, v) {
			most = max(most, len(children))
		}
	}
	return most
}

// parted reports whether a node is a restaurant, rather than customers whom no level separates.
func (p *nestedPlay) parted(t *tree.Tree, v int) bool {
	return t.Time(v) <= p.parameters(0, p.levelsNow()).Time(p.levelsNow())+1e-9
}

func (p *nestedPlay) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("Two restaurants of %d levels, still empty; %d customers will come.", p.levels, p.customers)
	}
	list := p.counters()
	text := fmt.Sprintf("%s in restaurants of %d levels.",
		plotting.Plural(p.trees[0].Customers(), "customer"), p.levelsNow())
	if p.trees[0].Customers() > 1 {
		text += fmt.Sprintf(" The widest branch point has %d branches on the left and %d on the right.",
			p.widest(0), p.widest(1))
	}
	return text + fmt.Sprintf(" Among trees of three customers, the proportions of stars are %s and %s; %s and %s "+
		"are expected.",
		short(list[0].Drawn), short(list[1].Drawn), short(list[0].Expected), short(list[1].Expected))
}

func (p *nestedPlay) figure() plotting.Figure {
	f := &chart.Panels{Style: plotting.Light}
	for k, side := range []string{"left: plain restaurants, towards the Dirichlet diffusion tree",
		"right: the Pitman-Yor rule at branch points"} {
		d := &dendro.Dendrogram{Subtitle: fmt.Sprintf("%s, S = %d", side, p.levelsNow()),
			AxisTitle: "time of the level, (s−1)/S", ShowLabels: true, Selection: plotting.NoSelection, Style: plotting.Light}
		var figure plotting.Figure = nothing(d.Subtitle + ": nobody has come yet")
		if p.trees[k].Customers() > 0 {
			figure = d
			t := p.trees[k].Tree(p.names)
			d.Tree = beside.Prepare(t.Ladderize())
			for v, children := range t.Children {
				group := beside.Group{Name: strconv.Itoa(len(children)) + " branches", Rows: t.LeavesBelow(v),
					Colour: ink.CategorySwatch(k).Color}
				switch {
				case len(children) == 0:
					continue
				case !p.parted(t, v):
					group.Name, group.Colour = "not parted", plotting.Light.Muted
				case len(children) == 2:
					continue
				}
				d.Groups = append(d.Groups, group)
			}
			d.Groups = outermost(d.Groups)
		}
		f.Parts = append(f.Parts, chart.Panel{Name: []string{"left", "right"}[k], Figure: figure,
			Box: plotting.Window{X0: float64(k) / 2, X1: float64(k+1) / 2, Y0: 0, Y1: 0.6}})
	}
	f.Parts = append(f.Parts,
		chart.Panel{Name: "stars", Figure: p.chart(), Box: plotting.Window{X0: 0, X1: 1, Y0: 0.6, Y1: 1}})
	return f
}

// outermost drops groups that lie within others.
func outermost(groups []beside.Group) []beside.Group {
	stable.Sort(groups, func(a, b beside.Group) int { return len(b.Rows) - len(a.Rows) })
	taken := map[int]bool{}
	var out []beside.Group
	for _, g := range groups {
		if taken[g.Rows[0]] {
			continue
		}
		for _, r := range g.Rows {
			taken[r] = true
		}
		out = append(out, g)
	}
	return out
}

// chart plots the share of stars against the number of levels.
func (p *nestedPlay) chart() *chart.Chart {
	f := &chart.Chart{Subtitle: "proportion of stars among trees of three customers", Style: plotting.Light,
		X: chart.Axis{Name: "S, levels", Low: 2, High: nestedMost, Log: true},
		Y: chart.Axis{Name: "share of stars", Low: 0, High: 1}}
	f.Y.High = max(slices.Max(p.curves[0].Y), slices.Max(p.curves[1].Y), p.limit)*1.45 + 0.01
	f.Layers = []chart.Layer{
		{Name: "limit of the right", X: []float64{2, nestedMost}, Y: []float64{p.limit, p.limit},
			Dashed: true, Ink: chart.MutedInk},
		p.curves[0], p.curves[1],
	}
	for k := range p.trees {
		dots := chart.Layer{Name: []string{"left, drawn", "right, drawn"}[k], Kind: chart.Points,
			Ink: chart.CategoryInk(k), Radius: 3.5}
		for stage, n := range p.drawn {
			if n == 0 {
				continue
			}
			share := float64(p.stars[stage][k]) / float64(n)
			se := math.Sqrt(share * (1 - share) / float64(n))
			dots.X, dots.Y = append(dots.X, float64(p.levels<<stage)), append(dots.Y, share)
			dots.Low, dots.High = append(dots.Low, share-2*se), append(dots.High, share+2*se)
		}
		f.Layers = append(f.Layers, dots)
	}
	return f
}
