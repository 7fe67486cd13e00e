package graphs

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/teach/stage"
)

// Simpson is the stage of Simpson's paradox, and of the effect of an intervention.
func Simpson() stage.Stage {
	return stage.Stage{
		Name:    "simpson",
		Title:   "Seeing and doing",
		Summary: "A treatment helps the mild and helps the severe, and those who got it recover less often.",
		Text: "Patients with a severe illness are treated more often, and recover less often. So fewer of the " +
			"treated " +
			"recover than of the others, although the treatment helps both kinds: Simpson's paradox. What is seen, " +
			"P(recovers | treated), is not what would happen if one treated everybody, P(recovers | do(treated)). " +
			"Doing cuts the arrow into the treatment. The table shows which arrows there may be, but not which to " +
			"cut: that comes from knowing that severity is there before the treatment. Then one adjusts, by the mean " +
			"over the severities. Assigning treatments by a coin does the same without knowing anything.",
		Formula: []string{
			`P(y | x) = \sum_z P(y | x, z) P(z | x)`,
			`P(y | do(x)) = \sum_z P(y | x, z) P(z)`,
		},
		Signs: map[string]string{"P": "rates", "z": "patients", "x": "arrows", "y": "differences"},
		Try: []string{
			"A coin assigns the treatment: what is seen is what is done. --set assigned=coin",
			"Severity hardly matters for who is treated. --set bias=0.05",
			"A treatment that harms, and seems to harm more. --set effect=-0.1",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 26.6.1",
			"Pearl (2009), Causality, sections 3.3 and 6.1",
		},
		Ask: stage.Question{Text: "By how much does treating everybody change the share that recovers?",
			Counter: "difference, adjusted", Part: "arrows", Low: -0.5, High: 0.5},
		Controls: []inference.Parameter{
			{Name: "effect", Title: "Effect of the treatment", Type: inference.Real, Default: "0.1", Min: -0.2,
				Max:  0.2,
				Help: "What it adds to the probability of recovering, for either kind of patient."},
			{Name: "bias", Title: "Severe ones treated more", Type: inference.Real, Default: "0.35", Min: 0, Max: 0.45,
				Help: "By how much the probability of treatment is above ½ for severe patients, and below it for " +
					"mild ones."},
			{Name: "assigned", Title: "Who assigns", Type: inference.Choice, Default: "doctor",
				Choices: []string{"doctor", "coin"},
				Help:    "doctor: by severity; coin: by chance alone, which cuts the arrow."},
		},
		Pace: 6,
		New: stage.Rules[*patients]{
			Start: newPatients,
			Steps: func(*patients) int { return patientSteps }, Step: (*patients).step,
			Copy:   func(p *patients) { p.rng = p.rng.Clone() },
			Figure: (*patients).figure, Counters: (*patients).counters, Summary: (*patients).summary,
		}.New,
	}
}

const (
	patientSteps = 50
	patientBatch = 40 // patients of a step
	severeShare  = 0.5
	mildRecover  = 0.75 // probability of recovering untreated
	sickRecover  = 0.25
)

// A patients is a table of counts: n[z][x][y] of severity z, treatment x and recovery y.
type patients struct {
	effect, bias float64
	coin         bool
	rng          stage.Random
	n            [2][2][2]float64
	seen, did    []float64 // the differences after each step
	done         int
}

func newPatients(o stage.Options) (*patients, error) {
	return &patients{effect: o.Settings.Real("effect"), bias: o.Settings.Real("bias"),
		coin: o.Settings.Text("assigned") == "coin", rng: stage.NewRandom(o.Seed, 0)}, nil
}

// treated is the probability of the treatment by severity, and recovers that of recovering.
func (p *patients) treated(z int) float64 {
	if p.coin {
		return 0.5
	}
	return 0.5 + p.bias*float64(2*z-1)
}

func (p *patients) recovers(x, z int) float64 {
	return []float64{mildRecover, sickRecover}[z] + p.effect*float64(x)
}

func (p *patients) step() {
	for range patientBatch {
		var z, x, y int
		if p.rng.Float64() < severeShare {
			z = 1
		}
		if p.rng.Float64() < p.treated(z) {
			x = 1
		}
		if p.rng.Float64() < p.recovers(x, z) {
			y = 1
		}
		p.n[z][x][y]++
	}
	p.done++
	p.seen = append(p.seen[:len(p.seen):len(p.seen)], p.rate(1, -1)-p.rate(0, -1))
	p.did = append(p.did[:len(p.did):len(p.did)], p.adjusted())
}

// rate is the share that recovered of those with a treatment and severity; −1 is either.
func (p *patients) rate(x, z int) float64 {
	yes, all := 0.0, 0.0
	for k := range 2 {
		if z < 0 || z == k {
			yes, all = yes+p.n[k][x][1], all+p.n[k][x][0]+p.n[k][x][1]
		}
	}
	return yes / all
}

// size is the number of patients of a severity.
func (p *patients) size(z int) (sum float64) {
	for x := range 2 {
		sum += p.n[z][x][0] + p.n[z][x][1]
	}
	return sum
}

// adjusted is the difference that the means over the severities have.
func (p *patients) adjusted() (sum float64) {
	all := p.size(0) + p.size(1)
	for z := range 2 {
		sum += p.size(z) / all * (p.rate(1, z) - p.rate(0, z))
	}
	return sum
}

// expected is the probability of recovering of those who got a treatment.
func (p *patients) expected(x int) float64 {
	yes, all := 0.0, 0.0
	for z, share := range []float64{1 - severeShare, severeShare} {
		got := p.treated(z)
		if x == 0 {
			got = 1 - got
		}
		yes, all = yes+share*got*p.recovers(x, z), all+share*got
	}
	return yes / all
}

func (p *patients) counters() []stage.Counter {
	nan := math.NaN()
	list := []stage.Counter{
		{Name: "recovered, treated", Drawn: nan, Expected: p.expected(1), Spread: nan},
		{Name: "recovered, others", Drawn: nan, Expected: p.expected(0), Spread: nan},
		{Name: "difference, seen", Drawn: nan, Expected: p.expected(1) - p.expected(0), Spread: nan},
		{Name: "difference, adjusted", Drawn: nan, Expected: p.effect, Spread: nan},
	}
	if p.done > 0 {
		list[0].Drawn, list[1].Drawn = p.rate(1, -1), p.rate(0, -1)
		list[2].Drawn, list[3].Drawn = p.seen[p.done-1], p.did[p.done-1]
	}
	return list
}

func (p *patients) summary() string {
	if p.done == 0 {
		return fmt.Sprintf("No patient has come; %d will.", patientSteps*patientBatch)
	}
	return fmt.Sprintf("Of %d patients %s of the treated recovered and %s of the others; adjusted for severity the "+
		"treatment changes it by %s.", p.done*patientBatch, plotting.FormatPercent(p.rate(1, -1)),
		plotting.FormatPercent(p.rate(0, -1)), plotting.FormatDigits(p.did[p.done-1], 2))
}

func (p *patients) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("arrows", p.arrows(), 0, 0.42, 0, 0.5),
		chart.At("rates", p.rates(), 0.42, 1, 0, 0.5),
		chart.At("patients", p.bars(), 0, 0.42, 0.5, 1),
		chart.At("differences", p.course(), 0.42, 1, 0.5, 1),
	}}
}

// arrows shows the causes and their effects.
func (p *patients) arrows() *network.Network {
	what := "the doctor treats by severity"
	if p.coin {
		what = "a coin treats: the arrow from severity is cut"
	}
	f := picture(what, []string{"severe", "treated", "recovers"}, []float64{0, -1, 1}, []float64{0.75, -0.6, -0.6})
	f.Directed, f.Bounds = true, [4]float64{-1.5, 1.5, -0.9, 1}
	f.Edges = []network.Edge{{From: 0, To: 2, Strength: 1, Best: true}, {From: 1, To: 2, Strength: 1, Best: true}}
	if !p.coin {
		f.Edges = append(f.Edges, network.Edge{From: 0, To: 1, Strength: 1, Best: true})
	}
	return f
}

// rates shows the shares that recovered, by severity and of all.
func (p *patients) rates() *chart.Chart {
	f := &chart.Chart{Subtitle: "share that recovered, of each kind and of all", Style: plotting.Light,
		X: chart.Axis{Low: -0.35, High: 1.35, Labels: []string{"not treated", "treated"}}, Y: chart.Axis{High: 1}}
	for k, name := range []string{"mild", "severe", "all"} {
		l := chart.Layer{Name: name, Ink: chart.CategoryInk([]int{2, 5, 0}[k]), Stroke: 2}
		dots := chart.Layer{Kind: chart.Points, Ink: l.Ink, Radius: 5}
		z := k
		if name == "all" {
			z, l.Stroke = -1, 3
		}
		for x := range 2 {
			if r := p.rate(x, z); p.done > 0 && !math.IsNaN(r) {
				l.X, l.Y = append(l.X, float64(x)), append(l.Y, r)
			}
		}
		dots.X, dots.Y = l.X, l.Y
		f.Layers = append(f.Layers, l, dots)
	}
	return f
}

// bars shows how many patients of each kind were treated.
func (p *patients) bars() *chart.Chart {
	f := &chart.Chart{Subtitle: "patients, and those of them who recovered", Style: plotting.Light,
		X: chart.Axis{Low: -0.6, High: 3.6, Labels: []string{"not", "treated", "not", "treated"}},
		Y: chart.Axis{High: 1.05 * math.Max(1, severeShare*patientSteps*patientBatch), Whole: true}}
	all := chart.Layer{Name: "patients", Kind: chart.Bars, Width: 0.7, Ink: chart.MutedInk, Opacity: 0.4}
	well := chart.Layer{Name: "recovered", Kind: chart.Bars, Width: 0.7, Ink: chart.CategoryInk(2)}
	for z := range 2 {
		for x := range 2 {
			at := float64(2*z + x)
			all.X, all.Y = append(all.X, at), append(all.Y, p.n[z][x][0]+p.n[z][x][1])
			well.X, well.Y = append(well.X, at), append(well.Y, p.n[z][x][1])
		}
	}
	f.Layers = []chart.Layer{all, well, {Kind: chart.Text, X: []float64{0.5, 2.5}, Y: []float64{0.96 * f.Y.High,
		0.96 * f.Y.High}, Text: []string{"mild", "severe"}}}
	return f
}

// course shows the observed and the adjusted difference, as patients come.
func (p *patients) course() *chart.Chart {
	f := &chart.Chart{Subtitle: "what the treatment seems to change, and what it does", Style: plotting.Light,
		X: chart.Axis{Name: "patients", High: patientSteps * patientBatch, Whole: true}, Y: chart.Axis{Low: -0.5,
			High: 0.5}}
	for k, values := range [][]float64{p.seen, p.did} {
		want := []float64{p.expected(1) - p.expected(0), p.effect}[k]
		ink := chart.CategoryInk([]int{0, 1}[k])
		l := chart.Layer{Name: []string{"seen", "adjusted"}[k], Ink: ink, Stroke: 2}
		for t, v := range values {
			if !math.IsNaN(v) {
				l.X, l.Y = append(l.X, float64((t+1)*patientBatch)), append(l.Y, min(max(v, -0.5), 0.5))
			}
		}
		f.Layers = append(f.Layers, chart.Layer{Dashed: true, Ink: ink, X: []float64{0, f.X.High}, Y: []float64{want,
			want}}, l)
	}
	return f
}
