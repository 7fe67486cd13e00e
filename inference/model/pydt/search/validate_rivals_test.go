//go:build validate

package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/polishing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/process/timetree"
)

// fullSequential is the build of math 6.2 to the letter: each of the three best
// positions of every row is polished to convergence before the best is kept. See rival for points.
func fullSequential(p *problem.Problem, h hyper.Hyper, points float64, rng *rand.Rand) float64 {
	s := posterior.NewState(p, h)
	order := rng.Perm(p.N)
	s.Begin(int32(order[0]), int32(order[1]))
	for i, v := range order[2:] {
		r := int32(v)
		s.Parent[r] = timetree.Absent
		a := attaching.New(s)
		a.Start(r)
		for !a.Advance(1 << 30) {
		}
		found := append([]timetree.Position(nil), a.Best(placing.Tried)...)
		base, hold := s.Capture(), s.Hyper
		var best *posterior.Sketch
		var bestHyper hyper.Hyper
		for _, at := range found {
			s.Hyper = hold
			s.Load(base)
			s.SetNoise()
			s.Climb(s.Link(r, at))
			s.Recompute()
			cells := 0
			for _, cl := range s.Classes {
				cells += (i + 3) * (cl.High - cl.Low)
			}
			w := polishing.New(s, cells, 50, 1e-6)
			w.Restructure = false
			for !w.Advance(1 << 30) {
			}
			if f := s.Objective(); best == nil || f > best.Objective {
				best, bestHyper = s.Capture(), s.Hyper
				best.Objective = f
			}
		}
		s.Hyper = bestHyper
		s.Load(best)
		s.SetNoise()
		s.Recompute()
	}
	return rival(s, p.Cells, points)
}

// rival gives a tree the number of branch points that the search is to give its own, unless that is NaN, and returns
// its score. Without, trees of more branch points have more evidence each: there are many more of them (math 6.4).
func rival(s *posterior.State, cells int, points float64) float64 {
	polish := func(rounds int) {
		w := polishing.New(s, cells, rounds, 1e-8)
		w.Restructure = false
		for !w.Advance(1 << 30) {
		}
	}
	polish(100)
	if !math.IsNaN(points) {
		b := branches.NewBalancer(s, points, 1)
		for !b.Advance(1 << 30) {
		}
		polish(100)
	}
	return evidence.Score(s)
}

// wardWithTimes is the score of the Ward tree with times and hyperparameters at their best. See rival for points.
func wardWithTimes(p *problem.Problem, h hyper.Hyper, points float64, data *inference.Dataset) float64 {
	s := posterior.NewState(p, h)
	s.AdoptShape(linkage.Tree(linkage.Cluster(data.X, linkage.Ward), data.Rows))
	s.RoughTimes()
	return rival(s, p.Cells, points)
}

const rivalsHead = "\nLog evidence of the structure that the timed runs (200 search steps) found, against the Ward tree with optimised times and against one full\n" +
	"sequential build in which every row's three best positions are polished to convergence; least and mean gain over five\n" +
	"seeds, nats. Wanted: never negative. For pydt all have the number of branch points that the run expects, likeliest first, and\n" +
	"the term that holds trees to it is counted.\n\n| data | model | over Ward, least / mean | over a full build, least / mean |\n|---|---|---|---|\n"

// validateRivals writes the lines of one table of data.
func validateRivals(t *testing.T, b *strings.Builder, name string, from func(seed uint64) *inference.Dataset) {
	for _, m := range []searched{ddt, pydt} {
		var ward, full []float64
		for seed := range uint64(5) {
			data := from(seed)
			f, _ := runFit(t, m, data, nil, seed, 200, 2)
			h, points, score := f.start.Plain(), math.NaN(), f.Current.Objective
			if h.Typical > 0 {
				points = f.expected()
			}
			ward = append(ward, score-wardWithTimes(f.Problem, h, points, data))
			if n, _ := data.Dims(); n <= 200 {
				full = append(full, score-fullSequential(f.Problem, h, points, rand.New(rand.NewPCG(seed, 99))))
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, m.Info().Name, leastAndMean(t, ward), leastAndMean(t, full))
	}
}

// TestValidateQualityRivals holds the trees that a search finds against others, by what it maximises.
func TestValidateQualityRivals(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "quality-rivals", b)
	b.WriteString(rivalsHead)
	validateRivals(t, b, "fractal, 63 × 2", func(uint64) *inference.Dataset { return pydttest.DatasetOf(fractal()) })
	validateRivals(t, b, "prior, 200 × 5",
		func(seed uint64) *inference.Dataset { return pydttest.PriorData(200, 5, seed) })
}

// TestValidateQualityLargeRivals does so on 2,000 rows.
func TestValidateQualityLargeRivals(t *testing.T) {
	b := new(strings.Builder)
	defer pydttest.WriteTable(t, "quality-rivals-large", b)
	b.WriteString("\nThe same of more rows, where a full build takes the better part of an hour and was not run.\n\n" +
		"| data | model | over Ward, least / mean | over a full build, least / mean |\n|---|---|---|---|\n")
	validateRivals(t, b, "prior, 2000 × 171",
		func(seed uint64) *inference.Dataset { return pydttest.PriorData(2000, 171, seed) })
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
