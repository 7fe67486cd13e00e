package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/observation"
)

// A seen item says what its cells are given their latent numbers.
type seen struct {
	column observation.Column
	see    func(n int, u float64, rng *rand.Rand) float64
}

// allKinds are items of every kind: a number, yes/no, levels in order, counts with library sizes, numbers below a
// limit, numbers with outliers.
func allKinds() []seen {
	limits, three := map[int]column.Interval{}, observation.NewCategories(3)
	offset := []float64{0, .5, -.4, 1, .2}
	grades, robust := observation.NewOrdered([]float64{-.5, .6}), observation.NewRobust(nil)
	return []seen{
		{},
		{observation.YesNo{}, func(_ int, u float64, _ *rand.Rand) float64 { return float64(number(u > 0)) }},
		{grades, func(_ int, u float64, _ *rand.Rand) float64 {
			cuts := grades.Parameters()
			return float64(number(u > cuts[0]) + number(u > cuts[1]))
		}},
		{observation.NewCounts(offset, .4, .1), func(n int, u float64, rng *rand.Rand) float64 {
			rate := math.Exp(offset[n] + .4 + .1*u)
			if rate > 1e5 { // so large that its distribution hardly matters
				return math.Round(rate + math.Sqrt(rate)*rng.NormFloat64())
			}
			return float64(poisson(rate, rng))
		}},
		{&observation.Censored{Limit: limits}, func(n int, u float64, _ *rand.Rand) float64 {
			delete(limits, n)
			if u < -.3 {
				limits[n] = column.Interval{Low: math.Inf(-1), High: -.3}
				return math.NaN()
			}
			return u
		}},
		{column: observation.Contrast{Of: three}}, {column: observation.Contrast{Of: three, Index: 1}},
		{robust, func(_ int, u float64, rng *rand.Rand) float64 {
			return u + robust.Parameters()[0]*rng.NormFloat64()/math.Sqrt((rng.ExpFloat64()+rng.ExpFloat64())/2)
		}},
	}
}

// levelOf returns the level of three whose utility is the greatest, by contrasts written out here.
func levelOf(u, v float64) float64 {
	utilities := []float64{u/math.Sqrt2 + v/math.Sqrt(6), -u/math.Sqrt2 + v/math.Sqrt(6), -2 * v / math.Sqrt(6)}
	return float64(slices.Index(utilities, slices.Max(utilities)))
}

// kindStatistics are those of the latent numbers beside those of all states.
var kindStatistics = append(slices.Clone(statisticNames), "b of yes/no", "b of counts", "tanh log ψ of yes/no",
	"tanh log ψ of counts", "yes", "grades", "log counts", "below the limit", "yes·number", "counts·grades",
	"u·yes", "middle u²", "u·counts", "first level", "u·first level", "level·number", "b of category",
	"tanh log ψ of category", "v·third level", "cut points", "width", "width·middle",
	"log τ of outliers", "y·u of outliers", "y²·τ of outliers")

// replicateKinds draws from the joint distribution of all kinds of items and lets kernel move it, with new cells before
// each time but the first, so that what cells and unknowns have in common at the end is seen.
func replicateKinds(o Options, missing []bool, sweeps int, rng *rand.Rand,
	kernel func(*State, *rand.Rand)) (before, after []float64) {
	items, n := allKinds(), 5
	missing = slices.Clone(missing)
	copy(missing[6*n:], missing[5*n:6*n]) // a category is missing with all its contrasts
	s := empty(o, len(items), n, missing)
	l := &latent{base: make([]float64, len(items)), together: make([][]observation.Factor, len(items)),
		levels: make([][]float64, len(items))}
	s.obs.latent = l
	grades := items[2].column.(*observation.Ordered)
	if o.learnCuts {
		l.levels[2], l.levels[7] = slices.Repeat([]float64{math.NaN()}, n), slices.Repeat([]float64{math.NaN()}, n)
		items[7].column.(*observation.Robust).SetParameters([]float64{math.Abs(rng.NormFloat64())})
		a, b := rng.NormFloat64(), rng.NormFloat64()
		grades.SetParameters([]float64{min(a, b), max(a, b)})
	}
	for d, item := range items {
		l.columns, l.cells = append(l.columns, item.column), append(l.cells, nil)
		if item.column == nil {
			continue
		}
		l.cells[d] = make([]observation.Factor, n)
		if k, is := item.column.(observation.Contrast); is && k.Index == 0 {
			l.together[d] = make([]observation.Factor, n)
		}
		if prior := item.column.Intercept(); prior > 0 {
			l.base[d] = math.Sqrt(prior) * rng.NormFloat64()
		}
	}
	var values []float64
	redraw := func() {
		s.draw(rng)
		values = make([]float64, len(items)*n)
		for d, item := range items {
			for i := range n {
				if missing[d*n+i] {
					continue
				}
				u := s.obs.row(d)[i] + l.base[d]
				values[d*n+i] = u
				if k, is := item.column.(observation.Contrast); is {
					first := d - k.Index
					v := levelOf(s.obs.row(first)[i]+l.base[first], s.obs.row(first + 1)[i]+l.base[first+1])
					values[d*n+i], l.cells[d][i] = v, item.column.Factor(i, v)
					if k.Index == 0 {
						l.together[d][i] = k.Cell(i, v)
					}
					continue
				}
				if item.column != nil {
					v := item.see(i, u, rng)
					values[d*n+i], l.cells[d][i] = v, item.column.Factor(i, v)
					if l.levels[d] != nil {
						l.levels[d][i] = v
					}
				}
			}
		}
		s.refresh()
	}
	statistics := func() []float64 {
		out := append(s.statistics(), l.base[1], l.base[3], math.Tanh(math.Log(s.tau[1])), math.Tanh(math.Log(s.tau[3])),
			0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, l.base[5], math.Tanh(math.Log(s.tau[6])), 0, 0, 0, 0, 0, 0, 0)
		tail := out[len(out)-21:]
		cuts := grades.Parameters()
		tail[15], tail[16] = cuts[0]+cuts[1], math.Log(cuts[1]-cuts[0])
		for i := range n {
			yes, grade, count := values[n+i], values[2*n+i], math.Log1p(values[3*n+i])
			tail[0] += yes
			tail[1] += grade
			tail[2] += count
			tail[3] += float64(number(math.IsNaN(values[4*n+i])))
			tail[4] += yes * math.Tanh(values[i])
			tail[5] += count * grade
			tail[6] += yes * math.Tanh(s.obs.row(1)[i]+l.base[1])
			u := s.obs.row(2)[i]
			tail[7] += float64(number(grade == 1)) * math.Tanh(u*u)
			tail[8] += count * math.Tanh(s.obs.row(3)[i]+l.base[3])
			level := values[5*n+i]
			tail[9] += float64(number(level == 0))
			tail[10] += float64(number(level == 0)) * math.Tanh(s.obs.row(5)[i]+l.base[5])
			tail[11] += level * math.Tanh(values[i])
			tau := math.Log(items[7].column.(*observation.Robust).Parameters()[0])
			y := values[7*n+i]
			tail[18] = tau
			tail[19] += math.Tanh(y * s.obs.row(7)[i])
			tail[20] += math.Tanh(y*y) * math.Tanh(tau)
			tail[17] += float64(number(grade == 1)) * (cuts[1] - cuts[0])
			tail[14] += float64(number(level == 2)) * math.Tanh(s.obs.row(6)[i]+l.base[6])
		}
		return out
	}
	s.drawPrior(rng)
	redraw()
	before = statistics()
	for i := range sweeps {
		if i > 0 {
			redraw()
		}
		kernel(s, rng)
	}
	return before, statistics()
}

// TestKindsReplicate has every kind of item in one table, every hyperparameter free, complete and with holes; chains
// whose latent numbers have a quarter of the noise, or whose intercepts have no prior, are caught.
func TestKindsReplicate(t *testing.T) {
	check :=
		func(t testing.TB, o Options, missing []bool, replicates int, kernel func(*State, *rand.Rand)) []inferencetest.Score {
			rng := rand.New(rand.NewPCG(17, 3))
			return inferencetest.Replicates(t, kindStatistics, func() (a, b []float64) {
				return replicateKinds(o, missing, 3, rng, kernel)
			}, replicates)
		}
	for name, change := range map[string]func(*Options){
		"nsfa": func(o *Options) {}, "readable": func(o *Options) { *o = o.Readable() },
		"sfa": func(o *Options) { o.support = Finite }, "fa": func(o *Options) { o.support, o.slab = Complete, Shared },
		"afa": func(o *Options) { o.support = Complete }, "shared noise": func(o *Options) { o.sharedNoise = true },
		"cut points":      func(o *Options) { o.learnCuts = true },
		"of shared noise": func(o *Options) { o.learnCuts, o.sharedNoise = true, true },
	} {
		t.Log(name)
		o := free()
		change(&o)
		check(t, o, make([]bool, 40), 2000, sweepOnce)
		check(t, o, holes(8, 5), 2000, sweepOnce)
	}
	cuts := free()
	cuts.learnCuts = true
	about := func(s *State, rng *rand.Rand) { // about latent numbers that are far more spread than they are
		l := s.obs.latent
		for range 5 {
			l.columns[2].(*observation.Ordered).LearnAbout(l.levels[2], fitOf(s, 2), 25/s.tau[2], rng)
		}
		renew(s, 0, s.obs.d, rng.Uint64())
		s.refresh()
	}
	if z := inferencetest.Greatest(check(&inferencetest.Recorder{TB: t}, cuts, make([]bool, 40), 1000, about)); !(z > 6) {
		t.Errorf("cut points about other latent numbers: the faulty chain differs by %v standard errors only", z)
	}
	for name, wrong := range map[string]func(*State, *rand.Rand){
		"noise": func(s *State, rng *rand.Rand) {
			for d := range s.tau {
				s.tau[d] *= 4
			}
			renew(s, 0, s.obs.d, rng.Uint64())
			for d := range s.tau {
				s.tau[d] /= 4
			}
			s.refresh()
		},
		"category": func(s *State, rng *rand.Rand) {
			s.tau[5], s.tau[6] = 4*s.tau[5], 4*s.tau[6]
			renewCategory(s, 5, rng)
			s.tau[5], s.tau[6] = s.tau[5]/4, s.tau[6]/4
			s.refresh()
		},
		"scale": func(s *State, rng *rand.Rand) { // of items whose cells have a say in it
			s.sweep(rng)
			for d := 2; d < 4; d++ {
				for range 10 {
					rescale(s, d, 1, rng)
				}
			}
		},
	} {
		if z :=
			inferencetest.Greatest(check(&inferencetest.Recorder{TB: t}, free(), make([]bool, 40), 1000, wrong)); !(z > 6) {
			t.Errorf("%s: the faulty chain differs by %v standard errors only", name, z)
		}
	}
}
