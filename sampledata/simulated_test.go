package sampledata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// simulated are the tables that are drawn as papers describe theirs.
var simulated = map[string]func(b *strings.Builder){
	"fractal.csv": drawFractal, "eighteen_clusters.csv": drawEighteen, "spiral.csv": drawSpiral,
	"six_dimensions.csv": drawDimensions, "sparse_factors.csv": drawFactors,
}

// drawFractal draws the tips of a binary tree in the plane, the branches of each level 0.6 times as long as those of the level
// before: a toy of the kind of Knowles, Van Gael and Ghahramani (2011), figure 3. The last of 64 tips is left out.
func drawFractal(b *strings.Builder) {
	b.WriteString("tip,half,quarter,eighth,x,y\n")
	n := 0
	var grow func(x, y, angle, length float64, path string)
	grow = func(x, y, angle, length float64, path string) {
		if len(path) == 6 {
			if n++; n < 64 {
				fmt.Fprintf(b, "tip%02d,%s,%s,%s,%.4f,%.4f\n", n, path[:1], path[:2], path[:3], x, y)
			}
			return
		}
		for _, side := range []struct {
			name string
			turn float64
		}{{"R", -0.7}, {"L", 0.7}} {
			a := angle + side.turn
			grow(x+length*math.Cos(a), y+length*math.Sin(a), a, 0.6*length, path+side.name)
		}
	}
	grow(0, 0, math.Pi/2, 1, "")
}

// drawEighteen draws 18 normal clusters of 50 points of the plane with standard deviation 1, their centres drawn with standard
// deviation 6, but no two nearer than 5, as in Beal (2003), section 4.5.1.
func drawEighteen(b *strings.Builder) {
	rng := rand.New(rand.NewPCG(2003, 18))
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
	b.WriteString("point,cluster,x,y\n")
	for n := range 900 {
		c := centres[n%18]
		fmt.Fprintf(b, "point%03d,cluster %02d,%.3f,%.3f\n", n+1, n%18+1, c[0]+rng.NormFloat64(), c[1]+rng.NormFloat64())
	}
}

// drawSpiral draws the noisy shrinking spiral of Beal (2003), equations 4.86 and 4.87.
func drawSpiral(b *strings.Builder) {
	rng := rand.New(rand.NewPCG(2003, 486))
	w := func() float64 { return math.Sqrt(0.5) * rng.NormFloat64() }
	b.WriteString("point,quarter_turn,x,y,z\n")
	for n := range 800 {
		t := 4 * math.Pi * rng.Float64()
		r := 13 - 0.5*t
		fmt.Fprintf(b, "point%03d,quarter %d,%.3f,%.3f,%.3f\n", n+1, int(2*t/math.Pi)+1, r*math.Cos(t)+w(), -r*math.Sin(t)+w(), t+w())
	}
}

// drawDimensions draws six clusters of 100 points in ten columns that vary along 7, 4, 3, 2, 2 and 1 dimensions, as in Beal
// (2003), section 4.5.2: orthogonal loadings of length 1, centres on [0, 3], noise of standard deviation 0.1.
func drawDimensions(b *strings.Builder) {
	rng := rand.New(rand.NewPCG(2003, 451))
	names := []string{"7 dimensions", "4 dimensions", "3 dimensions", "2 dimensions a", "2 dimensions b", "1 dimension"}
	b.WriteString("point,cluster")
	for j := range 10 {
		fmt.Fprintf(b, ",x%02d", j+1)
	}
	b.WriteString("\n")
	n := 0
	for k, size := range []int{7, 4, 3, 2, 2, 1} {
		draws := make([]float64, 10*size)
		for i := range draws {
			draws[i] = rng.NormFloat64()
		}
		var qr mat.QR
		qr.Factorize(mat.NewDense(10, size, draws))
		var q mat.Dense
		qr.QTo(&q)
		var centre [10]float64
		for j := range centre {
			centre[j] = 3 * rng.Float64()
		}
		for range 100 {
			n++
			x := centre
			for l := range size {
				f := rng.NormFloat64()
				for j := range x {
					x[j] += f * q.At(j, l)
				}
			}
			fmt.Fprintf(b, "point%03d,%s", n, names[k])
			for _, v := range x {
				fmt.Fprintf(b, ",%.3f", v+0.1*rng.NormFloat64())
			}
			b.WriteString("\n")
		}
	}
}

// drawFactors draws 100 items in 100 cases, the sum of 16 sparse factors and noise with a signal ten times as strong, as in the
// study of Knowles (2012), section 3.3.1, but with links at random: each item has each factor with probability 0.1. The
// network of the study is not published with it. Annotations say which items have which factor.
func drawFactors(b *strings.Builder) {
	rng := rand.New(rand.NewPCG(2012, 331))
	const items, cases, factors = 100, 100, 16
	has, g, x := make([]bool, items*factors), mat.NewDense(items, factors, nil), mat.NewDense(factors, cases, nil)
	for i := range has {
		if has[i] = rng.Float64() < 0.1; has[i] {
			g.Set(i/factors, i%factors, rng.NormFloat64())
		}
	}
	for k := range factors {
		for n := range cases {
			x.Set(k, n, rng.NormFloat64())
		}
	}
	var y mat.Dense
	y.Mul(g, x)
	power := mat.Norm(&y, 2)
	noise := math.Sqrt(power * power / (items * cases) / 10)
	b.WriteString("item")
	for k := range factors {
		fmt.Fprintf(b, ",factor%02d", k+1)
	}
	for n := range cases {
		fmt.Fprintf(b, ",case%03d", n+1)
	}
	b.WriteString("\n")
	for d := range items {
		fmt.Fprintf(b, "item%03d", d+1)
		for k := range factors {
			b.WriteString(map[bool]string{true: ",yes", false: ",no"}[has[d*factors+k]])
		}
		for n := range cases {
			fmt.Fprintf(b, ",%.2f", y.At(d, n)+noise*rng.NormFloat64())
		}
		b.WriteString("\n")
	}
}

// The files match their descriptions to the last digit. ESPALIER_UPDATE=1 writes them.
func TestSimulatedAreAsDescribed(t *testing.T) {
	for name, draw := range simulated {
		var b strings.Builder
		draw(&b)
		if os.Getenv("ESPALIER_UPDATE") != "" {
			if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != b.String() {
			t.Errorf("%s is not what is drawn", name)
		}
	}
}
