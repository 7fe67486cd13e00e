package blockmodel

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

// A small is a network of few nodes with its law.
type small struct {
	name          string
	law           block.Law
	log           func(y, e []float64) float64 // the same by its formula: cells and exposures of a block
	directed, own bool
	table         [][]float64
	degrees       []float64
	// What another program found for the concentration 1: the log evidence, and nodes 1 and 2, and 3 and 4, together.
	evidence, first, last float64
}

func lgamma(x float64) float64 { v, _ := math.Lgamma(x); return v }

func beta(y, _ []float64) float64 {
	ones := 0.0
	for _, v := range y {
		ones += v
	}
	n := float64(len(y))
	return lgamma(ones+.5) + lgamma(n-ones+.5) - lgamma(n+1) - 2*lgamma(.5)
}

func gamma(y, e []float64) float64 { // Ga(1, .5)
	sum, weight, rest := 0.0, 0.0, 0.0
	for k, v := range y {
		sum += v
		weight += e[k]
		rest += v*math.Log(e[k]) - lgamma(v+1)
	}
	return math.Log(.5) + lgamma(1+sum) - (1+sum)*math.Log(.5+weight) + rest
}

func normal(y, _ []float64) float64 { // m 0, κ .5, a 1.5, b .5
	n, sum, square := float64(len(y)), 0.0, 0.0
	for _, v := range y {
		sum += v
	}
	if n == 0 {
		return 0
	}
	for _, v := range y {
		square += (v - sum/n) * (v - sum/n)
	}
	b := .5 + square/2 + .5*n*(sum/n)*(sum/n)/(2*(.5+n))
	return lgamma(1.5+n/2) - lgamma(1.5) + 1.5*math.Log(.5) - (1.5+n/2)*math.Log(b) + math.Log(.5/(.5+n))/2 -
		n/2*math.Log(2*math.Pi)
}

func smalls() []small {
	yes, counts := block.NewBinary(.5, .5), block.NewCounts(1, 1, 2)
	numbers := block.NewNumbers(0, .5, 1.5, .5)
	r := [][]float64{{0, 0, 1, 1}, {0, 0, 1, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}}
	c := [][]float64{{0, 4, 0, 1}, {3, 0, 1, 0}, {0, 0, 0, 6}, {1, 0, 5, 0}}
	return []small{
		{"directed", yes, beta, true, false, r, nil, -9.0169536889, .6024234485, .4609464549},
		{"with own links", yes, beta, true, true, r, nil, -11.0739171439, .8123347334, .4665038913},
		{"undirected", yes, beta, false, false,
			[][]float64{{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 1}, {0, 0, 1, 0}}, nil,
			-4.5185386554, .6119402985, .2537313433},
		{"counts", counts, gamma, true, false, c, nil, -21.0870967006, .8131172469, .8774085058},
		{"numbers, with a blank", numbers, normal, false, true, [][]float64{{.1, 1, -1, -.9}, {1, .2, -1.1, nan},
			{-1, -1.1, 0, .8}, {-.9, nan, .8, .1}}, nil, nan, nan, nan},
		{"directed numbers", numbers, normal, true, true,
			[][]float64{{.1, 1, -1, -.9}, {.8, .2, -1.1, nan}, {.3, .4, 0, .8},
				{.5, .1, .8, .1}}, nil, nan, nan, nan},
		{"degrees", counts, gamma, true, false, c, []float64{.5, 1.5, 1, 2}, nan, nan, nan},
		{"undirected counts of degrees", counts, gamma, false, true,
			[][]float64{{0, 3, 0, 1}, {3, 2, nan, 0}, {0, nan, 0, 4},
				{1, 0, 4, 1}}, []float64{.5, 1.5, 1, 2}, nan, nan, nan},
	}
}

func (c small) network() *network {
	t := &network{n: len(c.table), directed: c.directed, own: c.own, law: c.law, scale: 1,
		out: c.degrees, in: c.degrees,
		y: make([]float64, len(c.table)*len(c.table)), back: make([]float64, len(c.table)*len(c.table))}
	for i, row := range c.table {
		for j, y := range row {
			t.set(i, j, y)
		}
	}
	return t
}

func (c small) state() *state {
	t := c.network()
	return &state{parts: []part{newLayer(t)}, alpha: 1, fixed: true, usual: true, z: make([]int, t.n)}
}

// joint returns the log probability of the links and a partition, by filling blocks cell by cell.
func (c small) joint(z []int) float64 {
	n := len(c.table)
	log := -lgamma(float64(n) + 1)
	for k := range n {
		size := 0.0
		for _, v := range z {
			if v == k {
				size++
			}
		}
		if size > 0 {
			log += lgamma(size)
		}
		for b := range n {
			var y, e []float64
			for i := range n {
				for j := range n {
					switch {
					case math.IsNaN(c.table[i][j]) || i == j && !c.own || !c.directed && i > j:
						continue
					case c.directed && (z[i] != k || z[j] != b):
						continue
					case !c.directed && (min(z[i], z[j]) != k || max(z[i], z[j]) != b):
						continue
					}
					y = append(y, c.table[i][j])
					if c.degrees == nil {
						e = append(e, 1)
					} else {
						e = append(e, c.degrees[i]*c.degrees[j])
					}
				}
			}
			if len(y) > 0 {
				log += c.log(y, e)
			}
		}
	}
	return log
}

// exact returns the probability of each partition, and the evidence.
func (c small) exact() (p map[string]float64, evidence float64) {
	p = map[string]float64{}
	inferencetest.Partitions(len(c.table), func(z []int) {
		v := math.Exp(c.joint(z))
		p[fmt.Sprint(z)] = v
		evidence += v
	})
	for k := range p {
		p[k] /= evidence
	}
	return p, evidence
}

// The log joint of every partition, and the gain of every node in every cluster, are those of blocks that are filled
// cell by cell; the evidence is that of another program.
func TestEnumeration(t *testing.T) {
	for _, c := range smalls() {
		_, evidence := c.exact()
		if !math.IsNaN(c.evidence) {
			inferencetest.Near(t, c.name+" evidence", math.Log(evidence), c.evidence, 1e-9)
		}
		inferencetest.Partitions(len(c.table), func(z []int) {
			s := c.state()
			copy(s.z, z)
			s.begin()
			want := c.joint(z)
			inferencetest.Near(t, fmt.Sprint(c.name, z), s.logJoint(), want, 1e-9)
			for i := range z {
				s.check(t)
				k := s.z[i]
				s.gather(i)
				s.parts[0].take(k)
				s.z[i] = -1
				s.Clusters[k].size--
				there := s.gain(k)
				for b := range len(z) {
					other := append([]int(nil), z...)
					other[i] = b
					fresh := c.state()
					copy(fresh.z, other)
					fresh.begin()
					gain := 0.0
					switch {
					case b < s.room && b < len(s.Clusters) && s.Place(b) >= 0:
						gain = s.gain(b)
					default:
						gain = s.alone()
					}
					log := func(z []int) float64 { // the links alone
						with := c
						v := with.joint(z) + lgamma(float64(len(z))+1)
						for _, n := range sizes(append([]int(nil), z...)) {
							if n > 0 {
								v -= lgamma(float64(n))
							}
						}
						return v
					}
					inferencetest.Near(t, fmt.Sprint(c.name, z, " node ", i, " to ", b), gain-there,
						log(other)-log(z), 1e-9)
				}
				s.join(i, k)
			}
		})
	}
}

// check compares the blocks with those that are filled anew.
func (s *state) check(t *testing.T) {
	t.Helper()
	again := &state{alpha: s.alpha, fixed: s.fixed, z: append([]int(nil), s.z...)}
	for _, p := range s.parts {
		again.parts = append(again.parts, p.with(p.hyper()))
	}
	again.begin()
	inferencetest.Near(t, "log joint anew", s.logJoint(), again.logJoint(), 1e-8)
	if len(s.Active) != len(again.Active) {
		t.Fatalf("%d clusters, anew %d", len(s.Active), len(again.Active))
	}
	l := s.parts[0].(*layer)
	for _, k := range s.Active {
		for b := range s.room {
			for x, v := range l.block(l.to, b, k) {
				switch {
				case l.t.directed && b != k && !(math.Abs(l.block(l.from, k, b)[x]-v) <= 1e-9):
					t.Fatalf("block %d, %d is not that which is seen from its other side", b, k)
				case l.t.directed && b == k && l.block(l.from, k, k)[x] != 0:
					t.Fatalf("block %d with itself counts twice", k)
				case !l.t.directed && !(math.Abs(l.block(l.to, k, b)[x]-v) <= 1e-9):
					t.Fatalf("block %d, %d has two values", b, k)
				}
			}
		}
	}
}

// In a long run every partition comes up as often as the sum over all of them says: by visits, by split-merge
// proposals, and by both.
func TestLongRun(t *testing.T) {
	n := 30_000
	if testing.Short() {
		n = 15_000
	}
	for _, c := range smalls() {
		exact, _ := c.exact()
		for name, moves := range map[string]struct {
			visit bool
			merge int
		}{"visits": {true, 0}, "split-merge": {false, 2}, "both": {true, 1}} {
			s := c.state()
			rng := rand.New(rand.NewPCG(1, 2))
			count := map[string]float64{}
			first, last := 0.0, 0.0
			s.begin()
			for r := range n {
				for i := range s.z {
					if moves.visit {
						s.visit(i, rng)
					}
				}
				for range moves.merge {
					s.splitMerge(rng)
				}
				if r%100 == 0 {
					s.check(t)
				}
				z := append([]int(nil), s.z...)
				labels.Number(z)
				count[fmt.Sprint(z)]++
				if z[0] == z[1] {
					first += 1 / float64(n)
				}
				if z[2] == z[3] {
					last += 1 / float64(n)
				}
			}
			noise, got := 0.0, 0.0 // the distance expected of n independent draws is about ½ Σ √(2p/πn)
			for k, p := range exact {
				noise += math.Sqrt(2*p/(math.Pi*float64(n))) / 2
				got += math.Abs(count[k]/float64(n)-p) / 2
			}
			if !(got < 3*noise+.004) {
				t.Errorf("%s by %s: total variation %v, of independent draws %v", c.name, name, got, noise)
			}
			if within := 6 / math.Sqrt(float64(n)); !math.IsNaN(c.first) {
				inferencetest.Near(t, c.name+" by "+name+", first", first, c.first, within)
				inferencetest.Near(t, c.name+" by "+name+", last", last, c.last, within)
			}
		}
	}
}

// A hidden link is predicted as the sum over all partitions says.
func TestHiddenLink(t *testing.T) {
	x := mat.NewDense(4, 4, []float64{0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, nan, 0})
	data := inferencetest.DatasetOf(x)
	data.Kind = inference.Binary
	s := Model{}.Info().Defaults()
	for _, err := range []error{s.Fix("concentration", true), s.Set("prior", "usual")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	step, err := Model{}.New(data, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := step.(*sampler)
	p := 0.0
	const rounds = 30 // each of 400 draws after burn-in, of which 100 predict
	for r := range rounds {
		for c.Iteration < 800*(r+1) {
			if _, err := c.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		got, mean, err := c.LogCells([]inference.Cell{{Row: 3, Column: 2}}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "mean", mean[0], math.Exp(got[0]), 1e-12)
		p += math.Exp(got[0]) / rounds
		c.Draws.Draws = nil
	}
	inferencetest.Near(t, "link", p, .4056190223, .012) // as another program has it
}
