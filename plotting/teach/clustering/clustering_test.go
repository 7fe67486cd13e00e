package clustering

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/plotting/teach/stage/stagetest"

	"gonum.org/v1/gonum/mat"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	inferencetest.Near(t, what, got, want, within)
}

// The groups of the textbook's figure 25.1: purity (5 + 4 + 3)/17; of 136 pairs 20 are together in both and 72 apart in
// both, so that the Rand index is 92/136.
func TestScoresOfTheBook(t *testing.T) {
	s := stagetest.Opened[scores](t, Scores(), 1).State
	near(t, "purity", s.past[0][0], 12.0/17, 1e-12)
	near(t, "Rand index", s.past[0][1], 92.0/136, 1e-12)
	// Mutual information from the shares, as Σ p log p of rows and of columns less that of cells.
	cells := map[[2]int]float64{}
	row, column := map[int]float64{}, map[int]float64{}
	for i, g := range s.group {
		cells[[2]int{g, s.class[i]}] += 1.0 / 17
		row[g] += 1.0 / 17
		column[s.class[i]] += 1.0 / 17
	}
	h := func(p float64) float64 { return -p * math.Log(p) }
	hr, hc, hb := 0.0, 0.0, 0.0
	for _, p := range row {
		hr += h(p)
	}
	for _, p := range column {
		hc += h(p)
	}
	for _, p := range cells {
		hb += h(p)
	}
	near(t, "mutual information", s.past[0][3], hr+hc-hb, 1e-12)
	near(t, "normalised", s.past[0][4], 2*(hr+hc-hb)/(hr+hc), 1e-12)
}

// What the scores are by chance agrees with many deals, which count pairs one by one.
func TestScoresByChance(t *testing.T) {
	s := stagetest.Opened[scores](t, Scores(), 1).State
	rng := rand.New(rand.NewPCG(1, 2))
	group := slices.Clone(s.group)
	var sums, squares [3]float64
	const many = 20000
	for range many {
		rng.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
		agree, all := 0.0, 0.0
		joint := map[[2]int]float64{}
		of, in := map[int]float64{}, map[int]float64{}
		for i := range group {
			joint[[2]int{group[i], s.class[i]}]++
			of[group[i]]++
			in[s.class[i]]++
			for j := range i {
				all++
				if (group[i] == group[j]) == (s.class[i] == s.class[j]) {
					agree++
				}
			}
		}
		info := 0.0
		for k, n := range joint {
			info += n / 17 * math.Log(n*17/(of[k[0]]*in[k[1]]))
		}
		for k, v := range []float64{agree / all, info} {
			sums[k] += v / many
			squares[k] += v * v / many
		}
	}
	for k, at := range []int{1, 3} {
		se := math.Sqrt((squares[k] - sums[k]*sums[k]) / many)
		near(t, scoreNames[at], s.expect[at], sums[k], 4*se)
	}
	end := stagetest.Played[scores](t, Scores(), 1)
	if end.past[end.steps][0] != 1 || end.steps != 5 {
		t.Errorf("mended in %d steps to purity %v", end.steps, end.past[end.steps][0])
	}
}

// The best known net similarity is the greatest over all sets of exemplars, and the messages agree with those that are
// computed by their formulas cell by cell.
func TestMessagesAreThoseOfTheFormulas(t *testing.T) {
	m := stagetest.Played[messages](t, Messages(), 3, "points", "11")
	n := len(m.x)
	best := math.Inf(-1)
	for set := 1; set < 1<<n; set++ {
		net := 0.0
		for i := range n {
			if set>>i&1 == 1 {
				net += m.s.At(i, i)
				continue
			}
			most := math.Inf(-1)
			for k := range n {
				if set>>k&1 == 1 {
					most = math.Max(most, m.s.At(i, k))
				}
			}
			net += most
		}
		best = math.Max(best, net)
	}
	near(t, "the best known", m.best, best, 1e-9)

	r, a := make([][]float64, n), make([][]float64, n)
	for i := range n {
		r[i], a[i] = make([]float64, n), make([]float64, n)
	}
	const damping = 0.8
	for range rounds {
		for i := range n {
			for k := range n {
				most := math.Inf(-1)
				for other := range n {
					if other != k {
						most = math.Max(most, a[i][other]+m.s.At(i, other))
					}
				}
				r[i][k] = damping*r[i][k] + (1-damping)*(m.s.At(i, k)-most)
			}
		}
		for k := range n {
			for i := range n {
				sum := 0.0
				for other := range n {
					if other != i && other != k {
						sum += math.Max(0, r[other][k])
					}
				}
				if i != k {
					sum = math.Min(0, r[k][k]+sum)
				}
				a[i][k] = damping*a[i][k] + (1-damping)*sum
			}
		}
	}
	var list []int
	for k := range n {
		if r[k][k]+a[k][k] > 0 {
			list = append(list, k)
		}
	}
	if !slices.Equal(list, m.at[rounds]) {
		t.Errorf("exemplars %v, by the formulas %v", m.at[rounds], list)
	}
}

// The quotient falls to the second eigenvalue, which is that of the random walk on the graph as well, and no normalised
// cut is below it; the sign parts two spirals.
func TestCuttingFindsTheSecondEigenvector(t *testing.T) {
	c := stagetest.Played[cutting](t, Cutting(), 1)
	n := len(c.x)
	w, d := mat.NewDense(n, n, nil), make([]float64, n)
	for i := range n { // the graph again, from the points
		far := make([]float64, n)
		for j := range n {
			far[j] = math.Hypot(c.x[i]-c.x[j], c.y[i]-c.y[j])
		}
		sorted := slices.Sorted(slices.Values(far))
		for j := range n {
			if i != j && far[j] <= sorted[7] {
				w.Set(i, j, w.At(i, j)+0.5)
				w.Set(j, i, w.At(j, i)+0.5)
			}
		}
	}
	for i := range n {
		for j := range n {
			d[i] += w.At(i, j)
		}
	}
	walk := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			walk.Set(i, j, w.At(i, j)/d[i])
		}
	}
	var e mat.Eigen
	if !e.Factorize(walk, mat.EigenNone) {
		t.Fatal("no eigenvalues")
	}
	var values []float64
	for _, v := range e.Values(nil) {
		values = append(values, 1-real(v))
	}
	slices.Sort(values)
	near(t, "second eigenvalue", c.values[1], values[1], 1e-9)
	for k := 1; k <= flows; k++ {
		if !(c.rayl[k] <= c.rayl[k-1]+1e-12) || !(c.rayl[k] >= values[1]-1e-9) || !(c.cut[k] >= values[1]-1e-9) {
			t.Errorf("step %d: quotient %v after %v, cut %v, second eigenvalue %v", k, c.rayl[k], c.rayl[k-1],
				c.cut[k], values[1])
		}
	}
	near(t, "quotient in the end", c.rayl[flows], values[1], 1e-6)
	if c.right[flows] != 1 {
		t.Errorf("%v of the points are on the right side", c.right[flows])
	}
}

// The number of clusters of rows is Σ α/(α + i) on average; the sampler finds clear blocks.
func TestBlocks(t *testing.T) {
	b := stagetest.Played[blocks](t, Blocks(), 1, "contrast", "0.1")
	for side, n := range []int{50, 36} {
		mean, variance := 0.0, 0.0
		for i := range n {
			p := 1.5 / (1.5 + float64(i))
			mean += p
			variance += p * (1 - p)
		}
		near(t, "clusters", b.expected[side].mean, mean, 1e-9)
		near(t, "their deviation", b.expected[side].deviation, math.Sqrt(variance), 1e-9)
	}
	if r := adjusted(b.now.rows, b.rows); !(r > 0.9) {
		t.Errorf("the clusters of rows agree by %v", r)
	}
}

// The signal is the square of the second eigenvalue of the table of probabilities over the mean degree; above the limit
// the groups are found, far below it they are not.
func TestNetwork(t *testing.T) {
	w := stagetest.Played[network](t, Network(), 1)
	n := len(w.truth)
	p, degree := mat.NewSymDense(n, nil), 0.0
	for i := range n {
		for j := range n {
			v := 0.08
			if w.truth[i] == w.truth[j] {
				v = 0.6
			}
			p.SetSym(i, j, v)
			degree += v / float64(n)
		}
	}
	var e mat.EigenSym
	e.Factorize(p, false)
	second := e.Values(nil)[n-2]
	near(t, "signal", w.signal, second*second/degree, 1e-9)
	if r := adjusted(w.now, w.truth); !(w.signal > 1) || !(r > 0.9) {
		t.Errorf("signal %v, agreement %v", w.signal, r)
	}
	w = stagetest.Played[network](t, Network(), 1, "within", "0.2", "between", "0.15")
	if r := adjusted(w.now, w.truth); !(w.signal < 1) || !(r < 0.3) {
		t.Errorf("signal %v, agreement %v", w.signal, r)
	}
}
