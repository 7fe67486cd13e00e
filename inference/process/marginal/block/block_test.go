package block_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal/block"
)

// An of is a law with how its cells are drawn.
type of struct {
	law  block.Law
	cell func(rng *rand.Rand) (y, exposure float64)
}

// laws are one of each kind, with a cell of one and its exposure.
func laws() map[string]of {
	return map[string]of{
		"yes/no": {block.NewBinary(0.7, 1.9), func(rng *rand.Rand) (float64, float64) { return float64(rng.IntN(2)), 1 }},
		"categories": {block.NewCategories(4, 0.6),
			func(rng *rand.Rand) (float64, float64) { return float64(rng.IntN(4)), 1 }},
		"counts": {block.NewCounts(1.3, 0.8, 2.5), func(rng *rand.Rand) (float64, float64) {
			return float64(rng.IntN(9)), 0.5 + rng.Float64()
		}},
		"numbers": {block.NewNumbers(0.3, 0.5, 1.5, 0.7),
			func(rng *rand.Rand) (float64, float64) { return 2 + rng.NormFloat64(), 1 }},
	}
}

// The likelihood of a block is that of its cells one after the other, in any order; cells go in and out, alone and
// together, and blanks count for nothing.
func TestChainRule(t *testing.T) {
	for name, c := range laws() {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, law := range []block.Law{c.law, c.law.Tabulated(30), c.law.With(c.law.Hyper())} {
			s, sum := make([]float64, law.Width()), 0.0
			none, other := make([]float64, law.Width()), make([]float64, law.Width())
			inferencetest.Near(t, name+" empty", law.Log(s), 0, 1e-12)
			var ys, es []float64
			for k := range 25 {
				y, e := c.cell(rng)
				if k%7 == 3 {
					y = math.NaN()
				}
				sum += law.LogNext(s, y, e)
				law.Add(s, y, e)
				ys, es = append(ys, y), append(es, e)
			}
			inferencetest.Near(t, name, law.Log(s), sum, 1e-9)
			inferencetest.Near(t, name+" cells", law.Count(s), 21, 0)
			inferencetest.Near(t, name+" with none", law.LogTogether(s, none), sum, 1e-9)
			for k := range 10 {
				law.Remove(s, ys[k], es[k])
				law.Add(other, ys[k], es[k])
			}
			inferencetest.Near(t, name+" together", law.LogTogether(append(s, none...), append(other, other...)),
				sum+law.Log(other), 1e-9)
			law.Merge(s, other)
			inferencetest.Near(t, name+" merged", law.Log(s), sum, 1e-9)
			law.Part(s, other)
			for k := 10; k < 25; k++ {
				law.Remove(s, ys[k], es[k])
			}
			inferencetest.Near(t, name+" emptied", law.Log(s), 0, 1e-12)
		}
	}
}

// After a million cells have gone in and out, huge ones among them, a block is as if it had been filled once.
func TestMillionCells(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	for name, c := range laws() {
		rng := rand.New(rand.NewPCG(3, 4))
		s := make([]float64, c.law.Width())
		var ys, es [50]float64
		for k := range ys {
			ys[k], es[k] = c.cell(rng)
			c.law.Add(s, ys[k], es[k])
		}
		for i := range n {
			k := i % len(ys)
			c.law.Remove(s, ys[k], es[k])
			ys[k], es[k] = c.cell(rng)
			if name == "numbers" && i < n-1000 && rng.IntN(20) == 0 {
				ys[k] *= 1e7
			}
			c.law.Add(s, ys[k], es[k])
		}
		fresh := make([]float64, c.law.Width())
		for k := range ys {
			c.law.Add(fresh, ys[k], es[k])
		}
		inferencetest.Near(t, name, c.law.Log(s), c.law.Log(fresh), 1e-10)
	}
}

// A level that is not there is a mistake of the caller.
func TestNoSuchLevel(t *testing.T) {
	for _, y := range []float64{-1, 0.5, 4} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("level %v of 4 is counted", y)
				}
			}()
			law := block.NewCategories(4, 1)
			law.Add(make([]float64, law.Width()), y, 1)
		}()
	}
}

// A sum over a fine grid, for integrals of smooth functions that vanish at the ends.
func integral(from, to float64, n int, f func(x float64) float64) float64 {
	sum, h := 0.0, (to-from)/float64(n)
	for k := range n {
		sum += h * f(from+(float64(k)+0.5)*h)
	}
	return sum
}

// The parameters of each law are integrated out numerically.
func TestQuadrature(t *testing.T) {
	sigmoid := func(u float64) float64 { return 1 / (1 + math.Exp(-u)) }
	fill := func(l block.Law, cells, exposure []float64) float64 {
		s := make([]float64, l.Width())
		for k, y := range cells {
			e := 1.0
			if exposure != nil {
				e = exposure[k]
			}
			l.Add(s, y, e)
		}
		return l.Log(s)
	}
	a, b := 0.7, 1.9
	kernel := func(ones, zeros float64) float64 {
		return integral(-40, 40, 4000,
			func(u float64) float64 { return math.Pow(sigmoid(u), ones+a) * math.Pow(sigmoid(-u), zeros+b) })
	}
	inferencetest.Near(t, "yes/no", fill(block.NewBinary(a, b), []float64{1, 0, 1, 1}, nil),
		math.Log(kernel(3, 1)/kernel(0, 0)), 1e-8)

	// Three levels: θ₁ = p, θ₂ = (1−p)q, θ₃ = (1−p)(1−q).
	three := func(n1, n2, n3 float64) float64 {
		const a = 0.6
		return integral(-45, 45, 900, func(u float64) float64 {
			p, r := sigmoid(u), sigmoid(-u)
			return integral(-45, 45, 900, func(v float64) float64 {
				q, s := sigmoid(v), sigmoid(-v)
				return math.Pow(p, n1+a) * math.Pow(r*q, n2+a) * math.Pow(r*s, n3+a)
			})
		})
	}
	inferencetest.Near(t, "categories", fill(block.NewCategories(3, 0.6), []float64{0, 2, 2, 1, 2, 0}, nil),
		math.Log(three(2, 1, 3)/three(0, 0, 0)), 1e-6)

	shape, rate := 1.3, 1.3/(0.8*2.5)
	gamma := func(x float64) float64 {
		g := math.Gamma(shape)
		return math.Pow(rate, shape) * math.Pow(x, shape-1) * math.Exp(-rate*x) / g
	}
	counts, exposure := []float64{3, 0, 7}, []float64{0.5, 1, 2.5}
	want := integral(-30, 8, 8000, func(u float64) float64 {
		x := math.Exp(u)
		p := gamma(x) * x
		for k, y := range counts {
			mean := exposure[k] * x
			p *= math.Pow(mean, y) * math.Exp(-mean) / math.Gamma(y+1)
		}
		return p
	})
	inferencetest.Near(t, "counts", fill(block.NewCounts(shape, 0.8, 2.5), counts, exposure), math.Log(want), 1e-8)

	m, k, na, nb := 0.3, 0.5, 1.5, 0.7
	x := []float64{1.2, -0.4, 2.1}
	want = integral(-14, 6, 400, func(u float64) float64 {
		tau := math.Exp(u)
		p := tau * math.Pow(nb, na) * math.Pow(tau, na-1) * math.Exp(-nb*tau) / math.Gamma(na)
		sd := 1 / math.Sqrt(k*tau)
		return p * integral(m-9*sd, m+9*sd, 400, func(mu float64) float64 {
			q := math.Sqrt(k*tau/(2*math.Pi)) * math.Exp(-k*tau*(mu-m)*(mu-m)/2)
			for _, v := range x {
				q *= math.Sqrt(tau/(2*math.Pi)) * math.Exp(-tau*(v-mu)*(v-mu)/2)
			}
			return q
		})
	})
	inferencetest.Near(t, "numbers", fill(block.NewNumbers(m, k, na, nb), x, nil), math.Log(want), 1e-5)
}

// The probabilities of a further cell sum to one, and draws follow them.
func TestDraws(t *testing.T) {
	for name, c := range laws() {
		rng := rand.New(rand.NewPCG(5, 6))
		s := make([]float64, c.law.Width())
		for range 4 {
			y, e := c.cell(rng)
			c.law.Add(s, y, e)
		}
		const draws, exposure = 40_000, 1.0
		sum, square, below := 0.0, 0.0, 0.0
		middle := c.law.Mean(s)
		for range draws {
			y := c.law.Draw(s, exposure, rng)
			sum += y
			square += y * y
			if y <= middle {
				below++
			}
		}
		total, mean, share := 0.0, 0.0, 0.0
		if name == "numbers" {
			step := 0.002
			for v := -60.0; v < 60; v += step {
				p := step * math.Exp(c.law.LogNext(s, v, exposure))
				total, mean = total+p, mean+p*v
				if v <= middle {
					share += p
				}
			}
		} else {
			most := map[string]int{"yes/no": 2, "categories": 4, "counts": 400}[name]
			for y := range most {
				p := math.Exp(c.law.LogNext(s, float64(y), exposure))
				total, mean = total+p, mean+p*float64(y)
				if float64(y) <= middle {
					share += p
				}
			}
		}
		inferencetest.Near(t, name+" total", total, 1, 2e-3)
		inferencetest.Near(t, name+" mean", middle, mean, 1e-2)
		deviation := math.Sqrt(square/draws - sum*sum/draws/draws)
		inferencetest.Near(t, name+" mean of draws", sum/draws, mean, 5*deviation/math.Sqrt(draws)+2e-3)
		inferencetest.Near(t, name+" share of draws", below/draws, share, 5*0.5/math.Sqrt(draws)+2e-3)
	}
}

// partitions calls f with each partition of n things, as labels in the order of their first appearance, and the log of
// its probability in a Chinese restaurant of concentration 1.
func partitions(n int, f func(z []int, log float64)) {
	z := make([]int, n)
	var place func(i, most int)
	place = func(i, most int) {
		if i == n {
			log := -lgamma(float64(n) + 1)
			for k := range most {
				size := 0
				for _, v := range z {
					if v == k {
						size++
					}
				}
				log += lgamma(float64(size))
			}
			f(z, log)
			return
		}
		for k := range most + 1 {
			z[i] = k
			place(i+1, max(most, k+1))
		}
	}
	place(0, 0)
}

func lgamma(x float64) float64 { v, _ := math.Lgamma(x); return v }

// Sums over all partitions of rows and of columns give the numbers that were computed by another program, for tables
// with blanks of zeros and ones, numbers and counts.
func TestTwoPartitions(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		law   block.Law
		table [][]float64
		want  float64
	}{
		"yes/no": {block.NewBinary(0.5, 0.5),
			[][]float64{{1, 1, 0, 0}, {1, nan, 0, 0}, {0, 0, 1, 1}, {0, 1, 1, nan}}, -10.9282202157},
		"numbers": {block.NewNumbers(0, 0.5, 1.5, 0.5),
			[][]float64{{.2, .1, 2}, {0, .4, 2.3}, {-1, -1.4, nan}}, -12.5126189762},
		"counts": {block.NewCounts(1, 1, 2), [][]float64{{3, 4, 0}, {5, 2, 1}, {0, nan, 7}}, -18.7899669371},
	} {
		n, d := len(c.table), len(c.table[0])
		total := 0.0
		partitions(n, func(z []int, rows float64) {
			partitions(d, func(w []int, columns float64) {
				log, width := rows+columns, c.law.Width()
				s := make([]float64, n*d*width)
				for i := range n {
					for j := range d {
						at := (z[i]*d + w[j]) * width
						c.law.Add(s[at:at+width], c.table[i][j], 1)
					}
				}
				total += math.Exp(log + c.law.LogTogether(s, make([]float64, len(s))))
			})
		})
		inferencetest.Near(t, name, math.Log(total), c.want, 1e-9)
	}
}

// Columns of several kinds in views, each with its own partition of the rows, likewise.
func TestViews(t *testing.T) {
	nan := math.NaN()
	columns := [][]float64{{1, 1, 0, 0}, {1, 1, 0, nan}, {.3, -.9, .1, -1.2}, {0, 2, 0, 2}}
	kinds := []block.Law{block.NewBinary(.5, .5), block.NewBinary(.5, .5), block.NewNumbers(0, .5, 1.5, .5),
		block.NewCategories(3, .5)}
	total := 0.0
	partitions(4, func(views []int, prior float64) {
		log := prior
		for v := range 4 {
			sum, any := 0.0, false
			partitions(4, func(z []int, rows float64) {
				one := rows
				for j, c := range columns {
					if views[j] != v {
						continue
					}
					any = true
					width := kinds[j].Width()
					s := make([]float64, 4*width)
					for i, y := range c {
						kinds[j].Add(s[z[i]*width:(z[i]+1)*width], y, 1)
					}
					one += kinds[j].LogTogether(s, make([]float64, len(s)))
				}
				sum += math.Exp(one)
			})
			if any {
				log += math.Log(sum)
			}
		}
		total += math.Exp(log)
	})
	inferencetest.Near(t, "views", math.Log(total), -15.44060684, 1e-9)
}

// Hyperparameters are drawn in proportion to the likelihood of the blocks.
func TestLearn(t *testing.T) {
	for name, c := range laws() {
		rng := rand.New(rand.NewPCG(7, 8))
		w := c.law.Width()
		s := make([]float64, 3*w)
		for k := range 12 {
			y, e := c.cell(rng)
			c.law.Add(s[k%3*w:(k%3+1)*w], y, e)
		}
		hyper := c.law.Hyper()
		for h := range hyper {
			hyper[h] = c.law.Grid(h)[7]
		}
		first := map[string]float64{} // of the first hyperparameter
		law := c.law.With(hyper)
		const draws = 4000
		for range draws {
			// the others go back, so that draws of the first are independent
			first[fmt.Sprint(block.Learn(law, s, rng).Hyper()[0])]++
		}
		total, want := 0.0, map[string]float64{}
		for _, v := range c.law.Grid(0) {
			hyper[0] = v
			with, log := c.law.With(hyper), 0.0
			for k := range 3 {
				log += with.Log(s[k*w : (k+1)*w])
			}
			want[fmt.Sprint(v)] = math.Exp(log)
			total += math.Exp(log)
		}
		for v, p := range want {
			p /= total
			inferencetest.Near(t, name+" at "+v, first[v]/draws, p, 5*math.Sqrt(p*(1-p)/draws)+1e-3)
		}
	}
}

func BenchmarkLogTogether(b *testing.B) {
	for name, c := range laws() {
		rng := rand.New(rand.NewPCG(1, 2))
		const blocks = 20
		w := c.law.Width()
		s, none := make([]float64, blocks*w), make([]float64, blocks*w)
		for k := range 2000 {
			y, e := c.cell(rng)
			at := k % blocks * w
			c.law.Add(s[at:at+w], y, e)
		}
		law := c.law.Tabulated(200)
		b.Run(name, func(b *testing.B) {
			for range b.N {
				law.LogTogether(s, none)
			}
		})
	}
}
