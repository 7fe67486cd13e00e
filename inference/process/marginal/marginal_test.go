package marginal

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

func eight() *mat.Dense {
	return mat.NewDense(8, 4, []float64{
		.5, 1.2, -.3, .8, -1.1, -.6, .4, -.9, .9, .3, 1.1, .2, -.2, -1.4, .6, -1,
		1.6, 1.1, -.8, 1.3, -.7, .2, -1.2, .1, .1, .7, .5, -.4, -1.3, -.9, .2, -.6})
}

// The numbers of an independent program, which multiplies Student t predictions row by row.
func TestGaussian(t *testing.T) {
	g := Usual(eight())
	for _, c := range []struct {
		set  []int
		want float64
	}{{nil, 0}, {[]int{0}, -13.7612136008}, {[]int{1}, -13.2300473272}, {[]int{0, 1}, -25.6482136275},
		{[]int{3, 0, 1}, -33.0089300998}, {[]int{0, 1, 2, 3}, -44.6891539532}} {
		inferencetest.Near(t, "columns", g.Log(c.set), c.want, 1e-9)
	}
	short := Usual(eight().Slice(0, 7, 0, 4).(*mat.Dense))
	before := short.Log([]int{0, 2})
	inferencetest.Near(t, "with a row", short.With(eight().RawRowView(7)).Log([]int{0, 1}), -25.6482136275, 1e-9)
	inferencetest.Near(t, "without it again", short.Log([]int{0, 2}), before, 0)
}

// One column has, in closed form, the Student t predictions of a normal-gamma prior.
func TestGaussianOfOneColumn(t *testing.T) {
	x := []float64{.5, -1.1, .9, 3}
	g := NewGaussian(mat.NewDense(4, 1, x), 2, 3, 0.7)
	kappa, a, b, mean, want := 2.0, 1.5, 0.35, 0.0, 0.0
	for _, v := range x {
		scale := b * (kappa + 1) / (a * kappa)
		l1, _ := math.Lgamma(a + 0.5)
		l0, _ := math.Lgamma(a)
		want += l1 - l0 - 0.5*math.Log(2*a*math.Pi*scale) - (a+0.5)*math.Log1p((v-mean)*(v-mean)/(2*a*scale))
		b += kappa * (v - mean) * (v - mean) / (2 * (kappa + 1))
		mean = (kappa*mean + v) / (kappa + 1)
		kappa, a = kappa+1, a+0.5
	}
	inferencetest.Near(t, "one column", g.Log([]int{0}), want, 1e-12)
}

// Murphy (2012), section 26.4: eight cases of two columns, joined and apart, with α = 4.
func TestMurphy(t *testing.T) {
	d := NewDiscrete([][]int32{{0, 0, 0, 1, 0, 1, 0, 1}, {0, 1, 0, 1, 0, 0, 0, 1}}, []int{2, 2}, 4)
	joined, apart := d.Log([]int{0, 1}), d.Log([]int{0})+d.Log([]int{1})
	inferencetest.Near(t, "joined", math.Exp(joined), 7.2150072150e-6, 1e-15)
	inferencetest.Near(t, "apart", math.Exp(apart), 6.7465002530e-6, 1e-15)
	inferencetest.Near(t, "edge", 1/(1+math.Exp(apart-joined)), .5167785235, 1e-10)
	inferencetest.Near(t, "family", Family(d, 1, []int{0})+Family(d, 0, nil), joined, 1e-12)
}

// With every cell the predictions of Pólya's urn multiply, in the order of the rows.
func TestDiscrete(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	levels := []int{2, 3, 4, 60, 50, 70}
	codes := make([][]int32, len(levels))
	for j, k := range levels {
		for range 30 {
			codes[j] = append(codes[j], int32(rng.IntN(min(k, 5))))
		}
	}
	d := NewDiscrete(codes, levels, 1.7)
	for _, set := range [][]int{{0}, {2, 1}, {0, 1, 2}, {3, 4, 5, 0}} {
		cells := 1.0
		for _, j := range set {
			cells *= float64(levels[j])
		}
		want, seen := 0.0, map[[4]int32]float64{}
		for i := range 30 {
			var key [4]int32
			for a, j := range set {
				key[a] = codes[j][i]
			}
			want += math.Log((seen[key] + 1.7/cells) / (float64(i) + 1.7))
			seen[key]++
		}
		inferencetest.Near(t, "set", d.Log(set), want, 1e-9)
	}
	row := []float64{1, 2, 3, 0, 1, 2}
	more := d.With(row)
	inferencetest.Near(t, "predicted", more.Log([]int{1})-d.Log([]int{1}), math.Log((count(codes[1], 2)+1.7/3)/31.7),
		1e-10)
	if len(d.codes[0]) != 30 {
		t.Error("the table has changed")
	}
}

func count(c []int32, v int32) (n float64) {
	for _, x := range c {
		if x == v {
			n++
		}
	}
	return n
}

// Families of an arrow one way and the other add up to the same.
func TestEquivalence(t *testing.T) {
	g := Usual(eight())
	there := Family(g, 0, nil) + Family(g, 1, []int{0}) + Family(g, 2, []int{1, 0})
	back := Family(g, 1, nil) + Family(g, 0, []int{1}) + Family(g, 2, []int{0, 1})
	inferencetest.Near(t, "turned", back, there, 1e-10)
}
