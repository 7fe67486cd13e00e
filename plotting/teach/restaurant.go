package teach

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/stat/distuv"
)

// restaurant is stage 1: the Chinese restaurant and Pitman-Yor process.
func restaurant() Stage {
	return Stage{
		Name:    "crp",
		Title:   "The Chinese restaurant process",
		Summary: "Customers sit down and tables fill: a prior over groups whose number is not fixed.",
		Text: "Customers enter a restaurant with infinitely many tables. Each joins a table with a probability that " +
			"grows with the number already there, or opens a new one: the rich get richer. Tables are clusters, " +
			"customers are rows of data. The concentration θ sets how readily new tables open. A discount d takes a " +
			"little from every table and gives it to new ones: the number of tables then grows like a power of n, " +
			"not like its logarithm. This is the Pitman-Yor process. In the long run, the proportions of the tables " +
			"are distributed like pieces broken from a stick, one after another.",
		Formula: []string{
			`P(\text{table } k) = \frac{n_k - d}{n + θ}, \quad P(\text{new}) = \frac{θ + d K}{n + θ}`,
			`π_k = v_k \prod_{j<k} (1 - v_j), \quad v_k ~ Beta(1 - d, θ + k d)`,
		},
		Signs: map[string]string{"θ": "where", "π": "shares", "v": "shares", "n": "number"},
		Try: []string{
			"Open tables more readily: concentration 10. --set concentration=10",
			"Make the number of tables follow a power law: discount 0.6. --set discount=0.6 --set customers=300",
			"Open tables rarely: concentration 0.3. --set concentration=0.3 --set discount=0",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 25.2.2, figures 25.4 to 25.6",
			"Pitman (2006), Combinatorial stochastic processes, section 3.2",
		},
		Ask: Question{Text: "How many tables do {customers} customers take?", Counter: "tables", Part: "tables",
			High: 40, MostOf: "customers", Whole: true},
		Controls: []inference.Parameter{
			{Name: "concentration", Title: "θ, concentration", Type: inference.Real, Default: "2", Min: 0.05,
				Max: 50, Help: "How readily a customer opens a table."},
			{Name: "discount", Title: "d, discount", Type: inference.Real, Default: "0", Min: 0, Max: 0.95,
				Help: "What " +
					"each table gives up to new ones; 0 is the Chinese restaurant process."},
			{Name: "customers", Title: "Customers", Type: inference.Integer, Default: "100", Min: 5, Max: 500,
				Help: "Number of customers."},
		},
		Pace: 6,
		New: stage.Rules[*restaurantPlay]{
			Start: newRestaurant,
			Steps: func(p *restaurantPlay) int { return p.n }, Step: (*restaurantPlay).step,
			Copy: func(p *restaurantPlay) {
				p.process, p.rng, p.stick = p.process.Clone(), p.rng.Clone(), p.stick.Clone()
			},
			Figure: (*restaurantPlay).figure, Counters: (*restaurantPlay).counters, Summary: (*restaurantPlay).summary,
		}.New,
	}
}

// A restaurantPlay seats one customer per step and breaks the stick once for every table.
type restaurantPlay struct {
	*crpPlan
	process *crp.Process
	rng     random // of the customers
	stick   random // of the stick
	pieces  []float64
	tables  []float64 // after each customer, from 0
	last    int       // the table of the last customer, −1 before there is one
}

// A crpPlan holds the constants of a course.
type crpPlan struct {
	crp.Parameters
	n               int
	mean, deviation []float64 // of the number of tables, after each customer
	highest         float64   // number of tables for which the plot has room
}

func newRestaurant(o Options) (*restaurantPlay, error) {
	p := crp.Parameters{Concentration: o.Settings.Real("concentration"), Discount: o.Settings.Real("discount")}
	if err := p.Check(); err != nil {
		return nil, err
	}
	plan := &crpPlan{Parameters: p, n: o.Settings.Int("customers"), mean: []float64{0}, deviation: []float64{0}}
	count := crp.TableCount{Parameters: p}
	for range plan.n {
		count.Advance()
		m, d := count.Moments()
		plan.mean, plan.deviation = append(plan.mean, m), append(plan.deviation, d)
	}
	plan.highest = math.Ceil(plan.mean[plan.n] + 3.5*plan.deviation[plan.n] + 1)
	return &restaurantPlay{crpPlan: plan, process: &crp.Process{Parameters: p}, rng: newRandom(o.Seed, 0),
		stick: newRandom(o.Seed, 1), tables: []float64{0}, last: -1}, nil
}

func (p *restaurantPlay) step() {
	before := p.process.Tables()
	p.last = p.process.Seat(p.rng.Rand)
	if p.process.Tables() > before {
		left := 1.0
		for _, piece := range p.pieces {
			left -= piece
		}
		piece := max(left, 0) * p.Break(len(p.pieces)+1, p.stick.Rand)
		p.pieces = append(p.pieces[:len(p.pieces):len(p.pieces)], piece)
	}
	p.tables = append(p.tables[:len(p.tables):len(p.tables)], float64(p.process.Tables()))
}

func (p *restaurantPlay) counters() []Counter {
	n := p.process.Customers()
	tables := Counter{Name: "tables", Drawn: float64(p.process.Tables()), Expected: p.mean[n], Spread: p.deviation[n]}
	first := Counter{Name: "first table's share", Drawn: math.NaN(), Expected: math.NaN(), Spread: math.NaN()}
	piece := Counter{Name: "stick, first piece", Drawn: math.NaN(), Expected: p.StickMean(1)}
	// The first table grows like Pólya's urn.
	a, b := 1-p.Discount, p.Concentration+p.Discount
	piece.Spread = distuv.Beta{Alpha: a, Beta: b}.StdDev()
	if n > 0 {
		m := float64(n - 1)
		first.Drawn = float64(p.process.Sizes()[0]) / float64(n)
		first.Expected = (1 + m*a/(a+b)) / float64(n)
		first.Spread = math.Sqrt(m*a*b*(a+b+m)/((a+b)*(a+b)*(a+b+1))) / float64(n)
		piece.Drawn = p.pieces[0]
	}
	return []Counter{tables, first, piece}
}

func (p *restaurantPlay) summary() string {
	n := p.process.Customers()
	if n == 0 {
		return fmt.Sprintf("An empty restaurant; %d customers will come.", p.n)
	}
	sizes := p.process.Sizes()
	largest := 0
	for k, m := range sizes {
		if m > sizes[largest] {
			largest = k
		}
	}
	return fmt.Sprintf("%s at %s; %.1f tables are expected. The largest, table %d, seats %d. The last customer "+
		"sat down at table %d.",
		plotting.Plural(n, "customer"), plotting.Plural(len(sizes), "table"), p.mean[n], largest+1, sizes[largest],
		p.last+1)
}

func (p *restaurantPlay) figure() plotting.Figure {
	r := &restaurantPicture{crpPlan: p.crpPlan, sizes: p.process.Sizes(), next: p.process.Probabilities(),
		pieces: p.pieces, tables: p.tables, last: p.last}
	return r.drawing(nil, 1)
}
