package chowliu

import (
	"cmp"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/markov"

	"gonum.org/v1/gonum/mat"
)

// closest is the smallest share of a column's variance that another may leave unexplained, so that equal columns still
// have a density.
const closest = 1e-6

// between is the gain of a column of numbers by the categories of another, with one variance in all of them:
// ½ log(s²/s²_within) in nats for each row that has both, these rows, and the degrees of freedom.
func between(codes []int, numbers []float64) (nats float64, rows, freedom int) {
	var count, sum []float64
	total, square := 0.0, 0.0
	for i, g := range codes {
		v := numbers[i]
		if g < 0 || math.IsNaN(v) {
			continue
		}
		for g >= len(count) {
			count, sum = append(count, 0), append(sum, 0)
		}
		count[g]++
		sum[g] += v
		total += v
		rows++
	}
	if rows == 0 {
		return 0, 0, 0
	}
	within := 0.0
	for i, g := range codes {
		v := numbers[i]
		if g < 0 || math.IsNaN(v) {
			continue
		}
		e, own := v-total/float64(rows), v-sum[g]/count[g]
		square += e * e
		within += own * own
	}
	for _, c := range count {
		if c > 0 {
			freedom++
		}
	}
	if !(square > 0) {
		return 0, rows, freedom - 1
	}
	return max(0, -0.5*math.Log(max(within/square, closest))), rows, freedom - 1
}

// mixture is the forest over columns of categories and of numbers. No path leads from categories through numbers to
// categories, so that rows have a density: numbers are joined in Gaussian trees, of which each hangs on one column
// of categories at most.
type mixture struct {
	categories *discrete // over the columns of categories
	trees      []gaussian
}

// A gaussian is a tree of columns of numbers.
type gaussian struct {
	columns []int
	on      int               // the column of categories that it hangs on, −1 for none
	given   []*markov.Density // by the category; one where it hangs on none
}

// newMixture finds the density of a forest. It returns nil where a column of numbers does not vary.
func newMixture(forest []edge, c *coding, codes [][]int, data *inference.Dataset, mean, variance []float64) density {
	d := len(mean)
	var nominal []edge
	adjacent := make([][]edge, d)
	hangs := map[int]int{}
	for _, e := range forest {
		switch a, b := c.levels[e.a] != nil, c.levels[e.b] != nil; {
		case a && b:
			nominal = append(nominal, e)
		case a:
			hangs[e.b] = e.a
		case b:
			hangs[e.a] = e.b
		default:
			adjacent[e.a], adjacent[e.b] = append(adjacent[e.a], e), append(adjacent[e.b], e)
		}
	}
	m := &mixture{categories: newDiscrete(nominal, c, codes)}
	met := make([]bool, d)
	for _, root := range rootsFirst(d, hangs) {
		if met[root] || c.levels[root] != nil {
			continue
		}
		t, ok := newGaussian(root, adjacent, hangs, met, c, codes, data, mean, variance)
		if !ok {
			return nil
		}
		m.trees = append(m.trees, t)
	}
	return m
}

// rootsFirst lists the columns, first those that hang on categories.
func rootsFirst(d int, hangs map[int]int) []int {
	order := inference.UpTo(d)
	stable.Sort(order, func(a, b int) int {
		_, one := hangs[a]
		_, other := hangs[b]
		return cmp.Compare(map[bool]int{false: 1}[one], map[bool]int{false: 1}[other])
	})
	return order
}

// newGaussian finds the tree of numbers of a root: the precision is made of the regressions along the edges, and
// categories shift the means.
func newGaussian(root int, adjacent [][]edge, hangs map[int]int, met []bool, c *coding, codes [][]int,
	data *inference.Dataset, mean, variance []float64) (gaussian, bool) {
	t := gaussian{columns: []int{root}, on: -1}
	place := map[int]int{root: 0}
	slope := []float64{1} // of each column, on the root
	type step struct {
		parent, child int
		beta, rest    float64
	}
	var steps []step
	met[root] = true
	for at := 0; at < len(t.columns); at++ {
		p := t.columns[at]
		for _, e := range adjacent[p] {
			j := e.a + e.b - p
			if met[j] {
				continue
			}
			met[j] = true
			place[j] = len(t.columns)
			t.columns = append(t.columns, j)
			r := math.Max(-1+closest, math.Min(1-closest, e.r))
			beta := r * math.Sqrt(variance[j]/variance[p])
			steps = append(steps, step{place[p], place[j], beta, variance[j] * (1 - r*r)})
			slope = append(slope, slope[place[p]]*beta)
		}
	}
	shifts, spread := []float64{0}, variance[root]
	if d, ok := hangs[root]; ok {
		t.on = d
		shifts, spread = shiftsOf(codes[d], len(c.levels[d]), mat.Col(nil, root, data.X), mean[root], variance[root])
	}
	omega := mat.NewSymDense(len(t.columns), nil)
	add := func(i, j int, v float64) { omega.SetSym(i, j, omega.At(i, j)+v) }
	add(0, 0, 1/spread)
	for _, s := range steps {
		add(s.child, s.child, 1/s.rest)
		add(s.parent, s.parent, s.beta*s.beta/s.rest)
		add(s.parent, s.child, -s.beta/s.rest)
	}
	for _, shift := range shifts {
		centre := make([]float64, len(t.columns))
		for k, j := range t.columns {
			centre[k] = mean[j] + slope[k]*shift
		}
		g, ok := markov.New(centre, omega)
		if !ok {
			return t, false
		}
		t.given = append(t.given, g)
	}
	return t, true
}

// shiftsOf returns the means of a column of numbers in each category of another, less its mean, and the variance
// within them. A category without a row has the mean of all.
func shiftsOf(codes []int, levels int, numbers []float64, mean, variance float64) (shifts []float64, within float64) {
	shifts, count := make([]float64, levels), make([]float64, levels)
	rows := 0.0
	for i, g := range codes {
		if v := numbers[i]; g >= 0 && !math.IsNaN(v) {
			shifts[g] += v - mean
			count[g]++
			rows++
		}
	}
	for g := range shifts {
		shifts[g] /= max(count[g], 1)
	}
	for i, g := range codes {
		if v := numbers[i]; g >= 0 && !math.IsNaN(v) {
			e := v - mean - shifts[g]
			within += e * e / rows
		}
	}
	return shifts, max(within, closest*variance)
}

// Log is the log density of the cells seen: of categories the probability, of numbers the density.
func (m *mixture) Log(row []float64) float64 {
	log := 0.0
	below := map[int][]float64{} // log density of the numbers that hang on a column, by its category
	for _, t := range m.trees {
		x := make([]float64, len(t.columns))
		for k, j := range t.columns {
			x[k] = row[j]
		}
		if t.on < 0 {
			log += t.given[0].Log(x)
			continue
		}
		if below[t.on] == nil {
			below[t.on] = make([]float64, len(t.given))
		}
		for g, d := range t.given {
			below[t.on][g] += d.Log(x)
		}
	}
	return log + m.categories.with(row, below)
}
