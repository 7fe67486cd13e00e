package simulated

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// fractal draws the tips of a binary tree in the plane, the branches of each level 0.6 times as long as those of the
// level before: a toy of the kind of Knowles, Van Gael and Ghahramani (2011), figure 3. The last of 64 tips is left
// out. Its truth is the tree.
func fractal(*rand.Rand) Drawn {
	d := Drawn{Corner: "tip", Labels: []string{"half", "quarter", "eighth"}, Columns: []string{"x", "y"}}
	n := 0
	var grow func(x, y, angle, length float64, path string) string
	grow = func(x, y, angle, length float64, path string) string {
		if len(path) == 6 {
			if n++; n == 64 {
				return ""
			}
			name := fmt.Sprintf("tip%02d", n)
			d.Rows = append(d.Rows, Row{name, []string{path[:1], path[:2], path[:3]}, numbers("%.4f", x, y)})
			return name
		}
		var sides []string
		for _, side := range []struct {
			name string
			turn float64
		}{{"R", -0.7}, {"L", 0.7}} {
			a := angle + side.turn
			if newick := grow(x+length*math.Cos(a), y+length*math.Sin(a), a, 0.6*length, path+side.name); newick != "" {
				sides = append(sides, fmt.Sprintf("%s:%.4g", newick, length))
			}
		}
		if len(sides) == 1 {
			return "(" + sides[0] + ")"
		}
		return "(" + sides[0] + "," + sides[1] + ")"
	}
	d.Truth = []File{{Name: "tree.nwk", Lines: [][]string{{grow(0, 0, math.Pi/2, 1, "") + ";"}}}}
	return d
}

// square draws 100 points from the density of Knowles (2012), section 4.7.1: a mixture of four normal distributions of
// equal weight around the corners of a square, of variance 1/8 in x and in y.
func square(rng *rand.Rand) Drawn {
	corners := []struct {
		name string
		x, y float64
	}{{"lower left", -1, -1}, {"lower right", 1, -1}, {"upper left", -1, 1}, {"upper right", 1, 1}}
	d := Drawn{Corner: "point", Labels: []string{"cluster"}, Columns: []string{"x", "y"}}
	for n := range 100 {
		c := corners[rng.IntN(len(corners))]
		deviation := math.Sqrt(1. / 8)
		x := c.x + deviation*rng.NormFloat64()
		d.Rows = append(d.Rows,
			Row{fmt.Sprintf("point%03d", n+1), []string{c.name}, numbers("%.4f", x, c.y+deviation*rng.NormFloat64())})
	}
	centres := File{Name: "centres.csv", Header: []string{"cluster", "x", "y"}}
	for _, c := range corners {
		centres.Lines = append(centres.Lines, append([]string{c.name}, numbers("%g", c.x, c.y)...))
	}
	d.Truth = []File{centres}
	return d
}

// eighteen draws 18 normal clusters of 50 points of the plane with standard deviation 1, their centres drawn with
// standard deviation 6, but no two nearer than 5, as in Beal (2003), section 4.5.1.
func eighteen(rng *rand.Rand) Drawn {
	var centres [][2]float64
	for len(centres) < 18 {
		c := [2]float64{6 * rng.NormFloat64(), 6 * rng.NormFloat64()}
		near := false
		for _, o := range centres {
			near = near || math.Hypot(c[0]-o[0], c[1]-o[1]) < 5
		}
		if !near {
			centres = append(centres, c)
		}
	}
	d := Drawn{Corner: "point", Labels: []string{"cluster"}, Columns: []string{"x", "y"}}
	for n := range 900 {
		c := centres[n%18]
		x := c[0] + rng.NormFloat64()
		d.Rows = append(d.Rows, Row{fmt.Sprintf("point%03d", n+1), []string{fmt.Sprintf("cluster %02d", n%18+1)},
			numbers("%.3f", x, c[1]+rng.NormFloat64())})
	}
	truth := File{Name: "centres.csv", Header: []string{"cluster", "x", "y"}}
	for i, c := range centres {
		truth.Lines = append(truth.Lines, append([]string{fmt.Sprintf("cluster %02d", i+1)}, numbers("%g", c[0], c[1])...))
	}
	d.Truth = []File{truth}
	return d
}

// spiral draws the noisy shrinking spiral of Beal (2003), equations 4.86 and 4.87. Its truth is how far along it a
// point is.
func spiral(rng *rand.Rand) Drawn {
	w := func() float64 { return math.Sqrt(0.5) * rng.NormFloat64() }
	d := Drawn{Corner: "point", Labels: []string{"quarter_turn"}, Columns: []string{"x", "y", "z"}}
	along := File{Name: "centres.csv", Header: []string{"point", "t", "x", "y", "z"}}
	for n := range 800 {
		t := 4 * math.Pi * rng.Float64()
		r := 13 - 0.5*t
		name := fmt.Sprintf("point%03d", n+1)
		x := r*math.Cos(t) + w()
		y := -r*math.Sin(t) + w()
		d.Rows = append(d.Rows,
			Row{name, []string{fmt.Sprintf("quarter %d", int(2*t/math.Pi)+1)}, numbers("%.3f", x, y, t+w())})
		along.Lines = append(along.Lines, append([]string{name}, numbers("%g", t, r*math.Cos(t), -r*math.Sin(t), t)...))
	}
	d.Truth = []File{along}
	return d
}
