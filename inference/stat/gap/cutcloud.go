package gap

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

const (
	cutClouds   = 40   // clouds with which rows are compared: to exceed all of them is a chance of 1 in 41
	cutRows     = 1500 // rows by which the correlations behind columns are found,
	cutRounds   = 8    // in so many corrections
	mostRelated = 0.99 // correlation of two variables
	leastValue  = 1e-3 // eigenvalue of their correlations
	dipCuts     = 3    // cuts whose dips are compared
)

// A cutCloud draws rows of one flat cloud whose columns are cut as those of a table are. The correlations behind the
// columns are such that those of the cut ones are as in the table.
type cutCloud struct {
	list     []variable
	n, width int
	mean     []float64 // of the variables
	scale    []float64 // √12 times their deviation
	lower    mat.TriDense
}

// newCutCloud returns a cloud like the rows, nil where their correlations cannot be had.
func newCutCloud(list []variable, rows [][]float64, rng *rand.Rand) *cutCloud {
	c := &cutCloud{list: list, n: len(rows), width: len(rows[0])}
	data := mat.NewDense(len(rows), len(list), nil)
	for k, v := range list {
		data.SetCol(k, v.scores)
		mean, deviation := stat.MeanStdDev(v.scores, nil)
		c.mean, c.scale = append(c.mean, mean), append(c.scale, math.Sqrt(12)*deviation)
	}
	var want, got mat.SymDense
	stat.CorrelationMatrix(&want, data, nil)
	behind := mat.NewSymDense(len(list), nil)
	behind.CopySym(&want)
	z, drawn := mat.NewDense(cutRows, len(list), nil), mat.NewDense(cutRows, len(list), nil)
	z.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, z)
	for range cutRounds {
		if !c.relate(behind) {
			return nil
		}
		for i := range cutRows {
			for k, u := range c.shares(z.RawRowView(i)) {
				drawn.Set(i, k, c.score(k, u))
			}
		}
		got.Reset()
		stat.CorrelationMatrix(&got, drawn, nil)
		for a := range list {
			for b := range a {
				r := behind.At(a, b) + want.At(a, b) - got.At(a, b)
				if math.IsNaN(r) {
					return nil
				}
				behind.SetSym(a, b, max(-mostRelated, min(mostRelated, r)))
			}
		}
	}
	if !c.relate(behind) {
		return nil
	}
	return c
}

// relate takes the nearest correlations that some variables can have, and writes them to behind.
func (c *cutCloud) relate(behind *mat.SymDense) bool {
	var e mat.EigenSym
	if !e.Factorize(behind, true) {
		return false
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	near := mat.NewSymDense(len(c.list), nil)
	for k, value := range e.Values(nil) {
		near.SymRankOne(near, max(value, leastValue), vectors.ColView(k))
	}
	for a := range c.list {
		for b := range a {
			behind.SetSym(a, b, near.At(a, b)/math.Sqrt(near.At(a, a)*near.At(b, b)))
		}
	}
	for a := range c.list {
		behind.SetSym(a, a, 1)
	}
	var factor mat.Cholesky
	if !factor.Factorize(behind) {
		return false
	}
	c.lower = mat.TriDense{}
	factor.LTo(&c.lower)
	return true
}

// shares returns the distribution functions of correlated normal numbers, made from independent ones.
func (c *cutCloud) shares(z []float64) []float64 {
	var y mat.VecDense
	y.MulVec(&c.lower, mat.NewVecDense(len(z), z))
	u := y.RawVector().Data
	for k, x := range u {
		u[k] = math.Erfc(-x/math.Sqrt2) / 2
	}
	return u
}

// place is the row of a table whose cell of a cut column a share stands for.
func (c *cutCloud) place(u float64) int { return min(int(u*float64(c.n)), c.n-1) }

// score returns the score of a share of a variable, but for place and scale.
func (c *cutCloud) score(k int, u float64) float64 {
	if c.list[k].cells == nil {
		return u
	}
	return c.list[k].rising[c.place(u)]
}

// draw returns as many rows as the table has.
func (c *cutCloud) draw(rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(c.n, c.width, nil)
	z := make([]float64, len(c.list))
	for i := range c.n {
		for k := range z {
			z[k] = rng.NormFloat64()
		}
		row := x.RawRowView(i)
		for k, u := range c.shares(z) {
			if v := c.list[k]; v.cells == nil {
				row[v.first] = c.mean[k] + c.scale[k]*(u-.5)
			} else {
				copy(row[v.first:], v.cells[c.place(u)])
			}
		}
	}
	return x
}

// against compares rows with clouds that are cut as they are: whether they have groups, and into how many parts, 2 to
// most, they divide best, as parts does. There are groups where a dip of the first cuts, or the squares within some
// number of parts, stand out more than any of those does in any cloud. ok is false where there are no such clouds.
func against(rows [][]float64, list []variable, most int, cut *tree.BranchCut, x [][]float64,
	rng *rand.Rand) (groups bool, best int, ok bool) {
	c := newCutCloud(list, rows, rng)
	own := signs(cut, rows, x, most)
	if c == nil || own == nil {
		return false, 0, false
	}
	clouds, all, kept := make([][]float64, cutClouds), make([][]float64, c.n), make([]int, c.n)
	for i := range clouds {
		cloud := c.draw(rng)
		for k := range all {
			all[k], kept[k] = cloud.RawRowView(k), k
		}
		t := linkage.Tree(linkage.Cluster(cloud, linkage.Ward), make([]string, c.n))
		clouds[i] = signs(t.CutBranches(MostGroups, cloud.RawRowView), all, spread(all, kept, rng), most)
		if clouds[i] == nil {
			return false, 0, false
		}
	}
	stands, others := math.Inf(-1), slices.Repeat([]float64{math.Inf(-1)}, cutClouds)
	apart, deviation := make([]float64, len(own)), make([]float64, len(own))
	for m, value := range own {
		column := make([]float64, cutClouds)
		for i, s := range clouds {
			column[i] = s[m]
		}
		mean, d := stat.MeanStdDev(column, nil)
		apart[m], deviation[m] = value-mean, d*math.Sqrt(1+1.0/cutClouds)
		if d > 0 {
			stands = max(stands, (value-mean)/d)
			for i, y := range column {
				others[i] = max(others[i], (y-mean)/d)
			}
		}
	}
	for best = 2; best < most; best++ {
		if m := dipCuts + best - 2; apart[m] >= apart[m+1]-deviation[m+1] {
			break
		}
	}
	return stands > slices.Max(others), best, true
}

// signs returns the statistics that indicate groups: √n times the dips of the first cuts, 0 where one takes off too few
// rows, and then how much of the squares is taken off by 2 to most parts, as logarithms. x are the rows, jittered; nil
// where all rows are equal.
func signs(cut *tree.BranchCut, rows, x [][]float64, most int) []float64 {
	s, rest := scores(rows)
	if s == nil {
		return nil
	}
	out := make([]float64, dipCuts, dipCuts+most-1)
	for i := range min(dipCuts, len(cut.Nodes)) {
		if along := alongCut(cut, i, x); along != nil {
			out[i] = Dip(along) * math.Sqrt(float64(len(along)))
		}
	}
	for _, left := range within(s, rest, most, cut.Groups)[2:] {
		out = append(out, -left)
	}
	return out
}
