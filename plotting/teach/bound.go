package teach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// boundChooses is stage 9: why the bound chooses.
func boundChooses() Stage {
	return Stage{
		Name:  "bound",
		Title: "Why the bound chooses",
		Summary: "One mixture fitted by maximum likelihood and by variational Bayes as components are added: one " +
			"overfits, the other pays for each.",
		Text: "Mixtures of more and more components are fitted to three groups of points, two of them long. Maximum " +
			"likelihood keeps improving: each new component fits the points a little better, in the end only by " +
			"chance, and new points from the same source become less probable. Variational Bayes maximises a bound F " +
			"on the log evidence. Its terms charge every mean, loading and proportion for the distance of the " +
			"posterior from the prior, so F is highest near the truth. Each column of loadings has a learnt " +
			"precision, which switches off columns that are not worth their cost. Components that are not needed " +
			"lose their rows.",
		Formula: []string{
			`F = \text{E}_q \text{ log } p(y|θ) - \text{KL}(q(θ) | p(θ)) ≤ \text{ log } p(y)`,
			`Λ_l ~ N(0, ν_l^{-1} I), \quad ν_l ~ \text{Gamma}(a, b)`,
		},
		Try: []string{
			"Few points: maximum likelihood overfits sooner and worse. --set points=60",
			"Many points: the bound finds the three groups clearly. --set points=300",
			"Let the groups overlap. --set distance=1.2",
		},
		More: []string{
			"Beal (2003), Variational algorithms for approximate Bayesian inference, chapter 4",
			"Murphy (2012), Machine Learning, sections 21.6 and 24.7",
		},
		Ask: Question{Text: "How many components does the bound choose?", Counter: "used at highest F", Part: "bayes", Low: 1,
			High: 8, Whole: true},
		Controls: []inference.Parameter{
			{Name: "points", Title: "Points", Type: inference.Integer, Default: "150", Min: 60, Max: 300,
				Help: "Number of points fitted."},
			{Name: "distance", Title: "Distance of the groups",
				Type: inference.Real, Default: "3", Min: 0, Max: 5, Help: "Distance " +
					"from the origin to the centre of each group; the noise is ½."},
			{Name: "components", Title: "Components at most", Type: inference.Integer, Default: "8", Min: 2, Max: 10,
				Help: "Components are added one by one, up to this number."},
		},
		Pace:    2,
		Preview: 8 * boundFrames, // settled fits
		New: stage.Rules[*boundPlay]{
			Start: newBound,
			Steps: func(p *boundPlay) int { return p.most * boundFrames }, Work: (*boundPlay).step,
			Copy:   (*boundPlay).copied,
			Figure: (*boundPlay).figure, Counters: (*boundPlay).counters, Summary: (*boundPlay).summary,
		}.New,
		Light: []string{"components=2", "points=60"},
	}
}

const (
	boundColumns = 3
	boundFactors = 2   // limit for each component
	boundFrames  = 3   // steps at each number of components
	boundStarts  = 3   // of each fit; the best is kept
	boundNew     = 400 // held-out rows
	boundCycles  = 400 // limit for a fit
	boundNoise   = 0.5
	boundSpread  = 1.5 // standard deviation along a long group
	trueGroups   = 3
)

type boundPlan struct {
	data   *inference.Dataset
	new    *mat.Dense
	most   int
	seed   uint64
	models [2]inference.Model // variational Bayes, maximum likelihood
	set    [2]inference.Settings
	points *space.Points
}

// A boundPlay fits both models, with one more component every few steps.
type boundPlay struct {
	*boundPlan
	fits    [2]boundFit
	done    int
	results []boundResult // of each number of components so far
}

// A boundFit is a fit in progress, or complete.
type boundFit struct {
	stepper  inference.Saver // nil before the first
	finished bool
	cycles   int
	scalars  []float64
	shown    *mixture.Mixture
}

// A boundResult holds the results of the fits with a given number of components, in nats per row.
type boundResult struct {
	fitted [2]float64 // F, and the log likelihood
	fresh  [2]float64 // log density of new rows
	used   [2]int     // components
}

func newBound(o Options) (*boundPlay, error) {
	p := &boundPlan{most: o.Settings.Int("components"), seed: o.Seed,
		models: [2]inference.Model{vbmfa.Model{}, vbmfa.Maximum{}}}
	n, distance := o.Settings.Int("points"), o.Settings.Real("distance")
	rng := newRandom(o.Seed, 0)
	p.data = &inference.Dataset{Name: "three groups", X: groups(n, distance, rng), Columns: []string{"x", "y", "z"},
		Centre: make([]float64, boundColumns), Scale: []float64{1, 1, 1}}
	for i := range n {
		p.data.Rows = append(p.data.Rows, strconv.Itoa(i+1))
		p.data.RowIndex = append(p.data.RowIndex, i)
	}
	p.data.ColumnIndex = []int{0, 1, 2}
	p.new = groups(boundNew, distance, rng)
	complete := make([]bool, n)
	for i := range complete {
		complete[i] = true
	}
	p.points = space.NewPoints(p.data.Rows, mat.Col(nil, 0, p.data.X), mat.Col(nil, 1, p.data.X), complete,
		ink.Measure{Name: "x", Factor: 1}, ink.Measure{Name: "y", Factor: 1})
	for k, m := range p.models {
		p.set[k] = m.Info().Defaults()
		for _, v := range [][2]string{{"births", "false"}, {"start", "kmeans"}, {"k_max", strconv.Itoa(boundFactors)}} {
			if err := p.set[k].Set(v[0], v[1]); err != nil {
				return nil, err
			}
		}
	}
	return &boundPlay{boundPlan: p}, nil
}

// groups draws rows of three groups about a circle, the first two of them long.
func groups(n int, distance float64, rng random) *mat.Dense {
	x := mat.NewDense(n, boundColumns, nil)
	along := [trueGroups][boundColumns]float64{{0.8, 0.6, 0}, {-0.6, 0.6, 0.5}}
	for i := range n {
		g := i % trueGroups
		sin, cos := math.Sincos(2 * math.Pi * (float64(g) + 0.25) / trueGroups)
		middle := [boundColumns]float64{distance * cos, distance * sin, 0}
		f := boundSpread * rng.NormFloat64()
		for j := range boundColumns {
			x.Set(i, j, middle[j]+along[g][j]*f+boundNoise*rng.NormFloat64())
		}
	}
	return x
}

// size is the number of components at a step, from 1.
func (p *boundPlay) size(step int) int { return max(step-1, 0)/boundFrames + 1 }

// begin makes a fit of a model with a number of components, from one of the starts.
func (p *boundPlan) begin(k, size, start int) (inference.Saver, error) {
	s := p.set[k].Clone()
	if err := s.Set("components", strconv.Itoa(size)); err != nil {
		return nil, err
	}
	m, err := p.models[k].New(p.data, s, inference.Streams{Seed: p.seed, Chain: uint64(size + start<<8)}, 1)
	if err != nil {
		return nil, err
	}
	saver, ok := m.(inference.Saver)
	if !ok {
		return nil, errors.New("teach: a fit that cannot be copied")
	}
	return saver, nil
}

// step works on a copy: if ctx ends, the course stays where it was.
func (p *boundPlay) step(ctx context.Context) error {
	next := *p
	next.copied()
	if err := next.advance(ctx); err != nil {
		return err
	}
	*p = next
	return nil
}

func (p *boundPlay) advance(ctx context.Context) error {
	frame := p.done % boundFrames
	p.done++
	for k := range p.fits {
		if frame == 0 {
			s, err := p.begin(k, p.size(p.done), 0)
			if err != nil {
				return err
			}
			p.fits[k] = boundFit{stepper: s}
		}
		if err := p.fits[k].run(ctx, [boundFrames]int{1, 6, boundCycles}[frame]); err != nil {
			return err
		}
	}
	if frame < boundFrames-1 {
		return nil
	}
	if err := p.startAgain(ctx); err != nil {
		return err
	}
	var r boundResult
	n := float64(len(p.data.Rows))
	r.fitted = [2]float64{p.fits[0].objective(0) / n, p.fits[1].objective(1) / n}
	for k := range p.fits {
		densities, err := p.fits[k].stepper.(inference.Predictor).LogDensity(ctx, p.new)
		if err != nil {
			return err
		}
		for _, l := range densities {
			r.fresh[k] += l / boundNew
		}
		r.used[k] = len(p.fits[k].shown.Components)
		p.fits[k].stepper = nil // the shown result is kept
	}
	p.results = append(p.results[:len(p.results):len(p.results)], r)
	return nil
}

// startAgain fits both models from further starts and keeps the best.
func (p *boundPlay) startAgain(ctx context.Context) error {
	for k := range p.fits {
		for start := 1; start < boundStarts && p.size(p.done) > 1; start++ {
			s, err := p.begin(k, p.size(p.done), start)
			if err != nil {
				return err
			}
			f := boundFit{stepper: s}
			if err := f.run(ctx, boundCycles); err != nil {
				return err
			}
			if f.objective(k) > p.fits[k].objective(k) {
				p.fits[k] = f
			}
		}
	}
	return nil
}

// objective is F, or the log likelihood.
func (f *boundFit) objective(k int) float64 { return f.scalars[k] }

// run does at most cycles cycles, or stops when the fit has settled.
func (f *boundFit) run(ctx context.Context, cycles int) error {
	for !f.finished && f.cycles < cycles {
		r, err := f.stepper.Step(ctx)
		if err != nil {
			return err
		}
		if r.Scalars != nil {
			f.cycles++
			f.scalars = slices.Clone(r.Scalars)
		}
		f.finished = r.Done
	}
	f.shown = marked(turned(mixture.Of(f.stepper.Snapshot())))
	return nil
}

// offPower is the share of the noise below which a column of mean loadings counts as switched off. The variance of its
// posterior shrinks slowly, its mean soon.
const offPower = 1e-3

// turned returns a mixture with its components ordered by direction from the origin, which keeps a
// group's colour from fit to fit.
func turned(m *mixture.Mixture) *mixture.Mixture {
	out := *m
	order := inference.UpTo(len(m.Components))
	turn := func(k int) float64 {
		mean := m.Components[k].Mean
		return math.Mod(math.Atan2(mean[1], mean[0])+2*math.Pi, 2*math.Pi)
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(turn(a), turn(b)) })
	n, _ := m.Responsibilities.Dims()
	out.Components = nil
	out.Responsibilities = mat.NewDense(n, len(order), nil)
	for to, from := range order {
		out.Components = append(out.Components, m.Components[from])
		out.Responsibilities.SetCol(to, mat.Col(nil, from, m.Responsibilities))
	}
	return &out
}

// marked returns a mixture with columns of loadings without power marked off and set to 0.
func marked(m *mixture.Mixture) *mixture.Mixture {
	out := *m
	out.Components = slices.Clone(m.Components)
	noise := 0.0
	for _, v := range m.Noise {
		noise += v
	}
	for i := range out.Components {
		c := &out.Components[i]
		if c.Loadings == nil {
			continue
		}
		c.Active, c.Loadings = slices.Clone(c.Active), mat.DenseCopyOf(c.Loadings)
		for l := range c.Active {
			column := c.Loadings.ColView(l)
			if mat.Dot(column, column) < offPower*noise {
				c.Active[l] = false
				for q := range boundColumns {
					c.Loadings.Set(q, l, 0)
				}
			}
		}
	}
	return &out
}

// copied gives a copy its own fits.
func (p *boundPlay) copied() {
	for k, f := range p.fits {
		if f.stepper == nil {
			continue
		}
		state, err := f.stepper.MarshalBinary()
		if err == nil {
			if p.fits[k].stepper, err = p.begin(k, p.size(p.done), 0); err == nil {
				err = p.fits[k].stepper.UnmarshalBinary(state)
			}
		}
		if err != nil {
			panic("teach: a fit cannot be copied: " + err.Error()) // the copy has the same data and settings
		}
	}
}

// boundTerms are the names of the terms of F.
var boundTerms = []string{"π", "ν", "Λ", "s", "x", "y"}

// sameBound is a negligible difference of F, in nats: fits end with that much still to gain.
const sameBound = 0.1

// best returns the initial number of components with the greatest F so far, the least on a tie, and
// 0 before the first.
func (p *boundPlay) best() int {
	best := 0
	for i, r := range p.results {
		if best == 0 || r.fitted[0] > p.results[best-1].fitted[0]+sameBound/float64(len(p.data.Rows)) {
			best = i + 1
		}
	}
	return best
}

func (p *boundPlay) counters() []Counter {
	nan := math.NaN()
	list := []Counter{
		{Name: "F, sum of its terms", Drawn: nan, Expected: nan, Spread: 0, Exact: true},
		{Name: "rows shared out", Drawn: nan, Expected: float64(len(p.data.Rows)), Spread: 0, Exact: true},
		{Name: "used at highest F", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "new rows, ML − VB", Drawn: nan, Expected: nan, Spread: nan},
	}
	if f := p.fits[0]; f.shown != nil {
		list[0].Drawn, list[0].Expected = f.scalars[0], 0
		for _, t := range f.scalars[len(f.scalars)-len(boundTerms):] {
			list[0].Expected += t
		}
		list[1].Drawn = 0
		for _, c := range f.shown.Components {
			list[1].Drawn += c.Size
		}
	}
	if n := len(p.results); n > 0 {
		list[2].Drawn = float64(p.results[p.best()-1].used[0])
		list[3].Drawn = p.results[n-1].fresh[1] - p.results[n-1].fresh[0]
	}
	return list
}

func (p *boundPlay) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("%d points in three groups, not fitted yet.", len(p.data.Rows))
	}
	off := 0
	for _, c := range p.fits[0].shown.Components {
		off += len(c.Active) - c.Dimension() + len(c.Extinct)
	}
	text := fmt.Sprintf("%s, after %s: variational Bayes uses %d, with %s switched off; maximum likelihood uses %d.",
		plotting.Plural(p.size(p.done), "component"), plotting.Plural(p.fits[0].cycles, "cycle"),
		len(p.fits[0].shown.Components), plotting.Plural(off, "column"), len(p.fits[1].shown.Components))
	if n := len(p.results); n > 0 {
		r := p.results[n-1]
		text += fmt.Sprintf(" F is highest where %d are used. With %d components, new rows score %s nats a row under "+
			"variational Bayes and %s under maximum likelihood.",
			p.results[p.best()-1].used[0], n, plotting.FormatDigits(r.fresh[0], 3), plotting.FormatDigits(r.fresh[1], 3))
	}
	return text
}
