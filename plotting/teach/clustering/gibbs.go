package clustering

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/crp"
	measured "example.org/espalier/inference/stat/scores"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// PointByPoint is the stage of collapsed Gibbs steps for a mixture.
func PointByPoint() stage.Stage {
	return stage.Stage{
		Name:  "gibbs",
		Title: "A mixture, point by point",
		Summary: "Each point in turn is taken out and put back, into a cluster or a new one; drag points and watch " +
			"where they go.",
		Text: "A sampler of mixtures needs no means and no covariances: they are integrated out. It takes a point " +
			"out " +
			"and asks each cluster two things. How many others are there? How probable is the point among them? The " +
			"product of both is the weight of the cluster. A new cluster has the weight α times the density of the " +
			"point under the prior. One of them is drawn, and the next point is taken. At first all points are in " +
			"one " +
			"cluster. A few leave, others follow, and the number of clusters finds itself. The steps never end: the " +
			"partition goes on changing, and how often a pair is together is the answer.",
		Formula: []string{
			`P(z_i = k) ∝ n_k \, p(x_i | \text{points of } k)`,
			`P(z_i = \text{new}) ∝ α \, p(x_i)`,
		},
		Signs: map[string]string{"n": "choice", "p": "choice", "z": "points", "α": "choice"},
		Try: []string{
			"Clusters expected to be narrow: there are more. --set width=0.25",
			"Clusters expected to be wide: two of them do. --set width=1.5",
			"A small α hardly changes the number: the points decide. --set concentration=0.1",
		},
		More: []string{
			"Neal (2000), Markov chain sampling methods for Dirichlet process mixture models, algorithm 3",
			"Murphy (2012), Machine Learning, sections 24.2.4 and 25.2.4, figure 25.7",
		},
		Ask: stage.Question{Text: "How many clusters are there after {sweeps} sweeps?", Counter: "clusters",
			Part: "points", Low: 1, High: 12, Whole: true},
		Controls: []inference.Parameter{
			{Name: "concentration", Title: "α, concentration", Type: inference.Real, Default: "1", Min: 0.05, Max: 20,
				Help: "How readily a point begins a new cluster."},
			{Name: "width", Title: "Width of clusters", Type: inference.Real, Default: "0.6", Min: 0.15, Max: 3,
				Help: "The standard deviation that is expected within a cluster."},
			{Name: "points", Title: "Points", Type: inference.Integer, Default: "30", Min: 5, Max: 80,
				Help: "Number of points."},
			{Name: "sweeps", Title: "Sweeps", Type: inference.Integer, Default: "6", Min: 1, Max: 20,
				Help: "How often each point is taken out."},
		},
		Pace: 8, Movable: true,
		New: stage.Rules[*gibbs]{
			Start: newGibbs,
			Steps: func(g *gibbs) int { return len(g.at) - 1 }, Step: func(g *gibbs) { g.done++ },
			Figure: (*gibbs).figure, Counters: (*gibbs).counters, Summary: (*gibbs).summary,
			Points: func(g *gibbs) []stage.Point { return g.points() },
		}.New,
	}
}

// A gibbs shows one more choice a step.
type gibbs struct {
	*gibbsPlan
	done int
}

type gibbsPlan struct {
	sample
	alpha float64
	prior *conjugate.Prior
	width float64
	at    []seated // after each step; at first all are together
	mark  int
}

// A seated is the clusters after a choice. Clusters keep their numbers; a new one takes the lowest that is free.
type seated struct {
	z      []int
	point  int       // that was put back, −1 at first
	chance []float64 // of each cluster; the one that is free stands for a new one
	fresh  int       // the number of a new one
	log    float64   // log joint density, by the choices made since the beginning
	whole  float64   // by partition and clusters
}

// Of the prior of a cluster: how many rows its mean is worth, and degrees of freedom of a variance.
const (
	gibbsWorth   = 0.1
	gibbsFreedom = 6
)

func newGibbs(o stage.Options) (*gibbs, error) {
	p := &gibbsPlan{sample: of(o, "groups", o.Settings.Int("points")), alpha: o.Settings.Real("concentration"),
		width: o.Settings.Real("width"), mark: o.Marked}
	n, rng := len(p.x), stage.NewRandom(o.Seed, 1)
	mean := []float64{0, 0}
	for i := range n {
		mean[0], mean[1] = mean[0]+p.x[i]/float64(n), mean[1]+p.y[i]/float64(n)
	}
	v := p.width * p.width
	prior, err := conjugate.NewFullPrior(mean, []float64{v, 0, 0, v}, gibbsWorth, gibbsFreedom, 1)
	if err != nil {
		return nil, err
	}
	p.prior = prior
	first := seated{z: make([]int, n), point: -1, fresh: 1, chance: []float64{1}}
	first.whole = p.joint(first.z)
	first.log = first.whole
	p.at = append(p.at, first)
	for range o.Settings.Int("sweeps") {
		for _, i := range rng.Perm(n) {
			p.at = append(p.at, p.next(p.at[len(p.at)-1], i, rng))
		}
	}
	return &gibbs{gibbsPlan: p}, nil
}

// row is a point as a row.
func (p *gibbsPlan) row(i int) []float64 { return []float64{p.x[i], p.y[i]} }

// cluster holds the points of a cluster, without one of them where that is not −1.
func (p *gibbsPlan) cluster(z []int, k, without int) *conjugate.Full {
	c := conjugate.NewFull(p.prior)
	for i, l := range z {
		if l == k && i != without {
			c.Add(p.row(i))
		}
	}
	return c
}

// joint is the log density of points and partition.
func (p *gibbsPlan) joint(z []int) (sum float64) {
	var sizes []int
	for k := range slices.Max(z) + 1 {
		if c := p.cluster(z, k, -1); c.Size() > 0 {
			sizes = append(sizes, c.Size())
			sum += c.LogMarginal()
		}
	}
	return sum + crp.LogPartition(p.alpha, sizes)
}

// next takes a point out and draws where it goes.
func (p *gibbsPlan) next(was seated, i int, rng stage.Random) seated {
	now := seated{z: slices.Clone(was.z), point: i, fresh: -1}
	most := slices.Max(was.z) + 1
	var logs []float64
	for k := range most + 1 {
		c := p.cluster(was.z, k, i)
		weight := float64(c.Size())
		if c.Size() == 0 {
			if now.fresh >= 0 {
				logs = append(logs, math.Inf(-1))
				continue
			}
			now.fresh, weight = k, p.alpha
		}
		logs = append(logs, math.Log(weight)+c.LogPredictive(p.row(i)))
	}
	top := slices.Max(logs)
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	u, chosen := rng.Float64(), -1
	for k, l := range logs {
		q := math.Exp(l-top) / sum
		now.chance = append(now.chance, q)
		if chosen < 0 && q > 0 {
			if u -= q; u < 0 {
				chosen = k
			}
		}
	}
	if chosen < 0 { // by rounding
		chosen = slices.Index(logs, top)
	}
	now.z[i] = chosen
	old := was.z[i]
	if p.cluster(was.z, old, i).Size() == 0 {
		old = now.fresh
	}
	now.log, now.whole = was.log+logs[chosen]-logs[old], p.joint(now.z)
	return now
}

// clusters counts them.
func (s seated) clusters() int {
	list := slices.Clone(s.z)
	slices.Sort(list)
	return len(slices.Compact(list))
}

func (g *gibbs) counters() []stage.Counter {
	now := g.at[g.done]
	index := math.NaN()
	if !slices.Contains(g.truth, -1) {
		index = measured.AdjustedRand(now.z, g.truth)
	}
	chance := math.NaN()
	if now.point >= 0 {
		chance = now.chance[now.z[now.point]]
	}
	return []stage.Counter{stage.Unknown("clusters", float64(now.clusters())),
		{Name: "log joint density", Drawn: now.log, Expected: now.whole, Spread: math.NaN(), Exact: true},
		stage.Unknown("probability of the choice", chance), stage.Unknown("adjusted Rand index", index)}
}

func (g *gibbs) summary() string {
	now := g.at[g.done]
	if now.point < 0 {
		return fmt.Sprintf("All %d points are in one cluster.", len(g.x))
	}
	where := fmt.Sprintf("cluster %d", now.z[now.point]+1)
	if now.z[now.point] == now.fresh {
		where = "a cluster of its own"
	}
	return fmt.Sprintf("Point %d went to %s, with probability %s. There are %s.", now.point+1, where,
		stage.Short(now.chance[now.z[now.point]]), plotting.Plural(now.clusters(), "cluster"))
}

func (g *gibbs) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("points", g.plane(), 0, 0.56, 0, 1),
		chart.At("choice", g.choice(), 0.56, 1, 0, 0.5),
		chart.At("density", g.course(), 0.56, 1, 0.5, 1),
	}}
}

// plane shows the points in the colours of their clusters, with two standard deviations about the mean of each.
func (g *gibbs) plane() *chart.Chart {
	now := g.at[g.done]
	f := g.chart(plotting.Plural(now.clusters(), "cluster") + "; the point in the ring was put back")
	if now.point < 0 {
		f.Subtitle = "all points in one cluster"
	}
	for k := range slices.Max(now.z) + 1 {
		dots := chart.Layer{Kind: chart.Points, Ink: chart.CategoryInk(k), Radius: 3.5}
		for i, l := range now.z {
			if l == k {
				dots.X, dots.Y = append(dots.X, g.x[i]), append(dots.Y, g.y[i])
			}
		}
		if dots.X != nil {
			f.Layers = append(f.Layers, g.outline(dots), dots)
		}
	}
	if i := now.point; i >= 0 {
		f.Layers = slices.Insert(f.Layers, 0, chart.Layer{Kind: chart.Points, Hollow: true, Radius: 8, Stroke: 2,
			Ink: chart.SelectionInk, X: g.x[i : i+1], Y: g.y[i : i+1]})
	}
	f.Layers = append(f.Layers, g.marked(g.mark)...)
	return f
}

// outline is the ellipse of the expected mean and covariance of a cluster.
func (g *gibbs) outline(dots chart.Layer) chart.Layer {
	n := float64(len(dots.X))
	var mean, prior [2]float64
	for i := range g.x {
		prior[0], prior[1] = prior[0]+g.x[i]/float64(len(g.x)), prior[1]+g.y[i]/float64(len(g.x))
	}
	for i := range dots.X {
		mean[0], mean[1] = mean[0]+dots.X[i]/n, mean[1]+dots.Y[i]/n
	}
	v := (gibbsFreedom - 2) * g.width * g.width
	xx, xy, yy := v, 0.0, v
	add := func(w, dx, dy float64) { xx, xy, yy = xx+w*dx*dx, xy+w*dx*dy, yy+w*dy*dy }
	for i := range dots.X {
		add(1, dots.X[i]-mean[0], dots.Y[i]-mean[1])
	}
	add(gibbsWorth*n/(gibbsWorth+n), mean[0]-prior[0], mean[1]-prior[1])
	for j := range mean {
		mean[j] = (gibbsWorth*prior[j] + n*mean[j]) / (gibbsWorth + n)
	}
	d := gibbsFreedom - 2 + n
	l := ellipse(mean[0], mean[1], xx/d, xy/d, yy/d)
	l.Ink, l.Opacity = dots.Ink, 0.7
	return l
}

// choice shows the probabilities of the last choice.
func (g *gibbs) choice() *chart.Chart {
	now := g.at[g.done]
	bars := chart.Layer{Kind: chart.Bars, Width: 0.7}
	axis := chart.Axis{Low: -0.6}
	for k, q := range now.chance {
		used := slices.Contains(now.z, k)
		if !used && k != now.fresh && q == 0 {
			continue
		}
		name := fmt.Sprint(k + 1)
		if k == now.fresh {
			name = "new"
		}
		bars.X, bars.Y = append(bars.X, float64(len(axis.Labels))), append(bars.Y, q)
		bars.Inks = append(bars.Inks, chart.CategoryInk(k))
		axis.Labels = append(axis.Labels, name)
	}
	axis.High = float64(len(axis.Labels)) - 0.4
	text := "where the next point goes"
	if now.point >= 0 {
		text = fmt.Sprintf("where point %d could go", now.point+1)
	}
	f := chart.Plain(text, axis, chart.Axis{Name: "probability", High: 1.03}, bars)
	if i := now.point; i >= 0 {
		at := float64(slices.Index(bars.Inks, chart.CategoryInk(now.z[i])))
		f.Layers = append(f.Layers, chart.Layer{Name: "drawn", Kind: chart.Points, Ink: chart.SelectionInk, Radius: 5,
			X: []float64{at}, Y: []float64{now.chance[now.z[i]]}})
	}
	return f
}

// course shows the log joint density, choice by choice.
func (g *gibbs) course() *chart.Chart {
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	low, high := math.Inf(1), math.Inf(-1)
	n := float64(len(g.x))
	for t, s := range g.at {
		low, high = min(low, s.whole), max(high, s.whole)
		if t <= g.done {
			l.X, l.Y = append(l.X, float64(t)/n), append(l.Y, s.whole)
		}
	}
	pad := 0.06*(high-low) + 1e-3
	return chart.Plain("log joint density, nats", chart.Axis{Name: "sweep", High: float64(len(g.at)-1) / n},
		chart.Axis{Low: low - pad, High: high + pad}, l)
}
