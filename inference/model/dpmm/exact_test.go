package dpmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/process/conjugate"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmat"
)

var nan = math.NaN()

// eachPartition calls f with every partition of n rows, numbered by first appearance.
func eachPartition(n int, f func(z []int)) {
	z := make([]int, n)
	var next func(i, used int)
	next = func(i, used int) {
		if i == n {
			f(z)
			return
		}
		for k := range used + 1 {
			z[i] = k
			next(i+1, max(used, k+1))
		}
	}
	next(0, 0)
}

func settingsWith(t testing.TB, set map[string]string, fix ...string) inference.Settings {
	t.Helper()
	s := Model{}.Info().Defaults()
	for name, v := range set {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range fix {
		if err := s.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// marginal returns the density of rows in one cluster, missing cells integrated out: by
// the component itself where it can, by quadrature over up to one cell for full ones.
func marginal(p *conjugate.Prior, full bool, rows [][]float64) float64 {
	if !full {
		c := conjugate.NewGaps(p)
		c.Fill(rows)
		return math.Exp(c.LogMarginal())
	}
	c := conjugate.NewFull(p)
	for i, x := range rows {
		if !conjugate.Incomplete(x) {
			continue
		}
		filled := append([][]float64(nil), rows...)
		sum, h := 0.0, 0.02
		for u := -1 + h/2; u < 1; u += h { // x = u/(1−u²)
			v := u / (1 - u*u)
			filled[i] = append([]float64(nil), x...)
			for j := range x {
				if math.IsNaN(x[j]) {
					filled[i][j] = v
				}
			}
			sum += h * (1 + u*u) / ((1 - u*u) * (1 - u*u)) * marginal(p, true, filled)
		}
		return sum
	}
	c.Fill(rows)
	return math.Exp(c.LogMarginal())
}

// A shapeDraw is a value of T with its weight. Those of diagonal clusters are a grid for each column; full ones are
// drawn from the Wishart distribution. T below its floor is left out.
type shapeDraw struct {
	t      []float64
	weight float64
}

func gridOf(first, least float64) (grid []shapeDraw) {
	const points = 240
	low, high := math.Log(math.Max(least, 1e-9*first)), math.Log(60*first)
	for k := range points {
		t := math.Exp(low + (high-low)*(float64(k)+0.5)/points)
		grid = append(grid, shapeDraw{[]float64{t}, t * math.Exp(-t/first)}) // Exp(1/T₀), and dt = t d ln t
	}
	return grid
}

// Frequencies of the number of clusters and of pairs together are those of summing over
// all partitions, T integrated: for both covariances, with missing cells, by every kind of move.
func TestAgainstAllPartitions(t *testing.T) {
	two := mat.NewDense(6, 2, []float64{-1.2, -1, -0.8, -1.3, -1, -0.7, 1.1, 0.9, 0.8, 1.4, 0.1, 0.3})
	holes := mat.NewDense(5, 2, []float64{-1.2, -1, -0.8, nan, -1, -0.7, 1.1, nan, 0.8, 1.4})
	hole := mat.NewDense(5, 2, []float64{-1.2, -1, -0.8, -0.9, -1, -0.7, 1.1, nan, 0.8, 1.4})
	for name, c := range map[string]struct {
		x          *mat.Dense
		covariance string
		moves      string // split_merge
	}{
		"one column":           {mat.NewDense(6, 1, []float64{-1.1, -0.9, -1, 0.2, 1.1, 1.4}), "diagonal", "3"},
		"one column, full":     {mat.NewDense(6, 1, []float64{-1.1, -0.9, -1, 0.2, 1.1, 1.4}), "full", "3"},
		"diagonal":             {two, "diagonal", "1"},
		"diagonal, Gibbs only": {two, "diagonal", "0"},
		"full":                 {two, "full", "3"},
		"diagonal with gaps":   {holes, "diagonal", "2"},
		"full with gaps":       {hole, "full", "2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := settingsWith(t, map[string]string{"covariance": c.covariance, "split_merge": c.moves, "concentration": "0.8",
				"scale": "0.3", "kappa": "0.4"},
				"concentration", "scale", "kappa")
			n, _ := c.x.Dims()
			full := c.covariance == "full"
			if _, d := c.x.Dims(); full && d > 1 && testing.Short() {
				t.Skip("takes two seconds")
			}
			rows, _ := conjugate.Rows(c.x)
			exact := newEnumeration(t, c.x, full)
			const batchesOfT = 10
			sums := make([][]float64, batchesOfT) // of each batch: all, each number of clusters, each pair
			for b := range sums {
				sums[b] = make([]float64, 1+n+n*n)
			}
			eachPartition(n, func(z []int) {
				groups := labels.Members(z)
				prior := 1.0
				for _, m := range groups {
					prior *= 0.8 * math.Gamma(float64(len(m)))
				}
				for b := range sums {
					w := prior * exact.marginal(groups, rows, b, batchesOfT)
					sums[b][0] += w
					sums[b][len(groups)] += w
					for i := range n {
						for j := range n {
							if z[i] == z[j] {
								sums[b][1+n+i*n+j] += w
							}
						}
					}
				}
			})
			chain := newSampler(c.x, s, inference.Streams{Seed: 5}, 1)
			const sweeps, batches = 24_000, 40
			names := 0
			got := make([][]float64, batches)
			for b := range batches {
				got[b] = make([]float64, n+n*n)
				for k := 0; k < sweeps/batches; {
					if !chain.advance() {
						continue
					}
					k++
					if err := chain.state.check(); k%100 == 0 && err != nil {
						t.Fatal(err)
					}
					got[b][len(chain.state.Active)-1] += float64(batches) / sweeps
					for i, a := range chain.state.z {
						for j, z := range chain.state.z {
							if a == z {
								got[b][n+i*n+j] += float64(batches) / sweeps
							}
						}
					}
				}
			}
			for q := range n + n*n {
				total, of, spread := 0.0, 0.0, 0.0
				for _, b := range sums {
					total, of = total+b[0], of+b[1+q]
				}
				want := of / total
				for _, b := range sums { // a ratio of sums, by its batches
					spread += (b[1+q] - want*b[0]) * (b[1+q] - want*b[0]) / (total * total)
				}
				mean, square := 0.0, 0.0
				for _, g := range got {
					mean += g[q] / batches
					square += g[q] * g[q] / batches
				}
				if !full { // a grid, whose points lie close together
					spread = 0
				}
				se := math.Sqrt(max(0, square-mean*mean)/(batches-1)+spread) + 1e-4
				if !(math.Abs(mean-want) <= 4*se) {
					t.Errorf("quantity %d: %.4f ± %.4f, by enumeration %.4f ± %.4f", q, mean, se, want, math.Sqrt(spread))
				}
				names++
			}
			t.Logf("%d frequencies agree", names)
		})
	}
}

// An enumeration integrates T of clusters with ρ = 0.3, κ₀ = 0.4 and δ = 3.
type enumeration struct {
	mean   []float64
	full   bool
	shapes [][]shapeDraw      // of each column; one list of whole ones if full
	known  map[string]float64 // marginals by column, shape and rows
}

func newEnumeration(t *testing.T, x *mat.Dense, full bool) *enumeration {
	t.Helper()
	_, d := x.Dims()
	p, err := base(x, full, 0.4, 3, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	floor := conjugate.NewShapes(p, rounding(x)).Floor
	e := &enumeration{mean: p.Mean, full: full, known: map[string]float64{}}
	if !full || d == 1 {
		for j, v := range p.Shape() {
			e.shapes = append(e.shapes, gridOf(v, floor[j]/0.3)) // W(2, T₀/2) of one column is the exponential distribution, too
		}
		return e
	}
	first := p.Shape()
	scale := mat.NewSymDense(2, []float64{first[0] / 3, first[1] / 3, first[1] / 3, first[2] / 3})
	wishart, ok := distmat.NewWishart(scale, 3, rand.NewPCG(3, 1))
	if !ok {
		t.Fatal("no Wishart distribution")
	}
	var list []shapeDraw
	var w mat.SymDense
	draws := 1500
	if _, gaps := conjugate.Rows(x); gaps { // each takes a quadrature
		draws = 600
	}
	for len(list) < draws {
		wishart.RandSymTo(&w)
		a, b, c := w.At(0, 0), w.At(0, 1), w.At(1, 1)
		if 0.3*a >= floor[0] && 0.3*(c-b*b/a) >= floor[1] {
			list = append(list, shapeDraw{[]float64{a, b, b, c}, 1})
		}
	}
	e.shapes = append(e.shapes, list)
	return e
}

// marginal returns the density of rows in groups, summed over every so many of the shapes.
func (e *enumeration) marginal(groups [][]int, rows [][]float64, from, step int) float64 {
	all := 1.0
	for j, shapes := range e.shapes {
		sum := 0.0
		for k := from; k < len(shapes); k += step {
			w := shapes[k].weight
			for _, m := range groups {
				key := fmt.Sprint(j, k, m)
				v, ok := e.known[key]
				if !ok {
					v = e.of(j, shapes[k].t, m, rows)
					e.known[key] = v
				}
				w *= v
			}
			sum += w
		}
		all *= sum
	}
	return all
}

// of returns the density of some rows as a cluster of a shape: of one column, or of all.
func (e *enumeration) of(j int, t []float64, m []int, rows [][]float64) float64 {
	var in [][]float64
	for _, i := range m {
		if e.full {
			in = append(in, rows[i])
		} else {
			in = append(in, rows[i][j:j+1])
		}
	}
	if !e.full {
		return marginal(conjugate.NewDiagonalPrior(e.mean[j:j+1], t, 0.4, 3, 0.3), false, in)
	}
	p, err := conjugate.NewFullPrior(e.mean, t, 0.4, 3, 0.3)
	if err != nil {
		panic(err)
	}
	return marginal(p, true, in)
}

// wrong is a cluster whose rows look wider than they are when they choose where to go:
// TestGewekeFindsFaults finds it.
type wrong struct{ conjugate.Component }

func (w wrong) LogPredictive(x []float64) float64 { return w.Component.LogPredictive(stretched(x)) }

func (w wrong) Density(x, work []float64) float64 { return w.Component.Density(stretched(x), work) }

func (w wrong) CopyFrom(c conjugate.Component) { w.Component.CopyFrom(c.(wrong).Component) }

func stretched(x []float64) []float64 {
	y := append([]float64(nil), x...)
	for j := range y {
		y[j] *= 1.3
	}
	return y
}

// The log joint density, over all partitions of three rows, is that of the restaurant, written out, times the densities
// of the clusters and the exponential priors of α, of
// rate ln 6, ρ, κ₀ and T, for that of T but for its constant.
func TestLogJointWrittenOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	j := newJoint(false, false, hyper{alpha: 0.7}, rng)
	s := j.state
	s.prior.Scale, s.prior.Kappa = 1.3, 0.6
	j.x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, j.x)
	factorial := []float64{1, 1, 2, 6, 24, 120}
	eachPartition(jointRows, func(z []int) {
		j.adopt(z)
		clusters := map[int][][]float64{}
		for i, k := range z {
			clusters[k] = append(clusters[k], j.x.RawRowView(i))
		}
		want := math.Log(math.Log(6)) - math.Log(6)*0.7 - 1.3 - 0.6 - 2 // T is T₀, of two columns
		for i := range jointRows {
			want -= math.Log(0.7 + float64(i))
		}
		for _, rows := range clusters {
			want += math.Log(0.7*factorial[len(rows)-1]) + math.Log(marginal(s.prior, false, rows))
		}
		if got := s.logJoint(); !(math.Abs(got-want) <= 1e-9) {
			t.Fatalf("%v: %v, want %v", z, got, want)
		}
	})
}

// The statistics of Geweke's test are what their names say.
func TestStatisticsOfTheJoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	j := newJoint(false, false, hyper{alpha: 0.7}, rng)
	j.Draw()
	spread, apart := 0.0, 0.0
	for i := range jointRows {
		for c := range jointColumns {
			v, e := j.x.At(i, c), j.x.At(i, c)-j.x.At(0, c)
			spread += 1 - 1/(1+v*v)
			apart += 1 - 1/(1+e*e)
		}
	}
	got := j.statistics()
	if !(math.Abs(got[5]-spread) <= 1e-12 && math.Abs(got[6]-apart) <= 1e-12 &&
		math.Abs(got[0]-math.Log(j.state.hyper.alpha)) <= 1e-12) {
		t.Errorf("%v, want a spread of %v and distances of %v", got, spread, apart)
	}
}
