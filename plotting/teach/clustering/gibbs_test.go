package clustering

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/plotting/teach/stage/stagetest"
)

// marginal is the log density of points with one normal cluster, mean and covariance integrated out: the
// normal-inverse-Wishart marginal of two columns, with κ₀ = 0.1, ν₀ = 7 and Λ₀ = 4 width² I.
func marginal(x, y []float64, mx, my, width float64) float64 {
	n := float64(len(x))
	sx, sy := 0.0, 0.0
	for i := range x {
		sx, sy = sx+x[i]/n, sy+y[i]/n
	}
	before := 4 * width * width
	a, b, c := before, 0.0, before
	for i := range x {
		a, b, c = a+(x[i]-sx)*(x[i]-sx), b+(x[i]-sx)*(y[i]-sy), c+(y[i]-sy)*(y[i]-sy)
	}
	w := 0.1 * n / (0.1 + n)
	a, b, c = a+w*(sx-mx)*(sx-mx), b+w*(sx-mx)*(sy-my), c+w*(sy-my)*(sy-my)
	gamma := func(v float64) float64 { // log Γ₂(v/2) but for a constant
		p, _ := math.Lgamma(v / 2)
		q, _ := math.Lgamma((v - 1) / 2)
		return p + q
	}
	return -n*math.Log(math.Pi) + gamma(7+n) - gamma(7) + 3.5*math.Log(before*before) -
		(7+n)/2*math.Log(a*c-b*b) + math.Log(0.1/(0.1+n))
}

// Every choice has the probabilities that the joint densities of the partitions give, written out: α^K Π (n_k − 1)!
// times the densities of the clusters.
func TestEachChoiceIsThatOfTheJoint(t *testing.T) {
	g := stagetest.Played[gibbs](t, PointByPoint(), 4, "points", "7", "sweeps", "5", "concentration", "1.7")
	mx, my := 0.0, 0.0
	for i := range g.x {
		mx, my = mx+g.x[i]/7, my+g.y[i]/7
	}
	joint := func(z []int) (sum float64) {
		for k := range 9 {
			var x, y []float64
			for i, l := range z {
				if l == k {
					x, y = append(x, g.x[i]), append(y, g.y[i])
				}
			}
			if x != nil {
				sum += math.Log(1.7*math.Gamma(float64(len(x)))) + marginal(x, y, mx, my, 0.6)
			}
		}
		return sum
	}
	for step, s := range g.at[1:] {
		z := append([]int(nil), g.at[step].z...)
		var all []float64
		sum := 0.0
		for k := range s.chance {
			z[s.point] = k
			used := k == s.fresh
			for i, l := range z {
				used = used || i != s.point && l == k
			}
			p := 0.0
			if used {
				p = math.Exp(joint(z) - joint(s.z))
			}
			all, sum = append(all, p), sum+p
		}
		for k, p := range all {
			inferencetest.Near(t, "probability", s.chance[k], p/sum, 1e-9)
		}
		c := joint(s.z) - joint(g.at[0].z)
		inferencetest.Near(t, "log joint", s.log-g.at[0].log, c, 1e-8)
	}
}

// Two tight groups far apart are two clusters, and a point that is dragged to the other side follows.
func TestDraggedPointChangesItsCluster(t *testing.T) {
	points := []stage.Point{{X: -3}, {X: -3.2, Y: 0.1}, {X: -2.9, Y: -0.2}, {X: 3}, {X: 3.2, Y: 0.2}, {X: 2.9, Y: -0.1}}
	for _, x := range []float64{-3, 3} {
		points[1].X = x
		p, err := PointByPoint().New(stage.Options{Settings: PointByPoint().Defaults(), Seed: 2, Points: points})
		if err != nil {
			t.Fatal(err)
		}
		g := p.(*stage.Course[*gibbs]).State
		with := [2]int{}
		for _, s := range g.at[len(g.at)/2:] {
			for side, i := range [2]int{0, 3} {
				if s.z[1] == s.z[i] {
					with[side]++
				}
			}
		}
		if (with[0] > with[1]) != (x < 0) {
			t.Errorf("at %v the point is with the left %d times and with the right %d times", x, with[0], with[1])
		}
	}
}
