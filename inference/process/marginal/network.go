package marginal

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/process/conjugate"
)

// A Network is a graph without cycles over the columns, to score rows of which cells are missing.
type Network struct {
	Parents [][]int
	lines   []line // of a Gaussian, drawn from their posterior
}

// A line is a column as a linear function of its parents with Gaussian errors.
type line struct {
	slope    []float64
	variance float64
}

// NewNetwork prepares a network. Of numbers it draws the parameters of each column given its parents.
func NewNetwork(s Scorer, parents [][]int, rng *rand.Rand) *Network {
	net := &Network{Parents: parents}
	if g, ok := s.(*Gaussian); ok {
		for j, p := range parents {
			net.lines = append(net.lines, g.line(j, p, rng))
		}
	}
	return net
}

// line draws slope and variance of a column given its parents. With R of these columns in blocks (P, j), the
// posterior is
//
//	τ ~ Ga((N+a)/2, R_jj·P/2),   slope ~ N(R_PP⁻¹ R_Pj, (τ R_PP)⁻¹),   R_jj·P = R_jj − R_jP R_PP⁻¹ R_Pj
//
// The intercept is integrated out, which makes the variance of a new row (1 + 1/(N+α_μ))/τ.
func (g *Gaussian) line(j int, parents []int, rng *rand.Rand) line {
	l := len(parents)
	g.logDet(append(slices.Clone(parents), j))
	c, size := g.factor, l+1 // Cholesky's factor, its last row L⁻¹ R_Pj and the root of R_jj·P
	n, k := float64(g.n), float64(g.n)+g.mu
	a := g.weight - float64(g.d) + float64(size)
	rest := c[l*size+l]
	tau := conjugate.Gamma((n+a)/2, rest*rest/2, rng)
	slope := make([]float64, l)
	for i := range slope {
		slope[i] = c[l*size+i] + rng.NormFloat64()/math.Sqrt(tau)
	}
	cholesky.Backward(c, l, size, slope)
	return line{slope, (k + 1) / (k * tau)}
}

// A Partial is a new row of which cells are missing.
type Partial struct {
	row          []float64
	before, with Scorer
	known        map[string]float64
	key          []byte
	tables       map[string]table
}

// NewPartial prepares a row: numbers, or the codes of a table of zeros and ones, NaN where they are missing.
func NewPartial(s Scorer, row []float64) *Partial {
	filled := row
	if _, ok := s.(*Discrete); ok { // the number in place of a missing code is never read
		filled = slices.Clone(row)
		for j, v := range filled {
			if math.IsNaN(v) {
				filled[j] = 0
			}
		}
	}
	return &Partial{row: row, before: s, with: s.With(filled), known: map[string]float64{}, tables: map[string]table{}}
}

func (p *Partial) missing(j int) bool { return math.IsNaN(p.row[j]) }

// keyOf is a name of a family.
func (p *Partial) keyOf(j int, parents []int) string {
	p.key = append(p.key[:0], byte(j), byte(j>>8))
	for _, i := range parents {
		p.key = append(p.key, byte(i), byte(i>>8))
	}
	return string(p.key)
}

// family is the log predictive density of a cell given those of its parents, all seen.
func (p *Partial) family(j int, parents []int) float64 {
	key := p.keyOf(j, parents)
	v, ok := p.known[key]
	if !ok {
		v = Family(p.with, j, parents) - Family(p.before, j, parents)
		p.known[key] = v
	}
	return v
}

// Log returns the log predictive density of the cells seen. Families all of whose cells are seen give their exact
// predictive density, and missing cells without a seen one below them integrate to 1. Of the others, categories
// are summed with their predictive probabilities; numbers are integrated in closed form given the parameters
// that the network drew, so that the mean density over draws is the predictive density.
func (p *Partial) Log(net *Network) (float64, error) {
	needed := make([]bool, len(p.row)) // seen columns and all above them
	var queue []int
	for j := range p.row {
		if !p.missing(j) {
			needed[j] = true
			queue = append(queue, j)
		}
	}
	for len(queue) > 0 {
		j := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, i := range net.Parents[j] {
			if !needed[i] {
				needed[i] = true
				queue = append(queue, i)
			}
		}
	}
	sum := 0.0
	var rest, hidden []int
	for j, parents := range net.Parents {
		switch {
		case !needed[j]:
			continue
		case p.missing(j):
			hidden = append(hidden, j)
			rest = append(rest, j)
		case slices.ContainsFunc(parents, p.missing):
			rest = append(rest, j)
		default:
			sum += p.family(j, parents)
		}
	}
	if len(hidden) == 0 {
		return sum, nil
	}
	if g, ok := p.before.(*Gaussian); ok {
		return sum + p.integral(g, net, rest, hidden), nil
	}
	log, err := p.eliminate(p.before.(*Discrete), net, rest)
	return sum + log, err
}

// Draws are networks drawn from a posterior, one after the other as they are asked for, and kept for the next row.
type Draws struct {
	next  func() *Network
	drawn []*Network
}

// NewDraws returns a source of networks that next draws; those drawn are kept.
func NewDraws(next func() *Network) *Draws { return &Draws{next: next} }

// A row has the mean density over at least fewDraws networks, and over as many as make its standard error small
// enough, which does not depend on other rows.
const (
	fewDraws    = 300
	mostDraws   = 3000
	smallEnough = 0.02 // nats
)

// LogMean is the log of the mean density of the cells seen over networks, and its standard error.
func (d *Draws) LogMean(p *Partial) (log, standardError float64, err error) {
	most, sum, squares := math.Inf(-1), 0.0, 0.0 // of densities in units of e^most
	for k := 0; ; k++ {
		if k == len(d.drawn) {
			d.drawn = append(d.drawn, d.next())
		}
		one, err := p.Log(d.drawn[k])
		if err != nil {
			return 0, 0, err
		}
		if one > most {
			old := math.Exp(most - one)
			most, sum, squares = one, sum*old, squares*old*old
		}
		v := math.Exp(one - most)
		sum, squares = sum+v, squares+v*v
		n := float64(k + 1)
		if k+1 < fewDraws || (k+1)%100 > 0 {
			continue
		}
		standardError = math.Sqrt(math.Max(n*squares/(sum*sum)-1, 0) / (n - 1))
		if standardError <= smallEnough || k+1 >= mostDraws {
			return most + math.Log(sum/n), standardError, nil
		}
	}
}

// integral is the log of the integral over the hidden cells y of the product of Gaussian families,
//
//	Π_j N(r_j + c_jᵀy; 0, v_j)
func (p *Partial) integral(g *Gaussian, net *Network, rest, hidden []int) float64 {
	m := len(hidden)
	at := make([]int, len(p.row))
	for k, j := range hidden {
		at[j] = k
	}
	a, h, c, sum := make([]float64, m*m), make([]float64, m), make([]float64, m), float64(m)/2*math.Log(2*math.Pi)
	for _, j := range rest {
		clear(c)
		r := 0.0
		take := func(i int, weight float64) {
			if p.missing(i) {
				c[at[i]] += weight
			} else {
				r += weight * (p.row[i] - g.mean[i])
			}
		}
		take(j, 1)
		for k, i := range net.Parents[j] {
			take(i, -net.lines[j].slope[k])
		}
		v := net.lines[j].variance
		sum -= (math.Log(2*math.Pi*v) + r*r/v) / 2
		for x, cx := range c {
			if cx == 0 {
				continue
			}
			h[x] -= cx * r / v
			for y := range x + 1 {
				a[x*m+y] += cx * c[y] / v
			}
		}
	}
	cholesky.Firm(a, m, m)
	cholesky.Forward(a, m, m, h)
	for x := range m {
		sum += h[x]*h[x]/2 - math.Log(a[x*m+x])
	}
	return sum
}

// A table has a number for each choice of the values of some hidden columns of zeros and ones: bit k is that of
// columns[k].
type table struct {
	columns []int
	value   []float64
}

// widest is the greatest number of columns of a table.
const widest = 20

var errWidest = errors.New("a row has too many missing cells that depend on each other; leave out the columns with many " +
	"missing cells in the preprocessing (--max-missing-columns)")

// predict is the table of the predictive probabilities of a family, (N_c + α/C)/(N_P + α/C_P) by cells c of column
// and parents and cells P of the parents.
func (p *Partial) predict(d *Discrete, j int, parents []int) (table, error) {
	key := p.keyOf(j, parents)
	if t, ok := p.tables[key]; ok {
		return t, nil
	}
	all := append(slices.Clone(parents), j)
	var t table
	for _, i := range all {
		if p.missing(i) {
			t.columns = append(t.columns, i)
		}
	}
	if len(t.columns) > widest {
		return t, errWidest
	}
	cells := d.alpha / math.Pow(2, float64(len(all)))
	size := 1 << len(t.columns)
	count := [2][]float64{make([]float64, size), make([]float64, size)} // by value of j
	last := -1                                                          // the bit of j, where it is hidden
	if p.missing(j) {
		last = len(t.columns) - 1
	}
rows:
	for i := range d.n {
		at, bit := 0, 0
		for _, column := range parents {
			v := int(d.codes[column][i])
			if p.missing(column) {
				at |= v << bit
				bit++
			} else if v != int(p.row[column]) {
				continue rows
			}
		}
		v := d.codes[j][i]
		count[v][at]++
		if last >= 0 {
			count[v][at|1<<last]++
		}
	}
	t.value = make([]float64, size)
	for at := range t.value {
		own := 0
		if last < 0 {
			own = int(p.row[j])
		} else {
			own = at >> last & 1
		}
		t.value[at] = (count[own][at] + cells) / (count[0][at] + count[1][at] + 2*cells)
	}
	p.tables[key] = t
	return t, nil
}

// eliminate sums the product of the families over the hidden columns, next the one whose table is the smallest.
func (p *Partial) eliminate(d *Discrete, net *Network, rest []int) (float64, error) {
	var tables []table
	for _, j := range rest {
		t, err := p.predict(d, j, net.Parents[j])
		if err != nil {
			return 0, err
		}
		tables = append(tables, t)
	}
	log := 0.0
	for {
		best, scope := -1, []int(nil)
		seen := map[int]bool{}
		for _, t := range tables {
			for _, column := range t.columns {
				if seen[column] {
					continue
				}
				seen[column] = true
				var all []int
				for _, o := range tables {
					if slices.Contains(o.columns, column) {
						all = append(all, o.columns...)
					}
				}
				slices.Sort(all)
				if all = slices.Compact(all); best < 0 || len(all) < len(scope) {
					best, scope = column, all
				}
			}
		}
		if best < 0 {
			break
		}
		if len(scope) > widest {
			return 0, errWidest
		}
		var kept, used []table
		for _, t := range tables {
			if slices.Contains(t.columns, best) {
				used = append(used, t)
			} else {
				kept = append(kept, t)
			}
		}
		sum := sumOut(used, scope, best)
		most := slices.Max(sum.value) // so that many small numbers do not vanish
		for i := range sum.value {
			sum.value[i] /= most
		}
		log += math.Log(most)
		tables = append(kept, sum)
	}
	for _, t := range tables {
		log += math.Log(t.value[0])
	}
	return log, nil
}

// sumOut multiplies tables over the columns of scope and sums over one of them.
func sumOut(tables []table, scope []int, column int) table {
	out := table{columns: slices.DeleteFunc(slices.Clone(scope), func(c int) bool { return c == column })}
	out.value = make([]float64, 1<<len(out.columns))
	gone := slices.Index(scope, column)
	for at := range 1 << len(scope) {
		product := 1.0
		for _, t := range tables {
			own := 0
			for k, c := range t.columns {
				own |= at >> slices.Index(scope, c) & 1 << k
			}
			product *= t.value[own]
		}
		low := 1<<gone - 1
		out.value[at&low|at>>1&^low] += product
	}
	return out
}

// Completions calls visit with each of the 2ᵐ ways to fill in the m missing cells of a row of zeros and ones.
func Completions(row []float64, visit func(row []float64) error) error {
	row = slices.Clone(row)
	var hidden []int
	for j, v := range row {
		if math.IsNaN(v) {
			hidden = append(hidden, j)
		}
	}
	for set := range uint64(1) << len(hidden) {
		for k, j := range hidden {
			row[j] = float64(set >> k & 1)
		}
		if err := visit(row); err != nil {
			return err
		}
	}
	return nil
}

// Missing counts the missing cells of a row.
func Missing(row []float64) (count int) {
	for _, v := range row {
		if math.IsNaN(v) {
			count++
		}
	}
	return count
}

// Probability makes the log density in working units of a row of the data a log probability, by the cells that are not
// missing.
func Probability(data *inference.Dataset, row []float64, log float64) float64 {
	for j, v := range row {
		if !math.IsNaN(v) {
			log -= data.LogJacobianAt(j, v)
		}
	}
	return log
}
