package trees

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/process/timetree"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
)

// Regraft is the stage of the move that changes the structure of a tree.
func Regraft() stage.Stage {
	return stage.Stage{
		Name:    "regraft",
		Title:   "Detach and attach again",
		Summary: "A sampler of trees cuts off a subtree, looks for another place, and accepts it by a ratio.",
		Text: "All trees can be reached by one move: take a subtree off, and hang it elsewhere. Each branch of the " +
			"rest is shaded by the density of the tree that has the subtree there; the scale is logarithmic. A new " +
			"place is proposed, and three things are compared with the old one: how probable the table is, how " +
			"probable the tree is before the table is seen, and how readily either place is proposed. The product " +
			"is the ratio; the move is accepted with this probability, at most 1. Blind proposals are nearly always " +
			"refused where the table has many columns. Proposals that look first are accepted often, and what they " +
			"prefer cancels in the ratio.",
		Formula: []string{
			`α = \text{min} \left( 1, \frac{p(X|T')}{p(X|T)} \frac{p(T')}{p(T)} \frac{q(T|T')}{q(T'|T)} \right)`,
		},
		Signs: map[string]string{"α": "ratio", "T": "tree", "X": "ratio", "q": "tree"},
		Try: []string{
			"Look before a place is proposed. --set proposal=looking",
			"Two columns say little: many places will do. --set columns=2",
			"Eighty columns: one place will do. --set columns=80",
		},
		More: []string{
			"Neal (2003), Density modeling and clustering using Dirichlet diffusion trees, section 5",
			"Knowles (2012), Bayesian non-parametric models and inference for sparse and hierarchical latent " +
				"structure, section 4.4",
		},
		Ask: stage.Question{Text: "Which share of {moves} moves is accepted, with {proposal} proposals?",
			Counter: "accepted, share", Part: "tree", High: 1},
		Controls: []inference.Parameter{
			{Name: "columns", Title: "Columns", Type: inference.Integer, Default: "10", Min: 1, Max: 100,
				Help: "Columns of the table: what is known of the tree."},
			{Name: "proposal", Title: "Proposals", Type: inference.Choice, Default: "blind",
				Choices: []string{"blind", "looking"}, Help: "blind: any place, all alike; looking: by the density " +
					"of the tree."},
			{Name: "leaves", Title: "Leaves", Type: inference.Integer, Default: "12", Min: 4, Max: 24,
				Help: "Rows of the table."},
			{Name: "moves", Title: "Moves", Type: inference.Integer, Default: "40", Min: 5, Max: 120,
				Help: "Number of moves."},
		},
		Pace: 2, Light: []string{"moves=10"},
		New: stage.Rules[*regraft]{
			Start: newRegraft,
			Steps: func(r *regraft) int { return looks * len(r.moves) }, Step: func(r *regraft) { r.done++ },
			Figure: (*regraft).figure, Counters: (*regraft).counters, Summary: (*regraft).summary,
		}.New,
	}
}

// A move is shown in three looks: where the subtree could hang, the proposal, and its outcome.
const looks = 3

// A regraft shows one look more a step.
type regraft struct {
	*regraftPlan
	done int
}

type regraftPlan struct {
	leaves int
	moves  []graft
	first  float64 // log density of table and tree before the first move
}

// Of the picture of places: pieces of a branch, shades, and nats from one shade to the next.
const (
	pieces  = 16
	shades  = 6
	perNats = 1.5
)

// A graft is a move with its picture.
type graft struct {
	rest, sub, after, moved chart.Layer // of the tree without the subtree, the subtree, and both afterwards
	at                      [shades]chart.Layer
	size                    int        // leaves of the subtree
	from, to                [2]float64 // places, in the picture
	data, prior, proposal   float64    // log ratios
	accepted                bool
	log, whole              float64 // log density afterwards, by the ratios and from the beginning
	was, proposed           *tree.Tree
}

// ratio is the log of the whole ratio.
func (g *graft) ratio() float64 { return g.data + g.prior + g.proposal }

func newRegraft(o stage.Options) (*regraft, error) {
	rng := stage.NewRandom(o.Seed, 0)
	r := newRows(o, rng)
	p := &regraftPlan{leaves: r.s.N, first: r.log()}
	log := p.first
	for range o.Settings.Int("moves") {
		g := r.move(o.Settings.Text("proposal") == "looking", rng)
		if g.accepted {
			log += g.data + g.prior
		}
		g.log, g.whole = log, r.log()
		p.moves = append(p.moves, g)
	}
	return &regraft{regraftPlan: p}, nil
}

// A place is a piece of a branch.
type place struct {
	node      int32
	low, high float64 // time remaining
	log       float64 // density of the tree with the subtree in the middle of it
}

// fits returns the log density of the tree with the subtree where rem remains above a node, up to a constant, and the
// part that the table has in it. The attacher's score is a density in the logarithms of waiting times; this is one
// in t.
func fits(a *attaching.Attacher, r *rows, sub, node int32, rem float64) (log, data float64) {
	s := r.s
	ell, above := -math.Log(rem), s.ParentEll(node)
	log = a.OnBranch(node, rem) - math.Log(ell-above) + ell
	if !s.IsLeaf(node) {
		log -= math.Log((s.Ell[node] - ell) / (s.Ell[node] - above))
	}
	if !s.IsLeaf(sub) {
		log -= math.Log(s.Ell[sub] - ell)
	}
	return log, a.Fit(node, rem)
}

// move does a move.
func (r *rows) move(looking bool, rng stage.Random) (g graft) {
	s, sub := r.s, r.any(rng)
	y := r.places()
	g.was, g.size = r.now(), int(s.Size[sub])
	d := s.Detach(sub)
	r.draw(&g.sub, sub, 1-d.Rem, y)
	order := append([]int32(nil), s.Preorder()...)
	for i := len(order) - 1; i >= 0; i-- {
		r.level(order[i], y)
	}
	r.draw(&g.rest, s.Top, 0, y)
	a := attaching.New(s)
	a.Start(sub)
	for !a.Advance(len(s.Parent)) {
	}
	list, best := r.pieces(a, sub)
	for _, p := range list {
		if k := shades - 1 - int((best-p.log)/perNats); k >= 0 {
			l := &g.at[k]
			l.X, l.Y = append(l.X, 1-p.high, 1-p.low), append(l.Y, y[p.node], y[p.node])
		}
	}
	weight := func(p place) float64 {
		if looking {
			return math.Exp(p.log-best) * (p.high - p.low)
		}
		return p.high - p.low
	}
	total := 0.0
	for _, p := range list {
		total += weight(p)
	}
	u, to := rng.Float64()*total, list[len(list)-1]
	var from place
	for _, p := range list {
		if u -= weight(p); u < 0 {
			to, u = p, math.Inf(1)
		}
		if p.node == d.Sibling && p.low <= d.Rem && d.Rem <= p.high {
			from = p
		}
	}
	rem := to.low + rng.Float64()*(to.high-to.low)
	g.from, g.to = [2]float64{1 - d.Rem, y[d.Sibling]}, [2]float64{1 - rem, y[to.node]}
	oldLog, oldData := fits(a, r, sub, d.Sibling, d.Rem)
	newLog, newData := fits(a, r, sub, to.node, rem)
	g.data, g.prior = newData-oldData, newLog-oldLog-newData+oldData
	if looking {
		g.proposal = from.log - to.log
	}
	g.accepted = rng.Float64() < math.Exp(g.ratio())
	at := timetree.Position{Node: to.node, Rem: rem}
	joint := s.Link(sub, at)
	g.proposed = r.now()
	if g.accepted {
		s.Climb(joint)
	} else {
		s.UnlinkNew(sub, at)
		s.Restore(d)
	}
	y = r.places()
	r.draw(&g.after, s.Top, 0, y)
	r.draw(&g.moved, sub, 1-s.ParentRem(sub), y)
	return g
}

// pieces lists all places of a detached subtree, and the highest density.
func (r *rows) pieces(a *attaching.Attacher, sub int32) (list []place, best float64) {
	best = math.Inf(-1)
	for _, v := range r.s.Order {
		low, high := a.Bounds(v)
		for k := range pieces {
			if !(high > low) {
				break
			}
			each := (high - low) / pieces
			p := place{node: v, low: low + float64(k)*each, high: low + float64(k+1)*each}
			p.log, _ = fits(a, r, sub, v, (p.low+p.high)/2)
			list, best = append(list, p), max(best, p.log)
		}
	}
	return list, best
}

// now is the move under way and how much of it is shown, from 1; none at first.
func (r *regraft) now() (g *graft, look int) {
	if r.done == 0 {
		return &r.moves[0], 0
	}
	return &r.moves[(r.done-1)/looks], (r.done-1)%looks + 1
}

func (r *regraft) counters() []stage.Counter {
	nan := math.NaN()
	list := []stage.Counter{{Name: "log density", Drawn: r.first, Expected: nan, Spread: nan, Exact: true},
		stage.Unknown("ratio, log", nan), stage.Unknown("probability of acceptance", nan),
		stage.Unknown("accepted, share", nan)}
	complete, accepted := r.done/looks, 0
	for i := range r.moves[:complete] {
		if r.moves[i].accepted {
			accepted++
		}
		list[0].Drawn, list[0].Expected = r.moves[i].log, r.moves[i].whole
	}
	if complete > 0 {
		list[3].Drawn = float64(accepted) / float64(complete)
	}
	if g, look := r.now(); look > 1 {
		list[1].Drawn, list[2].Drawn = g.ratio(), math.Exp(min(0, g.ratio()))
	}
	return list
}

func (r *regraft) summary() string {
	g, look := r.now()
	sub := plotting.Plural(g.size, "leaf")
	switch look {
	case 0:
		return fmt.Sprintf("A tree joins the %d rows at random; nothing has been moved yet.", r.leaves)
	case 1:
		return fmt.Sprintf("A subtree of %s has been cut off. The branches are shaded where it could hang.", sub)
	case 2:
		return fmt.Sprintf("Another place is proposed for the subtree of %s. The log ratio is %s.", sub,
			plotting.FormatDigits(g.ratio(), 2))
	}
	verdict := "was refused"
	if g.accepted {
		verdict = "was accepted"
	}
	return fmt.Sprintf("The move %s; the log density is %s.", verdict, plotting.FormatDigits(g.whole, 3))
}

func (r *regraft) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("tree", r.tree(), 0, 0.58, 0, 1),
		chart.At("ratio", r.ratios(), 0.58, 1, 0, 0.5),
		chart.At("density", r.course(), 0.58, 1, 0.5, 1),
	}}
}

// tree shows the subtree in amber, and where it could hang.
func (r *regraft) tree() *chart.Chart {
	g, look := r.now()
	lines := func(l chart.Layer, hue chart.Ink, stroke vg.Length) chart.Layer {
		l.Kind, l.Ink, l.Stroke = chart.Links, hue, stroke
		return l
	}
	var layers []chart.Layer
	text := "before the first move"
	switch look {
	case 0:
		layers = []chart.Layer{lines(g.rest, chart.PlainInk, 1.25), lines(g.sub, chart.PlainInk, 1.25),
			{Kind: chart.Links, Stroke: 1.25, X: []float64{g.from[0], g.from[0]}, Y: []float64{g.from[1], g.sub.Y[0]}}}
	case 1, 2:
		text = "the subtree in amber could hang where branches are wide"
		layers = []chart.Layer{lines(g.rest, chart.MutedInk, 1)}
		for k, l := range g.at {
			l = lines(l, chart.CategoryInk(0), 2+vg.Length(k))
			l.Opacity = float64(k+1) / shades
			layers = append(layers, l)
		}
		layers = append(layers, lines(g.sub, chart.SelectionInk, 2.25), dot("old place", g.from, chart.MutedInk))
		if look == 2 {
			text = "another place is proposed"
			layers = append(layers, dot("proposed", g.to, chart.SelectionInk))
		}
	default:
		text = "refused: the subtree hangs where it was"
		if g.accepted {
			text = "accepted: the subtree hangs at its new place"
		}
		layers = []chart.Layer{lines(g.after, chart.PlainInk, 1.25), lines(g.moved, chart.SelectionInk, 2.25)}
	}
	return chart.Plain(text, chart.Axis{Name: "diffusion time", High: 1.02}, chart.Axis{Low: -0.7,
		High: float64(r.leaves) - 0.3, Labels: []string{}}, layers...)
}

func dot(name string, at [2]float64, hue chart.Ink) chart.Layer {
	return chart.Layer{Name: name, Kind: chart.Points, Radius: 5.5, Ink: hue, X: at[:1], Y: at[1:]}
}

// ratios shows the parts of the ratio as bars.
func (r *regraft) ratios() *chart.Chart {
	g, look := r.now()
	axis := chart.Axis{Low: -0.6, High: 3.6, Labels: []string{"table", "tree", "proposal", "all"}}
	bars := chart.Layer{Kind: chart.Bars, Width: 0.7, X: []float64{0, 1, 2, 3},
		Inks: []chart.Ink{chart.CategoryInk(0), chart.CategoryInk(2), chart.CategoryInk(3), chart.SelectionInk}}
	values := []float64{g.data, g.prior, g.proposal, g.ratio()}
	text := "log ratio, and its parts"
	if look < 2 {
		values = make([]float64, 4)
	} else {
		text += fmt.Sprintf(": accepted with probability %s", stage.Short(math.Exp(min(0, g.ratio()))))
	}
	low, high := -5.0, 5.0
	for _, v := range values {
		bars.Y = append(bars.Y, min(max(v, -60), 60))
		low, high = min(low, 1.1*v), max(high, 1.1*v)
	}
	return chart.Plain(text, axis, chart.Axis{Name: "nats", Low: max(low, -60), High: min(high, 60)}, bars)
}

// course shows the log density, move by move.
func (r *regraft) course() *chart.Chart {
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2, X: []float64{0}, Y: []float64{r.first}}
	low, high := r.first, r.first
	for i, g := range r.moves {
		low, high = min(low, g.whole), max(high, g.whole)
		if i < r.done/looks {
			l.X, l.Y = append(l.X, float64(i+1)), append(l.Y, g.whole)
		}
	}
	pad := 0.06*(high-low) + 1e-3
	return chart.Plain("log density of table and tree", chart.Axis{Name: "move", High: float64(len(r.moves)),
		Whole: true},
		chart.Axis{Low: low - pad, High: high + pad}, l)
}
