package bicluster

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

var nan = math.NaN()

// A small is a table of few cells with its law.
type small struct {
	name  string
	law   block.Law
	table [][]float64
	// What another program found by summing over all partitions of both sides, for concentrations of 1: rows 1 and 2,
	// and columns 1 and 2, together.
	rows, columns float64
}

func smalls() []small {
	return []small{
		{"yes/no", block.NewBinary(0.5, 0.5),
			[][]float64{{1, 1, 0, 0}, {1, nan, 0, 0}, {0, 0, 1, 1}, {0, 1, 1, nan}}, .6896390656, nan},
		{"numbers", block.NewNumbers(0, 0.5, 1.5, 0.5), [][]float64{{.2, .1, 2}, {0, .4, 2.3}, {-1, -1.4, nan}},
			.8940150109, .7961372003},
		{"counts", block.NewCounts(1, 1, 2), [][]float64{{3, 4, 0}, {5, 2, 1}, {0, nan, 7}}, .7101801155, .6232782938},
	}
}

func (c small) state() *state {
	t := &table{n: len(c.table), d: len(c.table[0]), parts: []part{{law: c.law, columns: len(c.table[0])}}}
	for _, row := range c.table {
		t.x = append(t.x, row...)
	}
	for j := range t.d {
		t.part, t.place = append(t.part, 0), append(t.place, j)
	}
	return &state{t: t, laws: t.tabulated(t.laws()), alpha: [2]float64{1, 1}, fixed: [2]bool{true, true}, usual: true,
		z: [2][]int{make([]int, t.n), make([]int, t.d)}}
}

// exact returns the probability of each pair of partitions, by the likelihood of blocks that are filled one by one.
func (c small) exact() map[string]float64 {
	n, d := len(c.table), len(c.table[0])
	restaurant := func(z []int) (log float64) {
		for k := range len(z) {
			size := 0
			for _, v := range z {
				if v == k {
					size++
				}
			}
			if size > 0 {
				v, _ := math.Lgamma(float64(size))
				log += v
			}
		}
		return log
	}
	out, total := map[string]float64{}, 0.0
	inferencetest.Partitions(n, func(z []int) {
		inferencetest.Partitions(d, func(w []int) {
			log := restaurant(z) + restaurant(w)
			for a := range n {
				for b := range d {
					s := make([]float64, c.law.Width())
					for i := range n {
						for j := range d {
							if z[i] == a && w[j] == b {
								c.law.Add(s, c.table[i][j], 1)
							}
						}
					}
					log += c.law.Log(s)
				}
			}
			out[fmt.Sprint(z, w)] = math.Exp(log)
			total += math.Exp(log)
		})
	})
	for k := range out {
		out[k] /= total
	}
	return out
}

// distance is the total variation between frequencies and probabilities.
func distance(count map[string]float64, n float64, exact map[string]float64) (sum float64) {
	for k, p := range exact {
		sum += math.Abs(count[k]/n-p) / 2
	}
	return sum
}

// In a long run every pair of partitions comes up as often as the sum over all of them says: by Gibbs steps, and by
// those and split-merge proposals. A chain whose proposals of one kind are accepted too readily fails.
func TestLongRun(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 8_000
	}
	for _, c := range smalls() {
		exact := c.exact()
		for name, moves := range map[string]struct{ visit, merge bool }{"Gibbs": {true, false}, "both": {true, true}} {
			s := c.state()
			rng := rand.New(rand.NewPCG(1, 2))
			count := map[string]float64{}
			together := [2]float64{}
			for range n {
				for which := range s.z {
					s.ready(which)
					if moves.visit {
						for i := range s.z[which] {
							s.moving.Visit(i, rng)
						}
					}
					for range 2 {
						if moves.merge {
							s.moving.SplitMerge(rng)
						}
					}
					if err := s.check(); err != nil {
						t.Fatal(err)
					}
					s.end()
				}
				count[fmt.Sprint(s.z[0], s.z[1])]++
				for which, z := range s.z {
					if z[0] == z[1] {
						together[which] += 1 / float64(n)
					}
				}
			}
			// The distance expected of n independent draws is about ½ Σ √(2p/πn).
			noise := 0.0
			for _, p := range exact {
				noise += math.Sqrt(2*p/(math.Pi*float64(n))) / 2
			}
			if got := distance(count, float64(n), exact); !(got < 2.5*noise+0.004) {
				t.Errorf("%s by %s: total variation %v, of independent draws %v", c.name, name, got, noise)
			}
			within := 6 / math.Sqrt(float64(n))
			inferencetest.Near(t, c.name+" rows", together[0], c.rows, within)
			if !math.IsNaN(c.columns) {
				inferencetest.Near(t, c.name+" columns", together[1], c.columns, within)
			}
		}
	}
}

// Split-merge proposals alone are in equilibrium: the columns are held, and only rows are proposed to split and merge.
func TestSplitMergeAlone(t *testing.T) {
	n := 60_000
	if testing.Short() {
		n = 30_000
	}
	for _, c := range smalls() {
		exact := map[string]float64{}
		s := c.state()
		s.z[ofColumns][0] = 0
		for j := 1; j < s.t.d; j++ {
			s.z[ofColumns][j] = 1
		}
		of := fmt.Sprint(s.z[ofColumns])
		total := 0.0
		for k, p := range c.exact() {
			if z := k[:len(k)-len(of)]; k[len(z):] == of {
				exact[z], total = p, total+p
			}
		}
		rng := rand.New(rand.NewPCG(3, 4))
		s.ready(ofRows)
		count := map[string]float64{}
		for range n {
			s.moving.SplitMerge(rng)
			z := append([]int(nil), s.z[ofRows]...)
			labels.Number(z)
			count[fmt.Sprint(z)+" "]++
		}
		if err := s.check(); err != nil {
			t.Fatal(err)
		}
		for k := range exact {
			exact[k] /= total
		}
		if len(exact) == 0 {
			t.Fatal("no partition of the rows was found")
		}
		noise := 0.0
		for _, p := range exact {
			noise += math.Sqrt(2*p/(math.Pi*float64(n))) / 2
		}
		if got := distance(count, float64(n), exact); !(got < 4*noise+0.002) {
			t.Errorf("%s: total variation %v, of independent draws %v", c.name, got, noise)
		}
	}
}

// A cell that is blank is predicted as the sum over all partitions says, and the probability of a row is the ratio of
// the sums with and without it.
func TestPredictions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	c := smalls()[0]
	sum := func(table [][]float64) float64 {
		with := c
		with.table = table
		return with.total()
	}
	filled := func(value float64) [][]float64 {
		var out [][]float64
		for _, row := range c.table {
			out = append(out, append([]float64(nil), row...))
		}
		out[1][1] = value
		return out
	}
	data := inferencetest.DatasetOf(mat.NewDense(4, 4, nil))
	for i, row := range c.table {
		data.X.SetRow(i, row)
	}
	data.Kind = inference.Binary
	m := Model{}
	s := m.Info().Defaults()
	for _, name := range []string{"row_concentration", "column_concentration"} {
		if err := s.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Set("prior", "usual"); err != nil {
		t.Fatal(err)
	}
	step, err := m.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	chain := step.(*sampler)
	cells, rows := 0.0, 0.0
	const rounds = 20 // each of 400 draws after burn-in, of which 100 predict
	row := mat.NewDense(1, 4, []float64{1, 0, nan, 0})
	for r := range rounds {
		for chain.Iteration < 800*(r+1) {
			if _, err := chain.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		got, mean, err := chain.LogCells([]inference.Cell{{Row: 1, Column: 1}}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "mean", mean[0], math.Exp(got[0]), 1e-12)
		cells += math.Exp(got[0]) / rounds
		density, err := chain.LogDensity(context.Background(), row)
		if err != nil {
			t.Fatal(err)
		}
		rows += math.Exp(density[0]) / rounds
		chain.Draws.Draws = nil
	}
	inferencetest.Near(t, "cell", cells, .6448351027, 0.01) // as another program has it
	inferencetest.Near(t, "cell by the sums", cells, sum(filled(1))/(sum(filled(1))+sum(filled(0))), 0.01)
	more := append(append([][]float64(nil), c.table...), row.RawRowView(0))
	inferencetest.Near(t, "row", rows, sum(more)/sum(c.table), 0.003)
}

// total is the sum over all pairs of partitions, with concentrations of 1.
func (c small) total() float64 {
	n, d := len(c.table), len(c.table[0])
	restaurant := func(z []int) float64 {
		p := 1.0
		count := make([]float64, len(z))
		for i, k := range z {
			if count[k] > 0 {
				p *= count[k]
			}
			p /= 1 + float64(i)
			count[k]++
		}
		return p
	}
	sum := 0.0
	inferencetest.Partitions(n, func(z []int) {
		inferencetest.Partitions(d, func(w []int) {
			p := restaurant(z) * restaurant(w)
			s := map[[2]int][]float64{}
			for i := range n {
				for j := range d {
					key := [2]int{z[i], w[j]}
					if s[key] == nil {
						s[key] = make([]float64, c.law.Width())
					}
					p *= math.Exp(c.law.LogNext(s[key], c.table[i][j], 1))
					c.law.Add(s[key], c.table[i][j], 1)
				}
			}
			sum += p
		})
	})
	return sum
}
