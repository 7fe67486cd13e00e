package teach

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/ibp"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/stat/distuv"
)

// buffet is stage 2: the Indian buffet process.
func buffet() Stage {
	return Stage{
		Name:    "ibp",
		Title:   "The Indian buffet process",
		Summary: "Customers walk along an endless row of dishes: a prior over features that rows may share.",
		Text: "Customers walk along a buffet with infinitely many dishes. Each takes a dish with a probability that " +
			"grows with the number of customers who took it before, then tries a few new dishes. Rows of the matrix " +
			"are customers; columns are dishes, or features. A row may have several features. The mass α is the " +
			"expected number of features of a row. The concentration β controls sharing: a small β gives all rows " +
			"the same few features, a large β many rare ones. The order of the columns carries no information; the " +
			"left-ordered form puts those with the earliest customers first. Models of K features, each with its own " +
			"probability, approach this process as K grows.",
		Formula: []string{
			`P(\text{dish } k) = \frac{m_k}{β + i - 1}, \quad \text{new} ~ Poisson\left(\frac{α β}{β + i - 1}\right)`,
			`K_+ ~ Poisson\left(α \sum_{i=1}^{n} \frac{β}{β + i - 1}\right)`,
			`π_k ~ Beta(α β / K, β), \quad K \to ∞`,
		},
		Try: []string{
			"Put columns with the same history side by side: left-ordered form. --set order=left-ordered",
			"More features for every row: mass 8. --set alpha=8",
			"Features that rows hardly share: concentration 20. --set beta=20 --set alpha=2",
		},
		More: []string{
			"Knowles (2012), PhD thesis, section 2.6 and figure 2.3",
			"Griffiths and Ghahramani (2011), The Indian buffet process, Journal of Machine Learning Research 12",
		},
		Ask: Question{Text: "How many dishes do {customers} customers take?", Counter: "dishes, K+", Part: "Who",
			High: 40, Whole: true},
		Controls: []inference.Parameter{
			{Name: "alpha", Title: "α, mass", Type: inference.Real, Default: "3", Min: 0.2, Max: 15,
				Help: "Expected number of features of a row."},
			{Name: "beta", Title: "β, concentration", Type: inference.Real, Default: "1", Min: 0.1, Max: 30,
				Help: "How rarely features are shared; 1 is the one-parameter process."},
			{Name: "customers", Title: "Customers", Type: inference.Integer, Default: "20", Min: 2, Max: 60,
				Help: "Rows of the matrix."},
			{Name: "order", Title: "Columns", Type: inference.Choice, Default: "as taken",
				Choices: []string{"as taken", "left-ordered"}, Help: "Orders " +
					"the columns as the dishes were first taken, or by the customers who took them."},
		},
		Pace:    1.5,
		Preview: 20,
		New: stage.Rules[*buffetPlay]{
			Start: newBuffet,
			Steps: func(p *buffetPlay) int { return p.n }, Step: (*buffetPlay).step,
			Copy: func(p *buffetPlay) {
				p.process, p.rng, p.others = p.process.Clone(), p.rng.Clone(), p.others.Clone()
			},
			Figure: (*buffetPlay).figure, Counters: (*buffetPlay).counters, Summary: (*buffetPlay).summary,
		}.New,
	}
}

// drawsAStep is the number of whole buffets drawn per step, for the distribution of K+.
const drawsAStep = 25

// A buffetPlay lets one customer per step pass the dishes.
type buffetPlay struct {
	*buffetPlan
	process *ibp.Process
	rng     random    // of the customers
	others  random    // of the other buffets
	dishes  []float64 // K+ after each customer, from 0
	counts  []int     // number of other buffets with k dishes
	draws   int
	visit   ibp.Visit
}

// A buffetPlan holds the constants of a course.
type buffetPlan struct {
	prior           ibp.Prior
	n               int
	seed            uint64
	left            bool
	mean, deviation []float64 // of K+, after each customer
	room            int       // columns for which the matrix has room from the start
	limit           []finiteCurve
}

// A finiteCurve is the distribution of K+ for the given rows in the model of K features.
type finiteCurve struct {
	k int
	p []float64
}

func newBuffet(o Options) (*buffetPlay, error) {
	prior := ibp.Prior{Alpha: o.Settings.Real("alpha"), Beta: o.Settings.Real("beta")}
	if err := prior.Check(); err != nil {
		return nil, err
	}
	plan := &buffetPlan{prior: prior, n: o.Settings.Int("customers"), seed: o.Seed,
		left: o.Settings.Text("order") == "left-ordered"}
	for i := range plan.n + 1 {
		m := prior.ExpectedFeatures(i)
		plan.mean, plan.deviation = append(plan.mean, m), append(plan.deviation, math.Sqrt(m))
	}
	m := plan.mean[plan.n]
	plan.room = int(math.Ceil(m + 3*math.Sqrt(m)))
	for _, k := range []int{int(math.Ceil(m)), int(math.Ceil(2 * m)), int(math.Ceil(10 * m))} {
		plan.limit = append(plan.limit, finiteCurve{k, finiteFeatures(ibp.Finite{Prior: prior, K: k}, plan.n, plan.room+1)})
	}
	return &buffetPlay{buffetPlan: plan, process: ibp.NewProcess(prior), rng: newRandom(o.Seed, 0),
		others: newRandom(o.Seed, 1), dishes: []float64{0}}, nil
}

// finiteFeatures returns the probabilities of 0, 1, … features with a one in the finite model: each
// of its K columns is empty independently, with the same probability.
func finiteFeatures(f ibp.Finite, rows, upTo int) []float64 {
	empty := math.Exp(f.LogProbability(ibp.Matrix{Rows: rows, Columns: make([][]int, f.K)}) / float64(f.K))
	out := make([]float64, upTo+1)
	b := distuv.Binomial{N: float64(f.K), P: 1 - empty}
	for k := range out {
		if k <= f.K {
			out[k] = b.Prob(float64(k))
		}
	}
	return out
}

func (p *buffetPlay) step() {
	p.visit = p.process.Step(p.rng.Rand)
	k := float64(p.process.Matrix().Features())
	p.dishes = append(p.dishes[:len(p.dishes):len(p.dishes)], k)
	counts := append([]int(nil), p.counts...)
	for range drawsAStep {
		k := p.prior.Draw(p.n, p.others.Rand).Features()
		for len(counts) <= k {
			counts = append(counts, 0)
		}
		counts[k]++
	}
	p.counts = counts
	p.draws += drawsAStep
}

func (p *buffetPlay) counters() []Counter {
	n := p.process.Customers()
	z := p.process.Matrix()
	alpha := p.prior.Alpha
	last := Counter{Name: "last customer's dishes", Drawn: math.NaN(), Expected: alpha, Spread: math.Sqrt(alpha)}
	many := Counter{Name: "K+ over many draws", Drawn: math.NaN(), Expected: p.mean[p.n], Spread: math.NaN()}
	if n > 0 {
		last.Drawn = float64(p.visit.Count())
		sum := 0
		for k, c := range p.counts {
			sum += k * c
		}
		many.Drawn, many.Spread = float64(sum)/float64(p.draws), p.deviation[p.n]/math.Sqrt(float64(p.draws))
	}
	return []Counter{
		{Name: "dishes, K+", Drawn: float64(z.Features()), Expected: p.mean[n], Spread: p.deviation[n]},
		{Name: "ones in the matrix", Drawn: float64(z.Entries()), Expected: p.prior.ExpectedEntries(n), Spread: math.NaN()},
		last, many,
	}
}

func (p *buffetPlay) summary() string {
	n := p.process.Customers()
	if n == 0 {
		return fmt.Sprintf("An untouched buffet; %d customers will come.", p.n)
	}
	most := 0
	for _, m := range p.process.Counts() {
		most = max(most, m)
	}
	return fmt.Sprintf("%s and %s so far; %.1f dishes are expected. The last customer took %d, %d of them new. The "+
		"most popular dish was taken by %d.",
		plotting.Plural(n, "customer"), plotting.Plural(len(p.process.Counts()),
			"dish"), p.mean[n], p.visit.Count(), p.visit.New, most)
}

func (p *buffetPlay) figure() plotting.Figure {
	z := p.process.Matrix()
	m := &buffetPicture{buffetPlan: p.buffetPlan, z: z, visit: p.visit, dishes: p.dishes, counts: p.counts, draws: p.draws,
		place: make([]int, len(z.Columns))}
	for i := range m.place {
		m.place[i] = i
	}
	if p.left {
		for at, k := range z.LeftOrder() {
			m.place[k] = at
		}
	}
	return m.drawing(nil, 1)
}
