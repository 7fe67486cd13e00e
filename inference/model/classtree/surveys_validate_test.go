//go:build validate

package classtree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/assignment"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/stat/scores"

	"gonum.org/v1/gonum/mat"
)

// diet draws answers as Li, Stephenson and Wu (2023) do: three classes, two of which part at time .75, 80 yes/no
// items in seven groups of diffusion variance .36 or 4, logistic links.
func diet(n int, rng *rand.Rand) (x *mat.Dense, labels []int, yes [3][]float64) {
	sizes := []int{10, 10, 10, 10, 10, 15, 15}
	for g, size := range sizes {
		sigma2 := .36
		if g >= 5 {
			sigma2 = 4
		}
		for range size {
			step := func(length float64) float64 { return math.Sqrt(sigma2*length) * rng.NormFloat64() }
			top := step(.1)
			near := top + step(.65)
			for k, at := range []float64{near + step(.25), near + step(.25), top + step(.9)} {
				yes[k] = append(yes[k], 1/(1+math.Exp(-at)))
			}
		}
	}
	x = mat.NewDense(n, len(yes[0]), nil)
	for i := range n {
		k := []int{0, 0, 0, 0, 1, 1, 1, 2, 2, 2}[rng.IntN(10)]
		labels = append(labels, k)
		for j, p := range yes[k] {
			if rng.Float64() < p {
				x.Set(i, j, 1)
			}
		}
	}
	return x, labels, yes
}

// plain is a latent class model without a tree: each probability has a uniform prior by itself. It returns the classes
// and their probabilities, averaged over sweeps after classes are matched with the last ones of the first half.
func plain(x *mat.Dense, classes int, rng *rand.Rand) (labels []int, yes [][]float64) {
	n, d := x.Dims()
	z, votes := make([]int, n), make([][]float64, n)
	for i := range z {
		z[i], votes[i] = rng.IntN(classes), make([]float64, classes)
	}
	yes = make([][]float64, classes)
	var pivot []int
	const sweeps = 400
	for sweep := range sweeps {
		count, p := make([]float64, classes), make([][]float64, classes)
		for k := range p {
			p[k] = make([]float64, d)
		}
		for i, k := range z {
			count[k]++
			for j, v := range x.RawRowView(i) {
				p[k][j] += v
			}
		}
		share := make([]float64, classes)
		for k := range p {
			share[k] = special.GammaDraw(rng, 1+count[k])
			for j, ones := range p[k] {
				a, b := special.GammaDraw(rng, 1+ones), special.GammaDraw(rng, 1+count[k]-ones)
				p[k][j] = a / (a + b)
			}
		}
		logs := make([][]float64, classes)
		for k := range logs {
			for _, v := range p[k] {
				logs[k] = append(logs[k], math.Log(1-v), math.Log(v))
			}
			logs[k] = append(logs[k], math.Log(share[k]))
		}
		for i := range z {
			log := make([]float64, classes)
			for k := range log {
				log[k] = logs[k][2*d]
				for j, v := range x.RawRowView(i) {
					log[k] += logs[k][2*j+int(v)]
				}
			}
			z[i], _ = choose(log, rng)
		}
		if sweep == sweeps/2 {
			pivot = append(pivot, z...)
		}
		if sweep > sweeps/2 {
			to := matched(z, pivot, classes)
			for i, k := range z {
				votes[i][to[k]]++
			}
			for k := range p {
				if yes[to[k]] == nil {
					yes[to[k]] = make([]float64, d)
				}
				for j, v := range p[k] {
					yes[to[k]][j] += v / (sweeps/2 - 1)
				}
			}
		}
	}
	labels = make([]int, n)
	for i, v := range votes {
		for k := range v {
			if v[k] > v[labels[i]] {
				labels[i] = k
			}
		}
	}
	return labels, yes
}

// misses is the root mean squared error of probabilities, classes matched; those that are not there count as ½.
func misses(found [][]float64, truth [3][]float64) float64 {
	cost := make([][]float64, 3)
	for a := range cost {
		for _, p := range truth {
			sum := 0.
			for j, v := range p {
				e := v - .5
				if a < len(found) {
					e = v - found[a][j]
				}
				sum += e * e / float64(len(p))
			}
			cost[a] = append(cost[a], sum)
		}
	}
	mean := 0.
	for a, k := range assignment.Solve(cost) {
		mean += cost[a][k] / 3
	}
	return math.Sqrt(mean)
}

// TestValidateSurveysOnATree compares the tree of classes with classes without a tree where small classes are near each
// other: with few rows the tree, each column with its own scale, must be nearer to the true probabilities by a tenth.
func TestValidateSurveysOnATree(t *testing.T) {
	var b strings.Builder
	defer pydttest.WriteTable(t, "classtree-surveys", &b)
	fmt.Fprintln(&b, "| rows | error, one scale | own scales | no tree | index, one scale | own scales | no tree |")
	fmt.Fprintln(&b, "|---|---|---|---|---|---|---|")
	const tables = 5
	for _, n := range []int{100, 200, 400} {
		var sums [6]float64
		for seed := range uint64(tables) {
			x, labels, yes := diet(n, rand.New(rand.NewPCG(seed, uint64(n))))
			data := pydttest.DatasetOf(x)
			data.Kind = inference.Binary
			for way, scales := range []string{scalesOne, scalesOwn} {
				fit := inferencetest.Begin(t, Model{}, data, map[string]string{"classes": "3", "concentration": "3",
					"scales": scales}).(*chain)
				for fit.iteration < 300 {
					if _, err := fit.Step(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				p := profile.Of(fit.Snapshot())
				var found [][]float64
				for k := range p.Classes() {
					found = append(found, nil)
					for j := range yes[0] {
						found[k] = append(found[k], p.Response(k, j).Mean)
					}
				}
				sums[way] += misses(found, yes) / tables
				sums[3+way] += scores.AdjustedRand(p.Labels, labels) / tables
			}
			found, probabilities := plain(x, 3, rand.New(rand.NewPCG(seed, 1)))
			sums[2] += misses(probabilities, yes) / tables
			sums[5] += scores.AdjustedRand(found, labels) / tables
		}
		fmt.Fprintf(&b, "| %d | %.4f | %.4f | %.4f | %.3f | %.3f | %.3f |\n", n, sums[0], sums[1], sums[2], sums[3],
			sums[4], sums[5])
		if !(sums[1] < sums[2]+.005) || n < 400 && !(sums[1] < .9*sums[2] && sums[4] > sums[5]) {
			t.Errorf("%d rows: errors %.4f, without a tree %.4f; indices %.3f, without %.3f", n, sums[1], sums[2],
				sums[4], sums[5])
		}
	}
}
