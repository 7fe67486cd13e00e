package teach

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// columnsTogether is stage 11: a tree whose columns vary together.
func columnsTogether() Stage {
	return Stage{
		Name:    "columns",
		Title:   "Columns that vary together",
		Summary: "Two correlated columns, and the tree of the same points with and without their covariance.",
		Text: "Four groups of points lie along a narrow cloud, because the two columns are correlated. A tree that " +
			"treats the columns as independent measures distance equally in all directions. It cuts the cloud across " +
			"its length, and the groups, which lie side by side, end up in pieces. The other tree learns the " +
			"covariance Σ of the columns. Each round takes differences between neighbours in the tree, estimates Σ " +
			"from them, and searches for a better tree in a plane where Σ is round. Distance along the cloud then " +
			"counts less, and distance across it more. Within a few rounds the groups come together.",
		Formula: []string{
			`Y ~ N(0, K, Σ), \quad Cov(x_i, x_j) = K_{ij} Σ`,
			`Σ | Y, T ~ IW(Ψ_0 + S, ν_0 + N), \quad S = Y^T K^{-1} Y`,
		},
		Try: []string{
			"No correlation: both trees find the groups. --set correlation=0",
			"A negative correlation: the ellipse turns, nothing else changes. --set correlation=-0.95",
			"More noise: the groups blur for both trees. --set noise=0.1",
		},
		More: []string{
			"Felsenstein (1985), Phylogenies and the comparative method",
			"Lemey, Rambaut, Welch and Suchard (2010), Phylogeography takes a relaxed random walk in continuous space and time",
		},
		Ask: Question{Text: "How pure are the groups once Σ is learnt?", Counter: "purity with Σ",
			Part: "covariance-plane", High: 1},
		Controls: []inference.Parameter{
			{Name: "correlation", Title: "ρ, correlation", Type: inference.Real, Default: "0.95", Min: -0.99, Max: 0.99,
				Help: "Correlation of the two columns along every branch."},
			{Name: "noise", Title: "Noise", Type: inference.Real, Default: "0.01", Min: 0, Max: 0.3, Help: "Noise of " +
				"each point, as a proportion of Σ."},
			{Name: "points", Title: "Points", Type: inference.Integer, Default: "36", Min: 16, Max: 80,
				Help: "Number of points, a quarter of them in each group."},
		},
		Pace:    2,
		Preview: columnsReveals + 1 + columnsRounds,
		New: stage.Rules[*columnsPlay]{
			Start: newColumns,
			Steps: func(*columnsPlay) int { return columnsReveals + 1 + columnsRounds }, Work: (*columnsPlay).step,
			Figure: (*columnsPlay).figure, Counters: (*columnsPlay).counters, Summary: (*columnsPlay).summary,
		}.New,
		Light: []string{"points=16"},
	}
}

const (
	columnsGroups  = 4
	columnsReveals = 4    // steps in which the points appear
	columnsRounds  = 8    // of learning Σ
	columnsWithin  = 0.06 // variance of a group, as a share of Σ
	columnsTurn    = 0.3  // most that the square of groups is turned, radians
)

// A columnsPlay reveals the points, then fits the tree without Σ, then alternates the tree and
// Σ as method em does, from scratch in each round.
type columnsPlay struct {
	*columnsPlan
	alone, with columnsFit
	done        int
}

type columnsPlan struct {
	rho, noise float64
	seed       uint64
	data       *inference.Dataset
	labels     []int // group of each point
	groups     []beside.Group
	truth      *covary.Sigma
	low, high  [2]float64 // of the picture
}

// A columnsFit is a tree and the covariance between columns learnt from it.
type columnsFit struct {
	tree     *tree.Tree // nil before there is one
	prepared *beside.PreparedTree
	noise    float64 // as a share of Σ
	sigma    *covary.Sigma
}

// newColumns draws the points: groups at the corners of a square, turned a little at random, whose
// paths part at the beginning. The root of Σ then stretches the plane, so that two and two groups
// lie side by side.
func newColumns(o Options) (*columnsPlay, error) {
	p := &columnsPlan{rho: o.Settings.Real("correlation"), noise: o.Settings.Real("noise"), seed: o.Seed}
	rng := newRandom(o.Seed, 0)
	n := o.Settings.Int("points")
	turn := math.Pi/4 + columnsTurn*(2*rng.Float64()-1)
	x := mat.NewDense(n, 2, nil)
	spread := math.Sqrt(columnsWithin + p.noise)
	for i := range n {
		group := i % columnsGroups
		sin, cos := math.Sincos(turn + math.Pi/2*float64(group))
		a, b := math.Sqrt2*cos+spread*rng.NormFloat64(), math.Sqrt2*sin+spread*rng.NormFloat64()
		a, b = a*math.Sqrt((1+p.rho)/2), b*math.Sqrt((1-p.rho)/2) // along the axes of Σ
		x.SetRow(i, []float64{a + b, a - b})
		p.labels = append(p.labels, group)
	}
	var err error
	if p.data, err = prepared("points", nil, x, inference.Preprocessing{Centre: true}); err != nil {
		return nil, err
	}
	rows := make([][]int, columnsGroups)
	for i, g := range p.labels {
		rows[g] = append(rows[g], i)
	}
	p.groups = beside.CategoryGroups(rows)
	for g := range p.groups {
		p.groups[g].Name = ""
	}
	p.truth = sigmaOf(1, p.rho)
	p.low, p.high = [2]float64{-2.4, -2.4}, [2]float64{2.4, 2.4}
	for i := range n {
		for j, v := range p.data.X.RawRowView(i) {
			p.low[j], p.high[j] = min(p.low[j], v), max(p.high[j], v)
		}
	}
	return &columnsPlay{columnsPlan: p}, nil
}

// sigmaOf returns the covariance of two columns of equal variance.
func sigmaOf(variance, rho float64) *covary.Sigma {
	a := math.Sqrt(variance * math.Abs(rho))
	return &covary.Sigma{Psi: []float64{variance * (1 - math.Abs(rho)), variance * (1 - math.Abs(rho))},
		Lambda: mat.NewDense(2, 1, []float64{a, math.Copysign(a, rho)})}
}

func (p *columnsPlay) step(ctx context.Context) error {
	switch round := p.round(); {
	case p.done < columnsReveals:
	case round < 0:
		fit, err := p.search(ctx, nil, 0)
		if err != nil {
			return err
		}
		p.alone, p.with = fit, fit
		p.with.sigma = p.learn(fit)
	default:
		fit, err := p.search(ctx, p.with.sigma, uint64(round+1))
		if err != nil {
			return err
		}
		fit.sigma = p.learn(fit)
		p.with = fit
	}
	p.done++
	return nil
}

// round returns the number of the round that the next step does; −1 is the tree without Σ.
func (p *columnsPlay) round() int { return p.done - columnsReveals - 1 }

// search finds a tree of the points in the plane where Σ is round; nil takes the columns for
// independent and learns their common variance.
func (p *columnsPlan) search(ctx context.Context, sigma *covary.Sigma, task uint64) (columnsFit, error) {
	model := pydt.Model{}
	s := model.Info().Defaults()
	data := *p.data
	if err := s.Set("columns", "independent"); err != nil {
		return columnsFit{}, err
	}
	if sigma != nil {
		data.X = sigma.Map().Rows(p.data.X)
		if err := s.Fix("sigma2", true); err != nil {
			return columnsFit{}, err
		}
	}
	stepper, err := model.New(&data, s, inference.Streams{Seed: p.seed, Chain: task}, 1)
	if err != nil {
		return columnsFit{}, err
	}
	for {
		r, err := stepper.Step(ctx)
		if err != nil {
			return columnsFit{}, err
		}
		if r.Scalars != nil || r.Done {
			break
		}
	}
	snap := stepper.Snapshot()
	f := columnsFit{tree: forest.Best(snap)}
	scale := 1.0
	for _, v := range snap.Scalars {
		switch v.Name {
		case "sigma2":
			scale = v.Mean
		case "noise":
			f.noise = v.Mean
		}
	}
	f.noise /= scale
	if f.sigma = sigma; sigma == nil {
		f.sigma = sigmaOf(scale, 0)
	}
	f.prepared = beside.Prepare(f.tree)
	return f, nil
}

// learn estimates Σ from the differences between neighbours in a tree, under the prior that
// suits them best.
func (p *columnsPlan) learn(f columnsFit) *covary.Sigma {
	c := covary.NewContrasts(f.tree, p.data.X, f.noise)
	prior := covary.FitWishart(c, covary.Diagonal([]float64{1, 1}), covary.Learn{G: true})
	return prior.Posterior(c, nil).Sigma
}

// shown returns how many points have appeared.
func (p *columnsPlay) shown() int {
	n := len(p.labels)
	return min(n*p.done/columnsReveals, n)
}

// correlation returns the correlation of two columns.
func correlation(s *covary.Sigma) float64 { return s.At(0, 1) / math.Sqrt(s.At(0, 0)*s.At(1, 1)) }

func (p *columnsPlay) counters() []Counter {
	nan := math.NaN()
	list := []Counter{
		{Name: "correlation learnt", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "purity without Σ", Drawn: nan, Expected: nan, Spread: nan},
		{Name: "purity with Σ", Drawn: nan, Expected: nan, Spread: nan},
	}
	if p.alone.tree != nil {
		list[0].Drawn = correlation(p.with.sigma)
		list[1].Drawn = scores.DendrogramPurity(p.alone.tree, p.labels)
		list[2].Drawn = scores.DendrogramPurity(p.with.tree, p.labels)
	}
	return list
}

func (p *columnsPlay) summary() string {
	if p.alone.tree == nil {
		return fmt.Sprintf("%s in four groups, from two columns of correlation %s.",
			plotting.Plural(p.shown(), "point"), short(p.rho))
	}
	list := p.counters()
	return fmt.Sprintf("The correlation learnt after %[2]s is %[1]s; the true one is %[3]s. Without it the tree's "+
		"purity is %.2[4]f; with it, %.2[5]f.",
		short(list[0].Drawn), plotting.Plural(max(p.round(), 0), "round"), short(p.rho), list[1].Drawn, list[2].Drawn)
}
