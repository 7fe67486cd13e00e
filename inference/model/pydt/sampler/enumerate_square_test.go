package sampler

import (
	"math"
	"math/bits"
	"testing"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/pitmanyor"
)

// aSquare is figure 4.9 of Knowles's thesis: four clusters of 25 rows at the corners of a square. Their
// own branch points are at a fixed time and place, so that only the tree above them is open.
type aSquare struct {
	theta, alpha, sigma2 float64
	time                 float64 // of the branch point of each cluster
}

const squareRows = 25

// logMass returns the log of prior times density of a tree over the clusters, c = 1, its times integrated
// out on a lattice, up to a constant that all trees share.
func (q aSquare) logMass(t listed) float64 {
	const points = 4093
	corners := [4][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	end, within := -math.Log1p(-q.time), parting(q.theta, q.alpha, squareRows)
	fixed := 0.0
	rates, above := make([]float64, len(t)), make([]int, len(t))
	for i, set := range t {
		var sizes []int
		for _, b := range t.blocks(i) {
			sizes = append(sizes, squareRows*bits.OnesCount(b))
		}
		rates[i], above[i] = parting(q.theta, q.alpha, squareRows*bits.OnesCount(set)), t.parent(i)
		fixed += splitting(q.theta, q.alpha, sizes)
	}
	var sum special.LogSum
	for k := range points {
		ell := make([]float64, len(t))
		value, generator := fixed, 1
		for i := range t {
			u := math.Mod((float64(k)+0.5)*float64(generator)/points, 1)
			generator = generator * 1219 % points
			low := 0.0
			if above[i] >= 0 {
				low = ell[above[i]]
			}
			ell[i] = low + u*(end-low)
			value += math.Log(end-low) - rates[i]*(ell[i]-low)
			for _, b := range t.blocks(i) {
				if bits.OnesCount(b) == 1 { // the branch that ends in the cluster
					value -= within * (end - ell[i])
				}
			}
		}
		var l [4][4]float64
		for i := range 4 {
			for j := range i + 1 {
				v := q.sigma2 * q.time
				if i != j {
					for g, set := range t {
						if set>>i&1 == 1 && set>>j&1 == 1 {
							v = -q.sigma2 * math.Expm1(-ell[g])
						}
					}
				}
				for m := range j {
					v -= l[i][m] * l[j][m]
				}
				if i == j {
					l[i][i] = math.Sqrt(v)
				} else {
					l[i][j] = v / l[j][j]
				}
			}
			value -= 2 * math.Log(l[i][i]) // of both columns
		}
		for d := range 2 {
			var z [4]float64
			for i := range z {
				z[i] = corners[i][d]
				for m := range i {
					z[i] -= l[i][m] * z[m]
				}
				z[i] /= l[i][i]
				value -= 0.5 * z[i] * z[i]
			}
		}
		if !math.IsNaN(value) {
			sum.Add(value)
		}
	}
	return sum.Value() - math.Log(points)
}

// shares returns the posterior probabilities of one branch point of four clusters, and of two times two.
func (q aSquare) shares() (fourWay, twoByTwo float64) {
	total := 0.0
	for _, t := range listTrees(15) {
		mass := math.Exp(q.logMass(t) + 60)
		total += mass
		switch {
		case len(t) == 1:
			fourWay += mass
		case len(t) == 3 && bits.OnesCount(t[1]) == 2 && bits.OnesCount(t[2]) == 2:
			twoByTwo += mass
		}
	}
	return fourWay / total, twoByTwo / total
}

// Of the 26 trees over four clusters on a square the one with a single branch point is by far the most probable,
// where θ and α are as the posterior has them. It takes θ near 0, where a binary tree leads it, to make two times two
// the best.
func TestFourWaySplitOfASquare(t *testing.T) {
	for _, time := range []float64{0.85, 0.9} {
		for _, c := range []struct{ theta, alpha, least, most float64 }{
			{2.3, 0.23, 0.995, 1},
			{1, 0.2, 0.96, 0.99},
			{0.5, 0.05, 0.35, 0.5},
			{0.01, 0, 0, 0.01},
		} {
			four, two := aSquare{c.theta, c.alpha, 1, time}.shares()
			t.Logf("time %g, θ = %g, α = %g: one branch point %.3f, two times two %.3f", time, c.theta, c.alpha, four, two)
			if !(four >= c.least && four <= c.most) {
				t.Errorf("time %g, θ = %g, α = %g: one branch point has %.3f, not %.2f to %.2f", time, c.theta, c.alpha, four,
					c.least, c.most)
			}
			if c.theta >= 0.5 && !(two <= 0.05) || c.theta < 0.1 && !(two >= 0.4) {
				t.Errorf("time %g, θ = %g, α = %g: two times two has %.3f", time, c.theta, c.alpha, two)
			}
			p := pitmanyor.NewPrior(c.theta, c.alpha, 4*squareRows)
			for _, sizes := range [][]int{{25, 25}, {50, 25}, {25, 25, 25, 25}} {
				pydttest.Close(t, "split", p.LogSplit(sizes), splitting(c.theta, c.alpha, sizes), 1e-9)
			}
			for _, m := range []int{25, 50, 100} {
				pydttest.Close(t, "rate", p.Harmonic(m-1), parting(c.theta, c.alpha, m), 1e-9)
			}
		}
	}
}
