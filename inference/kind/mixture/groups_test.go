package mixture

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// round returns components of variance 1 at some points of the plane.
func round(at ...[]float64) *Mixture {
	m := &Mixture{Noise: []float64{1, 1}}
	for _, mean := range at {
		m.Components = append(m.Components, Component{Mean: mean, Weight: 1 / float64(len(at))})
	}
	return m
}

func TestGroups(t *testing.T) {
	long := func(x, y float64) *mat.Dense { return mat.NewDense(2, 1, []float64{x, y}) }
	cross := round([]float64{0, 0}, []float64{0, 0})
	cross.Components[0].Loadings, cross.Components[1].Loadings = long(6, 0), long(0, 6)
	parallel := round([]float64{0, 0}, []float64{0, 4})
	parallel.Components[0].Loadings, parallel.Components[1].Loadings = long(6, 0), long(6, 0)
	inLine := round([]float64{0, 0}, []float64{7, 0})
	inLine.Components[0].Loadings, inLine.Components[1].Loadings = long(6, 0), long(6, 0)
	stray := round([]float64{0, 0}, []float64{1, 0}, []float64{40, 0})
	stray.Components[0].Weight, stray.Components[1].Weight, stray.Components[2].Weight = 0.5, 0.49, 0.01
	own := round([]float64{0, 0}, []float64{14, 0})
	own.Components[0].Noise, own.Components[1].Noise = []float64{1, 1}, []float64{25, 1}
	for _, c := range []struct {
		name  string
		m     *Mixture
		of    []int
		count int
	}{
		{"one", round([]float64{1, 2}), []int{0}, 1},
		{"two within 3.2 standard deviations", round([]float64{0, 0}, []float64{3.2, 0}), []int{0, 0}, 1},
		{"two 3.4 apart", round([]float64{0, 0}, []float64{0, 3.4}), []int{0, 1}, 2},
		{"a chain and one far away", round([]float64{0, 0}, []float64{20, 0}, []float64{2, 0},
			[]float64{4, 0}), []int{0, 1, 0, 0}, 2},
		{"a cross", cross, []int{0, 0}, 1}, {"side by side", parallel, []int{0, 1}, 2},
		{"end to end", inLine, []int{0, 0}, 1},
		{"a stray row", stray, []int{0, 0, 1}, 1}, {"the same", round([]float64{1, 1}, []float64{1, 1}), []int{0, 0}, 1},
		{"noise of their own", own, []int{0, 1}, 2},
	} {
		if of, count := c.m.Groups(); !slices.Equal(of, c.of) || count != c.count {
			t.Errorf("%s: groups %v, %d of them; want %v, %d", c.name, of, count, c.of, c.count)
		}
	}
	for m, want := range map[*Mixture]string{nil: "", round([]float64{0, 0}): "",
		stray:                                   "3 components form one group: no valley of the density separates them",
		round([]float64{0, 0}, []float64{9, 0}): "", round([]float64{0, 0}, []float64{1, 0},
			[]float64{9, 0}): "3 components form 2 separate groups"} {
		if got := m.GroupsSentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	many := &Mixture{}
	for range 60 {
		many.Components = append(many.Components, Component{Mean: make([]float64, 500), Noise: make([]float64, 500)})
	}
	if of, _ := many.Groups(); of != nil {
		t.Error("sixty components of 500 columns with noise of their own were compared")
	}
}

// The valley is that of the joint density on a fine grid of the plane: the highest pass between the two modes, found
// by flooding.
func TestValleyIsThePass(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for trial := range 6 {
		m := &Mixture{Noise: []float64{0.5 + rng.Float64(), 0.5 + rng.Float64()}, Components: []Component{
			{Weight: 0.3 + 0.4*rng.Float64(), Mean: []float64{0, 0}},
			{Mean: []float64{2 + 3*rng.Float64(), 2 * rng.NormFloat64()}}}}
		m.Components[1].Weight = 1 - m.Components[0].Weight
		for k := range m.Components {
			m.Components[k].Loadings = mat.NewDense(2, 1, []float64{rng.NormFloat64(), rng.NormFloat64()})
		}
		const n, low, step = 190, -8.0, 0.1
		points := mat.NewDense(n*n, 2, nil)
		for i := range n * n {
			points.SetRow(i, []float64{low + step*float64(i%n), low + step*float64(i/n)})
		}
		joint := m.LogJoint(points)
		height, order := make([]float64, n*n), make([]int, n*n)
		for i := range height {
			order[i] = i
			height[i] = math.Log(math.Exp(joint.At(i, 0)) + math.Exp(joint.At(i, 1)))
		}
		slices.SortFunc(order, func(a, b int) int { return int(math.Copysign(1, height[b]-height[a])) })
		lake := make([]int, n*n) // the peak, plus 1, of the land a cell belongs to
		peak := func(i int) int {
			for lake[i] != i+1 {
				i = lake[i] - 1
			}
			return i
		}
		pass := 1.0
		for _, i := range order {
			lake[i] = i + 1
			for _, j := range []int{i - 1, i + 1, i - n, i + n, i - n - 1, i - n + 1, i + n - 1, i + n + 1} {
				if j < 0 || j >= n*n || lake[j] == 0 || j%n-i%n > 1 || i%n-j%n > 1 {
					continue
				}
				a, b := peak(i), peak(j)
				if a == b {
					continue
				}
				if height[a] < height[b] {
					a, b = b, a
				}
				if a != i && b != i && height[b] > height[i]+1e-3 { // two lands meet
					pass = math.Exp(height[i] - height[b])
				}
				lake[b] = a + 1
			}
		}
		if got := m.valley(m.Components[0], m.Components[1]); !(math.Abs(got-pass) <= 0.03) {
			t.Errorf("trial %d: valley %.3f, the pass between the modes %.3f", trial, got, pass)
		}
	}
}
