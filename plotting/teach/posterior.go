package teach

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/teach/fitted"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// posterior is stage 8: prior draws, then a chain or a bound at work.
func posterior() Stage {
	return Stage{
		Name:  "posterior",
		Title: "A posterior forms",
		Summary: "Draws from the prior, then a chain or a bound at work on data, sweep by sweep: trees, features or " +
			"clusters.",
		Text: "Without data there is only the prior: the first steps draw from it, and each draw looks different. " +
			"Then the data arrive. A chain starts anywhere and moves, one sweep a step, to states that the data " +
			"support. It does not stop there: it wanders among them, and the range of its states is the uncertainty. " +
			"The variational bound instead climbs and then stops. Amber marks what the last sweep changed: much at " +
			"first, little later. For a sample, the truth is shown beside it. Choose the open table to watch the " +
			"same on your own data.",
		Formula: []string{
			`p(θ | Y) = \frac{p(Y | θ) p(θ)}{p(Y)}`,
			`log p(Y) ≥ F(q) = \int q(θ) log \frac{p(Y, θ)}{q(θ)}`,
		},
		Try: []string{
			"Watch which item has which factor. --set show=features",
			"Watch a bound climb to its maximum and stay there. --set show=bound",
			"Give the chain more than twice the data: it changes less from sweep to sweep. --set show=clusters --set " +
				"rows=90",
		},
		More: []string{
			"Murphy (2012), Machine Learning, sections 24.2, 25.2.4 and 21.5",
			"Knowles (2012), PhD thesis, sections 3.2 and 4.6",
		},
		Controls: []inference.Parameter{
			{Name: "show", Title: "Show", Type: inference.Choice, Default: "tree",
				Choices: []string{"tree", "features", "clusters", "bound"},
				Help: "tree: pydt by Markov chain Monte Carlo; features: nsfa; clusters: dpmm; bound: vbmfa, after " +
					"draws from the prior of dpmm."},
			{Name: "data", Title: "Data", Type: inference.Choice,
				Default: "sample", Choices: []string{"sample", "table"}, Help: "A " +
					"sample with a known truth, or the open table."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "40", Min: 6, Max: 120, Help: "Number of " +
				"rows of the sample; of an open table, that many evenly spaced rows."},
			{Name: "sweeps", Title: "Sweeps", Type: inference.Integer, Default: "60", Min: 10, Max: 300,
				Help: "Length of the course."},
		},
		Pace:    5,
		Preview: 45,
		Data:    true,
		Movable: true,
		New: stage.Rules[*posteriorPlay]{
			Start: newPosterior,
			Steps: func(p *posteriorPlay) int { return priorDraws + p.sweeps }, Work: (*posteriorPlay).step,
			Copy:   func(p *posteriorPlay) { p.fit.Kept() },
			Figure: (*posteriorPlay).figure, Counters: (*posteriorPlay).counters, Summary: (*posteriorPlay).summary,
			Points: (*posteriorPlay).points,
			Table:  (*posteriorPlay).table,
		}.New,
	}
}

// priorDraws is the number of draws from the prior shown before the data.
const priorDraws = 5

// A posteriorPlay draws from the prior in the first steps and then does one sweep per step.
type posteriorPlay struct {
	*posteriorPlan
	at       int
	fit      fitted.Fit
	prior    *belief // the last draw, while draws are shown
	now, was *belief // after the last sweep and the one before
}

// A posteriorPlan holds the constants of a course.
type posteriorPlan struct {
	kind     posteriorKind
	info     inference.Info
	settings inference.Settings
	seed     uint64
	data     *inference.Dataset
	own      bool                  // data are rows of the viewer's table
	plane    bool                  // data are points of a plane, which may be moved
	marked   int                   // one of these points, −1 for none
	truth    *belief               // nil if unknown
	groups   []beside.Group        // sets of rows; their branches have the same colour in every tree
	known    *inference.Annotation // classes of the rows of a table; nil for none
	fixed    *belief               // gives clusters and factors their colours and places; nil for none
	view     *beliefView
	sweeps   int
}

func newPosterior(o Options) (*posteriorPlay, error) {
	p := &posteriorPlan{seed: o.Seed, sweeps: o.Settings.Int("sweeps"), marked: o.Marked - 1}
	p.kind = posteriorKinds()[o.Settings.Text("show")]
	p.settings = p.kind.model.Info().Defaults()
	for _, set := range p.kind.set {
		if err := p.settings.Set(set[0], set[1]); err != nil {
			return nil, err
		}
	}
	p.info = inference.InfoFor(p.kind.model, p.settings)
	rows := o.Settings.Int("rows")
	if o.Settings.Text("data") == "table" {
		if o.Data == nil {
			return nil, errors.New("no table is open; open one, name one with --data, or use the sample")
		}
		p.data, p.own = some(o.Data, rows), true
	} else {
		var err error
		if p.data, p.truth, err = p.kind.sample(rows, newRandom(o.Seed, 0)); err != nil {
			return nil, err
		}
		_, columns := p.data.Dims()
		p.plane = columns == 2
		if p.plane && o.Points != nil {
			if p.data, err = pointData(o.Points); err != nil {
				return nil, err
			}
			p.truth = nil
		}
	}
	if _, err := p.kind.model.Check(p.data, p.settings); err != nil {
		return nil, err
	}
	p.view = newBeliefView(p.data)
	switch {
	case p.truth != nil && p.truth.tree != nil:
		p.groups = earlyClades(p.truth.tree)
	case p.truth == nil:
		p.known = knownClasses(p.data)
		p.groups = classGroups(p.known)
	}
	p.fixed = p.truth
	if p.known != nil && !slices.Contains(p.known.Codes, -1) {
		p.fixed = &belief{labels: p.known.Codes}
	}
	return &posteriorPlay{posteriorPlan: p,
		fit: fitted.Fit{Model: p.kind.model, Data: p.data, Settings: p.settings, Seed: p.seed}}, nil
}

// pointData makes a data set of points, with their values as they are.
func pointData(points []Point) (*inference.Dataset, error) {
	x := mat.NewDense(len(points), 2, nil)
	for i, at := range points {
		x.SetRow(i, []float64{at.X, at.Y})
	}
	return prepared("these points", nil, x, inference.Preprocessing{})
}

// points returns the rows of the data, unless a draw from the prior is shown in their place.
func (p *posteriorPlay) points() []Point {
	if !p.plane || p.now == nil && p.prior != nil {
		return nil
	}
	rows, _ := p.data.Dims()
	points := make([]Point, rows)
	for i := range points {
		points[i] = Point{X: p.data.X.At(i, 0), Y: p.data.X.At(i, 1)}
	}
	return points
}

// some returns at most most rows of a data set, evenly spread.
func some(d *inference.Dataset, most int) *inference.Dataset {
	n, _ := d.Dims()
	if n <= most {
		return d
	}
	rows := make([]int, most)
	for i := range rows {
		rows[i] = i * n / most
	}
	return d.Select(rows)
}

// table implements tabled.
func (p *posteriorPlay) table() *inference.Dataset {
	if p.own {
		return p.data
	}
	return nil
}

// step draws from the prior, or does one sweep: as many steps of the model as it takes.
func (p *posteriorPlay) step(ctx context.Context) error {
	if p.at < priorDraws {
		var err error
		rows, _ := p.data.Dims()
		if p.prior, err = p.kind.draw(rows, newRandom(p.seed, uint64(100+p.at))); err != nil {
			return err
		}
		p.at++
		return nil
	}
	found, err := p.fit.Sweep(ctx)
	if err != nil {
		return err
	}
	now := p.kind.read(found, p.data)
	if p.fixed != nil {
		now = now.beside(p.fixed, true)
	} else {
		now = now.beside(p.now, false)
	}
	p.was, p.now, p.prior = p.now, now, nil
	p.at++
	return nil
}

func (p *posteriorPlay) counters() []Counter {
	b := p.shown()
	objective := Counter{Name: strings.ReplaceAll(p.info.Objective, "_", " "), Drawn: math.NaN(),
		Expected: math.NaN(), Spread: math.NaN()}
	if n := len(p.fit.Values); n > 0 {
		objective.Drawn = p.fit.Values[n-1]
	}
	parts := Counter{Name: p.kind.parts, Drawn: math.NaN(), Expected: math.NaN(), Spread: math.NaN()}
	agree := Counter{Name: p.kind.agreement, Drawn: math.NaN(), Expected: math.NaN(), Spread: math.NaN()}
	changed := Counter{Name: "changed last", Drawn: math.NaN(), Expected: math.NaN(), Spread: math.NaN()}
	if b != nil {
		parts.Drawn = b.parts()
	}
	if p.truth != nil && p.now != nil {
		agree.Drawn = b.agreement(p.truth)
	}
	if p.now != nil && p.was != nil {
		changed.Drawn = float64(p.now.changes(p.was).count)
	}
	return []Counter{objective, parts, agree, changed}
}

// shown returns the state in the picture: a draw from the prior, or the present state.
func (p *posteriorPlay) shown() *belief {
	if p.now != nil {
		return p.now
	}
	return p.prior
}

func (p *posteriorPlay) summary() string {
	rows, columns := p.data.Dims()
	table := fmt.Sprintf("%s and %s of %s", plotting.Plural(rows, "row"), plotting.Plural(columns, "column"), p.data.Name)
	switch {
	case p.now != nil:
		text := fmt.Sprintf("%s after %s on %s: %s", plotting.Capital(p.info.Title),
			plotting.Plural(len(p.fit.Values)-1, p.info.Iteration), table, p.kind.counted(p.now))
		if p.was != nil {
			text += fmt.Sprintf("; the last changed %d", p.now.changes(p.was).count)
		}
		if p.truth != nil {
			text += fmt.Sprintf(". %s: %.2f", plotting.Capital(p.kind.agreement), p.now.agreement(p.truth))
		}
		return text + "."
	case p.prior != nil:
		return fmt.Sprintf("Draw %d of %d from the prior, with %s. The data come next.", p.at, priorDraws,
			p.kind.counted(p.prior))
	}
	return "Nothing has been drawn yet; the data are " + table + "."
}

func (p *posteriorPlay) figure() plotting.Figure {
	m := &posteriorPicture{posteriorPlan: p.posteriorPlan, at: p.at, shown: p.shown(), values: p.fit.Values,
		prior: p.now == nil}
	if p.now != nil && p.was != nil {
		m.changes = p.now.changes(p.was)
	}
	return m.drawing()
}
