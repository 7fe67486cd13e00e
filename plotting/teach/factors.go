package teach

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// factors is stage 7: how sparse factors make a table.
func factors() Stage {
	return Stage{
		Name:    "factors",
		Title:   "From factors to data",
		Summary: "Sparse loadings times activities plus noise: a table is built factor by factor, then taken apart.",
		Text: "A table Y of items by cases is a product of two thin matrices plus noise. A column of G gives a " +
			"factor's loading on each item; under the Indian buffet process, most loadings are exactly zero. A row " +
			"of X gives the factor's activity in each case. Each factor adds one layer, a matrix of rank one. Press " +
			"Play: the layers are added one by one, then the noise. Then one factor at a time is removed: some leave " +
			"a hole, others are hardly missed. Inference goes the other way, from Y alone back to G, X and the " +
			"number of factors.",
		Formula: []string{
			`Y = G X + E = \sum_{k=1}^{K} g_k x_k^T + E`,
			`Z ~ IBP(α), \quad G_{dk} | Z_{dk}=1 ~ N(0, 1/λ_k)`,
			`X_{kn} ~ N(0, 1), \quad E_{dn} ~ N(0, ψ_d)`,
		},
		Try: []string{
			"Bury the factors in noise: ψ = 6. --set noise=6",
			"Give each item fewer factors: α = 0.7. --set alpha=0.7",
			"Add items: the same factors load on more of them, and new factors appear. --set items=40",
		},
		More: []string{
			"Knowles (2012), PhD thesis, sections 2.5 and 3.1",
			"Knowles and Ghahramani (2011), Annals of Applied Statistics 5",
		},
		Ask: Question{Text: "How many factors will the table have?", Counter: "factors, K", Part: "its layers", High: 20,
			Whole: true},
		Controls: []inference.Parameter{
			{Name: "alpha", Title: "α, factors of an item", Type: inference.Real,
				Default: "2", Min: 0.2, Max: 6, Help: "Expected " +
					"number of factors for each item."},
			{Name: "noise", Title: "ψ, noise variance", Type: inference.Real, Default: "0.3", Min: 0.01, Max: 10,
				Help: "Expected variance of the noise; a loading has variance 1."},
			{Name: "items", Title: "Items", Type: inference.Integer, Default: "16", Min: 3, Max: 60, Help: "Rows of Y."},
			{Name: "cases", Title: "Cases", Type: inference.Integer, Default: "24", Min: 3, Max: 60, Help: "Columns of Y."},
		},
		Pace: 1,
		New: stage.Rules[*factorsPlay]{
			Start: newFactors,
			Steps: func(p *factorsPlay) int { return 2*p.k + 2 }, Step: func(p *factorsPlay) { p.at++ },
			Figure: (*factorsPlay).figure, Counters: (*factorsPlay).counters, Summary: (*factorsPlay).summary,
		}.New,
	}
}

// Shapes of the gamma priors of precisions; with rate (shape − 1)·v the expected variance is v.
const (
	loadingShape = 10
	noiseShape   = 50
)

// A factorsPlay adds one factor per step, then the noise, then removes one factor per step, and
// finally shows all again.
type factorsPlay struct {
	*factorsPlan
	at int
}

// A factorsPlan is the draw from the prior.
type factorsPlan struct {
	alpha, noise float64
	d, n, k      int
	expectedK    float64
	g, x, e      *mat.Dense // D×K, K×N, D×N; g and x are nil without factors
	links        []int      // items of each factor
	limit        float64    // of the colours
}

func newFactors(o Options) (*factorsPlay, error) {
	p := &factorsPlan{alpha: o.Settings.Real("alpha"), noise: o.Settings.Real("noise"), d: o.Settings.Int("items"),
		n: o.Settings.Int("cases")}
	s := nsfa.Model{}.Info().Defaults()
	for name, value := range map[string]string{"goal": "predict", "features": "columns", "alpha": number(p.alpha),
		"noise": "shared", "share_power": "none",
		"loading_shape": number(loadingShape), "loading_rate": number(loadingShape - 1), "noise_shape": number(noiseShape),
		"noise_rate": number((noiseShape - 1) * p.noise)} {
		if err := s.Set(name, value); err != nil {
			return nil, err
		}
	}
	draw, err := nsfa.Model{}.Sample(p.n, p.d, s, newRandom(o.Seed, 0).Rand)
	if err != nil {
		return nil, err
	}
	f := factor.In(draw.Parts).State
	p.k = f.Count()
	for i := 1; i <= p.d; i++ {
		p.expectedK += p.alpha / float64(i)
	}
	p.e = mat.DenseCopyOf(draw.X.T())
	if p.k > 0 {
		p.g, p.x = mat.DenseCopyOf(f.Loadings), mat.DenseCopyOf(f.Activities.T())
		var made mat.Dense
		made.Mul(p.g, p.x)
		p.e.Sub(p.e, &made)
		for k := range p.k {
			links := 0
			for d := range p.d {
				if f.Inclusion.At(d, k) > 0.5 {
					links++
				}
			}
			p.links = append(p.links, links)
		}
	}
	p.limit = ink.SymmetricLimit(mat.DenseCopyOf(draw.X).RawMatrix().Data)
	return &factorsPlay{factorsPlan: p}, nil
}

// number formats a value as typed.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// part returns the composition of the table at this step: which factors, and whether noise. away is
// the factor removed, −1 for none, and last the one added last.
func (p *factorsPlay) part() (in []bool, noise bool, away, last int) {
	in, away, last = make([]bool, p.k), -1, -1
	noise = p.at > p.k
	for k := range in {
		in[k] = k < p.at
	}
	switch {
	case p.at <= p.k:
		last = p.at - 1
	case p.at > p.k+1 && p.at <= 2*p.k+1:
		away = p.at - p.k - 2
		in[away] = false
	}
	return in, noise, away, last
}

// table returns the sum of some factors and the noise.
func (p *factorsPlan) table(in []bool, noise bool) *mat.Dense {
	y := mat.NewDense(p.d, p.n, nil)
	for k, on := range in {
		if on {
			y.RankOne(y, 1, p.g.ColView(k), p.x.RowView(k))
		}
	}
	if noise {
		y.Add(y, p.e)
	}
	return y
}

func (p *factorsPlay) counters() []Counter {
	in, noise, _, _ := p.part()
	links, included := 0, 0
	for k, n := range p.links {
		links += n
		if in[k] {
			included += n
		}
	}
	// Given the links, a cell has variance 1 for each of its factors, plus ψ.
	power := float64(included) / float64(p.d)
	if noise {
		power += p.noise
	}
	sum := 0.0
	for _, v := range p.table(in, noise).RawMatrix().Data {
		sum += v * v
	}
	return []Counter{
		{Name: "factors, K", Drawn: float64(p.k), Expected: p.expectedK, Spread: math.Sqrt(p.expectedK)},
		{Name: "nonzero loadings", Drawn: float64(links), Expected: p.alpha * float64(p.d), Spread: math.NaN()},
		{Name: "mean square of a cell", Drawn: sum / float64(p.d*p.n), Expected: power, Spread: math.NaN()},
	}
}

func (p *factorsPlay) summary() string {
	in, noise, away, last := p.part()
	count := 0
	for _, on := range in {
		if on {
			count++
		}
	}
	switch {
	case away >= 0:
		return fmt.Sprintf("The whole table without factor %d, which loads on %s of %d and explains %s of the "+
			"variance.", away+1, plotting.Plural(p.links[away], "item"), p.d, plotting.FormatPercent(p.carried(away)))
	case noise:
		return fmt.Sprintf("The whole table: %s and noise of variance %s.", plotting.Plural(p.k, "factor"),
			plotting.FormatNumber(p.noise))
	case last >= 0:
		return fmt.Sprintf("%d of %s added. Factor %d, the last, loads on %s of %d.", count, plotting.Plural(p.k, "factor"),
			last+1, plotting.Plural(p.links[last], "item"), p.d)
	}
	return fmt.Sprintf("An empty table of %s and %s; %s will be added, then noise.", plotting.Plural(p.d, "item"),
		plotting.Plural(p.n, "case"), plotting.Plural(p.k, "factor"))
}

// carried returns the share of the table's sum of squares in the layer of a factor.
func (p *factorsPlan) carried(k int) float64 {
	all := make([]bool, p.k)
	for i := range all {
		all[i] = true
	}
	square := func(m *mat.Dense) float64 {
		sum := 0.0
		for _, v := range m.RawMatrix().Data {
			sum += v * v
		}
		return sum
	}
	one := make([]bool, p.k)
	one[k] = true
	return min(square(p.table(one, false))/square(p.table(all, true)), 1)
}

func (p *factorsPlay) figure() plotting.Figure {
	m := &factorsPicture{factorsPlan: p.factorsPlan}
	m.in, m.noisy, m.away, m.last = p.part()
	m.y = p.table(m.in, m.noisy)
	m.summary = p.summary()
	return m.drawing(m.y)
}
