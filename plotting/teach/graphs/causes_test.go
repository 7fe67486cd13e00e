package graphs

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// What is expected to be seen and done is that of the joint table of severity, treatment and recovery.
func TestSeeingAndDoing(t *testing.T) {
	for _, who := range []string{"doctor", "coin"} {
		p := stagetest.Played[patients](t, Simpson(), 1, "assigned", who)
		bias := 0.35
		if who == "coin" {
			bias = 0
		}
		joint := map[[3]int]float64{}
		for z := range 2 {
			for x := range 2 {
				treat := []float64{0.5 - bias, 0.5 + bias}[z]
				if x == 0 {
					treat = 1 - treat
				}
				well := []float64{0.75, 0.25}[z] + 0.1*float64(x)
				joint[[3]int{z, x, 1}] = 0.5 * treat * well
				joint[[3]int{z, x, 0}] = 0.5 * treat * (1 - well)
			}
		}
		seen := func(x int) float64 {
			yes := joint[[3]int{0, x, 1}] + joint[[3]int{1, x, 1}]
			return yes / (yes + joint[[3]int{0, x, 0}] + joint[[3]int{1, x, 0}])
		}
		done := func(x int) (sum float64) {
			for z := range 2 {
				sum += 0.5 * joint[[3]int{z, x, 1}] / (joint[[3]int{z, x, 1}] + joint[[3]int{z, x, 0}])
			}
			return sum
		}
		c := p.counters()
		inferencetest.Near(t, "treated", c[0].Expected, seen(1), 1e-12)
		inferencetest.Near(t, "others", c[1].Expected, seen(0), 1e-12)
		inferencetest.Near(t, "seen", c[2].Expected, seen(1)-seen(0), 1e-12)
		inferencetest.Near(t, "done", c[3].Expected, done(1)-done(0), 1e-12)
		inferencetest.Near(t, "adjusted", c[3].Drawn, 0.1, 0.08)
		if paradox := c[2].Drawn < 0; paradox != (who == "doctor") {
			t.Errorf("%s: the difference seen is %v", who, c[2].Drawn)
		}
	}
}

// The tree has the greatest sum of information of all trees, each taken from its Prüfer code.
func TestTreeOfPairsIsTheBest(t *testing.T) {
	const d = 6
	for seed := range uint64(5) {
		p := stagetest.Played[pairs](t, PairByPair(), seed+1, "columns", "6", "rows", "20")
		info := [d][d]float64{}
		for _, q := range p.list {
			info[q.i][q.j], info[q.j][q.i] = q.information, q.information
		}
		best := 0.0
		for code := range d * d * d * d {
			var list [d - 2]int
			degree := [d]int{1, 1, 1, 1, 1, 1}
			for k, c := 0, code; k < d-2; k, c = k+1, c/d {
				list[k] = c % d
				degree[c%d]++
			}
			sum := 0.0
			for _, to := range list {
				for leaf := range d {
					if degree[leaf] == 1 {
						sum += info[leaf][to]
						degree[leaf], degree[to] = 0, degree[to]-1
						break
					}
				}
			}
			var last []int
			for v := range d {
				if degree[v] == 1 {
					last = append(last, v)
				}
			}
			best = math.Max(best, sum+info[last[0]][last[1]])
		}
		c := p.counters()[2]
		inferencetest.Near(t, "information of the tree", c.Drawn, best, 1e-9)
		inferencetest.Near(t, "as expected", c.Expected, best, 1e-9)
	}
}
