// Package nestedcrp draws nested partitions with finitely many levels. They become diffusion trees
// as the number of levels grows (Knowles 2012, section 4.4.4, theorems 2 and 3).
//
// Level s = 1…S is at time (s−1)/S. Every customer enters the one restaurant of level 1 and chooses
// a table; each table is a restaurant of the next level for those who sit at it. In the plain
// construction a restaurant of level s is a Chinese restaurant process of concentration a(t)/S with
// a(t) = c/(1−t). Its limit is the Dirichlet diffusion tree, in which nobody opens a third table.
// The other construction treats restaurants with one table and with several differently; its limit
// is the Pitman-Yor diffusion tree. With finitely many levels the latter is not exchangeable: it is
// for illustration, not for inference.
package nestedcrp

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/tree"
)

// Parameters are the parameters of a construction.
type Parameters struct {
	Levels int     // S ≥ 1
	C      float64 // a(t) = C/(1−t), > 0
	// Multifurcating chooses the construction of theorem 3, with Theta and Alpha. The plain one
	// ignores them.
	Multifurcating bool
	Theta, Alpha   float64 // 0 ≤ Alpha < 1, Theta > −2·Alpha, or both 0
}

// Check returns an error that names the parameter out of range, nil if there is none.
func (p Parameters) Check() error {
	switch {
	case p.Levels < 1:
		return errors.New("nestedcrp: there must be at least one level")
	case !(p.C > 0):
		return errors.New("nestedcrp: c must be positive")
	case p.Multifurcating && (p.Alpha < 0 || p.Alpha >= 1 || p.Theta < -2*p.Alpha):
		return errors.New("nestedcrp: need 0 ≤ α < 1 and θ ≥ −2α")
	}
	return nil
}

// Time returns the time of a level, (s−1)/S.
func (p Parameters) Time(level int) float64 { return float64(level-1) / float64(p.Levels) }

// Open returns the probability that a customer opens a table in a restaurant of the given level,
// which m ≥ 1 customers entered before and which has the given number of tables.
func (p Parameters) Open(level, m, tables int) float64 { return p.open(level, m, tables, p.scale(m)) }

// scale multiplies a(t) in a restaurant of one table that m customers entered.
func (p Parameters) scale(m int) float64 {
	if !p.Multifurcating {
		return 1
	}
	x, _ := math.Lgamma(float64(m) - p.Alpha)
	y, _ := math.Lgamma(float64(m) + 1 + p.Theta)
	return float64(m) * math.Exp(x-y)
}

// open is Open with scale given, because scale is slow to compute.
func (p Parameters) open(level, m, tables int, scale float64) float64 {
	count := float64(m)
	if p.Multifurcating && tables > 1 {
		return (p.Theta + p.Alpha*float64(tables)) / (count + p.Theta)
	}
	a := scale * p.C / (1 - p.Time(level)) / float64(p.Levels)
	return a / (count + a)
}

// Star returns the probability that the first three customers part at the same restaurant.
func (p Parameters) Star() float64 {
	together, star := 1.0, 0.0 // so far; all three at one table
	one, both := p.scale(1), p.scale(2)
	for s := 1; s <= p.Levels; s++ {
		two := p.open(s, 1, 1, one)
		star += together * two * p.open(s, 2, 2, both)
		together *= (1 - two) * (1 - p.open(s, 2, 1, both))
	}
	return star
}

// Parting returns the mean and standard deviation of the time of the level at which the first two
// customers part, counted as 1 if they never do.
func (p Parameters) Parting() (mean, deviation float64) {
	together, square, one := 1.0, 0.0, p.scale(1)
	for s := 1; s <= p.Levels; s++ {
		now, t := together*p.open(s, 1, 1, one), p.Time(s)
		mean += now * t
		square += now * t * t
		together -= now
	}
	mean += together
	square += together
	return mean, math.Sqrt(math.Max(square-mean*mean, 0))
}

// A restaurant belongs to one table of the level above.
type restaurant struct {
	customers int
	first     int     // number of the customer who came first
	tables    []int32 // the restaurants of its tables; empty while only one customer has come
	others    []int   // customers other than the first, below the last level
}

// A Process is a nested partition that customers enter one by one.
type Process struct {
	Parameters
	all       []restaurant // the first is that of level 1
	customers int
}

// New returns the process before the first customer. It panics if the parameters fail Check.
func New(p Parameters) *Process {
	if err := p.Check(); err != nil {
		panic(err)
	}
	return &Process{Parameters: p}
}

// Customers returns the number of customers who have entered.
func (p *Process) Customers() int { return p.customers }

// Clone returns an independent copy.
func (p *Process) Clone() *Process {
	q := *p
	q.all = slices.Clone(p.all)
	for i := range q.all {
		q.all[i].tables, q.all[i].others = slices.Clone(q.all[i].tables), slices.Clone(q.all[i].others)
	}
	return &q
}

// Add lets a customer enter and walk down until the customer is alone or the levels end. It returns
// the level of the restaurant where the customer opened a table, 0 for none.
func (p *Process) Add(rng *rand.Rand) (level int) {
	me := p.customers
	p.customers++
	if me == 0 {
		p.all = append(p.all, restaurant{customers: 1})
		return 0
	}
	at, known, scale := int32(0), 0, 0.0
	for s := 1; s <= p.Levels; s++ {
		r := &p.all[at]
		m := r.customers
		r.customers++
		if len(r.tables) == 0 { // the first customer went on alone
			r.tables = []int32{int32(len(p.all))}
			first := r.first
			p.all = append(p.all, restaurant{customers: 1, first: first})
			r = &p.all[at]
		}
		if m != known {
			known, scale = m, p.scale(m)
		}
		if u := rng.Float64(); u < p.open(s, m, len(r.tables), scale) {
			r.tables = append(r.tables, int32(len(p.all)))
			p.all = append(p.all, restaurant{customers: 1, first: me})
			return s
		}
		at = p.join(r, m, rng)
	}
	p.all[at].customers++
	p.all[at].others = append(p.all[at].others, me)
	return 0
}

// join returns the existing table that a customer joins.
func (p *Process) join(r *restaurant, m int, rng *rand.Rand) int32 {
	last := len(r.tables) - 1
	if last == 0 {
		return r.tables[0]
	}
	discount := 0.0
	if p.Multifurcating {
		discount = p.Alpha
	}
	u := rng.Float64() * (float64(m) - discount*float64(len(r.tables)))
	for _, t := range r.tables[:last] {
		if u -= float64(p.all[t].customers) - discount; u < 0 {
			return t
		}
	}
	return r.tables[last]
}

// Tree returns the tree of the customers, with one name for each. A restaurant of two or more tables is a branch point
// at the time of its level. Customers whom no level separates hang from a branch point half a level before time 1. It
// panics before the first customer.
func (p *Process) Tree(names []string) *tree.Tree {
	n := p.customers
	names = names[:n:n]
	t := &tree.Tree{Names: names}
	for range n {
		t.Parent, t.Children, t.LogTime = append(t.Parent, -1), append(t.Children, nil), append(t.LogTime, math.Inf(1))
	}
	var node func(at int32, level int) int
	node = func(at int32, level int) int {
		for level <= p.Levels && len(p.all[at].tables) == 1 {
			at, level = p.all[at].tables[0], level+1
		}
		r := &p.all[at]
		var children []int
		time := p.Time(level)
		switch {
		case r.customers == 1:
			return r.first
		case level > p.Levels:
			children, time = append([]int{r.first}, r.others...), 1-0.5/float64(p.Levels)
		default:
			for _, c := range r.tables {
				children = append(children, node(c, level+1))
			}
		}
		v := len(t.Parent)
		t.Parent, t.Children, t.LogTime = append(t.Parent, -1), append(t.Children, children),
			append(t.LogTime, -math.Log1p(-time))
		for _, c := range children {
			t.Parent[c] = v
		}
		return v
	}
	t.Top = node(0, 1)
	return t
}
