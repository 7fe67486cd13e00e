package pydt

import (
	"math"
	"sort"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/model/pydt/nearness"

	"gonum.org/v1/gonum/mat"
)

// newProblem sorts the columns by which rows they are observed in: O(N·D).
func newProblem(x *mat.Dense) *problem {
	n, d := x.Dims()
	p := &problem{n: n, d: d}
	square := 0.0
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				p.cells++
				square += v * v
			}
		}
	}
	if p.cells > 0 {
		p.meanVar = square / float64(p.cells)
	}
	p.columns, p.classes = sortColumns(x)
	if tooMany(len(p.classes), d) {
		p.separateColumns()
	}
	p.x = p.sorted(x)
	return p
}

// sortColumns brings columns observed in the same rows together.
func sortColumns(x *mat.Dense) (columns []int, classes []class) {
	n, d := x.Dims()
	columns = make([]int, d)
	pattern := make([]uint64, d)
	for j := range columns {
		columns[j] = j
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) {
				pattern[j] += special.Mix64(uint64(i) + 1 + special.Golden64)
			}
		}
	}
	sort.SliceStable(columns, func(a, b int) bool { return pattern[columns[a]] < pattern[columns[b]] })
	for low := 0; low < d; {
		high := low + 1
		for high < d && pattern[columns[high]] == pattern[columns[low]] {
			high++
		}
		classes = append(classes, class{low: low, high: high, weight: float64(high - low), observed: observedRows(x, columns[low])})
		low = high
	}
	return columns, classes
}

// unitWork is how many multiply-adds a unit of work has, about 4 ms.
const unitWork = 4 << 20

// nodesPerUnit returns how many nodes make a unit of work.
func (p *problem) nodesPerUnit() int { return max(unitWork/(12*(p.d+20)), 8) }

// tooMany reports whether classes save nothing, because a class costs more than a single column.
func tooMany(classes, columns int) bool { return classes > 1 && 2*classes > columns }

// separateColumns makes every column a class of its own.
func (p *problem) separateColumns() {
	var classes []class
	for _, cl := range p.classes {
		for j := cl.low; j < cl.high; j++ {
			classes = append(classes, class{low: j, high: j + 1, weight: 1, observed: cl.observed})
		}
	}
	p.classes, p.columnwise = classes, true
}

func observedRows(x *mat.Dense, column int) []bool {
	n, _ := x.Dims()
	rows, all := make([]bool, n), true
	for i := range rows {
		rows[i] = !math.IsNaN(x.At(i, column))
		all = all && rows[i]
	}
	if all {
		return nil
	}
	return rows
}

// sorted returns rows with the problem's order of columns, 0 where missing.
func (p *problem) sorted(x *mat.Dense) []float64 {
	n, d := x.Dims()
	out := make([]float64, n*d)
	for i := range n {
		row := x.RawRowView(i)
		for j, column := range p.columns {
			if v := row[column]; !math.IsNaN(v) {
				out[i*d+j] = v
			}
		}
	}
	return out
}

// newHyper returns the starting hyperparameters of a problem.
func newHyper(p *problem, sigma2, c, theta, alpha, noise float64, fixSigma2, fixC, fixTheta, fixAlpha, fixNoise bool) hyper {
	h := hyper{sigma2: sigma2, c: c, noise: noise, fixSigma2: fixSigma2, fixC: fixC, fixTheta: fixTheta, fixAlpha: fixAlpha,
		fixNoise: fixNoise, largest: p.n}
	if !fixNoise && noise == 0 {
		h.manyNoises = true
		h.noise = 0.01 * p.meanVar // 0 is a fixed point of the update
	}
	// Posteriors as narrow as a whole tree would make them, at the given means.
	h.tauA = tauPriorA + float64(p.n)*float64(p.d)/2
	h.tauB = h.tauA * sigma2
	h.cA = cPriorA + float64(p.n)
	h.cB = h.cA / c
	h.setStructure(theta, alpha)
	h.refresh()
	return h
}

// searchedProblem sorts a table for a search. Of zeros and ones each column is a class of its own.
func searchedProblem(data *inference.Dataset, probit bool) *problem {
	p := sampledProblem(data, probit)
	if probit {
		p.separateColumns()
	}
	return p
}

// sampledProblem sorts a table for a chain. Columns of latent numbers observed in the same rows stay a class, because
// the numbers have the same noise.
func sampledProblem(data *inference.Dataset, probit bool) *problem {
	p := newProblem(data.X)
	if probit {
		p.takeSigns()
	}
	return p
}

// takeSigns makes the zeros and ones of the problem the signs −1 and 1 of latent numbers, 0 where missing.
func (p *problem) takeSigns() {
	p.binary = true
	for _, cl := range p.classes {
		for i := range p.n {
			if cl.observed == nil || cl.observed[i] {
				for j := cl.low; j < cl.high; j++ {
					p.x[i*p.d+j] = 2*p.x[i*p.d+j] - 1
				}
			}
		}
	}
}

// largeRows is the number of rows above which trees are built and searched without looking at every
// branch for every subtree (math 6.5). It is a variable for the tests that compare both ways.
var largeRows = 4000

// large reports whether the tree is searched by narrow passes. Sites of a binary table follow a
// subtree all over the tree, which narrow passes do not see.
func (s *state) large() bool { return s.n > largeRows && s.sites == nil }

// large is the same of a problem.
func (p *problem) large() bool { return p.n > largeRows && !p.binary }

// nearness draws rows by their nearness.
func (p *problem) nearness() nearness.Rows {
	return nearness.New(p.x, p.n, p.distance, p.n > largeRows)
}

// distance returns the squared distance of rows i and j a column that both have, +Inf if there is none.
func (p *problem) distance(i, j int32) float64 {
	sum, seen := 0.0, 0.0
	for _, cl := range p.classes {
		if cl.observed == nil || cl.observed[i] && cl.observed[j] {
			sum += vector.SquaredDistance(p.x[int(i)*p.d+cl.low:int(i)*p.d+cl.high], p.x[int(j)*p.d+cl.low:int(j)*p.d+cl.high])
			seen += cl.weight
		}
	}
	if seen == 0 {
		return math.Inf(1)
	}
	return sum / seen
}

// sharpness returns the scale of steps along the logarithms of variances and times, 1 for a table
// of two cells or fewer. More cells make their posteriors sharper, but a start far away must not
// need too many steps.
func (p *problem) sharpness() float64 {
	return math.Min(1, math.Pow(2/math.Max(float64(p.cells), 1), 0.25))
}
