//go:build validate

package pydt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
)

// fullSequential is the build of math 6.2 to the letter: each of the three best
// positions of every row is polished to convergence before the best is kept. See rival for points.
func fullSequential(p *problem, h hyper, points float64, rng *rand.Rand) float64 {
	s := newState(p, h)
	order := rng.Perm(p.n)
	s.begin(int32(order[0]), int32(order[1]))
	for i, v := range order[2:] {
		r := int32(v)
		s.parent[r] = absent
		a := newAttacher(s)
		a.start(r)
		for !a.advance(1 << 30) {
		}
		found := append([]position(nil), a.best(tried)...)
		base, hold := s.capture(), s.hyper
		var best *sketch
		var bestHyper hyper
		for _, at := range found {
			s.hyper = hold
			s.load(base)
			s.setNoise()
			s.climb(s.link(r, at))
			s.recompute()
			cells := 0
			for _, cl := range s.classes {
				cells += (i + 3) * (cl.high - cl.low)
			}
			w := newPolisher(s, cells, 50, 1e-6)
			w.restructure = false
			for !w.advance(1 << 30) {
			}
			if f := s.objective(); best == nil || f > best.Objective {
				best, bestHyper = s.capture(), s.hyper
				best.Objective = f
			}
		}
		s.hyper = bestHyper
		s.load(best)
		s.setNoise()
		s.recompute()
	}
	return rival(s, p.cells, points)
}

// rival gives a tree the number of branch points that the search is to give its own, unless that is NaN, and returns its
// score. Without, trees of more branch points have more evidence each: there are many more of them (math 6.4).
func rival(s *state, cells int, points float64) float64 {
	polish := func(rounds int) {
		w := newPolisher(s, cells, rounds, 1e-8)
		w.restructure = false
		for !w.advance(1 << 30) {
		}
	}
	polish(100)
	if !math.IsNaN(points) {
		b := newBalancer(s, points, 1)
		for !b.advance(1 << 30) {
		}
		polish(100)
	}
	return s.score()
}

// wardWithTimes is the score of the Ward tree with times and hyperparameters at their best. See rival for points.
func wardWithTimes(p *problem, h hyper, points float64, data *inference.Dataset) float64 {
	s := newState(p, h)
	s.adoptShape(linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows))
	s.roughTimes()
	return rival(s, p.cells, points)
}

const rivalsHead = "\nLog evidence of the structure that the timed runs (200 search steps) found, against the Ward tree with optimised times and against one full\n" +
	"sequential build in which every row's three best positions are polished to convergence; least and mean gain over five\n" +
	"seeds, nats. Wanted: never negative. For pydt all have the number of branch points that the run expects, likeliest first, and\n" +
	"the term that holds trees to it is counted.\n\n| data | model | over Ward, least / mean | over a full build, least / mean |\n|---|---|---|---|\n"

// validateRivals writes the lines of one table of data.
func validateRivals(t *testing.T, b *strings.Builder, name string, from func(seed uint64) *inference.Dataset) {
	for _, m := range []inference.Model{DDT{}, Model{}} {
		var ward, full []float64
		for seed := range uint64(5) {
			data := from(seed)
			f, _ := runFit(t, m, data, nil, seed, 200, 2)
			h, points, score := f.start.plain(), math.NaN(), f.current.Objective
			if h.typical > 0 {
				points = f.expected()
			}
			ward = append(ward, score-wardWithTimes(f.problem, h, points, data))
			if n, _ := data.Dims(); n <= 200 {
				full = append(full, score-fullSequential(f.problem, h, points, rand.New(rand.NewPCG(seed, 99))))
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, m.Info().Name, leastAndMean(t, ward), leastAndMean(t, full))
	}
}

// TestValidateQualityRivals holds the trees that a search finds against others, by what it maximises.
func TestValidateQualityRivals(t *testing.T) {
	b := new(strings.Builder)
	defer writeTable(t, "quality-rivals", b)
	b.WriteString(rivalsHead)
	validateRivals(t, b, "fractal, 63 × 2", func(uint64) *inference.Dataset { return datasetOf(fractal()) })
	validateRivals(t, b, "prior, 200 × 5", func(seed uint64) *inference.Dataset { return priorData(200, 5, seed) })
}

// TestValidateQualityLargeRivals does so on 2,000 rows.
func TestValidateQualityLargeRivals(t *testing.T) {
	b := new(strings.Builder)
	defer writeTable(t, "quality-rivals-large", b)
	b.WriteString("\nThe same of more rows, where a full build takes the better part of an hour and was not run.\n\n" +
		"| data | model | over Ward, least / mean | over a full build, least / mean |\n|---|---|---|---|\n")
	validateRivals(t, b, "prior, 2000 × 171", func(seed uint64) *inference.Dataset { return priorData(2000, 171, seed) })
}

func leastAndMean(t *testing.T, x []float64) string {
	if len(x) == 0 {
		return "–"
	}
	least, mean := math.Inf(1), 0.0
	for _, v := range x {
		least, mean = math.Min(least, v), mean+v/float64(len(x))
	}
	if least < 0 {
		t.Errorf("a run ended %.2f nats below", -least)
	}
	return fmt.Sprintf("%.2f / %.2f", least, mean)
}
