package clustering

import (
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// InTurn is the stage of the updates of a variational mixture.
func InTurn() stage.Stage {
	return stage.Stage{
		Name:  "turns",
		Title: "Update in turn",
		Summary: "Responsibilities, factors, relevance: each update raises the bound; births are tried, kept or " +
			"reversed.",
		Text: "A variational fit holds all beliefs but one, and updates that one. First the responsibilities: which " +
			"component is each point from? Then the factors: where is each component, and how is it stretched? Then " +
			"the relevance of each factor, and the noise. No update can lower the bound. When all is still, a " +
			"component is split in two: a birth. At first the bound is lower, so the two halves settle on their own, " +
			"then everything. If the bound is higher in the end, the birth is kept. Otherwise it is reversed, and " +
			"the mixture is what it was. The search ends where no birth and no death gains.",
		Formula: []string{
			`q(s) ∝ e^{\text{E} \text{ log } p(y, s | θ)}, \quad q(Λ) ∝ e^{\text{E} \text{ log } p(y, Λ)}, \quad q(ν) ∝ e^{\text{E} \text{ log } p(Λ, ν)}`,
			`F_\text{after} ≥ F_\text{before}, \quad \text{birth kept if } F \text{ rises}`,
		},
		Signs: map[string]string{"s": "points", "Λ": "updates", "ν": "updates", "F": "bound"},
		Try: []string{
			"A ring about a group: several births are kept. --set data=rings",
			"Few points: births seldom pay. --set points=12",
			"Two spirals, in pieces. --set data=spirals --set points=80",
		},
		More: []string{
			"Beal (2003), Variational algorithms for approximate Bayesian inference, sections 4.2 and 4.3",
			"Ghahramani and Beal (2000), Variational inference for Bayesian mixtures of factor analysers, NIPS 12",
		},
		Ask: stage.Question{Text: "How many births and deaths are reversed until the search ends?",
			Counter: "reversed", Part: "points", High: 30, Whole: true},
		Controls: []inference.Parameter{
			{Name: "data", Title: "Points", Type: inference.Choice, Default: "groups",
				Choices: []string{"groups", "rings", "spirals"}, Help: "Three round groups, a ring about a group, " +
					"or two spirals."},
			{Name: "points", Title: "Number of points", Type: inference.Integer, Default: "36", Min: 6, Max: 80,
				Help: "Number of points."},
		},
		Pace: 3, Movable: true, Preview: 14, Light: []string{"points=15"},
		New: stage.Rules[*turns]{
			Start: newTurns,
			Steps: func(t *turns) int { return len(t.seen) - 1 }, Step: func(t *turns) { t.done++ },
			Figure: (*turns).figure, Counters: (*turns).counters, Summary: (*turns).summary,
			Points: func(t *turns) []stage.Point { return t.points() },
		}.New,
	}
}

// A turns shows one more update a step, or the last of several.
type turns struct {
	*turnsPlan
	done int
}

type turnsPlan struct {
	sample
	seen []turnSeen
	mark int
}

// A turnSeen is an update that is shown.
type turnSeen struct {
	vbmfa.Update
	many           int        // updates since the one shown before
	gains          [4]float64 // in nats, of the updates of each turn since the trial began
	kept, reversed int        // trials, up to this one
	fallen         int        // updates so far that have lowered the bound
}

// Of each trial the first updates are shown one by one, and the end; at most so many in all.
const (
	turnsShown = 8
	turnsMost  = 220
)

// turnNames are those of the turns.
var turnNames = [4]string{"responsibilities", "factors", "relevance", "noise"}

func newTurns(o stage.Options) (*turns, error) {
	p := &turnsPlan{sample: of(o, o.Settings.Text("data"), o.Settings.Int("points")), mark: o.Marked}
	fit, err := p.mixtureOf(o.Seed, "start", "one")
	if err != nil {
		return nil, err
	}
	var now turnSeen
	before, inTrial := vbmfa.Update{Ended: true}, 0
	err = updates(context.Background(), fit, func(u vbmfa.Update) {
		if before.Ended {
			now.gains, inTrial = [4]float64{}, 0
		}
		same := !before.Ended && before.Pair == u.Pair && len(before.Mixture.Components) == len(u.Mixture.Components)
		if gain := u.Bound - before.Bound; same && !u.Ended {
			if now.gains[u.Turn] += gain; gain < -1e-6 {
				now.fallen++
			}
		}
		if u.Ended && u.Trial != "" {
			if u.Kept {
				now.kept++
			} else {
				now.reversed++
			}
		}
		now.Update, now.many = u, now.many+1
		if before, inTrial = u, inTrial+1; (inTrial <= turnsShown || u.Ended) && len(p.seen) < turnsMost {
			p.seen = append(p.seen, now)
			now.many = 0
		}
	})
	if err != nil {
		return nil, err
	}
	if now.many > 0 {
		p.seen = append(p.seen, now)
	}
	return &turns{turnsPlan: p}, nil
}

func (t *turns) counters() []stage.Counter {
	now := t.seen[t.done]
	return []stage.Counter{stage.Unknown("bound F", now.Bound),
		stage.Unknown("components", float64(len(now.Mixture.Components))),
		stage.Unknown("kept", float64(now.kept)), stage.Unknown("reversed", float64(now.reversed)),
		{Name: "updates that lowered F", Drawn: float64(now.fallen), Expected: 0, Spread: math.NaN(), Exact: true}}
}

// what names the present work.
func (s turnSeen) what() string {
	trial := s.Trial
	if trial == "" {
		trial = "the components settle"
	}
	switch {
	case s.Ended && s.Trial != "" && s.Kept:
		return fmt.Sprintf("%s is kept: %s nats more", trial, stage.Short(s.Gain))
	case s.Ended && s.Trial != "":
		return fmt.Sprintf("%s is reversed: %s nats less", trial, stage.Short(-s.Gain))
	case s.Pair:
		return trial + ": the parts settle, " + turnNames[s.Turn] + " updated"
	}
	return trial + ", " + turnNames[s.Turn] + " updated"
}

func (t *turns) summary() string {
	now := t.seen[t.done]
	return fmt.Sprintf("%s. There are %s, the bound is %s, and %d births and deaths are kept, %d reversed.", now.what(),
		plotting.Plural(len(now.Mixture.Components), "component"), plotting.FormatDigits(now.Bound, 3), now.kept,
		now.reversed)
}

func (t *turns) figure() plotting.Figure {
	now := t.seen[t.done]
	f := t.mixed(now.what(), now.Mixture)
	f.Layers = append(f.Layers, t.marked(t.mark)...)
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("points", f, 0, 0.52, 0, 1),
		chart.At("bound", t.course(), 0.52, 1, 0, 0.56),
		chart.At("updates", t.gained(), 0.52, 1, 0.56, 1),
	}}
}

// course shows the bound: of trials as a line, broken where a trial ends, and of kept changes as dots.
func (t *turns) course() *chart.Chart {
	line := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 1.5}
	kept := chart.Layer{Name: "kept", Kind: chart.Points, Ink: chart.CategoryInk(2), Radius: 4.5}
	back := chart.Layer{Name: "reversed", Kind: chart.Points, Ink: chart.CategoryInk(5), Radius: 4, Hollow: true}
	low, high := math.Inf(1), math.Inf(-1)
	for i, s := range t.seen {
		if i > 3 || len(t.seen) < 8 { // the first few are far below
			low, high = min(low, s.Bound), max(high, s.Bound)
		}
		if i > t.done {
			continue
		}
		x := float64(i)
		line.X, line.Y = append(line.X, x), append(line.Y, s.Bound)
		switch {
		case s.Ended && s.Kept:
			kept.X, kept.Y = append(kept.X, x), append(kept.Y, s.Bound)
		case s.Ended:
			back.X, back.Y = append(back.X, x), append(back.Y, s.Bound)
		}
		if s.Ended {
			line.X, line.Y = append(line.X, x), append(line.Y, math.NaN())
		}
	}
	pad := 0.06*(high-low) + 1e-3
	return chart.Plain("bound F, update by update", chart.Axis{Name: "updates shown", High: float64(len(t.seen) - 1),
		Whole: true}, chart.Axis{Low: low - pad, High: high + pad}, line, kept, back)
}

// gained shows the gain by the updates of each kind since the trial began.
func (t *turns) gained() *chart.Chart {
	now := t.seen[t.done]
	bars := chart.Layer{Kind: chart.Bars, Width: 0.7, X: []float64{0, 1, 2, 3}, Y: now.gains[:]}
	high := 1.0
	for k, v := range now.gains {
		hue := chart.CategoryInk(0)
		if k == int(now.Turn) {
			hue = chart.SelectionInk
		}
		bars.Inks, high = append(bars.Inks, hue), max(high, 1.1*v)
	}
	return chart.Plain("nats gained in this trial; the last update in amber", chart.Axis{Low: -0.6, High: 3.6,
		Labels: append([]string{"resp."}, turnNames[1:]...)}, chart.Axis{Name: "nats", High: high}, bars)
}
